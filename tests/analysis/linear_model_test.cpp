// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/linear_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <complex>
#include <filesystem>
#include <numbers>

#include "sinew/analysis/equilibria.h"
#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/formats/load.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::LinearModel;
using sinew::Model;
using sinew::Stability;

std::vector<std::string> shipped_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/robots"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}
Model<double> shipped(const std::string& name) {
  return sinew::load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml").model;
}
Model<double> robot_of(const std::string& text) { return sinew::load_robot({"test.yaml", text}).model; }

LinearModel linear(const Model<double>& model, const VectorXd& q, const VectorXd& qd, const VectorXd& tau) {
  sinew::Workspace work(model);
  return sinew::linear_model(model, {sinew::in(q), sinew::in(qd), sinew::in(tau)}, work);
}
LinearModel at_rest(const Model<double>& model, const VectorXd& q) {
  const VectorXd zero = VectorXd::Zero(model.velocity_count());
  return linear(model, q, zero, zero);
}

/// q after a small turn and shift of the base along its own axes, by the exponential of the motion, and of the joints.
VectorXd moved(const Model<double>& model, const VectorXd& q, const VectorXd& step) {
  if (!model.floating_base()) return q + step;
  const Eigen::Vector3d turn = step.head<3>(), shift = step.segment<3>(3);
  const double angle = turn.norm();
  const Eigen::Quaterniond base(q[6], q[3], q[4], q[5]);
  Eigen::Matrix3d X;
  X << 0, -turn.z(), turn.y(), turn.z(), 0, -turn.x(), -turn.y(), turn.x(), 0;
  // to second order in the turn, which is enough beside steps whose differences are of fourth order
  const Eigen::Vector3d way = (Eigen::Matrix3d::Identity() + 0.5 * X + X * X / 6.0) * shift;
  const Eigen::Quaterniond more(angle == 0.0 ? Eigen::AngleAxisd::Identity()
                                             : Eigen::AngleAxisd(angle, turn.normalized()));
  VectorXd there = q;
  there.head<3>() += base * way;
  const Eigen::Quaterniond turned = base * more;
  there.segment<4>(3) << turned.x(), turned.y(), turned.z(), turned.w();
  there.tail(q.size() - 7) += step.tail(step.size() - 6);
  return there;
}

/// Central differences of fourth order of q̈ by (δq, δq̇, δτ).
MatrixXd acceleration_differences(const Model<double>& model, const VectorXd& q, const VectorXd& qd,
                                  const VectorXd& tau) {
  const Eigen::Index n = model.velocity_count();
  sinew::Workspace work(model);
  const auto qdd = [&](const VectorXd& step) {
    const VectorXd there = moved(model, q, step.head(n)), rate = qd + step.segment(n, n), torque = tau + step.tail(n);
    VectorXd y(n);
    sinew::numbers::acceleration(model, sinew::in(there), sinew::in(rate), sinew::in(torque), work, sinew::out(y));
    return y;
  };
  MatrixXd differences(n, 3 * n);
  for (Eigen::Index k = 0; k < 3 * n; ++k) {
    VectorXd h = VectorXd::Zero(3 * n);
    h[k] = 1e-3;
    differences.col(k) = (8.0 * (qdd(h) - qdd(-h)) - (qdd(2.0 * h) - qdd(-2.0 * h))) / (12.0 * h[k]);
  }
  return differences;
}

double largest(const MatrixXd& x) { return x.cwiseAbs().maxCoeff(); }

