// The C++ allocator with a counter, loaded before the C++ library (LD_PRELOAD): the n-th allocation fails, and those
// that nobody has freed are counted. lab/robustness/faults/memory.py reads and sets the variables.
#include <atomic>
#include <cstdlib>
#include <new>

extern "C" {
std::atomic<long> allocations_armed{0};  // count and fail
std::atomic<long> allocations_at{0};     // number of the one that fails, from 1; 0: none
std::atomic<long> allocations_seen{0};
std::atomic<long> allocations_live{0};
}

namespace {

void* Take(std::size_t size, std::size_t alignment) noexcept {
  if (allocations_armed.load(std::memory_order_relaxed) && ++allocations_seen == allocations_at) return nullptr;
  void* memory = alignment ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                           : std::malloc(size ? size : 1);
  if (memory) ++allocations_live;
  return memory;
}

void* TakeOrThrow(std::size_t size, std::size_t alignment) {
  void* memory = Take(size, alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void Give(void* memory) noexcept {
  if (memory) --allocations_live;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return TakeOrThrow(size, 0); }
void* operator new[](std::size_t size) { return TakeOrThrow(size, 0); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return Take(size, 0); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return Take(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) { return TakeOrThrow(size, std::size_t(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return TakeOrThrow(size, std::size_t(alignment)); }
void operator delete(void* memory) noexcept { Give(memory); }
void operator delete[](void* memory) noexcept { Give(memory); }
void operator delete(void* memory, std::size_t) noexcept { Give(memory); }
void operator delete[](void* memory, std::size_t) noexcept { Give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Give(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { Give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { Give(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { Give(memory); }
