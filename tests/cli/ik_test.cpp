// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::tree;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Json = nlohmann::json;

std::string list(const Json& numbers) {
  std::string text;
  for (const Json& number : numbers) text += (text.empty() ? "" : ",") + number.dump();
  return text;
}

TEST(Ik, IsUndoneByPose) {
  const Json answer = json_of("ik ur5 --frame tool0 --position 0.4,200mm,0.3 --orientation 180deg,10deg,-0.5");
  EXPECT_EQ(answer["solved"], true);
  ASSERT_EQ(answer["solutions"].size(), 1U);
  const Json frame =
      json_of("pose ur5 --frame tool0 --q " + list(answer["solutions"][0]["q"]))["states"][0]["frames"]["tool0"];
  const double position[] = {0.4, 0.2, 0.3}, rpy[] = {3.14159265358979, 0.174532925199433, -0.5};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(frame["position"][i].get<double>(), position[i], 1e-8);
  for (std::size_t i = 1; i < 3; ++i) EXPECT_NEAR(frame["rpy"][i].get<double>(), rpy[i], 1e-7);
  EXPECT_NEAR(std::abs(frame["rpy"][0].get<double>()), rpy[0], 1e-7);
}

TEST(Ik, TakesAnOrientationInEveryForm) {
  const auto q = [](const std::string& orientation) {
    return json_of("ik ur5 --position 0.4,0.2,0.3 --orientation '" + orientation + "'")["solutions"][0]["q"];
  };
  const Json angles = q("90deg,0,0");
  for (const std::string same : {"0.7071067811865476,0,0,0.7071067811865476", "1,0,0,0,0,-1,0,1,0",
                                 "[[1,0,0],[0,0,-1],[0,1,0]]", "[1.5707963267948966,0,0]"}) {
    const Json other = q(same);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(other[i].get<double>(), angles[i].get<double>(), 1e-7) << same;
  }
}

TEST(Ik, OfAPoseOfOtherJointsPassesThroughThem) {
  const std::string target = "ik puma560 --pose-of 20deg,-0.4,joint3=0.3";
  EXPECT_EQ(sinew(target).code, 1);  // named or not, but not both
  const std::string by_name = "ik puma560 --pose-of joint1=20deg,joint2=-0.4,joint3=0.3,joint5=0.5";
  const Json all = json_of(by_name + " --all")["solutions"];
  ASSERT_EQ(all.size(), 8U);
  const double wanted[] = {0.349065850398866, -0.4, 0.3, 0.0, 0.5, 0.0};
  int found = 0;
  for (const Json& solution : all) {
    double most = 0.0;
    for (std::size_t i = 0; i < 6; ++i) most = std::max(most, std::abs(solution["q"][i].get<double>() - wanted[i]));
    found += most < 1e-6 ? 1 : 0;
  }
  EXPECT_EQ(found, 1);
  const Outcome table = sinew(by_name + " --all");
  EXPECT_THAT(table.out, AllOf(StartsWith("8 solutions of link6"), HasSubstr("joint1"), HasSubstr("°")));
}

TEST(Ik, OfARedundantArmTellsFamilies) {
  const Outcome done = sinew("ik iiwa14 --pose-of 0.2,0.5,0,-1,0,1,0 --all --without-limits --starts 200");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(StartsWith("8 families"), HasSubstr("without moving the frame")));
}

TEST(Ik, StartsWhereItIsTold) {
  const std::string at = "ik two_link_2r --position 1,0.5,0 --rows x,y --start ";
  EXPECT_GT(json_of(at + "0,90deg")["solutions"][0]["q"][1], 0.0);
  EXPECT_LT(json_of(at + "elbow=-90deg")["solutions"][0]["q"][1], 0.0);
}

TEST(Ik, TellsWhyATargetIsNotReached) {
  const Outcome far = sinew("ik two_link_2r --position 3,0,0");
  EXPECT_EQ(far.code, 1);
  EXPECT_THAT(far.err, IsEmpty());
  EXPECT_THAT(far.out, AllOf(HasSubstr("no nearer than 1.2 m\n"), HasSubstr("3 m from the base"),
                             HasSubstr("no further than 1.8 m"), HasSubstr("shoulder")));
  const Json failure = json_of("ik two_link_2r --position 3,0,0", tree, 1);
  EXPECT_EQ(failure["solved"], false);
  EXPECT_EQ(failure["failure"]["cause"], "beyond reach");
  EXPECT_NEAR(failure["failure"]["largest_reach"].get<double>(), 1.8, 1e-9);
  EXPECT_NEAR(failure["nearest"]["position_error"].get<double>(), 1.2, 1e-9);
  const std::string beyond_limits = "ik stanford --frame link3 --pose-of joint2=0.5,joint3=100mm";
  EXPECT_THAT(sinew(beyond_limits).out,
              AllOf(HasSubstr("Without the joints' limits it is reached"), HasSubstr("no proof")));
  EXPECT_EQ(sinew(beyond_limits + " --without-limits").code, 0);
}

