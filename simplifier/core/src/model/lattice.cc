#include "model/lattice.hh"

#include <algorithm>

#include "common/error.hh"

namespace simplifier {

void CheckLattice(const std::vector<LatticeArc>& arcs, std::size_t words, const char* what) {
  if (arcs.size() != words) throw InputError(Message(words, " ", what, " but ", arcs.size(), " arcs of a lattice"));
  int last = 0;
  for (const LatticeArc& arc : arcs) last = std::max(last, arc.to);
  // Every node but the first needs an arc that enters it. So if there are more than words + 1 nodes, one among the
  // first has none, and only those need be looked at. A node number near the limit of int thus costs no memory.
  const int looked_at = static_cast<int>(std::min(static_cast<std::size_t>(last), words + 1));
  std::vector<bool> enters(static_cast<std::size_t>(looked_at) + 1, false), leaves(enters);
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const LatticeArc& arc = arcs[i];
    if (arc.from < 0 || arc.to <= arc.from) {
      throw InputError(Message("arc ", i, " of the lattice leads from node ", arc.from, " to ", arc.to,
                               "; nodes are numbered from 0 in the order of the words"));
    }
    if (arc.to <= looked_at) enters[static_cast<std::size_t>(arc.to)] = true;
    if (arc.from <= looked_at) leaves[static_cast<std::size_t>(arc.from)] = true;
  }
  for (int node = 0; node <= looked_at; ++node) {
    const auto n = static_cast<std::size_t>(node);
    if ((node > 0 && !enters[n]) || (node < last && !leaves[n])) {
      throw InputError(Message("node ", node, " of the lattice has no arc that ", enters[n] || node == 0 ? "leaves" : "enters",
                               " it; every node lies on a way from 0 to ", last));
    }
  }
}

}  // namespace simplifier
