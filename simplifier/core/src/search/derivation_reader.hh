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
  // `objections`: rules tell what speaks against them.
  DerivationReader(const DecoderModel& model, const Sentence& sentence, const ApplicationValues& values, Arena* arena,
                   bool objections = false)
      : model_(model), sentence_(sentence), values_(values), arena_(arena), objections_(objections) {}

  // With `trace`, its rules too, numbered among those of all derivations that are read.
  DecodedDerivation Read(const Derivation& derivation, bool trace);
  // The rules that were numbered.
  std::vector<AppliedRule> TakeRules() { return std::move(rules_); }
  // One edge by itself, with its language-model features; a joint of glue has the joint's number for its rule.
  AppliedRule ReadEdge(const Edge& edge) const;
  // The features of an edge's rule where it stands, zeros left out, ascending; read once and kept with the edge.
  Slice<FeatureValue> Row(const Edge& edge);

 private:
  void Visit(const Derivation& derivation);
  void VisitTarget(const Derivation& derivation);
  void VisitRule(const Derivation& derivation);
  // Adds an application's own features (language models apart) to the row.
  void AddFeatures(const Edge& edge, std::vector<double>* row) const;
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
  // By application, node and what fills its nonterminals: places may share applications.
  std::map<std::vector<const void*>, std::uint32_t> numbers_;
};

}  // namespace simplifier
