// Trees of any size, walked down from their roots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplifier {

class LeafWalks {
 public:
  // A bit of Node::input: with it NaN goes left, without it right.
  static constexpr std::uint16_t kMissingLeft = 0x8000;

  // A leaf is its own child, so rows can go down a tree side by side even if their leaves differ in depth.
  struct Node {
    float threshold;            // the value of the leaf, if the node is one
    std::uint16_t input;        // may have the bit kMissingLeft
    std::uint16_t children[2];  // right, left: counted from the root
  };

  // Adds a tree, its root first.
  void Add(const std::vector<Node>& nodes);

  // Adds to sums[i] the leaf of a tree that row i of row_major[count x width] reaches.
  void AddLeaves(std::size_t tree, const float* row_major, std::size_t width, std::size_t count, double* sums) const;

 private:
  std::vector<std::size_t> roots_;
  std::vector<Node> nodes_;
};

}  // namespace simplifier
