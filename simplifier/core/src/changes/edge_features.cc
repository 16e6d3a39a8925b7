// What a change does where it meets the rest of the sentence: words that come to stand twice, prepositions lost or
// gained with a verb, words whose sounds clash. Also where in the sentence the change is.
#include <algorithm>
#include <string>

#include "changes/context_features.hh"

namespace simplifier {
namespace {

constexpr int kNear = 3;  // tokens to either side
constexpr std::size_t kShortWord = 3;  // bytes; words no longer than this may repeat nearby

enum Feature { kDuplicateNeighbour, kDuplicateNear, kSoundClash, kPrepositionLost, kPrepositionGained, kPreposition,
               kPosition, kWidth };

class EdgeFeatures final : public EditFeatures {
 public:
  explicit EdgeFeatures(std::shared_ptr<const ChangeWords> words) : words_(std::move(words)) {}

  const FeatureTable* table() const override { return &EdgeFeatureTable(); }
  const std::vector<std::string>& names() const override {
    static const std::vector<std::string> names = EdgeFeatureTable().Names();
    return names;
  }

  void ScoreEdit(EditContext* context, const Edit& edit, std::uint64_t wanted, float* values) const override {
    if (wanted & (1u << kDuplicateNeighbour | 1u << kDuplicateNear)) AddDuplicates(edit, values);
    if (wanted & 1u << kSoundClash) values[kSoundClash] = SoundsClash(edit) ? 1.0f : 0.0f;
    if (wanted & (1u << kPrepositionLost | 1u << kPrepositionGained | 1u << kPreposition)) AddPrepositions(edit, values);
    values[kPosition] = (static_cast<float>(edit.place().start()) + 0.5f) / static_cast<float>(context->sentence().size());
  }

 private:
  // The token at a place; empty outside the sentence.
  static std::string_view Token(const Edit& edit, int i) {
    return i < 0 || i >= edit.sentence().size() ? std::string_view() : std::string_view(edit.sentence().token(i));
  }

  static void AddDuplicates(const Edit& edit, float* values) {
    const RulePlace& place = edit.place();
    const Slice<Symbol> target = edit.target();
    // Where nothing replaces the span, the words on its two sides become neighbours.
    const bool left_same = target.size() == 0 && Token(edit, place.start() - 1) == Token(edit, place.end()) &&
                           place.end() < edit.sentence().size();
    if (left_same) values[kDuplicateNeighbour] += 1.0f;
    for (std::size_t t : edit.added()) {
      const std::string_view word = edit.Word(t);
      if (t == 0 && word == Token(edit, place.start() - 1)) values[kDuplicateNeighbour] += 1.0f;
      if (t + 1 == target.size() && word == Token(edit, place.end())) values[kDuplicateNeighbour] += 1.0f;
      if (word.size() <= kShortWord) continue;
      for (int i = place.start() - kNear; i < place.end() + kNear; ++i) {
        if (i >= place.start() && i < place.end()) continue;
        if (word == Token(edit, i)) values[kDuplicateNear] += 1.0f;
      }
    }
  }

  // The word at a place of the target side, or the neighbouring token if the place is just outside; empty for a
  // nonterminal.
  static std::string_view At(const Edit& edit, int place) {
    const int size = static_cast<int>(edit.target().size());
    if (place < 0) return Token(edit, edit.place().start() - 1);
    if (place >= size) return Token(edit, edit.place().end());
    if (IsNonterminal(edit.target()[static_cast<std::size_t>(place)])) return {};
    return edit.Word(static_cast<std::size_t>(place));
  }

  bool SoundsClash(const Edit& edit) const {
    for (int place = -1; place < static_cast<int>(edit.target().size()); ++place) {
      if (words_->Clash(At(edit, place), At(edit, place + 1))) return true;
    }
    return false;
  }

  bool IsPreposition(std::string_view word) const { return words_->prepositions.count(word) > 0; }

  void AddPrepositions(const Edit& edit, float* values) const {
    const std::vector<std::string>& tags = edit.sentence().input().tags;
    int lost = 0, gained = 0;
    bool verb = false;
    for (int token : edit.place().own_tokens()) {
      verb = verb || (!tags.empty() && words_->verb_tags.count(tags[static_cast<std::size_t>(token)]) > 0);
    }
    for (int token : edit.lost()) lost += IsPreposition(Token(edit, token));
    for (std::size_t t : edit.added()) gained += IsPreposition(edit.Word(t));
    if (verb) {
      values[kPrepositionLost] = static_cast<float>(std::max(0, lost - gained));
      values[kPrepositionGained] = static_cast<float>(std::max(0, gained - lost));
    }
    // A preposition at the end of the span belongs to the noun phrase that follows.
    const int last = edit.place().end() - 1;
    if (lost <= gained || tags.empty() || last + 1 >= edit.sentence().size() || !IsPreposition(Token(edit, last))) return;
    const std::string& next = tags[static_cast<std::size_t>(last) + 1];
    if (words_->noun_opening_tags.count(next) > 0 || words_->noun_tags.count(next) > 0) values[kPreposition] = 1.0f;
  }

  std::shared_ptr<const ChangeWords> words_;
};

}  // namespace

// In the order of Feature.
const FeatureTable& EdgeFeatureTable() {
  static const FeatureTable table{
      "edges",
      "span",
      {{"DuplicateNeighbour", "edge words of the change that equal their new neighbour", "words", "doubled",
        "would double a word"},
       {"DuplicateNear", "new words longer than 3 characters that also stand within 3 tokens of the change", "words",
        "doubled", "would repeat a word close by"},
       {"ArticleClash", "1 for a before a vowel or an before a consonant, by the letters that leave no doubt", "flag",
        "article", "would not go with \"a\" or \"an\""},
       {"PrepositionLost", "changes with a verb: prepositions lost, less gained, from 0", "words", "preposition",
        "would lose a preposition"},
       {"PrepositionGained", "changes with a verb: prepositions gained, less lost, from 0", "words", "preposition",
        "would add a preposition"},
       {"PrepositionBeforeNounLost",
        "1 if a change that loses a preposition ends in one, before a determiner, possessive or noun", "flag",
        "preposition", "would lose the preposition before a noun"},
       {"ChangePosition", "where the change begins, as a share of the sentence", "0-1"}}};
  return table;
}

std::unique_ptr<EditFeatures> MakeEdgeFeatures(std::shared_ptr<const ChangeWords> words) {
  return std::make_unique<EdgeFeatures>(std::move(words));
}

}  // namespace simplifier
