// The rules of a block of lines of a text grammar, column by column, as the parser reads them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simplifier {

// A line that is no rule.
struct GrammarProblem {
  std::size_t line;      // counted from 0 within the block
  std::string kind;      // the kind of problem in a few words, by which problems are counted
  std::string expected;  // what should have stood there
  std::string found;     // the offending text, cut when long
};

class GrammarBlock {
 public:
  enum Text { kLhs, kSource, kTarget, kAlignment, kTexts };
  static constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

  std::size_t size() const { return rows_; }
  std::size_t lines = 0;          // of the block, empty ones and those with problems included
  bool is_utf8 = true;            // if false, nothing was parsed
  bool has_alignments = false;    // true if some rule has an alignment
  std::vector<GrammarProblem> problems;

  // A part of a rule: symbols joined by single spaces, or the label without brackets.
  std::string_view Part(std::size_t row, Text part) const {
    const std::size_t place = row * kTexts + part;
    return std::string_view(texts_).substr(ends_[place], ends_[place + 1] - ends_[place]);
  }

  const std::vector<std::string>& names() const { return names_; }
  float Value(std::size_t row, std::size_t column) const { return values_[row * stride_ + column]; }
  // True if every rule has a value in the column.
  bool Complete(std::size_t column) const { return present_[column] == rows_; }

  // Building: StartRow, then any number of Append, EndText and Put, then EndRow or DropRow.
  void StartRow();
  void Append(std::string_view text) { texts_ += text; }
  void EndText() { ends_.push_back(static_cast<std::uint32_t>(texts_.size())); }
  std::size_t Column(std::string_view name);  // the column of a name; a new name gets a new column
  // Returns false if the row has a value in this column already. NaN stands for a missing value.
  bool Put(std::size_t column, float value);
  void EndRow();
  void DropRow();

 private:
  void Widen(std::size_t columns);

  std::string texts_;
  std::vector<std::uint32_t> ends_{0};
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::vector<std::size_t> present_;  // by column: how many rules have a value
  std::vector<std::size_t> filled_;   // by column: 1 + the last row that put a value, be it NaN
  std::vector<float> values_;
  std::size_t rows_ = 0, stride_ = 0, names_before_ = 0;
};

}  // namespace simplifier
