// The values of all groups of application features (model/application_features.hh) for the applications of one chart.
#pragma once

#include <cstddef>
#include <vector>

#include "chart/forest.hh"
#include "model/application_features.hh"
#include "model/sentence.hh"

namespace simplifier {

class ChartParser;

// An application with its place on the chart.
struct PlacedApplication {
  const ForestNode* node;  // its span and chart class
  const Bundle* bundle;    // its antecedents
  Application* application;
};

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
