// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/joint_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"
#include "tests/tasks/task_robots.h"

namespace {

using namespace sinew_test;
using sinew::Braking;
using sinew::JointBounds;
using sinew::JointLimits;
using sinew::LimitKind;
using sinew::Model;
using sinew::MotionBounds;
using testing::AllOf;
using testing::HasSubstr;
using Numbers = std::vector<double>;

JointLimits symmetric(const Model<double>& model, double position, double velocity, double acceleration) {
  JointLimits limits = JointLimits::none(model);
  for (std::size_t i = 0; i < limits.lower.size(); ++i) {
    limits.lower[i] = -(limits.upper[i] = position);
    limits.velocity_lower[i] = -(limits.velocity_upper[i] = velocity);
    limits.acceleration_lower[i] = -(limits.acceleration_upper[i] = acceleration);
  }
  return limits;
}

TEST(TheBounds, OnAccelerationsAreThoseOfThePublishedExercise) {
  // 2023-04-19 #1: planar 3R, T = 0.1, V = (1.5, 1.5, 1), A = 10
  const Model<double> model = a_planar_arm({0.5, 0.5, 0.5});
  JointLimits limits = symmetric(model, INFINITY, 1.5, 10.0);
  limits.velocity_upper[2] = 1.0;
  limits.velocity_lower[2] = -1.0;
  JointBounds bounds(model, 0.1, limits);
  const MotionBounds& found = bounds.acceleration(Numbers{0.1, 0.2, 0.3}, Numbers{0.8, 0.0, -0.8});
  EXPECT_LT((found.bounds.lower - Eigen::Vector3d(-10, -10, -2)).norm(), 1e-14);
  EXPECT_LT((found.bounds.upper - Eigen::Vector3d(7, 10, 10)).norm(), 1e-14);
  EXPECT_EQ(found.upper_from[0], LimitKind::Velocity);
  EXPECT_EQ(found.lower_from[2], LimitKind::Velocity);
  EXPECT_EQ(found.upper_from[1], LimitKind::Acceleration);
  EXPECT_TRUE(found.can_be_kept());
}

TEST(TheBounds, OnVelocitiesAreTheLeastOfTheirThreeTerms) {
  const Model<double> model = a_planar_arm({1.0});
  JointLimits limits = symmetric(model, 1.0, 2.0, 10.0);
  const auto upper = [&](double q, double T) {
    JointBounds bounds(model, T, limits);
    const MotionBounds& found = bounds.velocity(Numbers{q});
    EXPECT_TRUE(found.can_be_kept());
    return std::pair(found.bounds.upper[0], found.upper_from[0]);
  };
  EXPECT_EQ(upper(0.0, 0.1), std::pair(2.0, LimitKind::Velocity));
  EXPECT_NEAR(upper(0.9, 0.1).first, 1.0, 1e-15);
  EXPECT_EQ(upper(0.9, 0.1).second, LimitKind::Position);
  // 13 whole samples of braking: 0.1 = T·(14·v − 10·T·13·14/2)
  EXPECT_NEAR(upper(0.9, 0.01).first, (0.1 / 0.01 + 10.0 * 0.01 * 91.0) / 14.0, 1e-13);
  EXPECT_EQ(upper(0.9, 0.01).second, LimitKind::Braking);
  EXPECT_EQ(upper(1.0, 0.01).first, 0.0);
  // mirrored
  JointBounds bounds(model, 0.01, limits);
  EXPECT_NEAR(bounds.velocity(Numbers{-0.9}).bounds.lower[0], -(0.1 / 0.01 + 10.0 * 0.01 * 91.0) / 14.0, 1e-13);
  // as published, from where the joint is now
  bounds.set_braking(Braking::FromHere);
  EXPECT_NEAR(bounds.velocity(Numbers{-0.9}).bounds.lower[0], -std::sqrt(2.0), 1e-14);
  // without an acceleration limit there is nothing to brake with or to be early for
  limits.acceleration_lower[0] = -(limits.acceleration_upper[0] = INFINITY);
  EXPECT_EQ(upper(0.9, 0.01), std::pair(2.0, LimitKind::Velocity));
}

TEST(TheBounds, OnVelocitiesAreNoFurtherFromThoseOfNowThanTheAccelerationReaches) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  JointLimits limits = symmetric(model, INFINITY, 1.0, 2.0);
  limits.acceleration_lower[1] = -5.0;
  JointBounds bounds(model, 0.1, limits);
  const MotionBounds& found = bounds.velocity(Numbers{0.0, 0.0}, Numbers{0.3, 0.9});
  EXPECT_LT((found.bounds.lower - Eigen::Vector2d(0.1, 0.4)).norm(), 1e-15);
  EXPECT_LT((found.bounds.upper - Eigen::Vector2d(0.5, 1.0)).norm(), 1e-15);
  EXPECT_EQ(found.lower_from[0], LimitKind::Acceleration);
  EXPECT_EQ(found.upper_from[1], LimitKind::Velocity);
  EXPECT_TRUE(found.can_be_kept());
  // too fast to be within the velocity limit a sample later
  const MotionBounds& clashing = bounds.velocity(Numbers{0.0, 0.0}, Numbers{-3.0, 0.0});
  ASSERT_EQ(clashing.clashes.size(), 1U);
  EXPECT_THAT(bounds.text(clashing.clashes[0]),
              AllOf(HasSubstr("joint 'joint1'"), HasSubstr("velocity limit asks for at least -1"),
                    HasSubstr("acceleration limit allows at most -2.8")));
}

