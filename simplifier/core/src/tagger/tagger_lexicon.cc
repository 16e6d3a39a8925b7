#include "tagger/tagger_lexicon.hh"

#include <algorithm>
#include <map>
#include <string>

namespace simplifier {
namespace {

constexpr std::uint32_t kFrequentCount = 6;
// A word is certain if it was seen so often, and with one tag in so large a share.
constexpr std::uint32_t kCertainCount = 50;
constexpr double kCertainShare = 0.997;
constexpr double kLeastShare = 0.015;  // rarer tags of a word are left out
constexpr int kClassShare = 2;  // least share of a tag in the class of a word, of kShareSteps: about 3 %
constexpr std::uint64_t kUnlisted = 0x2545f4914f6cdd1dULL;

// Rounds a distribution to the given number of steps, best tag first. The result is never empty: of kMaxTags tags at
// most, the best has a share above kLeastShare.
std::vector<TagShare> Round(const std::vector<std::uint32_t>& counts, double total, int steps) {
  std::vector<TagShare> shares;
  for (std::size_t tag = 0; tag < counts.size(); ++tag) {
    const double share = counts[tag] / total;
    if (share < kLeastShare) continue;
    const int rounded = std::max(1, static_cast<int>(share * steps + 0.5));
    shares.push_back({static_cast<std::uint8_t>(tag),
                      static_cast<std::uint8_t>(std::max(1, rounded * TaggerLexicon::kShareSteps / steps))});
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const TagShare& a, const TagShare& b) { return a.share > b.share; });
  return shares;
}

}  // namespace

TaggerLexicon TaggerLexicon::Build(const Counts& counts, std::uint32_t min_count) {
  std::vector<std::uint64_t> keys;
  for (const auto& [key, by_tag] : counts) {
    std::uint64_t total = 0;
    for (const std::uint32_t count : by_tag) total += count;
    if (total >= min_count) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());  // an unordered map has no fixed order, and equal input must give equal bytes

  // Takes coarser and coarser steps until the number of different distributions fits the index.
  for (int steps : {kShareSteps, 31, 15, 7}) {
    TaggerLexicon lexicon;
    std::map<std::string, std::uint16_t> known;
    std::vector<std::pair<std::uint64_t, Word>> entries;
    bool fits = true;
    for (const std::uint64_t key : keys) {
      const std::vector<std::uint32_t>& by_tag = counts.at(key);
      double total = 0, most = 0;
      for (const std::uint32_t count : by_tag) {
        total += count;
        most = std::max<double>(most, count);
      }
      const std::vector<TagShare> shares = Round(by_tag, total, steps);
      const std::string bytes(reinterpret_cast<const char*>(shares.data()), shares.size() * sizeof(TagShare));
      const auto [at, added] = known.emplace(bytes, static_cast<std::uint16_t>(known.size()));
      if (known.size() > Word::kIndex) {
        fits = false;
        break;
      }
      if (added) {
        lexicon.starts_.push_back(static_cast<std::uint32_t>(lexicon.shares_.size()));
        lexicon.shares_.insert(lexicon.shares_.end(), shares.begin(), shares.end());
      }
      std::uint16_t value = at->second;
      if (total >= kFrequentCount) value |= Word::kFrequent;
      if (total >= kCertainCount && most >= kCertainShare * total) value |= Word::kCertain;
      entries.push_back({key, Word{value}});
    }
    if (!fits) continue;
    lexicon.starts_.push_back(static_cast<std::uint32_t>(lexicon.shares_.size()));
    lexicon.words_ = CompactTable<std::uint32_t, Word>::Build(entries);
    lexicon.size_ = entries.size();
    lexicon.Classify();
    return lexicon;
  }
  throw InputError("the words have too many different tag distributions; train on less text");
}

void TaggerLexicon::Classify() {
  classes_.clear();
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
    std::uint64_t set = 0;
    for (std::uint32_t at = starts_[i]; at < starts_[i + 1]; ++at) {
      if (shares_[at].share >= kClassShare) set |= std::uint64_t{1} << shares_[at].tag;
    }
    classes_.push_back(MixHash(set));
  }
}

std::vector<TagShare> TaggerLexicon::Shares(std::uint64_t lexicon_hash) const {
  const Word* word = words_.Find(lexicon_hash);
  if (word == nullptr) return {};
  const std::size_t index = word->distribution & Word::kIndex;
  return {shares_.begin() + starts_[index], shares_.begin() + starts_[index + 1]};
}

int TaggerLexicon::Describe(WordForm* form) const {
  const Word* word = words_.Find(form->lexicon);
  if (word == nullptr || (word->distribution & Word::kFrequent) == 0) {
    form->ambiguity = kUnlisted ^ form->suffix2 ^ (form->shape << 1);
    return -1;
  }
  const std::size_t index = word->distribution & Word::kIndex;
  form->ambiguity = classes_[index];
  return (word->distribution & Word::kCertain) != 0 ? shares_[starts_[index]].tag : -1;
}

void TaggerLexicon::Write(ByteWriter* writer) const {
  writer->Number(size_);
  writer->Array(starts_);
  writer->Array(shares_);
  words_.Write(writer);
}

TaggerLexicon TaggerLexicon::Read(ByteReader* reader, std::size_t tag_count) {
  TaggerLexicon lexicon;
  lexicon.size_ = reader->Number();
  lexicon.starts_ = reader->Array<std::uint32_t>();
  lexicon.shares_ = reader->Array<TagShare>();
  for (std::size_t i = 0; i + 1 < lexicon.starts_.size(); ++i) {
    if (lexicon.starts_[i] >= lexicon.starts_[i + 1]) reader->Fail();
  }
  if (lexicon.starts_.empty() || lexicon.starts_.back() != lexicon.shares_.size()) reader->Fail();
  for (const TagShare& share : lexicon.shares_) {
    if (share.tag >= tag_count) reader->Fail();
  }
  const std::size_t distributions = lexicon.starts_.size() - 1;
  lexicon.words_ = CompactTable<std::uint32_t, Word>::Read(
      reader, [&](const Word& word) { return (word.distribution & Word::kIndex) < distributions; });
  lexicon.Classify();
  return lexicon;
}

}  // namespace simplifier
