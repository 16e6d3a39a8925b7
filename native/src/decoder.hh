// Decodes sentences: chart, cube pruning, k-best, read out into plain values. One object serves any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena.hh"
#include "decoder_model.hh"
#include "sentence.hh"

namespace simplifier {

struct DecodeOptions {
  std::size_t k = 1;
  bool unique = true;
  std::size_t pop_limit = 100;  // 0 = exhaustive
  bool trace = false;           // also fill DecodedDerivation::applications
};

struct AppliedRule {
  static constexpr int kUnknownWord = -1;
  static constexpr int kMarkup = -2;
  int start, end, target_start, target_end;
  int grammar;  // index, or one of the above
  std::uint32_t rule;
  std::string label;
  bool changed;
  std::vector<std::pair<std::size_t, double>> features;  // of this application alone, zeros left out
};

struct DecodedDerivation {
  double score = 0.0;
  std::vector<std::string> tokens;
  std::vector<double> features;  // by the model's feature numbers
  std::vector<AppliedRule> applications;
};

struct DecodeStatistics {
  std::size_t nodes = 0, applications = 0, hypotheses = 0, arena_bytes = 0;
  std::uint64_t pops = 0, evaluations = 0;
};

struct DecodedSentence {
  std::vector<DecodedDerivation> derivations;  // best first
  DecodeStatistics statistics;
};

// A sentence of no tokens has one derivation, the empty one. Where the model has a goal of its own, or constraints that
// nothing satisfies, there may be none.
// The arena is reset first; nothing of the result is in it.
DecodedSentence Decode(const DecoderModel& model, const SentenceInput& input, const DecodeOptions& options, Arena* arena);

// The same for many, on `threads` threads; the result does not depend on their number.
std::vector<DecodedSentence> DecodeAll(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                                       const DecodeOptions& options, std::size_t threads);

}  // namespace simplifier
