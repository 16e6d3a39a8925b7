#include "parser/parser_features.hh"

#include <algorithm>
#include <cassert>

#include "tagger/tagger_features.hh"

namespace simplifier {
namespace {

constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15ULL;

std::uint64_t Mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0xff51afd7ed558ccdULL;
  return hash ^ (hash >> 32);
}

// Writes keys one after the other. The number of the template is part of the hash, so equal parts give different keys
// in different templates.
template <std::size_t kSize>
class KeyWriter {
 public:
  KeyWriter(std::array<std::uint64_t, kSize>* keys, std::uint64_t seed) : keys_(keys), seed_(seed) {}
  ~KeyWriter() { assert(count_ == kSize); }

  template <class... Parts>
  void operator()(Parts... parts) {
    std::uint64_t hash = seed_ + ++count_ * kMultiplier;
    ((hash = Mix(hash, static_cast<std::uint64_t>(parts))), ...);
    hash *= 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 29;
    (*keys_)[count_ - 1] = hash | 1;  // never 0, which marks a free slot in FeatureIndex
  }

 private:
  std::array<std::uint64_t, kSize>* keys_;
  std::uint64_t seed_;
  std::size_t count_ = 0;
};

std::uint64_t DistanceBucket(std::int32_t from, std::int32_t to) {
  const std::int32_t distance = to - from;
  return static_cast<std::uint64_t>(distance <= 4    ? distance
                                    : distance <= 6  ? 5
                                    : distance <= 10 ? 6
                                    : distance <= 18 ? 7
                                                     : 8);
}

// What the templates read at one place of the sentence.
struct Place {
  std::uint64_t word, tag, both, suffix, kind;
};

// The words of a sentence by place. The place behind the last word is the root; places outside have fixed values.
class View {
 public:
  View(const std::vector<ParserWord>& words, const ParserState& state) : words_(words), state_(state) {}

  Place At(std::int32_t place) const {
    if (place < 0 || place > state_.size) return {0x5eed, 0xff0, 0x5eed5, 0x5eed, 0xff0};
    const ParserWord& word = words_[place];
    return {word.word, word.tag, word.word + word.tag * kMultiplier, word.suffix, word.kind};
  }
  std::uint64_t Tag(std::int32_t place) const {
    return place < 0 || place > state_.size ? 0xff0 : words_[place].tag;
  }
  std::uint64_t Word(std::int32_t place) const {
    return place < 0 || place > state_.size ? 0x5eed : words_[place].word;
  }
  std::uint64_t Kind(std::int32_t place) const {
    return place < 0 || place > state_.size ? 0xff0 : words_[place].kind;
  }
  std::uint64_t Label(std::int32_t place) const { return place < 0 ? 99 : state_.nodes[place].label; }

  // Counts the landmarks of each kind strictly between two places as 0, 1 or 2 (more); one base-3 digit a kind.
  std::uint64_t Between(std::int32_t first, std::int32_t second) const {
    if (first < 0 || second < 0) return 999;
    std::uint64_t result = 0;
    for (std::size_t kind = 0; kind < kLandmarks; ++kind) {
      const std::uint32_t seen = words_[second].before[kind] - words_[first + 1].before[kind];
      result = 3 * result + std::min<std::uint32_t>(seen, 2);
    }
    return result;
  }

 private:
  const std::vector<ParserWord>& words_;
  const ParserState& state_;
};

constexpr ParserState::Node kNowhere{};

// What the choice of a transition depends on.
struct Surroundings {
  Surroundings(const View& view, const ParserState& state)
      : at_s0(state.Top(0)),
        at_s1(state.Top(1)),
        at_b0(state.front),
        s0(view.At(at_s0)),
        s1(view.At(at_s1)),
        s2(view.At(state.Top(2))),
        b0(view.At(at_b0)),
        b1(view.At(at_b0 + 1)),
        b2(view.At(at_b0 + 2)),
        n0(at_s0 < 0 ? kNowhere : state.nodes[at_s0]),
        n1(at_s1 < 0 ? kNowhere : state.nodes[at_s1]),
        nb(at_b0 >= state.size ? kNowhere : state.nodes[at_b0]) {}

