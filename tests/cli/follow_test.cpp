// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::sinew;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string panda = "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --frame panda_hand --period 5ms ";

/// The number before "at worst" of a line of the summary.
double worst_of(const std::string& summary, const std::string& objective) {
  const std::size_t line = summary.find(objective), end = summary.find(" at worst", line);
  const std::size_t begin = summary.rfind(' ', end - 1);
  return line == std::string::npos ? NAN : std::stod(summary.substr(begin, end - begin));
}

TEST(Follow, KeepsAwayFromObstaclesWithWhatThePathLeavesFree) {
  const std::string way =
      "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0,0.2,0 --rows position --period 5ms"
      " --objective \"obstacle distance\" --obstacles examples/problems/panda_among_obstacles.yaml";
  const Outcome careful = sinew(way + " --step 1"), careless = sinew(way + " --step 1e-9");
  EXPECT_EQ(careful.code, 0) << careful.err;
  EXPECT_EQ(careless.code, 0) << careless.err;
  EXPECT_GT(worst_of(careful.err, "distance to obstacles"), worst_of(careless.err, "distance to obstacles") + 0.01)
      << careful.err << careless.err;
}

TEST(Follow, WantsObstaclesWithTheirObjectiveAndOnlyThen) {
  const std::string way = "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0,0.1,0 ";
  EXPECT_THAT(sinew(way + "--objective \"obstacle distance\"").err, HasSubstr("--obstacles"));
  EXPECT_EQ(sinew(way + "--obstacles examples/problems/panda_among_obstacles.yaml").code, 2);
  const Outcome none =
      sinew(way + "--objective \"obstacle distance\" --obstacles examples/problems/panda_two_tasks.yaml");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, AllOf(HasSubstr("there are no shapes"), HasSubstr("there are no obstacles")));
}

TEST(Follow, WritesATrajectoryThatOtherCommandsRead) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "way.csv").string();
  const Outcome done = sinew(panda + "--line-by 0.1,0,50mm --duration 1s --out " + file);
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, IsEmpty());
  EXPECT_THAT(done.err, HasSubstr("Arrived after"));
  const std::string csv = sinew_test::text_of(file);
  EXPECT_THAT(csv, StartsWith("t,q.panda_joint1,"));
  EXPECT_THAT(csv, HasSubstr("error.position,error.orientation,scale,beyond_limits\n"));
  const Outcome torques = sinew("torque panda --format csv --states " + file);
  EXPECT_EQ(torques.code, 0) << torques.err;
  EXPECT_THAT(torques.err, IsEmpty());
  EXPECT_EQ(std::count(torques.out.begin(), torques.out.end(), '\n'), std::count(csv.begin(), csv.end(), '\n'));
}

TEST(Follow, EndsWhereThePathDoes) {
  const sinew_test::TemporaryFolder folder;
  const std::string file = (folder.path() / "way.csv").string();
  ASSERT_EQ(sinew(panda + "--line-to 0.5,0.1,0.4 --duration 2s --method damped --out " + file).code, 0);
  const std::string csv = sinew_test::text_of(file);
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  std::string q;
  std::size_t at = last.find(',') + 1;
  for (int i = 0; i < 8; ++i) {
    const std::size_t end = last.find(',', at);
    q += (i > 0 ? "," : "") + last.substr(at, end - at);
    at = end + 1;
  }
  const Outcome pose = sinew("pose panda --frame panda_hand --q " + q);
  EXPECT_THAT(pose.out, AllOf(HasSubstr("0.5000"), HasSubstr("0.1000"), HasSubstr("0.4000"))) << pose.err;
}

TEST(Follow, GoesThroughThePosesOfAFile) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "via.csv") << "x,y,z\n0.5,0,0.4\n0.5,0.1,0.45\n";
  const Outcome done = sinew(panda + "--via via.csv --speed 0.1m/s --objective 'joint range'", folder.path());
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, StartsWith("t,q.panda_joint1,"));
}

TEST(Follow, ArrivesAtTheLastOfTimedPoses) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "via.csv") << "t,x,y,z\n0,0.3742,0,0.614\n1,0.45,0.1,0.6\n3,0.5,0,0.5\n";
  const Outcome done = sinew(panda + "--via via.csv --out way.csv", folder.path());
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("way through 3 poses"));
}

TEST(Follow, SaysWhichFrameWentOnWhatPathAndHowLongItTook) {
  const std::string arm = "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --period 5ms --out /dev/null ";
  EXPECT_THAT(sinew(arm + "--line-by 0,0.2,0 --duration 1s").err,
              AllOf(StartsWith("panda_hand_tcp on a line of 0.2 m\n"), HasSubstr(": 1 s for the path, 0."),
                    HasSubstr(" s to settle")));
  EXPECT_THAT(sinew(arm + "--frame panda_hand --circle 0.4,0,0.5").err,
              StartsWith("panda_hand on a circle of radius 0.025"));
  EXPECT_THAT(sinew(arm + "--line-by 0.1,0.1,0.1 --duration 0.1s").err,
              AllOf(HasSubstr("it asks for 0.1 s"), HasSubstr("slowed down")));
}

