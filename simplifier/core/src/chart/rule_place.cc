#include "chart/rule_place.hh"

#include <algorithm>

namespace simplifier {

void RulePlace::Set(const Sentence& sentence, int start, int end, const ForestNode* const* fillers,
                    std::size_t filler_count) {
  start_ = start;
  end_ = end;
  fillers_.assign(fillers, fillers + filler_count);
  own_tokens_.clear();
  const auto is_filled = [&](int token) {
    return std::any_of(fillers_.begin(), fillers_.end(), [&](const ForestNode* filler) {
      return filler->start <= sentence.Start(token) && sentence.End(token) <= filler->end;
    });
  };
  // Without a lattice the numbers of a span's tokens are its positions; in a lattice any token may lie within it.
  const int first = sentence.is_lattice() ? 0 : start;
  const int last = sentence.is_lattice() ? sentence.token_count() : end;
  for (int token = first; token < last; ++token) {
    if (sentence.Start(token) < start || sentence.End(token) > end || is_filled(token)) continue;
    own_tokens_.push_back(token);
  }
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
