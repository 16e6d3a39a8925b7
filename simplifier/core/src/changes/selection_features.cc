#include "changes/selection_features.hh"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "changes/context_features.hh"
#include "common/error.hh"

namespace simplifier {
namespace {

enum Output { kAddShare, kPhraseAddShare, kDeleteShare, kPhraseDeleteShare, kStands, kFits };
enum Feature { kAdds, kDeletes, kAdd, kAddSum, kAddLogit, kPhraseAdd, kPhraseAddLogit, kDeleteSum, kDeleteLogit,
               kPhraseDelete, kPhraseDeleteLogit, kDoubtful, kHarm, kGain };

constexpr float kLeast = 1e-4f;  // the least share that Logit takes, so that logits are finite

float Logit(float share) {
  const float inside = std::clamp(share, kLeast, 1.0f - kLeast);
  return std::log(inside / (1.0f - inside));
}

std::string Digits(double value, int digits) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr};
}

// A text such as "0.93 under 0.97", with as many digits as it takes to tell the two apart (five at most).
std::string Under(double value, double least) {
  int digits = 2;
  while (digits < 5 && Digits(value, digits) == Digits(least, digits)) ++digits;
  return Digits(value, digits) + " under " + Digits(least, digits);
}

class SelectionFeatures final : public ApplicationFeatures {
 public:
  SelectionFeatures(std::shared_ptr<const BoostedTrees> trees, std::shared_ptr<const SelectionInputs> inputs,
                    SelectionDial dial, std::shared_ptr<const ChangeReader> reader)
      : trees_(std::move(trees)), inputs_(std::move(inputs)), dial_(dial), reader_(std::move(reader)) {
    const std::vector<std::string>& found = trees_->output_names();
    for (const std::string& name : SelectionOutputs()) AddOutput(name);
    judged_ = std::find(found.begin(), found.end(), JudgedOutputs()[0]) != found.end();
    if (judged_) {
      for (const std::string& name : JudgedOutputs()) AddOutput(name);
      names_ = SelectionFeatureTable().Names();
    } else if (dial_.risk < 1.0 || dial_.gain > 0.0 || reader_) {
      throw InputError("the trees did not learn from judged edits, so they know of no risk and no gain");
    }
    if (trees_->input_names() != inputs_->names()) throw InputError("the trees read other inputs than are made");
  }

  const FeatureTable* table() const override { return &SelectionFeatureTable(); }
  const std::vector<std::string>& names() const override { return names_; }

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const override {
    const Changes changes = Read(sentence, applications, count);
    if (changes.placed.empty()) return;
    std::vector<float> shares(changes.placed.size() * trees_->output_names().size());
    trees_->Predict(changes.rows.data(), changes.placed.size(), sentence.input().fold, shares.data());
    AskReader(sentence, changes, &shares);
    for (std::size_t i = 0; i < changes.placed.size(); ++i) Derive(sentence, changes, i, shares, values);
  }

  // Of the two probabilities, that the change stands and that it helps, names the one that falls further short of what
  // is asked, in proportion.
  std::string Reason(std::size_t, const Sentence&, const ForestNode&, const Application&,
                     const double* values) const override {
    const double stands = 1.0 - values[kHarm], helps = values[kGain];
    const double least_stands = 1.0 - dial_.risk, least_helps = dial_.gain;
    const auto share = [](double value, double least) { return least == 0.0 ? 1.0 : value / least; };
    return share(stands, least_stands) <= share(helps, least_helps)
               ? "probability that it stands " + Under(stands, least_stands)
               : "probability that it helps " + Under(helps, least_helps);
  }

