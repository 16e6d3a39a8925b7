// Sums over a derivation that the trees of a reranker ask for, and no others.
//
// Derivations of a k-best list share their beginnings. So the sums of a beginning under glue are kept with it, and the
// next derivation only adds what follows.
#pragma once

#include <cstdint>
#include <vector>

#include "common/arena.hh"
#include "search/derivation_reader.hh"
#include "search/kbest.hh"
#include "search/reranker.hh"

namespace simplifier {

// Sums over a derivation, from which the inputs of a candidate are made.
struct DerivationSums {
  double* totals;     // [CandidateInputs::totals()], without the language models' features
  EditRange* ranges;  // [CandidateInputs::followed()]
  std::size_t edits;  // rules that change something
};

// What a derivation adds to such sums, value by value in the order in which its edges are read. Single values are kept
// rather than their sum, because floating-point sums depend on the order of additions.
struct DerivationAddends {
  struct Total {
    double value;
    std::size_t place;  // in CandidateInputs::totals()
  };
  Slice<Total> totals;
  Slice<double> followed;  // [edits x CandidateInputs::followed()]
  std::size_t edits;
};

// Reads the candidates of one sentence's k-best list.
class CandidateReader {
 public:
  CandidateReader(const DecoderModel& model, const CandidateInputs& inputs, DerivationReader* reader, Arena* arena);

  // The sums are the same, to the last bit, as those that DerivationReader makes of the whole derivation. They live in
  // the arena.
  CandidateInputs::Candidate Read(const Derivation& derivation);

 private:
  static constexpr int kNone = -1;

  DerivationSums* NewSums() const;
  DerivationSums* CopyOf(const DerivationSums& sums) const;
  // All sums but those of the language models. Those are added up from the end of the sentence, as DerivationReader
  // meets the last joint first, so beginnings cannot share them.
  const DerivationSums* SumsOf(const Derivation& derivation);
  const DerivationAddends& AddendsOf(const Derivation& derivation);
  void Collect(const Derivation& derivation);
  void CollectRow(const Edge& edge);
  void Add(const DerivationAddends& addends, DerivationSums* sums) const;
  void AddLanguageModels(const Derivation& derivation, double* totals);

  const DecoderModel& model_;
  const CandidateInputs& inputs_;
  DerivationReader* reader_;
  Arena* arena_;
  std::vector<int> total_of_, range_of_;                // by feature: its place in totals() and followed(), or kNone
  std::vector<std::pair<std::size_t, int>> lm_totals_;  // the language models that are asked for, with their places
  // The addends that are being collected.
  std::vector<DerivationAddends::Total> totals_;
  std::vector<double> followed_;
  std::size_t edits_ = 0;
  std::vector<const Derivation*> joined_;  // a stack of those whose language models are still to be added
};

}  // namespace simplifier
