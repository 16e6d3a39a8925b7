#include "table/codebook.hh"

#include <algorithm>
#include <cmath>
#include <limits>

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
  if (seen_ >= next_sampled_) Sample(value);
}

double CodebookBuilder::Random() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }

// Reservoir sampling: keeps a uniform sample of all values seen. It draws how many values to skip, not a number for
// each value (Li 1994, "Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n)))", algorithm L).
void CodebookBuilder::Sample(float value) {
  if (sample_.size() < kSampleSize) {
    sample_.push_back(value);
    if (sample_.size() < kSampleSize) return;
  } else {
    sample_[random_() % kSampleSize] = value;
  }
  sampling_ *= std::exp(std::log(Random()) / static_cast<double>(kSampleSize));
  next_sampled_ = seen_ + 1 + static_cast<std::uint64_t>(std::log(Random()) / std::log1p(-sampling_));
}

// One-dimensional k-means: 12 rounds over the sorted sample, each linear because values and centres are both sorted.
std::vector<float> CodebookBuilder::Cluster() {
  std::sort(sample_.begin(), sample_.end());
  std::vector<float> kept = {smallest_, largest_, default_value_};
  if (smallest_ < 0 && largest_ > 0) kept.push_back(0.0f);
  // Half of the first centres are quantiles, which follow the mass of the values. The others, and those whose quantiles
  // coincide, are evenly spaced, so that they reach into the tails.
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
  centres.insert(centres.end(), kept.begin(), kept.end());
  std::sort(centres.begin(), centres.end());
  centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
  return centres;
}

void CodebookBuilder::Finish() {
  const std::vector<float> codes = overflowed_ ? Cluster() : distinct_;
  used_ = codes.size();
  values_.fill(0.0f);
  std::copy(codes.begin(), codes.end(), values_.begin());
  search_.fill(std::numeric_limits<float>::infinity());
  std::copy(codes.begin(), codes.end(), search_.begin());
  sample_ = {};
}

std::uint8_t CodebookBuilder::Encode(float value) const {
  if (std::isnan(value)) value = default_value_;
  // Binary search without branches: the first code that is not below the value, or the last code.
  std::size_t above = 0;
  for (std::size_t step = kCodes / 2; step > 0; step /= 2) above += search_[above + step - 1] < value ? step : 0;
  if (above >= used_) return static_cast<std::uint8_t>(used_ - 1);
  if (above == 0) return 0;
  return static_cast<std::uint8_t>(value - search_[above - 1] < search_[above] - value ? above - 1 : above);
}

}  // namespace simplifier
