// Features of rule applications beyond what the rule table and the chart know: computed once a sentence, after the
// chart is built and before cube pruning, so that they cost nothing per hypothesis.
//
// A feature group sees every application on the chart at once. Its values enter the applications' scores with their
// weights, and so the search, the k-best lists, the feature sums and the traces, like those of any other feature
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
  // What is told of them; null where nothing is.
  virtual const FeatureTable* table() const { return nullptr; }
  // Whether Score also gets the applications that copy (unknown words among them); if not, they have only zeros.
  virtual bool wants_copies() const { return false; }
  // Fills values[count x names]; they are zero before. Values do not depend on the weights.
  virtual void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                     float* values) const = 0;

  // The same for a first look: where weights x values are below `hopeless` whatever values that take long to find are,
  // these may stay zero. left_out[i] gets the most that they would add; it is zero before. `weights`: one a name.
  virtual void ScoreRoughly(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                            const double* weights, double hopeless, float* values, double* left_out) const {
    (void)weights, (void)hopeless, (void)left_out;
    Score(sentence, applications, count, values);
  }

  // Why feature number `feature` of the group stops an application, in words for the user; empty where the catalogue
  // says all. `values`: of the application, one a name. Asked for explanations only.
  virtual std::string Reason(std::size_t feature, const Sentence& sentence, const ForestNode& node,
                             const Application& application, const double* values) const {
    (void)feature, (void)sentence, (void)node, (void)application, (void)values;
    return {};
  }
};

}  // namespace simplifier