TEST(Follow, SaysWhatAMethodDoesWithoutWhatItIsMadeFor) {
  const std::string line = panda + "--line-by 0.1,0,0 --duration 1s --out /dev/null --method ";
  const auto said = [&](const std::string& rest, int code) {
    const Outcome done = sinew(line + rest);
    EXPECT_EQ(done.code, code) << rest << ": " << done.err;
    return done.err;
  };
  EXPECT_THAT(said("damped", 0), HasSubstr("μ = 0.1"));
  EXPECT_THAT(said("weighted", 0), HasSubstr("all joints weigh the same"));
  EXPECT_THAT(said("weighted --weight 1,1,1,100,1,1,1,1", 0), Not(HasSubstr("warning")));
  EXPECT_THAT(said("weighted --weight 1,2", 1), HasSubstr("8 joints"));
  EXPECT_THAT(said("projected-gradient", 1), HasSubstr("--objective"));
  EXPECT_THAT(said("damped --objective manipulability", 2), HasSubstr("projected-gradient"));
  EXPECT_THAT(said("torque", 1), HasSubstr("--level acceleration"));
  EXPECT_THAT(said("torque --level acceleration", 0), HasSubstr("oscillations"));
  EXPECT_THAT(said("sns --K-D 5", 2), HasSubstr("--level acceleration"));
  EXPECT_THAT(said("sns --K-D 5 --level acceleration", 0), HasSubstr("Arrived"));
}

TEST(Follow, OffersNoStatesThatItWouldNotRead) {
  EXPECT_THAT(sinew("help follow").out,
              AllOf(HasSubstr("--q "), Not(HasSubstr("--states")), Not(HasSubstr("--repeat"))));
}

TEST(Follow, SaysHowFarItCameWhereItCannotGoOn) {
  const Outcome done = sinew(panda + "--line-by 3,0,0 --duration 2s --out /dev/null");
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("Stuck after"), HasSubstr("% along the path")));
}

TEST(Follow, RefusesWhatItCannotDo) {
  EXPECT_EQ(sinew(panda).code, 2);
  EXPECT_EQ(sinew(panda + "--line-by 1,0,0 --circle 0,0,0").code, 2);
  EXPECT_EQ(sinew(panda + "--line-by 0.1,0,0 --axis 0,0,1").code, 2);
  EXPECT_EQ(sinew(panda + "--line-by 0.1,0,0 --step 2").code, 2);
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --method magic").err, HasSubstr("choose of pseudo-inverse"));
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --duration 0s").err, HasSubstr("give a time above zero"));
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --objective speed").err, HasSubstr("joint range"));
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --damping 0.1,0.2").err, HasSubstr("mu=0.5"));
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --gain -1").err, HasSubstr("above zero"));
  EXPECT_THAT(sinew(panda + "--line-by 0.1,0,0 --tolerance 0").err, HasSubstr("above zero"));
  EXPECT_THAT(sinew(panda + "--via nowhere.csv").err, HasSubstr("nowhere.csv"));
  EXPECT_EQ(sinew("follow panda --frame panda_hand --line-by 0.1,0,0").code, 1);  // q = 0 is outside the limits
}

TEST(Follow, SaysHowFarTheJointsDriftPerRound) {
  const sinew_test::TemporaryFolder folder;
  const std::string out = " --out " + (folder.path() / "rounds.csv").string();
  const std::string way =
      "follow examples/problems/planar_3r.yaml --q 0.3,0.7,0.9 --method pseudo-inverse --period 2ms" + out;
  const Outcome done = sinew(way + " --rows x,y --circle 0.8,2,0 --rounds 3");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, AllOf(HasSubstr("pseudo-inverse is not cyclic on this path"), HasSubstr("round 3"),
                              HasSubstr("in all"), HasSubstr("3 times")));
  const Outcome many = sinew(way + " --rows x,y --circle 0.8,2,0 --rounds 9 --duration 2s");
  EXPECT_THAT(many.err, AllOf(HasSubstr("round 5"), HasSubstr("…"), Not(HasSubstr("round 6")), HasSubstr("round 9")));
  // as many rows as joints leave no choice
  const Outcome whole = sinew(way + " --rows x,y,rz --circle 0.8,2,0");
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("is cyclic on this path"));
  const Outcome open = sinew(way + " --rows x,y --circle 0.8,2,0 --turn 90deg");
  EXPECT_EQ(open.code, 0) << open.err;
  EXPECT_THAT(open.err, Not(HasSubstr("joint drift")));
  const Outcome refused = sinew(way + " --rows x,y --circle 0.8,2,0 --turn 90deg --rounds 2");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("no second round"));
}

}  // namespace
