#include "metrics/metric_index.hh"

#include <algorithm>

namespace simplifier {

std::size_t MetricWidth(unsigned blocks) {
  std::size_t width = 0;
  if (blocks & kSariTypes) width += 8 * kMetricOrder;
  if (blocks & kSariTokens) width += 6 * kMetricOrder;
  if (blocks & kSariAdd) width += 3 * kMetricOrder;
  if (blocks & kBleu) width += 2 * kMetricOrder + 2;
  if (blocks & kSourceBleu) width += 2 * kMetricOrder + 2;
  if (blocks & kReadability) width += 4;
  if (blocks & kEdits) width += 4;
  return width;
}

std::uint32_t MetricWords::Intern(std::string_view word) {
  key_.assign(word);  // maps of C++17 cannot look up a view, and a member is not allocated anew for each word
  auto found = ids_.find(key_);
  if (found != ids_.end()) return found->second;
  auto id = static_cast<std::uint32_t>(ids_.size());
  ids_.emplace(key_, id);
  new_words_.push_back(key_);
  return id;
}

void MetricWords::SetSyllables(const std::int32_t* counts) {
  syllables_.insert(syllables_.end(), counts, counts + new_words_.size());
  new_words_.clear();
}

std::uint32_t MetricWords::Syllables(const MetricText& text) const {
  std::uint32_t sum = 0;
  for (std::uint32_t word : text.words) sum += syllables_[word];
  return sum;
}

std::size_t NgramTable::Probe(std::uint64_t key) const {
  std::uint64_t hash = key * 0x9E3779B97F4A7C15ull;
  std::size_t mask = slots_.size() - 1;
  std::size_t slot = (hash ^ (hash >> 32)) & mask;
  while (slots_[slot].key != key && slots_[slot].key != kEmpty) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t NgramTable::Find(std::uint32_t prefix, std::uint32_t word) const {
  if (slots_.empty()) return kNone;
  return slots_[Probe(std::uint64_t{prefix} << 32 | word)].id;
}

std::uint32_t NgramTable::Insert(std::uint32_t prefix, std::uint32_t word, std::uint32_t next_id) {
  if (2 * (filled_.size() + 1) > slots_.size()) Grow();
  std::uint64_t key = std::uint64_t{prefix} << 32 | word;
  std::size_t slot = Probe(key);
  if (slots_[slot].key == kEmpty) {
    slots_[slot] = {key, next_id};
    filled_.push_back(static_cast<std::uint32_t>(slot));
  }
  return slots_[slot].id;
}

// Clears only the slots in use, so that a table that a long candidate made large costs nothing for the next ones.
void NgramTable::Clear() {
  for (std::uint32_t slot : filled_) slots_[slot] = Slot();
  filled_.clear();
}

void NgramTable::Grow() {
  std::vector<Slot> old;
  old.swap(slots_);
  slots_.resize(std::max<std::size_t>(64, 2 * old.size()));
  filled_.clear();
  for (const Slot& entry : old) {
    if (entry.key == kEmpty) continue;
    std::size_t slot = Probe(entry.key);
    slots_[slot] = entry;
    filled_.push_back(static_cast<std::uint32_t>(slot));
  }
}

MetricSegment::MetricSegment(MetricText source, const std::vector<MetricText>& references)
    : source_(std::move(source)), reference_count_(references.size()) {
  std::vector<std::uint32_t> counts;
  Index(source_, &counts);
  for (std::size_t id = 0; id < counts.size(); ++id) ngrams_[id].source = counts[id];
  for (const MetricText& reference : references) {
    Index(reference, &counts);
    for (std::size_t id = 0; id < counts.size(); ++id) {
      ngrams_[id].total += counts[id];
      ngrams_[id].maximum = std::max(ngrams_[id].maximum, counts[id]);
    }
    reference_lengths_.push_back(reference.words.size());
  }
  std::sort(reference_lengths_.begin(), reference_lengths_.end());
  for (unsigned order = 0; order < kMetricOrder; ++order) {
    for (std::uint32_t id : source_ngrams_[order]) {
      const std::uint64_t source = reference_count_ * ngrams_[id].source;
      const std::uint64_t keepable = std::min<std::uint64_t>(source, ngrams_[id].total);
      keepable_[order] += keepable > 0;
      deletable_[order] += keepable < source;
      ngrams_[id].keep_ratio = static_cast<double>(keepable) / static_cast<double>(source);
      ngrams_[id].delete_ratio = static_cast<double>(source - keepable) / static_cast<double>(source);
    }
  }
}

// Gives ids to the n-grams of a text and counts them. The source comes first, so an n-gram that is new in a reference
// is one that the source lacks.
void MetricSegment::Index(const MetricText& text, std::vector<std::uint32_t>* counts) {
  counts->assign(ngrams_.size(), 0);
  bool is_source = &text == &source_;
  for (std::size_t start = 0; start < text.words.size(); ++start) {
    std::uint32_t prefix = NgramTable::kRoot;
    for (unsigned order = 0; order < kMetricOrder && start + order < text.words.size(); ++order) {
      auto next = static_cast<std::uint32_t>(ngrams_.size());
      prefix = table_.Insert(prefix, text.words[start + order], next);
      if (prefix == next) {
        ngrams_.emplace_back();
        counts->push_back(0);
        if (is_source) source_ngrams_[order].push_back(next);
        else ++addable_[order];
      }
      ++(*counts)[prefix];
    }
  }
}

}  // namespace simplifier
