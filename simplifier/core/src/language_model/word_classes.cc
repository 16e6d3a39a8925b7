#include "language_model/word_classes.hh"

#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>
#include <system_error>

#include "common/error.hh"

namespace simplifier {
namespace {

void Split(std::string_view line, std::vector<std::string_view>* fields) {
  fields->clear();
  for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1)) {
    fields->push_back(line.substr(0, tab));
  }
  fields->push_back(line);
}

// The text as a positive number; 0 for any other text.
double ReadCount(std::string_view text) {
  double count = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && count > 0.0 ? count : 0.0;
}

// Says why a line is malformed; null if it is not.
const char* Problem(const std::vector<std::string_view>& fields) {
  if (fields[0].empty()) return "no word";
  if (fields.size() == 2) {
    return fields[1] == fields[0] ? nullptr : "a class without a count that is not the word itself";
  }
  if (fields.size() % 2 == 0 || fields.size() == 1) return "a class or a count is missing";
  double last = INFINITY;
  for (std::size_t i = 2; i < fields.size(); i += 2) {
    const double count = ReadCount(fields[i]);
    if (count == 0.0 || count > last) {
      return "a count that is no positive number, or greater than the one before it";
    }
    last = count;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<WordClasses> WordClasses::Load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(Message(path, ": no such word-classes file"));
  auto self = std::make_unique<WordClasses>();
  self->starts_ = {0, 0};  // kUnlisted is an entry without readings
  std::string line;
  std::vector<std::string_view> fields;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    Split(line, &fields);
    const char* problem = Problem(fields);
    // A new word's number is that of its line less 1; any other is the number of an earlier word.
    if (!problem && self->words_.Intern(fields[0]) + 1 != number) problem = "a word for the second time";
    if (problem) {
      throw InputError(Message(path, ":", number, ": ", problem,
                               "; a line is WORD, its own class or pairs of CLASS and count, between tabs"));
    }
    self->AddLine(fields);
  }
  if (self->size() == 0) throw InputError(Message(path, ": a word-classes file without a word"));
  return self;
}

void WordClasses::AddLine(const std::vector<std::string_view>& fields) {
  double total = 0.0;
  for (std::size_t i = 2; i < fields.size(); i += 2) total += ReadCount(fields[i]);
  if (fields.size() == 2) readings_.push_back({kNoTag, Class(fields[1]), 0.0f});
  for (std::size_t i = 2; i < fields.size(); i += 2) {
    const std::string_view name = fields[i - 1];
    const int tag = AddTag(name.substr(0, name.find('~')));
    readings_.push_back({tag, Class(name), static_cast<float>(std::log(ReadCount(fields[i]) / total))});
  }
  starts_.push_back(static_cast<std::uint32_t>(readings_.size()));
}

std::uint32_t WordClasses::Class(std::string_view name) {
  const std::uint32_t number = class_numbers_.Intern(name);
  if (number == classes_.size()) classes_.emplace_back(name);
  return number;
}

int WordClasses::AddTag(std::string_view name) {
  const std::uint32_t number = tags_.Intern(name);
  if (number == class_of_tag_.size()) class_of_tag_.push_back(Class(name));
  return static_cast<int>(number);
}

std::uint32_t WordClasses::Entry(std::string_view word) const { return words_.Number(word) + 1; }

int WordClasses::Tag(std::string_view name) const {
  const std::uint32_t number = tags_.Number(name);
  return number == Interner::kAbsent ? kNoTag : static_cast<int>(number);
}

ClassView::ClassView(std::shared_ptr<const WordClasses> classes, const LanguageModel& model, std::size_t slot)
    : classes_(std::move(classes)), slot_(slot) {
  for (const std::string& name : classes_->classes()) indices_.push_back(model.Index(name));
}

WordIndex ClassView::Word(std::uint32_t entry, int tag) const {
  const WordClasses::Reading* first = classes_->begin(entry);
  for (const WordClasses::Reading* reading = first; reading != classes_->end(entry); ++reading) {
    if (reading->tag == tag || reading->tag == WordClasses::kNoTag) return Index(*reading);
  }
  if (tag != WordClasses::kNoTag) return indices_[classes_->ClassOfTag(tag)];
  return first == classes_->end(entry) ? 0 : Index(*first);
}

}  // namespace simplifier
