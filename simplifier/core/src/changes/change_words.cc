#include "changes/change_words.hh"

#include <algorithm>

namespace simplifier {
namespace {

// The first character of a word in UTF-8.
std::string_view FirstCharacter(std::string_view word) {
  std::size_t end = 1;
  while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) ++end;
  return word.substr(0, end);
}

}  // namespace

bool SoundClash::Between(std::string_view before, std::string_view next) const {
  if (before != word || next.empty() || next.size() < least_size) return false;
  if (first_letters.find(FirstCharacter(next)) == std::string::npos) return false;
  return std::none_of(excepted_prefixes.begin(), excepted_prefixes.end(),
                      [&](const std::string& prefix) { return next.compare(0, prefix.size(), prefix) == 0; });
}

bool ChangeWords::Clash(std::string_view before, std::string_view next) const {
  return std::any_of(sound_clashes.begin(), sound_clashes.end(),
                     [&](const SoundClash& clash) { return clash.Between(before, next); });
}

}  // namespace simplifier
