// Lazy exact k-best derivations of a pruned forest (Huang and Chiang 2005, algorithm 3).
#pragma once

#include <cstdint>
#include <vector>

#include "chart/forest.hh"
#include "common/arena.hh"
#include "model/decoder_model.hh"
#include "model/sentence.hh"

namespace simplifier {

struct DerivationSums;     // candidate_reader.hh
struct DerivationAddends;  // candidate_reader.hh

// One derivation tree: an edge and, for every antecedent, which of its derivations is used.
struct Derivation {
  const Edge* edge;
  const Derivation** parts;  // the antecedents' derivations of these ranks
  std::uint32_t* ranks;
  double score;
  // The target words as a number (a polynomial hash, so that it composes whatever the tree) and its radix power; the
  // power is 0 until KBest::Yield was asked.
  mutable std::uint64_t yield, yield_power;
  // Null until a CandidateReader worked them out.
  mutable const DerivationSums* sums;
  mutable const DerivationAddends* addends;
};

class KBest {
 public:
  // With `unique`, of all derivations of a hypothesis with the same words only the best counts.
  KBest(const DecoderModel& model, const Sentence& sentence, bool unique, Arena* arena);

  // The derivation of this rank (0 = best), or null when there are not so many.
  const Derivation* Get(const Hypothesis* hypothesis, std::uint32_t rank);

  // A number that stands for the target words.
  std::uint64_t Yield(const Derivation& derivation) const {
    if (derivation.yield_power == 0) ComputeYield(derivation);
    return derivation.yield;
  }

 private:
  // Yields seen: open addressing, arrays of a power of two.
  struct YieldSet {
    std::uint64_t* slots = nullptr;
    std::size_t size = 0, capacity = 0;
  };
  struct Ranking {
    ArenaList<const Derivation*> best;
    ArenaList<const Derivation*> candidates;  // a heap
    const Derivation* expanded;               // the last one taken; its successors are still to come
    bool distinct;                            // no two derivations have the same words
    YieldSet yields;                          // where they may
  };
  enum class Sole : std::uint8_t { kUnknown, kNo, kYes };
  struct Entry {
    const Derivation* best = nullptr;  // where no ranking was needed yet
    Ranking* ranking = nullptr;
    Sole sole = Sole::kUnknown;  // whether there is one derivation and no other
  };

  // Ties go to the smaller yield, so that the order does not depend on how hypotheses came about.
  struct Worse {
    const KBest& kbest;
    bool operator()(const Derivation* a, const Derivation* b) const {
      return a->score != b->score ? a->score < b->score : kbest.Yield(*a) > kbest.Yield(*b);
    }
  };

  bool Insert(std::uint64_t yield, YieldSet* yields);
  bool IsSole(const Hypothesis* hypothesis);
  // Whether no two derivations can have the same words: one edge, a joint of parts of which at most one can be made
  // in other ways.
  bool IsDistinct(const Hypothesis* hypothesis);
  Entry& EntryOf(const Hypothesis* hypothesis);
  // The best derivation without a ranking, null where two edges tie for it.
  const Derivation* Best(const Hypothesis* hypothesis);
  Ranking* MakeRanking(const Hypothesis* hypothesis);
  // Room for a derivation of this edge and its parts, the edge alone filled in.
  Derivation* New(const Edge* edge);
  // The best of an edge.
  const Derivation* First(const Edge* edge);
  // The one that has the next derivation of antecedent `a`; null where there is none.
  const Derivation* Successor(const Derivation& derivation, std::uint32_t a);
  void Push(const Derivation* derivation, Ranking* ranking);
  const Derivation* Pop(Ranking* ranking) const;
  void PushSuccessors(const Derivation& derivation, Ranking* ranking);
  void ComputeYield(const Derivation& derivation) const;

  const DecoderModel& model_;
  const Sentence& sentence_;
  bool unique_;
  Arena* arena_;
  std::vector<Entry> entries_;  // by hypothesis number
};

}  // namespace simplifier
