// Where a rule is put in a sentence, and which of its words it takes over from there.
#pragma once

#include <vector>

#include "chart/forest.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class RulePlace {
 public:
  // A span, and the nodes in it that fill the nonterminals, in source order.
  void Set(const Sentence& sentence, int start, int end, const ForestNode* const* fillers, std::size_t filler_count);

  int start() const { return start_; }
  int end() const { return end_; }
  const std::vector<int>& own_tokens() const { return own_tokens_; }  // that may stand for the rule's own words
  const ForestNode& filler(std::size_t i) const { return *fillers_[i]; }

  // For each target symbol the token it is taken over from (an own token of the same word, each once, from the left),
  // or kNew.
  static constexpr int kNew = -1;
  void TakeOver(const Sentence& sentence, std::size_t grammar, Slice<Symbol> target, std::vector<int>* taken_from) const;

 private:
  int start_ = 0, end_ = 0;
  std::vector<int> own_tokens_;
  std::vector<const ForestNode*> fillers_;
};

}  // namespace simplifier
