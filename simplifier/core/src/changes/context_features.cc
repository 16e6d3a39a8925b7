#include "changes/context_features.hh"

#include <algorithm>

#include "chart/target_classes.hh"

namespace simplifier {

bool IsScored(const Sentence& sentence, const PlacedApplication& placed) {
  return !sentence.is_lattice() && placed.application->grammar < sentence.model().grammars().size();
}

void Edit::Set(const Sentence& sentence, const PlacedApplication& placed) {
  sentence_ = &sentence;
  application_ = placed.application;
  place_.Set(sentence, placed.node->start, placed.node->end, placed.filling->nodes, placed.filling->arity);
  target_ = sentence.model().grammars()[application_->grammar].table().TargetSymbols(application_->target_number);
  place_.TakeOver(sentence, application_->grammar, target_, &taken_from_);
  lost_.clear();
  for (int token : place_.own_tokens()) {
    if (std::find(taken_from_.begin(), taken_from_.end(), token) == taken_from_.end()) lost_.push_back(token);
  }
  added_.clear();
  for (std::size_t i = 0; i < target_.size(); ++i) {
    if (!IsNonterminal(target_[i]) && taken_from_[i] == RulePlace::kNew) added_.push_back(i);
  }
}

std::string_view Edit::Word(std::size_t target_place) const {
  return sentence_->model().grammars()[application_->grammar].table().WordText(target_[target_place]);
}

WordIndex Edit::LmWord(std::size_t target_place, std::size_t m) const {
  return TargetWord(sentence_->model(), *application_, target_, target_place, m);
}

std::vector<std::string> NewWords(const Edit& edit) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < edit.target().size(); ++i) {
    if (!IsNonterminal(edit.target()[i])) {
      words.emplace_back(edit.Word(i));
      continue;
    }
    const ForestNode& filler = edit.place().filler(IndexOf(edit.target()[i]));
    for (int token = filler.start; token < filler.end; ++token) words.push_back(edit.sentence().token(token));
  }
  return words;
}

std::size_t AddedWords(const Edit& edit) {
  const Sentence& sentence = edit.sentence();
  const Slice<Symbol> target = edit.target();
  std::size_t count = 0;
  for (auto place = edit.added().begin(); place != edit.added().end(); ++place) {
    const Symbol symbol = target[*place];
    const auto is_same = [&](std::size_t other) { return target[other] == symbol; };
    if (std::any_of(edit.added().begin(), place, is_same)) continue;
    bool stands = false;
    for (int token = 0; token < sentence.token_count() && !stands; ++token) {
      stands = sentence.Word(edit.application().grammar, token) == symbol;
    }
    count += !stands;
  }
  return count;
}

std::size_t DeletedWords(const Edit& edit) {
  const Sentence& sentence = edit.sentence();
  std::size_t count = 0;
  for (auto token = edit.lost().begin(); token != edit.lost().end(); ++token) {
    const auto is_same = [&](int other) { return sentence.token(other) == sentence.token(*token); };
    count += !std::any_of(edit.lost().begin(), token, is_same);
  }
  return count;
}

void EditFeatures::Score(const Sentence& sentence, const PlacedApplication* applications, std::size_t count,
                         float* values) const {
  EditContext context(sentence);
  Edit edit;
  for (std::size_t i = 0; i < count; ++i, values += names().size()) {
    if (!IsScored(sentence, applications[i])) continue;
    edit.Set(sentence, applications[i]);
    ScoreEdit(&context, edit, kAll, values);
  }
}

}  // namespace simplifier
