// Lazy exact k-best derivations of a pruned forest (Huang and Chiang 2005, algorithm 3).
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

#include "arena.hh"
#include "decoder_model.hh"
#include "forest.hh"
#include "sentence.hh"

namespace simplifier {

// One derivation tree: an edge and, for every antecedent, which of its derivations is used.
struct Derivation {
  const Edge* edge;
  std::uint32_t* ranks;
  double score;
  // The target words as a number (a polynomial hash, so that it composes whatever the tree) and its radix power.
  std::uint64_t yield;
  std::uint64_t yield_power;
};

class KBest {
 public:
  // With `unique`, of all derivations of a hypothesis with the same words only the best counts.
  KBest(const DecoderModel& model, const Sentence& sentence, bool unique, Arena* arena);

  // The derivation of this rank (0 = best), or null when there are not so many.
  const Derivation* Get(const Hypothesis* hypothesis, std::uint32_t rank);

 private:
  struct Ranking {
    std::vector<const Derivation*> best;
    std::vector<const Derivation*> candidates;  // a heap
    const Derivation* expanded = nullptr;       // the last one taken; its successors are still to come
    std::unordered_set<std::uint64_t> yields;
  };
  static bool Worse(const Derivation* a, const Derivation* b) {
    return a->score != b->score ? a->score < b->score : a->yield > b->yield;
  }

  // The best derivation without a ranking, null where two edges tie for it.
  const Derivation* Best(const Hypothesis* hypothesis);
  Ranking& RankingOf(const Hypothesis* hypothesis);
  // Null when an antecedent has no derivation of that rank.
  Derivation* Make(const Edge* edge, const std::uint32_t* ranks);
  void Push(const Edge* edge, const std::uint32_t* ranks, Ranking* ranking);
  void PushSuccessors(const Derivation& derivation, Ranking* ranking);
  void ComputeYield(Derivation* derivation);

  const DecoderModel& model_;
  const Sentence& sentence_;
  bool unique_;
  Arena* arena_;
  std::vector<std::unique_ptr<Ranking>> rankings_;  // by hypothesis number
  std::vector<const Derivation*> best_;             // by hypothesis number, where no ranking was needed yet
};

}  // namespace simplifier
