// Walks through the parts of KenLM's binaries, entry by entry. The layouts are those of version 5, in KenLM's
// lm/vocab.hh, lm/search_hashed.hh, lm/search_trie.hh, lm/trie.hh and lm/bhiksha.hh. Entries lie unaligned, so they are
// copied out.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lm/bhiksha.hh"
#include "lm/quantize.hh"
#include "lm/trie.hh"
#include "lm/value.hh"
#include "lm/vocab.hh"
#include "util/bit_packing.hh"

namespace simplifier::kenlm_walk {

// A fault of a binary. The message does not name the file.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void Require(bool good, const char* what) {
  if (!good) throw Damage(what);
}

template <class Entry>
Entry Copy(const char* begin, std::uint64_t number) {
  Entry entry;
  std::memcpy(&entry, begin + number * sizeof(Entry), sizeof(Entry));
  return entry;
}

inline void RequireNumber(float value) { Require(!std::isnan(value) && value < 1e30f, "a value is no number"); }
inline void RequireNumbers(const lm::Prob& value) { RequireNumber(value.prob); }
inline void RequireNumbers(const lm::ProbBackoff& value) {
  RequireNumber(value.prob);
  RequireNumber(value.backoff);
}
inline void RequireNumbers(const lm::RestWeights& value) {
  RequireNumber(value.prob);
  RequireNumber(value.backoff);
  RequireNumber(value.rest);
}

// Calls visit(entry) for every entry of a hash table. Linear probing looks for an entry from its home bucket on, until
// a bucket is empty. So there must be an empty bucket, and none may lie between an entry's home and its place. The walk
// starts behind an empty bucket, so that it meets each run of entries from its beginning.
template <class Entry, class Visit>
void WalkTable(const char* begin, std::uint64_t buckets, const Visit& visit) {
  std::uint64_t empty = 0;
  while (empty < buckets && Copy<Entry>(begin, empty).key != 0) ++empty;
  Require(empty < buckets, "a hash table is full");
  std::uint64_t run = 0;  // entries since the last empty bucket
  for (std::uint64_t step = 1; step < buckets; ++step) {
    const std::uint64_t at = (empty + step) % buckets;
    const Entry entry = Copy<Entry>(begin, at);
    if (entry.key == 0) {
      run = 0;
      continue;
    }
    const std::uint64_t home = entry.key % buckets;
    Require((at + buckets - home) % buckets <= run, "an entry of a hash table is not where it is looked for");
    ++run;
    visit(entry);
  }
}

// Requires that the words of a hash table have the numbers from 1 to `bound` - 1, each once.
inline void WalkHashedWords(const char* begin, std::uint64_t buckets, std::uint64_t bound) {
  std::vector<bool> seen(bound);
  std::uint64_t count = 1;
  WalkTable<lm::ngram::ProbingVocabularyEntry>(begin, buckets, [&](const lm::ngram::ProbingVocabularyEntry& entry) {
    Require(entry.value > 0 && entry.value < bound && !seen[entry.value], "a word has a wrong number");
    seen[entry.value] = true;
    ++count;
  });
  Require(count == bound, "there are not as many words as it says");
  // A word whose hash is 0, such as the empty string, is found in an empty bucket, and KenLM takes the number that
  // stands there.
  for (std::uint64_t at = 0; at < buckets; ++at) {
    const auto entry = Copy<lm::ngram::ProbingVocabularyEntry>(begin, at);
    Require(entry.key != 0 || entry.value == 0, "an empty bucket has a word");
  }
}

// Requires that the words of a trie, which are stored as hashes, ascend.
inline void WalkSortedWords(const char* begin, std::uint64_t count) {
  for (std::uint64_t i = 1; i < count; ++i) {
    Require(Copy<std::uint64_t>(begin, i - 1) < Copy<std::uint64_t>(begin, i), "the words are not in order");
  }
}

