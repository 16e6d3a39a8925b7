// What a language model says of a sentence as it is.
#pragma once

#include <vector>

#include "model/sentence.hh"

namespace simplifier {

struct SourceScores {
  std::vector<LmState> before;   // the state before each token, and at the end
  std::vector<double> sum;       // natural-log probability of the tokens before
  std::vector<double> score;     // of each word, with </s>; 0 of a marker
  std::vector<WordIndex> words;  // with </s>
};

SourceScores ScoreSource(const Sentence& sentence, std::size_t m);

}  // namespace simplifier