/// How far the lower rows of A and B are from differences, relative to each block.
double error_of_derivatives(const Model<double>& model, unsigned seed) {
  const Eigen::Index n = model.velocity_count();
  sinew::RandomStates random(seed);
  const VectorXd q = random.position(model), qd = random.rate(model), qdd = random.rate(model);
  sinew::Workspace work(model);
  VectorXd tau(n);
  sinew::numbers::torque(model, sinew::in(q), sinew::in(qd), sinew::in(qdd), work, sinew::out(tau));
  const LinearModel y = linear(model, q, qd, tau);
  const MatrixXd wanted = acceleration_differences(model, q, qd, tau);
  const auto error = [&](const MatrixXd& found, const MatrixXd& expected) {
    return largest(found - expected) / std::max(largest(expected), 1e-3);
  };
  EXPECT_LT((y.qdd - qdd).norm(), 1e-8 * (1.0 + qdd.norm()));
  return std::max({error(y.A.bottomLeftCorner(n, n), wanted.leftCols(n)),
                   error(y.A.bottomRightCorner(n, n), wanted.middleCols(n, n)),
                   error(y.B.bottomRows(n), wanted.rightCols(n))});
}

/// A base without mass that floats makes M singular, and so do some published point masses.
bool has_mass_everywhere(const Model<double>& model) {
  const Eigen::Index n = model.velocity_count();
  sinew::RandomStates random(1);
  sinew::Workspace work(model);
  sinew::RowMatrix M(n, n);
  const VectorXd q = random.position(model);
  sinew::numbers::mass_matrix(model, sinew::in(q), work, sinew::out(M));
  const VectorXd sizes = Eigen::SelfAdjointEigenSolver<MatrixXd>(MatrixXd(M)).eigenvalues();
  return sizes[0] > 1e-10 * sizes[n - 1];
}

TEST(TheLinearModel, OfEveryShippedRobotAgreesWithCentralDifferences) {
  int robots = 0;
  for (const std::string& file : shipped_files())
    for (const bool floats : {false, true}) {
      const Model<double> model = sinew::load_robot(file, {.floating_base = floats}).model;
      if (model.velocity_count() == 0 || !has_mass_everywhere(model)) continue;
      ++robots;
      for (unsigned seed = 1; seed <= 3; ++seed)
        EXPECT_LT(error_of_derivatives(model, seed), 1e-7) << file << (floats ? ", floating" : "");
    }
  EXPECT_GE(robots, 20);
}

/// δξ of a floating base whose motion V is disturbed by δV, after a short time, against two integrations of the pose.
TEST(TheLinearModel, OfAFloatingBaseCarriesItsTurnAndShiftAlong) {
  const Model<double> model = sinew::load_robot(SINEW_SOURCE_DIR "/robots/ur5.yaml", {.floating_base = true}).model;
  const Eigen::Index n = model.velocity_count();
  sinew::RandomStates random(5);
  const VectorXd q = random.position(model), qd = random.rate(model), still = VectorXd::Zero(n);
  const LinearModel y = linear(model, q, qd, still);
  // one step of the kinematics alone: the pose after time h with a constant motion, of the state and of one beside it
  const double h = 1e-4, size = 1e-4;
  for (Eigen::Index k = 0; k < 6; ++k) {
    VectorXd beside = VectorXd::Zero(n);
    beside[k] = size;
    const VectorXd a = moved(model, q, h * qd), b = moved(model, moved(model, q, beside), h * qd);
    const Eigen::Quaterniond ra(a[6], a[3], a[4], a[5]), rb(b[6], b[3], b[4], b[5]);
    Eigen::Quaterniond between = ra.conjugate() * rb;
    if (between.w() < 0.0) between.coeffs() *= -1.0;
    Eigen::Matrix<double, 6, 1> rate;
    rate << 2.0 * between.vec(), ra.conjugate() * (b.head<3>() - a.head<3>());
    rate = (rate - beside.head<6>()) / (h * size);
    EXPECT_LT((rate - y.A.topLeftCorner<6, 6>().col(k)).norm(), 1e-3) << k;
  }
}

