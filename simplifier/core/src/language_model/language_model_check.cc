#include "language_model/language_model_check.hh"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/error.hh"
#include "common/mapped_file.hh"
#include "language_model/kenlm_reason.hh"
#include "language_model/language_model_walk.hh"
#include "lm/binary_format.hh"
#include "lm/model.hh"
#include "lm/search_hashed.hh"
#include "lm/search_trie.hh"

namespace simplifier {
namespace {

using namespace lm::ngram;
using namespace kenlm_walk;

constexpr std::uint64_t kTestValues = 88;  // bytes of magic and test numbers, which KenLM compares itself
constexpr std::uint8_t kMostBits = 25;     // of a quantised value
constexpr float kMostRoom = 1e4f;          // buckets per entry

// KenLM's FixedWidthParameters and counts, and the size in bytes of the whole header.
struct Header {
  std::uint8_t order;
  float room;
  std::uint32_t type;
  std::uint8_t words;
  std::uint32_t version;
  std::vector<std::uint64_t> counts;
  std::uint64_t size;
};

Header ReadHeader(const MappedFile& file) {
  const auto read = [&](auto* into, std::uint64_t at) {
    Require(at + sizeof *into <= file.size(), "it ends in its header");
    std::memcpy(into, file.data() + at, sizeof *into);
  };
  Header header;
  read(&header.order, kTestValues);
  read(&header.room, kTestValues + 4);
  read(&header.type, kTestValues + 8);
  read(&header.words, kTestValues + 12);
  read(&header.version, kTestValues + 16);
  Require(header.order >= 2, "an order below 2");
  Require(header.order <= KENLM_MAX_ORDER, "an order above 6, the highest that this program reads");
  Require(header.room >= 1.0f && header.room <= kMostRoom, "hash tables of an impossible size");
  Require(header.type <= QUANT_ARRAY_TRIE, "a type that this program does not know");
  Require(header.words <= 1, "neither with nor without words");
  Require(header.version == (header.type <= REST_PROBING ? 0 : 1), "another version of its type");
  header.counts.resize(header.order);
  for (std::size_t i = 0; i < header.counts.size(); ++i) {
    read(&header.counts[i], kTestValues + 20 + 8 * i);
    Require(header.counts[i] <= file.size() * 8, "more n-grams than the file can hold");
  }
  Require(header.counts[0] > 0 && header.counts[0] < 0xffffffff, "an impossible number of words");
  header.size = (kTestValues + 20 + 8 * header.order + 7) / 8 * 8;
  return header;
}

// Checks one binary. It throws Damage at the first fault.
class Checker {
 public:
  explicit Checker(const MappedFile& file) : file_(file), header_(ReadHeader(file)), counts_(header_.counts) {
    config_.probing_multiplier = header_.room;
  }

  void Check(bool body) {
    switch (static_cast<ModelType>(header_.type)) {
      case PROBING: return Hashed<ProbingModel, BackoffValue>(body);
      case REST_PROBING: return Hashed<RestProbingModel, RestValue>(body);
      case TRIE: return Trie<TrieModel, DontQuantize, trie::DontBhiksha>(body);
      case QUANT_TRIE: return Trie<QuantTrieModel, SeparatelyQuantize, trie::DontBhiksha>(body);
      case ARRAY_TRIE: return Trie<ArrayTrieModel, DontQuantize, trie::ArrayBhiksha>(body);
      case QUANT_ARRAY_TRIE: return Trie<QuantArrayTrieModel, SeparatelyQuantize, trie::ArrayBhiksha>(body);
    }
  }

 private:
  std::uint8_t Byte(std::uint64_t at) const {
    Require(at < file_.size(), "it is cut off");
    return static_cast<std::uint8_t>(file_.data()[at]);
  }

  // Requires the length that the header implies. Strings of words may follow if the header says so.
  template <class Model>
  void RequireLength() {
    end_ = header_.size + Model::Size(counts_, config_);
    Require(file_.size() >= end_, "it is cut off");
    Require(header_.words || file_.size() == end_, "there is something behind its end");
  }

  std::string_view Strings() const { return {file_.data() + end_, file_.size() - end_}; }

