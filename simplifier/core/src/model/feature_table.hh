// Tables that document groups of features, each kept beside the code that computes its group.
#pragma once

#include <string>
#include <vector>

namespace simplifier {

struct FeatureEntry {
  std::string name;     // with NAME for the name of a language model
  std::string meaning;  // how the value comes about, in one sentence
  std::string unit;     // what the value counts
  // The kind of reason (simplifier/record/reasons.py) of a feature that stops changes by a weight below 0; else empty.
  std::string stops = {};
  std::string reason = {};  // what the user is told when this feature decided
};

struct FeatureTable {
  std::string group;
  std::string level;  // "rule": stored with it; "span": of an application in its sentence; "hypothesis": of the output
  std::vector<FeatureEntry> entries;

  // The names of the first `count` entries.
  std::vector<std::string> Names(std::size_t count) const;
  std::vector<std::string> Names() const { return Names(entries.size()); }
  // The entry of this name; null if the table has none.
  const FeatureEntry* Find(const std::string& name) const;
};

const FeatureTable& ChartFeatureTable();   // added by the chart (decoder_model.cc)
const FeatureTable& TokenFeatureTable();   // counted of marked tokens (sentence.cc)
const FeatureTable& OutputFeatureTable();  // counted of the output (decoder_model.cc)
// Given to the core with the rules or by a user list (feature_table.cc).
const FeatureTable& ReviewFeatureTable();
const FeatureTable& UserFeatureTable();
const FeatureTable& UserVetoTable();

}  // namespace simplifier
