#include "language_model/sentence_scores.hh"

namespace simplifier {

SentenceScores::SentenceScores(const LanguageModel& model) : model_(model) { NumberOf(model.BeginState()); }

double SentenceScores::Score(const WordIndex* words, std::size_t count) {
  double score = 0.0;
  std::uint32_t state = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [step, is_new] = steps_.try_emplace(std::uint64_t{state} << 32 | words[i]);
    if (is_new) {
      LmState next;
      step->second.log10 = model_.ExtendLog10(states_[state], words[i], &next);
      step->second.next = NumberOf(next);
    }
    score += step->second.log10;
    state = step->second.next;
  }
  return kLn10 * score;
}

std::size_t SentenceScores::StateHash::operator()(const LmState& state) const {
  std::uint64_t hash = state.length;
  for (unsigned i = 0; i < state.length; ++i) hash = (hash ^ state.words[i]) * 0x9e3779b97f4a7c15ULL ^ hash >> 29;
  return hash ^ hash >> 32;
}

std::uint32_t SentenceScores::NumberOf(const LmState& state) {
  const auto [at, is_new] = numbers_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
  if (is_new) states_.push_back(state);
  return at->second;
}

}  // namespace simplifier
