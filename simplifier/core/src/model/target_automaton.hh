// Constraints on a target side as a finite automaton over words, and what strings of words do to its states.
//
// Reading a string amounts to a function from states to states, and strings with the same function can be exchanged in
// every sentence. Functions are numbered as they turn up, so that joining two strings is looking up a pair of numbers.
// Number 0 is the function of the empty string.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/lattice.hh"

namespace simplifier {

// Phrases are rows of target words, and must not be empty.
struct TargetConstraints {
  std::vector<std::vector<std::string>> include;  // phrases that must all occur in the target side
  std::vector<std::vector<std::string>> exclude;  // phrases that must not occur in it
  bool forced = false;              // true: the whole target side is given
  std::vector<std::string> target;  // with `forced`: its words
  std::vector<LatticeArc> lattice;  // one per word, if any way of a lattice will do; else empty; costs are ignored
};

class TargetAutomaton {
 public:
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFu;  // the function that leads nowhere from any state
  static constexpr std::uint32_t kEmpty = 0;

  // Throws InputError for an empty phrase, a bad lattice, more than 10 phrases to include, or too many states.
  explicit TargetAutomaton(const TargetConstraints& constraints);

  // The function of a word, or kNothing.
  std::uint32_t Word(std::string_view word);
  // The function of two strings one after the other, or kNothing.
  std::uint32_t Join(std::uint32_t first, std::uint32_t second);
  // True if a whole target side with this function satisfies the constraints. Not for kNothing.
  bool Accepts(std::uint32_t function) const;

 private:
  using State = std::uint16_t;
  static constexpr State kDead = 0xFFFF;
  static constexpr std::size_t kMostStates = 4096;

  // A deterministic automaton. It starts in state 0.
  struct Steps {
    std::size_t states = 0;
    std::vector<State> to;  // [words + 1, states]; the last row is for words that no constraint names
    std::vector<bool> accepting;
  };

  Steps OfWays(const TargetConstraints& constraints) const;
  Steps OfPhrases(const TargetConstraints& constraints) const;
  Steps OfBoth(const Steps& first, const Steps& second) const;
  void NumberWords(const TargetConstraints& constraints);
  std::size_t NumberOf(const std::string& word) const { return words_.at(word); }
  std::uint32_t Intern(std::vector<State> function);

  std::unordered_map<std::string, std::size_t> words_;  // numbers of the words in the constraints
  std::vector<bool> accepting_;
  std::vector<std::vector<State>> functions_;
  std::map<std::vector<State>, std::uint32_t> numbers_;
  std::vector<std::uint32_t> of_words_;  // [words + 1]: functions; the last is that of all other words
  std::unordered_map<std::uint64_t, std::uint32_t> joined_;  // results of Join, by the pair of numbers
};

}  // namespace simplifier
