// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/analysis/matrices.h"
#include "sinew/motion/drive/stop_condition.h"
#include "sinew/motion/drive/torque_table.h"
#include "tests/motion/drive/driven_arm.h"

namespace sinew {
namespace {

using sinew_test::drive_of;
using sinew_test::hanging_arm;
using sinew_test::torque_of;

const std::vector<double> q = {0.3, -0.7}, qd = {0.4, 1.1}, still = {0.0, 0.0};

TEST(Drives, AFormulaHasTheUnitsThatPeopleWrite) {
  const Arm arm = hanging_arm();
  GivenDrive given = drive_of(
      "parameters: {k: 20 N*m/rad, w: 2 rad/s}\ntorque:\n  a: 5 N*m*sin(w*t) - k*q1\n"
      "  b: 3*sin(2*t) - 0.5*qd_b\n",
      arm);
  const std::vector<double> tau = torque_of(given, 0.6, q, qd);
  EXPECT_DOUBLE_EQ(tau[0], 5.0 * std::sin(1.2) - 20.0 * q[0]);
  EXPECT_DOUBLE_EQ(tau[1], 3.0 * std::sin(1.2) - 0.5 * qd[1]);
}

TEST(Drives, PartsAddUp) {
  const Arm arm = hanging_arm();
  GivenDrive both = drive_of("torque:\n  - {a: 2, b: 1}\n  - {a: 10*q1}\n", arm);
  EXPECT_DOUBLE_EQ(torque_of(both, 0.0, q, qd)[0], 2.0 + 10.0 * q[0]);
  EXPECT_DOUBLE_EQ(torque_of(both, 0.0, q, qd)[1], 1.0);
}

TEST(Drives, AWindowHasItsStartAndNotItsEnd) {
  const Arm arm = hanging_arm();
  GivenDrive kick = drive_of("torque: {a: 7, from: 1 s, until: 1.5 s}\n", arm);
  for (const auto& [t, torque] : {std::pair{0.999, 0.0}, {1.0, 7.0}, {1.499, 7.0}, {1.5, 0.0}})
    EXPECT_EQ(torque_of(kick, t, q, qd)[0], torque) << t;
  EXPECT_EQ(kick.drive->next_jump(0.0), 1.0);
  EXPECT_EQ(kick.drive->next_jump(1.0), 1.5);
  EXPECT_TRUE(std::isinf(kick.drive->next_jump(1.5)));
}

TEST(Drives, ATableIsLinearOrHeldBetweenItsRows) {
  const Arm arm = hanging_arm();
  for (const BetweenRows between : {BetweenRows::Linear, BetweenRows::Held}) {
    TorqueTable table(read_torque_samples("t,tau.b,q.a\n1,2,0\n2,6,0\n4,-6,0\n", "x.csv", arm.model()), between);
    const bool is_held = between == BetweenRows::Held;
    for (const auto& [t, linear, held] : {std::tuple{0.5, 0.0, 0.0},
                                          {1.0, 2.0, 2.0},
                                          {1.25, 3.0, 2.0},
                                          {3.0, 0.0, 6.0},
                                          {4.0, -6.0, -6.0},
                                          {9.0, -6.0, -6.0}}) {
      std::vector<double> tau = {0.0, 0.0};
      table.add(t, q, qd, tau);
      EXPECT_DOUBLE_EQ(tau[1], is_held ? held : linear) << t;
      EXPECT_EQ(tau[0], 0.0);
    }
    EXPECT_EQ(table.next_jump(1.0), 2.0);
  }
}

TEST(Drives, TorquesStayWithinTheirSaturation) {
  const Arm arm = hanging_arm();
  GivenDrive own = drive_of("torque: {a: 100*q1, b: 100*q2}\nsaturation: {b: 5}\n", arm);
  EXPECT_DOUBLE_EQ(torque_of(own, 0.0, q, qd)[0], 30.0);
  EXPECT_EQ(torque_of(own, 0.0, q, qd)[1], -5.0);
  GivenDrive robot = drive_of("torque: {a: 1000, b: 1000}\nsaturation: robot\n", arm);
  EXPECT_EQ(torque_of(robot, 0.0, q, qd), (std::vector<double>{40.0, 1000.0}));
}

TEST(Drives, PdHoldsTheWeightWhereItIsWanted) {
  const Arm arm = hanging_arm();
  GivenDrive pd = drive_of("control: {law: pd, stiffness: [100, 50], damping: 5, reference: [0.3, -0.7]}\n", arm);
  const Eigen::VectorXd g = arm.gravity_torque(vector(q));
  const std::vector<double> tau = torque_of(pd, 0.0, q, still);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(tau[i], g[static_cast<Eigen::Index>(i)], 1e-13);
  const std::vector<double> off = torque_of(pd, 0.0, {0.2, -0.7}, qd);
  const Eigen::VectorXd there = arm.gravity_torque(vector(std::vector<double>{0.2, -0.7}));
  EXPECT_NEAR(off[0], there[0] + 100.0 * 0.1 - 5.0 * qd[0], 1e-12);
  EXPECT_NEAR(off[1], there[1] - 5.0 * qd[1], 1e-12);
}

TEST(Drives, ComputedTorqueMakesErrorsDecayAsTheyWereAsked) {
  const Arm arm = hanging_arm();
  GivenDrive law = drive_of(
      "control:\n  law: computed-torque\n  frequency: 6 rad/s\n  damping_ratio: 0.5\n"
      "  reference: {until: 5 s, q1: sin(t), q2: 0.5*cos(2*t)}\n",
      arm);
  const double t = 0.8;
  const std::vector<double> tau = torque_of(law, t, q, qd);
  const Eigen::VectorXd qdd = arm.acceleration(vector(q), vector(qd), vector(tau));
  const double e[] = {std::sin(t) - q[0], 0.5 * std::cos(2.0 * t) - q[1]},
               rate[] = {std::cos(t) - qd[0], -std::sin(2.0 * t) - qd[1]},
               wanted[] = {-std::sin(t), -2.0 * std::cos(2.0 * t)};
  for (int i = 0; i < 2; ++i)  // ë + 2·ζ·ω·ė + ω²·e = 0
    EXPECT_NEAR(wanted[i] - qdd[i] + 6.0 * rate[i] + 36.0 * e[i], 0.0, 1e-10) << i;
}

TEST(Drives, JointImpedanceLeavesTheRobotsOwnInertia) {
  const Arm arm = hanging_arm();
  GivenDrive law = drive_of(
      "control:\n  law: impedance\n  stiffness: [80, 30]\n  damping: [4, 2]\n"
      "  reference: {until: 5 s, q1: sin(t), q2: 0.5*cos(2*t)}\n",
      arm);
  const double t = 0.8;
  const Eigen::VectorXd qdd = arm.acceleration(vector(q), vector(qd), vector(torque_of(law, t, q, qd)));
  const Eigen::Vector2d e(std::sin(t) - q[0], 0.5 * std::cos(2.0 * t) - q[1]),
      rate(std::cos(t) - qd[0], -std::sin(2.0 * t) - qd[1]), wanted(-std::sin(t), -2.0 * std::cos(2.0 * t));
  // M·ë + (C + D)·ė + K·e = 0
  const Eigen::VectorXd rest =
      arm.mass_matrix(vector(q)) * (wanted - qdd) + arm.coriolis_matrix(vector(q), vector(qd)) * rate +
      Eigen::Vector2d(4.0, 2.0).cwiseProduct(rate) + Eigen::Vector2d(80.0, 30.0).cwiseProduct(e);
  EXPECT_LT(rest.norm(), 1e-11);
}

TEST(Drives, CartesianImpedanceIsASpringAtTheFrame) {
  const Arm arm = hanging_arm();
  GivenDrive law = drive_of(
      "control:\n  law: cartesian-impedance\n  frame: tip\n  stiffness: {translation: [300, 200, 0], rotation: 7}\n"
      "  damping: {translation: 20}\n  joint_damping: 3\n  reference: [0.5, -0.4]\n",
      arm);
  const std::vector<double> wanted = {0.5, -0.4};
  const Pose<double> now = arm.pose(vector(q), "tip"), there = arm.pose(vector(wanted), "tip");
  const Eigen::MatrixXd J = arm.jacobian(vector(q), "tip");
  Eigen::VectorXd wrench(6);
  const Eigen::VectorXd v = J * vector(qd);
  const double turn = (0.5 - 0.4) - (q[0] + q[1]);  // about z, as both joints turn
  wrench << 0.0, 0.0, 7.0 * turn, 300.0 * (there.p.x - now.p.x) - 20.0 * v[3],
      200.0 * (there.p.y - now.p.y) - 20.0 * v[4], -20.0 * v[5];
  const Eigen::VectorXd expected = J.transpose() * wrench - 3.0 * vector(qd) + arm.gravity_torque(vector(q));
  const std::vector<double> tau = torque_of(law, 0.0, q, qd);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(tau[i], expected[static_cast<Eigen::Index>(i)], 1e-11);
}

TEST(Drives, ALawKnowsFrictionOnlyWhereItIsToldTo) {
  const Arm arm = hanging_arm(", friction: {viscous: 2, coulomb: 3}");
  const std::string law = "control: {law: computed-torque, frequency: 0 rad/s, friction: ";
  GivenDrive without = drive_of(law + "false}\n", arm), with = drive_of(law + "true}\n", arm);
  EXPECT_NEAR(torque_of(with, 0.0, q, qd)[1] - torque_of(without, 0.0, q, qd)[1], 3.0 + 2.0 * qd[1], 1e-12);
}

TEST(Drives, AnIntegralGrowsOnceASample) {
  const Arm arm = hanging_arm();
  GivenDrive law = drive_of(
      "sampling: 10 ms\ncontrol: {law: pd, stiffness: 0, damping: 0, integral: 8, gravity: false, reference: [1, 0]}\n",
      arm);
  EXPECT_EQ(law.drive->sampling_time(), 0.01);
  EXPECT_NEAR(torque_of(law, 0.0, still, still)[0], 8.0 * 0.01, 1e-15);
  EXPECT_NEAR(torque_of(law, 0.01, still, still)[0], 8.0 * 0.02, 1e-15);
  const std::vector<double> memory = law.drive->memory();
  EXPECT_NEAR(torque_of(law, 0.02, still, still)[0], 8.0 * 0.03, 1e-15);
  law.drive->remember(memory);
  EXPECT_NEAR(torque_of(law, 0.02, still, still)[0], 8.0 * 0.03, 1e-15);
}

TEST(Drives, HoldingGainsAreCriticalForEachJointAlone) {
  const Arm arm = hanging_arm();
  const HoldGains held = hold_gains(arm, q, 2.0);
  const Eigen::MatrixXd M = arm.mass_matrix(vector(q));
  const double w = 4.0 * std::numbers::pi;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    EXPECT_DOUBLE_EQ(held.stiffness[i], M(k, k) * w * w);
    EXPECT_NEAR(held.damping[i] * held.damping[i], 4.0 * M(k, k) * held.stiffness[i], 1e-9);
  }
}

TEST(Drives, AWrenchByFormulasIsTheSameAsAConstantOne) {
  const Arm arm = hanging_arm();
  StateFormulas formulas(arm.model());
  const GivenDrive given = read_drive(
      {"w.yaml",
       "wrenches:\n  - {link: tip, point: [0, 0.1, 0], force: [3*cos(t), 2*q1, 0], moment: [0, 0, qd2], until: 2 s}\n"},
      arm, still, formulas);
  GivenWrenches wrenches(arm, formulas, {}, given.wrenches);
  const double t = 0.4;
  std::vector<Force<double>> on_links(2);
  Force<double> on_base;
  wrenches.pull(t, q, qd, on_links, on_base);
  const Wrench constant{"tip", {0.0, 0.1, 0.0}, "", {3.0 * std::cos(t), 2.0 * q[0], 0.0}, {0.0, 0.0, qd[1]}};
  const ExternalForces expected = external_forces(arm.model(), vector(q), {constant});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(norm(on_links[i].f - expected.on_links[i].f), 0.0, 1e-14);
    EXPECT_NEAR(norm(on_links[i].n - expected.on_links[i].n), 0.0, 1e-14);
  }
  std::vector<Force<double>> later(2);
  wrenches.pull(2.0, q, qd, later, on_base);
  EXPECT_EQ(norm(later[1].f), 0.0);
  EXPECT_EQ(wrenches.next_jump(0.0), 2.0);
}

