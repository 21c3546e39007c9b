// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/scalar/pack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

namespace {

using sinew::Pack;

template <class P>
struct APack : testing::Test {};
using Packs = testing::Types<Pack<2>, Pack<4>, Pack<8>>;
TYPED_TEST_SUITE(APack, Packs);

static_assert(sinew::Scalar<Pack<2>> && sinew::Scalar<Pack<4>> && sinew::Scalar<Pack<8>>);
static_assert(!std::is_constructible_v<bool, Pack<4>::Mask> && !std::is_constructible_v<bool, Pack<4>>);
static_assert(std::is_same_v<sinew::Mixed<double, Pack<4>>, Pack<4>>);

constexpr double a_lanes[] = {1.5, -2.25, 1e-310, 1e300, 0.0, -0.0, 7.0, 1.0 / 3};
constexpr double b_lanes[] = {0.3, 4.0, 3.0, -1e10, 5.0, -2.0, 7.0, -3.0};

TYPED_TEST(APack, ComputesEachLaneAsADoubleDoes) {
  using P = TypeParam;
  const P a = P::from(a_lanes), b = P::from(b_lanes);
  for (int k = 0; k < P::lane_count; ++k) {
    const double x = a_lanes[k], y = b_lanes[k];
    EXPECT_EQ((a + b)[k], x + y);
    EXPECT_EQ((a - b)[k], x - y);
    EXPECT_EQ((a * b)[k], x * y);
    EXPECT_EQ((a / b)[k], x / y);
    EXPECT_EQ((-a)[k], -x);
    EXPECT_EQ(std::signbit((-a)[k]), std::signbit(-x));
    EXPECT_EQ(sqrt(a * a)[k], std::sqrt(x * x));
    EXPECT_EQ(exp(b)[k], std::exp(y));
    EXPECT_EQ((2.0 * a + 1.0)[k], 2.0 * x + 1.0);
  }
}

TYPED_TEST(APack, AssignsLikeANumber) {
  using P = TypeParam;
  P c = P::from(b_lanes);
  c += 2.0;
  c *= P::from(b_lanes);
  c -= 1.0;
  c /= 4.0;
  for (int k = 0; k < P::lane_count; ++k) EXPECT_EQ(c[k], ((b_lanes[k] + 2.0) * b_lanes[k] - 1.0) / 4.0);
}

TYPED_TEST(APack, IsReadAndWrittenLaneByLane) {
  using P = TypeParam;
  P a = P::from(a_lanes);
  a.set(1, 42.0);
  double out[8];
  a.to(out);
  for (int k = 0; k < P::lane_count; ++k) EXPECT_EQ(out[k], k == 1 ? 42.0 : a_lanes[k]);
  for (int k = 0; k < P::lane_count; ++k) {
    EXPECT_EQ(P{}[k], 0.0);
    EXPECT_EQ(P(2.5)[k], 2.5);
  }
}

TYPED_TEST(APack, ComparesAndSelectsLaneByLane) {
  using P = TypeParam;
  const P a = P::from(a_lanes), b = P::from(b_lanes);
  const auto less = a < b, positive = P(0.0) < b, both = less & positive;
  const P chosen = select(less, a, b);
  bool any = false;
  for (int k = 0; k < P::lane_count; ++k) {
    EXPECT_EQ(less[k], a_lanes[k] < b_lanes[k]);
    EXPECT_EQ(both[k], a_lanes[k] < b_lanes[k] && 0.0 < b_lanes[k]);
    EXPECT_EQ(chosen[k], a_lanes[k] < b_lanes[k] ? a_lanes[k] : b_lanes[k]);
    any = any || less[k];
  }
  EXPECT_EQ(less.any(), any);
  EXPECT_FALSE((P(1.0) < P(1.0)).any());
}

TYPED_TEST(APack, HasTheLargerOfTwoInEachLane) {
  using P = TypeParam;
  const P a = P::from(a_lanes), b = P::from(b_lanes), larger = max(a, b);
  for (int k = 0; k < P::lane_count; ++k) EXPECT_EQ(larger[k], a_lanes[k] > b_lanes[k] ? a_lanes[k] : b_lanes[k]);
  EXPECT_EQ(max(P(std::nan("")), P(3.0))[0], 3.0);
}

// what is not chosen may be NaN, and a comparison with NaN does not hold
TYPED_TEST(APack, SelectsPastNaN) {
  using P = TypeParam;
  const P nothing(std::nan(""));
  EXPECT_FALSE((nothing < P(1.0)).any());
  EXPECT_FALSE((P(1.0) < nothing).any());
  const P chosen = select(P(0.0) < P(1.0), P(3.0), nothing);
  for (int k = 0; k < P::lane_count; ++k) EXPECT_EQ(chosen[k], 3.0);
}

}  // namespace
