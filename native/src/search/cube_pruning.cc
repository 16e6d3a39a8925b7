#include "search/cube_pruning.hh"

#include <algorithm>

#include "chart/target_classes.hh"

namespace simplifier {
namespace {

constexpr std::size_t kSmallestTable = 32;  // a power of two
constexpr std::size_t kPopsBetweenLooks = 32;  // at the clock
constexpr std::size_t kNodesToJudgeBy = 16;

}  // namespace

CubePruner::CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit,
                       const Deadline& deadline, Arena* arena)
    : model_(model),
      sentence_(sentence),
      lms_(model.language_models().size()),
      pop_limit_(pop_limit),
      deadline_(deadline.is_set() ? &deadline : nullptr),
      arena_(arena) {}

void CubePruner::Prune(const std::vector<ForestNode*>& nodes) {
  if (deadline_) hurried_since_ = deadline_->Used();
  nodes_to_do_ = nodes.size();
  if (model_.search().outside && lms_ > 0) outside_ = std::make_unique<OutsideEstimates>(model_, sentence_, nodes);
  group_.clear();
  for (ForestNode* node : nodes) {
    if (!group_.empty() && (node == nodes.back() || !model_.search().limit_per_span || DependsOnGroup(*node))) {
      PruneGroup(false);
    }
    group_.push_back(node);
  }
  PruneGroup(true);
}

bool CubePruner::DependsOnGroup(const ForestNode& node) const {
  if (node.start != group_.front()->start || node.end != group_.front()->end) return true;
  for (const Bundle& bundle : node.bundles) {
    for (std::uint32_t a = 0; a < bundle.arity; ++a) {
      if (!bundle.antecedents[a]->pruned) return true;
    }
  }
  return false;
}

// As many combinations as the nodes that are left can have, if they take as long as those before.
std::size_t CubePruner::LimitNow(std::size_t nodes) {
  const auto done = static_cast<double>(nodes_done_);
  nodes_done_ += nodes;
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

void CubePruner::PruneGroup(bool goal) {
  one_state_ = goal;
  heap_.clear();
  candidates_.clear();
  ranks_.clear();
  kept_ = 0;
  table_.assign(kSmallestTable, {0, nullptr});
  for (ForestNode* node : group_) {
    for (const Bundle& bundle : node->bundles) PushFirst(node, bundle);
  }
  Pop(deadline_ ? LimitNow(group_.size()) : pop_limit_);
  if (group_.size() > 1) KeepOneEach();
  for (const Ready& never : heap_) {
    const Candidate& candidate = candidates_[never.number];
    spare_edges_[candidate.edge->bundle->arity].push_back(candidate.edge);
    spare_states_.push_back(candidate.states);
  }
  for (ForestNode* node : group_) {
    node->pruned = true;
    std::sort(node->hypotheses.begin(), node->hypotheses.end(), [](const Hypothesis* a, const Hypothesis* b) {
      const double first = a->order(), second = b->order();
      return first != second ? first > second : a->number < b->number;
    });
    if (outside_) outside_->Follow(*node);
  }
  group_.clear();
}

void CubePruner::PushFirst(ForestNode* node, const Bundle& bundle) {
  const std::size_t ranks = ranks_.size();
  ranks_.resize(ranks + bundle.arity + 1, 0);
  if (bundle.arity == 0) {
    const std::size_t free = std::min<std::size_t>(model_.search().free_lexical, bundle.rule_count);
    for (; ranks_[ranks] < free; ++ranks_[ranks]) {
      Evaluate(node, bundle, ranks);
      Keep(candidates_.back());
    }
  }
  Push(node, bundle, ranks);
}

void CubePruner::Pop(std::size_t limit) {
  for (std::size_t pops = 0; !heap_.empty() && (limit == 0 || pops < limit); ++pops) {
    if (deadline_ && pops % kPopsBetweenLooks == kPopsBetweenLooks - 1 && deadline_->Over()) {
      timed_out_ = true;
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end(), Worse);
    const Candidate candidate = candidates_[heap_.back().number];
    heap_.pop_back();
    if (pops + 1 != limit) PushSuccessors(candidate);
    Keep(candidate);
    ++pops_;
  }
}

void CubePruner::KeepOneEach() {
  std::sort(heap_.begin(), heap_.end(), [](const Ready& a, const Ready& b) { return Worse(b, a); });
  const auto taken = std::stable_partition(heap_.begin(), heap_.end(), [this](const Ready& one) {
    const Candidate& candidate = candidates_[one.number];
    if (!candidate.node->hypotheses.empty()) return true;
    Keep(candidate);
    ++pops_;
    return false;
  });
  heap_.erase(taken, heap_.end());
}

Edge* CubePruner::MakeEdge(ForestNode* node, const Bundle& bundle, std::size_t ranks) {
  if (bundle.arity >= spare_edges_.size()) spare_edges_.resize(bundle.arity + 1);
  std::vector<Edge*>& spare = spare_edges_[bundle.arity];
  Edge* edge;
  if (spare.empty()) {
    edge = arena_->Allocate<Edge>(1);
    edge->antecedents = bundle.arity ? arena_->Allocate<Hypothesis*>(bundle.arity) : nullptr;
    edge->lm_scores = arena_->Allocate<float>(lms_);
  } else {
    edge = spare.back();
    spare.pop_back();
  }
  edge->next = nullptr;
  edge->node = node;
  edge->bundle = &bundle;
  edge->rule = &bundle.rules[ranks_[ranks]];
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    edge->antecedents[a] = bundle.antecedents[a]->hypotheses[ranks_[ranks + a + 1]];
  }
  edge->features = nullptr;
  edge->feature_count = 0;
  return edge;
}

