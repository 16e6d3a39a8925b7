#include "tagger/tagger_features.hh"

#include <cstring>
#include <string>
#include <utility>

namespace simplifier {
namespace {

constexpr std::uint64_t kBoundary[2][2] = {{0x51a7, 0xe0d1}, {0x7777, 0x7777}};  // [fragment][after]

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

constexpr std::string_view kApostrophe = "’";

// Replaces quotes, brackets and dashes of all kinds by one kind each, whatever the tokeniser writes (treebanks have
// names for brackets). The forms of the text layer are the same.
std::string Canonical(std::string_view token) {
  static constexpr std::pair<std::string_view, std::string_view> kSame[] = {
      {"``", "\""},    {"''", "\""},    {"“", "\""},     {"”", "\""},     {"„", "\""},    {"‟", "\""},
      {"«", "\""},     {"»", "\""},     {"‘", "'"},      {"’", "'"},      {"‚", "'"},     {"‹", "'"},
      {"›", "'"},      {"`", "'"},      {"´", "'"},      {"-lrb-", "("},  {"-rrb-", ")"}, {"-LRB-", "("},
      {"-RRB-", ")"},  {"-lsb-", "("},  {"-rsb-", ")"},  {"-LSB-", "("},  {"-RSB-", ")"}, {"-lcb-", "("},
      {"-rcb-", ")"},  {"-LCB-", "("},  {"-RCB-", ")"},  {"[", "("},      {"]", ")"},     {"{", "("},
      {"}", ")"},      {"–", "--"},     {"—", "--"},     {"―", "--"},     {"…", "..."}};
  if (token.empty()) return {};
  const unsigned char first = static_cast<unsigned char>(token[0]);
  // Most tokens skip the list: all its entries start with one of these bytes, and have five bytes at most.
  const bool likely = first >= 0xC2 || std::string_view("`'-[]{}").find(token[0]) != std::string_view::npos;
  if (likely && token.size() <= 5) {
    for (const auto& [from, to] : kSame) {
      if (token == from) return std::string(to);
    }
  }
  std::string word(token);
  for (std::size_t at = word.find(kApostrophe); at != std::string::npos; at = word.find(kApostrophe, at)) {
    word.replace(at, kApostrophe.size(), "'");
  }
  return word;
}

// Lowercases one character of two bytes in place, if it is a capital of Latin-1, or a capital of Latin Extended-A with
// an even code point (those with odd ones stay). Returns whether it was one. The multiplication sign is no capital, and
// the dotted capital I has no lower case of two bytes.
bool LowerTwoBytes(char* lead) {
  auto* bytes = reinterpret_cast<unsigned char*>(lead);
  if (bytes[0] == 0xC3 && bytes[1] >= 0x80 && bytes[1] <= 0x9E && bytes[1] != 0x97) {
    bytes[1] += 0x20;
    return true;
  }
  if (bytes[0] == 0xC4 && bytes[1] <= 0xB7 && bytes[1] % 2 == 0 && bytes[1] != 0xB0) {
    ++bytes[1];
    return true;
  }
  if (bytes[0] == 0xC5 && bytes[1] >= 0x8A && bytes[1] <= 0xB7 && bytes[1] % 2 == 0) {
    ++bytes[1];
    return true;
  }
  return false;
}

// The last `count` characters of the word, or all of it.
std::string_view Suffix(std::string_view word, int count) {
  std::size_t start = word.size();
  while (count > 0 && start > 0) {
    --start;
    if (!IsContinuation(word[start])) --count;
  }
  return word.substr(start);
}

std::string_view Prefix(std::string_view word, int count) {
  std::size_t end = 0;
  while (end < word.size()) {
    if (!IsContinuation(word[end]) && count-- == 0) break;
    ++end;
  }
  return word.substr(0, end);
}

std::uint64_t Key(std::uint64_t part, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  std::uint64_t hash = (a + part * 0x9e3779b97f4a7c15ULL) * 0xff51afd7ed558ccdULL;
  hash ^= hash >> 32;
  hash = (hash + b) * 0xc4ceb9fe1a85ec53ULL;
  hash ^= hash >> 29;
  hash = (hash + c) * 0xff51afd7ed558ccdULL;
  return hash ^ (hash >> 32);
}

// The tokens around a position.
struct Window {
  const SequenceView& sequence;
  std::size_t position;

  std::uint64_t Word(std::ptrdiff_t offset) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(position) + offset;
    if (at < 0) return kBoundary[sequence.fragment][0];
    if (at >= static_cast<std::ptrdiff_t>(sequence.size)) return kBoundary[sequence.fragment][1];
    return sequence.forms[at]->word;
  }

  // Casing of a token; apart from all others in caseless text, where it says nothing.
  std::uint64_t CasingOf(std::size_t offset) const {
    const std::size_t at = position + offset;
    if (at >= sequence.size) return 99;
    return static_cast<std::uint64_t>(sequence.forms[at]->casing) + (sequence.caseless ? 10 : 0);
  }

