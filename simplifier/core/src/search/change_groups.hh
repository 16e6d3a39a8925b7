// Groups of neighbouring changes in the derivations of a sentence, each different group once. A group is written
// together.
//
// Usage:
//   const ChangeGroups found = GroupChanges(decoded, following, before);
//   for (std::uint32_t group : found.of[derivation]) Write(found.groups[group]);
#pragma once

#include <cstdint>
#include <vector>

#include "search/decoder.hh"

namespace simplifier {

struct ChangeGroups {
  struct Group {
    std::uint32_t derivation;          // the first derivation that has the group
    std::vector<std::uint32_t> rules;  // places in that derivation's DecodedDerivation::rules
  };
  std::vector<Group> groups;                   // the different groups, in the order in which they are met
  std::vector<std::vector<std::uint32_t>> of;  // by derivation: the numbers of its groups, in source order
};

// A change joins the group of the change before it unless a separating word stands between them. The caller says which
// words separate: for every place, `following` gives the first such word at or after the place, and `before` the last
// one before it. Two groups are the same if the same rules stand on the same spans. Derivations with rules in the gaps
// of others (DecodedDerivation::nested) have no groups. Throws InputError if `following` or `before` is too short.
ChangeGroups GroupChanges(const DecodedSentence& decoded, const std::vector<int>& following,
                          const std::vector<int>& before);

}  // namespace simplifier
