// How a decoder's grammars become a parse: labels, the goal, and what stands in for words that no rule copies.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace simplifier {

// Which words get unknown-word rules.
enum class UnknownWhen {
  kNoCopy,  // those that no rule copies
  kEvery,   // all of them, beside their rules
  kNoRule,  // those that no rule covers alone
};

struct ParseSpec {
  std::string default_label = "X";
  // Empty: the built-in glue joins parts of any label from left to right. Otherwise sentences stand between <s> and
  // </s>, the grammars hold the glue rules, and a derivation is a tree of this label over all of that.
  std::string goal_label;
  // Labels of unknown words with their value of OOVPenalty. Empty: the default label and the tagger's, with 1.
  std::vector<std::pair<std::string, double>> unknown_labels;
  UnknownWhen unknown_when = UnknownWhen::kNoCopy;
  std::string unknown_suffix;  // put behind unknown words on the target side
  bool lattice_cost = false;   // whether there is a feature LatticeCost, the sum of the costs of a lattice's arcs
};

}  // namespace simplifier
