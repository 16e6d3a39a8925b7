// What is told of a group of features: the tables that stand beside the code which computes them.
#pragma once

#include <string>
#include <vector>

namespace simplifier {

struct FeatureEntry {
  std::string name;     // NAME in it stands for the name of a language model
  std::string meaning;  // how the value comes about, in one sentence
  std::string unit;     // what the value counts
  // Of a feature whose weight below 0 stops changes: the kind of reason (simplifier/record/reasons.py); else empty.
  std::string stops = {};
  std::string reason = {};  // what the user is told where this feature decided
};

struct FeatureTable {
  std::string group;
  std::string level;  // "rule": stored with it, "span": of an application in its sentence, "hypothesis": of the output
  std::vector<FeatureEntry> entries;

  // The names of the first `count` entries.
  std::vector<std::string> Names(std::size_t count) const;
  std::vector<std::string> Names() const { return Names(entries.size()); }
  // Null for a name that is not in the table.
  const FeatureEntry* Find(const std::string& name) const;
};

// Beside decoder_model.cc, sentence.cc and feature_table.cc: what the chart adds, what is counted of marked tokens and
// of the output, and what comes with the rules and stops changes.
const FeatureTable& ChartFeatureTable();
const FeatureTable& TokenFeatureTable();
const FeatureTable& OutputFeatureTable();
const FeatureTable& ReviewFeatureTable();
const FeatureTable& UserFeatureTable();
const FeatureTable& UserVetoTable();

}  // namespace simplifier
