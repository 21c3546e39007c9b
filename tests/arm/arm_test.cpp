// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/arm/arm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cmath>

#include "sinew/analysis/reference_frame.h"
#include "sinew/model/end_frame.h"

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

TEST(AnArm, EndsWhereItsFingersBegin) {
  EXPECT_EQ(end_frame(arm("panda").model()).rfind("panda_hand", 0), 0U) << end_frame(arm("panda").model());
  const Arm ur5 = arm("ur5");
  std::string last;
  for (const sinew::Frame<double>& frame : ur5.model().frames())
    if (frame.link == ur5.model().link_count() - 1) last = frame.name;
  EXPECT_EQ(end_frame(ur5.model()), last);
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
  const MatrixXd J = robot.jacobian(s.q, frame, Axes::world(), point);
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
  EXPECT_LT((robot.jacobian(s.q, "tool0", Axes::own()) - turn * robot.jacobian(s.q, "tool0")).norm(), 1e-14);
}

TEST(TheRateOfAJacobian, IsItsDerivativeInEitherAxes) {
  const Arm robot = arm("ur5");
  const State s(robot);
  const double h = 1e-6;
  for (const Axes& axes : {Axes::world(), Axes::own()}) {
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
    const MatrixXd J = robot.jacobian(s.q, wrench.link, Axes::world(), Vector3d(0.1, 0.2, -0.1));
    VectorXd both(6);
    both << moment, force;
    EXPECT_LT((robot.torque(s.q, s.qd, s.qdd, {wrench}) - (none - J.transpose() * both)).norm(), 1e-12) << what;
  };
  check(wrench.force, wrench.moment, "in the world's axes");
  const auto X = robot.pose(s.q, wrench.link);
  Eigen::Matrix3d R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = X.R(i, j);
  wrench.axes = wrench.link;
  check(R * wrench.force, R * wrench.moment, "in its own axes");
  wrench.axes = "world";
  const auto p = X * sinew::Vec3<double>{0.1, 0.2, -0.1};
  wrench.point = {p.x, p.y, p.z};
  wrench.point_in = "world";
  check(wrench.force, wrench.moment, "at a point of the world");
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

/// The robot of that name, free to float, on a base with mass if the file gives none.
Arm floating(const std::string& name) {
  return sinew::load(SINEW_SOURCE_DIR "/robots/" + name + ".yaml", {.floating_base = true});
}

/// A state of a floating robot, with a unit quaternion.
VectorXd floating_position(const Arm& robot) {
  VectorXd q = some(robot.position_count(), 0.9, 1);
  q.segment<4>(3).normalize();
  return q;
}

/// q moved along velocities: of a floating base by small turns and shifts along its own axes.
VectorXd moved(const Arm& robot, const VectorXd& q, const VectorXd& by) {
  if (!robot.model().floating_base()) return q + by;
  VectorXd y = q;
  const Eigen::Quaterniond turn(q[6], q[3], q[4], q[5]);
  y.head<3>() += turn * Vector3d(by.segment<3>(3));
  const Vector3d angle = by.head<3>();
  const Eigen::Quaterniond after =
      angle.norm() > 0.0 ? turn * Eigen::Quaterniond(Eigen::AngleAxisd(angle.norm(), angle.normalized())) : turn;
  y.segment<4>(3) << after.x(), after.y(), after.z(), after.w();
  y.tail(q.size() - 7) += by.tail(by.size() - 6);
  return y;
}

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(AMassMatrix, ThatIsSingularToRoundOffIsDividedByNowhere) {
  for (const char* name : {"two_link_2r", "rp", "spatial_3r"}) {
    const Arm robot = floating(name);  // on a base without mass
    const VectorXd q = floating_position(robot), zero = VectorXd::Zero(robot.velocity_count());
    const auto cannot = HasSubstr("the mass matrix cannot be inverted at this q; the floating base has no mass");
    EXPECT_THAT(refusal([&] { robot.acceleration(q, zero, zero); }), cannot) << name;
    EXPECT_THAT(refusal([&] { robot.inverse_mass_matrix(q); }), cannot) << name;
    EXPECT_THAT(refusal([&] { robot.acceleration_derivatives(q, zero, zero); }), cannot) << name;
  }
  const Arm robot = floating("ur5");
  const VectorXd q = floating_position(robot);
  EXPECT_TRUE(robot.inverse_mass_matrix(q).allFinite()) << "a base with mass is nothing to refuse";
}

TEST(AnArm, SaysWhichNumbersLeadOutOfTheRangeOfNumbers) {
  const Arm robot = arm("two_link_2r");
  const VectorXd fast = Eigen::Vector2d(1e200, 1e200), zero = Eigen::Vector2d::Zero();
  const auto blamed = HasSubstr("the result is out of the range of numbers; look at qd[0] = 1e+200");
  EXPECT_THAT(refusal([&] { robot.torque(zero, fast, zero); }), blamed);
  EXPECT_THAT(refusal([&] { robot.acceleration(Eigen::Vector2d(0, 1), fast, zero); }), blamed);
  EXPECT_THAT(refusal([&] { robot.coriolis_torque(Eigen::Vector2d(0, 1), fast); }), blamed);
  EXPECT_THAT(refusal([&] { robot.energy(zero, fast); }), blamed);
  EXPECT_THAT(refusal([&] { robot.trace(zero, fast, zero); }), blamed);
  EXPECT_THAT(refusal([&] { robot.power_balance(zero, fast, zero); }), blamed);
  EXPECT_THAT(refusal([&] { robot.torque(zero, zero, Eigen::Vector2d(0, 1e308)); }), HasSubstr("qdd[1] = 1e+308"));
}

/// Every way to give a wrench: axes and points of the world, of the link itself, of another link, of the base.
std::vector<sinew::Wrench> every_wrench(const std::string& link, const std::string& other) {
  std::vector<sinew::Wrench> wrenches;
  for (const std::string& axes : {std::string("world"), link, other, std::string("base")})
    for (const std::string& point_in : {std::string(), std::string("world"), other, std::string("base")})
      wrenches.push_back({link, {0.1, -0.2, 0.3}, point_in, {3, -2, 5}, {0.4, -0.7, 0.2}, axes});
  return wrenches;
}

void expect_derivatives_are_differences(const Arm& robot, const VectorXd& q, const sinew::Wrench& wrench,
                                        const std::string& what) {
  const int n = robot.velocity_count();
  const VectorXd qd = some(n, 0.8, 2), qdd = some(n, 1.1, 3);
  const VectorXd tau = robot.torque(q, qd, qdd, {wrench});
  const MatrixXd tau_by_q = robot.torque_derivatives(q, qd, qdd, {wrench}).by_q;
  const MatrixXd qdd_by_q = robot.acceleration_derivatives(q, qd, tau, {wrench}).by_q;
  const double h = 1e-5;
  for (int k = 0; k < n; ++k) {
    const VectorXd a = moved(robot, q, h * VectorXd::Unit(n, k)), b = moved(robot, q, -h * VectorXd::Unit(n, k));
    const VectorXd by_torque = (robot.torque(a, qd, qdd, {wrench}) - robot.torque(b, qd, qdd, {wrench})) / (2 * h);
    EXPECT_LT((by_torque - tau_by_q.col(k)).norm(), 1e-7 * (1 + tau_by_q.norm())) << what << ", column " << k;
    const VectorXd by_acceleration =
        (robot.acceleration(a, qd, tau, {wrench}) - robot.acceleration(b, qd, tau, {wrench})) / (2 * h);
    EXPECT_LT((by_acceleration - qdd_by_q.col(k)).norm(), 1e-7 * (1 + qdd_by_q.norm())) << what << ", column " << k;
  }
}

TEST(TheDerivatives, CountEveryKindOfWrench) {
  for (const char* name : {"ur5", "panda"}) {
    const Arm robot = arm(name);
    for (const sinew::Wrench& wrench : every_wrench(robot.model().link(4).name, robot.model().link(2).name))
      expect_derivatives_are_differences(robot, some(robot.position_count(), 0.9, 1), wrench,
                                         std::string(name) + " in " + wrench.axes + " at " + wrench.point_in);
  }
}

TEST(TheDerivatives, CountEveryKindOfWrenchOnAFloatingRobot) {
  const Arm robot = floating("ur5");
  const VectorXd q = floating_position(robot);
  for (const sinew::Wrench& wrench : every_wrench(robot.model().link(4).name, robot.model().link(2).name))
    expect_derivatives_are_differences(robot, q, wrench, "in " + wrench.axes + " at " + wrench.point_in);
}

TEST(TheNameBase, IsTheRobotsOwnFrameWhereItHasOneAndTheRootLinkWhereItHasNone) {
  // the ur5's frame of that name is turned by half a turn about z
  const Arm ur5 = arm("ur5");
  const State s(ur5);
  const auto torque = [&](const Vector3d& force, const std::string& axes) {
    return ur5.torque(s.q, s.qd, s.qdd, {{"tool0", Vector3d::Zero(), "", force, Vector3d::Zero(), axes}});
  };
  EXPECT_LT((torque({1, 2, 3}, "base") - torque({-1, -2, 3}, "world")).norm(), 1e-12);
  EXPECT_LT((ur5.jacobian(s.q, "tool0", {"base"}).row(3) + ur5.jacobian(s.q, "tool0").row(3)).norm(), 1e-12);
  const sinew::Wrench in_base{"tool0", {0.3, 0.2, 0.1}, "base", {1, 2, 3}},
      in_world{"tool0", {-0.3, -0.2, 0.1}, "world", {1, 2, 3}};
  EXPECT_LT((ur5.torque(s.q, s.qd, s.qdd, {in_base}) - ur5.torque(s.q, s.qd, s.qdd, {in_world})).norm(), 1e-12);
  // a robot without one has its root link's
  const Arm puma = arm("puma560");
  EXPECT_EQ(sinew::reference_frame(puma.model(), "base")->link, sinew::base_link);
  EXPECT_FALSE(sinew::reference_frame(puma.model(), "world"));
  EXPECT_THROW(sinew::reference_frame(puma.model(), "wold"), InputError);
}

TEST(TheAxesOfAFloatingBase, AreNotTheWorlds) {
  const Arm robot = floating("panda");
  const VectorXd q = floating_position(robot), qd = some(robot.velocity_count(), 0.8, 2);
  const std::string root = robot.model().frames().front().name, tip = robot.model().frames().back().name;
  const Eigen::Quaterniond R(q[6], q[3], q[4], q[5]);
  const MatrixXd J = robot.jacobian(q, tip), in_base = robot.jacobian(q, tip, {"base"});
  EXPECT_LT((R.toRotationMatrix() * in_base.bottomRows(3) - J.bottomRows(3)).norm(), 1e-13);
  EXPECT_LT((in_base - robot.jacobian(q, tip, {root})).norm(), 1e-14);
  const double h = 1e-6;
  const MatrixXd rate = (robot.jacobian(moved(robot, q, h * qd), tip, {"base"}) -
                         robot.jacobian(moved(robot, q, -h * qd), tip, {"base"})) /
                        (2 * h);
  EXPECT_LT((rate - robot.jacobian_rate(q, qd, tip, {"base"})).norm(), 1e-8);
}

TEST(TheBodiesOfAFloatingRobot, AddUpToTheWhole) {
  const Arm robot = floating("ur5");
  const VectorXd q = floating_position(robot), qd = some(robot.velocity_count(), 0.8, 2),
                 qdd = some(robot.velocity_count(), 1.1, 3);
  const auto energy = robot.energy(q, qd);
  ASSERT_TRUE(energy.base);
  double kinetic = energy.base->translation + energy.base->rotation + energy.total.rotors;
  double potential = energy.base->potential;
  for (const auto& link : energy.links) {
    kinetic += link.translation + link.rotation;
    potential += link.potential;
  }
  EXPECT_NEAR(kinetic, energy.total.kinetic, 1e-12);
  EXPECT_NEAR(potential, energy.total.potential, 1e-12);
  // what τ gives the base moves and holds every body
  const sinew::Trace trace = robot.trace(q, qd, qdd);
  ASSERT_TRUE(trace.base);
  const auto in_world = [&](const std::string& frame, const sinew::Vec3<double>& v) {
    const auto turned = robot.pose(q, frame).R * v;
    return Vector3d(turned.x, turned.y, turned.z);
  };
  const std::string root = robot.model().frames().front().name;
  const double base_mass = robot.model().base_inertia().m;
  Vector3d sum = in_world(root, trace.base->F - base_mass * trace.base->gravity);
  for (int i = 0; i < robot.model().link_count(); ++i) {
    const auto& link = trace.links[static_cast<std::size_t>(i)];
    sum += in_world(robot.model().link(i).name, link.F - robot.model().link(i).inertia.m * link.gravity);
  }
  EXPECT_LT((sum - in_world(root, trace.base->f)).norm(), 1e-11);
  EXPECT_NEAR(trace.base->n.y, trace.tau[1], 0.0);
}

Arm two_link_with_friction(double shoulder, double elbow) {
  sinew::Model<double>::Parts parts = arm("two_link_2r").model().parts();
  const auto give = [](sinew::Link<double>& link, double coulomb) {
    link.friction.coulomb_plus = link.friction.coulomb_minus = coulomb;
    link.friction.static_plus = link.friction.static_minus = coulomb;
  };
  give(parts.links[0], shoulder);
  give(parts.links[1], elbow);
  return Arm(sinew::Model<double>(std::move(parts)));
}

TEST(DryFriction, HoldsAJointWhileTheOthersMove) {
  // the elbow alone has friction. Held, it makes one body of the two, of inertia I about the shoulder, that falls
  const double I = 22 * 0.25 + 0.4 + 19 * 1.4 * 1.4 + 0.3, fall = -9.81 * (22 * 0.5 + 19 * 1.4) / I;
  const double hold = 19 * 0.4 * 9.81 + (19 * 0.4 * 1.4 + 0.3) * fall;  // at the elbow, against weight and inertia
  const VectorXd zero = Eigen::Vector2d::Zero();
  const sinew::Stiction held = two_link_with_friction(0, 30).stiction(zero, zero, zero);
  ASSERT_EQ(held.joints.size(), 1U);
  EXPECT_TRUE(held.joints[0].holds);
  EXPECT_NEAR(held.joints[0].push, -hold, 1e-12);
  EXPECT_EQ(held.qdd[1], 0.0);
  EXPECT_NEAR(held.qdd[0], fall, 1e-12);
  // at rest altogether it would not have to hold anything under this torque, and yet it goes
  const sinew::Stiction goes = two_link_with_friction(0, 10).stiction(zero, zero, Eigen::Vector2d(0, 19 * 0.4 * 9.81));
  EXPECT_FALSE(goes.joints[0].holds);
  EXPECT_NEAR(goes.joints[0].push, 19 * 0.4 * 9.81 - hold, 1e-11);
  EXPECT_GT(goes.qdd[1], 0.0);
}

TEST(DryFriction, OfTheArmItselfIsThatOfItsBands) {
  const VectorXd q = Eigen::Vector2d(0.3, 0.5), zero = Eigen::Vector2d::Zero();
  const Arm robot = two_link_with_friction(200, 40);
  for (const Eigen::Vector2d& tau : {Eigen::Vector2d(0, 0), Eigen::Vector2d(300, 60), Eigen::Vector2d(-200, 90),
                                     Eigen::Vector2d(600, -70), Eigen::Vector2d(100, 30)}) {
    const sinew::Stiction y = robot.stiction(q, zero, tau);
    // the friction that acts is what is missing to the accelerations; within its band, and at its end where it slips
    const VectorXd f = robot.torque(q, zero, y.qdd) - tau;
    for (const sinew::RestingJoint& joint : y.joints) {
      const int i = joint.velocity_index;
      EXPECT_LE(std::abs(f[i]), joint.plus * (1 + 1e-12));
      if (joint.holds)
        EXPECT_EQ(y.qdd[i], 0.0);
      else
        EXPECT_NEAR(f[i], y.qdd[i] > 0 ? -joint.plus : joint.minus, 1e-9) << tau.transpose();
      EXPECT_EQ(joint.holds, std::abs(joint.push) <= joint.plus) << tau.transpose();
    }
  }
}

}  // namespace
