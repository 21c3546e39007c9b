// SPDX-License-Identifier: BSD-3-Clause
/// What commands say of a robot with elastic joints. Its coordinates: shoulder.motor, shoulder, elbow.motor, elbow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/cli/command_line.h"
#include "tests/support/elastic_arm.h"

namespace {

using sinew_test::expect_near;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using testing::HasSubstr;
using testing::Not;

class AnElasticArm : public testing::Test {
 protected:
  AnElasticArm() { std::ofstream(folder_.path() / "elastic.yaml") << sinew_test::elastic_arm; }

  Outcome run(const std::string& arguments) const { return sinew(arguments, folder_.path()); }
  nlohmann::json ask(const std::string& arguments) const { return json_of(arguments, folder_.path()); }
  std::vector<double> tau(const std::string& arguments) const {
    return ask("torque elastic.yaml " + arguments)["states"][0]["tau"];
  }

  sinew_test::TemporaryFolder folder_;
};

/// Gravity's torques of the two links by hand, the elbow's motor weighing on the upper arm.
std::pair<double, double> gravity_torques(double q1, double q2) {
  const double g = 9.81, elbow = 2.5 * 0.2 * g * std::cos(q1 + q2);
  return {(4.0 * 0.25 + 0.8 * 0.1 + 2.5 * 0.5) * g * std::cos(q1) + elbow, elbow};
}

TEST_F(AnElasticArm, IsHeldByItsMotorsThroughItsSprings) {
  const auto [g1, g2] = gravity_torques(0.3, 0.4);
  // with each spring stretched by what its joint carries, the motors give it and nothing else acts on the joints
  const auto text = [](double x) { return std::to_string(x); };
  const std::vector<double> held = tau("--q " + text(0.3 + g1 / 6000.0) + ",0.3," + text(0.4 + g2 / 2500.0) + ",0.4");
  expect_near(held, {g1, 0.0, g2, 0.0}, 5e-3);  // the positions are written with six digits
  expect_near(tau("--q 0.3,0.3,0.4,0.4"), {0.0, g1, 0.0, g2}, 1e-12);
  expect_near(tau("--q 0.31,0.3,0.4,0.4"), {60.0, g1 - 60.0, 0.0, g2}, 1e-10);
}

TEST_F(AnElasticArm, AcceleratesAsItsTorquesAsk) {
  const std::string posture = " --q 0.3,0.29,0.4,0.41 --qd 1,0.9,-0.5,-0.6";
  const std::vector<double> torques = tau(posture + " --qdd 2,3,-4,5");
  std::string list;
  for (const double x : torques) list += (list.empty() ? "" : ",") + std::to_string(x);
  const nlohmann::json qdd = ask("accelerate elastic.yaml" + posture + " --tau " + list)["states"][0]["qdd"];
  expect_near(qdd, {2, 3, -4, 5}, 1e-4);
}

TEST_F(AnElasticArm, HasTermsThatCloseItsPower) {
  const std::string posture = " --q 0.3,0.29,0.4,0.41 --qd 1,0.9,-0.5,-0.6 --qdd 2,3,-4,5";
  const nlohmann::json answer = ask("terms elastic.yaml --show friction,springs,power,energy,structure" + posture);
  const nlohmann::json& terms = answer["states"][0];
  expect_near(terms["springs"], {60.0, -60.0, -25.0, 25.0}, 1e-10);
  // b = 0.6 on the shoulder, 0.9 and Coulomb 3 on its motor, D = 4 and 1.5 between
  expect_near(terms["friction"], {0.9 + 3.0 + 0.4, 0.54 - 0.4, 0.15, -0.15}, 1e-12);
  EXPECT_NEAR(terms["energy"]["springs"].get<double>(), 0.5 * 6000.0 * 1e-4 + 0.5 * 2500.0 * 1e-4, 1e-12);
  EXPECT_NEAR(terms["power"]["residual"].get<double>(), 0.0, 1e-10);
  for (const nlohmann::json& property : answer["structure"]) EXPECT_TRUE(property["holds"].get<bool>()) << property;
}

TEST_F(AnElasticArm, HasEquationsWithBothCoordinates) {
  const Outcome page = run("equations elastic.yaml --show tau,energy,routes");
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("K₁·(q₂ − q₁)"));
  EXPECT_THAT(page.out, HasSubstr("U_springs"));
  EXPECT_THAT(page.out, HasSubstr("q₁ is the position of the motor that drives q₂ through a spring"));
  EXPECT_THAT(page.out, Not(HasSubstr("✗")));
  const Outcome code = run("equations elastic.yaml --show tau --format c");
  EXPECT_EQ(code.code, 0) << code.err;
  EXPECT_THAT(code.out, HasSubstr("K1"));
}

TEST_F(AnElasticArm, IsDescribedWithItsTransmissions) {
  const Outcome card = run("info elastic.yaml");
  EXPECT_EQ(card.code, 0) << card.err;
  EXPECT_THAT(card.out, HasSubstr("elastic_arm: 2 joints, 2 elastic with a motor that moves by itself"));
  EXPECT_THAT(card.out, HasSubstr("transmission: 6000 N·m/rad and 4 N·m·s/rad to shoulder.motor"));
  EXPECT_THAT(card.out, HasSubstr("bounces off its limits with 0.3 of its speed"));
  const nlohmann::json links = ask("info elastic.yaml")["links"];
  ASSERT_EQ(links.size(), 4U);
  EXPECT_EQ(links[0]["name"], "shoulder.motor");
  EXPECT_EQ(links[0]["joint"]["limits"]["effort"], 90.0);
  EXPECT_TRUE(links[1]["joint"]["limits"]["effort"].is_null());
  EXPECT_EQ(links[1]["joint"]["limits"]["restitution"], 0.3);
  EXPECT_EQ(links[1]["joint"]["transmission"]["motor"], "shoulder.motor");
  EXPECT_EQ(links[3]["joint"]["transmission"]["stiffness"], 2500.0);
}

TEST_F(AnElasticArm, IsTheSameInOtherFormats) {
  const std::string posture = " --q 0.3,0.29,0.4,0.41 --qd 1,0.9,-0.5,-0.6 --qdd 2,3,-4,5";
  const std::vector<double> wanted = tau(posture);
  for (const std::string format : {"urdf", "yaml"}) {
    const Outcome written = run("convert elastic.yaml other." + format);
    EXPECT_EQ(written.code, 0) << written.err;
    if (format == "urdf") {
      EXPECT_THAT(written.err, HasSubstr("that joints are elastic"));
    }
    expect_near(ask("torque other." + format + posture)["states"][0]["tau"], wanted, 1e-9);
  }
}

TEST_F(AnElasticArm, IsRigidWithoutItsMotorsAndShorterWhereAJointIsLocked) {
  const auto [g1, g2] = gravity_torques(0.3, 0.4);
  expect_near(tau("--q 0.3,0.4 --without motors"), {g1, g2}, 1e-12);
  expect_near(tau("--q 0.3,0.3 --lock elbow=0.4"), {0.0, g1}, 1e-12);
  const Outcome refused = run("torque elastic.yaml --lock elbow.motor=0.4");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("there is no joint 'elbow.motor' to lock"));
}

TEST_F(AnElasticArm, IsDrawnWithoutItsMotors) {
  const Outcome drawn = run("draw elastic.yaml --out -");
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("elbow"));
  EXPECT_THAT(drawn.out, Not(HasSubstr("elbow.motor")));
}

}  // namespace
