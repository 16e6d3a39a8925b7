// Chooses among the k best derivations of a sentence with boosted trees.
//
// The log-linear score adds up over rules; what a whole output is worth to a metric does not (a second doubtful change
// can spoil what the first one gained). Trees that were trained on how much each candidate of a development set gains
// the metric see the derivation as a whole, and the others of its list.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trees/boosted_trees.hh"

namespace simplifier {

// A feature over the rules of a derivation that change something; all 0 when there are none.
struct EditRange {
  double least = 0.0, most = 0.0, sum = 0.0;
};

// What trees may read of a candidate. NAME is a feature of the decoder:
//   total:NAME     its sum over the derivation
//   least:NAME, most:NAME, mean:NAME     over the rules that change something
//   ratio:NAME/OTHER     total of one by total of the other, 0 where the other is 0
//   share:NAME     total by the number of source tokens
//   list-most:NAME, list-mean:NAME       most:NAME, mean:NAME: their highest and mean over the sentence's list
//   gap            score less the best score of the list
//   edits          rules that change something
//   length         tokens of the source
//   candidates     length of the list
class CandidateInputs {
 public:
  // `also` is a feature whose total is read besides, empty for none. Throws InputError for a name that is none of these
  // or has an unknown feature in it.
  CandidateInputs(const std::vector<std::string>& names, const std::vector<std::string>& features,
                  const std::string& also = "");

  std::size_t size() const { return inputs_.size(); }
  // Features whose total is needed, and those whose range over edits is, ascending.
  const std::vector<std::size_t>& totals() const { return totals_; }
  const std::vector<std::size_t>& followed() const { return followed_; }

  // What was read of one candidate.
  struct Candidate {
    double score;
    const double* totals;     // of totals()
    const EditRange* ranges;  // of followed()
    std::size_t edits;        // rules that change something
  };
  // The total of `also`.
  double Also(const Candidate& candidate) const { return candidate.totals[also_]; }
  // Rows [chosen x size()] of some candidates of a list, by their places in it.
  std::vector<float> Rows(std::size_t source_length, const std::vector<Candidate>& list,
                          const std::vector<std::uint32_t>& chosen) const;
  // By input: 1 for those that depend on all candidates of a list, and not on the best score alone.
  std::vector<std::uint8_t> OfWholeList() const;
  // Of all of them.
  std::vector<float> Rows(std::size_t source_length, const std::vector<Candidate>& list) const;

 private:
  enum class Kind { kTotal, kShare, kLeast, kMost, kMean, kRatio, kListMost, kListMean, kGap, kEdits, kLength, kCandidates };
  static bool IsTotal(Kind kind) { return kind == Kind::kTotal || kind == Kind::kShare || kind == Kind::kRatio; }
  struct Input {
    Kind kind;
    std::size_t feature, other;  // places among the totals, or among the followed ones
  };
  double OfList(const Input& input, double length, const std::vector<Candidate>& list) const;
  double Value(const Input& input, const Candidate& candidate, double length) const;

  std::vector<Input> inputs_;
  std::vector<std::size_t> totals_, followed_;
  std::size_t also_ = 0;  // among the totals
};

// What the changes of a sentence may add up to: derivations in which the total of a feature is above `most` are not
// chosen. Without a name there is no limit.
struct SumLimit {
  std::string feature;
  double most = 0.0;
};

class Reranker {
 public:
  // The file's first output is the gain; `depth` candidates are looked at; `score_weight` is what a unit of the
  // decoder's score counts beside it, `edit_cost` what every change costs. Throws InputError as BoostedTrees and
  // CandidateInputs do.
  Reranker(const std::string& path, const std::vector<std::string>& features, std::size_t depth, double score_weight,
           double edit_cost, SumLimit limit);

  const CandidateInputs& inputs() const { return inputs_; }
  std::size_t depth() const { return depth_; }

  struct Choice {
    std::uint32_t candidate;  // its place in the list
    double gain;              // as the trees predict it
  };
  // The k best of a list (all where there are fewer), best first; of equals, the earlier in the list. Those above the
  // limit are left out; where all are, the one of the least sum is there. The trees are not asked about candidates that
  // are not among them whatever their gain.
  std::vector<Choice> Choose(std::size_t source_length, const std::vector<CandidateInputs::Candidate>& list,
                             std::size_t k) const;

  // A candidate whose score is lower than another's by more than this is never put before it.
  double Reach() const;
  // Whether a candidate is within the limit.
  bool Allows(const CandidateInputs::Candidate& candidate) const {
    return limit_.feature.empty() || inputs_.Also(candidate) <= limit_.most;
  }
  // Which candidate is the best of a longer list that begins with these (the best score first, at least one within the
  // limit), whatever comes behind them, all of it out of reach; none where the trees would have to see the whole list.
  std::optional<std::size_t> SureChoice(std::size_t source_length,
                                        const std::vector<CandidateInputs::Candidate>& beginning) const;

 private:
  // What decides: the highest value is the best. It rises with the gain.
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
