// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "tests/cli/command_line.h"

/// `sinew retime`: published exercises to four decimals, and every way to ask it wrongly.
namespace sinew_test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

const std::string published_torques =
    "retime --gravity-torque 34.6836,12.2625 --peak-torque 140,25 --torque-limit 100,20";
const std::string published_link = "retime --link-inertia 1.5 --gravity-moment 14.715 --between \"0 -> 180deg\" ";

/// One link, I = 1.5 and m·g·d = 14.715, that hangs down at q = 0.
class Pendulum : public testing::Test {
 protected:
  Pendulum() {
    write(file(), "");
    write(rubbing(), ", friction: {viscous: 1.5, coulomb: 2 Nm}");
  }
  std::string file() const { return (folder_.path() / "pendulum.yaml").string(); }
  /// The same with friction.
  std::string rubbing() const { return (folder_.path() / "rubbing.yaml").string(); }
  std::filesystem::path folder() const { return folder_.path(); }

 private:
  static void write(const std::string& file, const std::string& friction) {
    std::ofstream(file) << "sinew: 1\nname: pendulum\ngravity: [0, -9.81, 0]\nlinks:\n  - name: rod\n"
                           "    joint: {name: pivot, kind: revolute, limits: {effort: 20}" +
                               friction +
                               "}\n    pose: Rz(-90deg)\n    bodies: [{shape: point, mass: 1.5 kg, pose: Tx(1 m)}]\n";
  }

  TemporaryFolder folder_;
};

/// Exercise 2020-07-15 #4.
TEST(Retime, gives_the_published_scaling_of_plain_torques) {
  const Json answer = json_of(published_torques + " --duration 3s");
  expect_near(answer["k_each"], {1.2698, 1.2830}, 5e-5);
  EXPECT_NEAR(answer["k"].get<double>(), 1.2830, 5e-5);
  EXPECT_NEAR(answer["new_duration"].get<double>(), 3.8491, 5e-5);
  EXPECT_EQ(answer["limiting"]["joint"], "joint 2");
  EXPECT_EQ(answer["warnings"], Json::array());
}

TEST(Retime, explains_the_published_scaling_as_on_a_board) {
  const Outcome done = sinew(published_torques + " --duration 3s --explain");
  EXPECT_EQ(done.code, 0) << done.err;
  for (const char* line : {"τ_s = (τ_d − g)/k² + g", "105.3164/k² + 34.6836 = 100.0000, so k = √(105.3164/65.3164)",
                           "k = 1.2698", "12.7375/k² + 12.2625 = 20.0000, so k = √(12.7375/7.7375)", "k = 1.2830",
                           "T_s = 1.2830·3.0000 s", "T_s = 3.8491"})
    EXPECT_THAT(done.out, HasSubstr(line));
  const Json answer = json_of(published_torques + " --explain");
  EXPECT_GE(answer["steps"].size(), 4U);
}

TEST(Retime, tells_the_torques_of_another_duration) {
  const Json answer = json_of(published_torques + " --duration 3s --new-duration 3.8491s");
  EXPECT_NEAR(answer["demand"]["torque"][1].get<double>(), 20.0, 1e-3);
  EXPECT_LT(answer["demand"]["torque"][0].get<double>(), 100.0);
}

/// Exercise 2023-02-13 #2, by plain numbers.
TEST(Retime, gives_the_published_least_times_of_a_link) {
  const Json with_20 = json_of(published_link + "--torque-limit 20");
  EXPECT_NEAR(with_20["new_duration"].get<double>(), 1.1890, 5e-5);
  EXPECT_NEAR(with_20["limiting"]["new_t"].get<double>(), 0.0, 1e-9);
  EXPECT_EQ(with_20["warnings"], Json::array());
  EXPECT_NEAR(json_of(published_link + "--torque-limit 18")["new_duration"].get<double>(), 1.2533, 5e-5);
  const Outcome done = sinew(published_link + "--torque-limit 20 --explain");
  for (const char* line :
       {"q̈ = Δq·6·(1 − 2σ)/T²", "28.2743/T² + 0.0000 = 20.0000, so T = √(28.2743/20.0000)", "1.1890"})
    EXPECT_THAT(done.out, HasSubstr(line));
}

