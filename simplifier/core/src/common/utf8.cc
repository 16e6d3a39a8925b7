#include "common/utf8.hh"

#include <cstdint>
#include <cstring>

namespace simplifier {
namespace {

bool IsContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The number of bytes of the character at `at`, which is not ASCII; 0 if the bytes are no character.
std::size_t CharacterAt(const unsigned char* at, const unsigned char* end) {
  const unsigned char first = *at;
  std::size_t width = 0;
  if (first >= 0xC2 && first <= 0xDF) width = 2;
  if (first >= 0xE0 && first <= 0xEF) width = 3;
  if (first >= 0xF0 && first <= 0xF4) width = 4;
  if (width == 0 || static_cast<std::size_t>(end - at) < width) return 0;
  for (std::size_t i = 1; i < width; ++i) {
    if (!IsContinuation(at[i])) return 0;
  }
  const bool overlong = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
  const bool beyond = (first == 0xED && at[1] > 0x9F) || (first == 0xF4 && at[1] > 0x8F);
  return overlong || beyond ? 0 : width;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = at + text.size();
  while (at < end) {
    std::uint64_t eight;
    // Most text is ASCII: eight bytes without a high bit are skipped at once.
    if (end - at >= 8 && (std::memcpy(&eight, at, 8), (eight & 0x8080808080808080u) == 0)) {
      at += 8;
    } else if (*at < 0x80) {
      ++at;
    } else {
      const std::size_t width = CharacterAt(at, end);
      if (width == 0) return false;
      at += width;
    }
  }
  return true;
}

}  // namespace simplifier