  std::int32_t at_s0, at_s1, at_b0;   // places: top of the stack, the one below it, the next word
  Place s0, s1, s2, b0, b1, b2;
  const ParserState::Node &n0, &n1, &nb;
};

using TransitionWriter = KeyWriter<kTransitionTemplates>;

// Words, tags and classes.
void AddWords(const View& view, const Surroundings& at, TransitionWriter* writer) {
  const auto& [at_s0, at_s1, at_b0, s0, s1, s2, b0, b1, b2, n0, n1, nb] = at;
  TransitionWriter& add = *writer;
  const std::uint64_t b3_tag = view.Tag(at_b0 + 3);
  // The words by themselves.
  add(s0.both), add(s0.word), add(s0.tag), add(s0.suffix, s0.tag);
  add(b0.both), add(b0.word), add(b0.tag), add(b0.suffix, b0.tag);
  add(s1.both), add(s1.word), add(s1.tag), add(s1.suffix, s1.tag);
  add(b1.both), add(b1.word), add(b1.tag);
  add(b2.word), add(b2.tag), add(s2.word), add(s2.tag);
  // Top and next.
  add(s0.both, b0.both), add(s0.both, b0.word), add(s0.word, b0.both), add(s0.both, b0.tag);
  add(s0.tag, b0.both), add(s0.word, b0.word), add(s0.tag, b0.tag);
  // Top and below.
  add(s1.both, s0.both), add(s1.both, s0.tag), add(s1.tag, s0.both), add(s1.word, s0.word), add(s1.tag, s0.tag);
  // Below and next, and other pairs.
  add(s1.both, b0.tag), add(s1.tag, b0.both), add(s1.word, b0.word), add(s1.tag, b0.tag);
  add(b0.tag, b1.tag), add(b0.both, b1.tag), add(b0.tag, b1.both), add(b0.word, b1.word);
  add(s0.tag, b1.tag), add(s2.tag, s0.tag), add(s2.tag, b0.tag), add(s2.tag, s1.tag);
  // Three and four.
  add(s1.tag, s0.tag, b0.tag), add(s0.tag, b0.tag, b1.tag), add(b0.tag, b1.tag, b2.tag);
  add(s2.tag, s1.tag, s0.tag), add(s1.tag, s0.tag, b0.tag, b1.tag), add(s0.tag, b0.tag, b1.tag, b2.tag);
  add(s2.tag, s1.tag, s0.tag, b0.tag), add(s1.tag, b0.tag, b1.tag), add(b0.tag, b1.tag, b2.tag, b3_tag);
  add(s1.word, s0.tag, b0.tag), add(s1.tag, s0.word, b0.tag), add(s1.tag, s0.tag, b0.word);
  add(s1.word, s0.tag, b0.word), add(s1.tag, s0.word, b0.word), add(s1.word, s0.word, b0.tag);
  add(s0.word, b0.word, b1.tag), add(s0.tag, b0.word, b1.word), add(s0.word, b0.word, b1.word);
  add(s1.word, b0.word, b1.tag), add(s1.word, b0.word, b1.word);
  add(s0.tag, b0.word, b1.tag, b2.tag);
  add(s1.tag, s0.tag, b0.word, b1.tag), add(s1.word, s0.tag, b0.tag, b1.tag);
  // Classes.
  add(s0.kind), add(s1.kind), add(b0.kind), add(b1.kind), add(s0.kind, b0.kind), add(s1.kind, s0.kind);
  add(s1.kind, b0.kind), add(b0.kind, b1.kind), add(s1.kind, s0.kind, b0.kind), add(s0.kind, b0.kind, b1.kind);
  add(b0.kind, b1.kind, b2.kind), add(s2.kind, s1.kind, s0.kind), add(s1.kind, s0.kind, b0.kind, b1.kind);
}

// The dependents that the words have got so far.
void AddDependents(const View& view, const Surroundings& at, TransitionWriter* writer) {
  const auto& [at_s0, at_s1, at_b0, s0, s1, s2, b0, b1, b2, n0, n1, nb] = at;
  TransitionWriter& add = *writer;
  const std::uint64_t s0_left = view.Tag(n0.left), s0_right = view.Tag(n0.right);
  const std::uint64_t s1_left = view.Tag(n1.left), s1_right = view.Tag(n1.right);
  const std::uint64_t b0_left = view.Tag(nb.left);
  add(s1.kind, b0.kind, b1.kind), add(s1.kind, s0.kind, view.Kind(n0.right), b0.kind);
  add(s1.kind, s0.kind, view.Kind(n0.left)), add(s1.kind, view.Kind(n1.right), s0.kind);
  add(s0.kind, n0.left_labels, n0.right_labels, b0.kind), add(s1.kind, n1.right_labels, s0.kind, b0.kind);
  add(s1.kind, n1.left_labels, s0.kind), add(s1.word, s0.word, view.Kind(n0.right));
  add(s0.kind, b0.kind, view.Kind(nb.left));
  add(s0.tag, s0_left, b0.tag), add(s0.both, view.Label(n0.left)), add(s1.tag, s0.tag, s0_left);
  add(s0.tag, s0_right, b0.tag), add(s0.both, view.Label(n0.right)), add(s1.tag, s0.tag, s0_right);
  add(s0.word, view.Word(n0.right)), add(s1.tag, s0.tag, view.Word(n0.left)), add(s0.tag, view.Word(n0.left), b0.tag);
  add(s0.tag, b0.tag, b0_left), add(b0.both, view.Label(nb.left)), add(s0.tag, b0.tag, view.Label(nb.left));
  add(s0.tag, b0.tag, view.Word(nb.left));
  add(s1.tag, s1_left, s0.tag), add(s1.tag, s1_right, s0.tag), add(s1.both, view.Label(n1.right), s0.tag);
  add(s1.tag, view.Word(n1.right), s0.tag, b0.tag);
  add(s0.tag, s0_right, view.Tag(n0.second_right), b0.tag), add(s0.tag, s0_left, view.Tag(n0.second_left), b0.tag);
  add(s1.tag, s1_right, view.Tag(n1.second_right), s0.tag);
  // Kinds of dependents.
  add(s0.both, n0.left_labels), add(s0.both, n0.right_labels), add(s0.tag, n0.left_labels, n0.right_labels, b0.tag);
  add(s1.both, n1.left_labels), add(s1.both, n1.right_labels, s0.tag);
  add(s1.tag, n1.left_labels, s0.tag, n0.left_labels), add(s1.tag, n1.right_labels, s0.tag, b0.tag);
  add(b0.both, nb.left_labels), add(s0.tag, n0.left_labels, b0.tag, nb.left_labels);
  add(s1.tag, n1.right_labels, s0.tag, n0.left_labels, n0.right_labels);
}

void AddDistances(const View& view, const Surroundings& at, const ParserState& state, TransitionWriter* writer) {
  const auto& [at_s0, at_s1, at_b0, s0, s1, s2, b0, b1, b2, n0, n1, nb] = at;
  TransitionWriter& add = *writer;
  const std::uint64_t d0 = at_s0 < 0 ? 0 : DistanceBucket(at_s0, at_b0);
  const std::uint64_t d1 = at_s1 < 0 ? 0 : DistanceBucket(at_s1, at_s0);
  const std::uint64_t gap0 = view.Between(at_s0, at_b0), gap1 = view.Between(at_s1, at_s0);
  const std::uint64_t gap10 = view.Between(at_s1, at_b0);
  const std::uint64_t ahead = at_b0 < state.size ? view.Between(at_b0, state.size) : 998;
  const std::uint64_t depth = std::min<std::size_t>(state.stack.size(), 5);
  const std::uint64_t last = view.Tag(state.size - 1);
  // Number of dependents, distances, and landmarks between and ahead.
  add(s0.both, n0.lefts, n0.rights), add(s1.tag, n1.rights, s0.tag, b0.tag), add(b0.tag, nb.lefts, s0.tag);
  add(s0.both, d0), add(b0.both, d0), add(s0.tag, b0.tag, d0), add(s1.tag, s0.tag, d1), add(s1.both, s0.tag, d1);
  add(s0.tag, b0.tag, gap0), add(s1.tag, s0.tag, gap1), add(s1.tag, s0.tag, b0.tag, gap10);
  add(s0.tag, b0.tag, ahead), add(b0.word, ahead), add(s1.tag, s0.tag, b0.tag, ahead);
  add(s0.tag, b0.tag, depth, last);
  add(s0.kind, b0.kind, gap0), add(s1.kind, s0.kind, gap1), add(s1.kind, s0.kind, d1);
}

}  // namespace

