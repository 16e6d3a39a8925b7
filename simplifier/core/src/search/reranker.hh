// Chooses among the k best derivations of a sentence with boosted trees.
//
// The log-linear score adds up over rules. What a whole output gains by a metric does not: a second doubtful change can
// spoil what the first one gained. The trees see a derivation as a whole, together with the others of its list. They
// are trained on the candidates of a development set, to predict how much each gains by the metric.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trees/boosted_trees.hh"

namespace simplifier {

// The least and highest value of a feature, and its sum, over the rules of a derivation that change something. All are
// 0 when no rule does.
struct EditRange {
  double least = 0.0, most = 0.0, sum = 0.0;
};

// The inputs of trees for a candidate, by name. NAME is a feature of the decoder:
//   total:NAME     its sum over the derivation
//   least:NAME, most:NAME, mean:NAME     over the rules that change something
//   ratio:NAME/OTHER     total of one by total of the other, 0 where the other is 0
//   share:NAME     total by the number of source tokens
//   list-most:NAME     the highest most:NAME of the sentence's list
//   list-mean:NAME     the mean of mean:NAME over the sentence's list
//   gap            score less the best score of the list
//   edits          rules that change something
//   length         tokens of the source
//   candidates     length of the list
class CandidateInputs {
 public:
  // `also` is one more feature whose total is read; empty for none. Throws InputError for a name that is none of the
  // above or that contains an unknown feature.
  CandidateInputs(const std::vector<std::string>& names, const std::vector<std::string>& features,
                  const std::string& also = "");

  std::size_t size() const { return inputs_.size(); }
  // Numbers of the features whose totals are needed, and of those whose ranges over the edits are needed. Both ascend.
  const std::vector<std::size_t>& totals() const { return totals_; }
  const std::vector<std::size_t>& followed() const { return followed_; }

  // One candidate as a CandidateReader reads it.
  struct Candidate {
    double score;
    const double* totals;     // [totals()]
    const EditRange* ranges;  // [followed()]
    std::size_t edits;        // rules that change something
  };
  // The total of `also`.
  double Also(const Candidate& candidate) const { return candidate.totals[also_]; }
  // Inputs [chosen x size()] of some candidates of a list; `chosen` are their places in the list.
  std::vector<float> Rows(std::size_t source_length, const std::vector<Candidate>& list,
                          const std::vector<std::uint32_t>& chosen) const;
  // For every input, 1 if it depends on all candidates of a list, and 0 if the candidate and the best score suffice.
  std::vector<std::uint8_t> OfWholeList() const;
  // Inputs [list x size()] of all candidates of a list.
  std::vector<float> Rows(std::size_t source_length, const std::vector<Candidate>& list) const;

 private:
  enum class Kind { kTotal, kShare, kLeast, kMost, kMean, kRatio, kListMost, kListMean, kGap, kEdits, kLength, kCandidates };
  static bool IsTotal(Kind kind) { return kind == Kind::kTotal || kind == Kind::kShare || kind == Kind::kRatio; }
  struct Input {
    Kind kind;
    std::size_t feature, other;  // places in totals() if IsTotal(kind), else in followed()
  };
  double OfList(const Input& input, double length, const std::vector<Candidate>& list) const;
  double Value(const Input& input, const Candidate& candidate, double length) const;

  std::vector<Input> inputs_;
  std::vector<std::size_t> totals_, followed_;
  std::size_t also_ = 0;  // place in totals()
};

// A limit on the changes of a sentence: derivations in which the total of a feature is above `most` are not chosen.
// Without a feature there is no limit.
struct SumLimit {
  std::string feature;
  double most = 0.0;
};

// One object serves any number of threads.
class Reranker {
 public:
  // `path` is a file of trees whose first output is the gain. The first `depth` candidates of a list are looked at. A
  // candidate's value is its gain, plus `score_weight` for every unit of the decoder's score, less `edit_cost` for
  // every rule that changes something. Throws InputError as BoostedTrees::Load and CandidateInputs do.
  Reranker(const std::string& path, const std::vector<std::string>& features, std::size_t depth, double score_weight,
           double edit_cost, SumLimit limit);

  const CandidateInputs& inputs() const { return inputs_; }
  std::size_t depth() const { return depth_; }

  struct Choice {
    std::uint32_t candidate;  // its place in the list
    double gain;              // predicted by the trees
  };
  // The k candidates of the highest values, best first; of equals, the earlier in the list comes first. There may be
  // fewer than k. Candidates above the limit are left out; if all are above, the one of the least total is taken. The
  // trees are not asked about candidates that cannot be among the k best whatever their gain.
  std::vector<Choice> Choose(std::size_t source_length, const std::vector<CandidateInputs::Candidate>& list,
                             std::size_t k) const;

  // A candidate whose score is lower than another's by more than this never comes before it. Infinite where the score
  // alone cannot decide: without a positive score weight, or with an edit cost.
  double Reach() const;
  // True if a candidate is within the limit.
  bool Allows(const CandidateInputs::Candidate& candidate) const {
    return limit_.feature.empty() || inputs_.Also(candidate) <= limit_.most;
  }
  // The place of the best candidate of a list of which only the beginning is known. The beginning is sorted by score
  // and holds a candidate within the limit, and all that follows is out of reach. Returns nothing when the trees would
  // have to see the whole list to decide.
  std::optional<std::size_t> SureChoice(std::size_t source_length,
                                        const std::vector<CandidateInputs::Candidate>& beginning) const;

 private:
  // The value by which candidates are ranked. It rises with the gain, so bounds of the gain give bounds of the value.
  double Value(double gain, const CandidateInputs::Candidate& candidate) const {
    return gain + score_weight_ * candidate.score - edit_cost_ * static_cast<double>(candidate.edits);
  }
  std::vector<std::uint32_t> Allowed(const std::vector<CandidateInputs::Candidate>& list) const;
  std::vector<std::uint32_t> MayBeAmong(const std::vector<CandidateInputs::Candidate>& list,
                                        const std::vector<std::uint32_t>& allowed, std::size_t k) const;

  std::unique_ptr<const BoostedTrees> trees_;
  CandidateInputs inputs_;
  std::size_t depth_;
  double score_weight_, edit_cost_;
  SumLimit limit_;
};

}  // namespace simplifier
