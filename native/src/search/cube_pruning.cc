#include "search/cube_pruning.hh"

#include <algorithm>

#include "chart/joint.hh"
#include "chart/target_classes.hh"

namespace simplifier {
namespace {

constexpr std::size_t kSmallestTable = 32;  // a power of two
constexpr std::size_t kPopsBetweenLooks = 32;  // at the clock
constexpr std::size_t kNodesToJudgeBy = 16;

}  // namespace

CubePruner::CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit, Arena* arena)
    : model_(model), sentence_(sentence), pop_limit_(pop_limit), arena_(arena) {}

void CubePruner::Hurry(const Deadline* deadline, std::size_t node_count) {
  deadline_ = deadline;
  nodes_to_do_ = node_count;
  nodes_done_ = 0;
  hurried_since_ = deadline->Used();
}

// As many combinations as the nodes that are left can have, if they take as long as those before.
std::size_t CubePruner::LimitNow() {
  const auto done = static_cast<double>(nodes_done_++);
  const double left = deadline_->Left();
  if (left <= 0.0) {
    timed_out_ = true;
    return 1;
  }
  if (pop_limit_ == 0 || nodes_done_ < kNodesToJudgeBy) return pop_limit_;
  const double expected =
      (deadline_->Used() - hurried_since_) / done * (static_cast<double>(nodes_to_do_) - done);
  if (expected <= left) return pop_limit_;
  timed_out_ = true;
  return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(pop_limit_) * left / expected));
}

void CubePruner::Prune(ForestNode* node, bool one_state) {
  heap_.clear();
  table_.assign(kSmallestTable, {0, nullptr});
  node_ = node;
  for (const Bundle& bundle : node->bundles) {
    best_ranks_.assign(bundle.arity + 1, 0);
    Push(bundle, best_ranks_.data());
  }
  const std::size_t limit = deadline_ ? LimitNow() : pop_limit_;
  for (std::size_t pops = 0; !heap_.empty() && (limit == 0 || pops < limit); ++pops) {
    if (deadline_ && pops % kPopsBetweenLooks == kPopsBetweenLooks - 1 && deadline_->Over()) {
      timed_out_ = true;
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end(), Worse);
    const Candidate candidate = heap_.back();
    heap_.pop_back();
    if (pops + 1 != pop_limit_) PushSuccessors(candidate);
    Keep(candidate, node, one_state);
    ++pops_;
  }
  std::sort(node->hypotheses.begin(), node->hypotheses.end(), [](const Hypothesis* a, const Hypothesis* b) {
    return a->score != b->score ? a->score > b->score : a->number < b->number;
  });
}

void CubePruner::Push(const Bundle& bundle, const std::uint32_t* ranks) {
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    if (ranks[a + 1] >= bundle.antecedents[a]->hypotheses.size()) return;
  }
  if (ranks[0] >= bundle.rule_count) return;
  Edge* edge = arena_->New<Edge>();
  edge->next = nullptr;
  edge->node = node_;
  edge->bundle = &bundle;
  edge->rule = &bundle.rules[ranks[0]];
  edge->antecedents = bundle.arity ? arena_->Allocate<Hypothesis*>(bundle.arity) : nullptr;
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    edge->antecedents[a] = bundle.antecedents[a]->hypotheses[ranks[a + 1]];
  }
  Candidate candidate;
  candidate.edge = edge;
  candidate.states = arena_->Allocate<ChartState>(model_.language_models().size());
  candidate.ranks = arena_->Allocate<std::uint32_t>(bundle.arity + 1);
  std::copy(ranks, ranks + bundle.arity + 1, candidate.ranks);
  candidate.number = evaluations_++;
  Score(edge, candidate.states);
  candidate.total = edge->total;
  heap_.push_back(candidate);
  std::push_heap(heap_.begin(), heap_.end(), Worse);
}

// Every rank vector has one predecessor (lower its last non-zero rank), so none is reached twice.
void CubePruner::PushSuccessors(const Candidate& candidate) {
  const Bundle& bundle = *candidate.edge->bundle;
  for (std::uint32_t d = bundle.arity + 1; d-- > 0;) {
    ++candidate.ranks[d];
    Push(bundle, candidate.ranks);
    --candidate.ranks[d];
    if (candidate.ranks[d] != 0) break;
  }
}