std::uint64_t KindKey(std::uint64_t word, std::uint8_t tag) { return Mix(Mix(0x1d1d, word), tag) | 1; }

ParserWord DescribeWord(std::string_view word) {
  const WordForm form = AnalyseWord(word);
  ParserWord described;
  described.word = form.word;
  described.suffix = form.suffix3;
  described.casing = static_cast<std::uint64_t>(form.casing);
  return described;
}

void DescribeTags(const std::uint8_t* tags, const LandmarkOfTag& landmarks, const WordKinds& kinds,
                  std::vector<ParserWord>* words) {
  std::array<std::uint32_t, kLandmarks> before{};
  for (std::size_t i = 0; i < words->size(); ++i) {
    ParserWord& word = (*words)[i];
    word.tag = tags[i];
    const std::uint16_t* kind = kinds.Find(KindKey(word.word, tags[i]));
    if (kind == nullptr) kind = kinds.Find(KindKey(word.word, kUnknownTag));
    word.kind = kind == nullptr ? tags[i] : 256u + *kind;  // tags are below 256, so the two never meet
    word.before = before;
    if (const std::uint8_t landmark = landmarks[tags[i]]) ++before[landmark - 1];
  }
  words->push_back({0x7007, 0x7007, 0, 0xff1, 0xff1, before});  // the root, with values that no word has
}

