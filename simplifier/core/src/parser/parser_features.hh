// What the parser looks at: the words and tags on top of the stack and next to come, what is known of their
// dependents, how far apart they are and which landmarks (kinds of tags, such as verbs or commas) stand between
// them; after Zhang and Nivre (2011), for arc-hybrid transitions.
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

// A word as the templates take it: hashes of its normal form (as the tagger's) and of its last three characters, its
// tag, its class (of words that are used alike; the tag where none is known), and how many landmarks of each kind stand
// before it in the sentence.
struct ParserWord {
  std::uint64_t word = 0, suffix = 0, casing = 0;
  std::uint64_t tag = 0, kind = 0;
  std::array<std::uint32_t, kLandmarks> before{};
};

// Landmark of each tag: 0 for none, else 1 + its kind.
using LandmarkOfTag = std::array<std::uint8_t, 256>;

// Classes of words with a tag, and of words whatever the tag (kUnknownTag).
using WordKinds = CompactTable<std::uint16_t, std::uint16_t>;
std::uint64_t KindKey(std::uint64_t word, std::uint8_t tag);

// What a word is by itself.
ParserWord DescribeWord(std::string_view word);
// Sets what depends on the tags, of all words of a sentence, and puts the root behind them.
void DescribeTags(const std::uint8_t* tags, const LandmarkOfTag& landmarks, const WordKinds& kinds,
                  std::vector<ParserWord>* words);

using TransitionKeys = std::array<std::uint64_t, kTransitionTemplates>;
using LabelKeys = std::array<std::uint64_t, kLabelTemplates>;

// Keys of the features that the next transition is chosen by; never 0.
void TransitionFeatures(const std::vector<ParserWord>& words, const ParserState& state, TransitionKeys* keys);

// Keys of the features that the label of an arc is chosen by, before the arc is made.
void LabelFeatures(const std::vector<ParserWord>& words, const ParserState& state, Transition transition,
                   LabelKeys* keys);

}  // namespace simplifier
