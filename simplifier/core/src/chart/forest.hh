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

// A rule put on a span of the sentence, scored by everything but the language models.
struct Application {
  static constexpr std::uint16_t kUnknownWord = 0xFFFF;  // grammar of a word copied for want of a rule
  static constexpr std::uint16_t kGlue = 0xFFFE;
  static constexpr std::uint16_t kMarkup = 0xFFFD;  // of words that were given with the sentence
  static constexpr std::uint32_t kNoValues = 0xFFFFFFFFu;

  double score;      // weights x features of the rule and of its context
  float estimate;    // of the language models, for ordering only
  std::uint32_t rule;
  std::uint32_t target_number;  // in the rule table; where there is none, of the sentence's literal
  std::uint32_t values = kNoValues;  // row of ApplicationValues
  std::uint16_t grammar;
  std::uint16_t label;  // decoder label of the LHS
  bool changed;         // the two sides differ
  bool is_literal() const { return grammar == kUnknownWord || grammar == kMarkup; }
  // [class models x target symbols]: what class language models read in this sentence, if there are any.
  const WordIndex* class_words;
};

// Rules with the same source side that lead to the same chart class, best first. Where they score the same, different
// places share them.
struct RuleList {
  Application* rules;
  std::uint32_t count;
  mutable std::uint64_t shape = 0;  // of the first one's target side (JoinScorer::ShapeOf), once it was asked for

  Application* begin() const { return rules; }
  Application* end() const { return rules + count; }
  Application& operator[](std::size_t i) const { return rules[i]; }
};

// What fills the nonterminals of a source side on a span, whatever the rules.
struct Filling {
  std::uint32_t arity = 0;
  float path_cost = 0.0f;       // of the lattice's arcs that the source side reads
  ForestNode** nodes = nullptr;  // in source order
  mutable std::uint32_t best_joint = 0;  // CubePruner's
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

// With room for that many nodes.
inline Filling* NewFilling(std::size_t arity, float path_cost, Arena* arena) {
  ForestNode** nodes = arity ? arena->Allocate<ForestNode*>(arity) : nullptr;
  return arena->New<Filling>(static_cast<std::uint32_t>(arity), path_cost, nodes);
}

struct ForestNode {
  int start, end;  // half-open token span
  std::uint16_t chart_class;
  bool pruned = false;
  ArenaList<Bundle> bundles;
  // Once pruned, best first.
  Hypothesis** hypotheses = nullptr;
  std::uint32_t hypothesis_count = 0;
};

struct FeatureValue {
  double value;
  std::uint32_t feature;
};

// One way to make a hypothesis: a rule and the hypotheses that fill its nonterminals.
struct Edge {
  Edge* next;  // of the same hypothesis
  const ForestNode* node;
  const Application* rule;
  Hypothesis** antecedents;  // in source order
  std::uint32_t arity;
  float path_cost;  // of the lattice's arcs that the source side reads
  float* lm_scores;  // natural-log probability this edge adds, per language model
  double score;            // what this edge adds to its antecedents' scores
  double total;            // with the best derivations of the antecedents
  // The features of the rule where it stands, zeros left out; filled when a derivation that has the edge is read.
  mutable const FeatureValue* features;
  mutable std::uint32_t feature_count;
};

// All derivations of a node with the same language-model states.
struct Hypothesis {
  double score;  // of the best derivation
  const ForestNode* node;
  const ChartState* states;  // one a language model
  Edge* edges;               // in no order
  std::uint32_t number;      // in the sentence
  float left_outside, right_outside;  // guesses for ordering only (OutsideEstimates)
  double order() const { return score + static_cast<double>(left_outside) + static_cast<double>(right_outside); }
};

}  // namespace simplifier
