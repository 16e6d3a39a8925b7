// Small trees asked without going down them: a row starts with all leaves of a tree, every node whose split it does not
// meet takes the leaves on its left away, and the first leaf that is left is the row's (QuickScorer, Lucchese et al. 2015,
// SIGIR; many rows at once, V-QuickScorer, Lucchese et al. 2016, SIGIR). No step depends on the one before, so 16 rows
// are asked together, in whatever vectors the machine has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simplifier {

// How rows are compared; all give the same bits.
enum class Instructions { kPlain, kAvx2, kAvx512 };

// Those this machine has, best last.
const std::vector<Instructions>& KnownInstructions();

class LeafMasks {
 public:
  static constexpr std::size_t kMostLeaves = 32;
  static constexpr std::size_t kLanes = 16;  // rows of a group

  struct Node {
    float threshold;
    std::uint32_t input;
    std::uint32_t keep;  // all leaves but those on the left: what is left to a row that goes right
  };
  struct Split {
    Node node;
    std::uint32_t right;  // the leaves on its right
  };
  struct Tree {
    std::uint32_t first_node, missing_left, nodes;  // those where NaN goes left stand first
    std::uint32_t leaves;
  };

  // Adds a tree; its leaves are given from left to right, each node with its left leaves in `keep`'s zeros.
  void Add(const std::vector<Split>& missing_left, const std::vector<Split>& missing_right,
           const std::vector<float>& leaves);

  // Adds to sums[row] the leaf of each row of `groups` groups. columns[input * stride + row]; stride is a multiple of
  // kLanes.
  void AddLeaves(std::size_t tree, const float* columns, std::size_t stride, std::size_t groups, Instructions with,
                 double* sums) const;

  // Between what and what the leaf of a row lies of which some inputs are not known (1 in `unknown`).
  std::pair<float, float> Bounds(std::size_t tree, const float* row, const std::uint8_t* unknown) const;

 private:
  std::vector<Tree> trees_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> rights_;  // by node
  std::vector<float> leaves_;  // [trees x kMostLeaves]
};

}  // namespace simplifier
