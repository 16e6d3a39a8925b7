// Chooses among the k best derivations of a sentence with boosted trees.
//
// The log-linear score adds up over rules; what a whole output is worth to a metric does not (a second doubtful change
// can spoil what the first one gained). Trees that were trained on how much each candidate of a development set gains
// the metric see the derivation as a whole, and the others of its list.
#pragma once

#include <cstdint>
#include <memory>
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
  // Throws InputError for a name that is none of these or has an unknown feature in it.
  CandidateInputs(const std::vector<std::string>& names, const std::vector<std::string>& features);

  std::size_t size() const { return inputs_.size(); }
  // Features whose range over edits is needed, ascending.
  const std::vector<std::size_t>& followed() const { return followed_; }

  // One candidate as the decoder read it.
  struct Candidate {
    double score;
    const std::vector<double>* features;
    const std::vector<EditRange>* ranges;  // of the followed features
    std::size_t edits;
  };
  // Fills rows[candidates x size()].
  void Fill(std::size_t source_length, const std::vector<Candidate>& candidates, float* rows) const;

 private:
  enum class Kind { kTotal, kShare, kLeast, kMost, kMean, kRatio, kListMost, kListMean, kGap, kEdits, kLength, kCandidates };
  static bool IsTotal(Kind kind) { return kind == Kind::kTotal || kind == Kind::kShare || kind == Kind::kRatio; }
  struct Input {
    Kind kind;
    std::size_t feature;  // number, or place among the followed ones
    std::size_t other;
  };
  double Value(const Input& input, const Candidate& candidate, double length) const;

  std::vector<Input> inputs_;
  std::vector<std::size_t> followed_;
};

class Reranker {
 public:
  // The file's first output is the gain; `depth` candidates are looked at; `score_weight` is what a unit of the
  // decoder's score counts beside it, `edit_cost` what every change costs. Throws InputError as BoostedTrees and
  // CandidateInputs do.
  Reranker(const std::string& path, const std::vector<std::string>& features, std::size_t depth, double score_weight,
           double edit_cost);

  const CandidateInputs& inputs() const { return inputs_; }
  std::size_t depth() const { return depth_; }
  // The gain of each candidate.
  std::vector<double> Gains(const std::vector<float>& rows) const;
  // What decides: the highest value is the best.
  double Value(double gain, double score, std::size_t edits) const {
    return gain + score_weight_ * score - edit_cost_ * static_cast<double>(edits);
  }

 private:
  std::unique_ptr<const BoostedTrees> trees_;
  CandidateInputs inputs_;
  std::size_t depth_;
  double score_weight_, edit_cost_;
};

}  // namespace simplifier
