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

  // Of an edit that puts `words` in the place of the source's tokens [start, end), in the order of SelectionOutputs:
  // over the words it adds (that the source has nowhere) the mean share of references that have them; the mean of the
  // same over its new 2-grams and over its new 3-grams; over the words there are fewer of afterwards the mean share of
  // references that have fewer of them than the source; the mean of the same over 2-grams and over 3-grams.
  // NaN where there are none.
  std::array<float, kShares> Score(std::size_t start, std::size_t end, const Tokens& words);

 private:
  static constexpr std::size_t kOrders = 3;
  using Gram = std::array<std::uint32_t, kOrders>;  // padded with 0
  struct Counts {
    std::uint32_t in_source = 0;
    std::uint32_t references_with = 0;   // that have it
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
