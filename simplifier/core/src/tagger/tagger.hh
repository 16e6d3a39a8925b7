// A part-of-speech tagger: averaged perceptron, greedy from left to right (Collins 2002), over the features of
// tagger_features.hh. The model is one small file, read in milliseconds; tagging is const and thread-safe.
//
// Usage:
//   auto tagger = Tagger::Load("tagger.bin");
//   std::vector<std::uint8_t> tags(words.size());
//   tagger->Tag(words.data(), words.size(), /*fragment=*/false, tags.data());   // indices into Tags()
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/compact_table.hh"
#include "tagger/tagger_features.hh"
#include "tagger/tagger_lexicon.hh"

namespace simplifier {

// A trained tagger, as its file holds it.
struct TaggerModel {
  std::vector<std::string> tags;
  TaggerLexicon lexicon;
  // Feature -> start of its weights in the pool: a count n, then n pairs of tag and weight.
  CompactTable<std::uint16_t, std::uint32_t> features;
  std::vector<std::int8_t> weights;

  void Save(const std::string& path) const;                 // throws InputError when the file cannot be written
  static TaggerModel Read(const std::string& path);         // throws InputError when the file is no complete model
};

class Tagger {
 public:
  explicit Tagger(TaggerModel model) : model_(std::move(model)) {}
  static std::unique_ptr<Tagger> Load(const std::string& path);

  // `fragment` is true if the words are cut from a sentence, so that nothing is known of what stands around them.
  void Tag(const std::string_view* words, std::size_t size, bool fragment, std::uint8_t* tags) const;

  // The steps of Tag. `Describe` analyses a word by itself and returns its tag if that is certain, else -1. `Best`
  // chooses the tag of a word in its sequence; ExtractFeatures explains the arguments.
  int Describe(std::string_view word, WordForm* form) const;
  std::uint8_t Best(const SequenceView& view, std::size_t place, std::uint8_t previous, std::uint8_t before_previous,
                    bool first) const;

  // P(tag | word) by the training counts of the lowercased word, best tag first; empty for a word that is not listed.
  std::vector<std::pair<std::uint8_t, double>> WordTags(std::string_view word) const;

  const std::vector<std::string>& Tags() const { return model_.tags; }
  std::size_t WordCount() const { return model_.lexicon.Size(); }

 private:
  TaggerModel model_;
};

}  // namespace simplifier
