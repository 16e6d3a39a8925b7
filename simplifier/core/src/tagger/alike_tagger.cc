#include "tagger/alike_tagger.hh"

namespace simplifier {

void AlikeTagger::Tag(const std::string_view* words, std::size_t size, std::uint8_t* tags) {
  words_.clear();
  forms_.clear();
  for (std::size_t i = 0; i < size; ++i) {
    const auto [at, is_new] = known_.try_emplace(words[i]);
    Known& known = at->second;
    if (is_new) {
      known.certain = tagger_.Describe(words[i], &known.form);
      known.number = static_cast<std::uint32_t>(known_.size());
    }
    words_.push_back(&known);
    forms_.push_back(&known.form);
  }
  const SequenceView view{forms_.data(), size, /*fragment=*/false, IsCaseless(forms_.data(), size)};
  const auto number = [&](std::size_t at) { return at < size ? words_[at]->number : 0; };
  std::uint8_t previous = kSentenceStart, before_previous = kSentenceStart;
  bool first = true;
  for (std::size_t i = 0; i < size; ++i) {
    if (words_[i]->certain >= 0) {
      tags[i] = static_cast<std::uint8_t>(words_[i]->certain);
    } else {
      const std::uint32_t rest = previous | before_previous << 8 | (first ? 1u : 0u) << 16 | (view.caseless ? 1u : 0u) << 17;
      // Below place 0 the numbers wrap around to huge ones, which lie outside too.
      const Window window{number(i - 2), number(i - 1), number(i), number(i + 1), number(i + 2), rest};
      const auto [at, is_new] = chosen_.try_emplace(window);
      if (is_new) at->second = tagger_.Best(view, i, previous, before_previous, first);
      tags[i] = at->second;
    }
    before_previous = previous;
    previous = tags[i];
    first = first && !forms_[i]->alphanumeric;
  }
}

std::size_t AlikeTagger::WindowHash::operator()(const Window& window) const {
  std::uint64_t hash = 0;
  for (const std::uint32_t part : window) hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL ^ hash >> 29;
  return hash ^ hash >> 32;
}

}  // namespace simplifier
