// Decodes sentences: chart, cube pruning, k-best list, and the results read out into plain values. One DecoderModel
// serves any number of threads.
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
  std::size_t k = 1;             // derivations at most
  bool unique = true;            // of derivations with the same words list only the best
  std::size_t pop_limit = 100;   // 0 = exhaustive
  bool trace = false;            // also fill the rules of derivations
  bool objections = false;       // also fill AppliedRule::objections
  double timeout_seconds = 0.0;  // per sentence; 0 = none
  bool forest = false;           // also fill DecodedSentence::forest
  bool rerank = true;            // let the model's reranker, if it has one, choose
  const CandidateInputs* inputs = nullptr;  // also fill DecodedSentence::inputs
};

// A feature that can stop changes (DecoderModel::guards) and lowers the score of this one.
struct Objection {
  std::size_t feature;
  double price;        // weight x value, below 0
  std::string kind;    // FeatureEntry::stops
  std::string reason;  // for the user: from the feature's group, or else FeatureEntry::reason
};

// A rule where it was applied.
struct AppliedRule {
  static constexpr int kUnknownWord = -1;
  static constexpr int kMarkup = -2;
  static constexpr int kGlue = -3;  // in forests only
  int start, end;      // half-open source span, without the model's sentence markers
  int grammar;         // number of the grammar, or one of the above
  std::uint32_t rule;  // number in the grammar's table; else that of the literal (Sentence::LiteralWord) or Joint
  std::string label;   // left-hand side; empty for glue
  bool changed;        // the two sides differ; always true for a replacement by markup
  std::vector<std::pair<std::size_t, double>> features;  // of this application alone, zeros left out
  std::vector<Objection> objections;  // in the order of DecoderModel::guards, if DecodeOptions asks for them
};

// A rule of a derivation: its number in DecodedSentence::rules, and the half-open target span of its target side.
struct PlacedRule {
  std::uint32_t number;
  int target_start, target_end;
  bool changed;
};

struct DecodedDerivation {
  double score = 0.0;
  std::vector<std::string> tokens;
  std::vector<double> features;  // [features of the model]
  std::vector<PlacedRule> rules;  // outer before inner, otherwise in target order
  bool nested = false;  // true if some rule has others in its gaps
  double gain = 0.0;    // predicted by the reranker; 0 where none chose, or where it was sure without the gain
};

// The memory of a thread, which it uses for one sentence after another.
struct DecodeMemory {
  Arena kept;     // for what is needed until the sentence is done
  Arena passing;  // for what is needed until a span is pruned
};

// Sizes of one search. Evaluations count the combinations that were scored. Pops count those that became edges, without
// the rules that SearchSpec::free_lexical keeps.
struct DecodeStatistics {
  std::size_t nodes = 0, applications = 0, hypotheses = 0, arena_bytes = 0;
  std::uint64_t pops = 0, evaluations = 0;
};

struct ForestHypothesis {
  int start, end;
  std::string label;  // of a nonterminal, "glue", "goal", or empty where no rule asks for the label
  double score;       // of the best derivation
};

struct ForestEdge {
  std::uint32_t head = 0;            // number of a hypothesis
  std::vector<std::uint32_t> tails;  // numbers of hypotheses, in source order
  AppliedRule rule;                  // here its features include those of the language models
  double score = 0.0;                // weights x features, without the tails
};

// All that cube pruning kept and that some derivation of the goal uses.
struct DecodedForest {
  std::vector<ForestHypothesis> hypotheses;  // antecedents first, the goal last
  std::vector<ForestEdge> edges;             // by head; those of one head by their best derivation, best first
};

struct DecodedSentence {
  std::vector<DecodedDerivation> derivations;  // best first
  std::vector<AppliedRule> rules;              // of all derivations, each rule once per span and fillers of its gaps
  std::vector<float> inputs;                   // [derivations x DecodeOptions::inputs], if set and no reranker chooses
  DecodeStatistics statistics;
  bool timed_out = false;  // true if the deadline cut the search short; derivations are complete all the same
  DecodedForest forest;
};

// A sentence without tokens has one derivation, the empty one. There may be no derivation at all if the model has a
// goal of its own or if nothing satisfies the constraints. `memory` is reset first; the result does not refer to it.
// Throws InputError for an input that Sentence or TargetAutomaton refuses.
DecodedSentence Decode(const DecoderModel& model, const SentenceInput& input, const DecodeOptions& options,
                       DecodeMemory* memory);

// Decodes many sentences on `threads` threads; the result does not depend on their number. When a sentence throws, the
// others are given up and the first exception is thrown again.
std::vector<DecodedSentence> DecodeAll(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                                       const DecodeOptions& options, std::size_t threads);

}  // namespace simplifier
