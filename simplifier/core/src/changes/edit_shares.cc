#include "changes/edit_shares.hh"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simplifier {
namespace {

// A mean of the values added; NaN if there were none.
class Mean {
 public:
  void Add(double value) { sum_ += value, ++count_; }
  void AddMean(const Mean& mean) {
    if (mean.count_ > 0) Add(mean.sum_ / mean.count_);
  }
  float value() const {
    return count_ > 0 ? static_cast<float>(sum_ / count_) : std::numeric_limits<float>::quiet_NaN();
  }

 private:
  double sum_ = 0.0;
  int count_ = 0;
};

}  // namespace

EditShares::EditShares(const Tokens& source, const std::vector<Tokens>& references) : references_(references.size()) {
  for (const std::string& word : source) source_.push_back(Word(word));
  AddText(source_, references_);
  for (std::size_t r = 0; r < references_; ++r) {
    std::vector<std::uint32_t> text;
    for (const std::string& word : references[r]) text.push_back(Word(word));
    AddText(text, r);
  }
}

std::uint32_t EditShares::Word(const std::string& word) {
  return words_.emplace(word, static_cast<std::uint32_t>(words_.size() + 1)).first->second;
}

void EditShares::CountGrams(const std::vector<std::uint32_t>& text, std::size_t order,
                            std::map<Gram, std::uint32_t>* counts) const {
  for (std::size_t i = 0; i + order <= text.size(); ++i) {
    Gram gram{};
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(i), order, gram.begin());
    ++(*counts)[gram];
  }
}

void EditShares::AddText(const std::vector<std::uint32_t>& text, std::size_t reference) {
  for (std::size_t order = 1; order <= kOrders; ++order) {
    std::map<Gram, std::uint32_t> counts;
    CountGrams(text, order, &counts);
    for (const auto& [gram, count] : counts) {
      Counts& known = grams_[order - 1][gram];
      if (known.in_reference.empty()) known.in_reference.resize(references_);
      if (reference == references_) {
        known.in_source = count;
      } else {
        known.in_reference[reference] = count;
        ++known.references_with;
      }
    }
  }
}

std::array<float, EditShares::kShares> EditShares::Score(std::size_t start, std::size_t end, const Tokens& words) {
  std::vector<std::uint32_t> replaced;
  for (const std::string& word : words) replaced.push_back(Word(word));
  Mean add, delete_, phrase_add, phrase_delete;
  for (std::size_t order = 1; order <= kOrders; ++order) {
    // Only the words around that share an n-gram with the edit: all other n-grams stay as they are.
    const std::size_t first = start - std::min(start, order - 1), last = std::min(source_.size(), end + order - 1);
    const auto at = [&](std::size_t i) { return source_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::vector<std::uint32_t> text(at(first), at(start));
    text.insert(text.end(), replaced.begin(), replaced.end());
    text.insert(text.end(), at(end), at(last));
    std::map<Gram, std::uint32_t> before, after;
    CountGrams({at(first), at(last)}, order, &before);
    CountGrams(text, order, &after);
    Mean own_add, own_delete;
    const std::map<Gram, Counts>& known = grams_[order - 1];
    // Added n-grams: new to the source, not merely more frequent.
    for (const auto& [gram, count] : after) {
      const auto found = known.find(gram);
      if (found != known.end() && found->second.in_source > 0) continue;
      own_add.Add(found == known.end() ? 0.0 : static_cast<double>(found->second.references_with) /
                                                   static_cast<double>(references_));
    }
    // Deleted n-grams: fewer than before the edit.
    for (const auto& [gram, count] : before) {
      const auto left = after.find(gram);
      if (left != after.end() && left->second >= count) continue;
      const Counts& counts = known.at(gram);
      const auto fewer = std::count_if(counts.in_reference.begin(), counts.in_reference.end(),
                                       [&](std::uint32_t in_reference) { return in_reference < counts.in_source; });
      own_delete.Add(static_cast<double>(fewer) / static_cast<double>(references_));
    }
    (order == 1 ? add : phrase_add).AddMean(own_add);
    (order == 1 ? delete_ : phrase_delete).AddMean(own_delete);
  }
  return {add.value(), phrase_add.value(), delete_.value(), phrase_delete.value()};
}

}  // namespace simplifier
