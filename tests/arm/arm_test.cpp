// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/arm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using sinew::Arm;
using sinew::Axes;
using sinew::InputError;
using testing::HasSubstr;

Arm arm(const std::string& name) { return sinew::load(SINEW_SOURCE_DIR "/robots/" + name + ".yaml"); }

/// A state of n numbers, the same every time.
VectorXd some(int n, double size, int which) {
  VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = size * std::sin(1.3 * i + 0.7 * which + 0.2);
  return x;
}

struct State {
  VectorXd q, qd, qdd;
  explicit State(const Arm& arm)
      : q(some(arm.position_count(), 0.9, 1)),
        qd(some(arm.velocity_count(), 0.8, 2)),
        qdd(some(arm.velocity_count(), 1.1, 3)) {}
};

TEST(AnArm, AnswersTheFirstQuestionOfTheReadme) {
  const Arm two_link = arm("two_link_2r");
  const double deg = std::acos(-1.0) / 180.0;
  const VectorXd tau =
      two_link.torque(Eigen::Vector2d(20 * deg, 40 * deg), Eigen::Vector2d(0.2, 0.15), Eigen::Vector2d(0.1, 0.085));
  EXPECT_NEAR(tau[0], 318.1937, 5e-5);
  EXPECT_NEAR(tau[1], 38.6735, 5e-5);
}

TEST(AnArm, AcceleratesAsItsTorquesSay) {
  for (const char* name : {"puma560", "ur5", "panda", "iiwa14", "stanford", "spatial_rpr"}) {
    const Arm robot = arm(name);
    const State s(robot);
    EXPECT_LT((robot.acceleration(s.q, s.qd, robot.torque(s.q, s.qd, s.qdd)) - s.qdd).norm(), 1e-9) << name;
  }
}

TEST(TheTerms, OfAnArmAddUpToItsTorque) {
  for (const char* name : {"puma560", "panda", "rp"}) {
    const Arm robot = arm(name);
    const State s(robot);
    const VectorXd sum = robot.mass_matrix(s.q) * s.qdd + robot.coriolis_torque(s.q, s.qd) + robot.gravity_torque(s.q) +
                         robot.friction_torque(s.q, s.qd) + robot.spring_torque(s.q);
    const VectorXd tau = robot.torque(s.q, s.qd, s.qdd);
    EXPECT_LT((sum - tau).norm(), 1e-12 * tau.norm()) << name;
    EXPECT_LT((robot.coriolis_matrix(s.q, s.qd) * s.qd - robot.coriolis_torque(s.q, s.qd)).norm(), 1e-12 * tau.norm());
    // Craig's configuration-space form
    const int n = robot.velocity_count();
    VectorXd products(n * (n - 1) / 2);
    Eigen::Index k = 0;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) products[k++] = s.qd[i] * s.qd[j];
    EXPECT_LT((robot.coriolis_coefficients(s.q) * products + robot.centrifugal_coefficients(s.q) * s.qd.cwiseAbs2() -
               robot.coriolis_torque(s.q, s.qd))
                  .norm(),
              1e-12 * tau.norm());
    // and the split of the trace is the same split
    const sinew::Trace trace = robot.trace(s.q, s.qd, s.qdd);
    for (int i = 0; i < n; ++i) {
      const auto& part = trace.torques[static_cast<std::size_t>(i)];
      EXPECT_NEAR(
          part.inertial + part.coriolis + part.centrifugal + part.gravity + part.friction + part.spring + part.external,
          tau[i], 1e-11)
          << name;
      EXPECT_NEAR(part.centrifugal, (robot.centrifugal_coefficients(s.q) * s.qd.cwiseAbs2())[i], 1e-12);
      EXPECT_NEAR(trace.tau[i], tau[i], 1e-12);
    }
  }
}

