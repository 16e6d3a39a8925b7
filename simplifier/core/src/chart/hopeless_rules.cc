#include "chart/hopeless_rules.hh"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simplifier {
namespace {

// The most by which the natural-log probability of a word is taken to differ between two contexts, or from that of
// another word: 17 orders of magnitude.
constexpr double kMostOfWord = 40.0;

}  // namespace

HopelessRules::HopelessRules(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart,
                             const ApplicationValues& values, double reach)
    : model_(model), sentence_(sentence) {
  if (!std::isfinite(reach) || !FindCopies(chart)) return;
  for (std::size_t m = 0; m < model.language_models().size(); ++m) {
    per_word_ += kMostOfWord * std::abs(model.lm_weight(m));
    around_ = std::max(around_, static_cast<int>(model.language_models()[m].model->Order()) - 1);
  }
  for (int end = 1; end <= sentence.size(); ++end) {
    for (int start = std::max(0, end - chart.widest()); start < end; ++start) {
      for (ForestNode* node : chart.Nodes(start, end)) {
        for (const Bundle& bundle : node->bundles) {
          const auto hopeful = [&](const Application& rule) {
            const double left_out = values.LeftOut(rule);
            if (rule.changed && !rule.is_literal() && Lead(rule, start, end) > reach + left_out) return false;
            unsure_ |= left_out > 0.0;
            return true;
          };
          RuleList& rules = *bundle.rules;
          if (std::all_of(rules.begin(), rules.end(), hopeful)) continue;
          dropped_.push_back({&rules, rules.count});
          // The hopeless rules stay in memory behind the others, where Restore finds them.
          rules.count =
              static_cast<std::uint32_t>(std::stable_partition(rules.begin(), rules.end(), hopeful) - rules.begin());
        }
      }
    }
  }
}

void HopelessRules::Restore(const std::vector<ForestNode*>& nodes) {
  for (const Dropped& one : dropped_) {
    one.rules->count = one.count;
    std::sort(one.rules->begin(), one.rules->end(), Better);
  }
  dropped_.clear();
  for (ForestNode* node : nodes) {
    node->hypothesis_count = 0;
    node->pruned = false;
  }
}

// Sums up the best copies of the words in copies_. Returns false when a word has no copy.
bool HopelessRules::FindCopies(const ChartParser& chart) {
  copies_.assign(1, 0.0);
  for (int token = 0; token < sentence_.size(); ++token) {
    double best = -std::numeric_limits<double>::infinity();
    for (const ForestNode* node : chart.Nodes(token, token + 1)) {
      for (const Bundle& bundle : node->bundles) {
        for (const Application& rule : *bundle.rules) {
          if (!rule.changed) best = std::max(best, rule.score);
        }
      }
    }
    if (!std::isfinite(best)) return false;
    copies_.push_back(copies_.back() + best);
  }
  return true;
}

// By how much copying a span is better than a rule, whatever the language models say. All words of both versions are
// counted in full, and those around them once on each side.
double HopelessRules::Lead(const Application& rule, int start, int end) const {
  const auto first = static_cast<std::size_t>(start), last = static_cast<std::size_t>(end);
  const double glue = static_cast<double>(end - start - 1) * model_.weights()[model_.own().glue_penalty];
  const std::size_t target = model_.grammars()[rule.grammar].table().TargetSymbols(rule.target_number).size();
  const double words = static_cast<double>(target) + end - start + 2 * around_;
  return copies_[last] - copies_[first] + glue - rule.score - words * per_word_;
}

}  // namespace simplifier
