// Regression forests (gradient-boosted trees) read from one file: several named outputs over the same named inputs.
//
// Usage:
//   auto trees = BoostedTrees::Load("selection.trees");
//   std::vector<float> rows(n * trees->input_names().size()), out(n * trees->output_names().size());
//   trees->Predict(rows.data(), n, /*fold=*/0, out.data());
//
// An output is the sum of one leaf of each of its trees, passed through its link (logistic or identity). A file holds
// one forest per output and fold: fold 0 is trained on everything, each other fold without a part of the training data
// (cross-fitting).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trees/leaf_masks.hh"
#include "trees/leaf_walks.hh"

namespace simplifier {

// The content of a file: the trees of all forests end to end, as arrays.
struct TreeArrays {
  // A bit of `split_inputs`: with it NaN goes left, without it right.
  static constexpr std::uint16_t kMissingLeft = LeafWalks::kMissingLeft;

  std::vector<std::string> inputs, outputs;
  std::vector<std::uint8_t> logistic;        // one an output: 1 = logistic link, 0 = identity
  std::uint32_t folds = 0;
  std::vector<std::uint32_t> forest_starts;  // [folds x outputs + 1], in trees
  std::vector<std::uint32_t> node_starts;    // [trees + 1]
  std::vector<std::uint32_t> leaf_starts;    // [trees + 1]
  std::vector<std::uint16_t> split_inputs;   // by node
  std::vector<float> thresholds;             // by node: left when value <= threshold
  std::vector<std::int16_t> left, right;     // by node: a later node of the tree, or ~leaf
  std::vector<float> leaves;

  // Throws InputError, with the path, when the file is missing or is no complete file of trees.
  static TreeArrays Read(const std::string& path);

  // A copy without the forests of cross-fitting.
  TreeArrays FirstFold() const;

  // Throws InputError, with `name` in it, unless every number is in its range and every tree is a tree.
  void Check(const std::string& name) const;
  // Checks and writes; the file appears only when it is complete.
  void Save(const std::string& path) const;
};

class BoostedTrees {
 public:
  // Throws InputError, with the path, when the file is missing or is no complete file of trees.
  static std::unique_ptr<BoostedTrees> Load(const std::string& path);

  const std::vector<std::string>& input_names() const { return inputs_; }
  const std::vector<std::string>& output_names() const { return outputs_; }
  std::size_t folds() const { return folds_; }
  std::size_t tree_count() const { return places_.size(); }

  // Fills out[rows x outputs] from row_major[rows x inputs]; all instructions give the same bits. Throws InputError for
  // a fold that does not exist.
  void Predict(const float* row_major, std::size_t rows, std::size_t fold, float* out,
               Instructions with = KnownInstructions().back()) const;
  // The same for some outputs only; the values of the others in `out` do not change.
  void PredictSome(const float* row_major, std::size_t rows, std::size_t fold, const std::vector<std::size_t>& outputs,
                   float* out, Instructions with = KnownInstructions().back()) const;

  // The least and the largest value that an output may have for any row: the sums of the lowest and of the highest
  // leaves of its trees. They are added up in the order of Predict, so that rounding puts no prediction outside.
  std::pair<float, float> Range(std::size_t output, std::size_t fold) const;
  // The same for one row in which some inputs are not known (1 in `unknown`). A tree of more than
  // LeafMasks::kMostLeaves leaves counts with all its leaves, so the bounds may be wider than need be.
  std::pair<float, float> Bounds(const float* row, const std::uint8_t* unknown, std::size_t output,
                                 std::size_t fold) const;

 private:
  struct Place {
    bool masked;  // true: the tree is in masks_; false: in walks_
    std::uint32_t number;  // its number there
  };

  explicit BoostedTrees(const TreeArrays& arrays);
  void CheckFold(std::size_t fold) const;
  void CheckOutput(std::size_t output) const;
  float Linked(std::size_t output, double sum) const;

  std::vector<std::string> inputs_, outputs_;
  std::vector<std::uint8_t> logistic_;
  std::size_t folds_;
  std::vector<std::uint32_t> forest_starts_;
  std::vector<Place> places_;  // by tree
  LeafMasks masks_;
  LeafWalks walks_;
  std::vector<std::pair<float, float>> ranges_;  // lowest and highest leaf, by tree
};

}  // namespace simplifier
