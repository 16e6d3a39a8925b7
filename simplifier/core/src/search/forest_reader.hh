// Reads a pruned forest out into plain values: hypotheses, and edges with their rules, scores and features.
#pragma once

#include <unordered_map>

#include "search/decoder.hh"
#include "search/derivation_reader.hh"

namespace simplifier {

class ForestReader {
 public:
  ForestReader(const DecoderModel& model, const Sentence& sentence, const DerivationReader& reader)
      : model_(model), sentence_(sentence), reader_(reader) {}

  // All that the goal's hypothesis is made of, antecedents first, the goal last. An empty forest for null.
  DecodedForest Read(const Hypothesis* goal);

 private:
  std::uint32_t Visit(const Hypothesis& hypothesis);
  std::string LabelOf(const Hypothesis& hypothesis) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  const DerivationReader& reader_;
  std::unordered_map<const Hypothesis*, std::uint32_t> numbers_;
  DecodedForest out_;
};

}  // namespace simplifier
