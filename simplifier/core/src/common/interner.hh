// Strings numbered in order of first appearance.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "util/murmur_hash.hh"

namespace simplifier {

class Interner {
 public:
  // The number of a string; a new one gets the next number.
  std::uint32_t Intern(std::string_view text) {
    if (2 * (strings_.size() + 1) > slots_.size()) Grow();
    const std::uint64_t hash = util::MurmurHash64A(text.data(), text.size());
    Slot& slot = slots_[PlaceOf(hash, text)];
    if (slot.number == 0) {
      strings_.emplace_back(text);
      slot = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(strings_.size())};
    }
    return slot.number - 1;
  }
  // The number of a string, or kAbsent if it has none. A free slot has the number 0, and 0 - 1 is kAbsent.
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;
  std::uint32_t Number(std::string_view text) const {
    if (slots_.empty()) return kAbsent;
    return slots_[PlaceOf(util::MurmurHash64A(text.data(), text.size()), text)].number - 1;
  }
  const std::deque<std::string>& strings() const { return strings_; }
  std::size_t size() const { return strings_.size(); }

 private:
  struct Slot {
    std::uint32_t check;   // the upper half of the hash
    std::uint32_t number;  // 1 + the number of the string; 0 marks a free slot
  };

  // The slot of the text, or the free slot where it belongs.
  std::size_t PlaceOf(std::uint64_t hash, std::string_view text) const {
    const std::size_t mask = slots_.size() - 1;
    const auto check = static_cast<std::uint32_t>(hash >> 32);
    std::size_t place = hash & mask;
    while (slots_[place].number && (slots_[place].check != check || strings_[slots_[place].number - 1] != text)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void Grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), Slot{0, 0});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < strings_.size(); ++i) {
      const std::uint64_t hash = util::MurmurHash64A(strings_[i].data(), strings_[i].size());
      std::size_t place = hash & mask;
      while (slots_[place].number) place = (place + 1) & mask;
      slots_[place] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(i + 1)};
    }
  }

  std::deque<std::string> strings_;  // a deque, so that views of the strings stay valid
  std::vector<Slot> slots_;          // a power of two of them
};

}  // namespace simplifier
