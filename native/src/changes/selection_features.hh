// Features of a change that say how likely readers are to make it: boosted trees, trained on references, predict which
// share of them has what the change adds and lacks what it deletes. docs/guide/selection.md tells the whole story.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "changes/selection_inputs.hh"
#include "model/application_features.hh"
#include "trees/boosted_trees.hh"

namespace simplifier {

// What trees predict of a change, in the order of training labels: of the words it adds and of the 2- and 3-grams it
// makes, the mean share of references that have them; of what it deletes, the mean share that has less of it.
const std::vector<std::string>& SelectionOutputs();

// A change is doubtful where the trees expect fewer readers than this to make it: to add the words it adds or, where it
// adds none, to delete what it deletes; or to write the 2- and 3-grams that it makes. A rule whose pair was reviewed as sound
// needs only `sound_factor` times as many, one whose pair was not read `unread_factor` times as many.
struct LeastShares {
  float add = 0.0f, remove = 0.0f, phrase = 0.0f, sound_factor = 1.0f, unread_factor = 1.0f;
};

// Throws InputError when the trees have other outputs, or other inputs than `inputs` makes.
std::unique_ptr<ApplicationFeatures> MakeSelectionFeatures(std::shared_ptr<const BoostedTrees> trees,
                                                           std::shared_ptr<const SelectionInputs> inputs,
                                                           LeastShares least);

}  // namespace simplifier
