#include "search/kbest.hh"

#include <algorithm>

#include "chart/joint.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

// A yield is the value of a polynomial at kRadix, modulo the Mersenne prime 2^61 - 1, for which remainders are cheap.
constexpr std::uint64_t kPrime = (1ull << 61) - 1;
constexpr std::uint64_t kRadix = 1000003ull * 7919ull;
constexpr std::uint64_t kNoYield = ~0ull;  // yields are smaller than kPrime
constexpr std::size_t kSmallestSet = 8;    // a power of two

std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  const std::uint64_t sum = static_cast<std::uint64_t>(product & kPrime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t Add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}

}  // namespace

KBest::KBest(const DecoderModel& model, const Sentence& sentence, bool unique, Arena* arena)
    : model_(model), sentence_(sentence), unique_(unique), arena_(arena) {}

KBest::Entry& KBest::EntryOf(const Hypothesis* hypothesis) {
  if (hypothesis->number >= entries_.size()) entries_.resize(hypothesis->number + 1);
  return entries_[hypothesis->number];
}

KBest::Ranking* KBest::MakeRanking(const Hypothesis* hypothesis) {
  Ranking* ranking = arena_->New<Ranking>();
  EntryOf(hypothesis).ranking = ranking;
  const Derivation* given = EntryOf(hypothesis).best;
  ranking->distinct = !unique_ || IsDistinct(hypothesis);
  // A derivation that was given out as the best stays the best. The heap might put another before it, because the
  // totals of edges, by which Best chose, are rounded otherwise than the scores of derivations.
  if (given) {
    if (!ranking->distinct) Insert(Yield(*given), &ranking->yields);
    ranking->best.PushBack(given, arena_);
    ranking->expanded = given;
  }
  for (const Edge* edge = hypothesis->edges; edge; edge = edge->next) {
    if (!given || edge != given->edge) Push(First(edge), ranking);
  }
  return ranking;
}

const Derivation* KBest::Best(const Hypothesis* hypothesis) {
  const Edge* best = hypothesis->edges;
  bool tie = false;
  for (const Edge* edge = best->next; edge; edge = edge->next) {
    if (edge->total == best->total) tie = true;
    if (edge->total > best->total) {
      best = edge;
      tie = false;
    }
  }
  if (tie) return nullptr;
  const Derivation* derivation = First(best);
  EntryOf(hypothesis).best = derivation;
  return derivation;
}

const Derivation* KBest::Get(const Hypothesis* hypothesis, std::uint32_t rank) {
  const Entry& entry = EntryOf(hypothesis);
  Ranking* ranking = entry.ranking;
  if (!ranking) {
    // Most hypotheses are only ever asked for their best derivation.
    if (rank == 0) {
      if (entry.best) return entry.best;
      if (const Derivation* best = Best(hypothesis)) return best;
    }
    if (rank > 0 && IsSole(hypothesis)) return nullptr;
    ranking = MakeRanking(hypothesis);
  }
  while (ranking->best.size() <= rank) {
    // Successors are pushed only when the next rank is asked for: they make the antecedents' lists grow in turn.
    if (ranking->expanded) {
      const Derivation* last = ranking->expanded;
      ranking->expanded = nullptr;
      PushSuccessors(*last, ranking);
    }
    if (ranking->candidates.empty()) return nullptr;
    const Derivation* next = Pop(ranking);
    ranking->expanded = next;
    if (ranking->distinct || Insert(Yield(*next), &ranking->yields)) ranking->best.PushBack(next, arena_);
  }
  return ranking->best[rank];
}

bool KBest::Insert(std::uint64_t yield, YieldSet* yields) {
  // At most three quarters full, so that probing always meets an empty slot.
  if (4 * (yields->size + 1) > 3 * yields->capacity) {
    const YieldSet old = *yields;
    yields->capacity = old.capacity ? 2 * old.capacity : kSmallestSet;
    yields->slots = arena_->Allocate<std::uint64_t>(yields->capacity);
    std::fill(yields->slots, yields->slots + yields->capacity, kNoYield);
    yields->size = 0;
    for (std::size_t i = 0; i < old.capacity; ++i) {
      if (old.slots[i] != kNoYield) Insert(old.slots[i], yields);
    }
  }
  const std::size_t mask = yields->capacity - 1;
  std::size_t place = (yield ^ yield >> 32) & mask;
  for (; yields->slots[place] != kNoYield; place = (place + 1) & mask) {
    if (yields->slots[place] == yield) return false;
  }
  yields->slots[place] = yield;
  ++yields->size;
  return true;
}

bool KBest::IsSole(const Hypothesis* hypothesis) {
  if (EntryOf(hypothesis).sole == Sole::kUnknown) {
    const Edge* edge = hypothesis->edges;
    const bool sole = !edge->next && std::all_of(edge->antecedents, edge->antecedents + edge->arity,
                                                 [this](const Hypothesis* part) { return IsSole(part); });
    EntryOf(hypothesis).sole = sole ? Sole::kYes : Sole::kNo;
  }
  return EntryOf(hypothesis).sole == Sole::kYes;
}

