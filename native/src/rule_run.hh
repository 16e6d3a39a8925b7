// Sorted runs of rules on disk: the external merge sort behind the table builder.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "symbol.hh"

namespace simplifier {

// One rule on its way into the table. Features may be NaN (missing).
struct PendingRule {
  std::vector<Symbol> source;
  std::vector<Symbol> target;
  LabelId lhs = 0;
  std::uint32_t alignment = 0;
  std::uint32_t provenance = 0;
  std::vector<float> features;

  // True when both stand for the same (source, LHS, target).
  bool SameRule(const PendingRule& other) const {
    return lhs == other.lhs && source == other.source && target == other.target;
  }
};

// Collects rules in memory, sorted by (source, LHS, target) and written out as runs.
class RuleRuns {
 public:
  RuleRuns(std::string directory, std::size_t feature_count, std::size_t memory_limit_bytes);
  ~RuleRuns();  // removes its files
  RuleRuns(const RuleRuns&) = delete;
  RuleRuns& operator=(const RuleRuns&) = delete;

  // `features` has feature_count values.
  void Add(const std::vector<Symbol>& source, LabelId lhs, const std::vector<Symbol>& target,
           std::uint32_t alignment, std::uint32_t provenance, const float* features);

  // Starts the merge; afterwards Next fills the rules in order until it returns false.
  void StartMerge();
  bool Next(PendingRule* rule);

 private:
  struct Entry {
    std::uint64_t key;  // the first two source symbols, so that most comparisons need no more
    std::uint64_t symbols;
    std::uint64_t features;
    std::uint16_t source_length, target_length;
    LabelId lhs;
    std::uint32_t alignment, provenance;
  };
  class Reader;

  void Spill();
  bool Before(const Entry& a, const Entry& b) const;
  std::string RunPath(std::size_t run) const;

  std::string directory_;
  std::size_t feature_count_;
  std::size_t memory_limit_;
  std::size_t run_count_ = 0;
  std::vector<Entry> entries_;
  std::vector<Symbol> symbols_;
  std::vector<float> features_;
  std::vector<std::unique_ptr<Reader>> readers_;
  std::vector<Reader*> heap_;
};

}  // namespace simplifier
