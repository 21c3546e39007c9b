// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace {

using Json = nlohmann::json;
using sinew_test::json_of;
using sinew_test::sinew;
using testing::HasSubstr;
using testing::Not;

TEST(TermsLinear, HasTheModesOfADoublePendulum) {
  const Json y = json_of("terms point_mass_2r --q -90deg,0 --show linear");
  EXPECT_EQ(y["linear"]["rows"], Json({"q.shoulder", "q.elbow", "qd.shoulder", "qd.elbow"}));
  const Json linear = y["states"][0]["linear"];
  // ω² = g/l·((1+μ) ± √(μ(1+μ))), μ = ½
  const double low = std::sqrt(9.81 / 0.5 * (1.5 - std::sqrt(0.75))),
               high = std::sqrt(9.81 / 0.5 * (1.5 + std::sqrt(0.75)));
  sinew_test::expect_near(linear["natural_frequency"], {low, low, high, high}, 1e-9 * high);
  sinew_test::expect_near(linear["poles"]["real"], {0, 0, 0, 0}, 0.0);
  sinew_test::expect_near(linear["damping_ratio"], {0, 0, 0, 0}, 0.0);
  EXPECT_TRUE(linear["time_constant"][0].is_null()) << "it swings on";
  EXPECT_EQ(linear["A"].size(), 4U);
  EXPECT_EQ(linear["B"][0], Json({0.0, 0.0}));
  const std::string page = sinew("terms point_mass_2r --q -90deg,0 --show linear").out;
  EXPECT_THAT(page, HasSubstr("swings on"));
  EXPECT_THAT(page, HasSubstr("natural frequency [Hz]"));
  EXPECT_THAT(page, Not(HasSubstr("dry friction")));
}

TEST(TermsLinear, IsThereForEveryStateOfATrajectory) {
  const sinew_test::TemporaryFolder folder;
  const auto motion = sinew("motion two_link_2r --move \"0,0 -> 1,1 in 1s\" --samples 5 --format csv");
  std::ofstream(folder.path() / "way.csv") << motion.out;
  const Json y = json_of("terms two_link_2r --states " + (folder.path() / "way.csv").string() + " --show linear");
  ASSERT_EQ(y["states"].size(), 5U);
  EXPECT_NE(y["states"][1]["linear"]["A"], y["states"][3]["linear"]["A"]);
  // taken under the torques of the motion: what the state accelerates with is q̈ of the file
  for (const Json& state : y["states"]) EXPECT_TRUE(state["linear"]["qdd"][0].is_number());
  const auto csv =
      sinew("terms two_link_2r --states " + (folder.path() / "way.csv").string() + " --show linear --format csv");
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_THAT(csv.out, HasSubstr("linear.A.qd.shoulder.q.elbow"));
}

TEST(TermsLinear, SaysThatDryFrictionIsLeftOut) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml")
      << "sinew: 1\nname: pendulum\nlinks:\n  - name: bob\n    axis: y\n    mass: 1 kg\n    com: [1 m, 0, 0]\n"
         "    joint: {kind: revolute, friction: {coulomb: 0.2 Nm, viscous: 0.3}}\n";
  const std::string robot = (folder.path() / "p.yaml").string();
  EXPECT_THAT(sinew("terms " + robot + " --q 90deg --show linear").out,
              HasSubstr("dry friction of joint1 is left out"));
  EXPECT_THAT(sinew("terms " + robot + " --q 90deg --show linear").out, HasSubstr("Modes without friction"));
  EXPECT_EQ(json_of("terms " + robot + " --q 90deg --show linear")["states"][0]["linear"]["resting_joints"], 1);
}

TEST(TermsEquilibria, OfADoublePendulumAreFour) {
  const Json y = json_of("terms point_mass_2r --show equilibria")["equilibria"];
  ASSERT_EQ(y.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(y[k]["stability"], k == 0 ? "stable" : "unstable");
  EXPECT_THAT(sinew("terms point_mass_2r --show equilibria").out, HasSubstr("stable, swings on"));
  EXPECT_THAT(sinew("terms ur5 --show equilibria").out, HasSubstr("shoulder_pan_joint")) << "turns freely";
  EXPECT_TRUE(json_of("terms point_mass_2r --show equilibria --tau 1000,0")["equilibria"].empty());
}

TEST(TermsTorques, DoNothingWithoutLinearOrEquilibria) {
  EXPECT_EQ(sinew("terms point_mass_2r --tau 1,2").code, 2);
  EXPECT_EQ(sinew("terms point_mass_2r --show linear --tau 1,2,3").code, 1);
  EXPECT_EQ(sinew("terms point_mass_2r --floating-base --show equilibria").code, 1);
}

}  // namespace
