// White space as Python's str.split and str.strip see it, in UTF-8 text.
#pragma once

#include <cstddef>
#include <string_view>

namespace simplifier {

// The number of bytes of the white space character at `at`; 0 if another character stands there.
inline std::size_t WhiteSpaceAt(const char* at, const char* end) {
  const auto first = static_cast<unsigned char>(*at);
  if (first <= 0x20) return first == 0x20 || (first >= 0x09 && first <= 0x0D) || (first >= 0x1C && first <= 0x1F);
  if (first < 0xC2) return 0;
  if (first == 0xC2) {  // U+0085, U+00A0
    return end - at > 1 && (at[1] == '\x85' || at[1] == '\xA0') ? 2 : 0;
  }
  if (first > 0xE3 || first < 0xE1 || end - at < 3) return 0;
  const unsigned character = (first & 0x0Fu) << 12 | (static_cast<unsigned char>(at[1]) & 0x3Fu) << 6 |
                             (static_cast<unsigned char>(at[2]) & 0x3Fu);
  const bool space = character == 0x1680 || (character >= 0x2000 && character <= 0x200A) || character == 0x2028 ||
                     character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
  return space ? 3 : 0;
}

inline const char* SkipWhiteSpace(const char* at, const char* end) {
  while (at < end) {
    const std::size_t width = WhiteSpaceAt(at, end);
    if (width == 0) break;
    at += width;
  }
  return at;
}

inline const char* SkipToken(const char* at, const char* end) {
  while (at < end && WhiteSpaceAt(at, end) == 0) ++at;
  return at;
}

// The text without white space at either end.
inline std::string_view Stripped(std::string_view text) {
  const char* begin = SkipWhiteSpace(text.data(), text.data() + text.size());
  const char* end = text.data() + text.size();
  const char* last = begin;
  for (const char* at = begin; at < end;) {
    const std::size_t width = WhiteSpaceAt(at, end);
    if (width == 0) last = ++at;
    else at += width;
  }
  return {begin, static_cast<std::size_t>(last - begin)};
}

// Calls `use` for every token between white space.
template <class Use>
void ForEachToken(std::string_view text, Use use) {
  const char* end = text.data() + text.size();
  for (const char* at = SkipWhiteSpace(text.data(), end); at < end;) {
    const char* stop = SkipToken(at, end);
    use(std::string_view(at, static_cast<std::size_t>(stop - at)));
    at = SkipWhiteSpace(stop, end);
  }
}

}  // namespace simplifier