TEST(Ik, GivesCsvThatOtherCommandsRead) {
  const Outcome csv = sinew("ik two_link_2r --position 1,0.2,0 --format csv");
  EXPECT_EQ(csv.code, 0);
  EXPECT_THAT(csv.out, StartsWith("q.shoulder,q.elbow,solved,position_error,orientation_error,"));
  const Outcome piped = sinew("ik two_link_2r --position 1,0.2,0 --format csv | '" SINEW_COMMAND
                              "' pose two_link_2r --frame tip --states - --format json");
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.err, "");
  const Json position = Json::parse(piped.out)["states"][0]["frames"]["tip"]["position"];
  EXPECT_NEAR(position[0].get<double>(), 1.0, 1e-8);
  EXPECT_NEAR(position[1].get<double>(), 0.2, 1e-8);
}

TEST(Ik, ImprovesObjectivesOnceItIsThere) {
  const Json solution =
      json_of("ik iiwa14 --pose-of 0.2,0.5,0.4,-1,0.3,1,0 --objective \"joint range\"")["solutions"][0];
  const Json range = solution["objectives"]["joint range"];
  EXPECT_LT(range["after"], range["before"]);
  EXPECT_LE(solution["position_error"], 1e-8);
  const Json formula = json_of("ik iiwa14 --pose-of 0.2,0.5,0.4,-1,0.3,1,0 --objective '(q3-1)^2'")["solutions"][0];
  EXPECT_LT(formula["objectives"]["(q3-1)^2"]["after"], 1e-6);
  EXPECT_NEAR(formula["q"][2].get<double>(), 1.0, 1e-3);
  const Json distance = json_of(
      "ik panda --pose-of 0,-0.6,0,-2.2,0,1.7,0.8,0 --start 0,-0.6,0,-2.2,0,1.7,0.8,0"
      " --objective \"obstacle distance\" --obstacles examples/problems/panda_among_obstacles.yaml")
      ["solutions"][0]["objectives"]["distance to obstacles"];
  EXPECT_GT(distance["after"], distance["before"].get<double>() + 0.01);
}

TEST(Ik, KnowsTheRowsOfTasksAndOfJacobians) {
  EXPECT_EQ(sinew("ik two_link_2r --pose-of 0.3,0.4 --rows x,y --format json").out,
            sinew("ik two_link_2r --pose-of 0.3,0.4 --rows vx,vy --format json").out);
  EXPECT_EQ(sinew("ik ur5 --pose-of 0.3,-0.9,1.1,0.4,0.5,0.6 --rows rx,ry,position --format json").out,
            sinew("ik ur5 --pose-of 0.3,-0.9,1.1,0.4,0.5,0.6 --rows wx,wy,linear --format json").out);
}

TEST(Ik, RefusesWhatMakesNoSense) {
  const auto expect_usage = [](const std::string& arguments, const std::string& what) {
    const Outcome done = sinew("ik " + arguments);
    EXPECT_EQ(done.code, 2) << arguments;
    EXPECT_THAT(done.err, HasSubstr(what)) << arguments;
  };
  const auto expect_input = [](const std::string& arguments, const std::string& what) {
    const Outcome done = sinew("ik " + arguments);
    EXPECT_EQ(done.code, 1) << arguments;
    EXPECT_THAT(done.err, HasSubstr(what)) << arguments;
  };
  expect_usage("ur5", "there is no target");
  expect_usage("ur5 --pose-of 0,0,0,0,0,0 --position 1,0,0", "part of --pose-of");
  expect_usage("ur5 --position 0.3,0.2,0.1 --rows wx,x", "rows of orientation");
  expect_usage("ur5 --orientation 0,0,0 --rows x", "rows of position");
  expect_usage("ur5 --position 0.3,0.2,0.1 --rows vx,q", "there is no row 'q'");
  expect_usage("ur5 --position 0.3,0.2,0.1 --tolerance 0", "--tolerance");
  expect_usage("ur5 --position 0.3,0.2,0.1 --starts 0", "--starts");
  expect_input("ur5 --position 0.3,0.2", "--position");
  expect_input("ur5 --position 0.3,20deg,0", "--position");
  expect_input("ur5 --orientation 1,2,3,4", "length 5.47723");
  expect_input("ur5 --orientation 1,2", "give roll,pitch,yaw");
  expect_input("ur5 --orientation 1,0,0,0,1,0,0,0,-1", "no rotation");
  expect_input("ur5 --position 0.3,0.2,0.1 --start 1,2", "--start: has 2 values");
  expect_input("ur5 --pose-of elbw_joint=1", "--pose-of: ur5 has no joint");
  expect_input("ur5 --position 0.3,0.2,0.1 --frame tol0", "did you mean 'tool0'?");
  expect_input("ur5 --position 0.3,0.2,0.1 --objective 'q9^2'", "q9");
}

}  // namespace
