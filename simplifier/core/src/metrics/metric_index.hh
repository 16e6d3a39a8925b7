// Sources and references of a test set, indexed once, so that scoring a candidate costs a few microseconds.
//
// Usage:
//   MetricWords words;                                  // gives the ids of words
//   MetricSegment segment(source, references);          // MetricTexts
//   StatisticsScratch scratch;
//   segment.Compute(candidate, blocks, &scratch, row);  // row: MetricWidth(blocks) doubles
//
// The rows are sufficient statistics: every variant of SARI, BLEU, iBLEU, FK and FKBLEU follows from them, for one
// sentence or, summed over sentences, for a corpus. All counts are whole numbers, so their sums are exact.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simplifier {

constexpr unsigned kMetricOrder = 4;

// The blocks of columns that a caller can ask for. They stand in this order in a row. P is precision, R is recall; a
// type is a distinct n-gram of its order.
enum MetricBlock : unsigned {
  kSariTypes = 1,    // per order: keep P sum, types, R sum, types; delete the same (mean of ratios per type)
  kSariTokens = 2,   // per order: keep good, output, all; delete good, output, all (times reference count)
  kSariAdd = 4,      // per order: add good, output, all (types)
  kBleu = 8,         // matches of orders 1-4, totals of orders 1-4, output length, closest reference length
  kSourceBleu = 16,  // the same against the source
  kReadability = 32, // words and syllables of the output, words and syllables of the source
  kEdits = 64,       // word Levenshtein distance to the source, words added, words deleted, output is the source
};
constexpr unsigned kAllMetricBlocks = 127;

// The number of columns of a row with these blocks.
std::size_t MetricWidth(unsigned blocks);

// Tokens as ids, with the syllables of all of them together.
struct MetricText {
  std::vector<std::uint32_t> words;
  std::uint32_t syllables = 0;
};

// The words of a test set and of its candidates. The syllables of a word are set once, when it is new.
class MetricWords {
 public:
  // The id of a word. A new word gets the next id, and is listed in NewWords() until its syllables are set.
  std::uint32_t Intern(std::string_view word);
  const std::vector<std::string>& NewWords() const { return new_words_; }
  void SetSyllables(const std::int32_t* counts);  // one count for each of NewWords(); empties the list
  std::uint32_t Syllables(const MetricText& text) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
  };
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::string key_;
  std::vector<std::int32_t> syllables_;
  std::vector<std::string> new_words_;
};

// Ids of n-grams. The key of an n-gram is the id of its prefix and its last word, so no two n-grams are confused.
class NgramTable {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint32_t kRoot = kNone - 1;  // the empty prefix

  std::uint32_t Find(std::uint32_t prefix, std::uint32_t word) const;
  // The id of an n-gram; `next_id` if it is new.
  std::uint32_t Insert(std::uint32_t prefix, std::uint32_t word, std::uint32_t next_id);
  void Clear();

 private:
  struct Slot {
    std::uint64_t key = kEmpty;
    std::uint32_t id = kNone;
  };
  static constexpr std::uint64_t kEmpty = ~0ull;
  std::size_t Probe(std::uint64_t key) const;
  void Grow();

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> filled_;
};

// Work space of one thread.
struct StatisticsScratch {
  NgramTable strangers;                                     // candidate n-grams in neither source nor references
  std::vector<std::uint32_t> counts;                        // candidate count of each n-gram of the segment
  std::array<std::vector<std::uint32_t>, kMetricOrder> seen;  // distinct n-grams of the segment in the candidate
  std::array<std::uint32_t, kMetricOrder> stranger_types;
  std::vector<std::uint32_t> row;                           // of the Levenshtein distance
};

// One source sentence with its references, of which there must be at least one.
class MetricSegment {
 public:
  MetricSegment(MetricText source, const std::vector<MetricText>& references);

  // Writes MetricWidth(blocks) statistics of the candidate to `row`.
  void Compute(const MetricText& candidate, unsigned blocks, StatisticsScratch* scratch, double* row) const;

 private:
  struct Ngram {
    std::uint32_t source = 0;     // count in the source
    std::uint32_t total = 0;      // count in all references together
    std::uint32_t maximum = 0;    // largest count in one reference
    double keep_ratio = 0;        // good / kept if the output has it at least as often as the source
    double delete_ratio = 0;      // good / deleted if the output does not have it
  };

  void Index(const MetricText& text, std::vector<std::uint32_t>* counts);
  void Count(const MetricText& candidate, StatisticsScratch* scratch) const;
  double* SariTypes(const StatisticsScratch& scratch, double* row) const;
  double* SariTokens(const StatisticsScratch& scratch, double* row) const;
  double* SariAdd(const StatisticsScratch& scratch, double* row) const;
  double* Bleu(const MetricText& candidate, const StatisticsScratch& scratch, bool source, double* row) const;
  double* Edits(const MetricText& candidate, StatisticsScratch* scratch, double* row) const;

  MetricText source_;
  std::uint64_t reference_count_;
  std::vector<std::size_t> reference_lengths_;  // ascending
  NgramTable table_;
  std::vector<Ngram> ngrams_;
  std::array<std::vector<std::uint32_t>, kMetricOrder> source_ngrams_;  // distinct n-grams of the source
  std::array<std::uint32_t, kMetricOrder> addable_ = {};    // types of the references that the source lacks
  std::array<std::uint32_t, kMetricOrder> keepable_ = {};   // types of the source that some reference has
  std::array<std::uint32_t, kMetricOrder> deletable_ = {};  // types of the source, rarer in the references on average
};

}  // namespace simplifier