TEST(TheBounds, OfLimitsThatDifferBySideUseTheOnesOfTheirSide) {
  const Model<double> model = a_planar_arm({1.0});
  JointLimits limits = symmetric(model, 1.0, 20.0, 1.0);
  limits.acceleration_lower[0] = -8.0;  // brakes before the upper limit
  limits.acceleration_upper[0] = 2.0;   // brakes before the lower one
  JointBounds bounds(model, 0.001, limits);
  bounds.set_braking(Braking::FromHere);
  EXPECT_NEAR(bounds.velocity(Numbers{0.5}).bounds.upper[0], std::sqrt(2.0 * 8.0 * 0.5), 1e-14);
  EXPECT_NEAR(bounds.velocity(Numbers{0.5}).bounds.lower[0], -std::sqrt(2.0 * 2.0 * 1.5), 1e-14);
}

TEST(TheBounds, OnAccelerationsHaveThePublishedTerms) {
  const Model<double> model = a_planar_arm({1.0});
  JointBounds bounds(model, 0.1, symmetric(model, 1.0, 2.0, 10.0));
  const auto both = [&](double q, double qd) {
    const MotionBounds& found = bounds.acceleration(Numbers{q}, Numbers{qd});
    return std::pair(found.bounds.lower[0], found.bounds.upper[0]);
  };
  bounds.set_braking(Braking::Ignored);
  EXPECT_NEAR(both(0.95, 0.6).second, 2.0 * (0.05 - 0.06) / 0.01, 1e-12);
  EXPECT_NEAR(both(-0.95, -0.6).first, -2.0 * (0.05 - 0.06) / 0.01, 1e-12);
  EXPECT_NEAR(both(0.0, 1.5).second, 5.0, 1e-12);
  bounds.set_braking(Braking::FromHere);
  EXPECT_NEAR(both(0.95, 0.95).second, std::min((1.0 - 0.95) / 0.1, 2.0 * (0.05 - 0.095) / 0.01), 1e-12);
  EXPECT_NEAR(both(0.5, 1.9).second, std::min({10.0, 1.0, 2.0 * (0.5 - 0.19) / 0.01, (std::sqrt(10.0) - 1.9) / 0.1}),
              1e-12);
  JointBounds often(model, 0.01, symmetric(model, 1.0, 2.0, 10.0));
  often.set_braking(Braking::FromHere);
  const MotionBounds& found = often.acceleration(Numbers{0.9}, Numbers{1.4});
  EXPECT_EQ(found.upper_from[0], LimitKind::Braking);
  EXPECT_NEAR(found.bounds.upper[0], (std::sqrt(2.0 * 10.0 * 0.1) - 1.4) / 0.01, 1e-11);
}

TEST(ABrakingBound, LeavesJustTheSpeedThatCanStillBeBraked) {
  const Model<double> model = a_planar_arm({1.0});
  Random random(51);
  constexpr double A = 10.0, T = 0.05;
  JointBounds bounds(model, T, symmetric(model, 1.0, INFINITY, A));
  // where a joint comes to rest that brakes with A, and in the last sample with as much as it takes to stop at its end
  const auto rest = [&](double q, double v) {
    for (; v > 0.0; v = std::max(v - A * T, 0.0)) q += 0.5 * T * (v + std::max(v - A * T, 0.0));
    return q;
  };
  int at_a_sample = 0, within_a_sample = 0;
  for (int i = 0; i < 4000; ++i) {
    const double q = random.uniform(-0.9, 1.0), g = 1.0 - q;
    const double v = random.uniform(-1.0, 1.0) * std::sqrt(2.0 * A * g);
    const MotionBounds& found = bounds.acceleration(Numbers{q}, Numbers{v});
    if (found.upper_from[0] != LimitKind::Braking) continue;
    const double a = found.bounds.upper[0], after = q + v * T + 0.5 * a * T * T, speed = v + a * T;
    if (rest(q, v) <= 1.0) {  // it can stop at a sample, and then does so right at the limit
      EXPECT_NEAR(rest(after, speed), 1.0, 1e-12);
      ++at_a_sample;
    } else {  // it was too fast for that: braking at full stops it right there, and it comes back
      EXPECT_NEAR(speed > 0.0 ? after + speed * speed / (2.0 * A) : q + v * v / (-2.0 * a), 1.0, 1e-12);
      ++within_a_sample;
    }
  }
  EXPECT_GT(at_a_sample, 200);
  EXPECT_GT(within_a_sample, 5);
}

