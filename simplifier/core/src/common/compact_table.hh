// A read-only hash table from 64-bit keys to small values. It stores only a short check of each key, so an entry costs
// a few bytes. Also the plain byte streams in which such tables are saved.
//
// The price: at each slot that a search passes, a key that is not in the table is taken for another one with a
// probability of about 2^-bits(Check).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "common/error.hh"

namespace simplifier {

class ByteWriter {
 public:
  template <class T>
  void Array(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    Number(values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void Number(std::uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  std::string& Bytes() { return bytes_; }
  const std::string& Bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what ByteWriter wrote; throws InputError naming the file when the bytes end early.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::size_t start, std::string path, const char* what = "tagger model")
      : bytes_(bytes), at_(start), path_(std::move(path)), what_(what) {}
  template <class T>
  std::vector<T> Array() {
    const std::uint64_t count = Number();
    Need(count > bytes_.size() ? bytes_.size() + 1 : count * sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return values;
  }
  std::uint64_t Number() {
    Need(sizeof(std::uint64_t));
    std::uint64_t value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  [[noreturn]] void Fail() const {
    throw InputError(Message(path_, ": damaged ", what_, "; install or train it again"));
  }

 private:
  void Need(std::uint64_t count) const {
    if (count > bytes_.size() - at_) Fail();
  }

  std::string_view bytes_;
  std::size_t at_;
  std::string path_;
  const char* what_;  // what the bytes are, for messages
};

// True if a whole row of weights begins at a place of a pool: a count n, then n pairs of a number (below `numbers`) and
// a weight.
inline bool IsWeightRow(const std::vector<std::int8_t>& pool, std::size_t at, std::size_t numbers) {
  if (at >= pool.size() || pool[at] < 0) return false;
  const auto pairs = static_cast<std::size_t>(pool[at]);
  if (2 * pairs > pool.size() - at - 1) return false;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::int8_t number = pool[at + 1 + 2 * pair];
    if (number < 0 || static_cast<std::size_t>(number) >= numbers) return false;
  }
  return true;
}

template <class Check, class Value>
class CompactTable {
 public:
  CompactTable() = default;

  // Entries are inserted in their order, with linear probing, so equal input gives equal bytes. A fifth of the slots
  // stays free, which ends every search.
  static CompactTable Build(const std::vector<std::pair<std::uint64_t, Value>>& entries) {
    CompactTable table;
    const std::size_t capacity = entries.size() + entries.size() / 4 + 1;
    table.checks_.assign(capacity, 0);
    table.values_.assign(capacity, Value{});
    for (const auto& [key, value] : entries) {
      std::size_t slot = table.First(key);
      while (table.checks_[slot] != 0) slot = slot + 1 == capacity ? 0 : slot + 1;
      table.checks_[slot] = CheckOf(key);
      table.values_[slot] = value;
    }
    return table;
  }

  const Value* Find(std::uint64_t key) const {
    const Check check = CheckOf(key);
    std::size_t slot = First(key);
#if defined(__SSE2__)
    // Compares many slots at once: most keys that are looked up are not there, and the search for such a key is long.
    if constexpr (sizeof(Check) == 2) {
      const __m128i wanted = _mm_set1_epi16(static_cast<short>(check));
      for (; slot + kTogether <= checks_.size(); slot += kTogether) {
        const __m128i checks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&checks_[slot]));
        const int same = _mm_movemask_epi8(_mm_cmpeq_epi16(checks, wanted));
        const int ends = same | _mm_movemask_epi8(_mm_cmpeq_epi16(checks, _mm_setzero_si128()));
        if (ends == 0) continue;
        const int first = ends & -ends;
        return (same & first) == 0 ? nullptr : &values_[slot + static_cast<std::size_t>(__builtin_ctz(ends)) / 2];
      }
      if (slot == checks_.size()) slot = 0;
    }
#endif
    while (checks_[slot] != 0) {
      if (checks_[slot] == check) return &values_[slot];
      if (++slot == checks_.size()) slot = 0;
    }
    return nullptr;
  }

  // Writes to `found` the places of the values of those keys that the table has, in the order of the keys, and returns
  // how many there are. Each step waits for memory, so it is done for all keys before the next step begins.
  template <std::size_t kKeys>
  std::size_t FindAll(const std::array<std::uint64_t, kKeys>& keys, const Value** found) const {
    for (const std::uint64_t key : keys) Prefetch(key);
    std::size_t count = 0;
    for (const std::uint64_t key : keys) {
      found[count] = Find(key);
      __builtin_prefetch(found[count]);
      count += found[count] != nullptr;
    }
    return count;
  }

  void Prefetch(std::uint64_t key) const { __builtin_prefetch(&checks_[First(key)]); }

  void Write(ByteWriter* writer) const {
    writer->Array(checks_);
    writer->Array(values_);
  }

  // `valid` says whether a stored value can be used. A table without a free slot is refused: a search in it might never
  // end.
  template <class Valid>
  static CompactTable Read(ByteReader* reader, Valid valid) {
    CompactTable table;
    table.checks_ = reader->Array<Check>();
    table.values_ = reader->Array<Value>();
    if (table.checks_.size() != table.values_.size()) reader->Fail();
    bool free_slot = false;
    for (std::size_t i = 0; i < table.checks_.size(); ++i) {
      if (table.checks_[i] == 0) {
        free_slot = true;
      } else if (!valid(table.values_[i])) {
        reader->Fail();
      }
    }
    if (!free_slot) reader->Fail();
    return table;
  }

 private:
  static constexpr std::size_t kTogether = 8;  // 16-bit checks in a vector of SSE2, which every x86-64 machine has

  // The check comes from the lower half of the key and the first slot from the upper half, so they are independent.
  static Check CheckOf(std::uint64_t key) {
    const Check check = static_cast<Check>(key);
    return check == 0 ? 1 : check;
  }
  std::size_t First(std::uint64_t key) const { return ((key >> 32) * checks_.size()) >> 32; }

  std::vector<Check> checks_;  // 0 marks a free slot
  std::vector<Value> values_;
};

// Adds to scores[number] the weights of the rows (IsWeightRow) of those keys that the table has. The table says where
// a row begins in the pool `weights`.
template <std::size_t kKeys>
void AddRows(const CompactTable<std::uint16_t, std::uint32_t>& table, const std::array<std::uint64_t, kKeys>& keys,
             const std::vector<std::int8_t>& weights, std::int32_t* scores) {
  std::array<const std::uint32_t*, kKeys> places;
  std::array<const std::int8_t*, kKeys> rows;
  const std::size_t count = table.FindAll(keys, places.data());
  for (std::size_t at = 0; at < count; ++at) {
    rows[at] = weights.data() + *places[at];
    __builtin_prefetch(rows[at]);
  }
  for (std::size_t at = 0; at < count; ++at) {
    const std::int8_t* row = rows[at];
    for (int n = *row++; n > 0; --n, row += 2) scores[row[0]] += row[1];
  }
}

}  // namespace simplifier
