// A language model that also counts what is asked of it and times the answers. It is for measuring only, since reading
// the clock slows down every call.
//
// Usage:
//   auto timed = std::make_shared<TimedLanguageModel>(LanguageModel::Load("simple.binary"));
//   ... decode with it ...
//   timed->usage().seconds
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "language_model/language_model.hh"

namespace simplifier {

class TimedLanguageModel final : public LanguageModel {
 public:
  struct Usage {
    std::uint64_t calls;   // of ScoreRule, ScoreWords and ExtendLog10
    std::uint64_t words;   // terminals that they scored
    std::uint64_t joined;  // words at the left of joined parts, whose probability waited for their context
    double seconds;        // wall-clock time inside the language model, without that of reading the clock
    double clock_seconds;  // the time taken off for the clock; reading it costs the caller about as much again
  };

  explicit TimedLanguageModel(std::shared_ptr<const LanguageModel> model);

  // All that was asked since the beginning or the last Reset, by all threads together.
  Usage usage() const;
  void Reset();

  double ScoreRule(const LmSegment* segments, std::size_t count, bool begins_sentence,
                   ChartState* state) const override;
  double ScoreWords(const WordIndex* words, std::size_t count, bool begins_sentence) const override;
  const LmState& BeginState() const override { return model_->BeginState(); }
  float ExtendLog10(const LmState& state, WordIndex word, LmState* next) const override;
  WordIndex Index(std::string_view word) const override { return model_->Index(word); }
  WordIndex BeginSentence() const override { return model_->BeginSentence(); }
  WordIndex EndSentence() const override { return model_->EndSentence(); }
  unsigned Order() const override { return model_->Order(); }

 private:
  template <class Work>
  auto Timed(std::uint64_t words, std::uint64_t joined, const Work& work) const;

  std::shared_ptr<const LanguageModel> model_;
  double clock_nanoseconds_;  // what reading the clock adds to every interval
  mutable std::atomic<std::uint64_t> calls_{0}, words_{0}, joined_{0}, nanoseconds_{0};
};

}  // namespace simplifier
