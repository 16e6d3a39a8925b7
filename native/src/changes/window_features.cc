// What each language model says of one change among the words of the source: its score of the sentence with this change
// alone, less that of the source. The words beyond the model's order to the right are the same and are not read.
#include <algorithm>
#include <cctype>

#include "changes/context_features.hh"
#include "chart/source_scores.hh"

namespace simplifier {
namespace {

class WindowFeatures final : public ApplicationFeatures {
 public:
  explicit WindowFeatures(const std::vector<std::pair<std::string, std::size_t>>& language_models) {
    for (auto [name, number] : language_models) {
      models_.push_back(number);
      name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
      names_.push_back("Window" + name);
      names_.push_back("WindowLoss" + name);
    }
  }

  const std::vector<std::string>& names() const override { return names_; }

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const override {
    if (sentence.is_lattice()) return;
    std::vector<SourceScores> sources;
    for (std::size_t m : models_) sources.push_back(ScoreSource(sentence, m));
    Edit edit;
    for (std::size_t i = 0; i < count; ++i, values += names_.size()) {
      if (!IsScored(sentence, applications[i])) continue;
      edit.Set(sentence, applications[i]);
      for (std::size_t m = 0; m < models_.size(); ++m) {
        const double gain = Gain(edit, models_[m], sources[m]);
        values[2 * m] = static_cast<float>(gain);
        values[2 * m + 1] = static_cast<float>(std::max(0.0, -gain));
      }
    }
  }

 private:
  static double Gain(const Edit& edit, std::size_t m, const SourceScores& source) {
    const LanguageModel& lm = *edit.sentence().model().language_models()[m].model;
    const RulePlace& place = edit.place();
    LmState state = source.before[static_cast<std::size_t>(place.start())], next;
    double score = 0.0;
    const auto read = [&](WordIndex word) {
      score += lm.Extend(state, word, &next);
      state = next;
    };
    for (std::size_t t = 0; t < edit.target().size(); ++t) {
      if (!IsNonterminal(edit.target()[t])) {
        read(edit.LmWord(t, m));
        continue;
      }
      const ForestNode& filler = place.filler(IndexOf(edit.target()[t]));
      for (int token = filler.start; token < filler.end; ++token) read(source.words[static_cast<std::size_t>(token)]);
    }
    const int last = std::min(place.end() + static_cast<int>(lm.Order()) - 1, edit.sentence().size() + 1);
    for (int token = place.end(); token < last; ++token) read(source.words[static_cast<std::size_t>(token)]);
    return score - (source.sum[static_cast<std::size_t>(last)] - source.sum[static_cast<std::size_t>(place.start())]);
  }

  std::vector<std::size_t> models_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<ApplicationFeatures> MakeWindowFeatures(
    const std::vector<std::pair<std::string, std::size_t>>& language_models) {
  return std::make_unique<WindowFeatures>(language_models);
}

}  // namespace simplifier
