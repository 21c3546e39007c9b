// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/allocation_count.h"

#include <atomic>
#include <cstddef>

namespace {

std::atomic<long> allocations{0};

}  // namespace

namespace sinew_test {

long allocation_count() { return allocations; }

}  // namespace sinew_test

#ifndef SINEW_SANITIZED
extern "C" {
// glibc's own, beneath the ones that programs may replace
void* __libc_malloc(std::size_t size);                           // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* room, std::size_t size);              // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* room, std::size_t size) {
  ++allocations;
  return __libc_realloc(room, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** room, std::size_t alignment, std::size_t size) {
  ++allocations;
  *room = __libc_memalign(alignment, size);
  return *room == nullptr ? 12 : 0;
}
}
#endif
