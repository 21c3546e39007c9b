// SPDX-License-Identifier: BSD-3-Clause
#include "tests/tasks/allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> count{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++count;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* const room =
      alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole) : std::malloc(size + 1);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

}  // namespace

namespace sinew_test {

long allocations() { return count; }

}  // namespace sinew_test

// out of line, lest the compiler takes free() for the wrong partner of new
[[gnu::noinline]] void* operator new(std::size_t size) { return counted(size, 1); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return counted(size, 1); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* room) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::size_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room, std::align_val_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete(void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
[[gnu::noinline]] void operator delete[](void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
