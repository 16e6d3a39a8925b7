// Scores of a sentence as it is, by one language model.
#pragma once

#include <vector>

#include "model/sentence.hh"

namespace simplifier {

// All log probabilities are natural.
struct SourceScores {
  std::vector<LmState> before;   // [tokens + 2]: the state before each token, before </s>, and behind it
  std::vector<double> sum;       // [tokens + 2]: log probability of all that comes before, as for `before`
  std::vector<double> score;     // [tokens + 1]: log probability of each token and of </s>; 0 for a marker
  std::vector<WordIndex> words;  // [tokens + 1]: the tokens and </s> in the model's numbering; a marker as </s>
};

// Scores the sentence with language model m. It must not be a lattice.
SourceScores ScoreSource(const Sentence& sentence, std::size_t m);

}  // namespace simplifier
