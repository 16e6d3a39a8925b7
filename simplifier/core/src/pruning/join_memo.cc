#include "pruning/join_memo.hh"

#include <algorithm>

namespace simplifier {
namespace {

constexpr std::size_t kSmallestTable = 64;  // a power of two
constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ull;

}  // namespace

std::uint64_t HashStates(const ChartState* states, std::size_t language_models) {
  std::uint64_t hash = 0;
  for (std::size_t m = 0; m < language_models; ++m) {
    const lm::ngram::Left& left = states[m].left;
    const lm::ngram::State& right = states[m].right;
    if (left.length) hash ^= left.pointers[left.length - 1];
    hash = (hash ^ (left.length * 2u + left.full)) * kFactor;
    for (unsigned char i = 0; i < right.length; ++i) hash = (hash ^ right.words[i]) * kFactor;
    hash ^= hash >> 32;
  }
  return hash;
}

bool SameStates(const ChartState* a, const ChartState* b, std::size_t language_models) {
  for (std::size_t m = 0; m < language_models; ++m) {
    // KenLM's comparison takes two empty left sides for equal even if one is closed (its first word is unknown) and the
    // other is open (it has no word). The open one lets the words before it through to the words behind it, so `full`
    // is compared as well.
    if (a[m].left.full != b[m].left.full || !(a[m] == b[m])) return false;
  }
  return true;
}

JoinMemo::JoinMemo(std::size_t language_models)
    : language_models_(language_models), slots_(kSmallestTable), shared_(kSmallestTable, State{0, nullptr}) {}

void JoinMemo::Clear() {
  ++round_;
  joints_ = states_ = 0;
  shared_.assign(kSmallestTable, State{0, nullptr});
}

std::uint64_t JoinMemo::Hash(const Joint& joint) {
  std::uint64_t hash = joint.target * kFactor;
  hash = (hash ^ (hash >> 32) ^ reinterpret_cast<std::uintptr_t>(joint.first)) * kFactor;
  hash = (hash ^ (hash >> 32) ^ reinterpret_cast<std::uintptr_t>(joint.second)) * kFactor;
  return hash ^ (hash >> 32);
}

// The slot that holds the joint, or the empty one where it belongs.
JoinMemo::Slot& JoinMemo::SlotOf(const Joint& joint) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = Hash(joint) & mask;
  while (slots_[place].round == round_) {
    const Joint& known = slots_[place].joint;
    if (known.target == joint.target && known.first == joint.first && known.second == joint.second) break;
    place = (place + 1) & mask;
  }
  return slots_[place];
}

JoinMemo::Joint& JoinMemo::Find(std::uint64_t target, const ChartState* first, const ChartState* second) {
  const Joint joint{target, first, second, nullptr, nullptr};
  Slot* slot = &SlotOf(joint);
  if (slot->round != round_) {
    if (2 * ++joints_ > slots_.size()) {
      GrowJoints();
      slot = &SlotOf(joint);
    }
    *slot = {round_, joint};
  }
  return slot->joint;
}

void JoinMemo::GrowJoints() {
  std::vector<Slot> before(4 * slots_.size());
  before.swap(slots_);
  for (const Slot& slot : before) {
    if (slot.round == round_) SlotOf(slot.joint) = slot;
  }
}

ChartState* JoinMemo::Shared(ChartState* states) {
  const std::uint64_t hash = HashStates(states, language_models_);
  const std::size_t mask = shared_.size() - 1;
  std::size_t place = hash & mask;
  for (; shared_[place].states; place = (place + 1) & mask) {
    const State& known = shared_[place];
    if (known.hash == hash && SameStates(known.states, states, language_models_)) return known.states;
  }
  shared_[place] = {hash, states};
  // At most half full, so that probing always meets an empty slot.
  if (2 * ++states_ > shared_.size()) GrowStates();
  return states;
}

void JoinMemo::GrowStates() {
  std::vector<State> larger(4 * shared_.size(), State{0, nullptr});
  for (const State& known : shared_) {
    if (!known.states) continue;
    std::size_t place = known.hash & (larger.size() - 1);
    while (larger[place].states) place = (place + 1) & (larger.size() - 1);
    larger[place] = known;
  }
  shared_.swap(larger);
}

}  // namespace simplifier
