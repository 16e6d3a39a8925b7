// A codebook: at most 256 numbers that stand for the values of one feature. They are chosen from a stream of values
// with bounded memory.
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
  // Chooses the codes. If there were at most 256 different values, they are exact. Otherwise they are the means of a
  // one-dimensional k-means over a sample of the values; the default, both extremes, and zero if it lies between them
  // stay exact.
  void Finish();

  // True if there were at most 256 different values so far.
  bool exact() const { return !overflowed_; }
  float default_value() const { return default_value_; }
  std::uint8_t Encode(float value) const;  // the nearest code; NaN is encoded as the default
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
  std::uint64_t next_sampled_ = 0;  // how many values will have been seen when the sample takes the next one
  double sampling_ = 1.0;
  float smallest_ = 0, largest_ = 0;
  std::mt19937_64 random_{20160701};
  std::size_t used_ = 0;                 // codes in use
  std::array<float, kCodes> values_{};   // sorted
  std::array<float, kCodes> search_{};   // the same with infinity behind the codes in use, for the binary search
};

}  // namespace simplifier
