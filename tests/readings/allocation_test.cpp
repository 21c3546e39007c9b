// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/readings/every_call.h"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* const room =
      alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole) : std::malloc(size + 1);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

}  // namespace

// every allocation of this program is counted; out of line, lest the compiler takes free() for the wrong partner of new
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

namespace {

using namespace sinew_test;

TEST(TheCount, SeesAnAllocation) {
  const long before = allocations;
  std::vector<double> room(1000);
  EXPECT_GT(allocations, before) << room.size();
}

TEST(NoCall, AllocatesOnceThereIsAWorkspace) {
  for (const bool floating : {false, true})
    for (const bool local : {false, true})
      for (const auto use : {sinew::Instructions::Plain, sinew::Instructions::Avx2}) {
        const auto model = a_rich_robot(3, floating, local);
        const EveryCall every(model, use, 1);
        EXPECT_EQ(every.calls().size(), 21U);
        for (const auto& call : every.calls()) {
          const long before = allocations;
          call.run();  // the first time already
          EXPECT_EQ(allocations, before) << call.name;
        }
      }
}

}  // namespace
