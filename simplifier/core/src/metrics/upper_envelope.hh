// Upper envelopes of lines: which candidate of a sentence wins where, as the weights move along a direction.
//
// A row is a candidate, and its score is intercept + step x slope. For each sentence the envelope says which row is
// best at each step from minus to plus infinity (Och 2003, section 5; Macherey et al. 2008, algorithm 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplifier {

// The rows of all envelopes, sentence after sentence, each from left to right.
struct UpperEnvelopes {
  std::vector<std::int64_t> rows;
  std::vector<double> from;  // the step where the row begins to be best; minus infinity for the first of a sentence
};

// `order` holds the numbers of all rows; those of sentence s are order[starts[s]] to order[starts[s + 1] - 1]. Of rows
// that are equal everywhere, the first in `order` counts. Takes O(n log n) time for n rows of a sentence.
UpperEnvelopes FindUpperEnvelopes(const double* intercepts, const double* slopes, const std::int64_t* order,
                                  const std::int64_t* starts, std::size_t sentences);

}  // namespace simplifier
