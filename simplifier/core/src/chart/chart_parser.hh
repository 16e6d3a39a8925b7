// CYK+ parsing of a sentence with the source sides of all grammars. It makes the forest without language models.
//
// Every span has at most one node per chart class. Dotted items run along the source tries, so a prefix of source sides
// is matched once for all rules that share it (Chappelier and Rajman 1998). Dots with different fillers are not merged,
// so with spans of at most w positions a source side with r gaps may have in the order of w^(r-1) dots on one span.
#pragma once

#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chart/forest.hh"
#include "chart/gap_sequences.hh"
#include "chart/target_classes.hh"
#include "common/arena.hh"
#include "common/deadline.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class ChartParser {
 public:
  // Bundles and fillings, which are needed only until their span is pruned, are made in `passing`; rules and dots in
  // `arena`. Both may be the same arena.
  ChartParser(const DecoderModel& model, const Sentence& sentence, Arena* arena, Arena* passing);

  // Fills the chart. Unless the model has a goal of its own, every token then has a node over itself or over the
  // replacement that it belongs to. Past half of the deadline only single words get rules, so that there is a
  // derivation in time. A model with a goal of its own is exempt, since its goal may need rules of any width.
  //
  // `after` is called with every span when its nodes are complete, and may clear their bundles. It must not be given
  // where gaps are filled by label, since what fills them is complete only when Parse returns.
  using AfterSpan = std::function<void(int start, int end)>;
  void Parse(const Deadline& deadline, const AfterSpan& after = {});
  // True if the deadline cut the parsing short.
  bool hurried() const { return hurried_; }

  // The longest span that can have nodes.
  int widest() const { return widest_; }
  // Nodes of a span no wider than that, by rising chart class. Unary rules lead forwards in this order.
  const std::vector<ForestNode*>& Nodes(int start, int end) const { return Cell(start, end).nodes; }
  // The node that fills gaps on this span where gaps are filled by label; null when no rule needs it.
  ForestNode* Sequence(int start, int end) const { return sequences_.Needed(start, end); }
  std::size_t node_count() const { return nodes_.size(); }
  std::size_t application_count() const { return application_count_; }

 private:
  // A partly matched source side: a trie node and the chart nodes that filled its nonterminals so far.
  struct Dot {
    std::uint32_t trie_node;
    std::uint32_t arity;
    const Dot* previous;  // the dot that has the filler before `filler`; null when there is none
    ForestNode* filler;   // of the last nonterminal; null when there is none
    float cost;           // of the lattice's arcs read so far
  };
  struct Item {
    std::size_t grammar;
    const Dot* dot;
  };
  struct ChartCell {
    std::vector<Item> items;
    std::vector<ForestNode*> nodes;
  };

  const ChartCell& Cell(int start, int end) const;
  ChartCell& Cell(int start, int end);
  void ParseSpan(int start, int end);
  void AdvanceOverWord(int start, int end);
  void AdvanceOverNodes(int start, int end);
  void FindContinuations(const Grammar& grammar, std::uint32_t trie_node, const std::vector<ForestNode*>& fillers);
  void StartWithNode(int start, int end, ForestNode* node);
  // The same steps as AdvanceOverNodes and StartWithNode, for models that fill gaps by label.
  void AdvanceOverLabels(int start, int end);
  void StartWithLabel(int start, int end);
  template <class Action>
  void ForLabels(const Grammar& grammar, std::uint32_t trie_node, int start, int end, const Action& action) const;
  void AddItem(int start, int end, std::size_t grammar, std::uint32_t trie_node, const Dot* before,
               ForestNode* filler, float cost = 0.0f);
  void AddRules(int start, int end, std::size_t grammar, const Dot& dot);
  void AddLiterals(int start, int end);
  void AddUnknownWord(int token);
  void AddReplacement(std::size_t number);
  // Puts an application of given words on a span, once for every label that unknown words have.
  void AddLiteral(int start, int end, Application application);
  bool IsUnknown(int token) const;
  bool IsUnknownArc(int token) const;
  // Sets the score of an application of given words by the features that count words, and its language-model estimate.
  void ScoreLiteral(Application* application) const;
  bool Allows(std::size_t grammar, int start, int end) const {
    return model_.grammars()[grammar].spec.Allows(start, start + sentence_.Distance(start, end));
  }
  // The layers of the label that a rule with this dot reaches, as a half-open range; empty if there are none.
  std::pair<unsigned, unsigned> Layers(std::uint16_t label, bool unary, const Dot& dot) const;
  // Rules of one source side that lead to one chart class.
  struct AppliedRules {
    RuleList* list;
    std::uint16_t label;
  };
  // Applies the rules of a trie node where place_ is: one list for each chart class that they lead to, best first.
  void ApplyAll(std::size_t grammar, const TrieNode& trie_node, double own_context, bool copies_only, float cost,
                std::vector<AppliedRules>* applied);
  void SetPlace(int start, int end, const Dot& dot);
  Application Apply(std::size_t grammar, std::uint32_t rule, double own_context);
  ForestNode* Node(int start, int end, std::uint16_t chart_class);
  const Filling* FillingOf(const Dot& dot);

  const DecoderModel& model_;
  const Sentence& sentence_;
  Arena* arena_;
  Arena* passing_;
  int widest_ = 1;
  std::vector<ChartCell> cells_;  // [tokens x widest_]
  GapSequences sequences_;
  std::deque<ForestNode> nodes_;
  std::vector<Application> scratch_;
  TargetClasses classes_;
  RulePlace place_;  // where rules are being put
  std::vector<const ForestNode*> fillers_;
  // True if a rule scores the same on all spans of which the sentence says nothing, so that they can share its list.
  // Nobody may write to a shared list: ApplicationValues does only where there are application features, and
  // HopelessRules only where there are no nonterminals.
  const bool alike_everywhere_;
  std::unordered_map<std::uint64_t, std::vector<AppliedRules>> applied_;  // the shared lists, by grammar and trie node
  std::vector<ForestNode*> node_of_class_;  // [chart classes]: the node made or found last
  std::vector<int> filler_of_label_;  // [labels]: place of its node in the cell that fillers are taken from; -1: none
  std::vector<std::pair<int, std::uint32_t>> continuations_;  // place of the filler, and child
  std::size_t application_count_ = 0;
  bool hurried_ = false;
};

// The order of rules in a bundle: by score and estimate, best first; ties by rule number, so that they are the same
// everywhere.
inline bool Better(const Application& a, const Application& b) {
  const double first = a.score + a.estimate, second = b.score + b.estimate;
  return first != second ? first > second : a.rule < b.rule;
}

}  // namespace simplifier
