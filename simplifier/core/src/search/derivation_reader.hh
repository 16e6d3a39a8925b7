// Reads a derivation tree out into target words, feature values and applied rules.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "chart/application_values.hh"
#include "common/arena.hh"
#include "search/decoder.hh"
#include "search/kbest.hh"

namespace simplifier {

class DerivationReader {
 public:
  // With `objections`, the rules that are read have their objections.
  DerivationReader(const DecoderModel& model, const Sentence& sentence, const ApplicationValues& values, Arena* arena,
                   bool objections = false)
      : model_(model), sentence_(sentence), values_(values), arena_(arena), objections_(objections) {}

  // The words, score and feature sums of a derivation. With `trace` also its rules, numbered in common with those of
  // all other derivations that this object reads.
  DecodedDerivation Read(const Derivation& derivation, bool trace);
  // The rules by those numbers; to be called once, at the end.
  std::vector<AppliedRule> TakeRules() { return std::move(rules_); }
  // One edge by itself, its features with those of the language models.
  AppliedRule ReadEdge(const Edge& edge) const;
  // The features of an edge's rule where it stands, without those of the language models. Zeros are left out, and
  // feature numbers ascend. The row is made once and kept with the edge.
  Slice<FeatureValue> Row(const Edge& edge);

 private:
  void Visit(const Derivation& derivation);
  void VisitTarget(const Derivation& derivation);
  void VisitRule(const Derivation& derivation);
  // Adds the features of the edge's rule to the row, without those of the language models.
  void AddFeatures(const Edge& edge, std::vector<double>* row) const;
  // Adds the features that depend on where a changing rule stands: label match or clash, and the token features of what
  // the rule itself covers, without its gaps.
  void AddContext(const Edge& edge, std::vector<double>* row) const;
  static int GrammarOf(const Application& rule);
  std::uint32_t NumberOf(const Edge& edge);
  std::vector<Objection> ObjectionsTo(const Edge& edge, const std::vector<double>& row) const;
  AppliedRule Described(const Edge& edge, const std::vector<double>& row) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  const ApplicationValues& values_;
  Arena* arena_;
  bool objections_;
  bool trace_ = false;
  DecodedDerivation out_;
  std::vector<double> row_;
  std::vector<AppliedRule> rules_;
  // The numbers of rules, by application, node and the nodes in its gaps. The application alone would not do, since
  // several places may share one (RuleList).
  std::map<std::vector<const void*>, std::uint32_t> numbers_;
};

}  // namespace simplifier