  // The trees of judged edits come first. If they find a change doubtful, and its score stays below `hopeless` even
  // with the best that the trees of references could say, those trees are not asked.
  void ScoreRoughly(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                    const double* weights, double hopeless, float* values, double* left_out) const override {
    const std::size_t fold = sentence.input().fold;
    if (!judged_ || fold != 0) return Score(sentence, applications, count, values);
    Changes changes = Read(sentence, applications, count);
    if (changes.placed.empty()) return;
    const std::size_t width = trees_->output_names().size(), inputs = inputs_->names().size();
    std::vector<float> shares(changes.placed.size() * width);
    trees_->PredictSome(changes.rows.data(), changes.placed.size(), fold, {outputs_[kStands], outputs_[kFits]},
                        shares.data());
    AskReader(sentence, changes, &shares);
    Changes hopeful;
    std::vector<float> known;
    for (std::size_t i = 0; i < changes.placed.size(); ++i) {
      float* own = values + changes.places[i] * names_.size();
      Judge(shares.data() + i * width, own);
      const Edit edit = EditOf(sentence, changes.placed[i]);
      const double most = own[kDoubtful] > 0.0f ? MostOfShares(edit, weights) : 0.0;
      const double sure = weights[kDoubtful] * own[kDoubtful] + weights[kHarm] * own[kHarm] + weights[kGain] * own[kGain];
      if (own[kDoubtful] > 0.0f && sure + most < hopeless) {
        left_out[changes.places[i]] += most;
        continue;
      }
      hopeful.placed.push_back(changes.placed[i]);
      hopeful.places.push_back(changes.places[i]);
      hopeful.rows.insert(hopeful.rows.end(), changes.rows.begin() + static_cast<std::ptrdiff_t>(i * inputs),
                          changes.rows.begin() + static_cast<std::ptrdiff_t>((i + 1) * inputs));
      known.insert(known.end(), shares.begin() + static_cast<std::ptrdiff_t>(i * width),
                   shares.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    }
    if (hopeful.placed.empty()) return;
    trees_->PredictSome(hopeful.rows.data(), hopeful.placed.size(), fold,
                        {outputs_.begin(), outputs_.begin() + kStands}, known.data());
    for (std::size_t i = 0; i < hopeful.placed.size(); ++i) Derive(sentence, hopeful, i, known, values);
  }

 private:
  // The changes that the trees are asked about, with their inputs.
  struct Changes {
    std::vector<PlacedApplication> placed;
    std::vector<std::size_t> places;  // their places among the applications that were given
    std::vector<float> rows;
  };

  Changes Read(const Sentence& sentence, const PlacedApplication* applications, std::size_t count) const {
    Changes changes;
    for (std::size_t i = 0; i < count; ++i) {
      if (!IsScored(sentence, applications[i]) || !inputs_->Reads(applications[i].application->grammar)) continue;
      changes.placed.push_back(applications[i]);
      changes.places.push_back(i);
    }
    changes.rows.resize(changes.placed.size() * inputs_->names().size());
    if (!changes.placed.empty()) {
      inputs_->Fill(sentence, changes.placed.data(), changes.placed.size(), changes.rows.data());
    }
    return changes;
  }

  // Puts what the reader says of the changes that the trees think possible in the place of what the trees say.
  void AskReader(const Sentence& sentence, const Changes& changes, std::vector<float>* shares) const {
    if (!reader_) return;
    const std::size_t width = trees_->output_names().size();
    std::vector<ChangeReader::Change> read;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < changes.placed.size(); ++i) {
      const float* own = shares->data() + i * width;
      const float stands = own[outputs_[kStands]], fits = own[outputs_[kFits]];
      if (stands < reader_->least_stands() || fits < reader_->least_fits()) continue;
      const Edit edit = EditOf(sentence, changes.placed[i]);
      read.push_back({edit.place().start(), edit.place().end(), NewWords(edit), stands, fits});
      places.push_back(i);
    }
    if (read.empty()) return;
    reader_->Read(sentence, &read);
    for (std::size_t i = 0; i < read.size(); ++i) {
      float* own = shares->data() + places[i] * width;
      own[outputs_[kStands]] = read[i].stands;
      own[outputs_[kFits]] = read[i].fits;
    }
  }

  static Edit EditOf(const Sentence& sentence, const PlacedApplication& placed) {
    Edit edit;
    edit.Set(sentence, placed);
    return edit;
  }

