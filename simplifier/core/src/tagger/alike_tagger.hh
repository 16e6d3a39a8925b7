// Tags many sentences that are much alike, such as the versions of one sentence. Each word is analysed once, and a tag
// is chosen once for all places where everything that the choice depends on is the same.
//
// Usage:
//   AlikeTagger alike(tagger);
//   alike.Tag(words, count, tags);   // as tagger.Tag(words, count, /*fragment=*/false, tags)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tagger/tagger.hh"

namespace simplifier {

class AlikeTagger {
 public:
  explicit AlikeTagger(const Tagger& tagger) : tagger_(tagger) {}

  // The words' characters must outlive this object.
  void Tag(const std::string_view* words, std::size_t size, std::uint8_t* tags);

 private:
  struct Known {
    WordForm form;
    int certain;           // tag, or -1
    std::uint32_t number;  // from 1
  };
  // All that the tag of a place depends on (see ExtractFeatures): the numbers of the words from two before it to two
  // after it (0 outside the sentence), and in the last part the two tags before it and two flags of the sentence.
  using Window = std::array<std::uint32_t, 6>;
  struct WindowHash {
    std::size_t operator()(const Window& window) const;
  };

  const Tagger& tagger_;
  std::unordered_map<std::string_view, Known> known_;
  std::unordered_map<Window, std::uint8_t, WindowHash> chosen_;
  std::vector<const Known*> words_;
  std::vector<const WordForm*> forms_;
};

}  // namespace simplifier
