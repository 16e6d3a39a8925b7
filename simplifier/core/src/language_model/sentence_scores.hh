// Scores many sentences that are much alike, such as versions of one: a word after the same words is looked up once.
//
// Usage:
//   SentenceScores scores(model);
//   double log_prob = scores.Score(words, count);   // as model.ScoreWords(words, count, /*begins_sentence=*/true)
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "language_model/language_model.hh"

namespace simplifier {

class SentenceScores {
 public:
  explicit SentenceScores(const LanguageModel& model);

  // Natural-log probability of words after <s>, to the last bit that of ScoreWords.
  double Score(const WordIndex* words, std::size_t count);

 private:
  struct Step {
    float log10;
    std::uint32_t next;  // number of the state behind the word
  };
  struct StateHash {
    std::size_t operator()(const LmState& state) const;
  };

  std::uint32_t NumberOf(const LmState& state);

  const LanguageModel& model_;
  std::vector<LmState> states_;
  std::unordered_map<LmState, std::uint32_t, StateHash> numbers_;
  std::unordered_map<std::uint64_t, Step> steps_;  // by number of the state, and word
};

}  // namespace simplifier
