// Word classes, which a class language model reads in place of words.
//
// A closed-class word stands for itself. Any other word stands for a class of its part of speech, which the tag in the
// sentence chooses among the word's readings. The file is UTF-8 text with one word per line and tabs between the
// fields:
//   the <TAB> the                                        a closed-class word
//   run <TAB> VB~3 <TAB> 812 <TAB> NN~2 <TAB> 400        readings, most frequent first: class, count
// The tag of a class is the part of its name before `~`. A word that is not listed, or is listed without the tag that
// it has in the sentence, stands for the class that has the tag for a name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/interner.hh"
#include "language_model/language_model.hh"

namespace simplifier {

class WordClasses {
 public:
  static constexpr std::uint32_t kUnlisted = 0;  // the entry of words that the file does not list
  static constexpr int kNoTag = -1;

  struct Reading {
    int tag;  // kNoTag: fits any tag
    std::uint32_t word_class;
    float log_share;  // ln P(tag | word)
  };

  // Throws InputError naming the file, and the line where one is malformed.
  static std::unique_ptr<WordClasses> Load(const std::string& path);

  // The entry of a word, or kUnlisted. Its readings are those from begin to end, the most frequent first.
  std::uint32_t Entry(std::string_view word) const;
  const Reading* begin(std::uint32_t entry) const { return readings_.data() + starts_[entry]; }
  const Reading* end(std::uint32_t entry) const { return readings_.data() + starts_[entry + 1]; }
  std::size_t size() const { return starts_.size() - 2; }

  int Tag(std::string_view name) const;  // the number of a tag; kNoTag if no class has it
  const std::vector<std::string>& classes() const { return classes_; }
  std::uint32_t ClassOfTag(int tag) const { return class_of_tag_[static_cast<std::size_t>(tag)]; }

 private:
  std::uint32_t Class(std::string_view name);
  int AddTag(std::string_view name);
  void AddLine(const std::vector<std::string_view>& fields);

  Interner words_;  // the entry of word i is i + 1
  Interner class_numbers_, tags_;
  std::vector<std::uint32_t> starts_;  // entry -> its first reading
  std::vector<Reading> readings_;
  std::vector<std::string> classes_;
  std::vector<std::uint32_t> class_of_tag_;
};

// Word classes in the numbering of one language model. Without classes it stands for a language model of words.
class ClassView {
 public:
  ClassView() = default;
  ClassView(std::shared_ptr<const WordClasses> classes, const LanguageModel& model, std::size_t slot);

  bool has_classes() const { return classes_ != nullptr; }
  const WordClasses& classes() const { return *classes_; }
  std::size_t slot() const { return slot_; }  // number of the model among those that read classes
  WordIndex Index(const WordClasses::Reading& reading) const { return indices_[reading.word_class]; }
  // The model's word for an entry under a tag. For kNoTag it is that of the most frequent reading, and 0 without
  // readings.
  WordIndex Word(std::uint32_t entry, int tag) const;

 private:
  std::shared_ptr<const WordClasses> classes_;
  std::size_t slot_ = 0;
  std::vector<WordIndex> indices_;  // by class
};

}  // namespace simplifier