  // An upper bound of what the features of shares can add to the score: each takes its best possible value.
  double MostOfShares(const Edit& edit, const double* weights) const {
    const auto added = static_cast<double>(AddedWords(edit)), deleted = static_cast<double>(DeletedWords(edit));
    const auto most = [&](Feature feature, double low, double high) {
      return std::max({0.0, weights[feature] * low, weights[feature] * high});
    };
    const auto logits = [&](Feature feature) {
      return most(feature, static_cast<double>(Logit(0.0f)), static_cast<double>(Logit(1.0f)));
    };
    // Shares are probabilities: their trees have the logistic link.
    return most(kAdds, 0.0, added) + most(kDeletes, 0.0, deleted) + most(kAdd, 0.0, 1.0) + most(kAddSum, 0.0, added) +
           logits(kAddLogit) + most(kPhraseAdd, 0.0, 1.0) + logits(kPhraseAddLogit) + most(kDeleteSum, 0.0, deleted) +
           logits(kDeleteLogit) + most(kPhraseDelete, 0.0, 1.0) + logits(kPhraseDeleteLogit);
  }

  void Judge(const float* shares, float* values) const {
    const float harm = 1.0f - shares[outputs_[kStands]], gain = shares[outputs_[kFits]];
    values[kHarm] = harm;
    values[kGain] = gain;
    values[kDoubtful] = harm > static_cast<float>(dial_.risk) || gain < static_cast<float>(dial_.gain) ? 1.0f : 0.0f;
  }

  void AddOutput(const std::string& name) {
    const std::vector<std::string>& found = trees_->output_names();
    const auto place = std::find(found.begin(), found.end(), name);
    if (place == found.end()) throw InputError(Message("the trees do not predict ", name));
    outputs_.push_back(static_cast<std::size_t>(place - found.begin()));
  }

  void Derive(const Sentence& sentence, const Changes& changes, std::size_t i, const std::vector<float>& predicted,
              float* all_values) const {
    const Edit edit = EditOf(sentence, changes.placed[i]);
    const float* shares = predicted.data() + i * trees_->output_names().size();
    float* values = all_values + changes.places[i] * names_.size();
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
    if (judged_) Judge(shares, values);
  }

  std::shared_ptr<const BoostedTrees> trees_;
  std::shared_ptr<const SelectionInputs> inputs_;
  SelectionDial dial_;
  std::shared_ptr<const ChangeReader> reader_;
  bool judged_ = false;
  std::vector<std::size_t> outputs_;
  std::vector<std::string> names_ = SelectionFeatureTable().Names(kHarm);  // the others need judged edits
};

}  // namespace

// In the order of Feature.
const FeatureTable& SelectionFeatureTable() {
  static const FeatureTable table{
      "selection",
      "span",
      {{"SelectionAdds", "words a change adds that the sentence has nowhere", "words"},
       {"SelectionDeletes", "words of which a change leaves fewer than it found", "words"},
       {"SelectionAddShare", "p: predicted share of readers that add such a word; 0 where none is added", "0-1"},
       {"SelectionAddSum", "p times SelectionAdds", "words"},
       {"SelectionAddLogit", "ln p/(1-p), or 0 where none is added", "nats"},
       {"SelectionPhraseAddShare", "predicted share of readers that write one of the new 2- and 3-grams", "0-1"},
       {"SelectionPhraseAddLogit", "its logit", "nats"},
       {"SelectionDeleteSum", "q, the predicted share of readers that drop such a word, times SelectionDeletes",
        "words"},
       {"SelectionDeleteLogit", "ln q/(1-q), or 0 where none is deleted", "nats"},
       {"SelectionPhraseDeleteShare", "predicted share of readers that drop one of the lost 2- and 3-grams", "0-1"},
       {"SelectionPhraseDeleteLogit", "its logit", "nats"},
       {"SelectionDoubtful", "1 where the change is less sure than the configuration asks for", "flag", "doubtful",
        "too few readers would make it"},
       {"SelectionHarm", "predicted probability that an editor would not let it stand", "0-1"},
       {"SelectionGain", "predicted probability that it makes the sentence easier", "0-1"}}};
  return table;
}

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
                                                           SelectionDial dial,
                                                           std::shared_ptr<const ChangeReader> reader) {
  return std::make_unique<SelectionFeatures>(std::move(trees), std::move(inputs), dial, std::move(reader));
}

}  // namespace simplifier
