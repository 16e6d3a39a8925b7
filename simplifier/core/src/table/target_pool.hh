// Target sides, each stored once, numbered in order of first appearance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "table/symbol.hh"
#include "util/murmur_hash.hh"

namespace simplifier {

class TargetPool {
 public:
  // The number of a target side; a new one gets the next number.
  std::uint32_t Number(const std::vector<Symbol>& target) {
    if (2 * offsets_.size() > slots_.size()) Grow();
    std::uint32_t& slot = slots_[Find(target.data(), target.size())];
    if (slot == 0) {
      symbols_.insert(symbols_.end(), target.begin(), target.end());
      offsets_.push_back(static_cast<std::uint32_t>(symbols_.size()));
      slot = static_cast<std::uint32_t>(offsets_.size() - 1);
    }
    return slot - 1;
  }
  const std::vector<std::uint32_t>& offsets() const { return offsets_; }  // one more than there are targets
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // Frees the hash table. Number must not be called after that.
  void ForgetIndex() { slots_ = {}; }

 private:
  // The place of the target in the index, or the free place where it belongs.
  std::size_t Find(const Symbol* target, std::size_t length) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = util::MurmurHash64A(target, length * sizeof(Symbol)) & mask;
    while (slots_[place]) {
      const Symbol* begin = symbols_.data() + offsets_[slots_[place] - 1];
      const Symbol* end = symbols_.data() + offsets_[slots_[place]];
      if (std::equal(begin, end, target, target + length)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  void Grow() {
    const std::size_t size = slots_.empty() ? 64 : 2 * slots_.size();
    slots_ = {};
    slots_.resize(size);
    for (std::size_t number = 0; number + 1 < offsets_.size(); ++number) {
      const Symbol* begin = symbols_.data() + offsets_[number];
      slots_[Find(begin, offsets_[number + 1] - offsets_[number])] = static_cast<std::uint32_t>(number + 1);
    }
  }

  std::vector<std::uint32_t> offsets_{0};
  std::vector<Symbol> symbols_;
  std::vector<std::uint32_t> slots_;  // hash table with a power of two of slots: 1 + number, 0 marks a free slot
};

}  // namespace simplifier