void CubePruner::Score(Edge* edge, ChartState* states) {
  const std::size_t lms = model_.language_models().size();
  float* lm_scores = arena_->Allocate<float>(lms);
  const Application& rule = *edge->rule;
  const Joint joint = JointOf(rule);
  edge->score = rule.score;
  edge->total = 0.0;
  for (std::uint32_t a = 0; a < edge->bundle->arity; ++a) edge->total += edge->antecedents[a]->score;
  for (std::size_t m = 0; m < lms; ++m) {
    const LanguageModel& lm = *model_.language_models()[m].model;
    segments_.clear();
    if (joint != Joint::kRule) {
      for (std::uint32_t a = 0; a < edge->bundle->arity; ++a) segments_.push_back({&edge->antecedents[a]->states[m], 0});
      if (joint == Joint::kLast) segments_.push_back({nullptr, lm.EndSentence()});
    } else if (rule.is_literal()) {
      for (std::size_t i = 0; i < sentence_.LiteralSize(rule.target_number); ++i) {
        segments_.push_back({nullptr, sentence_.LiteralLmWord(m, rule.target_number, i)});
      }
    } else {
      const Grammar& grammar = model_.grammars()[rule.grammar];
      const Slice<Symbol> target = grammar.table().TargetSymbols(rule.target_number);
      for (std::size_t i = 0; i < target.size(); ++i) {
        const Symbol symbol = target[i];
        if (IsNonterminal(symbol)) {
          segments_.push_back({&edge->antecedents[IndexOf(symbol)]->states[m], 0});
        } else {
          segments_.push_back({nullptr, TargetWord(model_, rule, target, i, m)});
        }
      }
    }
    const bool marked = model_.has_goal() && !segments_.empty() && !segments_[0].state &&
                        segments_[0].word == lm.BeginSentence();  // a glue rule's own <s>
    lm_scores[m] = static_cast<float>(lm.ScoreRule(segments_.data() + marked, segments_.size() - marked,
                                                   marked || joint == Joint::kFirst, &states[m]));
    edge->score += model_.lm_weight(m) * lm_scores[m];
  }
  edge->lm_scores = lm_scores;
  edge->total += edge->score;
}

void CubePruner::Keep(const Candidate& candidate, ForestNode* node, bool one_state) {
  Hypothesis* same = nullptr;
  std::size_t slot = 0;
  std::uint64_t hash = 0;
  if (one_state) {
    if (!node->hypotheses.empty()) same = node->hypotheses.front();
  } else {
    const std::size_t mask = table_.size() - 1;
    hash = HashStates(candidate.states);
    slot = hash & mask;
    while (table_[slot].hypothesis && !(table_[slot].hash == hash &&
                                        SameStates(table_[slot].hypothesis->states, candidate.states))) {
      slot = (slot + 1) & mask;
    }
    same = table_[slot].hypothesis;
  }
  if (same) {
    candidate.edge->next = same->edges;
    same->edges = candidate.edge;
    same->score = std::max(same->score, candidate.edge->total);
    return;
  }
  Hypothesis* hypothesis = arena_->New<Hypothesis>();
  hypothesis->score = candidate.edge->total;
  hypothesis->node = node;
  hypothesis->states = candidate.states;
  hypothesis->edges = candidate.edge;
  hypothesis->number = hypothesis_count_++;
  node->hypotheses.push_back(hypothesis);
  if (one_state) return;
  table_[slot] = {hash, hypothesis};
  if (2 * node->hypotheses.size() > table_.size()) GrowTable();
}

void CubePruner::GrowTable() {
  std::vector<Slot> larger(4 * table_.size(), Slot{0, nullptr});
  for (const Slot& kept : table_) {
    if (!kept.hypothesis) continue;
    std::size_t place = kept.hash & (larger.size() - 1);
    while (larger[place].hypothesis) place = (place + 1) & (larger.size() - 1);
    larger[place] = kept;
  }
  table_.swap(larger);
}

// Of what SameStates compares: of the left side KenLM tells words apart by the last pointer.
std::uint64_t CubePruner::HashStates(const ChartState* states) const {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ull;
  std::uint64_t hash = 0;
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    const lm::ngram::Left& left = states[m].left;
    const lm::ngram::State& right = states[m].right;
    if (left.length) hash ^= left.pointers[left.length - 1];
    hash = (hash ^ (left.length * 2u + left.full)) * kFactor;
    for (unsigned char i = 0; i < right.length; ++i) hash = (hash ^ right.words[i]) * kFactor;
    hash ^= hash >> 32;
  }
  return hash;
}

bool CubePruner::SameStates(const ChartState* a, const ChartState* b) const {
  for (std::size_t m = 0; m < model_.language_models().size(); ++m) {
    // KenLM's comparison takes an empty left side for equal whether closed (an unknown word) or open (no word).
    if (a[m].left.full != b[m].left.full || !(a[m] == b[m])) return false;
  }
  return true;
}

}  // namespace simplifier
