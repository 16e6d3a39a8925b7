// Estimates of the language-model score at the two edges of a span, made before its surroundings are known.
//
// The first words of a hypothesis get their final score only when something is put before them, and its last words bear
// on the score of what follows. Both scores are estimated in advance: that of the first words after the best beginning
// of the sentence found so far, and that of the likeliest next word after the last words. The estimates change no
// score, only the order in which hypotheses are made and kept.
#pragma once

#include <cstddef>
#include <vector>

#include "chart/forest.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class OutsideEstimates {
 public:
  // `nodes` are those of the whole forest, in the order in which they will be pruned: antecedents first.
  OutsideEstimates(const DecoderModel& model, const Sentence& sentence, const std::vector<ForestNode*>& nodes);

  // What the words before a span will add to the score of the states' first words: weights x natural-log probability,
  // summed over the language models. 0 where no beginning up to `start` is known yet.
  double Left(int start, const ChartState* states) const;
  // The score of the word expected after a span, behind the states' last words; units as for Left. 0 where no word is
  // expected.
  double Right(int end, const ChartState* states) const;

  // Notes the best hypothesis of a pruned node that begins the sentence, as the context of what starts where it ends. A
  // context gives way only to one of a higher order().
  void Follow(const ForestNode& node);

 private:
  void ExpectWords(const std::vector<ForestNode*>& nodes);
  void ExpectWord(int position, const Application& rule);

  const DecoderModel& model_;
  const Sentence& sentence_;
  const std::size_t lms_;
  std::vector<double> best_scores_;      // [positions]: order() of the best beginning that ends there
  std::vector<char> has_context_;        // [positions]
  std::vector<ChartState> contexts_;     // [positions x language models]: closed to the left, as nothing precedes them
  std::vector<char> has_word_;           // [positions]
  std::vector<WordIndex> words_;         // [positions x language models]
};

}  // namespace simplifier
