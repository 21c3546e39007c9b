// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

TEST(Ik, FindsAPoseOfJointsAtTheirLimits) {
  const Json answer =
      json_of("ik panda --frame panda_hand --pose-of=-2.8973,-1.7628,2.8973,-2.761067,2.8973,3.7525,-2.8973,0");
  EXPECT_EQ(answer["solved"], true);
}

TEST(Ik, SaysWhatIsProvenAndWhatIsNot) {
  const Json far = json_of("ik panda --position 3,0,0", sinew_test::tree, 1)["failure"];
  EXPECT_EQ(far["proven"], true);
  EXPECT_EQ(far["cause"], "beyond reach");
  const Json limits =
      json_of("ik stanford --frame link3 --pose-of joint2=0.5,joint3=100mm", sinew_test::tree, 1)["failure"];
  EXPECT_EQ(limits["cause"], "limits");
  EXPECT_EQ(limits["proven"], false);
  EXPECT_GT(limits["more_starts"], 200);
}

TEST(Ik, TakesTolerancesOfSingleRows) {
  const std::string target = "ik ur5 --frame tool0 --position 0.4,0.2,0.3 --orientation 180deg,0,0 --axes own ";
  const Json errors = json_of(target + "--tolerance x=1mm,wz=5deg")["solutions"][0]["row_errors"];
  EXPECT_LE(std::abs(errors["vx"].get<double>()), 1e-3 + 1e-12);
  EXPECT_GT(std::abs(errors["vx"].get<double>()), 1e-8);
  EXPECT_LE(std::abs(errors["vy"].get<double>()), 1.0001e-8);
  EXPECT_LE(std::abs(errors["wz"].get<double>()), 0.0873);
  EXPECT_THAT(sinew(target + "--tolerance 1e-6,rz=5deg").out, HasSubstr("left over: wz"));
  EXPECT_EQ(sinew(target + "--tolerance q=1").code, 2);
  EXPECT_EQ(sinew(target + "--rows x,y,z --tolerance wz=1").code, 2);
  EXPECT_EQ(sinew(target + "--all --tolerance wz=1").code, 2);
}

TEST(Ik, SearchesUntilItsTimeIsSpent) {
  const Outcome spent = sinew("ik panda --position 0.9,0,0.9 --orientation 0,0,0 --seconds 200ms");
  EXPECT_EQ(spent.code, 1);
  EXPECT_THAT(spent.out, HasSubstr("which took the 0.2 s that it was given"));
  const Json easy = json_of("ik ur5 --position 0.4,0.2,0.3 --seconds 5");
  EXPECT_EQ(easy["out_of_time"], false);
  EXPECT_EQ(sinew("ik ur5 --position 0.4,0.2,0.3 --seconds 0").code, 2);
}

TEST(IkTargets, AreAnsweredRowByRow) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "poses.csv") << "t,x,y,z,roll,pitch,yaw\n"
                                                "0,0.4,200mm,0.3,180deg,0,0\n"
                                                "0.5,9,0,0,0,0,0\n"
                                                "1,0.4,0.25,0.3,180deg,0,0\n";
  const std::string ask = "ik ur5 --frame tool0 --targets poses.csv";
  const Outcome csv = sinew(ask + " --format csv", folder.path());
  EXPECT_EQ(csv.code, 1);
  EXPECT_THAT(csv.out,
              AllOf(StartsWith("t,target,q.shoulder_pan_joint,"), HasSubstr(",reason\n0,1,"), HasSubstr("\n1,3,")));
  EXPECT_THAT(csv.err, AllOf(HasSubstr("poses.csv:3: target 2 is not reached"), HasSubstr("2 of 3 targets reached")));
  const Json answers = json_of(ask, folder.path(), 1)["targets"];
  ASSERT_EQ(answers.size(), 3U);
  const Json alone = json_of("ik ur5 --frame tool0 --position 0.4,0.25,0.3 --orientation 180deg,0,0")["solutions"][0];
  EXPECT_EQ(answers[2]["q"], alone["q"]);
  EXPECT_EQ(answers[1]["solved"], false);
  EXPECT_THAT(answers[1]["reason"].get<std::string>(), HasSubstr("gets no further than"));
  const Outcome table = sinew(ask, folder.path());
  EXPECT_THAT(table.out, AllOf(HasSubstr("shoulder_pan_joint [°]"), HasSubstr("2 of 3 targets reached")));
  // other commands read the answers
  const Outcome piped =
      sinew(ask + " --format csv 2>/dev/null | '" SINEW_COMMAND "' pose ur5 --frame tool0 --states - --format csv",
            folder.path());
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_THAT(piped.err, Not(HasSubstr("warning")));
}

TEST(IkTargets, WithoutOrientationsArePositions) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "places.csv") << "x,y,z\n0.4,0.2,0.3\n0.3,0.1,0.5\n";
  const std::string ask = "ik ur5 --frame tool0 --targets places.csv";
  EXPECT_EQ(sinew(ask, folder.path()).code, 0);
  EXPECT_EQ(sinew(ask + " --rows wz,x", folder.path()).code, 2);
  EXPECT_EQ(sinew(ask + " --position 1,0,0", folder.path()).code, 2);
  EXPECT_EQ(sinew(ask + " --all", folder.path()).code, 2);
  std::ofstream(folder.path() / "bad.csv") << "x,y\n1,2\n";
  const Outcome bad = sinew("ik ur5 --targets bad.csv", folder.path());
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.csv:1:"));
}

}  // namespace
