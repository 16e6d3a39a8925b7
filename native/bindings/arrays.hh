// numpy arrays as the core takes and gives them.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "bindings.hh"

namespace simplifier {

// What Python gives: read in place where it is of the type and contiguous, else converted.
template <class T>
using GivenArray = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using GivenMatrix = nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

// What Python gets.
template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;
template <class T>
using Matrix = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

// New arrays; their values are still to be set.
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

}  // namespace simplifier
