// Which share of a sentence's references make an edit: what selection trees are trained on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace simplifier {

class EditShares {
 public:
  using Tokens = std::vector<std::string>;
  static constexpr std::size_t kShares = 4;

  EditShares(const Tokens& source, const std::vector<Tokens>& references);

  // Scores an edit that replaces the source tokens [start, end) by `words`. The shares are from 0 to 1, in the order of
  // SelectionOutputs:
  //   add:           mean share of references that have an added word (one that the source has nowhere);
  //   phrase add:    the mean of the same for added 2-grams and the same for added 3-grams;
  //   delete:        mean share of references with fewer of a word than the source, over the words that the edit leaves
  //                  fewer of;
  //   phrase delete: the mean of the same for 2-grams and the same for 3-grams.
  // A share is NaN where there are no such n-grams.
  std::array<float, kShares> Score(std::size_t start, std::size_t end, const Tokens& words);

 private:
  static constexpr std::size_t kOrders = 3;
  using Gram = std::array<std::uint32_t, kOrders>;  // padded with 0
  struct Counts {
    std::uint32_t in_source = 0;
    std::uint32_t references_with = 0;   // number of references that have the n-gram
    std::vector<std::uint32_t> in_reference;
  };
  std::uint32_t Word(const std::string& word);
  void CountGrams(const std::vector<std::uint32_t>& text, std::size_t order, std::map<Gram, std::uint32_t>* counts) const;
  void AddText(const std::vector<std::uint32_t>& text, std::size_t reference);

  std::unordered_map<std::string, std::uint32_t> words_;
  std::vector<std::uint32_t> source_;
  std::size_t references_;
  std::array<std::map<Gram, Counts>, kOrders> grams_;
};

}  // namespace simplifier
