// What language models will say at the edges of a span, guessed before its surroundings are known.
//
// What a hypothesis's first words cost is known when something is put before it, and its last words bear on what comes
// behind. Both are asked for in advance: its first words after the best beginning of the sentence found so far, and the
// likeliest next word after its last ones. Scores do not change, only the order in which hypotheses are made and kept.
#pragma once

#include <cstddef>
#include <vector>

#include "chart/forest.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class OutsideEstimates {
 public:
  // Of a forest given by its nodes, antecedents first; the order in which they will be pruned.
  OutsideEstimates(const DecoderModel& model, const Sentence& sentence, const std::vector<ForestNode*>& nodes);

  // What the words before a span add to the score of the states' first words; 0 where none are known yet.
  double Left(int start, const ChartState* states) const;
  // The score of the word behind a span after the states' last words; 0 where none is expected.
  double Right(int end, const ChartState* states) const;

  // From now on, what follows a node that begins the sentence stands after its best hypothesis.
  void Follow(const ForestNode& node);

 private:
  void ExpectWords(const std::vector<ForestNode*>& nodes);
  void ExpectWord(int position, const Application& rule);

  const DecoderModel& model_;
  const Sentence& sentence_;
  const std::size_t lms_;
  std::vector<double> best_scores_;      // [positions]: of the beginnings so far
  std::vector<char> has_context_;        // [positions]
  std::vector<ChartState> contexts_;     // [positions x language models]: closed to the left
  std::vector<char> has_word_;           // [positions]
  std::vector<WordIndex> words_;         // [positions x language models]
};

}  // namespace simplifier