TEST(AJacobian, IsTheDerivativeOfThePose) {
  const Arm robot = arm("panda");
  const State s(robot);
  const Vector3d point(0.1, -0.2, 0.05);
  const std::string frame = robot.model().frames().back().name;
  const MatrixXd J = robot.jacobian(s.q, frame, Axes::Base, point);
  const double h = 1e-6;
  for (int k = 0; k < robot.velocity_count(); ++k) {
    VectorXd a = s.q, b = s.q;
    a[k] += h;
    b[k] -= h;
    const auto at = [&](const VectorXd& q) {
      const auto p = robot.pose(q, frame) * sinew::Vec3<double>{point.x(), point.y(), point.z()};
      return Vector3d(p.x, p.y, p.z);
    };
    EXPECT_LT(((at(a) - at(b)) / (2 * h) - J.col(k).tail<3>()).norm(), 1e-9);
  }
}

TEST(AJacobian, InItsOwnAxesIsTurned) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const auto R = robot.pose(s.q, "tool0").R;
  MatrixXd turn = MatrixXd::Zero(6, 6);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) turn(i, j) = turn(i + 3, j + 3) = R(j, i);
  EXPECT_LT((robot.jacobian(s.q, "tool0", Axes::Own) - turn * robot.jacobian(s.q, "tool0")).norm(), 1e-14);
}

TEST(TheRateOfAJacobian, IsItsDerivativeInEitherAxes) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const double h = 1e-6;
  for (const Axes axes : {Axes::Base, Axes::Own}) {
    const MatrixXd difference =
        (robot.jacobian(s.q + h * s.qd, "tool0", axes) - robot.jacobian(s.q - h * s.qd, "tool0", axes)) / (2 * h);
    EXPECT_LT((difference - robot.jacobian_rate(s.q, s.qd, "tool0", axes)).norm(), 1e-8);
  }
}

TEST(AnAnalyticJacobian, GivesTheRatesOfTheAngles) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const double h = 1e-6;
  const auto rpy = [&](double t) {
    const auto a = sinew::roll_pitch_yaw(robot.pose(s.q + t * s.qd, "tool0").R);
    return Vector3d(a.roll, a.pitch, a.yaw);
  };
  const Vector3d rates = (rpy(h) - rpy(-h)) / (2 * h);
  EXPECT_LT((robot.analytic_jacobian(s.q, "tool0").topRows(3) * s.qd - rates).norm(), 1e-8);
  const auto zyz = [&](double t) {
    const auto R = robot.pose(s.q + t * s.qd, "tool0").R;
    return Vector3d(std::atan2(R(1, 2), R(0, 2)), std::atan2(std::hypot(R(0, 2), R(1, 2)), R(2, 2)),
                    std::atan2(R(2, 1), -R(2, 0)));
  };
  const Vector3d zyz_rates = (zyz(h) - zyz(-h)) / (2 * h);
  EXPECT_LT((robot.analytic_jacobian(s.q, "tool0", sinew::EulerAngles::Zyz).topRows(3) * s.qd - zyz_rates).norm(),
            1e-7);
}

TEST(AFramesMotion, IsThatOfTheJacobianAndItsRate) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const auto motion = robot.motion(s.q, s.qd, s.qdd, "tool0");
  const double h = 1e-5;
  const auto velocity = [&](double t) {
    const VectorXd q = s.q + t * s.qd + 0.5 * t * t * s.qdd, qd = s.qd + t * s.qdd;
    return Vector3d(robot.jacobian(q, "tool0").bottomRows(3) * qd);
  };
  EXPECT_LT((motion.velocity - velocity(0)).norm(), 1e-14);
  EXPECT_LT((motion.acceleration - (velocity(h) - velocity(-h)) / (2 * h)).norm(), 1e-8);
}

