// Cube pruning: intersects the nodes of a forest with the language models, best combinations first.
//
// Chiang 2007; the states are KenLM's left and right contexts (Heafield et al. 2011), so hypotheses recombine exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "chart/forest.hh"
#include "common/arena.hh"
#include "common/deadline.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class CubePruner {
 public:
  // At most pop_limit combinations of every node are kept; 0 keeps all.
  CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit, Arena* arena);

  // From now on the limit shrinks as the time that is left does, down to one combination a node.
  void Hurry(const Deadline* deadline, std::size_t node_count);
  bool timed_out() const { return timed_out_; }

  // Fills node->hypotheses from its bundles; antecedents must have been pruned before. With `one_state` all
  // combinations recombine (the end of the sentence, where nothing follows).
  void Prune(ForestNode* node, bool one_state = false);

  std::uint32_t hypothesis_count() const { return hypothesis_count_; }
  std::uint64_t pops() const { return pops_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  struct Candidate {
    double total;          // of the edge, here to be near
    std::uint64_t number;  // ties go to the older
    Edge* edge;
    ChartState* states;
    std::uint32_t* ranks;  // rule, then one an antecedent
  };
  static bool Worse(const Candidate& a, const Candidate& b) {
    return a.total != b.total ? a.total < b.total : a.number > b.number;
  }
  struct Slot {
    std::uint64_t hash;
    Hypothesis* hypothesis;  // null when empty
  };

  std::size_t LimitNow();
  void Push(const Bundle& bundle, const std::uint32_t* ranks);
  void PushSuccessors(const Candidate& candidate);
  void Score(Edge* edge, ChartState* states);
  void Keep(const Candidate& candidate, ForestNode* node, bool one_state);
  void GrowTable();
  std::uint64_t HashStates(const ChartState* states) const;
  bool SameStates(const ChartState* a, const ChartState* b) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  std::size_t pop_limit_;
  Arena* arena_;
  std::vector<Candidate> heap_;
  const ForestNode* node_ = nullptr;  // the one being pruned
  std::vector<std::uint32_t> best_ranks_;
  std::vector<LmSegment> segments_;
  std::vector<Slot> table_;  // by hash of the states, open addressing
  std::uint32_t hypothesis_count_ = 0;
  std::uint64_t pops_ = 0, evaluations_ = 0;
  const Deadline* deadline_ = nullptr;
  std::size_t nodes_to_do_ = 0, nodes_done_ = 0;
  double hurried_since_ = 0.0;  // seconds
  bool timed_out_ = false;
};

}  // namespace simplifier
