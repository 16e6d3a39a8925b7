// Cube pruning: intersects the nodes of a forest with the language models, best combinations first.
//
// Chiang 2007; the states are KenLM's left and right contexts (Heafield et al. 2011), so hypotheses recombine exactly.
// What comes first is said by the score, or by the score and an estimate of the outside (SearchSpec).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "chart/forest.hh"
#include "common/arena.hh"
#include "common/deadline.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"
#include "pruning/join_memo.hh"
#include "pruning/join_scorer.hh"
#include "pruning/outside_estimates.hh"

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

  // The same piece by piece, where nothing has to be known of all nodes in advance: with neither a deadline nor outside
  // estimates. After Flush the nodes that were added have their hypotheses, and their bundles are of no use any more.
  static bool MayBeDoneInPassing(const DecoderModel& model, const Deadline& deadline) {
    return !model.search().outside && !deadline.is_set();
  }
  void Add(ForestNode* node);
  void Flush();
  void Finish(ForestNode* goal);

  bool timed_out() const { return timed_out_; }
  std::uint32_t hypothesis_count() const { return hypothesis_count_; }
  std::uint64_t pops() const { return pops_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  struct Candidate {
    Bundle bundle;
    ChartState* states;  // one a language model; null once it was kept out of its turn
    float* lm_scores;
    std::uint32_t place;  // of its node in the group
    std::uint32_t ranks;  // where they begin in ranks_: rule, then one an antecedent
    float left_outside, right_outside;
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
  // What a target side comes to with the best hypotheses in its nonterminals.
  struct BestJoint {
    std::uint64_t shape;
    std::uint32_t next;  // of the same filling; 0: none
    ChartState* states;  // null: a nonterminal has no hypothesis
    float* lm_scores;
    double parts;  // the sum of their scores
    float left_outside, right_outside;
  };

  std::size_t LimitNow(std::size_t nodes);
  bool DependsOnGroup(const ForestNode& node) const;
  // Prunes nodes of one span that are no antecedents of one another, under one limit.
  void PruneGroup(bool goal);
  void AddFirst(std::uint32_t place, const Bundle& bundle);
  void Pop(std::size_t limit);
  // Sorts a node's hypotheses and gives them to it.
  void Complete(ForestNode* node, std::vector<Hypothesis*>* found);
  // Gives every node without a hypothesis its best candidate, where the limit was reached before its turn.
  void KeepOneEach();
  // A new candidate of these ranks at the end of the heap, where there is one.
  bool AddCombination(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks);
  void AddBest(std::uint32_t place, const Bundle& bundle);
  const BestJoint& FindBestJoint(std::uint32_t place, const Bundle& bundle);
  Candidate Evaluate(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks);
  void PushSuccessors(const Candidate& candidate);
  void FindParts(const Bundle& bundle, std::uint32_t ranks);
  // What a rule and its parts_ add to the parts' scores, and the sum of both.
  double Added(const Application& rule, const float* lm_scores) const;
  double Total(double added) const;
  double Order(const Candidate& candidate) const;
  void Recall(std::uint64_t shape, const Application& rule, Candidate* candidate);
  void Share(Candidate* candidate);
  void Score(const Application& rule, Candidate* candidate);
  template <class T>
  T* Take(std::vector<T*>* spare);
  void EstimateOutside(const Application& rule, Candidate* candidate) const;
  Edge* MakeEdge(const Candidate& candidate);
  void Keep(const Candidate& candidate);
  void GrowTable();

  const DecoderModel& model_;
  const Sentence& sentence_;
  const std::size_t lms_;
  const std::size_t pop_limit_;
  const Deadline* deadline_;  // null: none
  Arena* arena_;
  JoinScorer scorer_;
  std::unique_ptr<OutsideEstimates> outside_;
  std::vector<ForestNode*> group_;
  std::vector<std::vector<Hypothesis*>> found_;  // of the group's nodes
  std::vector<Ready> best_first_;                // of each node of the group, where there are several
  bool one_state_ = false;  // all combinations of the group recombine
  std::vector<Candidate> candidates_;  // of the group
  std::vector<std::uint32_t> ranks_;   // the first are zeros, of any number of antecedents
  std::vector<Hypothesis*> parts_;  // of the combination that is looked at
  std::vector<Ready> heap_;
  std::vector<Slot> table_;  // by hash of the states, open addressing
  std::size_t kept_ = 0;     // hypotheses of the group
  std::unique_ptr<JoinMemo> memo_;  // null: parts are seldom joined again
  int memo_start_ = -1, memo_end_ = -1;  // the span it is of
  std::vector<BestJoint> best_joints_;   // of that span; the first stands for none
  // Room of combinations that were never taken, or recombined.
  std::vector<ChartState*> spare_states_;
  std::vector<float*> spare_scores_;
  std::uint32_t hypothesis_count_ = 0;
  std::uint64_t pops_ = 0, evaluations_ = 0;
  std::size_t nodes_to_do_ = 0, nodes_done_ = 0;
  double hurried_since_ = 0.0;  // seconds
  bool timed_out_ = false;
};

}  // namespace simplifier
