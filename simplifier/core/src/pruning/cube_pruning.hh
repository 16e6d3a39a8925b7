// Cube pruning: intersects the nodes of a forest with the language models, best combinations first.
//
// The algorithm is that of Chiang 2007. The states are KenLM's left and right contexts (Heafield et al. 2011), so two
// hypotheses recombine exactly when no language model can tell them apart. Combinations are ordered by their score, or
// by the sum of score and outside estimate (SearchSpec). Each pop scores at most one new combination for the rule and
// one for every antecedent.
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
  // At most pop_limit combinations are kept for every node, or for every span if the model's SearchSpec says so; 0
  // keeps all. With a deadline the limit shrinks with the time that is left, down to one combination per node.
  CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit, const Deadline& deadline,
             Arena* arena);

  // Fills the hypotheses of all nodes from their bundles. Antecedents come before the nodes that use them, and the goal
  // comes last. All combinations of the goal recombine into one hypothesis, since nothing follows it.
  void Prune(const std::vector<ForestNode*>& nodes);

  // The same node by node: Add the nodes in order, Flush at will, Finish with the goal. This needs a search that looks
  // at no node in advance, so one without a deadline (which counts the nodes) and without outside estimates (which read
  // the rules of all nodes). After Flush the nodes added so far have their hypotheses, and their bundles are no longer
  // needed.
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
    ChartState* states;  // one per language model; null once KeepOneEach has kept the candidate
    float* lm_scores;
    std::uint32_t place;  // of its node in the group
    std::uint32_t ranks;  // index into ranks_ of the rule's rank; one rank per antecedent follows
    float left_outside, right_outside;
  };
  struct Ready {
    double order;
    std::uint32_t number;  // in candidates_; of equals the older comes first
  };
  static bool Worse(const Ready& a, const Ready& b) {
    return a.order != b.order ? a.order < b.order : a.number > b.number;
  }
  struct Slot {
    std::uint64_t hash;
    Hypothesis* hypothesis;  // null when empty
  };
  // The states and scores of a target side with the best hypothesis in each of its nonterminals.
  struct BestJoint {
    std::uint64_t shape;
    std::uint32_t next;  // number of the next joint of the same filling; 0: none
    ChartState* states;  // null when a nonterminal has no hypothesis
    float* lm_scores;
    double parts;  // the sum of the scores of those hypotheses
    float left_outside, right_outside;
  };

  std::size_t LimitNow(std::size_t nodes);
  bool DependsOnGroup(const ForestNode& node) const;
  // Prunes the nodes of group_ under one limit. They share a span, and none is an antecedent of another.
  void PruneGroup(bool goal);
  void AddFirst(std::uint32_t place, const Bundle& bundle);
  void Pop(std::size_t limit);
  // Sorts the hypotheses that were found for a node, best first, and stores them in the node.
  void Complete(ForestNode* node, std::vector<Hypothesis*>* found);
  // Gives every node that was left without a hypothesis its best candidate. The nodes of a group share a limit, and a
  // node whose turn does not come within it would be lost to every rule that needs it.
  void KeepOneEach();
  // Appends the candidate with these ranks to heap_, without restoring the heap order. Returns false, and appends
  // nothing, when a rank lies behind the last rule or the last hypothesis.
  bool AddCombination(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks);
  void AddBest(std::uint32_t place, const Bundle& bundle);
  const BestJoint& FindBestJoint(std::uint32_t place, const Bundle& bundle);
  Candidate Evaluate(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks);
  void PushSuccessors(const Candidate& candidate);
  void FindParts(const Bundle& bundle, std::uint32_t ranks);
  // Added: the rule's score and the weighted language-model scores, in natural logarithms. Total: the same plus the
  // scores of parts_.
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
  std::vector<std::vector<Hypothesis*>> found_;  // by place in the group
  std::vector<Ready> best_first_;                // the best first candidate of each node, in groups of several nodes
  bool one_state_ = false;  // true for the goal: all combinations of the group recombine
  std::vector<Candidate> candidates_;  // of the group
  std::vector<std::uint32_t> ranks_;   // begins with enough zeros for the first combination of any bundle of the group
  std::vector<Hypothesis*> parts_;  // the hypotheses in the gaps of the combination at hand
  std::vector<Ready> heap_;
  std::vector<Slot> table_;  // by hash of the states, open addressing
  std::size_t kept_ = 0;     // hypotheses of the group
  std::unique_ptr<JoinMemo> memo_;  // null where the same parts are seldom joined again
  int memo_start_ = -1, memo_end_ = -1;  // the span that memo_ is about
  std::vector<BestJoint> best_joints_;   // of that span; number 0 stands for none
  // Memory for reuse, from combinations that were never popped or that recombined.
  std::vector<ChartState*> spare_states_;
  std::vector<float*> spare_scores_;
  std::uint32_t hypothesis_count_ = 0;
  std::uint64_t pops_ = 0, evaluations_ = 0;
  std::size_t nodes_to_do_ = 0, nodes_done_ = 0;
  double hurried_since_ = 0.0;  // seconds
  bool timed_out_ = false;
};

}  // namespace simplifier
