// Rules that cannot be part of the best derivation, taken off a chart for a first search.
//
// Where every word can be copied, a rule over a span competes at least with copying the span. A rule that scores less
// than that by more than the language models could ever give back is in no best derivation: with the copies in its
// place any derivation would be better. Most changes that a table offers are such, since what guards a sentence weighs
// hundreds. The search without them is the same search, less what it would have thrown away.
#pragma once

#include <vector>

#include "chart/application_values.hh"
#include "chart/chart_parser.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

class HopelessRules {
 public:
  // `reach`: what a derivation that scores less by as much may gain by other means, such as a reranker. `values`: of the
  // chart's applications, rough ones perhaps.
  HopelessRules(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart,
                const ApplicationValues& values, double reach);

  // Whether copies could stand in the place of every rule: nothing depends on labels, and no word is demanded.
  static bool MayBeFound(const DecoderModel& model, const Sentence& sentence) {
    return !model.has_goal() && !model.has_nonterminals() && !sentence.is_lattice() && !sentence.input().constraints;
  }

  bool any() const { return !dropped_.empty(); }
  // Whether a rule may have a chance whose score is not known whole.
  bool unsure() const { return unsure_; }
  // Puts them back, bundles in their order, and makes the nodes what they were before they were pruned. What pruning
  // left is of no use any more.
  void Restore(const std::vector<ForestNode*>& nodes);

 private:
  struct Dropped {
    RuleList* rules;
    std::uint32_t count;  // before
  };

  bool FindCopies(const ChartParser& chart);
  double Lead(const Application& rule, int start, int end) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  double per_word_ = 0.0;           // the most that language models give back for a word
  int around_ = 0;                  // words around a change that they read
  std::vector<double> copies_;      // [tokens + 1]: scores of copying all before a token
  std::vector<Dropped> dropped_;
  bool unsure_ = false;
};

}  // namespace simplifier
