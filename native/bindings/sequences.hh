// Sequences of words as Python gives them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/error.hh"

namespace simplifier {

using Sequences =
    nanobind::typed<nanobind::list, nanobind::typed<nanobind::sequence, nanobind::str>>;

// The UTF-8 text of a str, which lives as long as the str.
inline std::string_view TextOf(nanobind::handle object) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_Check(object.ptr()) ? PyUnicode_AsUTF8AndSize(object.ptr(), &size) : nullptr;
  if (data == nullptr) {
    PyErr_Clear();
    throw InputError("a token to tag is not valid text; pass str without lone surrogates");
  }
  return {data, static_cast<std::size_t>(size)};
}

// Words copied out of Python, so that work on them needs no Python object.
class WordBatch {
 public:
  struct Row {
    const std::string_view* words;
    std::size_t count;
    const std::string_view* begin() const { return words; }
    const std::string_view* end() const { return words + count; }
  };

  WordBatch() = default;
  explicit WordBatch(const Sequences& sequences) {
    for (const nanobind::handle sequence : sequences) {
      for (const nanobind::handle word : nanobind::cast<nanobind::sequence>(sequence)) AddWord(TextOf(word));
      EndSequence();
    }
    Seal();
  }

  void AddWord(std::string_view word) {
    text_.append(word);
    ends_.push_back(text_.size());
  }
  void EndSequence() { starts_.push_back(ends_.size()); }
  // To be called once, after the last word.
  void Seal() {
    views_.reserve(ends_.size());
    std::size_t start = 0;
    for (const std::size_t end : ends_) {
      views_.emplace_back(text_.data() + start, end - start);
      start = end;
    }
  }

  std::size_t Words() const { return ends_.size(); }
  std::size_t Size() const { return starts_.size() - 1; }
  Row operator[](std::size_t i) const { return {views_.data() + starts_[i], starts_[i + 1] - starts_[i]}; }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;       // of words, in text_
  std::vector<std::size_t> starts_{0};  // sequence i is words starts_[i] .. starts_[i + 1]
  std::vector<std::string_view> views_;
};

}  // namespace simplifier
