#include "rule_place.hh"

#include <algorithm>

namespace simplifier {

void RulePlace::Set(int start, int end, const ForestNode* const* fillers, std::size_t filler_count) {
  start_ = start;
  end_ = end;
  fillers_.assign(fillers, fillers + filler_count);
  own_tokens_.clear();
  int token = start;
  for (const ForestNode* filler : fillers_) {
    while (token < filler->start) own_tokens_.push_back(token++);
    token = filler->end;
  }
  while (token < end) own_tokens_.push_back(token++);
}

void RulePlace::TakeOver(const Sentence& sentence, std::size_t grammar, Slice<Symbol> target,
                         std::vector<int>* taken_from) const {
  taken_from->assign(target.size(), kNew);
  for (std::size_t i = 0; i < target.size(); ++i) {
    for (int token : own_tokens_) {
      if (sentence.Word(grammar, token) == target[i] &&
          std::find(taken_from->begin(), taken_from->end(), token) == taken_from->end()) {
        (*taken_from)[i] = token;
        break;
      }
    }
  }
}

}  // namespace simplifier