/// A joint that is driven as wildly as its bounds allow: how often they clash, and how far beyond its limits it gets.
struct WildRide {
  int clashes = 0;
  double beyond = 0.0;
};
WildRide wild_ride(const Model<double>& model, double T, Braking braking, std::uint64_t seed) {
  const JointLimits limits = symmetric(model, 1.0, 2.0, 10.0);
  JointBounds bounds(model, T, limits);
  bounds.set_braking(braking);
  Random random(seed);
  WildRide ride;
  double q = 0.0, v = 0.0, bias = 0.0;
  for (int i = 0; i < 5000; ++i) {
    const MotionBounds& found = bounds.acceleration(Numbers{q}, Numbers{v});
    if (!found.can_be_kept()) ++ride.clashes;
    if (i % 100 == 0) bias = random.uniform(-1.0, 2.0);  // mostly to one side, for a while
    const double where = std::clamp(random.uniform(0.0, 1.0) + bias, 0.0, 1.0);
    double a = found.bounds.lower[0] + where * (found.bounds.upper[0] - found.bounds.lower[0]);
    a = std::clamp(a, -10.0, 10.0);  // the motor cannot do more
    // the furthest within the sample
    const double turn = -v / a;
    if (a != 0.0 && turn > 0.0 && turn < T) ride.beyond = std::max(ride.beyond, std::abs(q + 0.5 * v * turn) - 1.0);
    q += v * T + 0.5 * a * T * T;
    v += a * T;
    ride.beyond = std::max({ride.beyond, std::abs(q) - 1.0, std::abs(v) - 2.0});
  }
  return ride;
}

TEST(ABoundThatBrakesFromTheNextSample, CanAlwaysBeKeptOn) {
  const Model<double> model = a_planar_arm({1.0});
  for (const double T : {0.001, 0.01, 0.05, 0.1})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const WildRide ride = wild_ride(model, T, Braking::FromNextSample, seed);
      EXPECT_EQ(ride.clashes, 0) << T;
      EXPECT_LT(ride.beyond, 1e-9) << T;
    }
}

TEST(ABoundThatBrakesFromHere, ComesASampleLate) {
  const Model<double> model = a_planar_arm({1.0});
  EXPECT_GT(wild_ride(model, 0.05, Braking::FromHere, 1).clashes, 0);
  const WildRide careless = wild_ride(model, 0.05, Braking::Ignored, 1);
  EXPECT_GT(careless.clashes, 0);
  EXPECT_GT(careless.beyond, 0.01);
}

TEST(LimitsThatCannotBothBeKept, AreNamedAndNotSwapped) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  JointBounds bounds(model, 0.01, symmetric(model, 1.0, 2.0, 10.0));
  // beyond its limit by more than the fastest return of a sample
  const MotionBounds& velocity = bounds.velocity(Numbers{0.0, 1.5});
  ASSERT_EQ(velocity.clashes.size(), 1U);
  EXPECT_EQ(velocity.clashes[0].velocity, 1);
  EXPECT_EQ(velocity.clashes[0].upper_from, LimitKind::Position);
  EXPECT_EQ(velocity.clashes[0].lower_from, LimitKind::Velocity);
  EXPECT_NEAR(velocity.bounds.upper[1], -50.0, 1e-12);
  EXPECT_NEAR(velocity.bounds.lower[1], -2.0, 1e-12);
  EXPECT_EQ(bounds.text(velocity.clashes[0]),
            "joint 'joint2': its velocity limit asks for at least -2, its position limit allows at most -50");
  // too fast to brake
  const MotionBounds& acceleration = bounds.acceleration(Numbers{0.99, 0.0}, Numbers{1.9, 0.0});
  ASSERT_EQ(acceleration.clashes.size(), 1U);
  EXPECT_EQ(acceleration.clashes[0].velocity, 0);
  EXPECT_EQ(acceleration.clashes[0].upper_from, LimitKind::Braking);
  EXPECT_EQ(acceleration.clashes[0].lower_from, LimitKind::Acceleration);
  EXPECT_LT(acceleration.bounds.upper[0], acceleration.bounds.lower[0]);
  EXPECT_TRUE(bounds.acceleration(Numbers{0.5, 0.0}, Numbers{1.9, 0.0}).can_be_kept());
}