ChartState* CubePruner::MakeStates() {
  if (spare_states_.empty()) return arena_->Allocate<ChartState>(lms_);
  ChartState* states = spare_states_.back();
  spare_states_.pop_back();
  return states;
}

void CubePruner::Push(ForestNode* node, const Bundle& bundle, std::size_t ranks) {
  if (ranks_[ranks] >= bundle.rule_count) return;
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    if (ranks_[ranks + a + 1] >= bundle.antecedents[a]->hypotheses.size()) return;
  }
  Evaluate(node, bundle, ranks);
  heap_.push_back({candidates_.back().order(), static_cast<std::uint32_t>(candidates_.size()) - 1});
  std::push_heap(heap_.begin(), heap_.end(), Worse);
}

void CubePruner::Evaluate(ForestNode* node, const Bundle& bundle, std::size_t ranks) {
  Candidate candidate{MakeEdge(node, bundle, ranks), node, MakeStates(), ranks_.size(), 0.0f, 0.0f};
  ranks_.resize(ranks_.size() + bundle.arity + 1);
  std::copy_n(ranks_.begin() + static_cast<std::ptrdiff_t>(ranks), bundle.arity + 1,
              ranks_.begin() + static_cast<std::ptrdiff_t>(candidate.ranks));
  Score(candidate.edge, candidate.states);
  ++evaluations_;
  if (outside_ && !one_state_) EstimateOutside(&candidate);
  candidates_.push_back(candidate);
}

// Every rank vector has one predecessor (lower its last non-zero rank), so none is reached twice.
void CubePruner::PushSuccessors(const Candidate& candidate) {
  const Bundle& bundle = *candidate.edge->bundle;
  for (std::uint32_t d = bundle.arity + 1; d-- > 0;) {
    ++ranks_[candidate.ranks + d];
    Push(candidate.node, bundle, candidate.ranks);
    --ranks_[candidate.ranks + d];
    if (ranks_[candidate.ranks + d] != 0) break;
  }
}

void CubePruner::Score(Edge* edge, ChartState* states) {
  const Joint joint = JointOf(*edge->rule);
  edge->score = edge->rule->score;
  edge->total = 0.0;
  for (std::uint32_t a = 0; a < edge->bundle->arity; ++a) edge->total += edge->antecedents[a]->score;
  for (std::size_t m = 0; m < lms_; ++m) {
    edge->lm_scores[m] = static_cast<float>(joint == Joint::kRule ? ScoreTarget(*edge, m, &states[m])
                                                                  : ScoreJoint(*edge, joint, m, &states[m]));
    edge->score += model_.lm_weight(m) * static_cast<double>(edge->lm_scores[m]);
  }
  edge->total += edge->score;
}

double CubePruner::ScoreJoint(const Edge& edge, Joint joint, std::size_t m, ChartState* state) {
  const LanguageModel& lm = *model_.language_models()[m].model;
  segments_.clear();
  for (std::uint32_t a = 0; a < edge.bundle->arity; ++a) segments_.push_back({&edge.antecedents[a]->states[m], 0});
  if (joint == Joint::kLast) segments_.push_back({nullptr, lm.EndSentence()});
  return lm.ScoreRule(segments_.data(), segments_.size(), joint == Joint::kFirst, state);
}

