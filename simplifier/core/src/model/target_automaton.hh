// What a target side must be, as a finite automaton over words, and what strings of words do to its states.
//
// A string is known by the function from states to states that reading it amounts to; strings with the same function
// can be exchanged in every sentence. Functions are numbered as they turn up, so that joining two strings is looking up
// a pair of numbers. The function numbered 0 is that of the empty string.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/lattice.hh"

namespace simplifier {

// All phrases are target words; empty ones are refused.
struct TargetConstraints {
  std::vector<std::vector<std::string>> include;  // phrases that must all stand somewhere
  std::vector<std::vector<std::string>> exclude;  // phrases that must stand nowhere
  bool forced = false;
  std::vector<std::string> target;  // with `forced`: the words of the whole target side
  std::vector<LatticeArc> lattice;  // one a word of it, where it may be any way of a lattice; costs mean nothing
};

class TargetAutomaton {
 public:
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFu;  // what leads nowhere from every state
  static constexpr std::uint32_t kEmpty = 0;

  // Throws InputError for an empty phrase and for more than the automaton can hold.
  explicit TargetAutomaton(const TargetConstraints& constraints);

  // The function of a word, or kNothing.
  std::uint32_t Word(std::string_view word);
  // The function of two strings one after the other, or kNothing.
  std::uint32_t Join(std::uint32_t first, std::uint32_t second);
  // Whether a whole target side with this function satisfies the constraints.
  bool Accepts(std::uint32_t function) const;

 private:
  using State = std::uint16_t;
  static constexpr State kDead = 0xFFFF;
  static constexpr std::size_t kMostStates = 4096;

  // A deterministic automaton; state 0 is the first.
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

  std::unordered_map<std::string, std::size_t> words_;  // that the constraints name
  std::vector<bool> accepting_;
  std::vector<std::vector<State>> functions_;
  std::map<std::vector<State>, std::uint32_t> numbers_;
  std::vector<std::uint32_t> of_words_;  // functions [words + 1]
  std::unordered_map<std::uint64_t, std::uint32_t> joined_;
};

}  // namespace simplifier
