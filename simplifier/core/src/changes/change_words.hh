// What the features of changes and the inputs of selection trees must know of a language: tags by their role, and lists
// of words. The core itself knows no language; a model's lists are stored with it, as its trees were trained with them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simplifier {

// A word that does not go before some others, by how they begin.
struct SoundClash {
  std::string word;                            // what stands before
  std::string first_letters;                   // the next word begins with one of these
  std::vector<std::string> excepted_prefixes;  // and with none of these
  std::size_t least_size = 1;                  // and has at least so many bytes

  bool Between(std::string_view before, std::string_view next) const;
};

// All empty: a language without such knowledge, where the features that need it stay 0.
struct ChangeWords {
  using Words = std::set<std::string, std::less<>>;

  Words verb_tags, noun_tags, modifier_tags;  // of open-class words, whose forms a change may lose
  Words finite_tags;                          // of verbs that a clause can stand on
  Words noun_opening_tags;                    // beside noun_tags: what may begin a noun phrase
  std::map<std::string, std::string, std::less<>> tag_of;  // of words that the word classes list without a tag
  Words prepositions;
  std::vector<SoundClash> sound_clashes;
  std::vector<std::string> chunks;  // labels of phrases; trees read them by their numbers, which follow the tags'

  bool Clash(std::string_view before, std::string_view next) const;
};

}  // namespace simplifier
