// One feature's values as at most 256 numbers, chosen from a stream of values with bounded memory.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "table/rule_table_format.hh"

namespace simplifier {

// Usage: Add every value (NaN is skipped), then Finish, then Encode.
class CodebookBuilder {
 public:
  explicit CodebookBuilder(float default_value) : default_value_(default_value) { Remember(default_value); }

  void Add(float value);
  // Exact when there were at most 256 distinct values; otherwise up to 256 means of a one-dimensional k-means over
  // a sample of the values, with the default, zero and both extremes kept exact.
  void Finish();

  // Whether there were at most 256 different values so far.
  bool exact() const { return !overflowed_; }
  float default_value() const { return default_value_; }
  std::uint8_t Encode(float value) const;  // NaN is encoded as the default
  const std::array<float, kCodes>& values() const { return values_; }

 private:
  void Remember(float value);
  void Sample(float value);
  double Random();
  std::vector<float> Cluster();

  static constexpr std::size_t kSampleSize = 65536;
  float default_value_;
  bool overflowed_ = false;
  std::vector<float> distinct_;  // sorted, while at most 256
  std::vector<float> sample_;
  std::uint64_t seen_ = 0;
  std::uint64_t next_sampled_ = 0;  // the number of values seen when the sample takes one again
  double sampling_ = 1.0;
  float smallest_ = 0, largest_ = 0;
  std::mt19937_64 random_{20160701};
  std::size_t used_ = 0;                 // codes in use
  std::array<float, kCodes> values_{};   // sorted
  std::array<float, kCodes> search_{};   // the same, infinity where no code is in use
};

}  // namespace simplifier
