// Settings of parsing with a decoder's grammars: labels, the goal, and unknown words.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace simplifier {

// The words that get unknown-word rules.
enum class UnknownWhen {
  kNoCopy,  // words that no rule copies
  kEvery,   // all words, beside their rules
  kNoRule,  // words that no rule covers alone
};

struct ParseSpec {
  std::string default_label = "X";
  // If empty, the built-in glue joins parts of any label from left to right. Otherwise sentences stand between <s> and
  // </s>, the grammars hold the glue rules, and a derivation is a tree of this label over the whole of that.
  std::string goal_label;
  // Labels of unknown words, with their values of OOVPenalty. If empty, unknown words have the default label and the
  // label that the tagger gives them, each with the value 1.
  std::vector<std::pair<std::string, double>> unknown_labels;
  UnknownWhen unknown_when = UnknownWhen::kNoCopy;
  std::string unknown_suffix;  // appended to unknown words on the target side
  bool lattice_cost = false;   // true: there is a feature LatticeCost, the sum of the costs of the lattice's arcs read
};

}  // namespace simplifier
