// The order in which the labels of a span are completed, given which label a unary rule makes of which.
//
// Labels in a cycle of unary rules form a component; their chart nodes come in layers, layer k holding what at most k
// unary rules of the component make, so that every derivation is finite and counted once.
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
  std::uint16_t steps;  // unary rules a derivation may chain inside the component; 0: no cycle
};

constexpr std::size_t kMostUnarySteps = 3;  // every step is one more layer of nodes

// The labels so that a unary rule leads forwards or stays in its component (Tarjan 1972, reversed). The number of
// steps is that of the longest chain without a repeated label, but at least 1 and at most kMostUnarySteps.
std::vector<LabelPlace> OrderLabels(const std::set<std::uint16_t>& labels,
                                    const std::map<std::uint16_t, std::set<std::uint16_t>>& unary);

}  // namespace simplifier
