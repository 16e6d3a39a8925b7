// What joining the same parts in the same way came to, within one span.
//
// In a grammar of many labels thousands of rules join the same few hypotheses: labels differ, words do not. Such joints
// are scored once, and hypotheses of a span with equal states share them, so that they are found again by address.
#pragma once

#include <cstdint>
#include <vector>

#include "language_model/language_model.hh"

namespace simplifier {

// Of what SameStates compares: of the left side KenLM tells words apart by the last pointer.
std::uint64_t HashStates(const ChartState* states, std::size_t language_models);
bool SameStates(const ChartState* a, const ChartState* b, std::size_t language_models);

class JoinMemo {
 public:
  explicit JoinMemo(std::size_t language_models);

  struct Joint {
    std::uint64_t target;  // how the parts are put together
    const ChartState *first, *second;  // the parts' states; null where there is one part
    ChartState* states;                // of the whole; null: not known yet
    float* lm_scores;
  };

  // Forgets everything.
  void Clear();
  // Valid until the next Find or Clear.
  Joint& Find(std::uint64_t target, const ChartState* first, const ChartState* second);
  // The first states equal to these since Clear.
  ChartState* Shared(ChartState* states);

 private:
  struct Slot {
    std::uint32_t round = 0;  // of Clear in which it was filled
    Joint joint{};
  };
  struct State {
    std::uint64_t hash;
    ChartState* states;
  };
  static std::uint64_t Hash(const Joint& joint);
  Slot& SlotOf(const Joint& joint);
  void GrowJoints();
  void GrowStates();

  const std::size_t language_models_;
  std::uint32_t round_ = 1;
  std::vector<Slot> slots_;  // open addressing, a power of two
  std::size_t joints_ = 0;
  std::vector<State> shared_;  // likewise
  std::size_t states_ = 0;
};

}  // namespace simplifier
