// What fills a gap that the sentence's own labels allow: any sequence of parts that covers its span.
//
// Grammars of words and phrases have no rules that build a noun phrase from its words. Where nonterminals are filled
// by labelled spans (DecoderModel::FillGapsByLabel), a rule's gap is a little glue grammar of its own.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "chart/forest.hh"
#include "common/arena.hh"
#include "model/decoder_model.hh"

namespace simplifier {

class GapSequences {
 public:
  using Nodes = std::function<const std::vector<ForestNode*>&(int start, int end)>;

  // Spans of a sentence of `size` tokens, each at most `widest` long.
  GapSequences(int size, int widest, const DecoderModel& model, Arena* arena);
  GapSequences(const GapSequences&) = delete;

  // The node that stands for a span; it has no bundles before it is needed.
  ForestNode* At(int start, int end);
  // Some rule has this sequence in a gap.
  void Need(ForestNode* sequence);
  // Gives every needed sequence its bundles. `nodes` are the chart's, all complete.
  void Complete(const Nodes& nodes);
  // The sequence of a span if it was needed, else null. Its parts end where it ends, or before.
  ForestNode* Needed(int start, int end) const;

 private:
  std::size_t Place(int start, int end) const {
    return static_cast<std::size_t>(start) * static_cast<std::size_t>(widest_) +
           static_cast<std::size_t>(end - start - 1);
  }
  void AddBundle(ForestNode* sequence, std::initializer_list<ForestNode*> antecedents);

  int widest_;
  std::uint16_t chart_class_;
  Application join_;  // paid for every part
  RuleList joins_;    // it alone
  Arena* arena_;
  std::deque<ForestNode> sequences_;
  std::vector<ForestNode*> by_span_;  // [tokens x widest]
  std::vector<char> needed_;          // [tokens x widest]
  std::vector<ForestNode*> waiting_;  // needed ones without bundles
};

}  // namespace simplifier