/// The same by a robot file, whose limit is 20.
TEST_F(Pendulum, has_the_published_least_times) {
  const std::string between = "retime " + file() + " --between \"0 -> 180deg\" ";
  const Json with_20 = json_of(between);
  EXPECT_NEAR(with_20["new_duration"].get<double>(), 1.1890, 5e-5);
  EXPECT_EQ(with_20["limiting"]["joint"], "pivot");
  EXPECT_NEAR(json_of(between + "--torque-limit 18Nm")["new_duration"].get<double>(), 1.2533, 5e-5);
  EXPECT_NEAR(json_of(between + "--torque-limit pivot=18Nm")["new_duration"].get<double>(), 1.2533, 5e-5);
  EXPECT_THAT(sinew(between + "--explain").out, HasSubstr("so T = √(28.2743/20.0000)"));
  // a cubic of any time, scaled: the same
  const Json scaled = json_of("retime " + file() + " --move \"0 -> 180deg in 3s with cubic\"");
  EXPECT_NEAR(scaled["new_duration"].get<double>(), 1.1890, 5e-5);
  EXPECT_NEAR(scaled["k"].get<double>(), 1.1890 / 3.0, 5e-5);
}

TEST_F(Pendulum, warns_where_the_short_cut_fails) {
  const Json answer = json_of("retime " + file() + " --between \"0 -> 180deg\" --torque-limit 15");
  EXPECT_NEAR(answer["short_cut"]["duration"].get<double>(), 1.3729, 5e-5);
  EXPECT_NEAR(answer["short_cut"]["share"].get<double>(), 16.1529 / 15.0, 1e-4);
  EXPECT_THAT(answer["warnings"][0].get<std::string>(), HasSubstr("The short cut"));
  EXPECT_GT(answer["new_duration"].get<double>(), 1.3729);
}

TEST_F(Pendulum, needs_the_torque_that_its_least_time_was_found_with) {
  for (const char* profile :
       {"cubic", "quintic", "septic", "bang-bang", "trapezoidal --ramp 0.2", "double-s --ramp 0.4"}) {
    const std::string asked = "retime " + file() + " --between \"0.2 -> 150deg\" --profile " + profile;
    const double T = json_of(asked)["new_duration"].get<double>();
    const Json demand = json_of(asked + " --new-duration " + std::to_string(T))["demand"];
    EXPECT_NEAR(std::abs(demand["torque"][0].get<double>()), 20.0, 1e-3) << profile;
  }
}

TEST_F(Pendulum, writes_the_motion_in_its_new_time_with_torques_within_the_limit) {
  const std::string csv = (folder() / "way.csv").string();
  const Outcome done =
      sinew("retime " + file() + " --move \"0 -> 180deg in 3s with cubic\" --out " + csv + " --period 1ms");
  ASSERT_EQ(done.code, 0) << done.err;
  std::ifstream rows(csv);
  std::string line;
  std::getline(rows, line);
  EXPECT_EQ(line, "t,q.pivot,qd.pivot,qdd.pivot,tau.pivot");
  int count = 0;
  double most = 0.0, last = 0.0;
  for (; std::getline(rows, line); ++count) {
    most = std::max(most, std::abs(std::stod(line.substr(line.rfind(',') + 1))));
    last = std::stod(line);
  }
  EXPECT_EQ(count, 1190);  // 0 ms to 1188 ms, and the end
  EXPECT_NEAR(last, 1.1890, 5e-5);
  EXPECT_NEAR(most, 20.0, 1e-9);
  const Outcome torques = sinew("torque " + file() + " --states " + csv + " --format csv");
  EXPECT_EQ(torques.code, 0) << torques.err;
}

TEST_F(Pendulum, with_friction_is_told_that_the_formula_is_wrong) {
  const std::string motion = " --move \"0 -> 120deg in 1s with cubic\"";
  const Json rough = json_of("retime " + rubbing() + motion), smooth = json_of("retime " + file() + motion);
  EXPECT_FALSE(smooth.contains("k_by_formula"));
  // at the start 1.5·6·(2π/3)/k² + 2 = 20, where the formula divides the dry friction, too
  EXPECT_NEAR(rough["k_by_formula"].get<double>(), std::sqrt((9.0 * 2.0943951024 + 2.0) / 20.0), 1e-3);
  const Outcome done = sinew("retime " + rubbing() + motion + " --explain");
  EXPECT_THAT(done.out, HasSubstr("That holds without friction and springs."));
  EXPECT_THAT(done.out, HasSubstr("Friction and springs do not go with 1/k²"));
}

