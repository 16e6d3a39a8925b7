// Reads a derivation tree out into target words, feature values and applied rules.
#pragma once

#include "application_features.hh"
#include "decoder.hh"
#include "kbest.hh"

namespace simplifier {

class DerivationReader {
 public:
  DerivationReader(const DecoderModel& model, const Sentence& sentence, const ApplicationValues& values, KBest* kbest,
                   bool trace)
      : model_(model), sentence_(sentence), values_(values), kbest_(kbest), trace_(trace) {}

  DecodedDerivation Read(const Derivation& derivation);

 private:
  void Visit(const Derivation& derivation);
  void VisitPart(const Derivation& derivation, std::uint32_t antecedent);
  void VisitTarget(const Derivation& derivation);
  void VisitRule(const Derivation& derivation);
  // Adds an application's own features (language models apart) to the row.
  void AddFeatures(const Edge& edge, std::vector<double>* row) const;
  void AddContext(const Edge& edge, std::vector<double>* row) const;
  AppliedRule Trace(const Edge& edge) const;
  bool IsMarker(std::string_view word) const { return model_.has_goal() && (word == "<s>" || word == "</s>"); }

  const DecoderModel& model_;
  const Sentence& sentence_;
  const ApplicationValues& values_;
  KBest* kbest_;
  bool trace_;
  DecodedDerivation out_;
};

}  // namespace simplifier
