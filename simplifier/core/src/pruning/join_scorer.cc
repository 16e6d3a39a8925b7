#include "pruning/join_scorer.hh"

#include "chart/joint.hh"
#include "chart/target_classes.hh"

namespace simplifier {

void JoinScorer::Score(const Application& rule, const std::vector<Hypothesis*>& parts, ChartState* states,
                       float* lm_scores) {
  const bool has_target = JointOf(rule) == Joint::kRule;
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    lm_scores[m] = static_cast<float>(has_target ? ScoreTarget(rule, parts, m, &states[m])
                                                 : ScoreParts(rule, parts, m, &states[m]));
  }
}

std::uint64_t JoinScorer::ShapeOf(const Application& rule) const {
  const Joint joint = JointOf(rule);
  if (joint != Joint::kRule) return static_cast<std::uint64_t>(joint);
  std::uint64_t shape = 1;
  for (Symbol symbol : model_.grammars()[rule.grammar].table().TargetSymbols(rule.target_number)) {
    // Word numbers mean nothing outside their grammar, so the grammar enters with the word.
    const std::uint64_t piece = IsNonterminal(symbol) ? IndexOf(symbol) : (rule.grammar + 1ull) << 32 | symbol;
    shape = (shape ^ (shape >> 31)) * 0x9E3779B97F4A7C15ull + piece;
  }
  return shape;
}

double JoinScorer::ScoreParts(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m,
                              ChartState* state) {
  const LanguageModel& lm = *model_.language_models()[m].model;
  const Joint joint = JointOf(rule);
  segments_.clear();
  for (const Hypothesis* part : parts) segments_.push_back({&part->states[m], 0});
  if (joint == Joint::kLast) segments_.push_back({nullptr, lm.EndSentence()});
  return lm.ScoreRule(segments_.data(), segments_.size(), joint == Joint::kFirst, state);
}

double JoinScorer::ScoreTarget(const Application& rule, const std::vector<Hypothesis*>& parts, std::size_t m,
                               ChartState* state) {
  const LanguageModel& lm = *model_.language_models()[m].model;
  segments_.clear();
  if (rule.is_literal()) {
    for (std::size_t i = 0; i < sentence_.LiteralSize(rule.target_number); ++i) {
      segments_.push_back({nullptr, sentence_.LiteralLmWord(m, rule.target_number, i)});
    }
  } else {
    const Slice<Symbol> target = model_.grammars()[rule.grammar].table().TargetSymbols(rule.target_number);
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (IsNonterminal(target[i])) {
        segments_.push_back({&parts[IndexOf(target[i])]->states[m], 0});
      } else {
        segments_.push_back({nullptr, TargetWord(model_, rule, target, i, m)});
      }
    }
  }
  // A grammar with a goal of its own writes <s> in its glue rules. KenLM gives <s> no score; it is only a context.
  const bool marked = model_.has_goal() && !segments_.empty() && !segments_[0].state &&
                      segments_[0].word == lm.BeginSentence();
  return lm.ScoreRule(segments_.data() + marked, segments_.size() - marked, marked, state);
}

}  // namespace simplifier