void TransitionFeatures(const std::vector<ParserWord>& words, const ParserState& state, TransitionKeys* keys) {
  const View view(words, state);
  const Surroundings at(view, state);
  TransitionWriter writer(keys, 0x51f7);
  AddWords(view, at, &writer);
  AddDependents(view, at, &writer);
  AddDistances(view, at, state, &writer);
}

void LabelFeatures(const std::vector<ParserWord>& words, const ParserState& state, Transition transition,
                   LabelKeys* keys) {
  const View view(words, state);
  const std::int32_t at_word = state.Top(0), at_head = state.HeadBy(transition);
  const Place w = view.At(at_word), h = view.At(at_head);
  const ParserState::Node& node = state.nodes[at_word];
  const ParserState::Node& above = at_head >= state.size ? kNowhere : state.nodes[at_head];
  const Place edge = view.At(node.edge), next = view.At(state.front), before = view.At(node.edge - 1);
  const std::int32_t first = std::min(at_word, at_head), second = std::max(at_word, at_head);
  const std::uint64_t distance = DistanceBucket(first, second), gap = view.Between(first, second);
  const std::uint64_t left_word = view.Word(node.left), right_word = view.Word(node.right);

  KeyWriter<kLabelTemplates> add(keys, transition == kLeft ? 0x1ab1 : 0x1ab2);
  add(w.word), add(w.tag), add(w.both), add(w.suffix, w.tag), add(h.word), add(h.tag), add(h.both), add(h.suffix, h.tag);
  add(h.kind, w.kind), add(h.kind, w.tag), add(h.kind, w.kind, gap), add(h.kind, w.kind, node.left_labels);
  add(h.kind, w.kind, view.Kind(node.right)), add(h.kind, above.left_labels, w.kind), add(h.kind, above.right_labels, w.kind);
  add(h.kind, w.kind, edge.kind), add(h.kind, w.kind, next.kind);
  add(h.both, w.both), add(h.word, w.word), add(h.tag, w.tag), add(h.word, w.tag), add(h.tag, w.word);
  add(h.both, w.tag), add(h.tag, w.both), add(h.tag, w.tag, distance), add(h.tag, w.word, distance);
  add(h.tag, w.tag, gap), add(h.word, w.tag, gap);
  // Neighbours.
  add(h.tag, w.tag, view.Tag(at_word - 1)), add(h.tag, w.tag, view.Tag(at_word + 1)), add(w.tag, view.Word(at_word - 1));
  add(w.tag, view.Word(at_word + 1)), add(h.tag, w.tag, next.tag), add(w.word, next.word), add(h.tag, w.tag, next.word);
  add(h.tag, w.tag, view.Tag(at_head - 1)), add(h.tag, w.tag, view.Tag(at_head + 1));
  // The dependents of the word.
  add(w.tag, node.left_labels), add(w.tag, node.right_labels), add(h.tag, w.tag, node.left_labels);
  add(h.tag, w.tag, node.right_labels), add(h.tag, w.word, node.right_labels), add(h.word, w.tag, node.left_labels);
  add(w.tag, left_word), add(h.tag, w.tag, left_word), add(w.tag, right_word), add(h.word, w.word, right_word);
  add(h.tag, w.tag, edge.word), add(h.tag, w.tag, edge.tag), add(h.word, edge.word), add(h.tag, w.tag, before.word);
  add(h.tag, w.tag, before.tag, edge.tag), add(h.tag, w.tag, edge.word, node.left_labels);
  // The other dependents of the head.
  add(h.tag, above.left_labels, w.tag), add(h.tag, above.right_labels, w.tag), add(h.word, above.right_labels, w.tag);
  add(h.word, above.left_labels, w.tag), add(h.tag, above.left_labels, w.word), add(h.tag, above.right_labels, w.word);
  add(h.tag, w.tag, view.Word(above.right)), add(h.tag, w.tag, view.Word(above.left));
  add(h.tag, above.right_labels, w.tag, node.left_labels), add(h.tag, w.tag, view.Tag(state.Top(1)), next.tag);
  add(h.tag, w.tag, words[at_word].casing, at_head >= state.size ? 9 : words[at_head].casing);
}

}  // namespace simplifier
