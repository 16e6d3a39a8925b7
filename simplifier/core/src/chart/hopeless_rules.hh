// Rules that cannot be part of the best derivation, taken off a chart for a first search.
//
// Where every word can be copied, a rule over a span competes at least with copying the span. If a rule scores lower
// than the copies by more than the language models could ever give back, no best derivation has it: with the copies in
// its place the derivation would be better. Most changes that a table offers are such rules, since the weights of
// guards are in the hundreds. A search without them finds the same best derivation with less work.
#pragma once

#include <vector>

#include "chart/application_values.hh"
#include "chart/chart_parser.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class HopelessRules {
 public:
  // Takes the hopeless rules off the chart. `reach` is by how much a derivation may score lower and still be chosen, by
  // a reranker (Reranker::Reach); nothing is taken off if it is infinite. `values` are those of the chart's
  // applications and may be rough.
  HopelessRules(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart,
                const ApplicationValues& values, double reach);

  // True if copies may stand in the place of any rule: no label is asked for, and no constraint demands a word.
  static bool MayBeFound(const DecoderModel& model, const Sentence& sentence) {
    return !model.has_goal() && !model.has_nonterminals() && !sentence.is_lattice() && !sentence.input().constraints;
  }

  bool any() const { return !dropped_.empty(); }
  // True if a rule that was left on the chart has a score from which values were left out.
  bool unsure() const { return unsure_; }
  // Puts the rules back, every bundle in its order, and makes `nodes` ready to be pruned again. Hypotheses of the first
  // search must not be used after that.
  void Restore(const std::vector<ForestNode*>& nodes);

 private:
  struct Dropped {
    RuleList* rules;
    std::uint32_t count;  // of rules before some were taken off
  };

  bool FindCopies(const ChartParser& chart);
  double Lead(const Application& rule, int start, int end) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  double per_word_ = 0.0;       // the most that all language models together give back for one word
  int around_ = 0;              // words on each side of a change that count as changed: the highest order less 1
  std::vector<double> copies_;  // [tokens + 1]: score of copying all tokens before this one
  std::vector<Dropped> dropped_;
  bool unsure_ = false;
};

}  // namespace simplifier
