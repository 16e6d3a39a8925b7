#include "trees/boosted_trees.hh"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kBlock = 64;  // rows that one tree is applied to while it is in the cache
constexpr std::size_t kLanes = 8;   // rows that go down a tree together: each waits for memory, not for the others

}  // namespace

BoostedTrees::BoostedTrees(const TreeArrays& arrays)
    : inputs_(arrays.inputs),
      outputs_(arrays.outputs),
      logistic_(arrays.logistic),
      folds_(arrays.folds),
      forest_starts_(arrays.forest_starts) {
  nodes_.reserve(arrays.thresholds.size() + arrays.leaves.size());
  for (std::size_t tree = 0; tree + 1 < arrays.node_starts.size(); ++tree) {
    const std::size_t first = arrays.node_starts[tree], splits = arrays.node_starts[tree + 1] - first;
    const std::size_t root = nodes_.size();
    roots_.push_back(root);
    // Behind the splits stand the leaves.
    const auto place = [&](std::int16_t child) {
      return static_cast<std::uint16_t>(child >= 0 ? child : static_cast<int>(splits) + ~child);
    };
    for (std::size_t n = first; n < first + splits; ++n) {
      nodes_.push_back(
          {arrays.thresholds[n], arrays.split_inputs[n], {place(arrays.right[n]), place(arrays.left[n])}});
    }
    for (std::size_t leaf = arrays.leaf_starts[tree]; leaf < arrays.leaf_starts[tree + 1]; ++leaf) {
      const auto self = static_cast<std::uint16_t>(nodes_.size() - root);
      nodes_.push_back({arrays.leaves[leaf], 0, {self, self}});
    }
  }
}

void BoostedTrees::AddLeaves(std::size_t tree, const float* rows, std::size_t count, double* sums) const {
  const std::size_t width = inputs_.size();
  const Node* nodes = nodes_.data() + roots_[tree];
  for (std::size_t first = 0; first < count; first += kLanes) {
    const std::size_t lanes = std::min(kLanes, count - first);
    std::uint32_t places[kLanes];
    std::fill_n(places, kLanes, 0u);
    for (std::uint32_t moved = 1; moved != 0;) {
      moved = 0;
      const float* row = rows + first * width;
      for (std::size_t lane = 0; lane < lanes; ++lane, row += width) {
        const Node& node = nodes[places[lane]];
        const float value = row[node.input & ~TreeArrays::kMissingLeft];
        // Without a branch on the data: which way a row goes cannot be foreseen.
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

void BoostedTrees::Predict(const float* row_major, std::size_t rows, std::size_t fold, float* out) const {
  if (fold >= folds_) {
    throw InputError(Message("there is no fold ", fold, " of the trees; they have ", folds_, ", from 0"));
  }
  const std::size_t width = inputs_.size(), outputs = outputs_.size();
  std::array<double, kBlock> sums;
  for (std::size_t first = 0; first < rows; first += kBlock) {
    const std::size_t count = std::min(kBlock, rows - first);
    for (std::size_t output = 0; output < outputs; ++output) {
      sums.fill(0.0);
      const std::size_t forest = fold * outputs + output;
      for (std::size_t tree = forest_starts_[forest]; tree < forest_starts_[forest + 1]; ++tree) {
        AddLeaves(tree, row_major + first * width, count, sums.data());
      }
      for (std::size_t i = 0; i < count; ++i) {
        const double value = logistic_[output] ? 1.0 / (1.0 + std::exp(-sums[i])) : sums[i];
        out[(first + i) * outputs + output] = static_cast<float>(value);
      }
    }
  }
}

}  // namespace simplifier
