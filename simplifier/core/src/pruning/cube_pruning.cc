#include "pruning/cube_pruning.hh"

#include <algorithm>

#include "chart/joint.hh"

namespace simplifier {
namespace {

constexpr std::size_t kSmallestTable = 32;  // a power of two
constexpr std::size_t kPopsBetweenLooks = 32;  // pops between two looks at the clock
constexpr std::size_t kNodesToJudgeBy = 16;    // nodes to prune before their time says how long the others will take
constexpr std::uint16_t kManyLabels = 4;  // with so many labels JoinMemo pays: the same parts are joined under each

std::uint64_t HashAddress(const void* address) {
  const std::uint64_t hash = reinterpret_cast<std::uintptr_t>(address) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 32);
}

}  // namespace

CubePruner::CubePruner(const DecoderModel& model, const Sentence& sentence, std::size_t pop_limit,
                       const Deadline& deadline, Arena* arena)
    : model_(model),
      sentence_(sentence),
      lms_(model.language_models().size()),
      pop_limit_(pop_limit),
      deadline_(deadline.is_set() ? &deadline : nullptr),
      arena_(arena),
      scorer_(model, sentence),
      best_joints_(1) {
  if (lms_ > 0 && model_.class_models().empty() && model_.glued_only() >= kManyLabels) {
    memo_ = std::make_unique<JoinMemo>(lms_);
  }
}

void CubePruner::Prune(const std::vector<ForestNode*>& nodes) {
  if (deadline_) hurried_since_ = deadline_->Used();
  nodes_to_do_ = nodes.size();
  if (model_.search().outside && lms_ > 0) outside_ = std::make_unique<OutsideEstimates>(model_, sentence_, nodes);
  for (ForestNode* node : nodes) {
    if (node != nodes.back()) Add(node);
  }
  Finish(nodes.back());
}

void CubePruner::Add(ForestNode* node) {
  if (!group_.empty() && (!model_.search().limit_per_span || DependsOnGroup(*node))) PruneGroup(false);
  if (memo_ && (node->start != memo_start_ || node->end != memo_end_)) {
    memo_->Clear();
    best_joints_.resize(1);
    memo_start_ = node->start;
    memo_end_ = node->end;
  }
  group_.push_back(node);
}

void CubePruner::Flush() {
  if (!group_.empty()) PruneGroup(false);
}

void CubePruner::Finish(ForestNode* goal) {
  Flush();
  Add(goal);
  PruneGroup(true);
}

// Within a span only unary rules make one node an antecedent of another, so bundles of arity 1 are all that has to be
// looked at.
bool CubePruner::DependsOnGroup(const ForestNode& node) const {
  if (node.start != group_.front()->start || node.end != group_.front()->end) return true;
  for (const Bundle& bundle : node.bundles) {
    if (bundle.arity() == 1 && !bundle.antecedent(0)->pruned) return true;
  }
  return false;
}

// The limit for the next `nodes` nodes: lowered in proportion when the nodes that are left, at the pace of those that
// are done, would not be finished in time.
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
  if (found_.size() < group_.size()) found_.resize(group_.size());
  best_first_.clear();
  std::uint32_t arity = 0;
  for (const ForestNode* node : group_) {
    for (const Bundle& bundle : node->bundles) arity = std::max(arity, bundle.arity());
  }
  // Every bundle starts with rank 0 throughout, so one row of zeros at index 0 serves them all.
  ranks_.assign(arity + 1, 0);
  for (std::uint32_t place = 0; place < group_.size(); ++place) {
    const std::size_t before = heap_.size();
    for (const Bundle& bundle : group_[place]->bundles) AddFirst(place, bundle);
    if (group_.size() > 1 && heap_.size() > before) {
      best_first_.push_back(*std::max_element(heap_.begin() + static_cast<std::ptrdiff_t>(before), heap_.end(), Worse));
    }
  }
  std::make_heap(heap_.begin(), heap_.end(), Worse);
  Pop(deadline_ ? LimitNow(group_.size()) : pop_limit_);
  KeepOneEach();
  // With a memo, states may belong to several joints, so none can be handed out again.
  if (!memo_) {
    for (const Ready& never : heap_) {
      const Candidate& candidate = candidates_[never.number];
      if (!candidate.states) continue;
      spare_states_.push_back(candidate.states);
      spare_scores_.push_back(candidate.lm_scores);
    }
  }
  for (std::size_t place = 0; place < group_.size(); ++place) Complete(group_[place], &found_[place]);
  group_.clear();
}

void CubePruner::Complete(ForestNode* node, std::vector<Hypothesis*>* found) {
  std::sort(found->begin(), found->end(), [](const Hypothesis* a, const Hypothesis* b) {
    const double first = a->order(), second = b->order();
    return first != second ? first > second : a->number < b->number;
  });
  node->hypotheses = arena_->Allocate<Hypothesis*>(found->size());
  std::copy(found->begin(), found->end(), node->hypotheses);
  node->hypothesis_count = static_cast<std::uint32_t>(found->size());
  node->pruned = true;
  found->clear();
  if (outside_) outside_->Follow(*node);
}

