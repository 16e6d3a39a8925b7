// Words with a choice of ways: lattices, on the source side and as what the target side must be.
#pragma once

#include <cstddef>
#include <vector>

namespace simplifier {

// Where a word of a lattice leads from and to; nodes are numbered in topological order.
struct LatticeArc {
  int from, to;
  float cost;
};

// Checks that there is an arc a word, that arcs lead forwards, and that every node lies on a way from the first to the
// last. Throws InputError naming what is wrong. `what` has the words: "tokens", "target words".
void CheckLattice(const std::vector<LatticeArc>& arcs, std::size_t words, const char* what);

}  // namespace simplifier
