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
  std::vector<float> feature_defaults;  // the values stored where a value is missing
  std::vector<MergePolicy> merges;      // one a feature; empty: max for all
  std::vector<std::string> provenance;  // names of the sources, 1 to 32
  std::string metadata;                 // JSON, stored as it is
  std::string scratch_directory;
  std::size_t memory_limit_mb = 1024;
  bool exact = false;                   // true: no value may be replaced by the nearest of 256
};

class TableBuilder {
 public:
  // Throws InputError for lists of unequal length, and for no source or more than 32.
  explicit TableBuilder(TableOptions options);

  // Adds a rule. `lhs` is a label without brackets; `source` and `target` are symbols in text form joined by single
  // spaces; `provenance` is a bit set over the names in the options; `features` has one value per feature name, NaN for
  // a missing one. Throws InputError for what is no rule: an empty source side, a nonterminal without a partner,
  // indexes out of order on the source side, a side of more than 1000 symbols, an infinite feature.
  void Add(std::string_view lhs, std::string_view source, std::string_view target, std::string_view alignment,
           std::uint32_t provenance, const float* features);

  // Adds rules of another table. Throws InputError if one of its provenance names is not among those of this builder.
  // Features that it does not have are missing.
  void Copy(const RuleTable& table, const std::uint32_t* rules, std::size_t count);
  // Lists the labels that the other table's rules use as nonterminals, even if no rule here uses them. Such labels have
  // chart classes of their own, so a filtered table makes the same charts as the whole one.
  void KeepNonterminals(const RuleTable& table);

  // Adds the rules of a parsed block. Columns are matched with features by name; features without a column are missing.
  // `lhs`, if not empty, replaces the rules' own labels.
  void AddBlock(const GrammarBlock& block, std::uint32_t provenance, std::string_view lhs);

  // Merges duplicates, encodes the features, and writes the table under its name; returns the number of rules. Calls
  // `check` now and then, which may throw to stop the build.
  std::uint64_t Finish(const std::function<void()>& check = [] {});

  std::size_t feature_count() const { return options_.feature_names.size(); }

 private:
  // Moves the pending rule to `rule`, merges its duplicates into it, and makes the rule after them the pending one.
  // Returns whether there is one.
  bool NextMerged(PendingRule* rule);
  // For a table that is copied: its column of each feature, and the bit here of each of its provenance bits.
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
