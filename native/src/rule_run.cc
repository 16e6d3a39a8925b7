#include "rule_run.hh"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>

#include "error.hh"

namespace simplifier {
namespace {

struct RecordHeader {
  std::uint16_t source_length, target_length, lhs, unused;
  std::uint32_t alignment, provenance;
};

void Write(std::FILE* file, const void* data, std::size_t bytes, const std::string& path) {
  if (std::fwrite(data, 1, bytes, file) != bytes) {
    throw InputError(Message(path, ": cannot write (", std::strerror(errno), "); free disk space and run again"));
  }
}

}  // namespace

class RuleRuns::Reader {
 public:
  Reader(const std::string& path, std::size_t feature_count, std::size_t number)
      : path_(path), number_(number), file_(std::fopen(path.c_str(), "rb")), buffer_(1 << 20) {
    if (!file_) throw InputError(Message(path, ": cannot read back a sorted run: ", std::strerror(errno)));
    std::setvbuf(file_, buffer_.data(), _IOFBF, buffer_.size());
    rule_.features.resize(feature_count);
  }
  ~Reader() { std::fclose(file_); }

  bool Advance() {
    RecordHeader header;
    if (std::fread(&header, sizeof header, 1, file_) != 1) return false;
    rule_.lhs = header.lhs;
    rule_.alignment = header.alignment;
    rule_.provenance = header.provenance;
    rule_.source.resize(header.source_length);
    rule_.target.resize(header.target_length);
    Read(rule_.source.data(), rule_.source.size() * sizeof(Symbol));
    Read(rule_.target.data(), rule_.target.size() * sizeof(Symbol));
    Read(rule_.features.data(), rule_.features.size() * sizeof(float));
    return true;
  }
  PendingRule& rule() { return rule_; }

  // Heap order: the smallest rule on top; equal rules in the order they were added.
  static bool After(const Reader* a, const Reader* b) {
    return std::tie(a->rule_.source, a->rule_.lhs, a->rule_.target, a->number_) >
           std::tie(b->rule_.source, b->rule_.lhs, b->rule_.target, b->number_);
  }

 private:
  void Read(void* into, std::size_t bytes) {
    if (bytes && std::fread(into, 1, bytes, file_) != bytes) {
      throw InputError(Message(path_, ": a sorted run ends early; run the build again"));
    }
  }

  std::string path_;
  std::size_t number_;
  std::FILE* file_;
  std::vector<char> buffer_;
  PendingRule rule_;
};

RuleRuns::RuleRuns(std::string directory, std::size_t feature_count, std::size_t memory_limit_bytes)
    : directory_(std::move(directory)), feature_count_(feature_count), memory_limit_(memory_limit_bytes) {}

RuleRuns::~RuleRuns() {
  readers_.clear();
  for (std::size_t run = 0; run < run_count_; ++run) std::remove(RunPath(run).c_str());
}

std::string RuleRuns::RunPath(std::size_t run) const {
  return Message(directory_, "/rules-", ::getpid(), "-", static_cast<const void*>(this), ".run", run);
}

void RuleRuns::Add(const std::vector<Symbol>& source, LabelId lhs, const std::vector<Symbol>& target,
                   std::uint32_t alignment, std::uint32_t provenance, const float* features) {
  Entry entry;
  entry.key = (static_cast<std::uint64_t>(source[0]) + 1) << 32 |
              (source.size() > 1 ? static_cast<std::uint64_t>(source[1]) + 1 : 0);
  entry.symbols = symbols_.size();
  entry.features = features_.size();
  entry.source_length = static_cast<std::uint16_t>(source.size());
  entry.target_length = static_cast<std::uint16_t>(target.size());
  entry.lhs = lhs;
  entry.alignment = alignment;
  entry.provenance = provenance;
  entries_.push_back(entry);
  symbols_.insert(symbols_.end(), source.begin(), source.end());
  symbols_.insert(symbols_.end(), target.begin(), target.end());
  features_.insert(features_.end(), features, features + feature_count_);
  const std::size_t used = entries_.size() * sizeof(Entry) + symbols_.size() * sizeof(Symbol) +
                           features_.size() * sizeof(float);
  if (used > memory_limit_) Spill();
}

bool RuleRuns::Before(const Entry& a, const Entry& b) const {
  if (a.key != b.key) return a.key < b.key;
  const Symbol* sa = symbols_.data() + a.symbols;
  const Symbol* sb = symbols_.data() + b.symbols;
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
  if (entries_.empty()) return;
  std::sort(entries_.begin(), entries_.end(), [this](const Entry& a, const Entry& b) { return Before(a, b); });
  const std::string path = RunPath(run_count_);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) throw InputError(Message(path, ": cannot create: ", std::strerror(errno)));
  ++run_count_;
  std::vector<char> buffer(1 << 20);
  std::setvbuf(file, buffer.data(), _IOFBF, buffer.size());
  try {
    for (const Entry& entry : entries_) {
      const RecordHeader header{entry.source_length, entry.target_length, entry.lhs, 0, entry.alignment,
                                entry.provenance};
      Write(file, &header, sizeof header, path);
      Write(file, symbols_.data() + entry.symbols,
            (std::size_t{entry.source_length} + entry.target_length) * sizeof(Symbol), path);
      Write(file, features_.data() + entry.features, feature_count_ * sizeof(float), path);
    }
  } catch (...) {
    std::fclose(file);
    throw;
  }
  if (std::fclose(file) != 0) throw InputError(Message(path, ": cannot write: ", std::strerror(errno)));
  entries_.clear();
  symbols_.clear();
  features_.clear();
}

void RuleRuns::StartMerge() {
  Spill();
  entries_ = {};
  symbols_ = {};
  features_ = {};
  for (std::size_t run = 0; run < run_count_; ++run) {
    readers_.push_back(std::make_unique<Reader>(RunPath(run), feature_count_, run));
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
