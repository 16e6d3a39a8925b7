#include "trees/leaf_walks.hh"

#include <algorithm>

namespace simplifier {
namespace {

constexpr std::size_t kLanes = 8;  // rows that go down a tree together, so that their waits for memory overlap

}  // namespace

void LeafWalks::Add(const std::vector<Node>& nodes) {
  roots_.push_back(nodes_.size());
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
}

void LeafWalks::AddLeaves(std::size_t tree, const float* row_major, std::size_t width, std::size_t count,
                          double* sums) const {
  const Node* nodes = nodes_.data() + roots_[tree];
  for (std::size_t first = 0; first < count; first += kLanes) {
    const std::size_t lanes = std::min(kLanes, count - first);
    std::uint32_t places[kLanes];
    std::fill_n(places, kLanes, 0u);
    for (std::uint32_t moved = 1; moved != 0;) {
      moved = 0;
      const float* row = row_major + first * width;
      for (std::size_t lane = 0; lane < lanes; ++lane, row += width) {
        const Node& node = nodes[places[lane]];
        const float value = row[node.input & ~kMissingLeft];
        // No branch on the data: the processor could not predict which way a row goes.
        const unsigned left = static_cast<unsigned>(value <= node.threshold) |
                              (static_cast<unsigned>(value != value) & (node.input >> 15));
        const std::uint32_t next = node.children[left];
        moved |= next ^ places[lane];
        places[lane] = next;
      }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums[first + lane] += static_cast<double>(nodes[places[lane]].threshold);
    }
  }
}

}  // namespace simplifier
