#include "pruning/cube_pruning.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {
namespace {

constexpr std::size_t kSmallestTable = 32;  // a power of two
constexpr std::size_t kPopsBetweenLooks = 32;  // at the clock
constexpr std::size_t kNodesToJudgeBy = 16;
constexpr std::uint16_t kManyLabels = 4;  // from here on the same parts are joined under one label after another

}  // namespace

CubePruner::CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit,
                       const Deadline& deadline, Arena* arena)
    : model_(model),
      sentence_(sentence),
      lms_(model.language_models().size()),
      pop_limit_(pop_limit),
      deadline_(deadline.is_set() ? &deadline : nullptr),
      arena_(arena),
      scorer_(model, sentence) {}

void CubePruner::Prune(const std::vector<ForestNode*>& nodes) {
  if (deadline_) hurried_since_ = deadline_->Used();
  nodes_to_do_ = nodes.size();
  if (lms_ > 0 && model_.class_models().empty() && model_.glued_only() >= kManyLabels) {
    memo_ = std::make_unique<JoinMemo>(lms_);
  }
  if (model_.search().outside && lms_ > 0) outside_ = std::make_unique<OutsideEstimates>(model_, sentence_, nodes);
  group_.clear();
  for (ForestNode* node : nodes) {
    if (!group_.empty() && (node == nodes.back() || !model_.search().limit_per_span || DependsOnGroup(*node))) {
      PruneGroup(false);
    }
    if (memo_ && (node->start != memo_start_ || node->end != memo_end_)) {
      memo_->Clear();
      memo_start_ = node->start;
      memo_end_ = node->end;
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
  kept_ = 0;
  table_.assign(kSmallestTable, {0, nullptr});
  std::uint32_t arity = 0;
  for (const ForestNode* node : group_) {
    for (const Bundle& bundle : node->bundles) arity = std::max(arity, bundle.arity);
  }
  ranks_.assign(arity + 1, 0);
  for (std::uint32_t place = 0; place < group_.size(); ++place) {
    for (const Bundle& bundle : group_[place]->bundles) AddFirst(place, bundle);
  }
  std::make_heap(heap_.begin(), heap_.end(), Worse);
  Pop(deadline_ ? LimitNow(group_.size()) : pop_limit_);
  if (group_.size() > 1) KeepOneEach();
  if (!memo_) {
    for (const Ready& never : heap_) {
      spare_states_.push_back(candidates_[never.number].states);
      spare_scores_.push_back(candidates_[never.number].lm_scores);
    }
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

void CubePruner::AddFirst(std::uint32_t place, const Bundle& bundle) {
  if (bundle.arity > 0 || model_.search().free_lexical == 0) {
    Add(place, bundle, 0);
    return;
  }
  const std::size_t free = std::min<std::size_t>(model_.search().free_lexical, bundle.rule_count);
  const auto ranks = static_cast<std::uint32_t>(ranks_.size());
  ranks_.push_back(0);
  for (; ranks_[ranks] < free; ++ranks_[ranks]) Keep(Evaluate(place, bundle, ranks));
  Add(place, bundle, ranks);
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
  std::vector<const Ready*> best(group_.size(), nullptr);
  for (const Ready& one : heap_) {
    const std::uint32_t place = candidates_[one.number].place;
    if (group_[place]->hypotheses.empty() && (!best[place] || Worse(*best[place], one))) best[place] = &one;
  }
  std::vector<Ready> taken;
  for (const Ready* one : best) {
    if (one) taken.push_back(*one);
  }
  std::sort(taken.begin(), taken.end(), [](const Ready& a, const Ready& b) { return Worse(b, a); });
  for (const Ready& one : taken) {
    Keep(candidates_[one.number]);
    ++pops_;
  }
  const auto is_taken = [&](const Ready& one) { return best[candidates_[one.number].place] == &one; };
  heap_.erase(std::remove_if(heap_.begin(), heap_.end(), is_taken), heap_.end());
}

bool CubePruner::Add(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks) {
  if (ranks_[ranks] >= bundle.rule_count) return false;
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    if (ranks_[ranks + a + 1] >= bundle.antecedents[a]->hypotheses.size()) return false;
  }
  const Candidate candidate = Evaluate(place, bundle, ranks);
  heap_.push_back({Order(candidate), static_cast<std::uint32_t>(candidates_.size())});
  candidates_.push_back(candidate);
  return true;
}

CubePruner::Candidate CubePruner::Evaluate(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks) {
  Candidate candidate{&bundle, nullptr, nullptr, place, ranks, 0.0f, 0.0f};
  FindParts(bundle, ranks);
  const Application& rule = bundle.rules[ranks_[ranks]];
  if (memo_ && (bundle.arity == 1 || bundle.arity == 2)) {
    Recall(rule, &candidate);
  } else {
    Score(rule, &candidate);
  }
  ++evaluations_;
  if (outside_ && !one_state_) EstimateOutside(rule, &candidate);
  return candidate;
}

// Every rank vector has one predecessor (lower its last non-zero rank), so none is reached twice.
void CubePruner::PushSuccessors(const Candidate& candidate) {
  const Bundle& bundle = *candidate.bundle;
  for (std::uint32_t d = bundle.arity + 1; d-- > 0;) {
    const auto ranks = static_cast<std::uint32_t>(ranks_.size());
    ranks_.resize(ranks + bundle.arity + 1);
    std::copy_n(ranks_.begin() + candidate.ranks, bundle.arity + 1, ranks_.begin() + ranks);
    ++ranks_[ranks + d];
    if (Add(candidate.place, bundle, ranks)) {
      std::push_heap(heap_.begin(), heap_.end(), Worse);
    } else {
      ranks_.resize(ranks);
    }
    if (ranks_[candidate.ranks + d] != 0) break;
  }
}

void CubePruner::FindParts(const Bundle& bundle, std::uint32_t ranks) {
  parts_.resize(bundle.arity);
  for (std::uint32_t a = 0; a < bundle.arity; ++a) {
    parts_[a] = bundle.antecedents[a]->hypotheses[ranks_[ranks + a + 1]];
  }
}

double CubePruner::Added(const Application& rule, const float* lm_scores) const {
  double added = rule.score;
  for (std::size_t m = 0; m < lms_; ++m) added += model_.lm_weight(m) * static_cast<double>(lm_scores[m]);
  return added;
}

double CubePruner::Total(double added) const {
  double total = 0.0;
  for (const Hypothesis* part : parts_) total += part->score;
  return total + added;
}

double CubePruner::Order(const Candidate& candidate) const {
  const Application& rule = candidate.bundle->rules[ranks_[candidate.ranks]];
  return Total(Added(rule, candidate.lm_scores)) + static_cast<double>(candidate.left_outside) +
         static_cast<double>(candidate.right_outside);
}

void CubePruner::Recall(const Application& rule, Candidate* candidate) {
  const ChartState* second = parts_.size() > 1 ? parts_[1]->states : nullptr;
  JoinMemo::Joint& joint = memo_->Find(scorer_.ShapeOf(rule), parts_[0]->states, second);
  if (!joint.states) {
    Score(rule, candidate);
    joint.states = memo_->Shared(candidate->states);
    joint.lm_scores = candidate->lm_scores;
  }
  candidate->states = joint.states;
  candidate->lm_scores = joint.lm_scores;
}

void CubePruner::Score(const Application& rule, Candidate* candidate) {
  candidate->states = Take(&spare_states_);
  candidate->lm_scores = Take(&spare_scores_);
  scorer_.Score(rule, parts_, candidate->states, candidate->lm_scores);
}

// Room for one value a language model.
template <class T>
T* CubePruner::Take(std::vector<T*>* spare) {
  if (spare->empty()) return arena_->Allocate<T>(lms_);
  T* room = spare->back();
  spare->pop_back();
  return room;
}

// A part at an edge of the span brings its estimate along: only edges made of the rule's own words are asked about anew.
void CubePruner::EstimateOutside(const Application& rule, Candidate* candidate) const {
  const ForestNode& node = *group_[candidate->place];
  const Hypothesis *first = nullptr, *last = nullptr;
  if (JointOf(rule) != Joint::kRule) {
    first = parts_.front();
    last = parts_.back();
  } else if (!parts_.empty()) {
    const RuleTable& table = model_.grammars()[rule.grammar].table();
    const Slice<Symbol> target = table.TargetSymbols(rule.target_number);
    const Symbol left = target[0], right = target[target.size() - 1];
    if (IsNonterminal(left)) first = parts_[IndexOf(left)];
    if (IsNonterminal(right)) last = parts_[IndexOf(right)];
  }
  candidate->left_outside = first && first->node->start == node.start
                                ? first->left_outside
                                : static_cast<float>(outside_->Left(node.start, candidate->states));
  candidate->right_outside = last && last->node->end == node.end
                                 ? last->right_outside
                                 : static_cast<float>(outside_->Right(node.end, candidate->states));
}

Edge* CubePruner::MakeEdge(const Candidate& candidate) {
  const Bundle& bundle = *candidate.bundle;
  FindParts(bundle, candidate.ranks);
  Edge* edge = arena_->Allocate<Edge>(1);
  edge->next = nullptr;
  edge->node = group_[candidate.place];
  edge->bundle = &bundle;
  edge->rule = &bundle.rules[ranks_[candidate.ranks]];
  edge->antecedents = bundle.arity ? arena_->Allocate<Hypothesis*>(bundle.arity) : nullptr;
  std::copy(parts_.begin(), parts_.end(), edge->antecedents);
  edge->lm_scores = candidate.lm_scores;
  edge->score = Added(*edge->rule, candidate.lm_scores);
  edge->total = Total(edge->score);
  edge->features = nullptr;
  edge->feature_count = 0;
  return edge;
}

void CubePruner::Keep(const Candidate& candidate) {
  ForestNode* node = group_[candidate.place];
  Edge* edge = MakeEdge(candidate);
  Hypothesis* same = nullptr;
  std::size_t slot = 0;
  std::uint64_t hash = 0;
  if (one_state_) {
    if (!node->hypotheses.empty()) same = node->hypotheses.front();
  } else {
    const std::size_t mask = table_.size() - 1;
    hash = HashStates(candidate.states, lms_) + node->chart_class;
    slot = hash & mask;
    while (table_[slot].hypothesis &&
           !(table_[slot].hash == hash && table_[slot].hypothesis->node == node &&
             SameStates(table_[slot].hypothesis->states, candidate.states, lms_))) {
      slot = (slot + 1) & mask;
    }
    same = table_[slot].hypothesis;
  }
  if (same) {
    edge->next = same->edges;
    same->edges = edge;
    same->score = std::max(same->score, edge->total);
    if (!memo_) spare_states_.push_back(candidate.states);
    return;
  }
  Hypothesis* hypothesis = arena_->New<Hypothesis>();
  hypothesis->score = edge->total;
  hypothesis->node = node;
  hypothesis->states = memo_ ? memo_->Shared(candidate.states) : candidate.states;
  hypothesis->edges = edge;
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

}  // namespace simplifier