  // The parts lie in this order: table of words, weights of unigrams, a table for each higher order, strings.
  template <class Model, class Value>
  void Hashed(bool body) {
    RequireLength<Model>();
    const char* at = file_.data() + header_.size;
    Require(Copy<std::uint32_t>(at, 0) == 0, "another version of its words");
    const std::uint64_t bound = Copy<std::uint32_t>(at, 1);
    Require(bound == counts_[0] || bound == counts_[0] + 1, "not as many words as it says");
    if (!body) return;
    at += 2 * sizeof(std::uint32_t);
    const std::uint64_t words = Buckets<ProbingVocabularyEntry>(counts_[0]);
    WalkHashedWords(at, words, bound);
    if (header_.words) WalkHashedStrings(at, words, bound);
    at += words * sizeof(ProbingVocabularyEntry);
    using Weights = typename Value::Weights;
    for (std::uint64_t i = 0; i <= counts_[0]; ++i) RequireNumbers(Copy<Weights>(at, i));
    at += (counts_[0] + 1) * sizeof(Weights);
    for (std::size_t n = 1; n + 1 < counts_.size(); ++n) at = WalkNgrams<typename Value::ProbingEntry>(at, counts_[n]);
    WalkNgrams<detail::ProbEntry>(at, counts_.back());
  }

  template <class Entry>
  std::uint64_t Buckets(std::uint64_t entries) const {
    return util::ProbingHashTable<Entry, util::IdentityHash>::Size(entries, header_.room) / sizeof(Entry);
  }

  template <class Entry>
  const char* WalkNgrams(const char* begin, std::uint64_t count) const {
    const std::uint64_t buckets = Buckets<Entry>(count);
    WalkTable<Entry>(begin, buckets, [](const Entry& entry) { RequireNumbers(entry.value); });
    return begin + buckets * sizeof(Entry);
  }

  void WalkHashedStrings(const char* table, std::uint64_t buckets, std::uint64_t bound) const {
    WalkStrings(Strings(), bound, [&](std::uint64_t number, std::uint64_t hash) {
      // Ends, because WalkHashedWords has found an empty bucket.
      for (std::uint64_t at = hash % buckets;; at = (at + 1) % buckets) {
        const auto entry = Copy<ProbingVocabularyEntry>(table, at);
        if (entry.key == 0) return false;
        if (entry.key == hash && entry.value == number) return true;
      }
    });
  }

  // The parts lie in this order: hashes of words, bins of quantised values, unigrams, middle orders, longest order,
  // strings. A model of bigrams has no middle order, and so no compressed pointers.
  template <class Model, class Quant, class Bhiksha>
  void Trie(bool body) {
    constexpr bool kBinned = std::is_same_v<Quant, SeparatelyQuantize>;
    constexpr bool kOffsets = std::is_same_v<Bhiksha, trie::ArrayBhiksha>;
    const std::uint64_t bins = header_.size + SortedVocabulary::Size(counts_[0], config_);
    if (kBinned) {
      Require(Byte(bins) == 2, "another version of its quantisation");
      config_.prob_bits = Byte(bins + 1);
      config_.backoff_bits = Byte(bins + 2);
      const auto [least, most] = std::minmax(config_.prob_bits, config_.backoff_bits);
      Require(least >= 1 && most <= kMostBits, "an impossible number of bits");
    }
    const std::uint64_t unigrams = bins + Quant::Size(header_.order, config_);
    const std::uint64_t middle = unigrams + trie::Unigram::Size(counts_[0]);
    if (kOffsets && header_.order > 2) {
      Require(Byte(middle) == 0, "another version of its pointers");
      config_.pointer_bhiksha_bits = Byte(middle + 1);
    }
    RequireLength<Model>();
    const char* words = file_.data() + header_.size;
    const auto count = Copy<std::uint64_t>(words, 0);
    Require(count + 1 == counts_[0], "not as many words as it says");
    if (!body) return;
    words += sizeof(std::uint64_t);
    WalkSortedWords(words, count);
    if (header_.words) {
      WalkStrings(Strings(), counts_[0], [&](std::uint64_t number, std::uint64_t hash) {
        return Copy<std::uint64_t>(words, number - 1) == hash;
      });
    }
    if (kBinned) WalkFloats(file_.data() + bins + 8, (unigrams - bins - 8) / sizeof(float));
    for (std::uint64_t i = 0; i < counts_[0]; ++i) {
      RequireNumbers(Copy<trie::UnigramValue>(file_.data() + unigrams, i).weights);
    }
    WalkOrders<Quant, Bhiksha>(file_.data() + unigrams, file_.data() + middle);
  }

