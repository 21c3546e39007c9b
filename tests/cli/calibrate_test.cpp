// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "sinew/analysis/matrices.h"
#include "sinew/arm/arm.h"
#include "sinew/problems/problem_obstacles.h"
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

TEST(Calibrate, OffersNoStateAtWhichTheRobotTouchesAnObstacle) {
  const std::string question = "calibrate panda --frame panda_hand --kind position --design 12 --candidates 60 ";
  const nlohmann::json plan = json_of(question + "--obstacles examples/problems/panda_among_obstacles.yaml");
  ASSERT_EQ(plan["q"].size(), 12u);
  ASSERT_GT(plan["left_out"].get<int>(), 0);
  const sinew::Arm arm(sinew::load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml"));
  const auto around = sinew::read_obstacle_distance(
      sinew::read_source_text(SINEW_SOURCE_DIR "/examples/problems/panda_among_obstacles.yaml"), arm.model());
  Eigen::VectorXd gradient(arm.model().velocity_count());
  for (const nlohmann::json& q : plan["q"])
    EXPECT_GE(around->evaluate(q.get<std::vector<double>>(), sinew::out(gradient)), 0.0) << q;
  EXPECT_FALSE(json_of(question).contains("left_out"));
  EXPECT_EQ(sinew(question + "--obstacles nowhere.yaml").code, 1);
}

TEST(Calibrate, TakesTheConstantsOfAChain) {
  const TemporaryFolder folder;
  sinew::RobotDescription<double> real = sinew::load_robot(SINEW_SOURCE_DIR "/robots/rrp.yaml").description;
  real.joints[0].X_JC.p.z += 3e-3;                                                        // Tz1
  real.joints[1].X_JC = sinew::Pose<double>{{}, {2e-3, 0.0, 0.0}} * real.joints[1].X_JC;  // Tx1
  const sinew::Arm arm(sinew::build_model(real));
  std::string text = "q1,q2,q3,x,y,z\n";
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector3d q(std::sin(2.1 * i), std::cos(1.3 * i), 0.3 + 0.2 * std::sin(0.7 * i * i));
    const sinew::Vec3<double> p = arm.pose(q, "link3").p;
    char row[200];
    std::snprintf(row, sizeof row, "%.12f,%.12f,%.12f,%.12f,%.12f,%.12f\n", q[0], q[1], q[2], p.x, p.y, p.z);
    text += row;
  }
  std::ofstream(folder.path() / "tip.csv") << text;
  const std::string start = "calibrate rrp tip.csv --frame link3 --by chain --free ";
  const nlohmann::json answer = json_of(start + "Tz1,Tx1 --out real.yaml", folder.path());
  const nlohmann::json& found = answer["parameters"];
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0]["value"].get<double>() - found[0]["nominal"].get<double>(), 3e-3, 1e-9);
  EXPECT_NEAR(found[1]["value"].get<double>() - found[1]["nominal"].get<double>(), 2e-3, 1e-9);
  const nlohmann::json again =
      json_of("calibrate real.yaml tip.csv --frame link3 --by poses --free all", folder.path());
  EXPECT_LT(again["before"]["position"]["rms"].get<double>(), 1e-9);
  EXPECT_THAT(sinew("calibrate panda tip.csv --by chain", folder.path()).err,
              HasSubstr("is placed by a chain of transforms"));
}

TEST(Calibrate, NamesJointsThatNeverMoveAndDataOfAnotherRobot) {
  const TemporaryFolder folder;
  std::string still = "q1,q2,q3,q4,q5,q6,q7,x,y,z\n", other = still;
  const sinew::Arm arm(sinew::load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml"));
  for (int i = 0; i < 20; ++i) {
    Eigen::VectorXd q = Eigen::VectorXd::Zero(8);
    for (int j = 0; j < 7; ++j) q[j] = j == 2 ? 0.25 : 0.8 * std::sin(1.0 + 2.7 * i + 1.3 * j * j);
    q[3] -= 1.6;
    const sinew::Vec3<double> p = arm.pose(q, "panda_link8").p;
    std::string joints;
    for (int j = 0; j < 7; ++j) joints += std::to_string(q[j]) + ",";
    still += joints + std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z) + "\n";
    other += joints + std::to_string(2.0 * std::sin(5.0 * i)) + "," + std::to_string(2.0 * std::cos(3.0 * i * i)) +
             "," + std::to_string(std::sin(11.0 * i)) + "\n";
  }
  std::ofstream(folder.path() / "still.csv") << still;
  std::ofstream(folder.path() / "other.csv") << other;
  const std::string start = "--frame panda_link8 --free d3,a4";
  const Outcome one = sinew("calibrate panda still.csv " + start, folder.path());
  EXPECT_THAT(one.out, HasSubstr("The joint panda_joint3 never moves in these measurements"));
  EXPECT_THAT(one.out, Not(HasSubstr("hardly of this robot")));
  const Outcome two = sinew("calibrate panda other.csv " + start, folder.path());
  EXPECT_THAT(two.out, HasSubstr("These measurements are hardly of this robot and frame: after the fit "));
}

