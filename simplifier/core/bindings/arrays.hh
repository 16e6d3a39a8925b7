// The numpy arrays that the core takes and returns, and the sequences of words that it takes.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings.hh"
#include "common/error.hh"

namespace simplifier {

// An array from Python: read in place if its type fits and it is contiguous, else converted.
template <class T>
using GivenArray = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using GivenMatrix = nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

// Arrays that Python gets.
template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
template <class T>
using Matrix = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

// Makes a new array; its values are not initialised.
template <class T>
Array<T> NewArray(std::size_t count) {
  T* values = new T[count];
  const nanobind::capsule owner(values, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  return {values, {count}, owner};
}

template <class T>
Matrix<T> NewMatrix(std::size_t rows, std::size_t width) {
  T* values = new T[rows * width];
  const nanobind::capsule owner(values, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  return {values, {rows, width}, owner};
}

// Hands a vector to numpy without copying it.
template <class T>
Matrix<T> ToMatrix(std::vector<T> values, std::size_t rows, std::size_t width) {
  auto* owned = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(owned, [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
  return {owned->data(), {rows, width}, owner};
}

template <class T>
Array<T> ToArray(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(owned, [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
  return {owned->data(), {owned->size()}, owner};
}

using Sequences = nanobind::typed<nanobind::list, nanobind::typed<nanobind::sequence, nanobind::str>>;

// The UTF-8 text of a str; the view is valid as long as the str lives. Throws InputError for other objects and for lone
// surrogates.
inline std::string_view TextOf(nanobind::handle object) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_Check(object.ptr()) ? PyUnicode_AsUTF8AndSize(object.ptr(), &size) : nullptr;
  if (data == nullptr) {
    PyErr_Clear();
    throw InputError("a word is not valid text; pass str without lone surrogates");
  }
  return {data, static_cast<std::size_t>(size)};
}

// Words copied out of Python, so that work on them needs neither Python objects nor the GIL.
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
  // Makes the views. Call it once, after the last word: before, the text may still move in memory.
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
  std::vector<std::size_t> ends_;       // the end of each word in text_
  std::vector<std::size_t> starts_{0};  // sequence i is words starts_[i] .. starts_[i + 1]
  std::vector<std::string_view> views_;
};

}  // namespace simplifier
