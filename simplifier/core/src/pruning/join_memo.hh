// A memo of the language-model scores and states of joints, for the rules of one span.
//
// In a grammar of many labels thousands of rules join the same few hypotheses: their labels differ, their words do not.
// Each such joint is scored once. Hypotheses of a span whose states are equal share one copy of them, so that a joint
// can be found again by the addresses of its parts' states.
#pragma once

#include <cstdint>
#include <vector>

#include "language_model/language_model.hh"

namespace simplifier {

// Hash of what SameStates compares. The last pointer stands for all words of the left side, as it does in KenLM's own
// comparison.
std::uint64_t HashStates(const ChartState* states, std::size_t language_models);
bool SameStates(const ChartState* a, const ChartState* b, std::size_t language_models);

class JoinMemo {
 public:
  explicit JoinMemo(std::size_t language_models);

  struct Joint {
    std::uint64_t target;  // how the parts are put together (JoinScorer::ShapeOf)
    const ChartState *first, *second;  // the parts' states; `second` is null when there is one part
    ChartState* states;                // of the whole; null until the caller has scored the joint
    float* lm_scores;
  };

  // Forgets everything, for the next span.
  void Clear();
  // The joint of these parts, made anew when it is not known. The reference is valid until the next Find or Clear.
  Joint& Find(std::uint64_t target, const ChartState* first, const ChartState* second);
  // The first states since Clear that are equal to these, which may be these themselves.
  ChartState* Shared(ChartState* states);

 private:
  struct Slot {
    std::uint32_t round = 0;  // value of round_ when the slot was filled; the slot is empty in any other round
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
  std::uint32_t round_ = 1;  // Clear counts it up, which empties all slots without touching them
  std::vector<Slot> slots_;  // open addressing; the size is a power of two
  std::size_t joints_ = 0;
  std::vector<State> shared_;  // likewise
  std::size_t states_ = 0;
};

}  // namespace simplifier
