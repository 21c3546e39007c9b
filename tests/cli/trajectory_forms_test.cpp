// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::sinew;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string arm = "motion two_link_2r ", torques = " --samples 5 --show torque --format csv";

/// A motion is the same, however it is said.
TEST(Trajectories, ToldInEveryFormGiveTheSameTorques) {
  const sinew_test::TemporaryFolder folder;
  const std::string move = folder.path() / "move.yaml", wave = folder.path() / "wave.yaml";
  std::ofstream(move) << "start: [0, 0]\nsegments:\n  - {to: [90deg, 0.5], duration: 2 s}\n  - {to: {elbow: 0}, "
                         "duration: 1 s, with: cubic}\n";
  std::ofstream(wave) << "until: 3 s\nshoulder: sin(t)\nelbow: 0.2*t\n";
  const Outcome in_file = sinew(arm + move + torques);
  EXPECT_EQ(in_file.code, 0) << in_file.err;
  EXPECT_EQ(sinew(arm + "--move '0,0 -> 90deg,0.5 in 2s -> elbow=0 in 1s with cubic'" + torques).out, in_file.out);
  const Outcome formulas = sinew(arm + "--q1 'sin(t)' --q2 '0.2*t' --until 3s" + torques);
  EXPECT_EQ(formulas.code, 0) << formulas.err;
  EXPECT_EQ(sinew(arm + wave + torques).out, formulas.out);
  EXPECT_EQ(sinew(arm + "-" + torques + " < " + wave).out, formulas.out);
}

TEST(Trajectories, ThatAreMissingOrTwoAreBadUsage) {
  const auto refused = [](const std::string& line, const std::string& why) {
    const Outcome outcome = sinew(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.err, HasSubstr(why)) << line;
  };
  refused("motion two_link_2r", "--move");
  refused(arm + "wave.yaml --move '0,0 -> 1,1 in 1s'", "second motion");
  refused(arm + "--move '0,0 -> 1,1 in 1s' --q1 t --until 1s", "second motion");
  refused(arm + "--q1 t", "until");
  refused(arm + "--move '0,0 -> 1,1 in 1s' --until 2s", "is for formulas");
}

TEST(Trajectories, ThatAreWrongAreRefusedWithTheirOption) {
  const auto refused = [](const std::string& line, const std::string& why) {
    const Outcome outcome = sinew(line);
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_THAT(outcome.err, HasSubstr(why)) << line;
  };
  refused(arm + "--move '0,0'", "--move: ");
  refused(arm + "--move '0,0 -> 1,1'", "has no limits that tell how fast");
  refused(arm + "--move '0,0,0 -> 1,1 in 1s'", "has 3 values");
  refused(arm + "--q3 t --until 1s", "has no joint 'q3'");
  refused(arm + "--q1 '2 m' --until 1s", "is in m");
  refused(arm + "no_such_file.yaml", "no_such_file.yaml");
}

TEST(Help, TellsOfNineFormulasOnce) {
  EXPECT_THAT(sinew("help motion").out, AllOf(HasSubstr("--q1"), HasSubstr("--q1 to --q9"), Not(HasSubstr("  --q2 "))));
}

}  // namespace
