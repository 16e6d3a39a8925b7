// CYK+ parsing of a sentence with the source sides of all grammars: the forest without language model.
//
// Every span has at most one node per chart class. Dotted items run along the source tries, so a rule's prefix is
// matched once for all rules that share it (Chappelier and Rajman 1998).
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
  // What is only needed until a span is pruned is made in `passing`, which may be the same arena.
  ChartParser(const DecoderModel& model, const Sentence& sentence, Arena* arena, Arena* passing);

  // Fills the chart. Afterwards every token is covered by at least one node of length 1.
  // Past half of the deadline only single words get rules, so that there is a derivation in time.
  // `after` is called with every span when its nodes are complete (unless gaps go by the sentence's labels), and may
  // clear their bundles.
  using AfterSpan = std::function<void(int start, int end)>;
  void Parse(const Deadline& deadline, const AfterSpan& after = {});
  bool hurried() const { return hurried_; }

  // The longest span that can have nodes.
  int widest() const { return widest_; }
  // Nodes of a span no wider than that, by rising chart class: an order in which unary rules lead forwards.
  const std::vector<ForestNode*>& Nodes(int start, int end) const { return Cell(start, end).nodes; }
  // What fills gaps on this span by the sentence's labels; null when nothing asks for it.
  ForestNode* Sequence(int start, int end) const { return sequences_.Needed(start, end); }
  std::size_t node_count() const { return nodes_.size(); }
  std::size_t application_count() const { return application_count_; }

 private:
  // A partly matched source side: a trie node and the chart nodes that filled its nonterminals so far.
  struct Dot {
    std::uint32_t trie_node;
    std::uint32_t arity;
    const Dot* previous;  // the dot before the last nonterminal, null when there is none
    ForestNode* filler;   // of the last nonterminal
    float cost;           // of the lattice's arcs
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
  // The same two steps where gaps are filled by labelled spans.
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
  // Puts an application of given words on a span, once for every label unknown words have.
  void AddLiteral(int start, int end, Application application);
  bool IsUnknown(int token) const;
  bool IsUnknownArc(int token) const;
  // What a span's words cost the language models, as a guess, and the weights that count them.
  void ScoreLiteral(Application* application) const;
  bool Allows(std::size_t grammar, int start, int end) const {
    return model_.grammars()[grammar].spec.Allows(start, start + sentence_.Distance(start, end));
  }
  // Which layers of the label a rule with this dot reaches, as a half-open range; empty where it has no place.
  std::pair<unsigned, unsigned> Layers(std::uint16_t label, bool unary, const Dot& dot) const;
  // Rules of one source side that lead to one chart class.
  struct AppliedRules {
    RuleList* list;
    std::uint16_t label;
  };
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
  RulePlace place_;  // of the rules that are being put on a span
  std::vector<const ForestNode*> fillers_;
  // Whether a rule scores the same on every span where the sentence says nothing of the span; then such spans share it.
  const bool alike_everywhere_;
  std::unordered_map<std::uint64_t, std::vector<AppliedRules>> applied_;  // by grammar and trie node
  std::vector<ForestNode*> node_of_class_;  // [chart classes]: the one made or found last
  std::vector<int> filler_of_label_;  // [labels]: number in the cell that parts are being taken from; -1: none
  std::vector<std::pair<int, std::uint32_t>> continuations_;  // filler and child
  std::size_t application_count_ = 0;
  bool hurried_ = false;
};

// The rules' order inside a bundle: best guess first, then by number so that ties are the same everywhere.
inline bool Better(const Application& a, const Application& b) {
  const double first = a.score + a.estimate, second = b.score + b.estimate;
  return first != second ? first > second : a.rule < b.rule;
}

}  // namespace simplifier
