// What a change does to parts of speech: whether the new words can have the tags of the words they replace.
#include <algorithm>
#include <cmath>

#include "changes/context_features.hh"

namespace simplifier {
namespace {

constexpr double kLeastShare = 0.005;  // the share of a tag that a word was never seen with
const float kLeastLogShare = static_cast<float>(std::log(kLeastShare));

enum Feature { kTargetTagLogProb, kVerbFormLost, kNounFormLost, kModifierLost, kFiniteVerbs, kFiniteVerbLost, kWidth };

class TagFeatures final : public EditFeatures {
 public:
  TagFeatures(std::shared_ptr<const WordClasses> classes, std::shared_ptr<const ChangeWords> words)
      : classes_(std::move(classes)), words_(std::move(words)) {}

  const FeatureTable* table() const override { return &TagFeatureTable(); }
  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = TagFeatureTable().Names();
    return names;
  }

  void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t wanted, float* values) const override {
    const std::vector<std::string>& tags = context->sentence().input().tags;
    if (tags.empty()) return;
    if (wanted & kOfForms) AddForms(tags, edit, values);
    if (wanted & kOfFiniteVerbs) AddFiniteVerbs(tags, edit, values);
  }

 private:
  static constexpr std::uint64_t kOfForms = 1u << kTargetTagLogProb | 1u << kVerbFormLost | 1u << kNounFormLost |
                                            1u << kModifierLost;
  static constexpr std::uint64_t kOfFiniteVerbs = 1u << kFiniteVerbs | 1u << kFiniteVerbLost;

  void AddForms(const std::vector<std::string>& tags, const Edit& edit, float* values) const {
    if (edit.added().empty()) return;
    for (int token : edit.lost()) {
      const std::string& tag = tags[static_cast<std::size_t>(token)];
      const Feature lost = FormLost(tag);
      if (lost == kWidth) continue;
      float best = kLeastLogShare;
      for (std::size_t place : edit.added()) best = std::max(best, LogShare(edit.Word(place), tag));
      if (edit.lost().size() == 1) values[kTargetTagLogProb] = best;
      if (best > kLeastLogShare) continue;
      values[lost] += 1.0f;
    }
  }

  void AddFiniteVerbs(const std::vector<std::string>& tags, const Edit& edit, float* values) const {
    double finite = 0.0;
    for (int token : edit.lost()) {
      if (IsFinite(tags[static_cast<std::size_t>(token)])) finite -= 1.0;
    }
    for (std::size_t place : edit.added()) finite += FiniteShare(edit.Word(place));
    // New words count by their probability, so the sum is no whole number: half a verb lost counts as one lost.
    values[kFiniteVerbs] = static_cast<float>(finite);
    values[kFiniteVerbLost] = finite < -0.5 ? 1.0f : 0.0f;
  }

  bool IsFinite(std::string_view tag) const { return words_->finite_tags.count(tag) > 0; }

  // The feature that counts lost words with this tag; kWidth for a tag of closed classes.
  Feature FormLost(std::string_view tag) const {
    return words_->verb_tags.count(tag) > 0       ? kVerbFormLost
           : words_->noun_tags.count(tag) > 0     ? kNounFormLost
           : words_->modifier_tags.count(tag) > 0 ? kModifierLost
                                                  : kWidth;
  }

  // ln P(tag | word), at least kLeastLogShare.
  float LogShare(std::string_view word, const std::string& tag) const {
    if (const auto found = words_->tag_of.find(word); found != words_->tag_of.end()) {
      return tag == found->second ? 0.0f : kLeastLogShare;
    }
    const std::uint32_t entry = classes_->Entry(word);
    const int number = classes_->Tag(tag);
    if (entry == WordClasses::kUnlisted) return std::log(0.1f);  // rare: it may be anything
    for (const WordClasses::Reading* reading = classes_->begin(entry); reading != classes_->end(entry); ++reading) {
      if (reading->tag == number && number != WordClasses::kNoTag) return std::max(kLeastLogShare, reading->log_share);
    }
    return kLeastLogShare;
  }

  // P(finite verb | word).
  double FiniteShare(std::string_view word) const {
    if (const auto found = words_->tag_of.find(word); found != words_->tag_of.end()) return IsFinite(found->second);
    const std::uint32_t entry = classes_->Entry(word);
    double share = 0.0;
    for (const WordClasses::Reading* reading = classes_->begin(entry); reading != classes_->end(entry); ++reading) {
      if (reading->tag == WordClasses::kNoTag) continue;
      if (IsFinite(classes_->classes()[classes_->ClassOfTag(reading->tag)])) share += std::exp(reading->log_share);
    }
    return share;
  }

  std::shared_ptr<const WordClasses> classes_;
  std::shared_ptr<const ChangeWords> words_;
};

FeatureEntry FormGuard(const std::string& name, const std::string& meaning, const std::string& unit) {
  return {name, meaning, unit, "agreement", "would break agreement: " + name};
}

}  // namespace

// In the order of Feature.
const FeatureTable& TagFeatureTable() {
  static const FeatureTable table{
      "tags",
      "span",
      {{"TargetTagLogProb", "one word replaced: largest ln P(its tag in the sentence | a new word), at least ln 0.005",
        "nats"},
       FormGuard("VerbFormLost", "replaced verbs whose tag no new word can have", "words"),
       FormGuard("NounFormLost", "replaced nouns whose tag no new word can have", "words"),
       FormGuard("ModifierLost", "replaced adjectives and adverbs whose tag no new word can have", "words"),
       {"FiniteVerbDiff", "P(finite verb) summed over new words, less finite verbs lost", "words"},
       FormGuard("FiniteVerbLost", "1 if FiniteVerbDiff is below -0.5", "flag")}};
  return table;
}

std::unique_ptr<EditFeatures> MakeTagFeatures(std::shared_ptr<const WordClasses> classes,
                                                     std::shared_ptr<const ChangeWords> words) {
  return std::make_unique<TagFeatures>(std::move(classes), std::move(words));
}

}  // namespace simplifier
