// How a decoder searches, beside the pop limit.
#pragma once

#include <cstddef>

namespace simplifier {

struct SearchSpec {
  bool outside = false;  // order by score and outside estimate, not by score alone
  bool limit_per_span = false;  // the pop limit is one for all labels of a span
  std::size_t free_lexical = 0;  // of the rules without gaps of one source side so many are kept beyond the limit
};

}  // namespace simplifier
