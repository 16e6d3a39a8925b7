// What fills gaps that go by the sentence's labels: any sequence of parts that covers the gap's span.
//
// Grammars of words and phrases have no rules that build a noun phrase from its words. So where gaps are filled by
// labelled spans (DecoderModel::FillGapsByLabel), each such span has a little glue grammar of its own.
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

  // The node for all sequences over a span. It has no bundles unless Need is called for it, and none before Complete.
  ForestNode* At(int start, int end);
  // Notes that some rule has this sequence in a gap.
  void Need(ForestNode* sequence);
  // Gives every needed sequence its bundles. `nodes` gives those of the chart, which must all be complete.
  void Complete(const Nodes& nodes);
  // The sequence of a span if it is needed, else null. Its antecedents end where it ends, or before.
  ForestNode* Needed(int start, int end) const;

 private:
  std::size_t Place(int start, int end) const {
    return static_cast<std::size_t>(start) * static_cast<std::size_t>(widest_) +
           static_cast<std::size_t>(end - start - 1);
  }
  void AddBundle(ForestNode* sequence, std::initializer_list<ForestNode*> antecedents);

  int widest_;
  std::uint16_t chart_class_;
  Application join_;  // the glue, whose penalty is paid for every part
  RuleList joins_;    // join_ alone
  Arena* arena_;
  std::deque<ForestNode> sequences_;
  std::vector<ForestNode*> by_span_;  // [tokens x widest]
  std::vector<char> needed_;          // [tokens x widest]
  std::vector<ForestNode*> waiting_;  // needed sequences that have no bundles yet
};

}  // namespace simplifier
