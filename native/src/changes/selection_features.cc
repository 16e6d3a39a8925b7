#include "changes/selection_features.hh"

#include <algorithm>
#include <cmath>

#include "changes/context_features.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

enum Output { kAddShare, kPhraseAddShare, kDeleteShare, kPhraseDeleteShare, kOutputs };
enum Feature { kAdds, kDeletes, kAdd, kAddSum, kAddLogit, kPhraseAdd, kPhraseAddLogit, kDeleteSum, kDeleteLogit,
               kPhraseDelete, kPhraseDeleteLogit, kDoubtful, kWidth };

constexpr float kLeast = 1e-4f;  // share, for the logit

float Logit(float share) {
  const float inside = std::clamp(share, kLeast, 1.0f - kLeast);
  return std::log(inside / (1.0f - inside));
}

class SelectionFeatures final : public ApplicationFeatures {
 public:
  SelectionFeatures(std::shared_ptr<const BoostedTrees> trees, std::shared_ptr<const SelectionInputs> inputs,
                    LeastShares least)
      : trees_(std::move(trees)), inputs_(std::move(inputs)), least_(least) {
    const std::vector<std::string>& found = trees_->output_names();
    for (const std::string& name : SelectionOutputs()) {
      const auto place = std::find(found.begin(), found.end(), name);
      if (place == found.end()) throw InputError(Message("the trees do not predict ", name));
      outputs_.push_back(static_cast<std::size_t>(place - found.begin()));
    }
    if (trees_->input_names() != inputs_->names()) throw InputError("the trees read other inputs than are made");
  }

  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = {
        "SelectionAdds",           "SelectionDeletes",           "SelectionAddShare",
        "SelectionAddSum",         "SelectionAddLogit",          "SelectionPhraseAddShare",
        "SelectionPhraseAddLogit", "SelectionDeleteSum",         "SelectionDeleteLogit",
        "SelectionPhraseDeleteShare", "SelectionPhraseDeleteLogit", "SelectionDoubtful"};
    return names;
  }

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const override {
    std::vector<PlacedApplication> scored;
    std::vector<std::size_t> rows_of;
    for (std::size_t i = 0; i < count; ++i) {
      if (!IsScored(sentence, applications[i]) || !inputs_->Reads(applications[i].application->grammar)) continue;
      scored.push_back(applications[i]);
      rows_of.push_back(i);
    }
    if (scored.empty()) return;
    std::vector<float> rows(scored.size() * inputs_->names().size());
    inputs_->Fill(sentence, scored.data(), scored.size(), rows.data());
    const std::size_t width = trees_->output_names().size();
    std::vector<float> shares(scored.size() * width);
    trees_->Predict(rows.data(), scored.size(), sentence.input().fold, shares.data());
    Edit edit;
    for (std::size_t i = 0; i < scored.size(); ++i) {
      edit.Set(sentence, scored[i]);
      const Review review = inputs_->ReviewOf(*scored[i].application);
      const float factor = review == Review::kSound    ? least_.sound_factor
                           : review == Review::kUnread ? least_.unread_factor
                                                       : 1.0f;
      Derive(edit, shares.data() + i * width, factor, values + rows_of[i] * kWidth);
    }
  }

 private:
  void Derive(const Edit& edit, const float* shares, float factor, float* values) const {
    const auto added = static_cast<float>(AddedWords(edit)), deleted = static_cast<float>(DeletedWords(edit));
    values[kAdds] = added;
    values[kDeletes] = deleted;
    if (added > 0.0f) {
      values[kAdd] = shares[outputs_[kAddShare]];
      values[kAddSum] = added * values[kAdd];
      values[kAddLogit] = Logit(values[kAdd]);
    }
    values[kPhraseAdd] = shares[outputs_[kPhraseAddShare]];
    values[kPhraseAddLogit] = Logit(values[kPhraseAdd]);
    if (deleted > 0.0f) {
      values[kDeleteSum] = deleted * shares[outputs_[kDeleteShare]];
      values[kDeleteLogit] = Logit(shares[outputs_[kDeleteShare]]);
    }
    values[kPhraseDelete] = shares[outputs_[kPhraseDeleteShare]];
    values[kPhraseDeleteLogit] = Logit(values[kPhraseDelete]);
    const bool unlikely = added > 0.0f
                              ? values[kAdd] < factor * least_.add
                              : deleted > 0.0f && shares[outputs_[kDeleteShare]] < factor * least_.remove;
    values[kDoubtful] = unlikely || values[kPhraseAdd] < factor * least_.phrase ? 1.0f : 0.0f;
  }

  std::shared_ptr<const BoostedTrees> trees_;
  std::shared_ptr<const SelectionInputs> inputs_;
  LeastShares least_;
  std::vector<std::size_t> outputs_;
};

}  // namespace

const std::vector<std::string>& SelectionOutputs() {
  static const std::vector<std::string> names = {"AddShare", "PhraseAddShare", "DeleteShare", "PhraseDeleteShare"};
  return names;
}

std::unique_ptr<ApplicationFeatures> MakeSelectionFeatures(std::shared_ptr<const BoostedTrees> trees,
                                                           std::shared_ptr<const SelectionInputs> inputs,
                                                           LeastShares least) {
  return std::make_unique<SelectionFeatures>(std::move(trees), std::move(inputs), least);
}

}  // namespace simplifier
