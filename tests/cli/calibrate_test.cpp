// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "sinew/arm/arm.h"
#include "tests/cli/command_line.h"

namespace sinew_test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string exercise =
    "calibrate point_mass_2r examples/measurements/planar_2r.csv --set l1=1m,l2=1m --free l1,l2";

TEST(Calibrate, GivesTheLinkLengthsOfTheExercise) {
  const nlohmann::json answer = json_of(exercise);
  ASSERT_EQ(answer["parameters"].size(), 2u);
  EXPECT_NEAR(answer["parameters"][0]["value"].get<double>() - 1.0, 0.05, 5e-5);
  EXPECT_NEAR(answer["parameters"][1]["value"].get<double>() - 1.0, -0.05, 5e-5);
}

TEST(Calibrate, ExplainsTheExercise) {
  const Outcome done = sinew(exercise + " --method pseudo-inverse --explain");
  EXPECT_EQ(done.code, 0) << done.err;
  for (const char* text :
       {"⎡ c₁  c₁₂ ⎤", "⎣ s₁  s₁₂ ⎦", "Δψ = [ 0.0500  -0.0500 ]ᵀ", "ψ' = [ 1.0500  0.9500 ]ᵀ",
        "0.1349  0.0000  0.0000  0.1349  -0.1349   0.6512   0.3651  -0.5559", "measurement 1 has 1 dead row: y",
        "measurement 2 has 1 dead row: x", "measurements 1 and 2 together see only l1 + l2"})
    EXPECT_THAT(done.out, HasSubstr(text));
}

/// Positions of a Panda's flange whose fourth joint is off by 10 mrad and whose d3 is 2 mm longer.
std::string panda_csv(double unit_of_length = 1.0) {
  sinew::RobotDescription<double> real = sinew::load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml").description;
  for (sinew::JointDescription<double>& joint : real.joints) {
    if (joint.name == "panda_joint4")
      joint.X_PJ = joint.X_PJ * sinew::Pose<double>{sinew::Rotation<double>::about_z(sinew::sincos(0.01)), {}};
    if (joint.name == "panda_joint3") joint.X_PJ.p.y -= 2e-3;
  }
  const sinew::Arm arm(sinew::build_model(real));
  std::string text = "q1,q2,q3,q4,q5,q6,q7,x,y,z\n";
  for (int i = 0; i < 30; ++i) {
    Eigen::VectorXd q = Eigen::VectorXd::Zero(8);
    for (int j = 0; j < 7; ++j) q[j] = std::sin(1.0 + 2.7 * i + 1.3 * j * j);
    q[3] -= 1.6;
    q[5] += 1.7;
    const sinew::Vec3<double> p = arm.pose(q, "panda_link8").p;
    for (int j = 0; j < 7; ++j) text += std::to_string(q[j]) + ",";
    char place[100];
    std::snprintf(place, sizeof place, "%.9f,%.9f,%.9f\n", p.x / unit_of_length, p.y / unit_of_length,
                  p.z / unit_of_length);
    text += place;
  }
  return text;
}

TEST(Calibrate, WritesARobotThatMeetsTheMeasurements) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "flange.csv") << panda_csv();
  const std::string start = "calibrate panda flange.csv --frame panda_link8 --free d3,theta4 ";
  const nlohmann::json answer = json_of(start + "--out real.yaml", folder.path());
  EXPECT_NEAR(answer["parameters"][0]["value"].get<double>(), 0.318, 1e-5);
  EXPECT_NEAR(answer["parameters"][1]["value"].get<double>(), 0.01, 1e-5);
  const std::string written = text_of(folder.path() / "real.yaml");
  EXPECT_THAT(written, HasSubstr("# Calibrated with Sinew on "));
  EXPECT_THAT(written, HasSubstr("d3: 316.0000 mm, 318.000"));
  const nlohmann::json again = json_of("calibrate real.yaml flange.csv --frame panda_link8 --free d3", folder.path());
  EXPECT_LT(again["before"]["position"]["rms"].get<double>(), 1e-5);
  EXPECT_EQ(sinew("check real.yaml", folder.path()).code, sinew("check panda").code);
}

TEST(Calibrate, SaysWhatIsWrongWithTheData) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "mm.csv") << panda_csv(1e-3);
  const Outcome done = sinew("calibrate panda mm.csv --frame panda_link8 --free d3,theta4", folder.path());
  EXPECT_THAT(done.out, HasSubstr("Look at the data first: the measured lengths seem to be in millimetres"));
  EXPECT_THAT(sinew("calibrate panda mm.csv --frame panda_link8 --free d3,theta4 --data-units mm", folder.path()).out,
              Not(HasSubstr("Look at the data")));
}

TEST(Calibrate, RefusesWhatCannotBeMeant) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "gap.csv") << "q.shoulder,q.elbow,x,y\n0,0,1,\n0,0.1,1,nan\n";
  const auto refused = [&](const std::string& arguments, const char* why, int code = 1) {
    const Outcome done = sinew("calibrate " + arguments, folder.path());
    EXPECT_EQ(done.code, code) << done.out;
    EXPECT_THAT(done.err, HasSubstr(why));
  };
  refused("point_mass_2r gap.csv --free l1", "gap.csv:2");
  refused("point_mass_2r gap.csv --free l9", "there is no parameter 'l9'");
  refused("point_mass_2r nowhere.csv --free l1", "nowhere.csv");
  refused("point_mass_2r", "--template", 2);
  refused("panda gap.csv --frame panda_link8", "panda_joint1");
  refused("point_mass_2r gap.csv --free l1 --out real.txt", "ends in none of", 2);
}

TEST(Calibrate, PlansBeforeAnythingIsMeasured) {
  const nlohmann::json plan = json_of("calibrate panda --frame panda_link8 --design 12");
  EXPECT_EQ(plan["candidate"].size(), 12u);
  EXPECT_LT(1.2 * plan["mean_deviation"].get<double>(), plan["mean_deviation_of_random_choices"].get<double>());
  const Outcome kinds = sinew("calibrate panda --template distance --frame panda_link8");
  EXPECT_THAT(kinds.out, HasSubstr("q.panda_joint7 [deg],distance [mm]"));
}

TEST(Swing, GivesInertiasWithTheirUncertainty) {
  // a thin rod of 1 kg and 1 m about its end: I = 1/3 kg·m², T = 2π·√(2·l/(3·g))
  const double T = 2.0 * 3.14159265358979 * std::sqrt(2.0 / (3.0 * 9.80665));
  const nlohmann::json answer =
      json_of("swing --mass 1kg+-1g --distance 0.5 --period " + std::to_string(T) + " --free-fall 9.80665");
  EXPECT_NEAR(answer["inertia"][0]["value"].get<double>(), 1.0 / 3.0, 1e-6);
  EXPECT_NEAR(answer["inertia"][1]["value"].get<double>(), 1.0 / 12.0, 1e-6);
  EXPECT_NEAR(answer["inertia"][0]["deviation"].get<double>(), 1e-3 / 3.0, 1e-8);
  EXPECT_EQ(sinew("swing --mass 1 --period 1").code, 2);
  EXPECT_EQ(sinew("swing bifilar --mass 1 --period 1 --wire-length 1 --distance 1").code, 2);
}

}  // namespace
}  // namespace sinew_test
