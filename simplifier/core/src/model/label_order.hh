// The order in which the labels of a span are completed, given which labels unary rules make of which.
//
// Labels in a cycle of unary rules form a component. Their chart nodes come in layers: layer k holds the derivations
// that have a chain of at most k unary rules of the component at the top. So every derivation is finite, and each layer
// has it once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace simplifier {

struct LabelPlace {
  std::uint16_t label;
  std::uint16_t component;
  std::uint16_t size;   // labels in the component
  std::uint16_t steps;  // how many unary rules a derivation may chain inside the component; 0: no cycle
};

constexpr std::size_t kMostUnarySteps = 3;  // every step is one more layer of nodes

// Orders the labels so that every unary rule leads forwards or stays in its component (Tarjan 1972, reversed). `unary`
// has, for each label, those that unary rules make of it. The number of steps is one less than the labels of the
// component, as in the longest chain without a repeated label, but at least 1 and at most kMostUnarySteps.
std::vector<LabelPlace> OrderLabels(const std::set<std::uint16_t>& labels,
                                    const std::map<std::uint16_t, std::set<std::uint16_t>>& unary);

}  // namespace simplifier
