// A hash table from 64-bit feature keys to row numbers, for training. Unlike CompactTable, it stores whole keys, so no
// key is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplifier {

class FeatureIndex {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  FeatureIndex() : keys_(1 << 16), rows_(1 << 16) {}

  // The row of a key, or kNone. The key 0 is never in the table.
  std::uint32_t Find(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    for (std::size_t slot = (key >> 20) & mask;; slot = (slot + 1) & mask) {
      if (keys_[slot] == key) return rows_[slot];
      if (keys_[slot] == 0) return kNone;
    }
  }

  void Prefetch(std::uint64_t key) const {
    const std::size_t slot = (key >> 20) & (keys_.size() - 1);
    __builtin_prefetch(&keys_[slot]);
    __builtin_prefetch(&rows_[slot]);
  }

  // Adds a key that is not in the table yet.
  void Insert(std::uint64_t key, std::uint32_t row) {
    if (2 * ++used_ > keys_.size()) {
      std::vector<std::uint64_t> keys(2 * keys_.size());
      std::vector<std::uint32_t> rows(2 * rows_.size());
      keys.swap(keys_);
      rows.swap(rows_);
      used_ = 1;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] != 0) Insert(keys[i], rows[i]);
      }
    }
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = (key >> 20) & mask;
    while (keys_[slot] != 0) slot = (slot + 1) & mask;
    keys_[slot] = key;
    rows_[slot] = row;
  }

  // Keys and rows by slot; a key of 0 marks a free slot.
  const std::vector<std::uint64_t>& Keys() const { return keys_; }
  const std::vector<std::uint32_t>& Rows() const { return rows_; }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> rows_;
  std::size_t used_ = 0;
};

}  // namespace simplifier