// Requires that the strings of the words, each ended by a zero byte, are those that the numbers stand for. They lie
// behind everything else. is(number, hash) says whether the word of this number has this hash.
template <class Is>
void WalkStrings(std::string_view strings, std::uint64_t bound, const Is& is) {
  for (std::uint64_t number = 0; number < bound; ++number) {
    const std::size_t end = strings.find('\0');
    Require(end != std::string_view::npos, "there are fewer words than it says");
    const bool right = number == 0 ? strings.substr(0, end) == "<unk>"
                                   : is(number, lm::ngram::detail::HashForVocab(strings.data(), end));
    Require(right, "a word has another string than it should");
    strings.remove_prefix(end + 1);
  }
  Require(strings.empty(), "there is something behind the last word");
}

// The places where the children of unigrams begin among the bigrams. There is one entry more than unigrams, for the end
// of the last one's children.
class UnigramNexts {
 public:
  explicit UnigramNexts(const char* begin) : begin_(begin) {}
  std::uint64_t operator()(std::uint64_t number) const {
    return Copy<lm::ngram::trie::UnigramValue>(begin_, number).next;
  }

 private:
  const char* begin_;
};

// The bit packing of the entries of one order of a trie.
struct Packing {
  const char* base = nullptr;
  std::uint8_t word_bits = 0, total_bits = 0;

  // Bits `first` to `first + bits` of an entry. Reads eight bytes at once, so `bits` must be at most 57.
  std::uint64_t Read(std::uint64_t number, std::uint8_t first, std::uint8_t bits) const {
    const std::uint64_t at = number * total_bits + first;
    std::uint64_t word;
    std::memcpy(&word, base + (at >> 3), sizeof word);
    return word >> (at & 7) & ((std::uint64_t{1} << bits) - 1);
  }
};

// The places where the children of longer n-grams begin in the next order, asked for by rising number. With compressed
// pointers the high bits of a place are the number of the last offset that is not above the entry's number.
class PackedNexts {
 public:
  PackedNexts(const Packing& packing, std::uint8_t bits, const char* offsets, std::uint64_t count)
      : packing_(packing), bits_(bits), offsets_(offsets), count_(count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto offset = Copy<std::uint64_t>(offsets, i);
      Require(i == 0 ? offset == 0 : offset >= Copy<std::uint64_t>(offsets, i - 1), "its pointers are not in order");
    }
  }
  std::uint64_t operator()(std::uint64_t number) {
    while (high_ + 1 < count_ && Copy<std::uint64_t>(offsets_, high_ + 1) <= number) ++high_;
    return high_ << bits_ | packing_.Read(number, packing_.total_bits - bits_, bits_);
  }

 private:
  Packing packing_;
  std::uint8_t bits_;
  const char* offsets_;
  std::uint64_t count_, high_ = 0;
};

// Calls visit(number) for every n-gram of an order. Requires that the n-grams of each context stand together with
// ascending words, and that every n-gram belongs to a context.
template <class Nexts, class Visit>
void WalkOrder(Nexts nexts, std::uint64_t parents, const Packing& packing, std::uint64_t entries, std::uint64_t words,
               const Visit& visit) {
  std::uint64_t begin = nexts(0);
  Require(begin == 0, "an n-gram is nobody's");
  for (std::uint64_t parent = 1; parent <= parents; ++parent) {
    const std::uint64_t end = nexts(parent);
    Require(begin <= end && end <= entries, "a link leads out of the file");
    for (std::uint64_t before = 0, at = begin; at < end; ++at) {
      const std::uint64_t word = packing.Read(at, 0, packing.word_bits);
      Require(word < words && (at == begin || word > before), "the words of n-grams are not in order");
      before = word;
      visit(at);
    }
    begin = end;
  }
  Require(begin == entries, "an n-gram is nobody's");
}

// Requires that a value of an n-gram is a number. For entries that are not quantised, which have values instead of
// bins. A `signless` value lacks its sign bit, since none of them is above 0.
inline void RequireFloat(const Packing& packing, std::uint64_t number, std::uint8_t first, bool signless) {
  const auto bits = static_cast<std::uint32_t>(packing.Read(number, first, signless ? 31 : 32));
  float value;
  std::memcpy(&value, &bits, sizeof value);
  RequireNumber(signless ? -value : value);
}

inline void WalkFloats(const char* begin, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) RequireNumber(Copy<float>(begin, i));
}

}  // namespace simplifier::kenlm_walk
