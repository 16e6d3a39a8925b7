// What the tagger looks at: the analysis of a word form, and the feature templates over a window of forms.
//
// A model is good only with the templates it was trained with. Trainer and tagger therefore share this file, and
// kTaggerTemplateVersion is stored in the model and checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace simplifier {

constexpr std::uint32_t kTaggerTemplateVersion = 1;
constexpr std::size_t kTaggerTemplates = 33;

// Tags have the numbers below kMaxTags. The other two stand for the missing tags before the first token: of a sentence,
// and of a fragment.
constexpr std::uint8_t kMaxTags = 60;
constexpr std::uint8_t kSentenceStart = 61;
constexpr std::uint8_t kUnknownStart = 62;

enum class Casing : std::uint8_t { kNone, kLower, kInitial, kUpper, kMixed };

// Everything about a token that does not depend on its neighbours. All words are compared in a normal form: lowercased
// (ASCII, Latin-1, most of Latin Extended-A), digits as 0, one kind of quote, bracket and dash.
struct WordForm {
  std::uint64_t word = 0;      // hash of the normal form
  std::uint64_t lexicon = 0;   // hash under which the lexicon lists it: lowercased, digits kept
  std::uint64_t suffix1 = 0, suffix2 = 0, suffix3 = 0, suffix4 = 0;
  std::uint64_t prefix2 = 0, prefix3 = 0;
  std::uint64_t shape = 0;           // runs of upper, lower, digit and other characters
  std::uint64_t ambiguity = 0;       // hash of the set of tags it can have; set by TaggerLexicon::Describe
  Casing casing = Casing::kNone;
  bool alphanumeric = false;
};

// Analyses a token; `ambiguity` stays 0.
WordForm AnalyseWord(std::string_view surface);

// A sequence of tokens, and how it is to be read.
//   fragment: cut from a sentence, so its edges say nothing (a phrase of a rule, a single word);
//   caseless: no token has a capital letter, so casing says nothing.
struct SequenceView {
  const WordForm* const* forms;
  std::size_t size;
  bool fragment;
  bool caseless;
};

// True if no token has a capital letter.
bool IsCaseless(const WordForm* const* forms, std::size_t size);

using FeatureKeys = std::array<std::uint64_t, kTaggerTemplates>;

// Writes the keys of the features of token `position`, given the tags of the two tokens before it. `first` is true if
// only marks stand before it in the sentence. Nothing depends on tokens more than two places away.
void ExtractFeatures(const SequenceView& sequence, std::size_t position, std::uint8_t previous,
                     std::uint8_t before_previous, bool first, FeatureKeys* keys);

// Models hold hashes made with these two functions, so both must stay as they are.
inline std::uint64_t MixHash(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  value ^= value >> 32;
  return value;
}

std::uint64_t HashBytes(std::string_view bytes);

}  // namespace simplifier
