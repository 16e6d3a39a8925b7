// Numbers in KenLM's messages, in place of KenLM's own functions. Those write up to 26 characters where their callers
// keep room for 18. A log probability of 1e20 in an ARPA file, or a hash table's room of -6e18 in a binary, was written
// behind the buffer.
#include <cstdio>

#include "util/float_to_string.hh"

namespace util {
namespace {

// At most 6 digits, a sign, a point and "e-308": 13 characters.
char* Write(double value, unsigned room, char* to) {
  const int length = std::snprintf(to, room, "%.6g", value);
  return to + length;
}

}  // namespace

char* ToString(double value, char* to) { return Write(value, ToStringBuf<double>::kBytes, to); }

char* ToString(float value, char* to) { return Write(static_cast<double>(value), ToStringBuf<float>::kBytes, to); }

}  // namespace util
