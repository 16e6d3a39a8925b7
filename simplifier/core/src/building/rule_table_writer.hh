// Writes the sections of a packed rule table from rules that arrive sorted and merged.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "building/rule_run.hh"
#include "common/part_file.hh"
#include "common/scratch_file.hh"
#include "table/codebook.hh"
#include "table/rule_table_format.hh"
#include "table/target_pool.hh"

namespace simplifier {

class TableWriter {
 public:
  // Until the table is complete, its columns are nameless files in the scratch directory. The codebooks must be
  // finished, except those of the features in `late`: these must be finished before Finish is called. An exact table
  // never uses a codebook that is not exact; it stores such a feature as values.
  TableWriter(const std::string& path, const std::string& scratch_directory,
              const std::vector<CodebookBuilder>& codebooks, std::vector<std::size_t> late, bool exact);

  // Adds the next rule in the order of (source, LHS, target).
  void Add(const PendingRule& rule, bool both_sides_equal);

  // Writes the table and returns the number of rules. `nonterminals` are listed besides those that the rules use.
  std::uint64_t Finish(const std::string& metadata, const std::vector<std::string>& feature_names,
                       const std::vector<std::string>& provenance, const std::deque<std::string>& words,
                       const std::deque<std::string>& labels, const std::deque<std::string>& alignments,
                       const std::set<LabelId>& nonterminals = {});

 private:
  struct PathNode {
    std::uint32_t parent, symbol, first_rule, rule_count;
  };

  void EnterSource(const std::vector<Symbol>& source);
  void WriteSection(Section section, const void* data, std::size_t bytes);
  void WriteColumn(Section section, ScratchFile* column);
  void SettleLate();
  void WriteTrie(std::set<LabelId> nonterminals);
  void WriteWords(const std::deque<std::string>& words);
  void WritePool(Section offsets, Section bytes, const std::deque<std::string>& strings);
  void WriteHeader();

  const std::vector<CodebookBuilder>& codebooks_;
  bool exact_;
  std::vector<std::size_t> early_, late_;              // features whose codebooks are, and are not, finished in Add
  std::vector<std::size_t> coded_;                     // the feature of each column of codes in the finished table
  std::vector<std::uint32_t> stored_;                  // the feature of each column of values
  // Columns of fixed-size values, on disk so that memory does not grow with the rules.
  ScratchFile lhs_, target_, alignment_, provenance_, early_codes_, late_values_, codes_, values_;
  PartFile out_;
  std::vector<PathNode> nodes_;           // in the order of arrival (depth first)
  std::vector<Symbol> last_source_;
  std::vector<std::uint32_t> last_path_;  // the nodes of the prefixes of last_source_
  TargetPool targets_;
  std::vector<std::uint8_t> early_row_;  // of the rule being added
  std::vector<float> late_row_;
  std::uint64_t rule_count_ = 0;
  std::uint64_t position_ = 0;
  SectionEntry sections_[kMostSections] = {};
};

}  // namespace simplifier
