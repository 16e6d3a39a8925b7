// The data of one sentence's search: the forest without language model (nodes and bundles of rules) and, inside its
// nodes, the hypotheses with language-model state that cube pruning makes. Everything lives in the sentence's arena.
#pragma once

#include <cstdint>

#include "common/arena.hh"
#include "language_model/language_model.hh"
#include "table/symbol.hh"

namespace simplifier {

struct ForestNode;
struct Hypothesis;

// A rule on a span of the sentence, scored by everything but the language models.
struct Application {
  // Values of `grammar` for applications that come from no grammar.
  static constexpr std::uint16_t kUnknownWord = 0xFFFF;  // a word that is copied for want of a rule
  static constexpr std::uint16_t kGlue = 0xFFFE;         // a joint of parts (chart/joint.hh)
  static constexpr std::uint16_t kMarkup = 0xFFFD;       // words that were given with the sentence
  static constexpr std::uint32_t kNoValues = 0xFFFFFFFFu;

  double score;      // weights x features of the rule and of its context
  float estimate;    // guess at the weighted language-model score, for ordering only
  std::uint32_t rule;  // number in the rule table; of glue, the Joint; of a literal, its DecoderModel::unknown_labels
  std::uint32_t target_number;       // number of the target side in the rule table; of a literal, in the sentence
  std::uint32_t values = kNoValues;  // its row in ApplicationValues
  std::uint16_t grammar;
  std::uint16_t label;  // decoder label of the LHS
  bool changed;         // the two sides differ
  bool is_literal() const { return grammar == kUnknownWord || grammar == kMarkup; }
  // [class models x target symbols]: the classes that class language models read here; null without such models.
  const WordIndex* class_words;
};

// Rules with the same source side that lead to the same chart class, best first (Better). Places where they score the
// same share one list.
struct RuleList {
  Application* rules;
  std::uint32_t count;
  mutable std::uint64_t shape = 0;  // JoinScorer::ShapeOf of the first rule; 0 until CubePruner needs it

  Application* begin() const { return rules; }
  Application* end() const { return rules + count; }
  Application& operator[](std::size_t i) const { return rules[i]; }
};

// The nodes that fill the gaps of a source side on a span. All rules of that source side share them.
struct Filling {
  std::uint32_t arity = 0;
  float path_cost = 0.0f;        // cost of the lattice's arcs that the source side reads
  ForestNode** nodes = nullptr;  // in source order
  mutable std::uint32_t best_joint = 0;  // for CubePruner: number of the filling's newest BestJoint; 0: none
};

// All rules with the same source side on the same span that lead to the same node.
struct Bundle {
  RuleList* rules;
  const Filling* filling;

  std::uint32_t arity() const { return filling->arity; }
  ForestNode* antecedent(std::size_t i) const { return filling->nodes[i]; }
};

inline RuleList* NewRuleList(std::size_t count, Arena* arena) {
  Application* rules = arena->Allocate<Application>(count);
  return arena->New<RuleList>(rules, static_cast<std::uint32_t>(count));
}

// A filling with room for `arity` nodes, which the caller fills in.
inline Filling* NewFilling(std::size_t arity, float path_cost, Arena* arena) {
  ForestNode** nodes = arity ? arena->Allocate<ForestNode*>(arity) : nullptr;
  return arena->New<Filling>(static_cast<std::uint32_t>(arity), path_cost, nodes);
}

// All that can stand over a span with one chart class (DecoderModel::ClassOf).
struct ForestNode {
  int start, end;  // half-open span of positions (Sentence::size)
  std::uint16_t chart_class;
  bool pruned = false;  // true once the hypotheses are complete
  ArenaList<Bundle> bundles;
  // Filled by CubePruner, best first by Hypothesis::order().
  Hypothesis** hypotheses = nullptr;
  std::uint32_t hypothesis_count = 0;
};

struct FeatureValue {
  double value;
  std::uint32_t feature;
};

// One way to make a hypothesis: a rule and the hypotheses in its gaps.
struct Edge {
  Edge* next;  // of the same hypothesis
  const ForestNode* node;
  const Application* rule;
  Hypothesis** antecedents;  // in source order
  std::uint32_t arity;
  float path_cost;   // cost of the lattice's arcs that the source side reads
  float* lm_scores;  // [language models]: natural-log probability that this edge adds
  double score;      // weights x features that this edge adds to its antecedents' scores
  double total;      // score of the edge's best derivation: `score` and the best derivations of the antecedents
  // The features of the rule where it stands, zeros left out. Null until a DerivationReader makes them.
  mutable const FeatureValue* features;
  mutable std::uint32_t feature_count;
};

// All derivations of a node that have the same language-model states.
struct Hypothesis {
  double score;  // of the best derivation
  const ForestNode* node;
  const ChartState* states;  // one per language model
  Edge* edges;               // in no order
  std::uint32_t number;      // within the sentence, in the order of their making
  float left_outside, right_outside;  // OutsideEstimates, for ordering only
  double order() const { return score + static_cast<double>(left_outside) + static_cast<double>(right_outside); }
};

}  // namespace simplifier