TEST(Drives, APayloadIsHeldDuringItsWindow) {
  const Arm arm = hanging_arm();
  const GivenDrive given =
      drive_of("payloads:\n  - {body: \"2 kg at 0,0,0\", from: 1 s, until: 2 s}\n  - {body: 1 kg, from: 1.5 s}\n", arm);
  EXPECT_EQ(given.payload_times(), (std::vector<double>{1.0, 1.5, 2.0}));
  const auto mass = [&](double t) {
    const Arm then = given.robot_at(t, arm);
    return then.centroid(vector(q), vector(qd)).mass - arm.centroid(vector(q), vector(qd)).mass;
  };
  for (const auto& [t, held] : {std::pair{0.5, 0.0}, {1.0, 2.0}, {1.6, 3.0}, {2.0, 1.0}})
    EXPECT_NEAR(mass(t), held, 1e-12) << t;
  EXPECT_EQ(given.drive->next_jump(0.0), 1.0);
}

TEST(StopConditions, AreAboveZeroOnceTheyHold) {
  const Arm arm = hanging_arm();
  const StateFormulas formulas(arm.model());
  const auto holds = [&](const std::string& text) { return stop_condition(text, formulas).value(2.0, q, qd) > 0.0; };
  EXPECT_TRUE(holds("q1 > 0.29"));
  EXPECT_TRUE(holds("q1 > 17deg"));
  EXPECT_FALSE(holds("q1 > 18deg"));
  EXPECT_TRUE(holds("qd_b >= 1"));
  EXPECT_TRUE(holds("q1 + q2 < 0"));
  EXPECT_FALSE(holds("t <= 1.5 s"));
  for (const char* broken : {"q1", "q1 >", "> 1", "q1 == 1", "q1 > 1 m", "0 < q1 < 1", "q9 > 1", "q1 >< 2"})
    EXPECT_THROW(stop_condition(broken, formulas), FormulaError) << broken;
}

}  // namespace
}  // namespace sinew
