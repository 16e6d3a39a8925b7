// Features of a change that say how likely readers are to make it: boosted trees, trained on references, predict which
// share of them has what the change adds and lacks what it deletes. docs/understand/selection.md tells the whole story.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "changes/selection_inputs.hh"
#include "model/application_features.hh"
#include "model/feature_table.hh"
#include "trees/boosted_trees.hh"

namespace simplifier {

// What trees predict of a change, in the order of training labels: of the words it adds and of the 2- and 3-grams it
// makes, the mean share of references that have them; of what it deletes, the mean share that has less of it.
const std::vector<std::string>& SelectionOutputs();

// What trees that learnt from judged edits predict besides: the probability that an editor lets the change stand, and
// that it stands and makes the sentence easier.
const std::vector<std::string>& JudgedOutputs();

// How sure a change must be. It is doubtful where an editor would not let it stand with a probability above `risk`, or
// where it makes the sentence easier with one below `gain`.
struct SelectionDial {
  double risk = 1.0, gain = 0.0;
};

// The features and what is told of them; the last two are only there with trees that learnt from judged edits.
const FeatureTable& SelectionFeatureTable();

// Throws InputError when the trees have other outputs, or other inputs than `inputs` makes, or when a risk or a gain is
// asked of trees that know of none.
std::unique_ptr<ApplicationFeatures> MakeSelectionFeatures(std::shared_ptr<const BoostedTrees> trees,
                                                           std::shared_ptr<const SelectionInputs> inputs,
                                                           SelectionDial dial);

}  // namespace simplifier
