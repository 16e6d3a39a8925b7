#include "boosted_trees.hh"

#include <algorithm>
#include <array>
#include <cmath>

#include "error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kBlock = 64;  // rows that one tree is applied to while it is in the cache

}  // namespace

BoostedTrees::BoostedTrees(TreeArrays arrays)
    : inputs_(std::move(arrays.inputs)),
      outputs_(std::move(arrays.outputs)),
      logistic_(std::move(arrays.logistic)),
      folds_(arrays.folds),
      forest_starts_(std::move(arrays.forest_starts)),
      leaves_(std::move(arrays.leaves)) {
  nodes_.reserve(arrays.thresholds.size());
  for (std::size_t tree = 0; tree + 1 < arrays.node_starts.size(); ++tree) {
    const auto first_node = static_cast<std::int32_t>(arrays.node_starts[tree]);
    const auto first_leaf = static_cast<std::int32_t>(arrays.leaf_starts[tree]);
    const auto place = [&](std::int16_t child) {
      return child >= 0 ? first_node + child : ~(first_leaf + static_cast<std::int32_t>(~child));
    };
    const bool is_leaf = arrays.node_starts[tree + 1] == arrays.node_starts[tree];
    first_nodes_.push_back(is_leaf ? ~first_leaf : first_node);
    for (std::size_t n = arrays.node_starts[tree]; n < arrays.node_starts[tree + 1]; ++n) {
      const std::uint16_t split = arrays.split_inputs[n];
      const bool missing_left = (split & TreeArrays::kMissingLeft) != 0;
      nodes_.push_back({arrays.thresholds[n],
                        static_cast<std::uint16_t>(split & ~TreeArrays::kMissingLeft),
                        missing_left,
                        {place(arrays.left[n]), place(arrays.right[n])}});
    }
  }
}

inline float BoostedTrees::Leaf(std::size_t tree, const float* row) const {
  std::int32_t place = first_nodes_[tree];
  while (place >= 0) {
    const Node& node = nodes_[static_cast<std::size_t>(place)];
    const float value = row[node.input];
    // Without a branch on the data: which way a row goes cannot be foreseen.
    const unsigned left = static_cast<unsigned>(value <= node.threshold) |
                          (static_cast<unsigned>(value != value) & node.missing_left);
    place = node.children[1 - left];
  }
  return leaves_[static_cast<std::size_t>(~place)];
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
        const float* row = row_major + first * width;
        for (std::size_t i = 0; i < count; ++i, row += width) sums[i] += static_cast<double>(Leaf(tree, row));
      }
      for (std::size_t i = 0; i < count; ++i) {
        const double value = logistic_[output] ? 1.0 / (1.0 + std::exp(-sums[i])) : sums[i];
        out[(first + i) * outputs + output] = static_cast<float>(value);
      }
    }
  }
}

}  // namespace simplifier
