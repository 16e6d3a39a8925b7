#include "search/decoder.hh"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "chart/application_values.hh"
#include "chart/chart_parser.hh"
#include "chart/joint.hh"
#include "common/arena.hh"
#include "search/constrained_forest.hh"
#include "search/cube_pruning.hh"
#include "search/derivation_reader.hh"
#include "search/forest_reader.hh"
#include "search/kbest.hh"

namespace simplifier {
namespace {

// The glue grammar: prefixes[j] stands for the first j tokens, read left to right from <s>.
class Glue {
 public:
  Glue(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart, Arena* arena)
      : model_(model),
        sentence_(sentence),
        chart_(chart),
        arena_(arena),
        first_(GlueApplication(Joint::kFirst, 0.0)),
        join_(GlueApplication(Joint::kGlue, model.weights()[model.own().glue_penalty])),
        last_(GlueApplication(Joint::kLast, 0.0)),
        root_(GlueApplication(Joint::kRoot, 0.0)) {
    for (int end = 0; end <= sentence.size(); ++end) prefixes_.push_back({0, end, 0, {}, {}});
  }

  // The prefix of this length, with the bundles that make it.
  ForestNode* Prefix(int end) {
    ForestNode* prefix = &prefixes_[static_cast<std::size_t>(end)];
    for (int start = std::max(0, end - chart_.widest()); start < end; ++start) {
      for (ForestNode* node : chart_.Nodes(start, end)) {
        if (model_.IsInnerLayer(node->chart_class)) continue;
        if (start == 0) {
          AddBundle(prefix, first_, {node});
        } else {
          AddBundle(prefix, join_, {&prefixes_[static_cast<std::size_t>(start)], node});
        }
      }
    }
    return prefix;
  }

  // The top: over all prefixes, or over the tree of the model's goal label, if there is one.
  ForestNode* Goal() {
    goal_ = {0, sentence_.size(), 0, {}, {}};
    if (!model_.has_goal()) {
      AddBundle(&goal_, last_, {&prefixes_.back()});
    } else if (chart_.widest() == sentence_.size()) {
      for (ForestNode* node : chart_.Nodes(0, sentence_.size())) {
        if (node->chart_class == model_.ClassOf(model_.goal_label())) AddBundle(&goal_, root_, {node});
      }
    }
    return &goal_;
  }

 private:
  void AddBundle(ForestNode* node, Application& application, std::initializer_list<ForestNode*> antecedents) {
    ForestNode** copied = arena_->Allocate<ForestNode*>(antecedents.size());
    std::copy(antecedents.begin(), antecedents.end(), copied);
    node->bundles.push_back({&application, 1, static_cast<std::uint32_t>(antecedents.size()), copied});
  }

  const DecoderModel& model_;
  const Sentence& sentence_;
  const ChartParser& chart_;
  Arena* arena_;
  Application first_, join_, last_, root_;
  std::deque<ForestNode> prefixes_;
  ForestNode goal_{};
};

std::vector<float> InputsOf(const CandidateInputs& inputs, std::size_t length,
                            const std::vector<DecodedDerivation>& derivations) {
  std::vector<CandidateInputs::Candidate> candidates;
  candidates.reserve(derivations.size());
  for (const DecodedDerivation& one : derivations) candidates.push_back({one.score, &one.features, &one.ranges, one.edits});
  std::vector<float> rows(candidates.size() * inputs.size());
  inputs.Fill(length, candidates, rows.data());
  return rows;
}

// Puts the derivations into the reranker's order, keeps as many as were asked for, and traces those.
void Choose(const Reranker& reranker, const DecodeOptions& options, const std::vector<const Derivation*>& ranked,
            DerivationReader* reader, DecodedSentence* decoded) {
  const std::vector<double> gains = reranker.Gains(decoded->inputs);
  std::vector<double> values;
  for (const DecodedDerivation& one : decoded->derivations) {
    values.push_back(reranker.Value(gains[values.size()], one.score, one.edits));
  }
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] > values[b]; });
  order.resize(std::min(order.size(), options.k));
  std::vector<DecodedDerivation> chosen;
  for (std::uint32_t place : order) {
    chosen.push_back(options.trace ? reader->Read(*ranked[place], true) : std::move(decoded->derivations[place]));
    chosen.back().gain = gains[place];
  }
  decoded->derivations = std::move(chosen);
  decoded->inputs.clear();
}

// A sentence without tokens: one empty derivation, where the constraints let it be.
DecodedSentence DecodeNothing(const DecoderModel& model, const SentenceInput& input) {
  DecodedSentence decoded;
  if (input.constraints && !TargetAutomaton(*input.constraints).Accepts(TargetAutomaton::kEmpty)) return decoded;
  decoded.derivations.resize(1);
  decoded.derivations[0].features.assign(model.feature_names().size(), 0.0);
  return decoded;
}

