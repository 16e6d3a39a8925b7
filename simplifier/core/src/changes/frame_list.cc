#include "changes/frame_list.hh"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>

#include "common/error.hh"

namespace simplifier {
namespace {

constexpr std::size_t kMostClasses = 32;

std::vector<std::string_view> SplitAt(std::string_view text, std::string_view mark) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, start)) {
    parts.push_back(text.substr(start, at - start));
    start = at + mark.size();
  }
  parts.push_back(text.substr(start));
  return parts;
}

bool TakePrefix(std::string_view prefix, std::string_view* text) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::unique_ptr<FrameList> FrameList::Load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(Message(path, ": no such list of frames"));
  auto self = std::make_unique<FrameList>();
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (const char* problem = self->AddLine(line)) {
      throw InputError(Message(path, ":", number, ": ", problem, "; build the model's list of frames again"));
    }
  }
  return self;
}

const char* FrameList::AddLine(std::string_view line) {
  const std::vector<std::string_view> fields = SplitAt(line, "\t");
  if (fields[0] == "class" && fields.size() == 3) return AddClass(fields[1], fields[2]);
  if (fields[0] == "pair" && fields.size() == 5) return AddPair(fields);
  return "neither a class nor a pair";
}

const char* FrameList::AddClass(std::string_view name, std::string_view tags) {
  if (class_bits_.size() == kMostClasses) return "more classes than 32";
  const std::uint32_t bit = 1u << class_bits_.size();
  if (!class_bits_.emplace(name, bit).second) return "a class for the second time";
  for (std::string_view tag : SplitAt(tags, " ")) tag_classes_[std::string(tag)] |= bit;
  return nullptr;
}

const char* FrameList::AddPair(const std::vector<std::string_view>& fields) {
  if (fields[1].empty()) return "a pair without a source side";
  FramedEntry entry;
  if (!fields[2].empty()) {
    for (std::string_view word : SplitAt(fields[2], " ")) entry.target.emplace_back(word);
  }
  const std::size_t width = SplitAt(fields[1], " ").size();
  if (!fields[3].empty()) {
    const std::size_t colon = fields[3].find(':');
    if (colon == std::string_view::npos) return "tags without the place of their word";
    const auto [end, error] = std::from_chars(fields[3].data(), fields[3].data() + colon, entry.head);
    if (error != std::errc() || end != fields[3].data() + colon || entry.head < 0 ||
        static_cast<std::size_t>(entry.head) >= width) {
      return "tags of no word of the source side";
    }
    for (std::string_view tag : SplitAt(fields[3].substr(colon + 1), "|")) entry.tags.emplace_back(tag);
  }
  entry.written = fields[4];
  entry.never = entry.written == "never";
  if (!fields[4].empty() && !entry.never) {
    for (std::string_view text : SplitAt(fields[4], "; ")) {
      FrameCondition& condition = entry.frame.emplace_back();
      condition.written = text;
      if (const char* problem = ReadCondition(text, &condition)) return problem;
    }
  }
  entries_[std::string(fields[1])].push_back(std::move(entry));
  int& longest = longest_[std::string(fields[1].substr(0, fields[1].find(' ')))];
  longest = std::max(longest, static_cast<int>(width));
  return nullptr;
}

const char* FrameList::ReadCondition(std::string_view text, FrameCondition* condition) const {
  condition->negated = TakePrefix("not ", &text);
  condition->follows = TakePrefix("before: ", &text);
  if (!condition->follows && !TakePrefix("after: ", &text)) return "a condition that is neither before nor after";
  for (std::string_view position : SplitAt(text, " ")) {
    if (const char* problem = ReadPosition(position, &condition->positions.emplace_back())) return problem;
  }
  return nullptr;
}

const char* FrameList::ReadPosition(std::string_view text, FramePosition* position) const {
  for (std::string_view one : SplitAt(text, "|")) {
    if (one.empty()) return "a condition with an empty place";
    if (one == "START") {
      position->start = true;
    } else if (one == "END") {
      position->end = true;
    } else if (const auto found = class_bits_.find(one); found != class_bits_.end()) {
      position->classes |= found->second;
    } else {
      position->words.emplace_back(one);
    }
  }
  return nullptr;
}

