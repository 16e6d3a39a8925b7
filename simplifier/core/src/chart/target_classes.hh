// Which classes the words of a target side stand for in a sentence: chosen once per rule application, when the chart is
// built, for the language models that read classes.
//
// A word the rule takes over from the source keeps the tag it has in the sentence. A new word takes the reading that
// P(tag | word) and the class model like best behind the words that stand before it in the source.
#pragma once

#include <vector>

#include "chart/forest.hh"
#include "chart/rule_place.hh"
#include "common/arena.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

// What language model m reads for the word at place i of an application's target side.
inline WordIndex TargetWord(const DecoderModel& model, const Application& application, Slice<Symbol> target,
                            std::size_t i, std::size_t m) {
  if (model.view(m).has_classes()) return application.class_words[model.view(m).slot() * target.size() + i];
  return model.grammars()[application.grammar].lm_words[target[i] * model.language_models().size() + m];
}

class TargetClasses {
 public:
  TargetClasses(const DecoderModel& model, const Sentence& sentence, Arena* arena);

  // [class models x target symbols]; null when there are no class models. What stands for nonterminals is 0.
  const WordIndex* Choose(std::size_t grammar, std::uint32_t target_number, const RulePlace& place);

 private:
  void ChooseOf(std::size_t slot, const Grammar& grammar, Slice<Symbol> target, const RulePlace& place,
                WordIndex* words) const;
  WordIndex After(std::size_t m, int place) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  Arena* arena_;
  std::vector<LmState> before_;  // [class models x (tokens + 1)]: after the tokens before a place
  std::vector<int> taken_from_;  // of the target side at hand
};

}  // namespace simplifier
