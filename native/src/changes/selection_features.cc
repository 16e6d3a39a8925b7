#include "changes/selection_features.hh"

#include <algorithm>
#include <cmath>

#include "changes/context_features.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

enum Output { kAddShare, kPhraseAddShare, kDeleteShare, kPhraseDeleteShare, kStands, kFits };
enum Feature { kAdds, kDeletes, kAdd, kAddSum, kAddLogit, kPhraseAdd, kPhraseAddLogit, kDeleteSum, kDeleteLogit,
               kPhraseDelete, kPhraseDeleteLogit, kDoubtful, kHarm, kGain };

constexpr float kLeast = 1e-4f;  // share, for the logit

float Logit(float share) {
  const float inside = std::clamp(share, kLeast, 1.0f - kLeast);
  return std::log(inside / (1.0f - inside));
}

class SelectionFeatures final : public ApplicationFeatures {
 public:
  SelectionFeatures(std::shared_ptr<const BoostedTrees> trees, std::shared_ptr<const SelectionInputs> inputs,
                    SelectionDial dial)
      : trees_(std::move(trees)), inputs_(std::move(inputs)), dial_(dial) {
    const std::vector<std::string>& found = trees_->output_names();
    for (const std::string& name : SelectionOutputs()) AddOutput(name);
    judged_ = std::find(found.begin(), found.end(), JudgedOutputs()[0]) != found.end();
    if (judged_) {
      for (const std::string& name : JudgedOutputs()) AddOutput(name);
      for (const char* name : {"SelectionHarm", "SelectionGain"}) names_.emplace_back(name);
    } else if (dial_.risk < 1.0f || dial_.gain > 0.0f) {
      throw InputError("the trees did not learn from judged edits, so they know of no risk and no gain");
    }
    if (trees_->input_names() != inputs_->names()) throw InputError("the trees read other inputs than are made");
  }

  const std::vector<std::string>& names() const override { return names_; }

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
      Derive(edit, shares.data() + i * width, values + rows_of[i] * names_.size());
    }
  }

 private:
  void AddOutput(const std::string& name) {
    const std::vector<std::string>& found = trees_->output_names();
    const auto place = std::find(found.begin(), found.end(), name);
    if (place == found.end()) throw InputError(Message("the trees do not predict ", name));
    outputs_.push_back(static_cast<std::size_t>(place - found.begin()));
  }

  void Derive(const Edit& edit, const float* shares, float* values) const {
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
    if (!judged_) return;
    const float harm = 1.0f - shares[outputs_[kStands]], gain = shares[outputs_[kFits]];
    values[kHarm] = harm;
    values[kGain] = gain;
    values[kDoubtful] = harm > dial_.risk || gain < dial_.gain ? 1.0f : 0.0f;
  }

  std::shared_ptr<const BoostedTrees> trees_;
  std::shared_ptr<const SelectionInputs> inputs_;
  SelectionDial dial_;
  bool judged_ = false;
  std::vector<std::size_t> outputs_;
  std::vector<std::string> names_ = {
      "SelectionAdds",           "SelectionDeletes",           "SelectionAddShare",
      "SelectionAddSum",         "SelectionAddLogit",          "SelectionPhraseAddShare",
      "SelectionPhraseAddLogit", "SelectionDeleteSum",         "SelectionDeleteLogit",
      "SelectionPhraseDeleteShare", "SelectionPhraseDeleteLogit", "SelectionDoubtful"};
};

}  // namespace

const std::vector<std::string>& SelectionOutputs() {
  static const std::vector<std::string> names = {"AddShare", "PhraseAddShare", "DeleteShare", "PhraseDeleteShare"};
  return names;
}

const std::vector<std::string>& JudgedOutputs() {
  static const std::vector<std::string> names = {"Stands", "Fits"};
  return names;
}

std::unique_ptr<ApplicationFeatures> MakeSelectionFeatures(std::shared_ptr<const BoostedTrees> trees,
                                                           std::shared_ptr<const SelectionInputs> inputs,
                                                           SelectionDial dial) {
  return std::make_unique<SelectionFeatures>(std::move(trees), std::move(inputs), dial);
}

}  // namespace simplifier
