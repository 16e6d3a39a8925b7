// Symbols of the synchronous grammar as 32-bit numbers, and their text form `word` or `[LABEL,i]`.
//
// A terminal is its word id. A nonterminal has the top bit set. On the source side it holds only its label, on which
// the source trie branches; on the target side it also holds the 0-based index of its partner on the source side.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace simplifier {

using Symbol = std::uint32_t;
using LabelId = std::uint16_t;

constexpr Symbol kNonterminalBit = 0x80000000u;
constexpr LabelId kMaxLabels = 0x7FFF;  // the top bit of a stored LHS marks a copying rule

constexpr bool IsNonterminal(Symbol symbol) { return (symbol & kNonterminalBit) != 0; }
constexpr Symbol SourceNonterminal(LabelId label) { return kNonterminalBit | label; }
constexpr Symbol TargetNonterminal(LabelId label, unsigned index) {
  return kNonterminalBit | (index << 16) | label;
}
constexpr LabelId LabelOf(Symbol symbol) { return static_cast<LabelId>(symbol & 0xFFFFu); }
constexpr unsigned IndexOf(Symbol symbol) { return (symbol & ~kNonterminalBit) >> 16; }

struct NonterminalText {
  std::string_view label;
  unsigned index;  // 1-based, as written
};

// The parts of `[LABEL,i]`, or nothing if the text is a terminal.
inline std::optional<NonterminalText> ParseNonterminal(std::string_view text) {
  if (text.size() < 5 || text.front() != '[' || text.back() != ']') return std::nullopt;
  const std::size_t comma = text.rfind(',');
  if (comma == std::string_view::npos || comma < 2 || comma + 2 > text.size() - 1) return std::nullopt;
  unsigned index = 0;
  for (char c : text.substr(comma + 1, text.size() - comma - 2)) {
    if (c < '0' || c > '9' || index > 999) return std::nullopt;
    index = index * 10 + static_cast<unsigned>(c - '0');
  }
  return NonterminalText{text.substr(1, comma - 1), index};
}

}  // namespace simplifier