TEST(AWrench, TakesTheTorqueOfItsJacobian) {
  const Arm robot = arm("puma560");
  const State s(robot);
  sinew::Wrench wrench;
  wrench.link = robot.model().link(4).name;
  wrench.point = {0.1, 0.2, -0.1};
  wrench.force = {3, -2, 5};
  wrench.moment = {0.4, -0.7, 0.2};
  const VectorXd none = robot.torque(s.q, s.qd, s.qdd);
  const auto check = [&](const Eigen::Vector3d& force, const Eigen::Vector3d& moment, const std::string& what) {
    const MatrixXd J = robot.jacobian(s.q, wrench.link, Axes::Base, Vector3d(0.1, 0.2, -0.1));
    VectorXd both(6);
    both << moment, force;
    EXPECT_LT((robot.torque(s.q, s.qd, s.qdd, {wrench}) - (none - J.transpose() * both)).norm(), 1e-12) << what;
  };
  check(wrench.force, wrench.moment, "in base axes");
  const auto X = robot.pose(s.q, wrench.link);
  Eigen::Matrix3d R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = X.R(i, j);
  wrench.axes = wrench.link;
  check(R * wrench.force, R * wrench.moment, "in its own axes");
  wrench.axes = "base";
  const auto p = X * sinew::Vec3<double>{0.1, 0.2, -0.1};
  wrench.point = {p.x, p.y, p.z};
  wrench.point_in_base = true;
  check(wrench.force, wrench.moment, "at a point of the base frame");
}

TEST(ThePowerBalance, Closes) {
  for (const char* name : {"puma560", "panda", "stanford"}) {
    const Arm robot = arm(name);
    const State s(robot);
    sinew::Wrench wrench;
    wrench.link = robot.model().link(2).name;
    wrench.force = {1, 2, 3};
    const auto balance = robot.power_balance(s.q, s.qd, s.qdd, {wrench});
    EXPECT_NEAR(balance.residual(), 0.0, 1e-11) << name;
    EXPECT_NE(balance.external, 0.0);
    // and the rates are the rates of the energies
    const double h = 1e-5;
    const auto energy = [&](double t) {
      return robot.energy(s.q + t * s.qd + 0.5 * t * t * s.qdd, s.qd + t * s.qdd).total;
    };
    EXPECT_NEAR((energy(h).kinetic - energy(-h).kinetic) / (2 * h), balance.kinetic_rate, 1e-7) << name;
    EXPECT_NEAR((energy(h).potential + energy(h).springs - energy(-h).potential - energy(-h).springs) / (2 * h),
                balance.potential_rate, 1e-7)
        << name;
  }
}

TEST(TheEnergy, OfEachLinkAddsUp) {
  const Arm robot = arm("puma560");
  const State s(robot);
  const auto energy = robot.energy(s.q, s.qd);
  double kinetic = energy.total.rotors, potential = 0.0;
  for (const auto& link : energy.links) {
    kinetic += link.translation + link.rotation;
    potential += link.potential;
    EXPECT_GE(link.translation, 0.0);
    EXPECT_GE(link.rotation, -1e-15);
  }
  EXPECT_NEAR(kinetic, energy.total.kinetic, 1e-13);
  EXPECT_NEAR(potential, energy.total.potential, 1e-13);
  EXPECT_NEAR(energy.total.kinetic, 0.5 * s.qd.dot(robot.mass_matrix(s.q) * s.qd), 1e-13);
}

TEST(TheMomentum, OfTheWholeIsMassTimesTheVelocityOfItsCentre) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const auto now = robot.centroid(s.q, s.qd);
  const double h = 1e-6;
  const auto later = robot.centroid(s.q + h * s.qd, s.qd), before = robot.centroid(s.q - h * s.qd, s.qd);
  EXPECT_NEAR(now.velocity.x, (later.com.x - before.com.x) / (2 * h), 1e-9);
  EXPECT_NEAR(now.momentum.f.y, now.mass * (later.com.y - before.com.y) / (2 * h), 1e-8);
}

TEST(Statics, OfARobotInWeightlessnessWithNothingPushingIsEquilibrium) {
  const Arm robot = arm("puma560").without({.gravity = true});
  const State s(robot);
  EXPECT_TRUE(robot.statics(s.q, {}).in_equilibrium);
  sinew::Wrench push;
  push.link = robot.model().link(5).name;
  push.force = {0, 0, -10};
  const auto pushed = robot.statics(s.q, {push});
  EXPECT_FALSE(pushed.in_equilibrium);
  EXPECT_LT((pushed.tau - pushed.from_wrenches).norm(), 1e-13);
  // the base holds against all of it: the first joint's reaction is the opposite force
  const auto& reaction = pushed.reactions.front();
  EXPECT_NEAR(std::hypot(reaction.f.x, reaction.f.y, reaction.f.z), 10.0, 1e-12);
}

