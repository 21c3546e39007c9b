// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/pace_torque.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/random.h"

namespace sinew {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Where |τ| first comes beyond the limit, by walking in small steps and halving the step in which it does.
double walked_exit(const PaceTorque& torque, double limit, double most) {
  constexpr int steps = 200'000;
  for (int i = 1; i <= steps; ++i) {
    double within = most * (i - 1) / steps, beyond = most * i / steps;
    if (std::abs(torque.at(beyond)) <= limit) continue;
    for (int k = 0; k < 80; ++k) {
      const double middle = 0.5 * (within + beyond);
      (std::abs(torque.at(middle)) <= limit ? within : beyond) = middle;
    }
    return within;
  }
  return endless;
}

TEST(PaceTorque, comes_to_either_limit_by_the_textbook_root) {
  // (τ_d − g)·x² + g = ±limit
  EXPECT_DOUBLE_EQ(first_exit({105.3164, 0.0, 34.6836}, 100.0), std::sqrt(65.3164 / 105.3164));
  EXPECT_DOUBLE_EQ(first_exit({-105.3164, 0.0, 34.6836}, 100.0), std::sqrt(134.6836 / 105.3164));
  EXPECT_EQ(first_exit({0.0, 0.0, 34.6836}, 100.0), endless);
  EXPECT_EQ(first_exit({5.0, 0.0, -101.0}, 100.0), 0.0) << "gravity alone is beyond the limit";
  EXPECT_EQ(first_exit({5.0, 1.0, 3.0}, endless), endless);
}

TEST(PaceTorque, that_only_touches_its_limit_stays_within) {
  // −(x − 2)² + 4 = 4x − x²
  EXPECT_GT(first_exit({-1.0, 4.0, 0.0}, 4.0), 4.0);
  EXPECT_DOUBLE_EQ(first_exit({-1.0, 4.0, 0.0}, 3.0), 1.0);
}

TEST(PaceTorque, leaves_its_limits_where_a_walk_in_small_steps_finds_it) {
  sinew_test::Random random(41);
  int exits = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const double limit = random.uniform(1.0, 5.0);
    FadingTorque fading[2] = {{random.uniform(-1.0, 1.0), random.uniform(-4.0, 4.0)},
                              {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}};
    PaceTorque torque{random.uniform(-4.0, 4.0), random.uniform(-6.0, 6.0), random.uniform(-0.4, 0.4) * limit, {}};
    if (trial % 3 > 0) torque.fading = std::span(fading, static_cast<std::size_t>(trial % 3));
    if (std::abs(torque.at(0.0)) > limit) continue;
    constexpr double most = 10.0;
    const double found = first_exit(torque, limit), walked = walked_exit(torque, limit, most);
    if (!std::isfinite(walked)) {
      EXPECT_GT(found, most) << trial;
      continue;
    }
    ++exits;
    EXPECT_NEAR(found, walked, 1e-12 * walked) << trial;
    EXPECT_NEAR(std::abs(torque.at(found)), limit, 1e-12 * limit) << trial;
  }
  EXPECT_GT(exits, 100);
}

TEST(PaceSet, joins_what_overlaps_and_leaves_gaps) {
  PaceSet set;
  set.add({3.0, 4.0});
  set.add({1.0, 2.0});
  set.add({1.5, 2.5});
  set.add({6.0, endless});
  ASSERT_EQ(set.intervals().size(), 3U);
  EXPECT_EQ(set.intervals()[0].to, 2.5);
  const std::vector<PaceInterval> gaps = set.gaps(5.0);
  ASSERT_EQ(gaps.size(), 3U);
  EXPECT_EQ(gaps[0].to, 1.0);
  EXPECT_EQ(gaps[1].from, 2.5);
  EXPECT_EQ(gaps[2].from, 4.0);
  EXPECT_EQ(gaps[2].to, 5.0);
  set.add({0.0, 10.0});
  EXPECT_EQ(set.intervals().size(), 1U);
  EXPECT_TRUE(set.gaps(5.0).empty());
}

TEST(PaceSet, of_a_torque_holds_every_pace_beyond_its_limit) {
  sinew_test::Random random(42);
  for (int trial = 0; trial < 200; ++trial) {
    const double limit = random.uniform(1.0, 5.0);
    const FadingTorque fading[1] = {{random.uniform(-1.0, 1.0), random.uniform(-4.0, 4.0)}};
    PaceTorque torque{random.uniform(-4.0, 4.0), random.uniform(-9.0, 9.0), random.uniform(-1.5, 1.5) * limit, {}};
    if (trial % 2 > 0) torque.fading = fading;
    PaceSet set;
    constexpr double most = 6.0;
    add_paces_beyond(torque, limit, most, set);
    for (int i = 1; i < 2000; ++i) {
      const double x = most * i / 2000;
      bool is_in = false;
      for (const PaceInterval& one : set.intervals()) is_in = is_in || (one.from <= x && x <= one.to);
      const double excess = std::abs(torque.at(x)) - limit;
      if (std::abs(excess) < 0.1) continue;  // what fades is told to 1e-4 of the pace
      EXPECT_EQ(is_in, excess > 0.0) << trial << " at " << x;
    }
  }
}

}  // namespace
}  // namespace sinew
