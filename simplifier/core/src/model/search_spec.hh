// Settings of cube pruning beside the pop limit.
#pragma once

#include <cstddef>

namespace simplifier {

struct SearchSpec {
  bool outside = false;          // order combinations by score and outside estimate, not by score alone
  bool limit_per_span = false;   // all labels of a span share one pop limit, instead of one for each
  std::size_t free_lexical = 0;  // how many rules without gaps of each source side are kept beyond the limit
};

}  // namespace simplifier
