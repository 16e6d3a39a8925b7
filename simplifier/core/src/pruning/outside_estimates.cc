#include "pruning/outside_estimates.hh"

#include <algorithm>
#include <limits>

#include "chart/joint.hh"
#include "chart/target_classes.hh"

namespace simplifier {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

constexpr double kCopy = 1e6;  // more than any two scores differ by, so that a copy always wins

// True if no word of the left side waits for its context, as in a hypothesis that begins with <s>.
bool IsClosed(const ChartState& state) { return state.left.full && state.left.length == 0; }

}  // namespace

OutsideEstimates::OutsideEstimates(const DecoderModel& model, const Sentence& sentence,
                                   const std::vector<ForestNode*>& nodes)
    : model_(model), sentence_(sentence), lms_(model.language_models().size()) {
  const auto positions = static_cast<std::size_t>(sentence.size()) + 1;
  best_scores_.assign(positions, kNone);
  has_context_.assign(positions, 0);
  has_word_.assign(positions, 0);
  contexts_.resize(positions * lms_);
  words_.resize(positions * lms_);
  for (ChartState& context : contexts_) {
    context.left.length = 0;
    context.left.full = true;
  }
  ExpectWords(nodes);
  if (model.has_goal()) return;
  has_context_.front() = has_word_.back() = 1;
  for (std::size_t m = 0; m < lms_; ++m) {
    contexts_[m].right = model.language_models()[m].model->BeginState();
    words_[(positions - 1) * lms_ + m] = model.language_models()[m].model->EndSentence();
  }
}

// Expects, at every position, the first word of the best rule without gaps on the shortest span that starts there and
// has such a rule. Copies go before all other rules of that span, because most words stay.
void OutsideEstimates::ExpectWords(const std::vector<ForestNode*>& nodes) {
  const std::size_t positions = has_word_.size();
  std::vector<int> ends(positions, static_cast<int>(positions));
  std::vector<double> best(positions, kNone);
  for (const ForestNode* node : nodes) {
    const auto start = static_cast<std::size_t>(node->start);
    if (node->end > ends[start]) continue;
    for (const Bundle& bundle : node->bundles) {
      if (bundle.arity() > 0) continue;
      const RuleList& rules = *bundle.rules;
      const Application* rule =
          std::find_if(rules.begin(), rules.end(), [](const Application& one) { return !one.changed; });
      if (rule == rules.end()) rule = rules.begin();
      const double score = rule->score + static_cast<double>(rule->estimate) + (rule->changed ? 0.0 : kCopy);
      if (node->end == ends[start] && score <= best[start]) continue;
      ends[start] = node->end;
      best[start] = score;
      ExpectWord(node->start, *rule);
    }
  }
}

void OutsideEstimates::ExpectWord(int position, const Application& rule) {
  const auto place = static_cast<std::size_t>(position);
  has_word_[place] = 0;
  if (rule.is_literal()) {
    if (sentence_.LiteralSize(rule.target_number) == 0) return;
    for (std::size_t m = 0; m < lms_; ++m) words_[place * lms_ + m] = sentence_.LiteralLmWord(m, rule.target_number, 0);
  } else {
    const Slice<Symbol> target = model_.grammars()[rule.grammar].table().TargetSymbols(rule.target_number);
    if (target.size() == 0) return;
    for (std::size_t m = 0; m < lms_; ++m) words_[place * lms_ + m] = TargetWord(model_, rule, target, 0, m);
  }
  has_word_[place] = 1;
}

double OutsideEstimates::Left(int start, const ChartState* states) const {
  const auto place = static_cast<std::size_t>(start);
  // A hypothesis that already has <s> gains nothing from a context.
  if (!has_context_[place] || (start == 0 && IsClosed(states[0]))) return 0.0;
  double estimate = 0.0;
  ChartState joined;
  for (std::size_t m = 0; m < lms_; ++m) {
    const LmSegment segments[] = {{&contexts_[place * lms_ + m], 0}, {&states[m], 0}};
    estimate += model_.lm_weight(m) * model_.language_models()[m].model->ScoreRule(segments, 2, false, &joined);
  }
  return estimate;
}

double OutsideEstimates::Right(int end, const ChartState* states) const {
  const auto place = static_cast<std::size_t>(end);
  if (!has_word_[place]) return 0.0;
  double estimate = 0.0;
  LmState next;
  for (std::size_t m = 0; m < lms_; ++m) {
    const LanguageModel& lm = *model_.language_models()[m].model;
    estimate += model_.lm_weight(m) * lm.Extend(states[m].right, words_[place * lms_ + m], &next);
  }
  return estimate;
}

void OutsideEstimates::Follow(const ForestNode& node) {
  if (node.start != 0 || node.hypothesis_count == 0) return;
  const Hypothesis& best = *node.hypotheses[0];
  // Without a goal of the grammar's own only glue begins sentences, so only hypotheses with <s> are contexts.
  if (!model_.has_goal() && (JointOf(*best.edges->rule) == Joint::kRule || (lms_ > 0 && !IsClosed(best.states[0])))) return;
  const auto place = static_cast<std::size_t>(node.end);
  if (has_context_[place] && best.order() <= best_scores_[place]) return;
  has_context_[place] = 1;
  best_scores_[place] = best.order();
  for (std::size_t m = 0; m < lms_; ++m) contexts_[place * lms_ + m].right = best.states[m].right;
}

}  // namespace simplifier
