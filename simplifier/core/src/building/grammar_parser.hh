// Parses text grammars: lines of fields separated by |||.
//
//   [LHS] ||| source ||| target ||| features ||| alignment ||| relation
//
// Usage: one GrammarParser for a file; Parse its blocks of whole lines, in any number of threads.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "building/grammar_block.hh"

namespace simplifier {

// What tells one format from another.
struct GrammarFormat {
  unsigned least_fields = 4, most_fields = 5;
  std::unordered_map<std::string, std::string> renamed;  // feature names of the file that stand for others
  // Not empty: features may be bare numbers, columns of this owner: the i-th of a line is tm_OWNER_i = minus the
  // number (they are costs).
  std::string owner;
  bool may_leave_out = false;  // a target side may be empty: the words of the source side are left out
  std::vector<std::string> relations;  // not empty: the sixth field is one of them and sets the flags IsRELATION
};

class GrammarParser {
 public:
  explicit GrammarParser(GrammarFormat format) : format_(std::move(format)) {}

  // `text` is whole lines, the last with or without its end. Broken lines become problems of the block. A token that
  // starts with [ and ends with ] is a nonterminal [LABEL,i]; i counts from 1 in source order; both sides hold the same.
  // Labels have no white space and no brackets. A feature value is a finite number or NA (missing).
  GrammarBlock Parse(std::string_view text) const;

 private:
  GrammarFormat format_;
};

}  // namespace simplifier
