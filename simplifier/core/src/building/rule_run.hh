// Sorted runs of rules on disk: the external merge sort of the table builder.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "common/scratch_file.hh"
#include "table/symbol.hh"

namespace simplifier {

// One rule on its way into the table. Features may be NaN (missing).
struct PendingRule {
  std::vector<Symbol> source;
  std::vector<Symbol> target;
  LabelId lhs = 0;
  std::uint32_t alignment = 0;
  std::uint32_t provenance = 0;
  std::vector<float> features;

  // True if both have the same source side, LHS and target side.
  bool SameRule(const PendingRule& other) const {
    return lhs == other.lhs && source == other.source && target == other.target;
  }
};

// Collects rules in memory, in two buffers of half the limit each. A full buffer is sorted by (source, LHS, target) and
// written out as a run in a thread of its own, while the other buffer fills.
class RuleRuns {
 public:
  RuleRuns(const std::string& directory, std::size_t feature_count, std::size_t memory_limit_bytes);
  ~RuleRuns();
  RuleRuns(const RuleRuns&) = delete;
  RuleRuns& operator=(const RuleRuns&) = delete;

  // `features` has feature_count values.
  void Add(const std::vector<Symbol>& source, LabelId lhs, const std::vector<Symbol>& target,
           std::uint32_t alignment, std::uint32_t provenance, const float* features);

  // Starts the merge. After that, each call of Next gives the next rule in order, and false at the end. Equal rules
  // come one after another, in the order in which they were added.
  void StartMerge();
  bool Next(PendingRule* rule);

 private:
  struct Entry {
    std::uint64_t key;  // the first two source symbols, + 1 each and 0 for none: most comparisons need no more
    std::uint64_t symbols;
    std::uint64_t features;
    std::uint16_t source_length, target_length;
    LabelId lhs;
    std::uint32_t alignment, provenance;
  };
  struct Collection {
    std::vector<Entry> entries;
    std::vector<Symbol> symbols;
    std::vector<float> features;

    std::size_t bytes() const {
      return entries.size() * sizeof(Entry) + symbols.size() * sizeof(Symbol) + features.size() * sizeof(float);
    }
    bool Before(const Entry& a, const Entry& b) const;
    void Clear();
  };
  struct Run {
    std::uint64_t begin, end;  // in the file
  };
  class Reader;

  void Spill();
  void WriteRun(Collection* rules);

  std::size_t feature_count_;
  std::size_t memory_limit_;
  ScratchFile file_;
  std::vector<Run> runs_;
  Collection filling_, writing_;
  std::future<void> writer_;
  std::vector<std::unique_ptr<Reader>> readers_;
  std::vector<Reader*> heap_;
};

}  // namespace simplifier