void CubePruner::AddFirst(std::uint32_t place, const Bundle& bundle) {
  if (memo_ && (bundle.arity() == 1 || bundle.arity() == 2)) return AddBest(place, bundle);
  if (bundle.arity() > 0 || model_.search().free_lexical == 0) {
    AddCombination(place, bundle, 0);
    return;
  }
  const std::size_t free = std::min<std::size_t>(model_.search().free_lexical, bundle.rules->count);
  const auto ranks = static_cast<std::uint32_t>(ranks_.size());
  ranks_.push_back(0);
  // The rules that are kept at no cost never enter the heap: it goes on with the first rule after them.
  for (; ranks_[ranks] < free; ++ranks_[ranks]) Keep(Evaluate(place, bundle, ranks));
  AddCombination(place, bundle, ranks);
}

void CubePruner::AddBest(std::uint32_t place, const Bundle& bundle) {
  const BestJoint& joint = FindBestJoint(place, bundle);
  if (!joint.states) return;
  ++evaluations_;
  const double order = joint.parts + Added((*bundle.rules)[0], joint.lm_scores) +
                       static_cast<double>(joint.left_outside) + static_cast<double>(joint.right_outside);
  heap_.push_back({order, static_cast<std::uint32_t>(candidates_.size())});
  candidates_.push_back({bundle, joint.states, joint.lm_scores, place, 0, joint.left_outside, joint.right_outside});
}

// The bundles of one source side on a span share a filling, and mostly put its parts together in the same way under one
// label after another. So each filling has a short list of the shapes that were scored for it.
const CubePruner::BestJoint& CubePruner::FindBestJoint(std::uint32_t place, const Bundle& bundle) {
  const Application& rule = (*bundle.rules)[0];
  if (bundle.rules->shape == 0) bundle.rules->shape = scorer_.ShapeOf(rule);
  const std::uint32_t first = bundle.filling->best_joint;
  for (std::uint32_t number = first; number; number = best_joints_[number].next) {
    if (best_joints_[number].shape == bundle.rules->shape) return best_joints_[number];
  }
  BestJoint joint{bundle.rules->shape, first, nullptr, nullptr, 0.0, 0.0f, 0.0f};
  bool whole = true;
  for (std::uint32_t a = 0; a < bundle.arity(); ++a) whole &= bundle.antecedent(a)->hypothesis_count > 0;
  if (whole) {
    Candidate candidate{bundle, nullptr, nullptr, place, 0, 0.0f, 0.0f};
    FindParts(bundle, 0);
    Recall(joint.shape, rule, &candidate);
    if (outside_ && !one_state_) EstimateOutside(rule, &candidate);
    for (const Hypothesis* part : parts_) joint.parts += part->score;
    joint.states = candidate.states;
    joint.lm_scores = candidate.lm_scores;
    joint.left_outside = candidate.left_outside;
    joint.right_outside = candidate.right_outside;
  }
  bundle.filling->best_joint = static_cast<std::uint32_t>(best_joints_.size());
  best_joints_.push_back(joint);
  return best_joints_.back();
}

void CubePruner::Pop(std::size_t limit) {
  for (std::size_t pops = 0; !heap_.empty() && (limit == 0 || pops < limit); ++pops) {
    if (deadline_ && pops % kPopsBetweenLooks == kPopsBetweenLooks - 1 && deadline_->Over()) {
      timed_out_ = true;
      break;
    }
    std::pop_heap(heap_.begin(), heap_.end(), Worse);
    const Candidate candidate = candidates_[heap_.back().number];  // a copy, since PushSuccessors grows the vector
    heap_.pop_back();
    // After the last pop nobody would look at successors any more.
    if (pops + 1 != limit) PushSuccessors(candidate);
    Keep(candidate);
    ++pops_;
  }
}

void CubePruner::KeepOneEach() {
  std::sort(best_first_.begin(), best_first_.end(), [](const Ready& a, const Ready& b) { return Worse(b, a); });
  for (const Ready& one : best_first_) {
    Candidate& candidate = candidates_[one.number];
    if (!found_[candidate.place].empty()) continue;
    Keep(candidate);
    candidate.states = nullptr;  // still in the heap, but its memory is in use now
    ++pops_;
  }
}

bool CubePruner::AddCombination(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks) {
  if (ranks_[ranks] >= bundle.rules->count) return false;
  for (std::uint32_t a = 0; a < bundle.arity(); ++a) {
    if (ranks_[ranks + a + 1] >= bundle.antecedent(a)->hypothesis_count) return false;
  }
  const Candidate candidate = Evaluate(place, bundle, ranks);
  heap_.push_back({Order(candidate), static_cast<std::uint32_t>(candidates_.size())});
  candidates_.push_back(candidate);
  return true;
}

CubePruner::Candidate CubePruner::Evaluate(std::uint32_t place, const Bundle& bundle, std::uint32_t ranks) {
  Candidate candidate{bundle, nullptr, nullptr, place, ranks, 0.0f, 0.0f};
  FindParts(bundle, ranks);
  const Application& rule = (*bundle.rules)[ranks_[ranks]];
  if (memo_ && (bundle.arity() == 1 || bundle.arity() == 2)) {
    Recall(scorer_.ShapeOf(rule), rule, &candidate);
  } else {
    Score(rule, &candidate);
    if (memo_) Share(&candidate);
  }
  ++evaluations_;
  if (outside_ && !one_state_) EstimateOutside(rule, &candidate);
  return candidate;
}