TEST(Retime, keeps_the_limits_of_the_file_unless_told_otherwise) {
  const std::string motion = "retime ur5 --move \"0,-1,1,0,0,0 -> 1,-0.5,0.5,1,1,1 in 4s\"";
  const Json all = json_of(motion), torque = json_of(motion + " --keep torque");
  EXPECT_EQ(all["limiting"]["limit"], "velocity");
  EXPECT_EQ(torque["limiting"]["limit"], "torque");
  EXPECT_LT(torque["k"].get<double>(), all["k"].get<double>());
}

TEST_F(Pendulum, refuses_what_makes_no_sense) {
  const std::string robot = "retime " + file();
  const std::pair<std::string, const char*> misuse[] = {
      {"retime", "give a robot with a trajectory"},
      {robot, "needs a motion"},
      {published_torques + " --between \"0 -> 1\"", "does not go with --gravity-torque"},
      {"retime two_link_2r --gravity-torque 1,1 --peak-torque 2,2 --torque-limit 3,3", "second subject"},
      {robot + " --link-inertia 1 --between \"0 -> 1\"", "second subject"},
      {robot + " --between \"0 -> 1\" --move \"0 -> 1 in 2s\"", "second motion"},
      {"retime --gravity-torque 1,1 --torque-limit 3,3", "--peak-torque: is missing"},
      {"retime --gravity-torque 1,1 --peak-torque 2,2", "--torque-limit: is missing"},
      {"retime --link-inertia 1", "--between: is missing"},
      {robot + " --between \"0 1\"", "with an arrow between"},
      {robot + " --between \"0 -> 1\" --keep speed", "there is no 'speed'"},
      {robot + " --between \"0 -> 1\" --keep torque --velocity-limit 1", "leaves out what --velocity-limit gives"}};
  for (const auto& [line, what] : misuse) {
    const Outcome done = sinew(line);
    EXPECT_EQ(done.code, 2) << line << done.out;
    EXPECT_THAT(done.err, HasSubstr(what)) << line;
  }
  const std::pair<std::string, const char*> wrong[] = {
      {"retime --gravity-torque 34.7,12.3 --peak-torque 140,25 --torque-limit 100", "2 joints"},
      {"retime --gravity-torque 34.7 --peak-torque 140,25 --torque-limit 100,20",
       "1 gravity torques and 2 peak torques"},
      {"retime --gravity-torque 34.7,30 --peak-torque 140,25 --torque-limit 100,20", "gravity takes 30 of joint 2"},
      {"retime --gravity-torque 34.7,12 --peak-torque 140,25 --torque-limit 100,0", "limit of joint 2 is 0"},
      {"retime --gravity-torque 34.7kg,12 --peak-torque 140,25 --torque-limit 100,20", "is in kg"},
      {robot + " --between \"0 -> 1\" --torque-limit 0", "limit of 'pivot' is 0"},
      {robot + " --between \"0 -> 1\" --torque-limit 3,4", "has 2 values"},
      {robot + " --between \"0 -> 180deg\" --torque-limit 12", "joint 'pivot' cannot hold against gravity at t ="},
      {robot + " --between \"0,1 -> 1\"", "--between: has 2 values"},
      {robot + " --between \"1 -> 1\"", "ends where it begins"},
      {robot + " --between \"0 -> 1\" --new-duration 0", "--new-duration: is 0"},
      {robot + " --between \"0 -> 1\" --profile linear", "no limit has anything to do"},
      {"retime two_link_2r --between \"0,0 -> 1,1\"", "no limit has anything to do"},
      {"retime --link-inertia 0 --between \"0 -> 1\" --torque-limit 3", "--link-inertia: is 0"}};
  for (const auto& [line, what] : wrong) {
    const Outcome done = sinew(line);
    EXPECT_EQ(done.code, 1) << line << done.out;
    EXPECT_THAT(done.err, HasSubstr(what)) << line;
  }
}

}  // namespace
}  // namespace sinew_test
