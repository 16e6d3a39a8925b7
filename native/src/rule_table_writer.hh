// Writes the sections of a packed rule table from rules that arrive sorted and merged.
#pragma once

#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "codebook.hh"
#include "rule_run.hh"
#include "rule_table_format.hh"

namespace simplifier {

class TableWriter {
 public:
  // Everything is written beside `path` and renamed by Finish.
  // The codebooks are finished, except those of the features in `late`, which only have to be so before Finish.
  TableWriter(std::string path, const std::vector<CodebookBuilder>& codebooks, std::vector<std::size_t> late);
  ~TableWriter();  // removes what was not renamed
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  void Add(const PendingRule& rule, bool both_sides_equal);

  // Returns the number of rules. `nonterminals` are listed as such besides those that the rules use.
  std::uint64_t Finish(const std::string& metadata, const std::vector<std::string>& feature_names,
                       const std::vector<std::string>& provenance, const std::deque<std::string>& words,
                       const std::deque<std::string>& labels, const std::deque<std::string>& alignments,
                       const std::set<LabelId>& nonterminals = {});

 private:
  // A column of fixed-size values, spooled to its own file so that memory does not grow with the rules.
  struct Column {
    std::string path;
    std::FILE* file = nullptr;
    std::uint64_t bytes = 0;
  };
  struct PathNode {
    std::uint32_t parent, symbol, first_rule, rule_count;
  };

  void Append(Column* column, const void* data, std::size_t bytes);
  void EnterSource(const std::vector<Symbol>& source);
  std::uint32_t TargetNumber(const std::vector<Symbol>& target);
  void WriteSection(Section section, const void* data, std::size_t bytes);
  void WriteColumn(Section section, Column* column);
  void EncodeLate();
  void WriteTrie(std::set<LabelId> nonterminals);
  void WriteWords(const std::deque<std::string>& words);
  void WritePool(Section offsets, Section bytes, const std::deque<std::string>& strings);
  void WriteHeader();

  std::string path_, temporary_;
  const std::vector<CodebookBuilder>& codebooks_;
  std::vector<std::size_t> late_;
  Column lhs_, target_, alignment_, provenance_, features_, late_values_;
  std::vector<PathNode> nodes_;                // in the order of arrival (depth first)
  std::vector<Symbol> last_source_;
  std::vector<std::uint32_t> last_path_;       // the node of every prefix of last_source_
  std::unordered_multimap<std::uint64_t, std::uint32_t> target_numbers_;  // by hash
  std::vector<std::uint32_t> target_offsets_{0};
  std::vector<Symbol> target_symbols_;
  std::vector<std::uint8_t> codes_;
  std::uint64_t rule_count_ = 0;
  std::FILE* out_ = nullptr;
  std::uint64_t position_ = 0;
  SectionEntry sections_[kSectionCount] = {};
};

}  // namespace simplifier