// A successor raises one rank, at or behind the last rank that is not zero. Every rank vector thus has one predecessor
// (lower its last rank that is not zero), and none is reached twice, so that no set of visited vectors is needed.
void CubePruner::PushSuccessors(const Candidate& candidate) {
  const Bundle bundle = candidate.bundle;
  const std::uint32_t arity = bundle.arity();
  for (std::uint32_t d = arity + 1; d-- > 0;) {
    const auto ranks = static_cast<std::uint32_t>(ranks_.size());
    ranks_.resize(ranks + arity + 1);
    std::copy_n(ranks_.begin() + candidate.ranks, arity + 1, ranks_.begin() + ranks);
    ++ranks_[ranks + d];
    if (AddCombination(candidate.place, bundle, ranks)) {
      std::push_heap(heap_.begin(), heap_.end(), Worse);
    } else {
      ranks_.resize(ranks);
    }
    if (ranks_[candidate.ranks + d] != 0) break;
  }
}

void CubePruner::FindParts(const Bundle& bundle, std::uint32_t ranks) {
  parts_.resize(bundle.arity());
  for (std::uint32_t a = 0; a < bundle.arity(); ++a) {
    parts_[a] = bundle.antecedent(a)->hypotheses[ranks_[ranks + a + 1]];
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
  const Application& rule = (*candidate.bundle.rules)[ranks_[candidate.ranks]];
  return Total(Added(rule, candidate.lm_scores)) + static_cast<double>(candidate.left_outside) +
         static_cast<double>(candidate.right_outside);
}

void CubePruner::Recall(std::uint64_t shape, const Application& rule, Candidate* candidate) {
  const ChartState* second = parts_.size() > 1 ? parts_[1]->states : nullptr;
  JoinMemo::Joint& joint = memo_->Find(shape, parts_[0]->states, second);
  if (!joint.states) {
    Score(rule, candidate);
    Share(candidate);
    joint.states = candidate->states;
    joint.lm_scores = candidate->lm_scores;
  }
  candidate->states = joint.states;
  candidate->lm_scores = joint.lm_scores;
}

// Replaces the candidate's states by the first equal ones of the span, so that equality is that of addresses.
void CubePruner::Share(Candidate* candidate) {
  ChartState* shared = memo_->Shared(candidate->states);
  if (shared != candidate->states) spare_states_.push_back(candidate->states);
  candidate->states = shared;
}

void CubePruner::Score(const Application& rule, Candidate* candidate) {
  candidate->states = Take(&spare_states_);
  candidate->lm_scores = Take(&spare_scores_);
  scorer_.Score(rule, parts_, candidate->states, candidate->lm_scores);
}

// Returns memory for one value per language model.
template <class T>
T* CubePruner::Take(std::vector<T*>* spare) {
  if (spare->empty()) return arena_->Allocate<T>(lms_);
  T* room = spare->back();
  spare->pop_back();
  return room;
}

// A part at an edge of the target side that also lies at that edge of the span brings its estimate along. Only edges
// made of the rule's own words, or of a part that was moved there, are estimated anew.
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
  const Bundle& bundle = candidate.bundle;
  FindParts(bundle, candidate.ranks);
  Edge* edge = arena_->Allocate<Edge>(1);
  edge->next = nullptr;
  edge->node = group_[candidate.place];
  edge->rule = &(*bundle.rules)[ranks_[candidate.ranks]];
  edge->arity = bundle.arity();
  edge->path_cost = bundle.filling->path_cost;
  edge->antecedents = edge->arity ? arena_->Allocate<Hypothesis*>(edge->arity) : nullptr;
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
  std::vector<Hypothesis*>& found = found_[candidate.place];
  Edge* edge = MakeEdge(candidate);
  Hypothesis* same = nullptr;
  std::size_t slot = 0;
  std::uint64_t hash = 0;
  if (one_state_) {
    if (!found.empty()) same = found.front();
  } else {
    const std::size_t mask = table_.size() - 1;
    // Hypotheses of different nodes of the group may have equal states; the chart class keeps their hashes apart.
    hash = (memo_ ? HashAddress(candidate.states) : HashStates(candidate.states, lms_)) + node->chart_class;
    slot = hash & mask;
    const auto is_same = [&](const Hypothesis& one) {
      return one.node == node && (memo_ ? one.states == candidate.states : SameStates(one.states, candidate.states, lms_));
    };
    while (table_[slot].hypothesis && !(table_[slot].hash == hash && is_same(*table_[slot].hypothesis))) {
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
  hypothesis->states = candidate.states;
  hypothesis->edges = edge;
  hypothesis->number = hypothesis_count_++;
  hypothesis->left_outside = candidate.left_outside;
  hypothesis->right_outside = candidate.right_outside;
  found.push_back(hypothesis);
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
