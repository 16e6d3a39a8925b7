// Features of rule applications beyond what the rule table and the chart know. They are computed once per sentence,
// after the chart is built and before cube pruning, so that they cost nothing per hypothesis.
//
// A feature group sees every application on the chart at once. Its weighted values become part of the applications'
// scores, so that they count in the search, the k-best lists, the feature sums and the traces like any other feature
// (chart/application_values.hh).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simplifier {

class Sentence;
struct Application;
struct FeatureTable;
struct ForestNode;
struct PlacedApplication;

// A group of features. One object serves all sentences and threads.
class ApplicationFeatures {
 public:
  virtual ~ApplicationFeatures() = default;

  // Decoder features, in the order of Score's columns.
  virtual const std::vector<std::string>& names() const = 0;
  // The table that documents them; null if there is none.
  virtual const FeatureTable* table() const { return nullptr; }
  // True if Score is also to get the applications that copy, unknown words among them. Otherwise their values are 0.
  virtual bool wants_copies() const { return false; }
  // Fills values[count x names], which are 0 before. Values must not depend on the weights.
  virtual void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                     float* values) const = 0;

  // The same for a first look. If the weights x values of an application are below `hopeless` whatever its costly
  // values are, those may stay 0. The most that they would add to the score is then added to left_out[i]. `weights` has
  // one per name.
  virtual void ScoreRoughly(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                            const double* weights, double hopeless, float* values, double* left_out) const {
    (void)weights, (void)hopeless, (void)left_out;
    Score(sentence, applications, count, values);
  }

  // Why feature number `feature` of the group stops an application, in words for the user. Empty if
  // FeatureEntry::reason says it all. `values` are those of the application, one per name. Called for explanations
  // only.
  virtual std::string Reason(std::size_t feature, const Sentence& sentence, const ForestNode& node,
                             const Application& application, const double* values) const {
    (void)feature, (void)sentence, (void)node, (void)application, (void)values;
    return {};
  }
};

}  // namespace simplifier
