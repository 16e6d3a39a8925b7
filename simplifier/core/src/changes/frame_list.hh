// Pairs that fit in certain surroundings only: a list of rewrites with their frames, as
// simplifier.rules.resources.frame_file writes it.
//
//   class TAB NAME TAB TAG TAG ...
//   pair TAB source TAB target TAB HEAD:TAG|TAG TAB frame
//
// A frame is `never`, or conditions separated by "; ", such as `before: DET plan|estimate` or `not after: START`:
// `before` says what must follow the pair, `after` what must precede it. No language is built in: the classes of tags
// come with the file. START and END are the places just outside the sentence.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/sentence.hh"

namespace simplifier {

// What may stand at one place beside a pair: any of these.
struct FramePosition {
  std::vector<std::string> words;
  std::uint32_t classes = 0;  // classes of tags, a bit a class
  bool start = false, end = false;
};

struct FrameCondition {
  bool follows = true;  // true: the positions stand after the pair; false: before it
  bool negated = false;
  std::vector<FramePosition> positions;  // from left to right
  std::string written;                   // the condition as the list has it
};

// A pair of the list. It holds where its head has one of the tags and all conditions are met; `never` holds nowhere.
struct FramedEntry {
  std::vector<std::string> target;
  int head = 0;                    // the token of the source side that must have one of the tags
  std::vector<std::string> tags;   // empty: any
  std::vector<FrameCondition> frame;
  bool never = false;
  std::string written;  // the frame as the list has it
};

class FrameList {
 public:
  using Entries = std::vector<FramedEntry>;

  // Throws InputError for a missing file and, with the number of the line, for a broken one.
  static std::unique_ptr<FrameList> Load(const std::string& path);

  // The entries of a source side (words separated by single spaces); null if there are none.
  const Entries* Find(const std::string& source) const;
  // The number of words in the longest source side that begins with the word; 0 if there is none.
  int LongestFrom(const std::string& first) const;
  // True if an entry holds for a span of a sentence.
  bool Holds(const FramedEntry& entry, const Sentence& sentence, int start, int end) const;
  // What an entry that does not hold for a span asks for in vain: "another part of speech", or its conditions that are
  // not met, as the list has them.
  std::string Unmet(const FramedEntry& entry, const Sentence& sentence, int start, int end) const;

 private:
  // Each of these returns what is wrong with its text, or null.
  const char* AddLine(std::string_view line);
  const char* AddClass(std::string_view name, std::string_view tags);
  const char* AddPair(const std::vector<std::string_view>& fields);
  const char* ReadCondition(std::string_view text, FrameCondition* condition) const;
  const char* ReadPosition(std::string_view text, FramePosition* position) const;
  static bool HasTag(const FramedEntry& entry, const Sentence& sentence, int start);
  bool Meets(const FrameCondition& condition, const Sentence& sentence, int start, int end) const;
  bool Fits(const FramePosition& position, const Sentence& sentence, int place) const;

  std::map<std::string, std::uint32_t, std::less<>> class_bits_, tag_classes_;
  std::unordered_map<std::string, Entries> entries_;
  std::unordered_map<std::string, int> longest_;  // by first word
};

// Where the source sides of a list stand in a sentence.
class ListedSpans {
 public:
  ListedSpans(const FrameList& list, const Sentence& sentence);

  // The entries whose source side is the span; null if there are none.
  const FrameList::Entries* At(int start, int end) const;
  // True if some source side stands inside the span.
  bool AnyWithin(int start, int end) const { return first_end_[static_cast<std::size_t>(start)] <= end; }

 private:
  struct Listed {
    int end;
    const FrameList::Entries* entries;
  };
  std::vector<std::vector<Listed>> by_start_;
  std::vector<int> first_end_;  // the least end of the listed spans that begin here or later
};

}  // namespace simplifier
