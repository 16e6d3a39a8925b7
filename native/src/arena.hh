// Memory of one sentence: allocated in blocks, freed all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace simplifier {

class Arena {
 public:
  // Uninitialised room for `count` values. Destructors never run.
  template <class T>
  T* Allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= kAlignment);
    const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) NewBlock(bytes);
    std::byte* place = next_;
    next_ += bytes;
    left_ -= bytes;
    return reinterpret_cast<T*>(place);
  }

  template <class T, class... Arguments>
  T* New(Arguments&&... arguments) {
    return new (Allocate<T>(1)) T{std::forward<Arguments>(arguments)...};
  }

  std::size_t bytes() const { return total_; }

 private:
  static constexpr std::size_t kAlignment = 16;
  static constexpr std::size_t kBlock = 1 << 18;

  void NewBlock(std::size_t at_least) {
    const std::size_t size = at_least > kBlock ? at_least : kBlock;
    blocks_.emplace_back(new std::byte[size + kAlignment]);
    std::size_t space = size + kAlignment;
    void* start = blocks_.back().get();
    next_ = static_cast<std::byte*>(std::align(kAlignment, size, start, space));
    left_ = size;
    total_ += size;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t total_ = 0;
};

}  // namespace simplifier
