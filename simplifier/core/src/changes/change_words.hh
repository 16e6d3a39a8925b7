// What the features of changes and the inputs of selection trees must know of a language: tags by their role, and lists
// of words. The core itself knows no language. A model's lists are stored with it, because its trees were trained with
// them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simplifier {

// A word that cannot stand before certain others, which are known by how they begin (such as "a" before a vowel).
struct SoundClash {
  std::string word;                            // the word that stands before
  std::string first_letters;                   // the next word begins with one of these
  std::vector<std::string> excepted_prefixes;  // and with none of these
  std::size_t least_size = 1;                  // and has at least so many bytes

  // True if `before` is the word and clashes with `next`.
  bool Between(std::string_view before, std::string_view next) const;
};

// Where a list is empty, the features that need it stay 0.
struct ChangeWords {
  using Words = std::set<std::string, std::less<>>;

  Words verb_tags, noun_tags, modifier_tags;  // tags of open-class words, whose forms a change may lose
  Words finite_tags;                          // tags of verbs that can carry a clause
  Words noun_opening_tags;                    // tags that may begin a noun phrase, besides noun_tags
  std::map<std::string, std::string, std::less<>> tag_of;  // the tags of words that the word classes list without one
  Words prepositions;
  std::vector<SoundClash> sound_clashes;
  std::vector<std::string> chunks;  // labels of phrases; trees read them as numbers, which go on from the tags' numbers

  // True if the sounds of two neighbouring words clash.
  bool Clash(std::string_view before, std::string_view next) const;
};

}  // namespace simplifier
