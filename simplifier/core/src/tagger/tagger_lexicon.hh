// Which tags a word can have: P(tag | word) of lowercased words, in a few bytes a word.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/compact_table.hh"
#include "tagger/tagger_features.hh"

namespace simplifier {

struct TagShare {
  std::uint8_t tag;
  std::uint8_t share;  // in units of 1 / kShareSteps
};

class TaggerLexicon {
 public:
  static constexpr int kShareSteps = 63;
  using Counts = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;  // lexicon hash -> count by tag

  // Keeps words counted at least `min_count` times.
  static TaggerLexicon Build(const Counts& counts, std::uint32_t min_count);

  // Shares of the word's tags, best first; empty when the word is not listed.
  std::vector<TagShare> Shares(std::uint64_t lexicon_hash) const;

  // Fills `form->ambiguity`. Returns the tag of a word that practically always has the same tag, else -1.
  int Describe(WordForm* form) const;

  std::size_t Size() const { return size_; }
  void Write(ByteWriter* writer) const;
  // Throws InputError for a damaged lexicon.
  static TaggerLexicon Read(ByteReader* reader, std::size_t tag_count);

 private:
  // What is kept of a listed word: an index into the pool of distributions, and how far the word can be trusted.
  struct Word {
    std::uint16_t distribution;
    static constexpr std::uint16_t kFrequent = 0x8000;  // seen often enough to stand for a class of words
    static constexpr std::uint16_t kCertain = 0x4000;   // practically always the same tag
    static constexpr std::uint16_t kIndex = 0x3fff;
  };
  void Classify();

  CompactTable<std::uint32_t, Word> words_;
  std::vector<std::uint32_t> starts_;  // distribution i is shares_[starts_[i] .. starts_[i + 1])
  std::vector<TagShare> shares_;
  std::vector<std::uint64_t> classes_;  // hash of the set of tags of distribution i
  std::uint64_t size_ = 0;
};

}  // namespace simplifier
