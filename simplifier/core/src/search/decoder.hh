// Decodes sentences: chart, cube pruning, k-best, read out into plain values. One object serves any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/arena.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"
#include "search/reranker.hh"

namespace simplifier {

struct DecodeOptions {
  std::size_t k = 1;
  bool unique = true;
  std::size_t pop_limit = 100;  // 0 = exhaustive
  bool trace = false;           // also fill the rules of derivations
  bool objections = false;      // and what speaks against each of these rules
  double timeout_seconds = 0.0;  // for a sentence; 0 = none
  bool forest = false;          // also fill DecodedSentence::forest
  bool rerank = true;           // let the model's reranker, if it has one, choose
  const CandidateInputs* inputs = nullptr;  // also fill DecodedSentence::inputs
};

// A feature that can stop changes and takes something off this one, told by the code that computed it.
struct Objection {
  std::size_t feature;
  double price;  // weight x value, below 0
  std::string kind;    // FeatureEntry::stops
  std::string reason;  // for the user
};

struct AppliedRule {
  static constexpr int kUnknownWord = -1;
  static constexpr int kMarkup = -2;
  static constexpr int kGlue = -3;  // in forests only
  int start, end;
  int grammar;  // index, or one of the above
  std::uint32_t rule;
  std::string label;
  bool changed;  // a replacement by markup always is
  std::vector<std::pair<std::size_t, double>> features;  // of this application alone, zeros left out
  std::vector<Objection> objections;  // in the order of DecoderModel::guards, where they were asked for
};

// A rule of a derivation: its number among the sentence's, and where its target side stands.
struct PlacedRule {
  std::uint32_t number;
  int target_start, target_end;
  bool changed;
};

struct DecodedDerivation {
  double score = 0.0;
  std::vector<std::string> tokens;
  std::vector<double> features;  // by the model's feature numbers
  std::vector<PlacedRule> rules;  // outer before inner, otherwise in target order
  bool nested = false;  // some rule has others in its gaps
  double gain = 0.0;  // as a reranker predicts it
};

// What a thread uses for one sentence after another.
struct DecodeMemory {
  Arena kept;     // until the sentence is done
  Arena passing;  // until a span is
};

struct DecodeStatistics {
  std::size_t nodes = 0, applications = 0, hypotheses = 0, arena_bytes = 0;
  std::uint64_t pops = 0, evaluations = 0;
};

struct ForestHypothesis {
  int start, end;
  std::string label;  // a nonterminal's, "glue", "goal", or empty where the label does not matter
  double score;       // of the best derivation
};

struct ForestEdge {
  std::uint32_t head = 0;            // number of a hypothesis
  std::vector<std::uint32_t> tails;  // in source order
  AppliedRule rule;                  // its features with those of the language models
  double score = 0.0;                // weights x features
};

// What cube pruning left, down from the goal.
struct DecodedForest {
  std::vector<ForestHypothesis> hypotheses;  // antecedents first, the goal last
  std::vector<ForestEdge> edges;             // by head, best first
};

struct DecodedSentence {
  std::vector<DecodedDerivation> derivations;  // best first
  std::vector<AppliedRule> rules;              // of all derivations, each rule on its span once
  std::vector<float> inputs;                   // [derivations x inputs], where they were asked for
  DecodeStatistics statistics;
  bool timed_out = false;  // the search was cut short; derivations are whole all the same
  DecodedForest forest;
};

// A sentence of no tokens has one derivation, the empty one. Where the model has a goal of its own, or constraints that
// nothing satisfies, there may be none.
// The memory is used anew; nothing of the result is in it.
DecodedSentence Decode(const DecoderModel& model, const SentenceInput& input, const DecodeOptions& options,
                       DecodeMemory* memory);

// The same for many, on `threads` threads; the result does not depend on their number.
std::vector<DecodedSentence> DecodeAll(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                                       const DecodeOptions& options, std::size_t threads);

}  // namespace simplifier
