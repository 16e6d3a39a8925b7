#include "kbest.hh"

#include <algorithm>

#include "cube_pruning.hh"
#include "util/murmur_hash.hh"

namespace simplifier {
namespace {

constexpr std::uint64_t kPrime = (1ull << 61) - 1;
constexpr std::uint64_t kRadix = 1000003ull * 7919ull;

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

KBest::Ranking& KBest::RankingOf(const Hypothesis* hypothesis) {
  if (hypothesis->number >= rankings_.size()) rankings_.resize(hypothesis->number + 1);
  std::unique_ptr<Ranking>& ranking = rankings_[hypothesis->number];
  if (!ranking) {
    ranking = std::make_unique<Ranking>();
    Ranking* filled = ranking.get();  // Push may grow rankings_
    for (const Edge* edge = hypothesis->edges; edge; edge = edge->next) {
      const std::vector<std::uint32_t> first(edge->bundle->arity, 0);
      Push(edge, first.data(), filled);
    }
    return *filled;
  }
  return *ranking;
}

const Derivation* KBest::Best(const Hypothesis* hypothesis) {
  if (hypothesis->number >= best_.size()) best_.resize(hypothesis->number + 1, nullptr);
  if (best_[hypothesis->number]) return best_[hypothesis->number];
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
  const std::vector<std::uint32_t> first(best->bundle->arity, 0);
  const Derivation* derivation = Make(best, first.data());  // may grow best_
  best_[hypothesis->number] = derivation;
  return derivation;
}

const Derivation* KBest::Get(const Hypothesis* hypothesis, std::uint32_t rank) {
  // Most hypotheses are only ever asked for their best derivation.
  if (rank == 0 && (hypothesis->number >= rankings_.size() || !rankings_[hypothesis->number])) {
    if (const Derivation* best = Best(hypothesis)) return best;
  }
  Ranking& ranking = RankingOf(hypothesis);
  while (ranking.best.size() <= rank) {
    if (ranking.expanded) {
      const Derivation* last = ranking.expanded;
      ranking.expanded = nullptr;
      PushSuccessors(*last, &ranking);
    }
    if (ranking.candidates.empty()) return nullptr;
    std::pop_heap(ranking.candidates.begin(), ranking.candidates.end(), Worse);
    ranking.expanded = ranking.candidates.back();
    ranking.candidates.pop_back();
    if (!unique_ || ranking.yields.insert(ranking.expanded->yield).second) ranking.best.push_back(ranking.expanded);
  }
  return ranking.best[rank];
}

Derivation* KBest::Make(const Edge* edge, const std::uint32_t* ranks) {
  Derivation* derivation = arena_->New<Derivation>();
  derivation->edge = edge;
  derivation->ranks = arena_->Allocate<std::uint32_t>(edge->bundle->arity);
  std::copy(ranks, ranks + edge->bundle->arity, derivation->ranks);
  derivation->score = edge->score;
  for (std::uint32_t a = 0; a < edge->bundle->arity; ++a) {
    const Derivation* part = Get(edge->antecedents[a], ranks[a]);
    if (!part) return nullptr;
    derivation->score += part->score;
  }
  ComputeYield(derivation);
  return derivation;
}

void KBest::Push(const Edge* edge, const std::uint32_t* ranks, Ranking* ranking) {
  const Derivation* derivation = Make(edge, ranks);
  if (!derivation) return;
  ranking->candidates.push_back(derivation);
  std::push_heap(ranking->candidates.begin(), ranking->candidates.end(), Worse);
}

// As in cube pruning, every rank vector has one predecessor; it scores at least as well, so none comes too late.
void KBest::PushSuccessors(const Derivation& derivation, Ranking* ranking) {
  for (std::uint32_t a = derivation.edge->bundle->arity; a-- > 0;) {
    ++derivation.ranks[a];
    Push(derivation.edge, derivation.ranks, ranking);
    --derivation.ranks[a];
    if (derivation.ranks[a] != 0) break;
  }
}

void KBest::ComputeYield(Derivation* derivation) {
  std::uint64_t yield = 0, power = 1;
  const auto append = [&](std::uint64_t part, std::uint64_t part_power) {
    yield = Add(Multiply(yield, part_power), part);
    power = Multiply(power, part_power);
  };
  const auto append_part = [&](std::uint32_t antecedent) {
    const Derivation* part = Get(derivation->edge->antecedents[antecedent], derivation->ranks[antecedent]);
    append(part->yield, part->yield_power);
  };
  const Application& rule = *derivation->edge->rule;
  if (JointOf(rule) != Joint::kRule) {
    for (std::uint32_t a = 0; a < derivation->edge->bundle->arity; ++a) append_part(a);
  } else if (rule.grammar == Application::kUnknownWord) {
    const std::string& word = sentence_.token(derivation->edge->node->start);
    append(util::MurmurHash64A(word.data(), word.size()) % kPrime, kRadix);
  } else {
    const Grammar& grammar = model_.grammars()[rule.grammar];
    for (Symbol symbol : grammar.table().TargetSymbols(rule.target_number)) {
      if (IsNonterminal(symbol)) {
        append_part(IndexOf(symbol));
      } else {
        append(grammar.word_keys[symbol] % kPrime, kRadix);
      }
    }
  }
  derivation->yield = yield;
  derivation->yield_power = power;
}

}  // namespace simplifier
