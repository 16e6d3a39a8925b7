// What the parser looks at: the words and tags on top of the stack and next to come, the dependents they have so far,
// how far apart they are, and which landmarks (kinds of tags, such as verbs or commas) stand between them. The
// templates follow Zhang and Nivre (2011), for arc-hybrid transitions.
//
// Trainer and parser share this file; kParserTemplateVersion is stored in the model and checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/compact_table.hh"
#include "parser/parser_state.hh"

namespace simplifier {

constexpr std::uint32_t kParserTemplateVersion = 1;
constexpr std::size_t kTransitionTemplates = 136;
constexpr std::size_t kLabelTemplates = 64;
constexpr std::size_t kLandmarks = 4;
constexpr std::uint8_t kMaxParserTags = 254;
constexpr std::uint8_t kUnknownTag = 255;
constexpr std::uint8_t kMaxParserLabels = 63;

// A word as the templates see it. `word` is the hash of its normal form (the tagger's), `suffix` that of its last three
// characters. `kind` is its class of words that are used alike, or its tag where no class is known. `before` counts the
// landmarks of each kind before it in its sentence.
struct ParserWord {
  std::uint64_t word = 0, suffix = 0, casing = 0;
  std::uint64_t tag = 0, kind = 0;
  std::array<std::uint32_t, kLandmarks> before{};
};

// The landmark of each tag: 0 for none, else 1 + its kind.
using LandmarkOfTag = std::array<std::uint8_t, 256>;

// The classes of words with a certain tag, and (under kUnknownTag) of words with any tag.
using WordKinds = CompactTable<std::uint16_t, std::uint16_t>;
std::uint64_t KindKey(std::uint64_t word, std::uint8_t tag);

// Describes a word by itself: what does not depend on tags.
ParserWord DescribeWord(std::string_view word);
// Adds what depends on the tags to all words of a sentence (tag, kind, before), and puts the root behind them.
void DescribeTags(const std::uint8_t* tags, const LandmarkOfTag& landmarks, const WordKinds& kinds,
                  std::vector<ParserWord>* words);

using TransitionKeys = std::array<std::uint64_t, kTransitionTemplates>;
using LabelKeys = std::array<std::uint64_t, kLabelTemplates>;

// Writes the keys of the features that choose the next transition; no key is 0.
void TransitionFeatures(const std::vector<ParserWord>& words, const ParserState& state, TransitionKeys* keys);

// Writes the keys of the features that choose the label of an arc. Call it before the arc is made.
void LabelFeatures(const std::vector<ParserWord>& words, const ParserState& state, Transition transition,
                   LabelKeys* keys);

}  // namespace simplifier
