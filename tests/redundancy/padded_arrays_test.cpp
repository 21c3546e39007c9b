// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/programs/padded_arrays.h"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace sinew::active_set;

template <class Kernel>
struct PaddedArrays : testing::Test {};
using Kernels = testing::Types<Kernel<2>, Kernel<4>>;
TYPED_TEST_SUITE(PaddedArrays, Kernels, );

/// Sums at every place of an array, wherever its doubles lie: clang once took each place for a multiple of 16 or 32 bytes.
TYPED_TEST(PaddedArrays, MayBeginAtAnyDouble) {
  using K = TypeParam;
  alignas(64) std::array<double, 32> a{}, b{}, untouched{};
  for (std::size_t i = 0; i < a.size(); ++i) untouched[i] = b[i] = a[i] = static_cast<double>(i + 1);
  constexpr int size = 8;
  for (int first = 0; first < 8; ++first) {
    const double* const from = a.data() + first;
    double* const to = b.data() + first + 1;
    double dot = 0.0;
    for (int i = 0; i < size; ++i) dot += from[i] * to[i];
    EXPECT_EQ(K::dot(from, to, size), dot) << first;
    K::add(2.0, from, size, to);
    for (int i = 0; i < size; ++i) EXPECT_EQ(to[i], untouched[sinew::at(first + 1 + i)] + 2.0 * from[i]) << first;
    K::copy(from, size, to);
    for (int i = 0; i < size; ++i) EXPECT_EQ(to[i], from[i]) << first;
    K::clear(size, to);
    for (int i = 0; i < size; ++i) EXPECT_EQ(to[i], 0.0) << first;
    EXPECT_EQ(to[-1], untouched[sinew::at(first)]) << first;
    EXPECT_EQ(to[size], untouched[sinew::at(first + 1 + size)]) << first;
    b = untouched;
  }
}

}  // namespace
