#include "building/grammar_parser.hh"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/error.hh"
#include "common/number_text.hh"
#include "common/utf8.hh"
#include "common/white_space.hh"

namespace simplifier {
namespace {

constexpr std::size_t kLongestFound = 400;   // bytes of an offending text that are kept
constexpr std::size_t kLongestQuoted = 60;   // bytes of a text that are quoted in a message

// The beginning of a text, at most so many bytes, without half a character at the end.
std::string_view Cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

std::string Quoted(std::string_view text) { return Message('\'', Cut(text, kLongestQuoted), '\''); }

// Thrown for a line that is no rule; an empty `found` stands for the whole line.
struct Broken {
  const char* kind;
  std::string expected;
  std::string_view found = {};
};

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct Gap {
  std::string_view label;
  std::uint64_t index;
  bool operator==(const Gap& other) const { return index == other.index && label == other.label; }
};

// Parses the lines of one block.
class LineParser {
 public:
  LineParser(const GrammarFormat& format, GrammarBlock* block) : format_(format), block_(block) {}

  // Throws Broken.
  void Parse(std::string_view line) {
    block_->StartRow();
    Split(line);
    Label(Stripped(fields_[0]));
    const std::size_t width = Side(fields_[1], &source_gaps_), height = Side(fields_[2], &target_gaps_);
    CheckSides(width, height);
    if (fields_.size() > 4) Alignment(fields_[4], width, height);
    block_->EndText();
    if (!format_.relations.empty()) CheckRelation();
    Features(fields_[3]);
    if (!format_.relations.empty()) PutRelation();
    block_->EndRow();
    if (expected_.empty()) expected_ = std::move(learnt_);
  }

 private:
  // A feature of the first good line. Most lines have the same features in the same order, so the next name is compared
  // with the expected one before it is looked up.
  struct Expected {
    std::string text;  // with the equals sign
    std::size_t column;
  };

  void Split(std::string_view line) {
    fields_.clear();
    std::size_t start = 0;
    for (std::size_t at = line.find('|'); at != std::string_view::npos; at = line.find('|', at)) {
      if (at + 2 < line.size() && line[at + 1] == '|' && line[at + 2] == '|') {
        fields_.push_back(line.substr(start, at - start));
        start = at += 3;
      } else {
        ++at;
      }
    }
    fields_.push_back(line.substr(start));
    const unsigned least = format_.least_fields, most = format_.most_fields;
    if (fields_.size() < least || fields_.size() > most) {
      const std::string count = least == most ? Message(least) : Message(least, " or ", most);
      throw Broken{"wrong number of fields",
                   Message("expected ", count, " fields separated by |||, not ", fields_.size())};
    }
  }

  void Label(std::string_view text) {
    const bool bracketed = text.size() > 2 && text.front() == '[' && text.back() == ']';
    const std::string_view label = bracketed ? text.substr(1, text.size() - 2) : std::string_view();
    const std::size_t comma = label.rfind(',');
    const bool indexed = comma != std::string_view::npos && IsDigits(label.substr(comma + 1));
    if (!IsLabel(label) || indexed) throw Broken{"no left-hand side", "expected a left-hand side such as [NN]"};
    block_->Append(label);
    block_->EndText();
  }

  static bool IsLabel(std::string_view text) {
    return !text.empty() && text.find_first_of("[]") == std::string_view::npos &&
           SkipToken(text.data(), text.data() + text.size()) == text.data() + text.size();
  }

  // Copies the symbols of a side; returns how many there are.
  std::size_t Side(std::string_view text, std::vector<Gap>* gaps) {
    gaps->clear();
    std::size_t count = 0;
    ForEachToken(text, [&](std::string_view token) {
      if (count++) block_->Append(" ");
      block_->Append(token);
      if (token.front() == '[' && token.back() == ']' && token.size() > 2) gaps->push_back(Nonterminal(token));
    });
    block_->EndText();
    return count;
  }

