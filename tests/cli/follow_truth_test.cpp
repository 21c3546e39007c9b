// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string panda_from_ready = "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --period 5ms ";

/// The UR5 that we ship, with accelerations of at most 5 rad/s².
void write_slow_ur5(const std::filesystem::path& file) {
  std::string text = text_of(sinew_test::tree / "robots/ur5.yaml");
  for (std::size_t i = text.find(", effort:"); i != std::string::npos; i = text.find(", effort:", i + 20))
    text.insert(i, ", acceleration: 5");
  std::ofstream(file) << text;
}

TEST(Follow, DoesNotCallItAnArrivalToLeaveThePath) {
  const sinew_test::TemporaryFolder folder;
  write_slow_ur5(folder.path() / "slow.yaml");
  const std::string way =
      "follow slow.yaml --q=0,-1.2,1.8,-0.6,1.2,0.3 --frame tool0 --line-by=0,0.4,0.1 --duration 0.5s --out way.csv";
  const Outcome done = sinew(way, folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("tool0 leaves its path by 159"), HasSubstr("% along the path"),
                              HasSubstr("1 mm are allowed"), Not(HasSubstr("Arrived"))));
  const std::string rows = text_of(folder.path() / "way.csv");
  EXPECT_GT(std::count(rows.begin(), rows.end(), '\n'), 1000);
  const Outcome allowed = sinew(way + " --max-deviation 200mm", folder.path());
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  EXPECT_THAT(allowed.err, AllOf(HasSubstr("Arrived"), HasSubstr("off the path    at most 159 mm")));
  EXPECT_EQ(sinew(way + " --max-deviation 2", folder.path()).code, 1);
}

TEST(Follow, DoesNotCallItAnArrivalToRunThroughAnObstacle) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "ball.yaml")
      << "robot: panda\nshapes:\n  - {name: hand, frame: panda_hand, radius: 5cm}\nobstacles:\n"
         "  - {name: ball, shape: sphere, centre: [0.374, 0.15, 0.55], radius: 8cm}\n";
  const Outcome done = sinew(panda_from_ready +
                                 "--line-by 0,0.3,0 --method projected-gradient --objective 'obstacle distance'"
                                 " --obstacles ball.yaml --out way.csv",
                             folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("hand runs 66."), HasSubstr("mm deep into ball"), HasSubstr("touches it first"),
                              Not(HasSubstr("Arrived"))));
  EXPECT_THAT(text_of(folder.path() / "way.csv"), HasSubstr("\n2.5,"));
}

TEST(Follow, MarksLimitsThatAreExceeded) {
  const sinew_test::TemporaryFolder folder;
  const Outcome hasty =
      sinew(panda_from_ready + "--line-by 0.1,0.1,0.1 --duration 0.1s --out hasty.csv", folder.path());
  EXPECT_THAT(hasty.err, AllOf(HasSubstr("limits          position, velocity kept"),
                               HasSubstr("beyond limit !  torque of panda_joint2")));
  EXPECT_THAT(text_of(folder.path() / "hasty.csv"), HasSubstr("tau.panda_joint2"));
  const Outcome calm = sinew(panda_from_ready + "--line-by 0.1,0,0 --out calm.csv", folder.path());
  EXPECT_THAT(calm.err, AllOf(HasSubstr("position, velocity, torque kept"), Not(HasSubstr("beyond"))));
  EXPECT_THAT(text_of(folder.path() / "calm.csv"), Not(HasSubstr("tau.")));
  const Outcome torques = sinew("torque panda --format csv --states hasty.csv", folder.path());
  EXPECT_EQ(torques.code, 0) << torques.err;
}

TEST(Follow, RefusesWhatNobodyMeans) {
  EXPECT_THAT(sinew(panda_from_ready + "--line-by 1e308,0,0").err, HasSubstr("at most 1000 m"));
  EXPECT_THAT(sinew(panda_from_ready + "--line-by 1e308,1e308,0 --speed 1").err, HasSubstr("at most 1000 m"));
  EXPECT_THAT(sinew(panda_from_ready + "--circle 1e200,0,0").err, HasSubstr("at most 1000 m"));
  EXPECT_THAT(sinew(panda_from_ready + "--line-by 0.1,0,0 --duration 1e9s").err, HasSubstr("10 million rows"));
  EXPECT_THAT(sinew(panda_from_ready + "--line-by 0.1,0,0 --speed 1e-12").err, HasSubstr("10 million rows"));
  EXPECT_THAT(sinew("follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0.1,0,0 --period 1e-9s").err,
              HasSubstr("10 million rows"));
}

TEST(Follow, GivesRowsAsTheyAreComputed) {
  // 2 million rows would take minutes: the first come at once, and the reader may stop
  const Outcome first =
      sinew("follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0.1,0,0 --duration 2000s 2>/dev/null | head -n 3");
  EXPECT_EQ(std::count(first.out.begin(), first.out.end(), '\n'), 3);
}

TEST(Follow, KeepsAMarkedPartWhenItIsStopped) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "old.csv") << "old\n";
  const std::string way = "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0.1,0,0 --duration 2000s --out ";
  EXPECT_THAT(sinew_test::left_when_stopped(way, "part.csv", folder.path(), 2),
              AllOf(testing::StartsWith("t,q."), HasSubstr("\n# stopped at")));
  EXPECT_EQ(sinew("pose panda --format csv --states part.csv", folder.path()).code, 0);
  sinew_test::run("timeout --foreground -s TERM 1 '" SINEW_COMMAND "' " + way + "old.csv", folder.path());
  EXPECT_EQ(text_of(folder.path() / "old.csv"), "old\n");
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 2);
}

}  // namespace
