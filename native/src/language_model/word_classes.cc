#include "language_model/word_classes.hh"

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "common/error.hh"

namespace simplifier {
namespace {

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields;
  std::size_t start = 0;
  for (std::size_t tab; (tab = line.find('\t', start)) != std::string::npos; start = tab + 1) {
    fields.push_back(line.substr(start, tab - start));
  }
  fields.push_back(line.substr(start));
  return fields;
}

}  // namespace

std::unique_ptr<WordClasses> WordClasses::Load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(Message(path, ": no such word-classes file"));
  auto self = std::make_unique<WordClasses>();
  self->starts_ = {0, 0};
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    const std::vector<std::string> fields = Fields(line);
    const auto refuse = [&](const char* why) {
      throw InputError(Message(path, ":", number, ": ", why, "; a line is WORD, its own class or pairs of CLASS and count, between tabs"));
    };
    if (fields[0].empty()) refuse("no word");
    if (fields.size() == 2) {
      if (fields[1] != fields[0]) refuse("a class without a count that is not the word itself");
      self->readings_.push_back({kNoTag, self->Class(fields[1]), 0.0f});
    } else if (fields.size() % 2 == 0 || fields.size() == 1) {
      refuse("a class or a count is missing");
    }
    double total = 0.0, last = INFINITY;
    for (std::size_t i = 2; i < fields.size() && fields.size() > 2; i += 2) {
      char* end = nullptr;
      const double count = std::strtod(fields[i].c_str(), &end);
      if (fields[i].empty() || *end || !(count > 0.0) || count > last) {
        refuse("a count that is no positive number, or greater than the one before it");
      }
      total += last = count;
    }
    for (std::size_t i = 1; i < fields.size() && fields.size() > 2; i += 2) {
      const int tag = self->AddTag(fields[i].substr(0, fields[i].find('~')));
      const double share = std::strtod(fields[i + 1].c_str(), nullptr) / total;
      self->readings_.push_back({tag, self->Class(fields[i]), static_cast<float>(std::log(share))});
    }
    if (!self->entries_.emplace(fields[0], static_cast<std::uint32_t>(self->starts_.size() - 1)).second) {
      refuse("a word for the second time");
    }
    self->starts_.push_back(static_cast<std::uint32_t>(self->readings_.size()));
  }
  if (self->size() == 0) throw InputError(Message(path, ": a word-classes file without a word"));
  return self;
}

std::uint32_t WordClasses::Class(const std::string& name) {
  const auto [found, added] = class_numbers_.emplace(name, static_cast<std::uint32_t>(classes_.size()));
  if (added) classes_.push_back(name);
  return found->second;
}

int WordClasses::AddTag(const std::string& name) {
  const auto [found, added] = tags_.emplace(name, static_cast<int>(class_of_tag_.size()));
  if (added) class_of_tag_.push_back(Class(name));
  return found->second;
}

std::uint32_t WordClasses::Entry(std::string_view word) const {
  const auto found = entries_.find(std::string(word));
  return found == entries_.end() ? kUnlisted : found->second;
}

int WordClasses::Tag(const std::string& name) const {
  const auto found = tags_.find(name);
  return found == tags_.end() ? kNoTag : found->second;
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
