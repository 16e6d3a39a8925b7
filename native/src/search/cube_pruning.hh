// Cube pruning: intersects the nodes of a forest with the language models, best combinations first.
//
// Chiang 2007; the states are KenLM's left and right contexts (Heafield et al. 2011), so hypotheses recombine exactly.
// What comes first is said by the score, or by the score and an estimate of the outside (SearchSpec).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "chart/forest.hh"
#include "chart/joint.hh"
#include "common/arena.hh"
#include "common/deadline.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"
#include "search/outside_estimates.hh"

namespace simplifier {

class CubePruner {
 public:
  // At most pop_limit combinations of every node (or span, by the model's SearchSpec) are kept; 0 keeps all. With a
  // deadline the limit shrinks as the time that is left does, down to one combination a node.
  CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit, const Deadline& deadline,
             Arena* arena);

  // Fills the hypotheses of all nodes from their bundles. Antecedents come first; all combinations of the last node, the
  // goal, recombine, since nothing follows.
  void Prune(const std::vector<ForestNode*>& nodes);

  bool timed_out() const { return timed_out_; }
  std::uint32_t hypothesis_count() const { return hypothesis_count_; }
  std::uint64_t pops() const { return pops_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  struct Candidate {
    Edge* edge;
    ForestNode* node;
    ChartState* states;
    std::size_t ranks;  // where they begin in ranks_: rule, then one an antecedent
    float left_outside, right_outside;
    double order() const {
      return edge->total + static_cast<double>(left_outside) + static_cast<double>(right_outside);
    }
  };
  struct Ready {
    double order;
    std::uint32_t number;  // in candidates_; ties go to the older
  };
  static bool Worse(const Ready& a, const Ready& b) {
    return a.order != b.order ? a.order < b.order : a.number > b.number;
  }
  struct Slot {
    std::uint64_t hash;
    Hypothesis* hypothesis;  // null when empty
  };

  std::size_t LimitNow(std::size_t nodes);
  bool DependsOnGroup(const ForestNode& node) const;
  // Prunes nodes of one span that are no antecedents of one another, under one limit.
  void PruneGroup(bool goal);
  void PushFirst(ForestNode* node, const Bundle& bundle);
  void Pop(std::size_t limit);
  // Gives every node without a hypothesis its best candidate, where the limit was reached before its turn.
  void KeepOneEach();
  // A new candidate of these ranks (a place in ranks_), where there is one.
  void Push(ForestNode* node, const Bundle& bundle, std::size_t ranks);
  void Evaluate(ForestNode* node, const Bundle& bundle, std::size_t ranks);
  void PushSuccessors(const Candidate& candidate);
  Edge* MakeEdge(ForestNode* node, const Bundle& bundle, std::size_t ranks);
  ChartState* MakeStates();
  void Score(Edge* edge, ChartState* states);
  double ScoreJoint(const Edge& edge, Joint joint, std::size_t m, ChartState* state);
  double ScoreTarget(const Edge& edge, std::size_t m, ChartState* state);
  void EstimateOutside(Candidate* candidate) const;
  void Keep(const Candidate& candidate);
  void GrowTable();
  std::uint64_t HashStates(const ChartState* states) const;
  bool SameStates(const ChartState* a, const ChartState* b) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  const std::size_t lms_;
  const std::size_t pop_limit_;
  const Deadline* deadline_;  // null: none
  Arena* arena_;
  std::unique_ptr<OutsideEstimates> outside_;
  std::vector<ForestNode*> group_;
  bool one_state_ = false;  // all combinations of the group recombine
  std::vector<Candidate> candidates_;  // of the group
  std::vector<std::uint32_t> ranks_;
  std::vector<Ready> heap_;
  std::vector<LmSegment> segments_;
  std::vector<Slot> table_;  // by hash of the states, open addressing
  std::size_t kept_ = 0;     // hypotheses of the group
  // Room of combinations that were never taken, or recombined.
  std::vector<std::vector<Edge*>> spare_edges_;  // by arity
  std::vector<ChartState*> spare_states_;
  std::uint32_t hypothesis_count_ = 0;
  std::uint64_t pops_ = 0, evaluations_ = 0;
  std::size_t nodes_to_do_ = 0, nodes_done_ = 0;
  double hurried_since_ = 0.0;  // seconds
  bool timed_out_ = false;
};

}  // namespace simplifier
