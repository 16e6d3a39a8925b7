// Memory for one sentence: allocated in blocks and freed all at once. The first blocks serve the next sentence again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace simplifier {

class Arena {
 public:
  // Returns uninitialised room for `count` values. Destructors never run.
  template <class T>
  T* Allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= kAlignment);
    const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) NewBlock(bytes);
    std::byte* place = next_;
    next_ += bytes;
    left_ -= bytes;
    used_ += bytes;
    return reinterpret_cast<T*>(place);
  }

  template <class T, class... Arguments>
  T* New(Arguments&&... arguments) {
    return new (Allocate<T>(1)) T{std::forward<Arguments>(arguments)...};
  }

  // Bytes handed out since the last Reset, alignment included.
  std::size_t bytes() const { return used_; }

  // Forgets everything. Blocks beyond the first few, and blocks of more than the usual size, go back to the system, so
  // that one long sentence does not hold memory for ever. The others are kept, because fresh memory costs a page fault
  // every 4 kB.
  void Reset() {
    const auto large = [](const Block& block) { return block.size > kBlock; };
    blocks_.erase(std::remove_if(blocks_.begin(), blocks_.end(), large), blocks_.end());
    if (blocks_.size() > kKeptBlocks) blocks_.resize(kKeptBlocks);
    current_ = 0;
    next_ = nullptr;
    left_ = used_ = 0;
  }

 private:
  static constexpr std::size_t kAlignment = 16;
  static constexpr std::size_t kBlock = 1 << 18;
  static constexpr std::size_t kKeptBlocks = 16;

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void NewBlock(std::size_t at_least) {
    while (current_ < blocks_.size() && blocks_[current_].size < at_least) ++current_;
    if (current_ == blocks_.size()) {
      const std::size_t size = at_least > kBlock ? at_least : kBlock;
      blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size + kAlignment]), size});
    }
    const Block& block = blocks_[current_++];
    std::size_t space = block.size + kAlignment;
    void* start = block.bytes.get();
    next_ = static_cast<std::byte*>(std::align(kAlignment, block.size, start, space));
    left_ = block.size;
  }

  std::vector<Block> blocks_;
  std::size_t current_ = 0;  // the first block not yet in use
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
};

// A growing list in an arena, for plain data only. Room that it has outgrown stays taken until the arena is reset.
template <class T>
class ArenaList {
 public:
  void PushBack(const T& value, Arena* arena) {
    if (size_ == capacity_) {
      capacity_ = capacity_ ? 2 * capacity_ : 4;
      T* larger = arena->Allocate<T>(capacity_);
      std::copy(data_, data_ + size_, larger);
      data_ = larger;
    }
    data_[size_++] = value;
  }
  void PopBack() { --size_; }

  void Clear() { *this = {}; }

  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T& front() const { return data_[0]; }
  T& back() const { return data_[size_ - 1]; }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace simplifier