TEST(TheModes, OfADoublePendulumAreThoseOfTheClosedForm) {
  // two point masses m₁ = 2·m₂ on rods of l: ω² = g/l·((1+μ) ± √(μ(1+μ))), μ = m₂/m₁
  const double gravity = 9.81, rod = 0.5, mu = 0.5;
  const LinearModel y = at_rest(shipped("point_mass_2r"), Eigen::Vector2d(-std::numbers::pi / 2.0, 0.0));
  ASSERT_EQ(y.modes.size(), 4U);
  for (const auto& [mode, sign] : {std::pair(0, -1.0), std::pair(2, 1.0)}) {
    const double w = std::sqrt(gravity / rod * ((1.0 + mu) + sign * std::sqrt(mu * (1.0 + mu))));
    for (const int one : {mode, mode + 1}) {
      const auto& found = y.modes[static_cast<std::size_t>(one)];
      EXPECT_NEAR(found.natural_frequency, w, 1e-9 * w);
      EXPECT_EQ(found.pole.real(), 0.0);
      EXPECT_NEAR(std::abs(found.pole.imag()), w, 1e-9 * w);
    }
    // in absolute angles both rods move alike or against each other, φ₂/φ₁ = ±√((1+μ)/μ); q₂ is their difference
    const auto shape = y.modes[static_cast<std::size_t>(mode)].shape;
    const double ratio = (shape[1] / shape[0]).real();
    EXPECT_NEAR(ratio + 1.0, -sign * std::sqrt((1.0 + mu) / mu), 1e-9);
  }
}

constexpr const char* damped = R"(sinew: 1
name: damped
gravity: [0, 0, -9.81]
links:
  - name: bob
    axis: y
    mass: 2 kg
    com: [1 m, 0, 0]
    inertia: [0, 0, 0]
    joint: {kind: revolute, friction: {viscous: 0.8 Nm*s/rad, coulomb: 0.1 Nm}}
)";

TEST(TheModes, OfADampedPendulumAreThoseOfTheClosedForm) {
  // q is 0 where the rod is level, and +90° where it hangs
  const LinearModel y = at_rest(robot_of(damped), VectorXd::Constant(1, std::numbers::pi / 2.0));
  const double w = std::sqrt(9.81), decay = 0.8 / (2.0 * 2.0);
  ASSERT_EQ(y.modes.size(), 2U);
  EXPECT_NEAR(y.modes[0].pole.real(), -decay, 1e-9);
  EXPECT_NEAR(y.modes[0].pole.imag(), std::sqrt(w * w - decay * decay), 1e-9);
  EXPECT_NEAR(y.modes[0].natural_frequency, w, 1e-9);
  EXPECT_NEAR(y.modes[0].damping_ratio, decay / w, 1e-9);
  EXPECT_NEAR(y.modes[0].time_constant, 1.0 / decay, 1e-9);
  ASSERT_TRUE(y.undamped.has_value());
  EXPECT_NEAR(y.undamped->squared_frequencies[0], 9.81, 1e-9);
  EXPECT_EQ(y.resting, std::vector<int>{0}) << "dry friction at rest is left out, and said";
}

TEST(TheModes, OfJointsThatNothingDrivesBackAreExactlyZero) {
  // the first axis of a UR5 is vertical, and the iiwa has viscous friction beside
  for (const char* name : {"ur5", "iiwa14"}) {
    const Model<double> model = shipped(name);
    const Eigen::Index n = model.velocity_count();
    const VectorXd q = VectorXd::LinSpaced(n, 0.1, 0.9), zero = VectorXd::Zero(n);
    sinew::Workspace work(model);
    VectorXd tau(n);
    sinew::numbers::torque(model, sinew::in(q), sinew::in(zero), sinew::in(zero), work, sinew::out(tau));
    const LinearModel y = linear(model, q, zero, tau);
    EXPECT_LT(y.qdd.norm(), 1e-9);
    EXPECT_EQ(y.modes.size(), static_cast<std::size_t>(2 * n));
    EXPECT_EQ(y.modes.front().pole, 0.0) << name;
    // every mode obeys the model: A·(s, λ·s) = λ·(s, λ·s)
    for (const auto& mode : y.modes) {
      if (mode.pole == 0.0) continue;
      Eigen::VectorXcd x(2 * n);
      x << mode.shape, mode.pole * mode.shape;
      EXPECT_LT((y.A * x - mode.pole * x).norm(), 1e-7 * x.norm() * std::max(1.0, std::abs(mode.pole))) << name;
    }
  }
}

