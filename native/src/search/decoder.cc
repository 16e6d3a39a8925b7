#include "search/decoder.hh"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "chart/application_values.hh"
#include "chart/chart_parser.hh"
#include "chart/joint.hh"
#include "common/arena.hh"
#include "search/candidate_reader.hh"
#include "chart/constrained_forest.hh"
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

// What the reranker puts first, read whole.
void Choose(const Reranker& reranker, const DecodeOptions& options, std::size_t length,
            const std::vector<CandidateInputs::Candidate>& candidates, const std::vector<const Derivation*>& ranked,
            DerivationReader* reader, DecodedSentence* decoded) {
  for (const Reranker::Choice& choice : reranker.Choose(length, candidates, options.k)) {
    decoded->derivations.push_back(reader->Read(*ranked[choice.candidate], options.trace));
    decoded->derivations.back().gain = choice.gain;
  }
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

// Gives `take` the best derivations below the goal, best first, until the deadline; the first in any case.
template <class Take>
void Rank(const ForestNode& goal, std::size_t depth, const Deadline& deadline, KBest* kbest, DecodedSentence* decoded,
          const Take& take) {
  for (std::uint32_t rank = 0; rank < depth && !goal.hypotheses.empty(); ++rank) {
    const Derivation* derivation = kbest->Get(goal.hypotheses.front(), rank);
    if (!derivation) break;
    take(*derivation);
    if (deadline.Over() && rank + 1 < depth) {
      decoded->timed_out = true;
      break;
    }
  }
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
  Glue glue(model, sentence, chart, arena);
  std::vector<ForestNode*> nodes = NodesInOrder(model, sentence, chart, &glue);
  std::optional<TargetAutomaton> automaton;
  std::optional<ConstrainedForest> constrained;
  if (input.constraints) {
    automaton.emplace(*input.constraints);
    nodes = constrained.emplace(model, sentence, &*automaton, arena).Constrain(nodes);
  }
  ForestNode* goal = nodes.back();
  CubePruner pruner(model, sentence, options.pop_limit, deadline, arena);
  pruner.Prune(nodes);

  KBest kbest(model, sentence, options.unique, arena);
  const Reranker* reranker = options.rerank ? model.reranker() : nullptr;
  const CandidateInputs* inputs = reranker ? &reranker->inputs() : options.inputs;
  DerivationReader reader(model, sentence, values, arena);
  std::optional<CandidateReader> candidate_reader;
  if (inputs) candidate_reader.emplace(model, *inputs, &reader, arena);
  std::vector<CandidateInputs::Candidate> candidates;
  std::vector<const Derivation*> ranked;
  const std::size_t depth = reranker ? std::max(options.k, reranker->depth()) : options.k;
  Rank(*goal, depth, deadline, &kbest, &decoded, [&](const Derivation& derivation) {
    if (inputs) candidates.push_back(candidate_reader->Read(derivation));
    if (reranker) {
      ranked.push_back(&derivation);
    } else {
      decoded.derivations.push_back(reader.Read(derivation, options.trace));
    }
  });
  if (reranker) {
    Choose(*reranker, options, input.tokens.size(), candidates, ranked, &reader, &decoded);
  } else if (inputs) {
    decoded.inputs = inputs->Rows(input.tokens.size(), candidates);
  }
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
