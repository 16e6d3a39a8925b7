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

// The nodes of the built-in glue: prefixes_[j] stands for the first j tokens behind <s>, and the goal for the sentence.
class Glue {
 public:
  Glue(const DecoderModel& model, const Sentence& sentence, const ChartParser& chart, Arena* passing)
      : model_(model),
        sentence_(sentence),
        chart_(chart),
        passing_(passing),
        first_(GlueApplication(Joint::kFirst, 0.0)),
        join_(GlueApplication(Joint::kGlue, model.weights()[model.own().glue_penalty])),
        last_(GlueApplication(Joint::kLast, 0.0)),
        root_(GlueApplication(Joint::kRoot, 0.0)) {
    for (int end = 0; end <= sentence.size(); ++end) prefixes_.push_back({0, end, 0});
  }

  // Gives the prefix of the first `end` tokens its bundles: a node that begins the sentence, or a shorter prefix and a
  // node behind it. Reading from the left only gives every row of parts one derivation. Called once per prefix.
  ForestNode* Prefix(int end) {
    ForestNode* prefix = &prefixes_[static_cast<std::size_t>(end)];
    for (int start = std::max(0, end - chart_.widest()); start < end; ++start) {
      for (ForestNode* node : chart_.Nodes(start, end)) {
        if (model_.IsInnerLayer(node->chart_class)) continue;
        if (start == 0) {
          AddBundle(prefix, firsts_, {node});
        } else {
          AddBundle(prefix, joins_, {&prefixes_[static_cast<std::size_t>(start)], node});
        }
      }
    }
    return prefix;
  }

  // Gives the goal its bundles: the longest prefix, or the node of the model's goal label over the whole sentence if
  // the model has such a label. Called once.
  ForestNode* Goal() {
    goal_ = {0, sentence_.size(), 0};
    if (!model_.has_goal()) {
      AddBundle(&goal_, lasts_, {&prefixes_.back()});
    } else if (chart_.widest() == sentence_.size()) {
      for (ForestNode* node : chart_.Nodes(0, sentence_.size())) {
        if (node->chart_class == model_.ClassOf(model_.goal_label())) AddBundle(&goal_, roots_, {node});
      }
    }
    return &goal_;
  }
  ForestNode* goal() { return &goal_; }

 private:
  void AddBundle(ForestNode* node, RuleList& rules, std::initializer_list<ForestNode*> antecedents) {
    Filling* filling = NewFilling(antecedents.size(), 0.0f, passing_);
    std::copy(antecedents.begin(), antecedents.end(), filling->nodes);
    node->bundles.PushBack({&rules, filling}, passing_);
  }

  const DecoderModel& model_;
  const Sentence& sentence_;
  const ChartParser& chart_;
  Arena* passing_;
  Application first_, join_, last_, root_;
  RuleList firsts_{&first_, 1}, joins_{&join_, 1}, lasts_{&last_, 1}, roots_{&root_, 1};  // lists of one rule each
  std::deque<ForestNode> prefixes_;
  ForestNode goal_{};
};

// Decodes a sentence without tokens: to one empty derivation, if the constraints accept it.
DecodedSentence DecodeNothing(const DecoderModel& model, const SentenceInput& input) {
  DecodedSentence decoded;
  if (input.constraints && !TargetAutomaton(*input.constraints).Accepts(TargetAutomaton::kEmpty)) return decoded;
  decoded.derivations.resize(1);
  decoded.derivations[0].features.assign(model.feature_names().size(), 0.0);
  return decoded;
}

// All nodes that the goal may be made of, antecedents first, the goal last.
//
// Spans go by their end, then from the narrowest to the widest, so that the parts of a span come before it. The prefix
// of an end follows all spans with that end.
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

// True if each span can be pruned as soon as it is parsed. That is so when nothing reads the whole forest before it is
// pruned: no application features, no constraints, no gaps that other spans fill later, no deadline and no outside
// estimates. Without nonterminals HopelessRules may have to see the whole forest first.
bool MayBePrunedInPassing(const DecoderModel& model, const SentenceInput& input, const Deadline& deadline) {
  return model.has_nonterminals() && !model.gaps_by_label() && model.application_feature_count() == 0 &&
         !input.constraints && CubePruner::MayBeDoneInPassing(model, deadline);
}

// Parses and prunes span by span. Bundles take most of the memory of a large forest, and here only those of one span
// exist at a time. Returns the most bytes that `passing` held.
std::size_t ParseAndPrune(const DecoderModel& model, const Deadline& deadline, ChartParser* chart, Glue* glue,
                          CubePruner* pruner, Arena* passing) {
  std::size_t most = 0;
  const auto forget = [&](ForestNode* node) {
    node->bundles.Clear();
    most = std::max(most, passing->bytes());
  };
  chart->Parse(deadline, [&](int start, int end) {
    for (ForestNode* node : chart->Nodes(start, end)) pruner->Add(node);
    pruner->Flush();
    for (ForestNode* node : chart->Nodes(start, end)) forget(node);
    passing->Reset();
    // The prefix that ends here is complete with the widest span that ends here.
    if (model.has_goal() || start > std::max(0, end - chart->widest())) return;
    ForestNode* prefix = glue->Prefix(end);
    pruner->Add(prefix);
    pruner->Flush();
    forget(prefix);
    passing->Reset();
  });
  pruner->Finish(glue->Goal());
  forget(glue->goal());
  passing->Reset();
  return most;
}

