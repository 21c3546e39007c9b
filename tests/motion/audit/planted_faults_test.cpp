// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/motion/audit/planted_log.h"
#include "tests/support/soak.h"

/// What the audit says of logs with 1 % of noise on every signal and one thing wrong about them, or nothing.
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using sinew::Arm;
using sinew::TorqueFault;
using sinew::VelocityVerdict;
using sinew_test::Planted;
using sinew_test::planted_log;

Arm arm_of(unsigned seed) { return seed % 2 == 0 ? sinew::load("ur5") : sinew_test::panda(); }

std::set<Index> flipped_in(const sinew::EnergyAudit& audit) {
  std::set<Index> flipped;
  for (std::size_t j = 0; j < audit.velocities.size(); ++j)
    if (audit.velocities[j].verdict == VelocityVerdict::Flipped) flipped.insert(static_cast<Index>(j));
  return flipped;
}
bool has_wrong_velocity(const sinew::EnergyAudit& audit) {
  for (const sinew::VelocityCheck& check : audit.velocities)
    if (check.verdict == VelocityVerdict::Wrong) return true;
  return false;
}
bool names(const sinew::EnergyAudit& audit, TorqueFault fault) {
  return audit.torques.is_named && audit.torques.tried.front().fault == fault && flipped_in(audit).empty() &&
         !has_wrong_velocity(audit);
}

/// What the audit says, for a message.
std::string said(const sinew::EnergyAudit& audit) {
  const sinew::TorqueFaults& torques = audit.torques;
  std::string text = "chi2 " + std::to_string(torques.chi_squared) + " of " + std::to_string(torques.samples) +
                     ", correlation " + std::to_string(torques.correlation) + ", BIC " +
                     std::to_string(torques.information) + (torques.is_named ? ", named" : "");
  for (std::size_t k = 0; k < std::min<std::size_t>(torques.tried.size(), 3); ++k) {
    const sinew::TriedFault& one = torques.tried[k];
    text += "\n  fault " + std::to_string(static_cast<int>(one.fault)) + " of " +
            std::to_string(one.joint.value_or(-1)) + ": " + std::to_string(one.parameters[0]) + " +- " +
            std::to_string(one.deviations[0]) + ", chi2 " + std::to_string(one.chi_squared) + ", BIC " +
            std::to_string(one.information);
  }
  for (std::size_t j = 0; j < audit.velocities.size(); ++j)
    text += "\n  velocity " + std::to_string(j) + ": " + std::to_string(static_cast<int>(audit.velocities[j].verdict)) +
            " " + std::to_string(audit.velocities[j].difference) + " " + std::to_string(audit.velocities[j].expected);
  return text;
}

/// How many of so many logs are judged as they should be.
template <class Judge>
void expect_named(int least_of_100, const Judge& is_right) {
  const int count = sinew_test::case_count(6, 100);
  int right = 0;
  for (int k = 0; k < count; ++k) right += is_right(static_cast<unsigned>(100 + k)) ? 1 : 0;
  EXPECT_GE(100 * right, least_of_100 * count) << right << " of " << count;
  testing::Test::RecordProperty("named_rightly", right);
}

TEST(APlantedFault, OfScaledTorquesIsNamed) {
  expect_named(95, [](unsigned seed) {
    const Arm arm = arm_of(seed);
    const auto y = sinew::audit(arm, planted_log(arm, {.scale = 1.1}, seed));
    const bool right = names(y, TorqueFault::Scaled) && !y.torques.tried.front().joint &&
                       std::abs(y.torques.tried.front().parameters[0] - 0.1) < 0.01 && !y.closes;
    EXPECT_TRUE(right || sinew_test::is_soak()) << seed << ": " << said(y);
    return right;
  });
}

TEST(APlantedFault, OfDelayedTorquesIsNamed) {
  expect_named(95, [](unsigned seed) {
    const Arm arm = arm_of(seed);
    const auto y = sinew::audit(arm, planted_log(arm, {.delay = 0.02}, seed));
    const bool right = names(y, TorqueFault::Delayed) && std::abs(y.torques.tried.front().parameters[0] - 0.02) < 2e-3;
    EXPECT_TRUE(right || sinew_test::is_soak()) << seed << ": " << said(y);
    return right;
  });
}

TEST(APlantedFault, OfFlippedVelocitiesIsNamed) {
  expect_named(95, [](unsigned seed) {
    const Arm arm = arm_of(seed);
    Planted planted;
    for (Index j = 0; j < arm.velocity_count(); ++j)
      if (seed % 3 == 0 || j == static_cast<Index>(seed) % arm.velocity_count()) planted.flipped.insert(j);
    const auto y = sinew::audit(arm, planted_log(arm, planted, seed));
    const bool right = flipped_in(y) == planted.flipped && !has_wrong_velocity(y) && !y.torques.is_named;
    EXPECT_TRUE(right || sinew_test::is_soak()) << seed << ": " << said(y);
    return right;
  });
}

TEST(APlantedFault, OfAPayloadThatTheModelDoesNotHaveIsNamed) {
  expect_named(95, [](unsigned seed) {
    const Arm arm = arm_of(seed);
    sinew_test::Random random(seed + 1000);
    const double mass = random.uniform(1.0, 3.0), reach = random.uniform(0.05, 0.2);
    const sinew::Vec3<double> place = reach * random.direction();
    const Arm real = arm.with_payload({.mass = mass, .com = place});
    const auto y = sinew::audit(arm, planted_log(real, {}, seed));
    const VectorXd& found = y.torques.tried.front().parameters;
    const bool right = names(y, TorqueFault::OtherPayload) && std::abs(found[0] - mass) < 0.1 * mass &&
                       std::abs(found.tail<3>().norm() - reach) < 0.03;
    EXPECT_TRUE(right || sinew_test::is_soak()) << seed << ": " << mass << " kg at " << reach << " m; " << said(y);
    return right;
  });
}

TEST(ACleanLog, ClosesAndNamesNothing) {
  expect_named(100, [](unsigned seed) {
    const Arm arm = arm_of(seed);
    const auto y = sinew::audit(arm, planted_log(arm, {}, seed));
    const bool right = !y.names_a_fault() && y.closes;
    EXPECT_TRUE(right) << seed << ": " << (y.closes ? "closes; " : "does not close; ") << said(y);
    return right;
  });
}

TEST(ACleanLog, WithoutNoiseClosesToOneInAThousand) {
  for (const unsigned seed : {1U, 2U}) {
    const Arm arm = arm_of(seed);
    const auto y = sinew::audit(arm, planted_log(arm, {}, seed, 0.0));
    EXPECT_TRUE(y.closes);
    EXPECT_FALSE(y.names_a_fault()) << said(y);
    EXPECT_LT(std::abs(y.whole.unexplained), 1e-3 * y.turnover);
  }
}

}  // namespace
