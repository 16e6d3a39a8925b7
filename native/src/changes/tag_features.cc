// What a change does to parts of speech: whether the new words can be what the words they replace are in the sentence.
#include <algorithm>
#include <cmath>

#include "changes/context_features.hh"

namespace simplifier {
namespace {

constexpr double kLeastShare = 0.005;  // of a tag the word was never seen with
const float kLeastLogShare = static_cast<float>(std::log(kLeastShare));

enum Feature { kTargetTagLogProb, kVerbFormLost, kNounFormLost, kModifierLost, kFiniteVerbs, kFiniteVerbLost, kWidth };

class TagFeatures final : public ApplicationFeatures {
 public:
  TagFeatures(std::shared_ptr<const WordClasses> classes, std::shared_ptr<const ChangeWords> words)
      : classes_(std::move(classes)), words_(std::move(words)) {}

  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = {"TargetTagLogProb", "VerbFormLost",    "NounFormLost",
                                                   "ModifierLost",     "FiniteVerbDiff", "FiniteVerbLost"};
    return names;
  }

  void Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
             float* values) const override {
    const std::vector<std::string>& tags = sentence.input().tags;
    if (tags.empty()) return;
    Edit edit;
    for (std::size_t i = 0; i < count; ++i, values += kWidth) {
      if (!IsScored(sentence, applications[i])) continue;
      edit.Set(sentence, applications[i]);
      double finite = 0.0;
      for (int token : edit.lost()) {
        const std::string& tag = tags[static_cast<std::size_t>(token)];
        if (IsFinite(tag)) finite -= 1.0;
        if (edit.added().empty() || FormLost(tag) == kWidth) continue;
        float best = kLeastLogShare;
        for (std::size_t place : edit.added()) best = std::max(best, LogShare(edit.Word(place), tag));
        if (edit.lost().size() == 1) values[kTargetTagLogProb] = best;
        if (best > kLeastLogShare) continue;
        values[FormLost(tag)] += 1.0f;
      }
      for (std::size_t place : edit.added()) finite += FiniteShare(edit.Word(place));
      values[kFiniteVerbs] = static_cast<float>(finite);
      values[kFiniteVerbLost] = finite < -0.5 ? 1.0f : 0.0f;
    }
  }

 private:
  bool IsFinite(std::string_view tag) const { return words_->finite_tags.count(tag) > 0; }

  // Which feature counts the lost forms of words with this tag; kWidth for those of closed classes.
  Feature FormLost(std::string_view tag) const {
    return words_->verb_tags.count(tag) > 0       ? kVerbFormLost
           : words_->noun_tags.count(tag) > 0     ? kNounFormLost
           : words_->modifier_tags.count(tag) > 0 ? kModifierLost
                                                  : kWidth;
  }

  // ln P(tag | word), never below the least.
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

  // How often the word is a finite verb.
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

}  // namespace

std::unique_ptr<ApplicationFeatures> MakeTagFeatures(std::shared_ptr<const WordClasses> classes,
                                                     std::shared_ptr<const ChangeWords> words) {
  return std::make_unique<TagFeatures>(std::move(classes), std::move(words));
}

}  // namespace simplifier