  static Gap Nonterminal(std::string_view token) {
    const std::string_view inside = token.substr(1, token.size() - 2);
    const std::size_t comma = inside.rfind(',');
    if (comma == std::string_view::npos || !IsLabel(inside.substr(0, comma)) || !IsDigits(inside.substr(comma + 1))) {
      throw Broken{"broken nonterminal", Message("expected a nonterminal such as [NP,1], not ", Quoted(token))};
    }
    std::uint64_t index = 0;
    const char* last = inside.data() + inside.size();
    if (std::from_chars(inside.data() + comma + 1, last, index).ec != std::errc()) {
      index = std::numeric_limits<std::uint64_t>::max();
    }
    if (index < 1) {
      throw Broken{"broken nonterminal", Message("nonterminal indexes count from 1, not ", Quoted(token))};
    }
    return {inside.substr(0, comma), index};
  }

  void CheckSides(std::size_t width, std::size_t height) const {
    if (width == 0 || (height == 0 && !format_.may_leave_out)) throw Broken{"empty side", "expected at least one symbol on each side"};
    for (std::size_t i = 0; i < source_gaps_.size(); ++i) {
      if (source_gaps_[i].index != i + 1) {
        throw Broken{"nonterminals out of order", Message("expected source nonterminals with indexes 1 to ",
                                                          source_gaps_.size(), " in this order")};
      }
    }
    const bool same = std::is_permutation(source_gaps_.begin(), source_gaps_.end(), target_gaps_.begin(),
                                          target_gaps_.end());
    if (!same) throw Broken{"nonterminals that differ", "expected the same nonterminals on both sides"};
  }

  void Alignment(std::string_view text, std::size_t width, std::size_t height) {
    bool first = true;
    ForEachToken(text, [&](std::string_view point) {
      const std::size_t hyphen = point.find('-');
      const std::string_view left = point.substr(0, hyphen);
      const std::string_view right = point.substr(hyphen == std::string_view::npos ? point.size() : hyphen + 1);
      if (!IsDigits(left) || !IsDigits(right)) {
        throw Broken{"broken alignment", Message("expected alignment points such as 0-0, not ", Quoted(point))};
      }
      if (!Below(left, width) || !Below(right, height)) {
        throw Broken{"broken alignment", Message("expected alignment points inside the rule, not ", point)};
      }
      if (!first) block_->Append(" ");
      block_->Append(point);
      first = false;
    });
  }

  static bool Below(std::string_view digits, std::size_t limit) {
    std::size_t number = 0;
    return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc() && number < limit;
  }

  void CheckRelation() {
    const auto found = std::find(format_.relations.begin(), format_.relations.end(), Stripped(fields_[5]));
    if (found == format_.relations.end()) {
      std::string names;
      for (const std::string& name : format_.relations) names += (names.empty() ? "" : ", ") + name;
      throw Broken{"unknown relation", Message("expected an entailment relation (", names, ") as sixth field")};
    }
    relation_ = static_cast<std::size_t>(found - format_.relations.begin());
  }

  void PutRelation() {
    for (std::size_t i = 0; i < format_.relations.size(); ++i) {
      block_->Put(block_->Column("Is" + format_.relations[i]), i == relation_ ? 1.0f : 0.0f);
    }
  }

  void Features(std::string_view text) {
    const char* end = text.data() + text.size();
    const bool learning = expected_.empty();
    learnt_.clear();
    std::size_t next = 0, unlabelled = 0;
    const char* at = SkipWhiteSpace(text.data(), end);
    for (; at < end; at = SkipWhiteSpace(at, end)) {
      if (next < expected_.size() && TakeExpected(expected_[next], &at, end)) {
        ++next;
        continue;
      }
      const char* stop = SkipToken(at, end);
      const std::string_view item(at, static_cast<std::size_t>(stop - at));
      const std::size_t column = Feature(item, text, &unlabelled);
      at = stop;
      const std::size_t equals = item.rfind('=');
      if (equals == std::string_view::npos) continue;
      if (learning) {
        learnt_.push_back({std::string(item.substr(0, equals + 1)), column});
      } else {  // the line has one feature more or less than the first: go on behind this one
        for (std::size_t i = 0; i < expected_.size(); ++i) {
          if (expected_[i].column == column) next = i + 1;
        }
      }
    }
  }