TEST(Calibrate, RefusesColumnsThatAreNotThoseOfTheRobot) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "six.csv")
      << "0,0.1,0.2,-1.5,0.3,1.2,0.5,0.1,0.6\n0.1,0.2,0.2,-1.4,0.3,1.1,0.5,0.2,0.6\n";
  const Outcome fewer =
      sinew("calibrate panda six.csv --frame panda_link8 --columns q1,q2,q3,q4,q5,q6,x,y,z", folder.path());
  EXPECT_EQ(fewer.code, 1);
  EXPECT_THAT(fewer.err, HasSubstr("panda_joint7"));
  const Outcome more =
      sinew("calibrate panda six.csv --frame panda_link8 --columns q1,q2,q3,q4,q5,q6,q7,x,y,z", folder.path());
  EXPECT_EQ(more.code, 1);
  EXPECT_THAT(more.err, HasSubstr("six.csv:1"));
}

TEST(Calibrate, DrawsResidualsAndParameters) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "flange.csv") << panda_csv();
  const std::string start = "calibrate panda flange.csv --frame panda_link8 --free d3,theta4 ";
  const Outcome page = sinew(start + "--plot residuals.position,parameters", folder.path());
  EXPECT_EQ(page.code, 0) << page.err;
  for (const char* text : {"Distances between robot and measurement", "Changes of the parameters", "[mm]", "[°]",
                           "1 d3  2 theta4", "2 after"})
    EXPECT_THAT(page.out, HasSubstr(text));
  const Outcome files = sinew(start + "--plot-to pictures", folder.path());
  EXPECT_EQ(files.code, 0) << files.err;
  for (const char* name : {"residuals.position.svg", "residuals.x.svg", "parameters.svg", "plots.pdf"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "pictures" / name)) << name;
  EXPECT_THAT(text_of(folder.path() / "pictures/plots.csv"), HasSubstr("residuals.x.before,residuals.x.after"));
  EXPECT_THAT(text_of(folder.path() / "pictures/parameters.csv"),
              HasSubstr("name,parameters.lengths,parameters.angles,parameters.lengths.deviation"));
  EXPECT_EQ(sinew(start + "--plot nothing", folder.path()).code, 2);
  EXPECT_EQ(sinew(start + "--plot all --format json", folder.path()).code, 2);
}

TEST(Calibrate, LeavesNoHalfFileWheneverItIsEnded) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "flange.csv") << panda_csv();
  for (const char* signal : {"KILL", "TERM", "INT"})
    for (const char* delay : {"0.01", "0.03", "0.1", "0.3"}) {
      std::ofstream(folder.path() / "real.yaml") << "old";
      run(std::string("timeout --foreground -s ") + signal + " " + delay +
              " '" SINEW_COMMAND "' calibrate panda flange.csv --frame panda_link8 --free all --out real.yaml",
          folder.path());
      const std::string text = text_of(folder.path() / "real.yaml");
      EXPECT_TRUE(text == "old" || (text.starts_with("# Calibrated with Sinew on ") && text.ends_with("\n")))
          << signal << " after " << delay;
      if (text == "old") continue;
      EXPECT_EQ(sinew("info real.yaml", folder.path()).code, 0) << signal << " after " << delay;
    }
}

TEST(Calibrate, KeepsWhatWasCrossValidatedWhenItIsStopped) {
  const TemporaryFolder folder;
  std::string names;
  for (int set = 0; set < 15; ++set) {
    const std::string name = "set" + std::to_string(set) + ".csv";
    std::ofstream(folder.path() / name) << panda_csv();
    names += " " + name;
  }
  // asked later and later, until some of the sets are done: when that is depends on the machine
  for (double seconds = 0.1; seconds < 60.0; seconds *= 1.25) {
    const Outcome done =
        run("timeout --foreground -s INT " + std::to_string(seconds) + " '" SINEW_COMMAND "' calibrate panda" + names +
                " --frame panda_link8 --free all,tool.xyz --cross",
            folder.path());
    if (done.out.find("each left out") == std::string::npos) continue;
    EXPECT_THAT(done.out, HasSubstr("Leaving out sets in turn was stopped; not done for "));
    EXPECT_THAT(done.out, HasSubstr("set14"));
    return;
  }
  FAIL() << "it was never stopped between two sets";
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
