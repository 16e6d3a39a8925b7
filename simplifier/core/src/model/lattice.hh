// Lattices: graphs whose ways are rows of words. An input may be one, and so may the target side that is demanded.
#pragma once

#include <cstddef>
#include <vector>

namespace simplifier {

// The nodes that a word of a lattice leads from and to. Nodes are numbered from 0 in topological order.
struct LatticeArc {
  int from, to;
  float cost;
};

// Checks that there is one arc per word, that arcs lead forwards, and that every node lies on a way from the first node
// to the last. Throws InputError naming what is wrong. `what` is what its message calls the words: "tokens", "target
// words".
void CheckLattice(const std::vector<LatticeArc>& arcs, std::size_t words, const char* what);

}  // namespace simplifier
