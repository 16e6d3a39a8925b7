// Upper envelopes of lines: which candidate of a sentence wins where, when weights move along a direction.
//
// The score of a row is intercept + step x slope. For every sentence the envelope says which row is best at each
// step from minus to plus infinity (Och 2003, section 5; Macherey et al. 2008, algorithm 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simplifier {

// The rows of all envelopes, sentence after sentence, each from left to right.
struct UpperEnvelopes {
  std::vector<std::int64_t> rows;
  std::vector<double> from;  // the step where the row begins to be best; minus infinity for a sentence's first
};

// `order` holds the numbers of all rows, those of sentence s from starts[s] to starts[s + 1]. Of rows that are
// equal everywhere the one that stands first in `order` counts.
UpperEnvelopes FindUpperEnvelopes(const double* intercepts, const double* slopes, const std::int64_t* order,
                                  const std::int64_t* starts, std::size_t sentences);

}  // namespace simplifier