  // The set of tags that a token can have, as a hash; another value if the token has a capital.
  std::uint64_t Ambiguity(std::size_t offset) const {
    const std::size_t at = position + offset;
    if (at >= sequence.size) return kBoundary[sequence.fragment][1];
    const WordForm& form = *sequence.forms[at];
    return form.ambiguity + (sequence.caseless || form.casing <= Casing::kLower ? 0 : 1);
  }
};

}  // namespace

std::uint64_t HashBytes(std::string_view bytes) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ bytes.size();
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t block;
    std::memcpy(&block, bytes.data() + at, 8);
    hash = (hash ^ block) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  std::uint64_t rest = 0;
  if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  return MixHash(hash ^ rest);
}

WordForm AnalyseWord(std::string_view surface) {
  WordForm form;
  std::string word = Canonical(surface);
  int upper = 0, lower = 0;
  bool initial_upper = false, digits = false;
  char run = 0;
  std::string shape;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const unsigned char byte = static_cast<unsigned char>(word[i]);
    char kind;
    if (byte >= 'A' && byte <= 'Z') {
      word[i] = static_cast<char>(byte + 32);
      kind = 'X';
    } else if (byte >= 'a' && byte <= 'z') {
      kind = 'x';
    } else if (byte >= '0' && byte <= '9') {
      kind = 'd';
    } else if (byte < 0x80) {
      kind = static_cast<char>(byte);
    } else if (IsContinuation(word[i])) {
      continue;
    } else if (byte >= 0xC3 && byte <= 0xC5 && i + 1 < word.size()) {
      kind = LowerTwoBytes(&word[i]) ? 'X' : 'x';
    } else if (byte == 0xC2 || byte >= 0xE2) {
      kind = 'o';  // signs of Latin-1, punctuation, symbols, scripts without case
    } else {
      kind = 'x';
    }
    if (kind == 'X') ++upper;
    if (kind == 'x') ++lower;
    if (i == 0) initial_upper = kind == 'X';
    digits |= kind == 'd';
    if (kind != run) shape.push_back(kind);
    run = kind;
  }
  form.alphanumeric = upper > 0 || lower > 0 || digits;
  form.casing = upper == 0                 ? (lower == 0 ? Casing::kNone : Casing::kLower)
                : initial_upper && upper == 1 ? Casing::kInitial
                : lower == 0               ? Casing::kUpper
                                           : Casing::kMixed;
  form.lexicon = HashBytes(word);
  if (digits) {
    for (char& c : word) {
      if (c >= '0' && c <= '9') c = '0';
    }
  }
  form.word = digits ? HashBytes(word) : form.lexicon;
  form.suffix1 = HashBytes(Suffix(word, 1));
  form.suffix2 = HashBytes(Suffix(word, 2));
  form.suffix3 = HashBytes(Suffix(word, 3));
  form.suffix4 = HashBytes(Suffix(word, 4));
  form.prefix2 = HashBytes(Prefix(word, 2));
  form.prefix3 = HashBytes(Prefix(word, 3));
  form.shape = HashBytes(shape);
  return form;
}

bool IsCaseless(const WordForm* const* forms, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (forms[i]->casing > Casing::kLower) return false;
  }
  return true;
}

void ExtractFeatures(const SequenceView& sequence, std::size_t position, std::uint8_t previous,
                     std::uint8_t before_previous, bool first, FeatureKeys* keys) {
  const Window window{sequence, position};
  const WordForm& form = *sequence.forms[position];
  const std::uint64_t word = form.word;
  const std::uint64_t before = window.Word(-1), after = window.Word(1);
  const std::uint64_t casing = window.CasingOf(0) + (first && !sequence.caseless ? 20 : 0);
  const std::uint64_t class0 = form.ambiguity, class1 = window.Ambiguity(1), class2 = window.Ambiguity(2);
  const std::uint64_t tag1 = previous, tag12 = previous * 64u + before_previous;
  const std::uint64_t suffix3_after =
      position + 1 < sequence.size ? sequence.forms[position + 1]->suffix3 : after;

  std::size_t n = 0;
  const auto add = [&](std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
    (*keys)[n] = Key(n + 1, a, b, c);
    ++n;
  };
  add(word);
  add(word, casing);
  add(form.suffix1, casing);
  add(form.suffix2, casing);
  add(form.suffix3);
  add(form.suffix4);
  add(form.prefix2);
  add(form.prefix3);
  add(form.shape, casing);
  add(before);
  add(after);
  add(window.Word(-2));
  add(window.Word(2));
  add(before, word);
  add(word, after);
  add(before, after);
  add(tag1);
  add(tag12);
  add(tag1, word);
  add(tag12, word);
  add(tag1, after);
  add(tag1, form.suffix3);
  add(suffix3_after);
  add(class0, casing);
  add(class1);
  add(tag1, class0);
  add(tag12, class0);
  add(tag1, class1);
  add(class0, class1);
  add(tag1, class0, class1);
  add(class1, class2);
  add(class0, class1, class2);
  add(casing, window.CasingOf(1), tag1);
}

}  // namespace simplifier