TEST(ABeyondTheLimitJoint, MayComeBack) {
  const Model<double> model = a_planar_arm({1.0});
  JointBounds bounds(model, 0.01, symmetric(model, 1.0, 2.0, INFINITY));
  const MotionBounds& found = bounds.velocity(Numbers{1.01});
  EXPECT_TRUE(found.can_be_kept());
  EXPECT_NEAR(found.bounds.upper[0], -1.0, 1e-12);
}

TEST(TheBounds, OfEveryRobotAreThoseOfItsFile) {
  const Model<double> panda = shipped_model("panda");
  JointBounds bounds(panda, 0.001);
  const MotionBounds& found = bounds.velocity(Numbers(8, 0.02));
  EXPECT_EQ(found.bounds.upper[1], 2.175);
  EXPECT_NEAR(found.bounds.lower[7], -0.2, 1e-15);
  for (const Model<double>& model : task_robots()) {
    Random random(52);
    JointBounds all(model, 0.01);
    const Numbers q = random_position(model, random), qd = random_velocity(model, random);
    EXPECT_EQ(all.velocity(q).bounds.lower.size(), model.velocity_count());
    EXPECT_EQ(all.acceleration(q, qd).bounds.upper.size(), model.velocity_count());
    if (model.floating_base()) {
      EXPECT_EQ(all.acceleration(q, qd).bounds.upper[0], INFINITY);
    }
  }
}

TEST(TheBounds, AllocateNothing) {
  const Model<double> model = a_planar_arm({1.0, 1.0, 1.0});
  JointBounds bounds(model, 0.01, symmetric(model, 1.0, 2.0, 10.0));
  const Numbers q{2.0, -2.0, 2.0}, qd{5.0, -5.0, 5.0};  // all of them clash
  const long before = allocation_count();
  EXPECT_EQ(bounds.velocity(q).clashes.size(), 3U);
  EXPECT_EQ(bounds.velocity(q, qd).clashes.size(), 3U);
  EXPECT_EQ(bounds.acceleration(q, qd).clashes.size(), 3U);
  EXPECT_EQ(allocation_count(), before);
}

TEST(LimitsThatMakeNoSense, AreRefused) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  const JointLimits sound = symmetric(model, 1.0, 2.0, 10.0);
  const auto with = [&](const std::function<void(JointLimits&)>& change) {
    JointLimits limits = sound;
    change(limits);
    return refusal([&] { JointBounds(model, 0.01, limits); });
  };
  EXPECT_THAT(with([](JointLimits& x) { x.lower[0] = 3.0; }),
              HasSubstr("position limits of joint 'joint1' are 3 to 1"));
  EXPECT_THAT(with([](JointLimits& x) { x.velocity_lower[1] = 3.0; }), HasSubstr("velocity limits of joint 'joint2'"));
  EXPECT_THAT(with([](JointLimits& x) { x.acceleration_upper[1] = std::nan(""); }), HasSubstr("is nan"));
  EXPECT_THAT(with([](JointLimits& x) { x.acceleration_lower[1] = 1.0; }), HasSubstr("could never brake"));
  EXPECT_THAT(with([](JointLimits& x) { x.lower.pop_back(); }), HasSubstr("there are 1 position limits"));
  EXPECT_THAT(refusal([&] { JointBounds(model, 0.0, sound); }), HasSubstr("sampling time is 0"));
  EXPECT_THAT(refusal([&] { JointBounds(model, -0.1, sound); }), HasSubstr("sampling time is -0.1"));
  EXPECT_THAT(refusal([&] { JointBounds(model, std::nan(""), sound); }), HasSubstr("sampling time is nan"));
  JointBounds bounds(model, 0.01, sound);
  EXPECT_THAT(refusal([&] { bounds.velocity(Numbers{0.0}); }), HasSubstr("q has 1 numbers"));
  EXPECT_THAT(refusal([&] {
                bounds.acceleration(Numbers{0.0, 0.0}, Numbers{std::nan(""), 0.0});
              }),
              HasSubstr("qd[0] is nan"));
}

}  // namespace
