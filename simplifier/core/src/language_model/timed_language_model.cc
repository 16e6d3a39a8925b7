#include "language_model/timed_language_model.hh"

#include <algorithm>
#include <chrono>

namespace simplifier {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t NanosecondsSince(Clock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
}

// The mean length of an empty interval. Of several tries the least is taken, since anything else that runs only adds
// time.
double ClockNanoseconds() {
  constexpr int kTries = 20, kIntervals = 1000;
  double least = 1e9;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    std::uint64_t sum = 0;
    for (int i = 0; i < kIntervals; ++i) sum += NanosecondsSince(Clock::now());
    least = std::min(least, static_cast<double>(sum) / kIntervals);
  }
  return least;
}

}  // namespace

TimedLanguageModel::TimedLanguageModel(std::shared_ptr<const LanguageModel> model)
    : model_(std::move(model)), clock_nanoseconds_(ClockNanoseconds()) {}

template <class Work>
auto TimedLanguageModel::Timed(std::uint64_t words, std::uint64_t joined, const Work& work) const {
  const Clock::time_point start = Clock::now();
  const auto result = work();
  nanoseconds_.fetch_add(NanosecondsSince(start), std::memory_order_relaxed);
  calls_.fetch_add(1, std::memory_order_relaxed);
  words_.fetch_add(words, std::memory_order_relaxed);
  joined_.fetch_add(joined, std::memory_order_relaxed);
  return result;
}

TimedLanguageModel::Usage TimedLanguageModel::usage() const {
  const std::uint64_t calls = calls_.load();
  const double clock = clock_nanoseconds_ * static_cast<double>(calls);
  const double inside = std::max(static_cast<double>(nanoseconds_.load()) - clock, 0.0);
  return {calls, words_.load(), joined_.load(), inside * 1e-9, clock * 1e-9};
}

void TimedLanguageModel::Reset() {
  for (std::atomic<std::uint64_t>* count : {&calls_, &words_, &joined_, &nanoseconds_}) count->store(0);
}

double TimedLanguageModel::ScoreRule(const LmSegment* segments, std::size_t count, bool begins_sentence,
                                     ChartState* state) const {
  std::uint64_t words = 0, joined = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!segments[i].state) {
      ++words;
    } else if (i > 0 || begins_sentence) {
      joined += segments[i].state->left.length;
    }
  }
  return Timed(words, joined, [&] { return model_->ScoreRule(segments, count, begins_sentence, state); });
}

double TimedLanguageModel::ScoreWords(const WordIndex* words, std::size_t count, bool begins_sentence) const {
  return Timed(count, 0, [&] { return model_->ScoreWords(words, count, begins_sentence); });
}

float TimedLanguageModel::ExtendLog10(const LmState& state, WordIndex word, LmState* next) const {
  return Timed(1, 0, [&] { return model_->ExtendLog10(state, word, next); });
}

}  // namespace simplifier
