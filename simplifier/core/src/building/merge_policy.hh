// How the values of one feature are merged when several sources have the same rule.
#pragma once

#include <cmath>
#include <string_view>

#include "common/error.hh"

namespace simplifier {

enum class MergePolicy : unsigned char { kMax, kMin, kSum };

// Throws InputError for a name other than max, min and sum.
inline MergePolicy ParseMergePolicy(std::string_view name) {
  if (name == "max") return MergePolicy::kMax;
  if (name == "min") return MergePolicy::kMin;
  if (name == "sum") return MergePolicy::kSum;
  throw InputError(Message("merge policy '", name, "'; the policies are max, min and sum"));
}

// A missing value (NaN) gives way to a present one.
inline float Merged(MergePolicy policy, float first, float second) {
  switch (policy) {
    case MergePolicy::kMin: return std::fmin(first, second);
    case MergePolicy::kSum: return std::isnan(first) ? second : std::isnan(second) ? first : first + second;
    default: return std::fmax(first, second);
  }
}

}  // namespace simplifier