bool KBest::IsDistinct(const Hypothesis* hypothesis) {
  const Edge* edge = hypothesis->edges;
  if (edge->next || JointOf(*edge->rule) == Joint::kRule) return false;
  return std::count_if(edge->antecedents, edge->antecedents + edge->arity,
                       [this](const Hypothesis* part) { return !IsSole(part); }) <= 1;
}

Derivation* KBest::New(const Edge* edge) {
  const std::uint32_t arity = edge->arity;
  // Derivation, parts and ranks share one allocation; the assertion says that the parts are aligned.
  static_assert(sizeof(Derivation) % alignof(const Derivation*) == 0);
  const std::size_t of_parts = arity * (sizeof(const Derivation*) + sizeof(std::uint32_t));
  auto* room = arena_->Allocate<std::byte>(sizeof(Derivation) + of_parts);
  auto* derivation = new (room) Derivation{};
  derivation->edge = edge;
  derivation->parts = reinterpret_cast<const Derivation**>(room + sizeof(Derivation));
  derivation->ranks = reinterpret_cast<std::uint32_t*>(derivation->parts + arity);
  derivation->score = edge->score;
  return derivation;
}

const Derivation* KBest::First(const Edge* edge) {
  Derivation* derivation = New(edge);
  for (std::uint32_t a = 0; a < edge->arity; ++a) {
    derivation->ranks[a] = 0;
    derivation->parts[a] = Get(edge->antecedents[a], 0);
    derivation->score += derivation->parts[a]->score;
  }
  return derivation;
}

const Derivation* KBest::Successor(const Derivation& derivation, std::uint32_t a) {
  const Derivation* part = Get(derivation.edge->antecedents[a], derivation.ranks[a] + 1);
  if (!part) return nullptr;
  const std::uint32_t arity = derivation.edge->arity;
  Derivation* successor = New(derivation.edge);
  for (std::uint32_t i = 0; i < arity; ++i) {
    successor->ranks[i] = derivation.ranks[i] + (i == a);
    successor->parts[i] = i == a ? part : derivation.parts[i];
    successor->score += successor->parts[i]->score;
  }
  return successor;
}

void KBest::Push(const Derivation* derivation, Ranking* ranking) {
  ranking->candidates.PushBack(derivation, arena_);
  std::push_heap(ranking->candidates.begin(), ranking->candidates.end(), Worse{*this});
}

const Derivation* KBest::Pop(Ranking* ranking) const {
  std::pop_heap(ranking->candidates.begin(), ranking->candidates.end(), Worse{*this});
  const Derivation* best = ranking->candidates.back();
  ranking->candidates.PopBack();
  return best;
}

// As in cube pruning, every rank vector has one predecessor, so none is pushed twice. The predecessor scores at least
// as well, so none is pushed too late.
void KBest::PushSuccessors(const Derivation& derivation, Ranking* ranking) {
  for (std::uint32_t a = derivation.edge->arity; a-- > 0;) {
    if (const Derivation* successor = Successor(derivation, a)) Push(successor, ranking);
    if (derivation.ranks[a] != 0) break;
  }
}

void KBest::ComputeYield(const Derivation& derivation) const {
  std::uint64_t yield = 0, power = 1;
  const auto append = [&](std::uint64_t part, std::uint64_t part_power) {
    yield = Add(Multiply(yield, part_power), part);
    power = Multiply(power, part_power);
  };
  const auto append_part = [&](std::uint32_t antecedent) {
    const Derivation& part = *derivation.parts[antecedent];
    const std::uint64_t words = Yield(part);
    append(words, part.yield_power);
  };
  const Application& rule = *derivation.edge->rule;
  if (JointOf(rule) != Joint::kRule) {
    for (std::uint32_t a = 0; a < derivation.edge->arity; ++a) append_part(a);
  } else if (rule.is_literal()) {
    for (std::size_t i = 0; i < sentence_.LiteralSize(rule.target_number); ++i) {
      const std::string word = sentence_.LiteralWord(rule.target_number, i);
      append(util::MurmurHash64A(word.data(), word.size()) % kPrime, kRadix);
    }
  } else {
    const Grammar& grammar = model_.grammars()[rule.grammar];
    for (Symbol symbol : grammar.table().TargetSymbols(rule.target_number)) {
      if (IsNonterminal(symbol)) {
        append_part(IndexOf(symbol));
      } else if (!grammar.IsMarker(symbol)) {
        append(grammar.word_keys[symbol] % kPrime, kRadix);
      }
    }
  }
  derivation.yield = yield;
  derivation.yield_power = power;
}

}  // namespace simplifier