TEST(TheEquilibria, OfADoublePendulumAreFourAndOneIsStable) {
  const Model<double> model = shipped("point_mass_2r");
  sinew::Workspace work(model);
  const auto found = sinew::equilibria(model, VectorXd::Zero(2), work);
  ASSERT_EQ(found.size(), 4U);
  const double upper = (4.6 + 2.3) * 9.81 * 0.5, lower = 2.3 * 9.81 * 0.5;
  const double energies[] = {-upper - lower, -upper + lower, upper - lower, upper + lower};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(found[k].potential_energy, energies[k], 1e-9);
    EXPECT_EQ(found[k].stability, k == 0 ? Stability::Stable : Stability::Unstable);
    EXPECT_FALSE(found[k].settles) << "nothing rubs";
    EXPECT_NEAR(std::abs(found[k].q[0]), std::numbers::pi / 2.0, 1e-9);
    EXPECT_NEAR(std::sin(found[k].q[1]), 0.0, 1e-9);
    EXPECT_EQ(found[k].free_directions.cols(), 0);
  }
}

TEST(TheEquilibria, UnderATorqueAreWhereItHolds) {
  const Model<double> model = robot_of(damped);
  sinew::Workspace work(model);
  // 2 kg at 1 m: 10 N·m hold it at cos q = 10/19.62 from below or from above
  const auto found = sinew::equilibria(model, VectorXd::Constant(1, -10.0), work);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(std::abs(found[0].q[0]), std::acos(10.0 / 19.62), 1e-9);
  EXPECT_EQ(found[0].stability, Stability::Stable);
  EXPECT_TRUE(found[0].settles);
  EXPECT_EQ(found[1].stability, Stability::Unstable);
  EXPECT_TRUE(sinew::equilibria(model, VectorXd::Constant(1, -20.0), work).empty()) << "more than gravity can hold";
}

TEST(TheEquilibria, OfAContinuumCountOnce) {
  const Model<double> model = shipped("ur5");
  sinew::Workspace work(model);
  const auto found = sinew::equilibria(model, VectorXd::Zero(6), work);
  ASSERT_FALSE(found.empty());
  for (const auto& one : found) {
    ASSERT_GE(one.free_directions.cols(), 1) << "the first axis is vertical";
    // some combination of the free directions turns the first joint alone
    VectorXd first = VectorXd::Zero(6);
    first[0] = 1.0;
    EXPECT_NEAR((one.free_directions.transpose() * first).norm(), 1.0, 1e-6);
    EXPECT_NE(one.stability, Stability::Stable);
    VectorXd tau(6);
    const VectorXd zero = VectorXd::Zero(6);
    sinew::numbers::torque(model, sinew::in(one.q), sinew::in(zero), sinew::in(zero), work, sinew::out(tau));
    EXPECT_LT(tau.cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST(TheEquilibria, KeepWithinTheLimits) {
  const Model<double> model = robot_of(std::string(damped).replace(std::string(damped).find("kind: revolute"), 14,
                                                                   "kind: revolute, limits: {position: [-1, 1]}"));
  sinew::Workspace work(model);
  EXPECT_TRUE(sinew::equilibria(model, VectorXd::Zero(1), work).empty());
}

TEST(TheEquilibria, OfAFloatingBaseAreRefused) {
  const Model<double> model = sinew::load_robot(SINEW_SOURCE_DIR "/robots/rp.yaml", {.floating_base = true}).model;
  sinew::Workspace work(model);
  EXPECT_THROW(sinew::equilibria(model, VectorXd::Zero(8), work), sinew::InputError);
}

}  // namespace
