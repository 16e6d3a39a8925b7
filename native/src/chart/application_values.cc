#include "chart/application_values.hh"

#include <algorithm>

#include "chart/chart_parser.hh"

namespace simplifier {

ApplicationValues::ApplicationValues(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart)
    : model_(model), width_(model.application_feature_count()) {
  if (width_ == 0) return;
  // Those that change something first, so that a group without copies gets a prefix.
  std::vector<PlacedApplication> placed, copies;
  for (int end = 1; end <= sentence.size(); ++end) {
    for (int start = end - 1; start >= std::max(0, end - chart.widest()); --start) {
      for (const ForestNode* node : chart.Nodes(start, end)) {
        for (const Bundle& bundle : node->bundles) {
          for (std::uint32_t r = 0; r < bundle.rule_count; ++r) {
            if (bundle.rules[r].grammar == Application::kMarkup) continue;
            (bundle.rules[r].changed ? placed : copies).push_back({node, &bundle, &bundle.rules[r]});
          }
        }
      }
    }
  }
  const std::size_t changed = placed.size();
  placed.insert(placed.end(), copies.begin(), copies.end());
  values_.assign(placed.size() * width_, 0.0f);
  std::vector<float> own;
  std::size_t column = 0;
  for (const auto& group : model.application_features()) {
    const std::size_t width = group->names().size();
    const std::size_t count = group->wants_copies() ? placed.size() : changed;
    own.assign(count * width, 0.0f);
    if (count > 0) group->Score(sentence, placed.data(), count, own.data());
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  values_.begin() + static_cast<std::ptrdiff_t>(i * width_ + column));
    }
    column += width;
  }
  const double* weights = model.weights().data() + model.own().first_application_feature;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    placed[i].application->values = static_cast<std::uint32_t>(i);
    for (std::size_t f = 0; f < width_; ++f) {
      placed[i].application->score += weights[f] * static_cast<double>(values_[i * width_ + f]);
    }
  }
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const Bundle& bundle = *placed[i].bundle;
    // Each bundle once: at its first application in memory.
    if (placed[i].application == bundle.rules && bundle.rule_count > 1) {
      std::stable_sort(bundle.rules, bundle.rules + bundle.rule_count, Better);
    }
  }
}

void ApplicationValues::Add(const Application& application, std::vector<double>* row) const {
  if (width_ == 0 || application.values == Application::kNoValues) return;
  const float* values = values_.data() + application.values * width_;
  double* place = row->data() + model_.own().first_application_feature;
  for (std::size_t f = 0; f < width_; ++f) place[f] += static_cast<double>(values[f]);
}

}  // namespace simplifier
