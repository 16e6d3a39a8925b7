// Values of all groups of application features (model/application_features.hh) for the applications of one chart.
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
  const Filling* filling;  // its antecedents
  Application* application;
};

class ApplicationValues {
 public:
  // Computes the values of the chart's applications, adds weights x values to their scores, and sorts their bundles
  // anew. Does nothing when the model has no such features. With `roughly`, values that take long to find may be left
  // out where they cannot save an application (ApplicationFeatures::ScoreRoughly).
  ApplicationValues(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart, bool roughly = false);

  // The most that an application's score can still gain by the values that were left out; 0 if none was.
  double LeftOut(const Application& application) const {
    return left_out_.empty() || application.values == Application::kNoValues ? 0.0 : left_out_[application.values];
  }
  // Computes all values of the same chart, if any were left out. Takes what was added to the scores off again first.
  void Complete();

  // Adds the application's values to `row`, which has one place for every feature of the model.
  void Add(const Application& application, std::vector<double>* row) const;

 private:
  std::vector<PlacedApplication> Place(std::size_t* changed) const;
  void Fill(bool roughly);

  const DecoderModel& model_;
  const Sentence& sentence_;
  const ChartParser& chart_;
  std::size_t width_;
  std::vector<float> values_;     // [rows x width_]
  std::vector<double> left_out_;  // by row: LeftOut; empty if values are complete
  std::vector<double> before_;    // by row: the score without these features; empty if values are complete
};

}  // namespace simplifier
