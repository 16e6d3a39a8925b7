#include "chart/target_classes.hh"

namespace simplifier {

TargetClasses::TargetClasses(const DecoderModel& model, const Sentence& sentence, Arena* arena)
    : model_(model), sentence_(sentence), arena_(arena) {
  for (std::size_t m : model.class_models()) {
    const LanguageModel& lm = *model.language_models()[m].model;
    before_.push_back(lm.BeginState());
    for (int i = 0; i < sentence.size(); ++i) {  // class models read no lattices: tokens and places are one
      LmState next = before_.back();
      if (!sentence.IsMarker(i)) lm.Extend(before_.back(), sentence.LmWord(m, i), &next);
      before_.push_back(next);
    }
  }
}

const WordIndex* TargetClasses::Choose(std::size_t grammar, std::uint32_t target_number, const RulePlace& place) {
  const std::size_t models = model_.class_models().size();
  if (models == 0) return nullptr;
  const Grammar& g = model_.grammars()[grammar];
  const Slice<Symbol> target = g.table().TargetSymbols(target_number);
  WordIndex* words = arena_->Allocate<WordIndex>(models * target.size());
  place.TakeOver(sentence_, grammar, target, &taken_from_);
  for (std::size_t slot = 0; slot < models; ++slot) ChooseOf(slot, g, target, place, words + slot * target.size());
  return words;
}

void TargetClasses::ChooseOf(std::size_t slot, const Grammar& grammar, Slice<Symbol> target, const RulePlace& place,
                             WordIndex* words) const {
  const std::size_t m = model_.class_models()[slot], models = model_.class_models().size();
  const LanguageModel& lm = *model_.language_models()[m].model;
  const ClassView& view = model_.view(m);
  const LmState* before = &before_[slot * (static_cast<std::size_t>(sentence_.size()) + 1)];
  const auto entry_of = [&](std::size_t i) { return grammar.class_entries[target[i] * models + slot]; };
  std::size_t undecided = 0;  // number of symbols up to and including the last word that has a choice
  for (std::size_t i = 0; i < target.size(); ++i) {
    words[i] = 0;
    if (IsNonterminal(target[i])) continue;
    const std::uint32_t entry = entry_of(i);
    words[i] = taken_from_[i] >= 0 ? sentence_.LmWord(m, taken_from_[i]) : view.Word(entry, WordClasses::kNoTag);
    if (taken_from_[i] < 0 && view.classes().end(entry) - view.classes().begin(entry) > 1) undecided = i + 1;
  }
  // Words that have a choice are decided one by one from the left, since combinations of readings multiply. A follower
  // that is not decided yet is taken in its most frequent reading.
  LmState state = before[place.start()], next, last;
  for (std::size_t i = 0; i < undecided; ++i) {
    if (IsNonterminal(target[i])) {
      // The words that will fill the gap are not known, so the context is the source up to the end of the gap.
      state = before[place.filler(IndexOf(target[i])).end];
      continue;
    }
    const WordClasses::Reading *first = view.classes().begin(entry_of(i)), *end = view.classes().end(entry_of(i));
    if (taken_from_[i] < 0 && end - first > 1) {
      const bool at_end = i + 1 == target.size(), opaque = !at_end && IsNonterminal(target[i + 1]);
      const WordIndex follower = at_end   ? After(m, place.end())
                                 : opaque ? After(m, place.filler(IndexOf(target[i + 1])).start)
                                          : words[i + 1];
      double best = -1e30;
      for (const WordClasses::Reading* reading = first; reading != end; ++reading) {
        double score = reading->log_share + lm.Extend(state, view.Index(*reading), &next);
        score += lm.Extend(next, follower, &last);
        if (score > best) {
          best = score;
          words[i] = view.Index(*reading);
        }
      }
    }
    lm.Extend(state, words[i], &next);
    state = next;
  }
}

WordIndex TargetClasses::After(std::size_t m, int place) const {
  if (place < sentence_.size() && !sentence_.IsMarker(place)) return sentence_.LmWord(m, place);
  return model_.language_models()[m].model->EndSentence();
}

}  // namespace simplifier
