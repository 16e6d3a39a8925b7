#include "codebook.hh"

#include <algorithm>
#include <cmath>

namespace simplifier {

void CodebookBuilder::Remember(float value) {
  if (overflowed_) return;
  const auto place = std::lower_bound(distinct_.begin(), distinct_.end(), value);
  if (place != distinct_.end() && *place == value) return;
  if (distinct_.size() == kCodes) {
    overflowed_ = true;
    return;
  }
  distinct_.insert(place, value);
}

void CodebookBuilder::Add(float value) {
  if (std::isnan(value)) return;
  if (value == 0.0f) value = 0.0f;  // one zero
  Remember(value);
  smallest_ = seen_ ? std::min(smallest_, value) : value;
  largest_ = seen_ ? std::max(largest_, value) : value;
  ++seen_;
  if (sample_.size() < kSampleSize) {
    sample_.push_back(value);
  } else {
    const std::uint64_t place = random_() % seen_;
    if (place < kSampleSize) sample_[place] = value;
  }
}

void CodebookBuilder::Cluster() {
  std::sort(sample_.begin(), sample_.end());
  std::vector<float> kept = {smallest_, largest_, default_value_};
  if (smallest_ < 0 && largest_ > 0) kept.push_back(0.0f);
  // Quantiles follow the mass of the values; where they coincide, evenly spaced centres reach into the tails.
  std::vector<float> centres;
  const std::size_t wanted = kCodes - kept.size();
  for (std::size_t i = 0; i < wanted / 2; ++i) centres.push_back(sample_[(2 * i + 1) * sample_.size() / wanted]);
  centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
  for (std::size_t i = 0, even = wanted - centres.size(); i < even; ++i) {
    const float place = (static_cast<float>(i) + 0.5f) / static_cast<float>(even);
    centres.push_back(smallest_ + place * (largest_ - smallest_));
  }
  std::sort(centres.begin(), centres.end());
  for (int round = 0; round < 12; ++round) {
    centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
    std::vector<double> sums(centres.size(), 0.0);
    std::vector<std::size_t> counts(centres.size(), 0);
    std::size_t nearest = 0;
    for (float value : sample_) {
      while (nearest + 1 < centres.size() &&
             std::abs(centres[nearest + 1] - value) <= std::abs(centres[nearest] - value)) {
        ++nearest;
      }
      sums[nearest] += value;
      ++counts[nearest];
    }
    for (std::size_t i = 0; i < centres.size(); ++i) {
      if (counts[i]) centres[i] = static_cast<float>(sums[i] / static_cast<double>(counts[i]));
    }
    std::sort(centres.begin(), centres.end());
  }
  sorted_ = std::move(centres);
  sorted_.insert(sorted_.end(), kept.begin(), kept.end());
  std::sort(sorted_.begin(), sorted_.end());
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
}

void CodebookBuilder::Finish() {
  if (overflowed_) {
    Cluster();
  } else {
    sorted_ = distinct_;
  }
  values_.fill(0.0f);
  std::copy(sorted_.begin(), sorted_.end(), values_.begin());
  sample_ = {};
}

std::uint8_t CodebookBuilder::Encode(float value) const {
  if (std::isnan(value)) value = default_value_;
  const auto above = std::lower_bound(sorted_.begin(), sorted_.end(), value);
  if (above == sorted_.begin()) return 0;
  const std::size_t upper = static_cast<std::size_t>(above - sorted_.begin());
  if (above == sorted_.end()) return static_cast<std::uint8_t>(upper - 1);
  return static_cast<std::uint8_t>(value - sorted_[upper - 1] < *above - value ? upper - 1 : upper);
}

}  // namespace simplifier
