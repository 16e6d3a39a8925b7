#include "building/rule_run.hh"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "common/error.hh"

namespace simplifier {
namespace {

struct RecordHeader {
  std::uint16_t source_length, target_length, lhs, unused;
  std::uint32_t alignment, provenance;
};

constexpr std::size_t kLeastBuffer = 1 << 12, kMostBuffer = 1 << 20;

}  // namespace

class RuleRuns::Reader {
 public:
  Reader(const ScratchFile& file, Run run, std::size_t number, std::size_t feature_count, std::size_t buffer_bytes)
      : file_(file), number_(number), next_(run.begin), end_(run.end), buffer_(buffer_bytes) {
    rule_.features.resize(feature_count);
  }

  bool Advance() {
    if (begin_ == filled_ && next_ == end_) return false;
    RecordHeader header;
    Take(&header, sizeof header);
    rule_.lhs = header.lhs;
    rule_.alignment = header.alignment;
    rule_.provenance = header.provenance;
    rule_.source.resize(header.source_length);
    rule_.target.resize(header.target_length);
    Take(rule_.source.data(), rule_.source.size() * sizeof(Symbol));
    Take(rule_.target.data(), rule_.target.size() * sizeof(Symbol));
    Take(rule_.features.data(), rule_.features.size() * sizeof(float));
    return true;
  }
  PendingRule& rule() { return rule_; }

  // Heap order: the smallest rule on top, equal rules in the order in which they were added. Must agree with
  // Collection::Before, by which the runs are sorted.
  static bool After(const Reader* a, const Reader* b) {
    return std::tie(a->rule_.source, a->rule_.lhs, a->rule_.target, a->number_) >
           std::tie(b->rule_.source, b->rule_.lhs, b->rule_.target, b->number_);
  }

 private:
  void Take(void* into, std::size_t bytes) {
    char* at = static_cast<char*>(into);
    while (bytes > 0) {
      if (begin_ == filled_) Refill();
      const std::size_t now = std::min(bytes, filled_ - begin_);
      std::memcpy(at, buffer_.data() + begin_, now);
      at += now;
      begin_ += now;
      bytes -= now;
    }
  }

  void Refill() {
    begin_ = 0;
    filled_ = static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), end_ - next_));
    if (filled_ == 0) throw InputError("a sorted run ends early; run the build again");
    file_.Read(next_, buffer_.data(), filled_);
    next_ += filled_;
  }

  const ScratchFile& file_;
  std::size_t number_;
  std::uint64_t next_, end_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, filled_ = 0;
  PendingRule rule_;
};

RuleRuns::RuleRuns(const std::string& directory, std::size_t feature_count, std::size_t memory_limit_bytes)
    : feature_count_(feature_count), memory_limit_(memory_limit_bytes), file_(directory) {}

RuleRuns::~RuleRuns() {
  if (writer_.valid()) writer_.wait();  // its thread uses the members
}

void RuleRuns::Collection::Clear() {
  entries.clear();
  symbols.clear();
  features.clear();
}

void RuleRuns::Add(const std::vector<Symbol>& source, LabelId lhs, const std::vector<Symbol>& target,
                   std::uint32_t alignment, std::uint32_t provenance, const float* features) {
  Entry entry;
  entry.key = (static_cast<std::uint64_t>(source[0]) + 1) << 32 |
              (source.size() > 1 ? static_cast<std::uint64_t>(source[1]) + 1 : 0);
  entry.symbols = filling_.symbols.size();
  entry.features = filling_.features.size();
  entry.source_length = static_cast<std::uint16_t>(source.size());
  entry.target_length = static_cast<std::uint16_t>(target.size());
  entry.lhs = lhs;
  entry.alignment = alignment;
  entry.provenance = provenance;
  filling_.entries.push_back(entry);
  filling_.symbols.insert(filling_.symbols.end(), source.begin(), source.end());
  filling_.symbols.insert(filling_.symbols.end(), target.begin(), target.end());
  filling_.features.insert(filling_.features.end(), features, features + feature_count_);
  if (filling_.bytes() > memory_limit_ / 2) Spill();
}

bool RuleRuns::Collection::Before(const Entry& a, const Entry& b) const {
  if (a.key != b.key) return a.key < b.key;
  const Symbol* sa = symbols.data() + a.symbols;
  const Symbol* sb = symbols.data() + b.symbols;
  const Symbol* ta = sa + a.source_length;
  const Symbol* tb = sb + b.source_length;
  if (!std::equal(sa, ta, sb, tb)) return std::lexicographical_compare(sa, ta, sb, tb);
  if (a.lhs != b.lhs) return a.lhs < b.lhs;
  const Symbol* ea = ta + a.target_length;
  const Symbol* eb = tb + b.target_length;
  if (!std::equal(ta, ea, tb, eb)) return std::lexicographical_compare(ta, ea, tb, eb);
  return a.symbols < b.symbols;
}

void RuleRuns::Spill() {
  if (writer_.valid()) writer_.get();  // waits until the other buffer is free, and throws what its thread threw
  if (filling_.entries.empty()) return;
  std::swap(filling_, writing_);
  // The second buffer gets the size that was just enough for the first; growing step by step could double that.
  if (filling_.entries.capacity() == 0) {
    filling_.entries.reserve(writing_.entries.size());
    filling_.symbols.reserve(writing_.symbols.size());
    filling_.features.reserve(writing_.features.size());
  }
  writer_ = std::async(std::launch::async, [this] { WriteRun(&writing_); });
}

void RuleRuns::WriteRun(Collection* rules) {
  std::sort(rules->entries.begin(), rules->entries.end(),
            [rules](const Entry& a, const Entry& b) { return rules->Before(a, b); });
  const std::uint64_t begin = file_.size();
  for (const Entry& entry : rules->entries) {
    const RecordHeader header{entry.source_length, entry.target_length, entry.lhs, 0, entry.alignment,
                              entry.provenance};
    file_.Append(&header, sizeof header);
    file_.Append(rules->symbols.data() + entry.symbols,
                 (std::size_t{entry.source_length} + entry.target_length) * sizeof(Symbol));
    file_.Append(rules->features.data() + entry.features, feature_count_ * sizeof(float));
  }
  runs_.push_back({begin, file_.size()});
  rules->Clear();
}

void RuleRuns::StartMerge() {
  Spill();
  if (writer_.valid()) writer_.get();
  filling_ = {};
  writing_ = {};
  file_.Flush();
  const std::size_t share = memory_limit_ / 2 / std::max<std::size_t>(runs_.size(), 1);
  const std::size_t buffer = std::clamp(share, kLeastBuffer, kMostBuffer);
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    readers_.push_back(std::make_unique<Reader>(file_, runs_[run], run, feature_count_, buffer));
    if (readers_.back()->Advance()) heap_.push_back(readers_.back().get());
  }
  std::make_heap(heap_.begin(), heap_.end(), Reader::After);
}

bool RuleRuns::Next(PendingRule* rule) {
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), Reader::After);
  Reader* reader = heap_.back();
  std::swap(*rule, reader->rule());
  reader->rule().features.resize(feature_count_);
  if (reader->Advance()) {
    std::push_heap(heap_.begin(), heap_.end(), Reader::After);
  } else {
    heap_.pop_back();
  }
  return true;
}

}  // namespace simplifier
