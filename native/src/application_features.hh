// Features of rule applications beyond what the rule table and the chart know: computed once a sentence, after the
// chart is built and before cube pruning, so that they cost nothing per hypothesis.
//
// A feature group sees every application on the chart at once. Its values enter the applications' scores with their
// weights, and so the search, the k-best lists, the feature sums and the traces, like those of any other feature.
#pragma once

#include <string>
#include <vector>

#include "forest.hh"
#include "sentence.hh"

namespace simplifier {

class ChartParser;

// An application with its place on the chart.
struct PlacedApplication {
  const ForestNode* node;  // its span and chart class
  const Bundle* bundle;    // its antecedents
  Application* application;
};

// A group of features. One object serves all sentences and threads.
class ApplicationFeatures {
 public:
  virtual ~ApplicationFeatures() = default;

  // Decoder features, in the order of Score's columns.
  virtual const std::vector<std::string>& names() const = 0;
  // Whether Score also gets the applications that copy (unknown words among them); if not, they have only zeros.
  virtual bool wants_copies() const { return false; }
  // Fills values[count x names]; they are zero before. Values do not depend on the weights.
  virtual void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                     float* values) const = 0;
};

// The values of all groups for the applications of one chart.
class ApplicationValues {
 public:
  // Scores the chart's applications: numbers their rows, adds weights x values to their scores, and sorts their
  // bundles anew. Does nothing when the model has no such features.
  ApplicationValues(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart);

  // Adds the application's values to the row of all decoder features.
  void Add(const Application& application, std::vector<double>* row) const;

 private:
  const DecoderModel& model_;
  std::size_t width_;
  std::vector<float> values_;  // [rows x width_]
};

}  // namespace simplifier
