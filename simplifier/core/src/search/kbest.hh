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

// One derivation tree: an edge and, for every antecedent, the rank of the derivation that is used.
struct Derivation {
  const Edge* edge;
  const Derivation** parts;  // the antecedents' derivations of these ranks
  std::uint32_t* ranks;
  double score;
  // A polynomial hash of the target words, and the radix to the power of their number, by which hashes are
  // concatenated. The hash of a row of words is the same whatever tree makes them. The power is 0 until KBest::Yield
  // computes both.
  mutable std::uint64_t yield, yield_power;
  // Null until a CandidateReader computes them.
  mutable const DerivationSums* sums;
  mutable const DerivationAddends* addends;
};

// The k-best lists of all hypotheses of a forest. A list grows only as far as it is asked for.
class KBest {
 public:
  // With `unique`, only the best of all derivations of a hypothesis with the same target words is listed.
  KBest(const DecoderModel& model, const Sentence& sentence, bool unique, Arena* arena);

  // The derivation of this rank (0 = best), or null when there are fewer. It lives in the arena.
  const Derivation* Get(const Hypothesis* hypothesis, std::uint32_t rank);

  // A hash of the target words, below 2^61 - 1; equal hashes are taken for equal words.
  std::uint64_t Yield(const Derivation& derivation) const {
    if (derivation.yield_power == 0) ComputeYield(derivation);
    return derivation.yield;
  }

 private:
  // A set of yields: open addressing, the capacity a power of two.
  struct YieldSet {
    std::uint64_t* slots = nullptr;
    std::size_t size = 0, capacity = 0;
  };
  struct Ranking {
    ArenaList<const Derivation*> best;
    ArenaList<const Derivation*> candidates;  // a heap
    const Derivation* expanded;               // the last one popped, whose successors are not pushed yet; or null
    bool distinct;                            // true if the words of derivations need not be compared
    YieldSet yields;                          // the yields listed so far, unless `distinct`
  };
  enum class Sole : std::uint8_t { kUnknown, kNo, kYes };
  struct Entry {
    const Derivation* best = nullptr;  // given out before there was a ranking; null if none was
    Ranking* ranking = nullptr;
    Sole sole = Sole::kUnknown;  // kYes: there is one derivation and no other
  };

  // Of derivations with equal scores the one of the smaller yield comes first, so that the order does not depend on the
  // order in which pruning made the hypotheses.
  struct Worse {
    const KBest& kbest;
    bool operator()(const Derivation* a, const Derivation* b) const {
      return a->score != b->score ? a->score < b->score : kbest.Yield(*a) > kbest.Yield(*b);
    }
  };

  // Returns true if the yield was not in the set yet.
  bool Insert(std::uint64_t yield, YieldSet* yields);
  bool IsSole(const Hypothesis* hypothesis);
  // True if no two derivations can have the same words. That is so when the only edge is a joint of glue and at most
  // one of its parts has several derivations, since those of one part are distinct already.
  bool IsDistinct(const Hypothesis* hypothesis);
  Entry& EntryOf(const Hypothesis* hypothesis);
  // The best derivation, found without a ranking; null when two edges tie for it and only their yields can decide.
  const Derivation* Best(const Hypothesis* hypothesis);
  Ranking* MakeRanking(const Hypothesis* hypothesis);
  // A derivation of this edge whose parts and ranks are still to be filled in and whose score is that of the edge
  // alone.
  Derivation* New(const Edge* edge);
  // The best derivation of an edge: the best of every antecedent.
  const Derivation* First(const Edge* edge);
  // The same derivation with the next one of antecedent `a`; null when there is no next one.
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
