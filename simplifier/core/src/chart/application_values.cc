#include "chart/application_values.hh"

#include <algorithm>

#include "chart/chart_parser.hh"

namespace simplifier {
namespace {

// A group may leave out values of an application when its weights x values come to less than this, whatever those are.
constexpr double kHopeless = -500.0;

}  // namespace

ApplicationValues::ApplicationValues(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart,
                                     bool roughly)
    : model_(model), sentence_(sentence), chart_(chart), width_(model.application_feature_count()) {
  if (width_ > 0) Fill(roughly);
}

void ApplicationValues::Complete() {
  if (left_out_.empty()) return;
  std::size_t changed = 0;
  for (const PlacedApplication& one : Place(&changed)) one.application->score = before_[one.application->values];
  left_out_.clear();
  before_.clear();
  Fill(false);
}

// All applications but replacements by markup. Those that change something come first, so that a group that does not
// want copies is given a prefix of the array.
std::vector<PlacedApplication> ApplicationValues::Place(std::size_t* changed) const {
  std::vector<PlacedApplication> placed, copies;
  for (int end = 1; end <= sentence_.size(); ++end) {
    for (int start = end - 1; start >= std::max(0, end - chart_.widest()); --start) {
      for (const ForestNode* node : chart_.Nodes(start, end)) {
        for (const Bundle& bundle : node->bundles) {
          for (Application& rule : *bundle.rules) {
            if (rule.grammar == Application::kMarkup) continue;
            (rule.changed ? placed : copies).push_back({node, bundle.filling, &rule});
          }
        }
      }
    }
  }
  *changed = placed.size();
  placed.insert(placed.end(), copies.begin(), copies.end());
  return placed;
}

void ApplicationValues::Fill(bool roughly) {
  std::size_t changed = 0;
  const std::vector<PlacedApplication> placed = Place(&changed);
  const double* weights = model_.weights().data() + model_.own().first_application_feature;
  values_.assign(placed.size() * width_, 0.0f);
  if (roughly) {
    left_out_.assign(placed.size(), 0.0);
    for (const PlacedApplication& one : placed) before_.push_back(one.application->score);
  }
  std::vector<float> own;
  std::size_t column = 0;
  for (const auto& group : model_.application_features()) {
    const std::size_t width = group->names().size();
    const std::size_t count = group->wants_copies() ? placed.size() : changed;
    own.assign(count * width, 0.0f);
    if (count > 0 && roughly) {
      group->ScoreRoughly(sentence_, placed.data(), count, weights + column, kHopeless, own.data(), left_out_.data());
    } else if (count > 0) {
      group->Score(sentence_, placed.data(), count, own.data());
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  values_.begin() + static_cast<std::ptrdiff_t>(i * width_ + column));
    }
    column += width;
  }
  for (std::size_t i = 0; i < placed.size(); ++i) {
    placed[i].application->values = static_cast<std::uint32_t>(i);
    for (std::size_t f = 0; f < width_; ++f) {
      placed[i].application->score += weights[f] * static_cast<double>(values_[i * width_ + f]);
    }
  }
  // The scores have changed, and cube pruning expects every bundle best first.
  for (int end = 1; end <= sentence_.size(); ++end) {
    for (int start = std::max(0, end - chart_.widest()); start < end; ++start) {
      for (const ForestNode* node : chart_.Nodes(start, end)) {
        for (const Bundle& bundle : node->bundles) std::stable_sort(bundle.rules->begin(), bundle.rules->end(), Better);
      }
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
