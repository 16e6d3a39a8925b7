// The classes for which the words of a target side stand in a sentence, for language models that read classes. They are
// chosen once per rule application, when the chart is built.
//
// A word that the rule takes over from the source keeps the tag that it has in the sentence. A new word takes the
// reading that maximises the product of P(tag | word) and the class model's probability of the reading and of the word
// behind it. The context is the source up to the rule and then the target side up to the word.
#pragma once

#include <vector>

#include "chart/forest.hh"
#include "chart/rule_place.hh"
#include "common/arena.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

// The word that language model m reads for the word at place i of an application's target side.
inline WordIndex TargetWord(const DecoderModel& model, const Application& application, Slice<Symbol> target,
                            std::size_t i, std::size_t m) {
  if (model.view(m).has_classes()) return application.class_words[model.view(m).slot() * target.size() + i];
  return model.grammars()[application.grammar].lm_words[target[i] * model.language_models().size() + m];
}

class TargetClasses {
 public:
  TargetClasses(const DecoderModel& model, const Sentence& sentence, Arena* arena);

  // The classes of a target side, [class models x target symbols], in the arena. Nonterminals have 0. Null when there
  // are no class models.
  const WordIndex* Choose(std::size_t grammar, std::uint32_t target_number, const RulePlace& place);

 private:
  void ChooseOf(std::size_t slot, const Grammar& grammar, Slice<Symbol> target, const RulePlace& place,
                WordIndex* words) const;
  // The source word at a place, or </s> where there is none.
  WordIndex After(std::size_t m, int place) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  Arena* arena_;
  std::vector<LmState> before_;  // [class models x (tokens + 1)]: the state behind all source tokens before a place
  std::vector<int> taken_from_;  // RulePlace::TakeOver of the target side at hand
};

}  // namespace simplifier