TEST(Statics, OfAnArmThatStandsUprightIsEquilibrium) {
  const Arm robot = arm("statics_rr");
  EXPECT_TRUE(robot.statics(Eigen::Vector2d(std::acos(-1.0) / 2, 0.0), {}).in_equilibrium);
  EXPECT_FALSE(robot.statics(Eigen::Vector2d(1.57, 0.0), {}).in_equilibrium);
}

TEST(GravityStiffness, IsTheDerivativeOfGravityWithoutSprings) {
  const Arm robot = arm("puma560");
  const State s(robot);
  const MatrixXd G = robot.gravity_stiffness(s.q);
  const double h = 1e-6;
  for (int k = 0; k < robot.velocity_count(); ++k) {
    const VectorXd e = h * VectorXd::Unit(robot.velocity_count(), k);
    EXPECT_LT(((robot.gravity_torque(s.q + e) - robot.gravity_torque(s.q - e)) / (2 * h) - G.col(k)).norm(), 1e-8);
  }
  EXPECT_LT((G - G.transpose()).norm(), 1e-12);
}

TEST(Without, LeavesOutWhatItSays) {
  const Arm whole = arm("puma560");
  const State s(whole);
  const Arm bare = whole.without({.gravity = true, .friction = true, .motors = true, .springs = true});
  const VectorXd zero = VectorXd::Zero(6);
  EXPECT_EQ(bare.torque(s.q, zero, zero).norm(), 0.0);
  EXPECT_EQ(bare.friction_torque(s.q, s.qd).norm(), 0.0);
  EXPECT_EQ(whole.without({.gravity = true}).gravity_torque(s.q).norm(), 0.0);
  EXPECT_EQ(whole.with_gravity(Vector3d::Zero()).gravity_torque(s.q).norm(), 0.0);
}

TEST(AnArm, RefusesWhatItCannotUse) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const auto message = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const InputError& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(message([&] { robot.torque(s.q.head(5), s.qd, s.qdd); }), HasSubstr("q has 5 numbers; give 6"));
  EXPECT_THAT(message([&] { robot.torque(s.q, s.qd.head(2), s.qdd); }), HasSubstr("qd has 2 numbers; give 6"));
  VectorXd bad = s.qdd;
  bad[3] = std::nan("");
  EXPECT_THAT(message([&] { robot.torque(s.q, s.qd, bad); }), HasSubstr("qdd[3] is"));
  EXPECT_THAT(message([&] { robot.pose(s.q, "tool1"); }), HasSubstr("there is no frame 'tool1'"));
  sinew::Wrench wrench;
  wrench.link = "wrist_3_lnk";
  EXPECT_THAT(message([&] { robot.torque(s.q, s.qd, s.qdd, {wrench}); }), HasSubstr("wrist_3_link"));
  wrench.link = "wrist_3_link";
  wrench.force = {0, std::numeric_limits<double>::infinity(), 0};
  EXPECT_THAT(message([&] { robot.torque(s.q, s.qd, s.qdd, {wrench}); }), HasSubstr("give finite numbers"));
}

TEST(AnArm, SaysWhichJointHasNothingToMove) {
  const Arm robot(sinew::load_robot(sinew::SourceText{"a.yaml", R"(sinew: 1
name: a
base: base
links:
  - {name: one, joint: {name: first, kind: revolute}, mass: 1, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}
  - {name: two, joint: {name: second, kind: revolute}}
)"})
                      .model);
  try {
    robot.acceleration(Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero(), Eigen::Vector2d::Ones());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("joint 'second' moves nothing that has inertia"));
  }
}

}  // namespace
