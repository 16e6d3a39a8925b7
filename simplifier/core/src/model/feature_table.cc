#include "model/feature_table.hh"

#include <algorithm>

namespace simplifier {
namespace {

const std::string kUserWords = "words of s, and a tenth more for each after the first, if a user list";

}  // namespace

std::vector<std::string> FeatureTable::Names(std::size_t count) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(entries[i].name);
  return names;
}

const FeatureEntry* FeatureTable::Find(const std::string& name) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const FeatureEntry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

// The core does not compute these features: their values come with the rule tables or from a user list.

const FeatureTable& ReviewFeatureTable() {
  static const FeatureTable table{
      "review",
      "rule",
      {{"ReviewedSound", "1 if the pair was reviewed as sound", "flag"},
       {"ReviewedDepends", "1 if the pair was reviewed as depends", "flag"},
       {"ReviewedBad", "1 if the pair was reviewed as bad", "flag", "reviewed", "found bad in review"}}};
  return table;
}

const FeatureTable& UserFeatureTable() {
  static const FeatureTable table{
      "user",
      "rule",
      {{"UserRule", kUserWords + " prefers the rule", "words", "", "your list asks for it"},
       {"UserAlways", kUserWords + " demands the rule", "words", "", "your list asks for it"},
       {"UserNever", kUserWords + " forbids the rule (in tables built from one)", "words"}}};
  return table;
}

const FeatureTable& UserVetoTable() {
  static const FeatureTable table{
      "user",
      "span",
      {{"UserBlocked", "1 if the user list forbids the rewrite, or wants it for another part of speech", "flag",
        "user", "your list says never"}}};
  return table;
}

}  // namespace simplifier
