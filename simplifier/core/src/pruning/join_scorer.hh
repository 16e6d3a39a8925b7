// What the language models say of a rule's target side and the parts in it.
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

  // The natural-log probability that a rule adds to its parts, given in source order, and the states of the whole, for
  // each language model.
  void Score(const Application& rule, const std::vector<Hypothesis*>& parts, ChartState* states, float* lm_scores);
  // How a target side puts words and parts together, as a number: labels do not matter.
  std::uint64_t ShapeOf(const Application& rule) const;

 private:
  double ScoreParts(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m, ChartState* state);
  double ScoreTarget(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m, ChartState* state);

  const DecoderModel& model_;
  const Sentence& sentence_;
  std::vector<LmSegment> segments_;
};

}  // namespace simplifier
