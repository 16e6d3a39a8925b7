// What each language model says of one change among the words of the source: its score of the sentence with this change
// alone, minus its score of the source. Words further to the right than the order of the model score the same in both
// and are not read.
#include <algorithm>
#include <cctype>

#include "changes/context_features.hh"
#include "chart/source_scores.hh"

namespace simplifier {
namespace {

// Adds up the scores of a language model for words read one by one. While its state is the source's before some token,
// the score of that token is known and the model need not be asked.
class Reader {
 public:
  Reader(const LanguageModel& lm, const SourceScores& source, int start) : lm_(lm), source_(source) { StandBefore(start); }

  double score() const { return score_; }

  void Read(WordIndex word) {
    if (at_ < source_.words.size() && source_.words[at_] == word && source_.score[at_] != 0.0) {
      score_ += source_.score[at_];
      StandBefore(static_cast<int>(at_) + 1);
      return;
    }
    LmState* next = state_ == &own_[0] ? &own_[1] : &own_[0];
    score_ += lm_.Extend(*state_, word, next);
    state_ = next;
    at_ = kElsewhere;
  }

  // Returns to the states of the source, if the words read so far no longer matter for what follows.
  void Meet(int token) {
    if (*state_ == source_.before[static_cast<std::size_t>(token)]) StandBefore(token);
  }

 private:
  static constexpr std::size_t kElsewhere = ~std::size_t{0};

  void StandBefore(int token) {
    at_ = static_cast<std::size_t>(token);
    state_ = &source_.before[at_];
  }

  const LanguageModel& lm_;
  const SourceScores& source_;
  double score_ = 0.0;
  std::size_t at_ = kElsewhere;  // the source token before which the state stands
  const LmState* state_ = nullptr;
  LmState own_[2];
};

class WindowFeatures final : public EditFeatures {
 public:
  explicit WindowFeatures(const std::vector<std::pair<std::string, std::size_t>>& language_models) {
    for (const auto& [name, number] : language_models) {
      models_.push_back(number);
      for (std::string& own : WindowNames(name)) names_.push_back(std::move(own));
    }
  }

  const std::vector<std::string>& names() const override { return names_; }

  void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t wanted, float* values) const override {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      // A language model has two features; those of the first 32 have bits in `wanted`.
      if (i < 32 && (wanted >> 2 * i & 3u) == 0) continue;
      const double gain = Gain(edit, models_[i], context->Source(models_[i]));
      values[2 * i] = static_cast<float>(gain);
      values[2 * i + 1] = static_cast<float>(std::max(0.0, -gain));
    }
  }

 private:
  static double Gain(const Edit& edit, std::size_t m, const SourceScores& source) {
    const RulePlace& place = edit.place();
    const int last = std::min(place.end() + static_cast<int>(Model(edit, m).Order()) - 1, edit.sentence().size() + 1);
    Reader reader(Model(edit, m), source, place.start());
    for (std::size_t t = 0; t < edit.target().size(); ++t) {
      if (!IsNonterminal(edit.target()[t])) {
        reader.Read(edit.LmWord(t, m));
        continue;
      }
      const ForestNode& filler = place.filler(IndexOf(edit.target()[t]));
      for (int token = filler.start; token < filler.end; ++token) reader.Read(source.words[static_cast<std::size_t>(token)]);
    }
    for (int token = place.end(); token < last; ++token) {
      reader.Meet(token);
      reader.Read(source.words[static_cast<std::size_t>(token)]);
    }
    return reader.score() -
           (source.sum[static_cast<std::size_t>(last)] - source.sum[static_cast<std::size_t>(place.start())]);
  }

  static const LanguageModel& Model(const Edit& edit, std::size_t m) {
    return *edit.sentence().model().language_models()[m].model;
  }

  std::vector<std::size_t> models_;
  std::vector<std::string> names_;
};

}  // namespace

const FeatureTable& WindowFeatureTable() {
  static const FeatureTable table{
      "windows",
      "span",
      {{"WindowNAME", "ln p of the source with this change alone, less ln p of the source, by the language model NAME",
        "nats"},
       {"WindowLossNAME", "max(0, -WindowNAME)", "nats"}}};
  return table;
}

std::vector<std::string> WindowNames(std::string language_model) {
  language_model[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(language_model[0])));
  std::vector<std::string> names = WindowFeatureTable().Names();
  for (std::string& name : names) name.replace(name.find("NAME"), 4, language_model);
  return names;
}

std::unique_ptr<EditFeatures> MakeWindowFeatures(
    const std::vector<std::pair<std::string, std::size_t>>& language_models) {
  return std::make_unique<WindowFeatures>(language_models);
}

}  // namespace simplifier
