#include "building/grammar_block.hh"

#include <algorithm>
#include <cmath>

namespace simplifier {

void GrammarBlock::StartRow() {
  names_before_ = names_.size();
  values_.resize((rows_ + 1) * stride_, std::numeric_limits<float>::quiet_NaN());
}

std::size_t GrammarBlock::Column(std::string_view name) {
  const auto [found, is_new] = columns_.emplace(std::string(name), names_.size());
  if (is_new) {
    names_.emplace_back(name);
    present_.push_back(0);
    filled_.push_back(0);
    if (names_.size() > stride_) Widen(std::max<std::size_t>(8, 2 * stride_));
  }
  return found->second;
}

// Rows have room for `stride_` columns, so that a new name does not move all values each time.
void GrammarBlock::Widen(std::size_t columns) {
  std::vector<float> wider((rows_ + 1) * columns, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t row = 0; row * stride_ < values_.size(); ++row) {
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(row * stride_), stride_,
                wider.begin() + static_cast<std::ptrdiff_t>(row * columns));
  }
  values_ = std::move(wider);
  stride_ = columns;
}

bool GrammarBlock::Put(std::size_t column, float value) {
  if (filled_[column] == rows_ + 1) return false;
  filled_[column] = rows_ + 1;
  values_[rows_ * stride_ + column] = value;
  return true;
}

void GrammarBlock::EndRow() {
  const float* row = values_.data() + rows_ * stride_;
  for (std::size_t column = 0; column < names_.size(); ++column) present_[column] += !std::isnan(row[column]);
  if (!Part(rows_, kAlignment).empty()) has_alignments = true;
  ++rows_;
}

void GrammarBlock::DropRow() {
  while (names_.size() > names_before_) {  // names that only the broken line had
    columns_.erase(names_.back());
    names_.pop_back();
    present_.pop_back();
    filled_.pop_back();
  }
  std::replace(filled_.begin(), filled_.end(), rows_ + 1, std::size_t{0});
  values_.resize(rows_ * stride_);
  ends_.resize(rows_ * kTexts + 1);
  texts_.resize(ends_.back());
}

}  // namespace simplifier
