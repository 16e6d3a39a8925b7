// Neighbouring changes of the derivations of a sentence: those that are written together, each group once.
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
  // Changes of one derivation that has the group: numbers in DecodedDerivation::rules.
  struct Group {
    std::uint32_t derivation;
    std::vector<std::uint32_t> rules;
  };
  std::vector<Group> groups;                   // those that are different, in the order in which they are met
  std::vector<std::vector<std::uint32_t>> of;  // for every derivation the groups that it has, in the order of the source
};

// A change joins the group of the one before it unless a word parts them: for every place, `following` is the first
// word from there on that parts, `before` the last word before it. Two groups are the same if the same rules stand on
// the same spans. Derivations with rules in the gaps of others have no groups.
ChangeGroups GroupChanges(const DecodedSentence& decoded, const std::vector<int>& following,
                          const std::vector<int>& before);

}  // namespace simplifier
