// Features of a change that say how likely people are to make it: boosted trees, trained on references, predict which
// share of them has what the change adds and lacks what it deletes. docs/understand/selection.md explains it all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "changes/selection_inputs.hh"
#include "model/application_features.hh"
#include "model/feature_table.hh"
#include "trees/boosted_trees.hh"

namespace simplifier {

// The names of what the trees predict of a change, in the order of the training labels: the mean share of references
// that have the words it adds, and the 2- and 3-grams it makes; the mean share that have fewer of the words, and of the
// 2- and 3-grams, that it deletes (EditShares::Score).
const std::vector<std::string>& SelectionOutputs();

// The names of what trees that learnt from judged edits predict besides: the probability that an editor lets the change
// stand, and the probability that it stands and makes the sentence easier.
const std::vector<std::string>& JudgedOutputs();

// How sure a change must be. It is doubtful if the probability that an editor would not let it stand is above `risk`,
// or if the probability that it makes the sentence easier is below `gain`.
struct SelectionDial {
  double risk = 1.0, gain = 0.0;
};

// A second opinion about the changes that the trees think possible: reads them all in their sentence. One object serves
// all sentences and threads.
class ChangeReader {
 public:
  // A change: the tokens [start, end) become `words`. The two probabilities are those of the trees before reading, and
  // the reader's afterwards: that an editor lets the change stand, and that it stands and makes the sentence easier.
  struct Change {
    int start, end;
    std::vector<std::string> words;
    float stands, fits;
  };

  virtual ~ChangeReader() = default;
  // What trees give less than this is not read: no reading would make a change of it.
  virtual double least_stands() const = 0;
  virtual double least_fits() const = 0;
  virtual void Read(const Sentence& sentence, std::vector<Change>* changes) const = 0;
};

// The features and their descriptions. The last two exist only with trees that learnt from judged edits.
const FeatureTable& SelectionFeatureTable();

// `reader` may be null; otherwise it has the last word on what the trees think possible. Throws InputError when the trees
// have other outputs, or other inputs than `inputs` makes, or when there is a reader, or the dial asks for a risk or a
// gain, but the trees did not learn from judged edits.
std::unique_ptr<ApplicationFeatures> MakeSelectionFeatures(std::shared_ptr<const BoostedTrees> trees,
                                                           std::shared_ptr<const SelectionInputs> inputs,
                                                           SelectionDial dial,
                                                           std::shared_ptr<const ChangeReader> reader = nullptr);

}  // namespace simplifier
