// Reads of a derivation what the trees that choose ask for, and nothing else. Derivations of a list share their
// beginnings, so what a beginning under glue adds up to is kept with it.
#pragma once

#include <cstdint>
#include <vector>

#include "common/arena.hh"
#include "search/derivation_reader.hh"
#include "search/kbest.hh"
#include "search/reranker.hh"

namespace simplifier {

// What inputs of candidates are made of, added up over a derivation.
struct DerivationSums {
  double* totals;     // of CandidateInputs::totals(), without language models
  EditRange* ranges;  // of CandidateInputs::followed()
  std::size_t edits;
};

// What a derivation adds to such sums, in the order in which its edges are read.
struct DerivationAddends {
  struct Total {
    double value;
    std::size_t place;
  };
  Slice<Total> totals;
  Slice<double> followed;  // [edits x CandidateInputs::followed()]
  std::size_t edits;
};

class CandidateReader {
 public:
  CandidateReader(const DecoderModel& model, const CandidateInputs& inputs, DerivationReader* reader, Arena* arena);

  // The same sums, to the last bit, as DerivationReader's of the whole derivation. They live in the arena.
  CandidateInputs::Candidate Read(const Derivation& derivation);

 private:
  static constexpr int kNone = -1;

  DerivationSums* NewSums() const;
  DerivationSums* CopyOf(const DerivationSums& sums) const;
  // All but the language models' features, which add up from the end of a sentence and not from its beginning.
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
  std::vector<int> total_of_, range_of_;                  // by feature: its place among the inputs', or kNone
  std::vector<std::pair<std::size_t, int>> lm_totals_;    // language models that are asked for, with their places
  // Those that are being collected.
  std::vector<DerivationAddends::Total> totals_;
  std::vector<double> followed_;
  std::size_t edits_ = 0;
  std::vector<const Derivation*> joined_;                 // whose language models are still to be added, the next last
};

}  // namespace simplifier
