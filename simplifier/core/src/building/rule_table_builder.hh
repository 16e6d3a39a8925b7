// Builds a packed rule table from a stream of rules with bounded memory.
//
// Usage: Add any number of rules in any order, then Finish. The table appears under its name only when complete.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "building/grammar_block.hh"
#include "building/merge_policy.hh"
#include "building/rule_run.hh"
#include "common/interner.hh"
#include "table/codebook.hh"
#include "table/rule_table.hh"
#include "table/rule_table_format.hh"

namespace simplifier {

struct TableOptions {
  std::string path;
  std::vector<std::string> feature_names;
  std::vector<float> feature_defaults;  // stored for a missing value
  std::vector<MergePolicy> merges;      // one a feature; none at all stands for max
  std::vector<std::string> provenance;  // at most 32 source names
  std::string metadata;                 // JSON, kept as it is
  std::string scratch_directory;
  std::size_t memory_limit_mb = 1024;
  bool exact = false;                   // no value may become the nearest of 256
};

class TableBuilder {
 public:
  explicit TableBuilder(TableOptions options);

  // `source` and `target` are symbols in text form joined by single spaces; `lhs` a label without brackets;
  // `features` one value per feature name, NaN for missing. Throws InputError for a rule that is not one:
  // an empty side, a nonterminal that has no partner, indexes out of order on the source side. The provenance is
  // a bit set over the options' names.
  void Add(std::string_view lhs, std::string_view source, std::string_view target, std::string_view alignment,
           std::uint32_t provenance, const float* features);

  // Adds rules of another table, all of whose provenance names are among ours; features it does not have are missing.
  void Copy(const RuleTable& table, const std::uint32_t* rules, std::size_t count);
  // Lists the labels that the table's rules use as nonterminals, even if none of ours does: they have chart classes
  // of their own, so that a filtered table makes the charts that the whole one made.
  void KeepNonterminals(const RuleTable& table);

  // Adds the rules of a parsed block; features are told by name, those without a column are missing. `lhs`, when not
  // empty, takes the place of the rules' own labels.
  void AddBlock(const GrammarBlock& block, std::uint32_t provenance, std::string_view lhs);

  // Merges duplicates, quantises, writes and renames; returns the number of rules. Calls `check` now and then, which
  // may throw to give up.
  std::uint64_t Finish(const std::function<void()>& check = [] {});

  std::size_t feature_count() const { return options_.feature_names.size(); }

 private:
  // Takes the pending rule with what its duplicates know and reads on; returns whether another one is pending.
  bool NextMerged(PendingRule* rule);
  // Where a table that is copied has our features, and what its provenance bits are here.
  struct CopiedColumns {
    static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
    std::vector<std::size_t> features;
    std::vector<unsigned> provenance;
  };
  CopiedColumns ColumnsOf(const RuleTable& table) const;
  void InternInOrder(const RuleTable& table, const std::uint32_t* rules, std::size_t count);
  LabelId Label(std::string_view label);
  void ReadSource(std::string_view text);
  void ReadTarget(std::string_view text, std::string_view source_text);

  TableOptions options_;
  Interner words_;
  Interner labels_;
  Interner alignments_;
  std::vector<CodebookBuilder> codebooks_;
  RuleRuns runs_;
  PendingRule pending_;
  std::vector<Symbol> source_;  // of the rule being added
  std::vector<Symbol> target_;
  std::vector<LabelId> nonterminals_;
  std::set<LabelId> kept_nonterminals_;
  bool finished_ = false;
};

}  // namespace simplifier
