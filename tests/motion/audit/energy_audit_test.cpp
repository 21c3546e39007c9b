// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/energy_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "sinew/motion/audit/sampled_curve.h"
#include "tests/motion/audit/planted_log.h"
#include "tests/support/refusal.h"

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::Arm;
using sinew::JointSignals;
using sinew::JointSmoother;
using sinew::MotionLog;
using sinew::TorqueFault;
using sinew::VelocityVerdict;
using sinew_test::panda;
using sinew_test::planted_log;
using sinew_test::refusal;
using testing::HasSubstr;

std::vector<double> times_of(Index samples, double period) {
  std::vector<double> times;
  for (Index k = 0; k < samples; ++k) times.push_back(period * static_cast<double>(k));
  return times;
}
VectorXd over(const std::vector<double>& times, double (*function)(double)) {
  VectorXd values(std::ssize(times));
  for (std::size_t k = 0; k < times.size(); ++k) values[static_cast<Index>(k)] = function(times[k]);
  return values;
}
double sine(double t) { return std::sin(t); }
double cosine(double t) { return std::cos(t); }

TEST(TheJointSmoother, KeepsMotionsWithoutJerk) {
  const std::vector<double> times = times_of(200, 0.01);
  const JointSignals parabola{over(times, [](double t) { return 1.0 + 2.0 * t - 3.0 * t * t; }),
                              over(times, [](double t) { return 2.0 - 6.0 * t; }),
                              {}};
  const JointSmoother smoother(times, {1e-3, 1e-3}, parabola);
  const JointSignals y = smoother.smoothed(parabola);
  EXPECT_LT((y.q - parabola.q).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((y.qd - parabola.qd).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((y.qdd.array() + 6.0).abs().maxCoeff(), 1e-7);
}

TEST(TheJointSmoother, IsLinearInItsSignals) {
  const std::vector<double> times = times_of(150, 0.02);
  const JointSignals a{over(times, sine), over(times, cosine), {}}, b{over(times, cosine), -over(times, sine), {}};
  const JointSmoother smoother(times, {0.01, 0.02}, a);
  const JointSignals of_a = smoother.smoothed(a), of_b = smoother.smoothed(b);
  const JointSignals of_both = smoother.smoothed({2.0 * a.q + b.q, 2.0 * a.qd + b.qd, {}});
  EXPECT_LT((of_both.qdd - 2.0 * of_a.qdd - of_b.qdd).cwiseAbs().maxCoeff(), 1e-9);
}

/// Noise of the size sigma on sines, and how far q̈ is from the truth (RMS) with and without velocities.
TEST(TheJointSmoother, FindsAccelerationsBetterWithVelocities) {
  const std::vector<double> times = times_of(1000, 0.01);
  std::mt19937_64 random(3);
  const VectorXd q = over(times, sine) + 0.01 * sinew::normal_numbers(random, 1000);
  const VectorXd qd = over(times, cosine) + 0.01 * sinew::normal_numbers(random, 1000);
  const auto error = [&](const JointSignals& signals) {
    const VectorXd qdd = JointSmoother(times, {0.01, 0.01}, signals).smoothed(signals).qdd;
    return (qdd + over(times, sine)).segment(50, 900).norm() / 30.0;
  };
  const double with = error({q, qd, {}}), without = error({q, {}, {}});
  EXPECT_LT(with, 0.03);
  EXPECT_LT(with, 0.7 * without);
}

/// A motion whose jerk is white noise of a known density, made step by step.
TEST(TheJointSmoother, FindsTheDensityOfTheJerkThatMadeTheMotion) {
  const Index samples = 3000;
  const double h = 0.01, density = 4.0, sigma = 1e-4;
  const std::vector<double> times = times_of(samples, h);
  std::mt19937_64 random(11);
  Eigen::Matrix3d Q, Phi;
  Q << h * h * h * h * h / 20, h * h * h * h / 8, h * h * h / 6, h * h * h * h / 8, h * h * h / 3, h * h / 2,
      h * h * h / 6, h * h / 2, h;
  Phi << 1, h, h * h / 2, 0, 1, h, 0, 0, 1;
  const Eigen::Matrix3d root = (density * Q).llt().matrixL();
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  VectorXd q(samples);
  for (Index k = 0; k < samples; ++k) {
    q[k] = x[0];
    x = Phi * x + root * sinew::normal_numbers(random, 3);
  }
  q += sigma * sinew::normal_numbers(random, samples);
  const JointSignals signals{q, {}, {}};
  EXPECT_NEAR(JointSmoother(times, {sigma}, signals).log_density(), std::log(density), 0.5);
}

TEST(RunningIntegrals, AreOfFourthOrder) {
  double before = 0.0;
  for (const Index samples : {51, 101, 201}) {
    const std::vector<double> times = times_of(samples, 5.0 / static_cast<double>(samples - 1));
    const VectorXd sums = sinew::running_integral(times, over(times, cosine));
    const double error = std::abs(sums[samples - 1] - std::sin(5.0));
    if (before > 0.0) {
      EXPECT_LT(error, before / 7.0);
    }
    before = error;
  }
  EXPECT_LT(before, 1e-6);
}

TEST(DelayedRows, AreTheFunctionAtEarlierTimes) {
  const std::vector<double> times = times_of(500, 0.01);
  const MatrixXd rows = over(times, sine).transpose();
  const MatrixXd slopes = sinew::sampled_slopes(times, rows.row(0).transpose()).transpose();
  for (const double delay : {-0.123, -0.01, 0.0, 0.0037, 0.15}) {
    const MatrixXd later = sinew::delayed_rows(times, rows, slopes, delay, 50, 400);
    for (Index k = 0; k < 400; ++k)
      EXPECT_NEAR(later(0, k), std::sin(times[static_cast<std::size_t>(50 + k)] - delay), 1e-7);
  }
}

constexpr const char* crank = R"(sinew: 1
name: crank
gravity: [0, 0, -9.81]
links:
  - name: bob
    axis: y
    mass: 2 kg
    com: [0.5 m, 0, 0]
    inertia: [0, 0, 0]
    joint: {kind: revolute, friction: {viscous: 0.8 Nm*s/rad, coulomb: 0.3 Nm}}
)";

Arm the_crank() { return Arm(sinew::load_robot(sinew::SourceText{"crank.yaml", crank}).model); }

/// A log of one joint that turns at a constant rate, with the torques that this takes.
MotionLog steady(const Arm& arm, double rate, Index samples, double period) {
  MotionLog log{"steady", times_of(samples, period), MatrixXd(1, samples), MatrixXd::Constant(1, samples, rate), {}, {},
                {}};
  log.tau.resize(1, samples);
  for (Index k = 0; k < samples; ++k) {
    log.q(0, k) = rate * log.times[static_cast<std::size_t>(k)];
    log.tau.col(k) = arm.torque(log.q.col(k), log.qd.col(k), VectorXd::Zero(1));
  }
  return log;
}

TEST(TheLedger, OfASteadyCrankIsThatOfTheClosedForm) {
  const Arm arm = the_crank();
  const double rate = -1.5, duration = 4.0;
  const auto y = sinew::audit(arm, steady(arm, rate, 801, 0.005));
  // the bob goes from level to z = 0.5·sin(1.5·4) m: q turns about y, so that z falls with q
  const double height = -0.5 * std::sin(rate * duration);
  EXPECT_NEAR(y.whole.viscous, 0.8 * rate * rate * duration, 1e-6);
  EXPECT_NEAR(y.whole.dry, 0.3 * 1.5 * duration, 1e-6);
  EXPECT_NEAR(y.whole.stored, 2.0 * 9.81 * height, 1e-6);
  EXPECT_NEAR(y.whole.drive, y.whole.stored + y.whole.viscous + y.whole.dry, 1e-5);
  EXPECT_NEAR(y.whole.unexplained, 0.0, 1e-5);
  EXPECT_NEAR(y.joints[0].driven + y.joints[0].braked, y.whole.drive, 1e-5);
  EXPECT_NEAR(y.joints[0].viscous, y.whole.viscous, 1e-9);
  EXPECT_TRUE(y.closes);
  EXPECT_FALSE(y.names_a_fault());
}

TEST(TheLedger, CountsTheWorkOfWrenches) {
  const Arm arm = the_crank();
  sinew::Wrench push;
  push.link = "bob";
  push.force = {0.0, 0.0, 7.0};
  push.point = {0.5, 0.0, 0.0};
  MotionLog log = steady(arm, 0.7, 401, 0.005);
  for (Index k = 0; k < log.tau.cols(); ++k)
    log.tau.col(k) = arm.torque(log.q.col(k), log.qd.col(k), VectorXd::Zero(1), {push});
  sinew::AuditSettings settings;
  settings.wrenches = {push};
  const auto y = sinew::audit(arm, log, settings);
  EXPECT_NEAR(y.whole.wrenches, 7.0 * -0.5 * std::sin(0.7 * 2.0), 1e-5);
  EXPECT_NEAR(y.whole.unexplained, 0.0, 1e-5);
  EXPECT_FALSE(sinew::audit(arm, log).closes) << "without the wrench its work is missing";
}

TEST(TheAudit, NamesTheJointWhoseTorqueIsScaled) {
  const Arm arm = panda();
  MotionLog log = planted_log(arm, {}, 5);
  log.tau.row(3) *= 0.9;
  const auto y = sinew::audit(arm, log);
  ASSERT_TRUE(y.torques.is_named);
  EXPECT_EQ(y.torques.tried.front().fault, TorqueFault::Scaled);
  EXPECT_EQ(y.torques.tried.front().joint, 3);
  EXPECT_NEAR(y.torques.tried.front().parameters[0], -0.1, 0.01);
}

TEST(TheAudit, NamesFrictionThatTheModelDoesNotHave) {
  const Arm real = sinew::load("iiwa14"), arm = real.without({.friction = true});
  const auto y = sinew::audit(arm, planted_log(real, {}, 6));
  ASSERT_TRUE(y.torques.is_named);
  const sinew::TriedFault& fault = y.torques.tried.front();
  EXPECT_EQ(fault.fault, TorqueFault::OtherFriction);
  EXPECT_FALSE(fault.joint.has_value());
  for (Index j = 0; j < 7; ++j) EXPECT_NEAR(fault.parameters[2 * j], 0.5, 0.1 + 5.0 * fault.deviations[2 * j]) << j;
}

TEST(TheAudit, NamesAPayloadThatIsNotThere) {
  const Arm real = panda(), arm = real.with_payload({.mass = 1.5, .com = {0.0, 0.05, 0.1}});
  const auto y = sinew::audit(arm, planted_log(real, {}, 7));
  ASSERT_TRUE(y.torques.is_named);
  EXPECT_EQ(y.torques.tried.front().fault, TorqueFault::OtherPayload);
  const VectorXd found = y.torques.tried.front().parameters;
  EXPECT_NEAR(found[0], -1.5, 0.1);
  EXPECT_NEAR(found[1], 0.0, 3e-3);
  EXPECT_NEAR(found[2], 0.05, 3e-3);
  EXPECT_NEAR(found[3], 0.1, 3e-3);
}

TEST(TheAudit, TellsAVelocityInDegrees) {
  const Arm arm = panda();
  MotionLog log = planted_log(arm, {}, 8);
  log.qd.row(2) *= 180.0 / std::numbers::pi;
  const auto y = sinew::audit(arm, log);
  EXPECT_EQ(y.velocities[2].verdict, VelocityVerdict::Wrong);
  EXPECT_NEAR(y.velocities[2].slope, 57.3, 1.0);
  EXPECT_FALSE(y.torques.is_named) << "the motion is taken from the positions";
}

TEST(TheAudit, NamesNoneOfTwoFaultsOfTheSameSize) {
  const Arm arm = panda();
  MotionLog log = planted_log(arm, {}, 9);
  log.tau.row(1) *= 1.25;
  log.tau.row(3) *= 0.85;
  const auto y = sinew::audit(arm, log);
  EXPECT_FALSE(y.closes);
  EXPECT_FALSE(y.torques.is_named);
}

TEST(TheAudit, DoesWithoutVelocitiesAndUnknownTorques) {
  const Arm arm = panda();
  MotionLog log = planted_log(arm, {}, 10, 1e-3);
  log.qd.resize(0, 0);
  log.has_torque.assign(7, true);
  log.has_torque[6] = false;
  log.tau.row(6).setConstant(1e3);
  const auto y = sinew::audit(arm, log);
  EXPECT_TRUE(y.closes);
  EXPECT_FALSE(y.names_a_fault());
  EXPECT_EQ(y.velocities[0].verdict, VelocityVerdict::Unknown);
}

TEST(TheAudit, IsTheSameEveryTime) {
  const Arm arm = panda();
  const MotionLog log = planted_log(arm, {.delay = 0.01}, 11);
  const auto a = sinew::audit(arm, log), b = sinew::audit(arm, log);
  EXPECT_EQ(a.whole.noise, b.whole.noise);
  EXPECT_EQ(a.torques.tried.front().parameters, b.torques.tried.front().parameters);
}

TEST(ALog, IsReadFromCsv) {
  std::string text = "t,tau.shoulder,q.shoulder\n";
  for (int k = 0; k < 40; ++k) text += std::to_string(0.1 * k) + ",3," + std::to_string(10 * k) + "deg\n";
  const Arm arm = sinew::load("two_link_2r");
  std::vector<sinew::Diagnostic> warnings;
  const MotionLog log = sinew::read_motion_log({"log.csv", text}, arm.model(), warnings);
  ASSERT_EQ(log.times.size(), 40U);
  EXPECT_NEAR(log.q(0, 9), std::numbers::pi / 2.0, 1e-12);
  EXPECT_EQ(log.qd.cols(), 0);
  EXPECT_TRUE(log.has_torque[0]);
  EXPECT_FALSE(log.has_torque[1]);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0].what, HasSubstr("stand at 0: 'elbow'"));
}