double CubePruner::ScoreTarget(const Edge& edge, std::size_t m, ChartState* state) {
  const LanguageModel& lm = *model_.language_models()[m].model;
  const Application& rule = *edge.rule;
  segments_.clear();
  if (rule.is_literal()) {
    for (std::size_t i = 0; i < sentence_.LiteralSize(rule.target_number); ++i) {
      segments_.push_back({nullptr, sentence_.LiteralLmWord(m, rule.target_number, i)});
    }
  } else {
    const Slice<Symbol> target = model_.grammars()[rule.grammar].table().TargetSymbols(rule.target_number);
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (IsNonterminal(target[i])) {
        segments_.push_back({&edge.antecedents[IndexOf(target[i])]->states[m], 0});
      } else {
        segments_.push_back({nullptr, TargetWord(model_, rule, target, i, m)});
      }
    }
  }
  const bool marked = model_.has_goal() && !segments_.empty() && !segments_[0].state &&
                      segments_[0].word == lm.BeginSentence();  // a glue rule's own <s>
  return lm.ScoreRule(segments_.data() + marked, segments_.size() - marked, marked, state);
}

// A part at an edge of the span brings its estimate along: only edges made of the rule's own words are asked about anew.
void CubePruner::EstimateOutside(Candidate* candidate) const {
  const Edge& edge = *candidate->edge;
  const ForestNode& node = *edge.node;
  const Hypothesis *first = nullptr, *last = nullptr;
  if (JointOf(*edge.rule) != Joint::kRule) {
    first = edge.antecedents[0];
    last = edge.antecedents[edge.bundle->arity - 1];
  } else if (edge.bundle->arity > 0) {
    const RuleTable& table = model_.grammars()[edge.rule->grammar].table();
    const Slice<Symbol> target = table.TargetSymbols(edge.rule->target_number);
    const Symbol left = target[0], right = target[target.size() - 1];
    if (IsNonterminal(left)) first = edge.antecedents[IndexOf(left)];
    if (IsNonterminal(right)) last = edge.antecedents[IndexOf(right)];
  }
  candidate->left_outside = first && first->node->start == node.start
                                ? first->left_outside
                                : static_cast<float>(outside_->Left(node.start, candidate->states));
  candidate->right_outside = last && last->node->end == node.end
                                 ? last->right_outside
                                 : static_cast<float>(outside_->Right(node.end, candidate->states));
}

void CubePruner::Keep(const Candidate& candidate) {
  ForestNode* node = candidate.node;
  Hypothesis* same = nullptr;
  std::size_t slot = 0;
  std::uint64_t hash = 0;
  if (one_state_) {
    if (!node->hypotheses.empty()) same = node->hypotheses.front();
  } else {
    const std::size_t mask = table_.size() - 1;
    hash = HashStates(candidate.states) + node->chart_class;
    slot = hash & mask;
    while (table_[slot].hypothesis &&
           !(table_[slot].hash == hash && table_[slot].hypothesis->node == node &&
             SameStates(table_[slot].hypothesis->states, candidate.states))) {
      slot = (slot + 1) & mask;
    }
    same = table_[slot].hypothesis;
  }
  if (same) {
    candidate.edge->next = same->edges;
    same->edges = candidate.edge;
    same->score = std::max(same->score, candidate.edge->total);
    spare_states_.push_back(candidate.states);
    return;
  }
  Hypothesis* hypothesis = arena_->New<Hypothesis>();
  hypothesis->score = candidate.edge->total;
  hypothesis->node = node;
  hypothesis->states = candidate.states;
  hypothesis->edges = candidate.edge;
  hypothesis->number = hypothesis_count_++;
  hypothesis->left_outside = candidate.left_outside;
  hypothesis->right_outside = candidate.right_outside;
  node->hypotheses.push_back(hypothesis);
  if (one_state_) return;
  table_[slot] = {hash, hypothesis};
  if (2 * ++kept_ > table_.size()) GrowTable();
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
  for (std::size_t m = 0; m < lms_; ++m) {
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
  for (std::size_t m = 0; m < lms_; ++m) {
    // KenLM's comparison takes an empty left side for equal whether closed (an unknown word) or open (no word).
    if (a[m].left.full != b[m].left.full || !(a[m] == b[m])) return false;
  }
  return true;
}

}  // namespace simplifier
