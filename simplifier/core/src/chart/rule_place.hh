// The place where a rule is put in a sentence, and the words that its target side takes over from there.
#pragma once

#include <vector>

#include "chart/forest.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class RulePlace {
 public:
  // Sets the span, and the nodes in it that fill the gaps, in source order.
  void Set(const Sentence& sentence, int start, int end, const ForestNode* const* fillers, std::size_t filler_count);

  int start() const { return start_; }
  int end() const { return end_; }
  // Tokens of the span that lie in no gap. In a lattice these include arcs beside the way that the rule reads.
  const std::vector<int>& own_tokens() const { return own_tokens_; }
  const ForestNode& filler(std::size_t i) const { return *fillers_[i]; }

  // Sets taken_from[i] to the token from which target symbol i is taken over, or to kNew. It is the leftmost own token
  // of the same word that no symbol before has taken.
  static constexpr int kNew = -1;
  void TakeOver(const Sentence& sentence, std::size_t grammar, Slice<Symbol> target, std::vector<int>* taken_from) const;

 private:
  int start_ = 0, end_ = 0;
  std::vector<int> own_tokens_;
  std::vector<const ForestNode*> fillers_;
};

}  // namespace simplifier