  // Reads `Name=value` if it is the expected name with a value in ASCII, and moves behind it. In all other cases it
  // changes nothing and returns false, and the slow way decides.
  bool TakeExpected(const Expected& expected, const char** at, const char* end) {
    const std::size_t size = expected.text.size();
    if (static_cast<std::size_t>(end - *at) <= size || std::memcmp(*at, expected.text.data(), size) != 0) return false;
    const char* start = *at + size;
    const char* stop = start;
    while (stop < end && static_cast<unsigned char>(*stop) > 0x20 && static_cast<unsigned char>(*stop) < 0x80) ++stop;
    if (stop < end && WhiteSpaceAt(stop, end) == 0) return false;
    float value;
    if (!Value({start, static_cast<std::size_t>(stop - start)}, &value)) return false;
    if (!block_->Put(expected.column, value)) return false;
    *at = stop;
    return true;
  }

  static bool Value(std::string_view text, float* value) {
    if (text == "NA") {
      *value = std::numeric_limits<float>::quiet_NaN();
      return true;
    }
    return ParseNumber(text, value);
  }

  std::size_t Feature(std::string_view item, std::string_view field, std::size_t* unlabelled) {
    field = Stripped(field);
    const std::size_t equals = item.rfind('=');
    const bool bare = equals == std::string_view::npos;
    float value;
    if (bare && !format_.owner.empty()) {
      if (!Value(item, &value)) throw NotNumber(item, field);
      return Put(Message("tm_", format_.owner, '_', (*unlabelled)++), -value + 0.0f, field);  // never -0
    }
    if (bare || equals == 0) {
      if (!format_.owner.empty()) throw NotNumber(item, field);
      throw Broken{"broken feature", Message("expected features as Name=value, not ", Quoted(item)), field};
    }
    if (!Value(item.substr(equals + 1), &value)) throw NotNumber(item, field);
    const std::string name(item.substr(0, equals));
    const auto other = format_.renamed.find(name);
    return Put(other == format_.renamed.end() ? name : other->second, value, field);
  }

  std::size_t Put(const std::string& name, float value, std::string_view field) {
    const std::size_t column = block_->Column(name);
    if (!block_->Put(column, value)) {
      throw Broken{"feature given twice",
                   Message("expected every feature once, ", Quoted(name), " stands twice"), field};
    }
    return column;
  }

  Broken NotNumber(std::string_view item, std::string_view field) const {
    if (!format_.owner.empty()) {
      return {"broken feature", Message("expected a number or Name=value, not ", Quoted(item)), field};
    }
    return {"broken feature value", Message("expected a number or NA in ", Quoted(item)), field};
  }

  const GrammarFormat& format_;
  GrammarBlock* block_;
  std::vector<std::string_view> fields_;
  std::vector<Gap> source_gaps_, target_gaps_;
  std::vector<Expected> expected_, learnt_;
  std::size_t relation_ = 0;
};

}  // namespace

GrammarBlock GrammarParser::Parse(std::string_view text) const {
  GrammarBlock block;
  block.is_utf8 = IsUtf8(text);
  if (!block.is_utf8) return block;
  LineParser parser(format_, &block);
  for (std::size_t start = 0; start < text.size(); ++block.lines) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    if (SkipWhiteSpace(line.data(), line.data() + line.size()) == line.data() + line.size()) continue;
    try {
      parser.Parse(line);
    } catch (const Broken& broken) {
      block.DropRow();
      const std::string_view found = broken.found.empty() ? line : broken.found;
      block.problems.push_back({block.lines, broken.kind, broken.expected, std::string(Cut(found, kLongestFound))});
    }
  }
  return block;
}

}  // namespace simplifier
