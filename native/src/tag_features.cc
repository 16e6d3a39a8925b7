// What a change does to parts of speech: whether the new words can be what the words they replace are in the sentence.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "context_features.hh"

namespace simplifier {
namespace {

constexpr double kLeastShare = 0.005;  // of a tag the word was never seen with
const float kLeastLogShare = static_cast<float>(std::log(kLeastShare));

enum Feature { kTargetTagLogProb, kVerbFormLost, kNounFormLost, kModifierLost, kFiniteVerbs, kFiniteVerbLost, kWidth };

// Verbs that the word classes take for closed-class words, so that they list no tag.
const std::unordered_map<std::string_view, const char*>& Auxiliaries() {
  static const std::unordered_map<std::string_view, const char*> words = {
      {"is", "VBZ"},  {"are", "VBP"},   {"am", "VBP"},     {"was", "VBD"},   {"were", "VBD"}, {"has", "VBZ"},
      {"have", "VBP"}, {"had", "VBD"},  {"does", "VBZ"},   {"do", "VBP"},    {"did", "VBD"},  {"can", "MD"},
      {"could", "MD"}, {"may", "MD"},   {"might", "MD"},   {"must", "MD"},   {"shall", "MD"}, {"should", "MD"},
      {"will", "MD"},  {"would", "MD"}, {"'s", "VBZ"},     {"'re", "VBP"},   {"'m", "VBP"},   {"'ve", "VBP"},
      {"'d", "MD"},    {"'ll", "MD"},   {"being", "VBG"},  {"having", "VBG"}, {"been", "VBN"}, {"done", "VBN"},
      {"be", "VB"},    {"doing", "VBG"}};
  return words;
}

bool IsFinite(std::string_view tag) { return tag == "VBZ" || tag == "VBP" || tag == "VBD" || tag == "MD"; }

class TagFeatures final : public ApplicationFeatures {
 public:
  explicit TagFeatures(std::shared_ptr<const WordClasses> classes) : classes_(std::move(classes)) {}

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
        if (edit.added().empty() || !IsOpen(tag)) continue;
        float best = kLeastLogShare;
        for (std::size_t place : edit.added()) best = std::max(best, LogShare(edit.Word(place), tag));
        if (edit.lost().size() == 1) values[kTargetTagLogProb] = best;
        if (best > kLeastLogShare) continue;
        values[tag[0] == 'V' ? kVerbFormLost : tag[0] == 'N' ? kNounFormLost : kModifierLost] += 1.0f;
      }
      for (std::size_t place : edit.added()) finite += FiniteShare(edit.Word(place));
      values[kFiniteVerbs] = static_cast<float>(finite);
      values[kFiniteVerbLost] = finite < -0.5 ? 1.0f : 0.0f;
    }
  }

 private:
  static bool IsOpen(const std::string& tag) {
    return !tag.empty() && (tag[0] == 'V' || tag[0] == 'N' || tag[0] == 'J' || tag.compare(0, 2, "RB") == 0);
  }

  // ln P(tag | word), never below the least.
  float LogShare(std::string_view word, const std::string& tag) const {
    if (const auto found = Auxiliaries().find(word); found != Auxiliaries().end()) {
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
    if (const auto found = Auxiliaries().find(word); found != Auxiliaries().end()) return IsFinite(found->second);
    const std::uint32_t entry = classes_->Entry(word);
    double share = 0.0;
    for (const WordClasses::Reading* reading = classes_->begin(entry); reading != classes_->end(entry); ++reading) {
      if (reading->tag == WordClasses::kNoTag) continue;
      if (IsFinite(classes_->classes()[classes_->ClassOfTag(reading->tag)])) share += std::exp(reading->log_share);
    }
    return share;
  }

  std::shared_ptr<const WordClasses> classes_;
};

}  // namespace

std::unique_ptr<ApplicationFeatures> MakeTagFeatures(std::shared_ptr<const WordClasses> classes) {
  return std::make_unique<TagFeatures>(std::move(classes));
}

}  // namespace simplifier