// All nodes of a chart that the goal may be made of, antecedents first, the goal last.
std::vector<ForestNode*> NodesInOrder(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart,
                                      Glue* glue) {
  std::vector<ForestNode*> nodes;
  for (int end = 1; end <= sentence.size(); ++end) {
    for (int start = end - 1; start >= std::max(0, end - chart.widest()); --start) {
      nodes.insert(nodes.end(), chart.Nodes(start, end).begin(), chart.Nodes(start, end).end());
      if (ForestNode* sequence = chart.Sequence(start, end)) nodes.push_back(sequence);
    }
    if (!model.has_goal()) nodes.push_back(glue->Prefix(end));
  }
  nodes.push_back(glue->Goal());
  return nodes;
}

// Reads the best derivations below the goal, best first, until the deadline; the first in any case.
std::vector<const Derivation*> ReadDerivations(const ForestNode& goal, std::size_t depth, bool trace,
                                               const Deadline& deadline, KBest* kbest, DerivationReader* reader,
                                               DecodedSentence* decoded) {
  std::vector<const Derivation*> ranked;
  for (std::uint32_t rank = 0; rank < depth && !goal.hypotheses.empty(); ++rank) {
    const Derivation* derivation = kbest->Get(goal.hypotheses.front(), rank);
    if (!derivation) break;
    ranked.push_back(derivation);
    decoded->derivations.push_back(reader->Read(*derivation, trace));
    if (deadline.Over() && rank + 1 < depth) {
      decoded->timed_out = true;
      break;
    }
  }
  return ranked;
}

}  // namespace

DecodedSentence Decode(const DecoderModel& model, const SentenceInput& input, const DecodeOptions& options,
                       Arena* arena) {
  if (input.tokens.empty()) return DecodeNothing(model, input);
  const Deadline deadline(options.timeout_seconds);
  DecodedSentence decoded;
  SentenceInput marked;
  if (model.has_goal()) marked = WithMarkers(input, model.token_feature_count());
  const Sentence sentence(model.has_goal() ? marked : input, model);
  arena->Reset();
  ChartParser chart(model, sentence, arena);
  chart.Parse(deadline);
  const ApplicationValues values(model, sentence, chart);
  CubePruner pruner(model, sentence, options.pop_limit, arena);
  Glue glue(model, sentence, chart, arena);
  std::vector<ForestNode*> nodes = NodesInOrder(model, sentence, chart, &glue);
  std::optional<TargetAutomaton> automaton;
  std::optional<ConstrainedForest> constrained;
  if (input.constraints) {
    automaton.emplace(*input.constraints);
    nodes = constrained.emplace(model, sentence, &*automaton, arena).Constrain(nodes);
  }
  ForestNode* goal = nodes.back();
  if (deadline.is_set()) pruner.Hurry(&deadline, nodes.size());
  for (ForestNode* node : nodes) pruner.Prune(node, /*one_state=*/node == goal);

  KBest kbest(model, sentence, options.unique, arena);
  const Reranker* reranker = options.rerank ? model.reranker() : nullptr;
  const std::size_t depth = reranker ? std::max(options.k, reranker->depth()) : options.k;
  const CandidateInputs* inputs = reranker ? &reranker->inputs() : options.inputs;
  DerivationReader reader(model, sentence, values, arena, inputs);
  const std::vector<const Derivation*> ranked =
      ReadDerivations(*goal, depth, options.trace && !reranker, deadline, &kbest, &reader, &decoded);
  if (inputs) decoded.inputs = InputsOf(*inputs, input.tokens.size(), decoded.derivations);
  if (reranker) Choose(*reranker, options, ranked, &reader, &decoded);
  decoded.rules = reader.TakeRules();
  decoded.timed_out |= chart.hurried() || pruner.timed_out();
  if (options.forest) {
    const Hypothesis* top = goal->hypotheses.empty() ? nullptr : goal->hypotheses.front();
    decoded.forest = ForestReader(model, sentence, reader).Read(top);
  }
  decoded.statistics = {chart.node_count(), chart.application_count(), pruner.hypothesis_count(), arena->bytes(),
                        pruner.pops(), pruner.evaluations()};
  return decoded;
}

std::vector<DecodedSentence> DecodeAll(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                                       const DecodeOptions& options, std::size_t threads) {
  std::vector<DecodedSentence> decoded(inputs.size());
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    Arena arena;
    for (std::size_t i; (i = next.fetch_add(1)) < inputs.size();) {
      try {
        decoded[i] = Decode(model, inputs[i], options, &arena);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next.store(inputs.size());
      }
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t t = 1; t < std::min(threads, inputs.size()); ++t) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
  return decoded;
}

}  // namespace simplifier