TEST(ALog, ThatDoesNotFitIsRefused) {
  const Arm arm = sinew::load("two_link_2r");
  const auto read = [&](const std::string& text) {
    std::vector<sinew::Diagnostic> warnings;
    return refusal([&] { sinew::read_motion_log({"log.csv", text}, arm.model(), warnings); });
  };
  EXPECT_THAT(read(""), HasSubstr("is empty"));
  EXPECT_THAT(read("t,q.shoulder,q.elbow\n0,1,1\n"), HasSubstr("has no torques"));
  EXPECT_THAT(read("q.shoulder,tau.shoulder\n1,1\n"), HasSubstr("has no column t"));
  EXPECT_THAT(read("t,tau.shoulder\n1,1\n"), HasSubstr("has no positions"));
  EXPECT_THAT(read("t,q.shoulder,tau.shoulder\n1,1,2\n"), HasSubstr("has 1 samples"));
  EXPECT_THAT(read("t,q.shoulder,tau.shoulder\nsoon,1,2\n"), HasSubstr("log.csv:2: column t"));
  MotionLog log = planted_log(arm, {}, 12);
  log.times[7] = log.times[6];
  EXPECT_THAT(refusal([&] { sinew::audit(arm, log); }), HasSubstr("does not lie after"));
  log = planted_log(arm, {}, 12);
  log.tau.conservativeResize(1, Eigen::NoChange);
  EXPECT_THAT(refusal([&] { sinew::audit(arm, log); }), HasSubstr("number for each joint and time"));
}

}  // namespace
