// Language-model scores of a rule's target side with its gaps filled.
#pragma once

#include <cstdint>
#include <vector>

#include "chart/forest.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class JoinScorer {
 public:
  JoinScorer(const DecoderModel& model, const Sentence& sentence) : model_(model), sentence_(sentence) {}

  // For each language model, sets lm_scores[m] to the natural-log probability that the rule adds to those of its parts,
  // and states[m] to the state of the whole. `parts` fill the gaps, in source order.
  void Score(const Application& rule, const std::vector<Hypothesis*>& parts, ChartState* states, float* lm_scores);
  // A hash of how the rule puts words and parts together. Labels do not enter it.
  std::uint64_t ShapeOf(const Application& rule) const;

 private:
  double ScoreParts(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m, ChartState* state);
  double ScoreTarget(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m, ChartState* state);

  const DecoderModel& model_;
  const Sentence& sentence_;
  std::vector<LmSegment> segments_;
};

}  // namespace simplifier
