// Scores many sentences that are much alike, such as versions of one. A word after the same state is looked up only
// once.
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

// Not for several threads at once: scoring fills the memory of steps.
class SentenceScores {
 public:
  explicit SentenceScores(const LanguageModel& model);

  // Natural-log probability of words after <s>, equal to that of ScoreWords to the last bit.
  double Score(const WordIndex* words, std::size_t count);

 private:
  struct Step {
    float log10;
    std::uint32_t next;  // number of the state behind the word
  };
  struct StateHash {
    std::size_t operator()(const LmState& state) const;
  };

  // The number of a state, which may be new.
  std::uint32_t NumberOf(const LmState& state);

  const LanguageModel& model_;
  std::vector<LmState> states_;  // by number; number 0 is the state behind <s>
  std::unordered_map<LmState, std::uint32_t, StateHash> numbers_;
  std::unordered_map<std::uint64_t, Step> steps_;  // by number of the state (upper half) and word (lower half)
};

}  // namespace simplifier