// Reads the result out of a pruned forest: the k-best list and the reranker's choice from it.
class SentenceSearch {
 public:
  SentenceSearch(const DecoderModel& model, const Sentence& sentence, const DecodeOptions& options,
                 const Deadline& deadline, const ForestNode& goal, DerivationReader* reader, Arena* arena)
      : options_(options),
        deadline_(deadline),
        length_(static_cast<std::size_t>(sentence.size())),
        goal_(goal),
        reranker_(options.rerank ? model.reranker() : nullptr),
        reader_(reader),
        kbest_(model, sentence, options.unique, arena) {
    const CandidateInputs* inputs = reranker_ ? &reranker_->inputs() : options.inputs;
    if (inputs) candidates_.emplace(model, *inputs, reader, arena);
  }

  // Fills in the k best derivations, or the k that the reranker puts first; and the inputs of trees if the options ask
  // for them.
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

  // Fills in the best derivation alone, from a forest without hopeless rules. Returns false, and fills in nothing, when
  // the reranker could only choose from the whole list, which may hold the rules that were left out.
  bool ReadBest(DecodedSentence* decoded) {
    if (!reranker_) {
      Read(decoded);
      return true;
    }
    std::vector<const Derivation*> near;
    // The best derivation that is within the reranker's limit. One that scores lower by more than Reach() cannot be
    // chosen, so the list may end there.
    const Derivation* first = nullptr;
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
  // Gives `take` up to `depth` derivations of the goal, best first, until it returns false or the deadline is over. The
  // best one is given in any case. Returns true if the deadline cut the list short.
  template <class Take>
  bool Rank(std::size_t depth, const Take& take) {
    for (std::uint32_t rank = 0; rank < depth && goal_.hypothesis_count > 0; ++rank) {
      const Derivation* derivation = kbest_.Get(goal_.hypotheses[0], rank);
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
  KBest kbest_;
  std::optional<CandidateReader> candidates_;
  std::vector<CandidateInputs::Candidate> list_;
};

}  // namespace

DecodedSentence Decode(const DecoderModel& model, const SentenceInput& input, const DecodeOptions& options,
                       DecodeMemory* memory) {
  if (input.tokens.empty()) return DecodeNothing(model, input);
  const Deadline deadline(options.timeout_seconds);
  DecodedSentence decoded;
  SentenceInput marked;
  if (model.has_goal()) marked = WithMarkers(input, model.token_feature_count());
  const Sentence sentence(model.has_goal() ? marked : input, model);
  Arena* arena = &memory->kept;
  arena->Reset();
  memory->passing.Reset();
  const bool in_passing = MayBePrunedInPassing(model, input, deadline);
  Arena* passing = in_passing ? &memory->passing : arena;
  ChartParser chart(model, sentence, arena, passing);
  Glue glue(model, sentence, chart, passing);
  std::optional<CubePruner> pruner;
  std::size_t most_passing = 0;
  if (in_passing) {
    pruner.emplace(model, sentence, options.pop_limit, deadline, arena);
    most_passing = ParseAndPrune(model, deadline, &chart, &glue, &*pruner, passing);
  } else {
    chart.Parse(deadline);
  }
  // A first search without hopeless rules is sound only for the best derivation: a longer list or a forest may have
  // them.
  const bool alone = options.k == 1 && !options.forest && !options.inputs;
  const bool may_drop = alone && HopelessRules::MayBeFound(model, sentence);
  // Rules are scored before constraints split the nodes, because the parts of a split bundle have copies of its rules.
  ApplicationValues values(model, sentence, chart, may_drop);
  std::vector<ForestNode*> nodes;
  std::optional<TargetAutomaton> automaton;
  std::optional<ConstrainedForest> constrained;
  if (!in_passing) nodes = NodesInOrder(model, sentence, chart, &glue);
  if (input.constraints) {
    automaton.emplace(*input.constraints);
    nodes = constrained.emplace(model, sentence, &*automaton, arena).Constrain(nodes);
  }
  DerivationReader reader(model, sentence, values, arena, options.objections);
  const auto prune = [&] { pruner.emplace(model, sentence, options.pop_limit, deadline, arena).Prune(nodes); };
  bool done = false;
  if (may_drop) {
    const Reranker* reranker = options.rerank ? model.reranker() : nullptr;
    HopelessRules hopeless(model, sentence, chart, values, reranker ? reranker->Reach() : 0.0);
    // An unsure rule has a score that is not complete, so nothing can be said before values.Complete().
    if (hopeless.any() && !hopeless.unsure()) {
      prune();
      done = SentenceSearch(model, sentence, options, deadline, *nodes.back(), &reader, arena).ReadBest(&decoded);
    }
    if (!done) {
      hopeless.Restore(nodes);
      values.Complete();
    }
  }
  if (!done) {
    if (!in_passing) prune();
    const ForestNode& goal = in_passing ? *glue.goal() : *nodes.back();
    SentenceSearch(model, sentence, options, deadline, goal, &reader, arena).Read(&decoded);
    if (options.forest) {
      decoded.forest = ForestReader(model, sentence, reader).Read(goal.hypothesis_count ? goal.hypotheses[0] : nullptr);
    }
  }
  decoded.rules = reader.TakeRules();
  decoded.timed_out |= chart.hurried() || pruner->timed_out();
  decoded.statistics = {chart.node_count(),       chart.application_count(), pruner->hypothesis_count(),
                        arena->bytes() + most_passing, pruner->pops(),       pruner->evaluations()};
  return decoded;
}

std::vector<DecodedSentence> DecodeAll(const DecoderModel& model, const std::vector<SentenceInput>& inputs,
                                       const DecodeOptions& options, std::size_t threads) {
  std::vector<DecodedSentence> decoded(inputs.size());
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    DecodeMemory memory;
    for (std::size_t i; (i = next.fetch_add(1)) < inputs.size();) {
      try {
        decoded[i] = Decode(model, inputs[i], options, &memory);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next.store(inputs.size());  // no thread takes another sentence
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
