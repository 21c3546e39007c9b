// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/retime/instant_scaling.h"
#include "sinew/motion/retime/single_link.h"
#include "sinew/motion/retime/time_scaling.h"
#include "tests/motion/retime_samples.h"
#include "tests/support/allocation_count.h"

namespace sinew {
namespace {

using Eigen::VectorXd;
using sinew_test::Random;
using sinew_test::Rubbing;

VectorXd list(std::initializer_list<double> numbers) {
  VectorXd x(static_cast<Eigen::Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), x.begin());
  return x;
}

/// The torque of a joint at one time, as `torque` computes it.
double torque_at(const Model<double>& model, const Trajectory& motion, double t, Eigen::Index joint) {
  Workspace work(model);
  MotionSample at = motion.sample();
  VectorXd tau(model.velocity_count());
  motion.at(t, at);
  numbers::torque(model, in(at.q), in(at.qd), in(at.qdd), work, out(tau));
  return tau[joint];
}

/// Published exercise 2020-07-15 #4.
TEST(InstantScaling, gives_the_published_factors) {
  const InstantTorques torques{list({140.0, 25.0}), list({34.6836, 12.2625})};
  const VectorXd k = instant_factors(torques, list({100.0, 20.0}));
  EXPECT_NEAR(k[0], 1.2698, 5e-5);
  EXPECT_NEAR(k[1], 1.2830, 5e-5);
  EXPECT_NEAR(3.0 * k.maxCoeff(), 3.8491, 5e-5);
  EXPECT_NEAR(scaled_torque(torques, k[1])[1], 20.0, 1e-12);
}

TEST(InstantScaling, takes_the_limit_that_the_motion_goes_towards) {
  Random random(50);
  for (int trial = 0; trial < 1000; ++trial) {
    const InstantTorques torques{list({random.uniform(-50, 50)}), list({random.uniform(-9, 9)})};
    const VectorXd limit = list({10.0});
    const double k = instant_factors(torques, limit)[0];
    EXPECT_NEAR(scaled_torque(torques, k)[0], torques.peak[0] > torques.gravity[0] ? 10.0 : -10.0, 1e-12);
    for (const double slower : {1.001, 2.0, 100.0}) EXPECT_LT(std::abs(scaled_torque(torques, slower * k)[0]), 10.0);
  }
}

TEST(InstantScaling, refuses_what_no_factor_cures) {
  const auto refusal = [](const InstantTorques& torques, const VectorXd& limit) -> std::string {
    try {
      instant_factors(torques, limit);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(refusal({list({50, 50}), list({3, -11})}, list({10, 10})).find("gravity takes -11 of joint 2"),
            std::string::npos);
  EXPECT_NE(refusal({list({50}), list({3})}, list({0})).find("limit of joint 1 is 0"), std::string::npos);
  EXPECT_NE(refusal({list({50, 1}), list({3})}, list({10, 10})), "");
  EXPECT_NE(refusal({list({50, 1}), list({3, 1})}, list({10})), "");
}

class Scaled : public testing::TestWithParam<Rubbing> {};

TEST_P(Scaled, motion_comes_to_its_limits_and_never_beyond) {
  Random random(51 + static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 24; ++trial) {
    SCOPED_TRACE(trial);
    const int joints = 2 + trial % 6;
    const Model<double> model = sinew_test::a_random_chain(random, joints, GetParam());
    const Trajectory motion = sinew_test::a_random_motion(random, joints);
    PaceLimits limits = sinew_test::holding_limits(random, model, motion);
    if (trial % 4 == 0) limits.velocity.setConstant(random.uniform(0.5, 2.0));
    const TimeScaling found = PacedMotion(model, motion).least_scaling(limits);
    const double k = found.bound.k;
    const Trajectory scaled = motion.stretched_to(k * motion.duration());
    EXPECT_LE(sinew_test::largest_share(model, scaled, limits, 20'000), 1.0 + 1e-9);
    // a millionth faster is too fast; slower fits
    const double fast = (1.0 - 1e-6) * k, T = fast * motion.duration(), there = fast * found.bound.t;
    const std::vector<double> beside{there, std::max(0.0, there - 1e-9 * T), std::min(T, there + 1e-9 * T)};
    EXPECT_GT(sinew_test::largest_share(model, motion.stretched_to(T), limits, 10'000, beside), 1.0);
    for (const double slower : {1.001, 1.1, 2.0, 10.0})
      EXPECT_LE(sinew_test::largest_share(model, motion.stretched_to(slower * k * motion.duration()), limits, 2'000),
                1.0);
    if (found.bound.limit == PaceLimit::Torque) {
      MotionSample at = scaled.sample();
      scaled.at(k * found.bound.t, at);
      const double limit = limits.torque[found.bound.joint];
      EXPECT_NEAR(std::abs(found.bound.value), limit, 1e-9 * limit);
      if (at.qd.cwiseAbs().minCoeff() > 1e-6 || GetParam() == Rubbing::None) {
        // beside a knot the torque jumps within a few units in the last place
        double nearest = limit;
        for (const double aside : {0.0, 1e-13, -1e-13})
          nearest = std::min(
              nearest,
              std::abs(std::abs(torque_at(model, scaled, k * (found.bound.t + aside), found.bound.joint)) - limit));
        EXPECT_LT(nearest, 1e-9 * limit);
      }
    }
    EXPECT_EQ(found.k_by_formula.has_value(), GetParam() != Rubbing::None);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryFriction, Scaled, testing::Values(Rubbing::None, Rubbing::Viscous, Rubbing::Everything));

/// At the end of a bang-bang motion the arm still brakes, and stands: dry friction no longer helps. π·x² + 10·sin(π/4) = 12.
TEST(TimeScaling, counts_no_dry_friction_at_the_instant_of_rest) {
  Model<double>::Parts parts = single_link(1.0, 10.0).parts();
  Friction<double>& friction = parts.links.front().friction;
  friction.coulomb_plus = friction.coulomb_minus = friction.static_plus = friction.static_minus = 4.0;
  const Model<double> link(std::move(parts));
  const double pi = std::numbers::pi;
  const Trajectory motion(line_path(list({pi / 2}), list({pi / 4})), profile_clock(Profile::BangBang, 1.0));
  PaceLimits limits = PaceLimits::none(1);
  limits.torque[0] = 12.0;
  PacedMotion paced(link, motion);
  const ScalingBound bound = paced.least_scaling(limits).bound;
  EXPECT_NEAR(bound.k, std::sqrt(pi / (12.0 - 10.0 * std::sin(pi / 4))), 1e-12);
  EXPECT_NEAR(bound.t, 1.0, 1e-12);
  EXPECT_NEAR(paced.demand(bound.k).torque.front().value, 12.0, 1e-12);
}

TEST(TimeScaling, of_a_stretched_motion_is_smaller_by_the_stretch) {
  Random random(55);
  for (const Rubbing rubbing : {Rubbing::None, Rubbing::Everything})
    for (int trial = 0; trial < 12; ++trial) {
      const int joints = 2 + trial % 6;
      const Model<double> model = sinew_test::a_random_chain(random, joints, rubbing);
      const Trajectory motion = sinew_test::a_random_motion(random, joints);
      const PaceLimits limits = sinew_test::holding_limits(random, model, motion);
      const double k = PacedMotion(model, motion).least_scaling(limits).bound.k, c = random.uniform(0.2, 5.0);
      const Trajectory stretched = motion.stretched_to(c * motion.duration());
      EXPECT_NEAR(PacedMotion(model, stretched).least_scaling(limits).bound.k, k / c, 1e-9 * k / c);
    }
}

TEST(TimeScaling, without_gravity_and_friction_is_the_root_of_the_largest_share) {
  Random random(56);
  for (int trial = 0; trial < 24; ++trial) {
    const int joints = 2 + trial % 6;
    const Model<double> model = sinew_test::weightless(sinew_test::a_random_chain(random, joints, Rubbing::None));
    const Trajectory motion = sinew_test::a_random_motion(random, joints);
    PaceLimits limits = PaceLimits::none(joints);
    for (double& limit : limits.torque) limit = random.uniform(0.5, 20.0);
    const double share = sinew_test::largest_share(model, motion, limits, 40'000);
    EXPECT_NEAR(PacedMotion(model, motion).least_scaling(limits).bound.k, std::sqrt(share), 1e-6 * std::sqrt(share));
  }
}

TEST(TimeScaling, keeps_velocities_accelerations_and_jerks_by_their_own_powers) {
  const Model<double> link = single_link(1.5, 0.0);
  const Trajectory motion(line_path(list({0.0}), list({2.0})), profile_clock(Profile::Quintic, 1.0));
  const auto factor = [&](PaceLimit kind, double limit) {
    PaceLimits limits = PaceLimits::none(1);
    limits[kind][0] = limit;
    return PacedMotion(link, motion).least_scaling(limits).bound;
  };
  EXPECT_NEAR(factor(PaceLimit::Velocity, 1.0).k, 2.0 * 1.875, 1e-12);
  EXPECT_NEAR(factor(PaceLimit::Velocity, 1.0).t, 0.5, 1e-6);
  EXPECT_NEAR(factor(PaceLimit::Acceleration, 1.0).k, std::sqrt(20.0 / std::sqrt(3.0)), 1e-12);
  EXPECT_NEAR(factor(PaceLimit::Jerk, 1.0).k, std::cbrt(120.0), 1e-10);
  EXPECT_NEAR(factor(PaceLimit::Torque, 1.0).k, std::sqrt(1.5 * 20.0 / std::sqrt(3.0)), 1e-12);
}

TEST(TimeScaling, speeds_up_a_motion_that_is_slower_than_it_need_be) {
  const Model<double> link = single_link(1.5, 14.715);
  const Trajectory motion(line_path(list({0.0}), list({3.0})), profile_clock(Profile::Cubic, 10.0));
  PaceLimits limits = PaceLimits::none(1);
  limits.torque[0] = 20.0;
  const TimeScaling found = PacedMotion(link, motion).least_scaling(limits);
  EXPECT_LT(found.bound.k, 0.2);
  EXPECT_LE(sinew_test::largest_share(link, motion.stretched_to(10.0 * found.bound.k), limits, 20'000), 1.0 + 1e-9);
}

TEST(TimeScaling, tells_the_joint_the_pose_and_the_instant_where_gravity_is_too_strong) {
  const Model<double> link = single_link(1.5, 14.715);
  const Trajectory motion(line_path(list({0.0}), list({3.0})), profile_clock(Profile::Cubic, 2.0));
  PaceLimits limits = PaceLimits::none(1);
  limits.torque[0] = 12.0;
  try {
    PacedMotion(link, motion).least_scaling(limits);
    FAIL();
  } catch (const InputError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("joint 'joint' cannot hold against gravity at t = 1.03"), std::string::npos) << what;
    EXPECT_NE(what.find("q = (1.5708)"), std::string::npos) << what;
    EXPECT_NE(what.find("14.715, and its limit is 12"), std::string::npos) << what;
  }
}

TEST(TimeScaling, without_a_limit_that_speed_has_to_do_with_is_refused) {
  const Model<double> link = single_link(1.5, 14.715);
  const Trajectory motion(line_path(list({0.0}), list({3.0})), profile_clock(Profile::Cubic, 2.0));
  EXPECT_THROW(PacedMotion(link, motion).least_scaling(PaceLimits::none(1)), InputError);
  PaceLimits limits = PaceLimits::none(1);
  limits.torque[0] = 0.0;
  EXPECT_THROW(PacedMotion(link, motion).least_scaling(limits), InputError);
  EXPECT_THROW(PacedMotion(link, motion).least_scaling(PaceLimits::none(2)), InputError);
}

TEST(MotionDemand, is_the_limit_at_the_factor_that_just_fits) {
  Random random(57);
  for (int trial = 0; trial < 12; ++trial) {
    const Model<double> model = sinew_test::a_random_chain(random, 3, trial % 2 ? Rubbing::Everything : Rubbing::None);
    const Trajectory motion = sinew_test::a_random_motion(random, 3);
    const PaceLimits limits = sinew_test::holding_limits(random, model, motion);
    PacedMotion paced(model, motion);
    const ScalingBound bound = paced.least_scaling(limits).bound;
    const MotionDemand demand = paced.demand(bound.k);
    const double limit = limits.torque[bound.joint];
    EXPECT_NEAR(std::abs(demand.torque[static_cast<std::size_t>(bound.joint)].value), limit, 1e-9 * limit);
  }
}

TEST(PacedLoad, looks_at_an_instant_without_allocating) {
  Random random(58);
  const Model<double> model = sinew_test::a_random_chain(random, 7, Rubbing::Everything);
  const Trajectory motion = sinew_test::a_random_motion(random, 7);
  PacedLoad load(model);
  MotionSample at = motion.sample();
  const std::vector<int> senses(7, 1);
  double sum = 0.0;
  const long before = sinew_test::allocation_count();
  for (int i = 0; i < 100; ++i) {
    motion.at(motion.duration() * i / 100, at);
    load.at(at, senses);
    for (Eigen::Index j = 0; j < 7; ++j) sum += std::min(1.0, first_exit(load.of(j), 1e3));
  }
  EXPECT_EQ(sinew_test::allocation_count(), before);
  EXPECT_GT(sum, 0.0);
}

/// Springs of elastic joints stay as they are when a motion is slowed down, and their dampers are slowed down.
TEST(PacedLoad, is_the_torque_of_elastic_joints_at_every_pace) {
  Random random(59);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto robot = sinew_test::a_random_tree(seed, 6, false);
    sinew_test::add_transmissions(robot, seed);
    const Model<double> model = build_model(robot);
    const Trajectory motion = sinew_test::a_random_motion(random, model.velocity_count());
    MotionSample at = motion.sample();
    motion.at(0.4 * motion.duration(), at);
    std::vector<int> senses;
    for (const double rate : at.qd) senses.push_back(rate > 0.0 ? 1 : -1);
    PacedLoad load(model);
    load.at(at, senses);
    Workspace work(model);
    VectorXd tau(model.velocity_count());
    for (const double pace : {1.0, 0.5, 0.1}) {
      const VectorXd qd = pace * at.qd, qdd = pace * pace * at.qdd;
      numbers::torque(model, in(at.q), in(qd), in(qdd), work, out(tau));
      for (Eigen::Index j = 0; j < tau.size(); ++j)
        EXPECT_NEAR(load.of(j).at(pace), tau[j], 1e-12 * (1.0 + tau.norm())) << seed << ", joint " << j;
    }
  }
}

}  // namespace
}  // namespace sinew
