#include "trees/boosted_trees.hh"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "common/error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kBlock = 64;  // rows to which a tree is applied while it is in the cache

// One tree of the arrays.
class TreeOf {
 public:
  TreeOf(const TreeArrays& arrays, std::size_t tree)
      : arrays_(arrays),
        first_(arrays.node_starts[tree]),
        splits_(arrays.node_starts[tree + 1] - first_),
        first_leaf_(arrays.leaf_starts[tree]),
        leaves_(arrays.leaf_starts[tree + 1] - first_leaf_) {}

  std::size_t leaves() const { return leaves_; }
  float leaf(std::size_t i) const { return arrays_.leaves[first_leaf_ + i]; }

  void AddTo(LeafWalks* walks) const {
    std::vector<LeafWalks::Node> nodes;
    // The leaves stand behind the splits.
    const auto place = [&](std::int16_t child) {
      return static_cast<std::uint16_t>(child >= 0 ? child : static_cast<int>(splits_) + ~child);
    };
    for (std::size_t n = first_; n < first_ + splits_; ++n) {
      nodes.push_back({arrays_.thresholds[n], arrays_.split_inputs[n], {place(arrays_.right[n]), place(arrays_.left[n])}});
    }
    for (std::size_t i = 0; i < leaves_; ++i) {
      const auto self = static_cast<std::uint16_t>(nodes.size());
      nodes.push_back({leaf(i), 0, {self, self}});
    }
    walks->Add(nodes);
  }

  void AddTo(LeafMasks* masks) const {
    std::vector<LeafMasks::Split> missing_left, missing_right;
    std::vector<float> leaves;
    Visit(splits_ > 0 ? 0 : ~0, &missing_left, &missing_right, &leaves);
    masks->Add(missing_left, missing_right, leaves);
  }

 private:
  // Appends the leaves below a child from left to right, and the splits. A split's masks are known only when the leaves
  // on its left, and then those on its right, have been visited.
  void Visit(int child, std::vector<LeafMasks::Split>* missing_left, std::vector<LeafMasks::Split>* missing_right,
             std::vector<float>* leaves) const {
    if (child < 0) return leaves->push_back(leaf(static_cast<std::size_t>(~child)));
    const std::size_t n = first_ + static_cast<std::size_t>(child), before = leaves->size();
    Visit(arrays_.left[n], missing_left, missing_right, leaves);
    const std::size_t on_left = leaves->size();
    const unsigned input = arrays_.split_inputs[n];
    std::vector<LeafMasks::Split>* own = (input & TreeArrays::kMissingLeft) ? missing_left : missing_right;
    const std::size_t place = own->size();
    own->push_back({{arrays_.thresholds[n], input & ~unsigned{TreeArrays::kMissingLeft}, ~Leaves(before, on_left)}, 0});
    Visit(arrays_.right[n], missing_left, missing_right, leaves);
    (*own)[place].right = Leaves(on_left, leaves->size());
  }

  // The leaves [first, end) as a set of bits.
  static std::uint32_t Leaves(std::size_t first, std::size_t end) {
    return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << first));
  }

  const TreeArrays& arrays_;
  std::size_t first_, splits_, first_leaf_, leaves_;
};

}  // namespace

BoostedTrees::BoostedTrees(const TreeArrays& arrays)
    : inputs_(arrays.inputs),
      outputs_(arrays.outputs),
      logistic_(arrays.logistic),
      folds_(arrays.folds),
      forest_starts_(arrays.forest_starts) {
  std::uint32_t masked = 0, walked = 0;
  for (std::size_t tree = 0; tree + 1 < arrays.node_starts.size(); ++tree) {
    const TreeOf one(arrays, tree);
    const bool small = one.leaves() <= LeafMasks::kMostLeaves;
    places_.push_back({small, small ? masked++ : walked++});
    small ? one.AddTo(&masks_) : one.AddTo(&walks_);
    float least = one.leaf(0), most = one.leaf(0);
    for (std::size_t i = 1; i < one.leaves(); ++i) {
      least = std::min(least, one.leaf(i));
      most = std::max(most, one.leaf(i));
    }
    ranges_.emplace_back(least, most);
  }
}

float BoostedTrees::Linked(std::size_t output, double sum) const {
  return static_cast<float>(logistic_[output] ? 1.0 / (1.0 + std::exp(-sum)) : sum);
}

void BoostedTrees::CheckOutput(std::size_t output) const {
  if (output >= outputs_.size()) throw InputError(Message("there is no output ", output, " of the trees"));
}

void BoostedTrees::CheckFold(std::size_t fold) const {
  if (fold >= folds_) {
    throw InputError(Message("there is no fold ", fold, " of the trees; they have ", folds_, ", from 0"));
  }
}

std::pair<float, float> BoostedTrees::Range(std::size_t output, std::size_t fold) const {
  CheckFold(fold);
  CheckOutput(output);
  const std::size_t forest = fold * outputs_.size() + output;
  double least = 0.0, most = 0.0;
  for (std::size_t tree = forest_starts_[forest]; tree < forest_starts_[forest + 1]; ++tree) {
    least += static_cast<double>(ranges_[tree].first);
    most += static_cast<double>(ranges_[tree].second);
  }
  return {Linked(output, least), Linked(output, most)};
}

std::pair<float, float> BoostedTrees::Bounds(const float* row, const std::uint8_t* unknown, std::size_t output,
                                             std::size_t fold) const {
  CheckFold(fold);
  CheckOutput(output);
  const std::size_t forest = fold * outputs_.size() + output;
  double least = 0.0, most = 0.0;
  for (std::size_t tree = forest_starts_[forest]; tree < forest_starts_[forest + 1]; ++tree) {
    const auto [low, high] = places_[tree].masked ? masks_.Bounds(places_[tree].number, row, unknown) : ranges_[tree];
    least += static_cast<double>(low);
    most += static_cast<double>(high);
  }
  return {Linked(output, least), Linked(output, most)};
}

void BoostedTrees::Predict(const float* row_major, std::size_t rows, std::size_t fold, float* out,
                           Instructions with) const {
  std::vector<std::size_t> all(outputs_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  PredictSome(row_major, rows, fold, all, out, with);
}

void BoostedTrees::PredictSome(const float* row_major, std::size_t rows, std::size_t fold,
                               const std::vector<std::size_t>& wanted, float* out, Instructions with) const {
  CheckFold(fold);
  const std::size_t width = inputs_.size(), outputs = outputs_.size();
  // The rows of a block, column by column. Zeros fill up the last group of lanes.
  std::vector<float> columns(width * kBlock, 0.0f);
  double sums[kBlock];
  for (std::size_t first = 0; first < rows; first += kBlock) {
    const std::size_t count = std::min(kBlock, rows - first);
    const std::size_t groups = (count + LeafMasks::kLanes - 1) / LeafMasks::kLanes;
    const float* block = row_major + first * width;
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t input = 0; input < width; ++input) columns[input * kBlock + row] = block[row * width + input];
    }
    for (const std::size_t output : wanted) {
      std::fill_n(sums, kBlock, 0.0);
      const std::size_t forest = fold * outputs + output;
      for (std::size_t tree = forest_starts_[forest]; tree < forest_starts_[forest + 1]; ++tree) {
        if (places_[tree].masked) {
          masks_.AddLeaves(places_[tree].number, columns.data(), kBlock, groups, with, sums);
        } else {
          walks_.AddLeaves(places_[tree].number, block, width, count, sums);
        }
      }
      for (std::size_t i = 0; i < count; ++i) out[(first + i) * outputs + output] = Linked(output, sums[i]);
    }
  }
}

}  // namespace simplifier
