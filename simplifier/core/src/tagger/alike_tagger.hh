// Tags many sentences that are much alike, such as versions of one: a word is analysed once, and a tag is chosen once
// for all places where everything that it depends on is the same.
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
  // Numbers of the words from two before to two behind a place (0 outside), and the tags of the two before it
  // with what else counts.
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
