// Parses text grammars: lines of fields separated by |||.
//
//   [LHS] ||| source ||| target ||| features ||| alignment ||| relation
//
// Usage: make one GrammarParser for a file, and Parse the file in blocks of whole lines, in any number of threads.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "building/grammar_block.hh"

namespace simplifier {

// What distinguishes one format from another.
struct GrammarFormat {
  unsigned least_fields = 4, most_fields = 5;
  std::unordered_map<std::string, std::string> renamed;  // feature names in the file -> their names here
  // If not empty, features may also be bare numbers. They are costs of this owner: the i-th of a line, from 0, becomes
  // the feature tm_OWNER_i with the negated number.
  std::string owner;
  bool may_leave_out = false;  // true: a target side may be empty, so that the words of the source side are left out
  std::vector<std::string> relations;  // if not empty, the sixth field is one of them and sets the flags IsRELATION
};

class GrammarParser {
 public:
  explicit GrammarParser(GrammarFormat format) : format_(std::move(format)) {}

  // Parses whole lines; the last may lack its line end. Broken lines become problems of the block. A token that starts
  // with [ and ends with ] is a nonterminal [LABEL,i]: i counts from 1 in source order, and both sides have the same
  // nonterminals. Labels have no white space and no brackets. A feature value is a finite number or NA (missing).
  GrammarBlock Parse(std::string_view text) const;

 private:
  GrammarFormat format_;
};

}  // namespace simplifier
