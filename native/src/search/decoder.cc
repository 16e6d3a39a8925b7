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
#include "chart/hopeless_rules.hh"
#include "chart/joint.hh"
#include "common/arena.hh"
#include "search/candidate_reader.hh"
#include "chart/constrained_forest.hh"
#include "pruning/cube_pruning.hh"
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

// One search of a forest: cube pruning, k-best, the reranker.
class SentenceSearch {
 public:
  SentenceSearch(const DecoderModel& model, const Sentence& sentence, const DecodeOptions& options,
                 const Deadline& deadline, const std::vector<ForestNode*>& nodes, DerivationReader* reader, Arena* arena)
      : options_(options),
        deadline_(deadline),
        length_(static_cast<std::size_t>(sentence.size())),
        goal_(*nodes.back()),
        reranker_(options.rerank ? model.reranker() : nullptr),
        reader_(reader),
        pruner_(model, sentence, options.pop_limit, deadline, arena),
        kbest_(model, sentence, options.unique, arena) {
    pruner_.Prune(nodes);
    const CandidateInputs* inputs = reranker_ ? &reranker_->inputs() : options.inputs;
    if (inputs) candidates_.emplace(model, *inputs, reader, arena);
  }

  const CubePruner& pruner() const { return pruner_; }

  // The k best, or what the reranker puts first, with the inputs of trees where they are asked for.
  void Read(DecodedSentence* decoded) {
    const std::size_t depth = reranker_ ? std::max(options_.k, reranker_->depth()) : options_.k;
    std::vector<const Derivation*> ranked;
    decoded->timed_out |= Rank(depth, [&](const Derivation& derivation) {
      if (candidates_) list_.push_back(candidates_->Read(derivation));
      reranker_ ? ranked.push_back(&derivation) : Take(derivation, 0.0, decoded);
      return true;
    });
    if (reranker_) {
      for (const Reranker::Choice& choice : reranker_->Choose(length_, list_, options_.k)) {
        Take(*ranked[choice.candidate], choice.gain, decoded);
      }
    } else if (options_.inputs) {
      decoded->inputs = options_.inputs->Rows(length_, list_);
    }
  }

  // The best derivation alone; false where the reranker could only tell with the whole list, rules that were left out
  // among it.
  bool ReadBest(DecodedSentence* decoded) {
    if (!reranker_) {
      Read(decoded);
      return true;
    }
    std::vector<const Derivation*> near;
    const Derivation* first = nullptr;  // that may be chosen: without the changes that are left out others may be, too
    const bool timed_out = Rank(std::max<std::size_t>(1, reranker_->depth()), [&](const Derivation& derivation) {
      if (first && derivation.score < first->score - reranker_->Reach()) return false;
      near.push_back(&derivation);
      list_.push_back(candidates_->Read(derivation));
      if (!first && reranker_->Allows(list_.back())) first = &derivation;
      return true;
    });
    if (!first) return false;
    const std::optional<std::size_t> sure = reranker_->SureChoice(length_, list_);
    if (!sure) return false;
    decoded->timed_out |= timed_out;
    Take(*near[*sure], 0.0, decoded);
    return true;
  }

 private:
  // Gives `take` the best derivations below the goal, best first, until it has enough, or until the deadline; the first
  // in any case. Returns whether time ran out.
  template <class Take>
  bool Rank(std::size_t depth, const Take& take) {
    for (std::uint32_t rank = 0; rank < depth && !goal_.hypotheses.empty(); ++rank) {
      const Derivation* derivation = kbest_.Get(goal_.hypotheses.front(), rank);
      if (!derivation || !take(*derivation)) break;
      if (deadline_.Over() && rank + 1 < depth) return true;
    }
    return false;
  }

  void Take(const Derivation& derivation, double gain, DecodedSentence* decoded) {
    decoded->derivations.push_back(reader_->Read(derivation, options_.trace));
    decoded->derivations.back().gain = gain;
  }

  const DecodeOptions& options_;
  const Deadline& deadline_;
  std::size_t length_;
  const ForestNode& goal_;
  const Reranker* reranker_;
  DerivationReader* reader_;
  CubePruner pruner_;
  KBest kbest_;
  std::optional<CandidateReader> candidates_;
  std::vector<CandidateInputs::Candidate> list_;
};

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
  const bool alone = options.k == 1 && !options.forest && !options.inputs;
  ApplicationValues values(model, sentence, chart, alone && HopelessRules::MayBeFound(model, sentence));
  Glue glue(model, sentence, chart, arena);
  std::vector<ForestNode*> nodes = NodesInOrder(model, sentence, chart, &glue);
  std::optional<TargetAutomaton> automaton;
  std::optional<ConstrainedForest> constrained;
  if (input.constraints) {
    automaton.emplace(*input.constraints);
    nodes = constrained.emplace(model, sentence, &*automaton, arena).Constrain(nodes);
  }
  DerivationReader reader(model, sentence, values, arena);
  std::optional<SentenceSearch> search;
  if (alone && HopelessRules::MayBeFound(model, sentence)) {
    const Reranker* reranker = options.rerank ? model.reranker() : nullptr;
    HopelessRules hopeless(model, sentence, chart, values, reranker ? reranker->Reach() : 0.0);
    if (hopeless.any() && !hopeless.unsure()) {
      search.emplace(model, sentence, options, deadline, nodes, &reader, arena);
      if (!search->ReadBest(&decoded)) search.reset();
    }
    if (!search) {
      hopeless.Restore(nodes);
      values.Complete();
    }
  }
  if (!search) {
    search.emplace(model, sentence, options, deadline, nodes, &reader, arena);
    search->Read(&decoded);
  }
  decoded.rules = reader.TakeRules();
  decoded.timed_out |= chart.hurried() || search->pruner().timed_out();
  if (options.forest) {
    const ForestNode* goal = nodes.back();
    const Hypothesis* top = goal->hypotheses.empty() ? nullptr : goal->hypotheses.front();
    decoded.forest = ForestReader(model, sentence, reader).Read(top);
  }
  decoded.statistics = {chart.node_count(), chart.application_count(), search->pruner().hypothesis_count(), arena->bytes(),
                        search->pruner().pops(), search->pruner().evaluations()};
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