  // Walks through all orders above unigrams. The links into an order stand in the entries of the order below.
  template <class Quant, class Bhiksha>
  void WalkOrders(const char* unigrams, const char* at) const {
    constexpr bool kBinned = std::is_same_v<Quant, SeparatelyQuantize>;
    const std::uint8_t word_bits = util::RequiredBits(counts_[0]);
    const auto below = [&](const auto& nexts, std::uint64_t parents, std::size_t n, const Packing& packing) {
      const bool longest = n + 1 == counts_.size();
      WalkOrder(nexts, parents, packing, counts_[n], counts_[0], [&](std::uint64_t number) {
        if (kBinned) return;
        RequireFloat(packing, number, word_bits, true);
        if (!longest) RequireFloat(packing, number, static_cast<std::uint8_t>(word_bits + 31), false);
      });
    };
    const auto packing_of = [&](std::size_t n, const char** begin) -> Packing {
      if (n + 1 == counts_.size()) {
        return {*begin, word_bits, static_cast<std::uint8_t>(word_bits + Quant::LongestBits(config_))};
      }
      const char* base = *begin + Bhiksha::Size(counts_[n] + 1, counts_[n + 1], config_);
      *begin += trie::BitPackedMiddle<Bhiksha>::Size(Quant::MiddleBits(config_), counts_[n], counts_[0], counts_[n + 1],
                                                     config_);
      const std::uint8_t bits = Bhiksha::InlineBits(counts_[n] + 1, counts_[n + 1], config_);
      return {base, word_bits, static_cast<std::uint8_t>(word_bits + Quant::MiddleBits(config_) + bits)};
    };
    const char* own = at;
    Packing packing = packing_of(1, &at);
    below(UnigramNexts(unigrams), counts_[0], 1, packing);
    for (std::size_t n = 2; n < counts_.size(); ++n) {
      const PackedNexts nexts = NextsOf<Bhiksha>(packing, own, n - 1);
      own = at;
      packing = packing_of(n, &at);
      below(nexts, counts_[n - 1], n, packing);
    }
  }

  template <class Bhiksha>
  PackedNexts NextsOf(const Packing& packing, const char* begin, std::size_t n) const {
    const std::uint64_t entries = counts_[n] + 1, most = counts_[n + 1];
    const std::uint8_t bits = Bhiksha::InlineBits(entries, most, config_);
    const std::uint64_t size = Bhiksha::Size(entries, most, config_);
    if (size == 0) return {packing, bits, nullptr, 0};
    // The array of offsets is aligned to eight bytes, and has a header of eight bytes before it.
    begin += (8 - reinterpret_cast<std::uintptr_t>(begin) % 8) % 8 + sizeof(std::uint64_t);
    return {packing, bits, begin, (size - 7) / sizeof(std::uint64_t) - 1};
  }

  const MappedFile& file_;
  const Header header_;
  const std::vector<std::uint64_t>& counts_;
  Config config_;
  std::uint64_t end_ = 0;
};

// Refuses counts that no ARPA file of this length can hold. KenLM computes sizes from them that wrap around, and then
// writes beyond what it allocated.
void CheckArpaCounts(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) == 0) return;
  const MappedFile file(path);
  std::string_view rest(file.data(), file.size());
  for (bool begun = false; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
    if (!begun) {
      begun = line == "\\data\\";
      if (begun || line.empty() || line.front() == '#') continue;
      return;  // not an ARPA file; KenLM's own message says so
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(line.data() + equals + 1, line.data() + line.size(), count);
    if (error != std::errc() || count > file.size()) {
      throw InputError(Message(path, ": not a usable KenLM model (ARPA or binary): it cannot hold as many n-grams as \"",
                               KenLmReason(std::string(line.substr(0, 40))), "\" says"));
    }
  }
}

}  // namespace

void CheckLanguageModel(const std::string& path, bool body) {
  try {
    ModelType type;
    if (!RecognizeBinary(path.c_str(), type)) return CheckArpaCounts(path);
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(Message(path, ": not a usable KenLM model (ARPA or binary): ", KenLmReason(error.what())));
  }
  const MappedFile file(path);
  try {
    Checker(file).Check(body);
  } catch (const Damage& damage) {
    throw InputError(Message(path, ": a damaged KenLM binary (", damage.what(), "); make it again from its ARPA file"));
  }
}

}  // namespace simplifier
