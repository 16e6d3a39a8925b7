// Small trees evaluated without walking down them. A row starts with all leaves of a tree; every node that sends the
// row right removes the leaves on the node's left; the leftmost leaf that remains is the row's (QuickScorer, Lucchese
// et al. 2015, SIGIR). No step depends on the result of another, so 16 rows are evaluated together in whatever vectors
// the machine has (V-QuickScorer, Lucchese et al. 2016, SIGIR).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simplifier {

// The vector instructions in use; all give the same bits.
enum class Instructions { kPlain, kAvx2, kAvx512 };

// The instructions that this machine has, the best last.
const std::vector<Instructions>& KnownInstructions();

class LeafMasks {
 public:
  static constexpr std::size_t kMostLeaves = 32;
  static constexpr std::size_t kLanes = 16;  // rows in a group

  struct Node {
    float threshold;
    std::uint32_t input;
    std::uint32_t keep;  // a bit a leaf: all but those on the node's left, which a row that goes right cannot reach
  };
  struct Split {
    Node node;
    std::uint32_t right;  // a bit a leaf: those on its right
  };
  struct Tree {
    std::uint32_t first_node, missing_left, nodes;  // the `missing_left` nodes where NaN goes left stand first
    std::uint32_t leaves;
  };

  // Adds a tree of at most kMostLeaves leaves. The splits where NaN goes left and those where it goes right are given
  // apart, the leaves from left to right.
  void Add(const std::vector<Split>& missing_left, const std::vector<Split>& missing_right,
           const std::vector<float>& leaves);

  // Adds to sums[row] the leaf of each row, for `groups` groups of rows. The value of an input is
  // columns[input * stride + row]; stride is a multiple of kLanes.
  void AddLeaves(std::size_t tree, const float* columns, std::size_t stride, std::size_t groups, Instructions with,
                 double* sums) const;

  // The lowest and the highest leaf that a row can reach if some of its inputs are not known (1 in `unknown`).
  std::pair<float, float> Bounds(std::size_t tree, const float* row, const std::uint8_t* unknown) const;

 private:
  std::vector<Tree> trees_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> rights_;  // by node
  std::vector<float> leaves_;  // [trees x kMostLeaves]
};

}  // namespace simplifier