const FrameList::Entries* FrameList::Find(const std::string& source) const {
  const auto found = entries_.find(source);
  return found == entries_.end() ? nullptr : &found->second;
}

int FrameList::LongestFrom(const std::string& first) const {
  const auto found = longest_.find(first);
  return found == longest_.end() ? 0 : found->second;
}

bool FrameList::HasTag(const FramedEntry& entry, const Sentence& sentence, int start) {
  if (entry.tags.empty()) return true;
  const std::vector<std::string>& tags = sentence.input().tags;
  if (tags.empty()) return false;
  const std::string& tag = tags[static_cast<std::size_t>(start + entry.head)];
  return std::find(entry.tags.begin(), entry.tags.end(), tag) != entry.tags.end();
}

std::string FrameList::Unmet(const FramedEntry& entry, const Sentence& sentence, int start, int end) const {
  if (!HasTag(entry, sentence, start)) return "another part of speech";
  std::string unmet;
  for (const FrameCondition& condition : entry.frame) {
    if (Meets(condition, sentence, start, end) == condition.negated) {
      unmet += (unmet.empty() ? "" : "; ") + condition.written;
    }
  }
  return unmet;
}

bool FrameList::Holds(const FramedEntry& entry, const Sentence& sentence, int start, int end) const {
  if (entry.never || !HasTag(entry, sentence, start)) return false;
  return std::all_of(entry.frame.begin(), entry.frame.end(), [&](const FrameCondition& condition) {
    return Meets(condition, sentence, start, end) != condition.negated;
  });
}

bool FrameList::Meets(const FrameCondition& condition, const Sentence& sentence, int start, int end) const {
  int place = condition.follows ? end : start - static_cast<int>(condition.positions.size());
  return std::all_of(condition.positions.begin(), condition.positions.end(),
                     [&](const FramePosition& position) { return Fits(position, sentence, place++); });
}

bool FrameList::Fits(const FramePosition& position, const Sentence& sentence, int place) const {
  // In a sentence between markers, START and END are the places of the markers.
  const bool inside = place >= 0 && place < sentence.size() && !sentence.IsMarker(place);
  if (!inside) {
    const int before = sentence.IsMarker(0) ? 0 : -1, behind = sentence.IsMarker(0) ? sentence.size() - 1 : sentence.size();
    return (position.start && place == before) || (position.end && place == behind);
  }
  const std::vector<std::string>& words = position.words;
  if (std::find(words.begin(), words.end(), sentence.token(place)) != words.end()) return true;
  const std::vector<std::string>& tags = sentence.input().tags;
  if (position.classes == 0 || tags.empty()) return false;
  const auto found = tag_classes_.find(tags[static_cast<std::size_t>(place)]);
  return found != tag_classes_.end() && (found->second & position.classes) != 0;
}

ListedSpans::ListedSpans(const FrameList& list, const Sentence& sentence)
    : by_start_(static_cast<std::size_t>(sentence.size())),
      first_end_(static_cast<std::size_t>(sentence.size()) + 1, std::numeric_limits<int>::max()) {
  std::string words;
  // From right to left, because first_end_ of a place builds on that of the next place.
  for (int start = sentence.size() - 1; start >= 0; --start) {
    const auto place = static_cast<std::size_t>(start);
    first_end_[place] = first_end_[place + 1];
    words.clear();
    const int last = std::min(sentence.size(), start + list.LongestFrom(sentence.token(start)));
    for (int end = start + 1; end <= last; ++end) {
      if (end > start + 1) words += ' ';
      words += sentence.token(end - 1);
      const FrameList::Entries* entries = list.Find(words);
      if (entries == nullptr) continue;
      by_start_[place].push_back({end, entries});
      first_end_[place] = std::min(first_end_[place], end);
    }
  }
}

const FrameList::Entries* ListedSpans::At(int start, int end) const {
  for (const Listed& listed : by_start_[static_cast<std::size_t>(start)]) {
    if (listed.end == end) return listed.entries;
  }
  return nullptr;
}

}  // namespace simplifier
