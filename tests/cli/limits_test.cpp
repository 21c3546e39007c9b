// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using Json = nlohmann::json;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* limited = R"(sinew: 1
name: limited
gravity: [0, -10, 0]
links:
  - {name: arm, joint: {name: turn, limits: {position: [-2, 2], velocity: 3, effort: 8}}, mass: 1, com: [1, 0, 0]}
  - {name: rod, joint: {name: push, kind: prismatic}, axis: [1, 0, 0], mass: 0.1}
  - {name: tip, joint: {name: free}, mass: 0.1, inertia: [0.001, 0.001, 0.001]}
)";

/// A folder with the robot above.
class Limits : public testing::Test {
 protected:
  Limits() { std::ofstream(folder_.path() / "arm.yaml") << limited; }
  Outcome ask(const std::string& question) const { return sinew(question, folder_.path()); }
  TemporaryFolder folder_;
};

TEST_F(Limits, AForgottenDegIsAskedAbout) {
  for (const char* command : {"torque", "pose", "jacobian", "terms", "statics", "accelerate"}) {
    const Outcome done = ask(std::string(command) + " arm.yaml --q free=90");
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("--q: warning: free is at 90 rad, more than two turns; did you mean 90deg?"));
    EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1) << "it is said once";
  }
  EXPECT_THAT(ask("pose arm.yaml --q turn=-45").err, HasSubstr("beyond its limit of -2 rad; did you mean -45deg?"));
  EXPECT_THAT(ask("pose arm.yaml --q push=500").err, HasSubstr("did you mean 500mm?"));
  EXPECT_THAT(ask("ik arm.yaml --position 1,0,0 --rows x --start turn=90,push=0,free=0").err, HasSubstr("90deg?"));
}

TEST_F(Limits, WhatIsWithinThemIsNotMentioned) {
  for (const char* q : {"turn=2", "turn=-2", "free=12.5", "free=-12.5", "push=10", "turn=-2.0000000001"}) {
    const Outcome done = ask(std::string("pose arm.yaml --q ") + q);
    EXPECT_THAT(done.err, IsEmpty()) << q;
    EXPECT_THAT(done.out, Not(HasSubstr("limits")));
  }
}

TEST_F(Limits, ThatAreExceededAreMarkedOnThePage) {
  const Outcome torque = ask("torque arm.yaml --q turn=2.5 --qd turn=-4");
  EXPECT_THAT(torque.out, HasSubstr("Beyond the robot's limits (!)\n"));
  EXPECT_THAT(torque.out, HasSubstr("turn  q    2.5000 rad"));
  EXPECT_THAT(torque.out, HasSubstr("turn  qd   -4.0000 rad/s"));
  const Outcome heavy = ask("torque arm.yaml");
  EXPECT_THAT(heavy.out, testing::ContainsRegex("turn +10\\.0000 N·m +!"));
  EXPECT_THAT(heavy.out, HasSubstr("turn  tau  10.0000 N·m  limit 8.0000 N·m"));
  EXPECT_THAT(ask("statics arm.yaml").out, HasSubstr("limit 8.0000 N·m"));
  EXPECT_THAT(ask("pose arm.yaml --q turn=2.5").out, HasSubstr("turn  q  2.5000 rad  limit 2.0000 rad"));
}

TEST_F(Limits, ThatAreExceededAreAFieldOfJson) {
  const Json state = json_of("torque arm.yaml --q turn=-2.2 --qd turn=4", folder_.path())["states"][0];
  EXPECT_NEAR(state["beyond_limits"]["q"]["turn"].get<double>(), -0.2, 1e-12);
  EXPECT_NEAR(state["beyond_limits"]["qd"]["turn"].get<double>(), 1.0, 1e-12);
  EXPECT_FALSE(state["beyond_limits"].contains("tau"));
  EXPECT_FALSE(json_of("pose arm.yaml", folder_.path())["states"][0].contains("beyond_limits"));
}

TEST_F(Limits, ThatStatesOfAFileExceedAreCounted) {
  std::ofstream(folder_.path() / "states.csv") << "q.turn,q.free\n0,0\n1.5,0\n2.5,0\n0,90\n";
  const Outcome csv = ask("torque arm.yaml --states states.csv --format csv");
  EXPECT_THAT(csv.out, Not(HasSubstr("!")));
  EXPECT_THAT(csv.err, HasSubstr("states.csv:4: warning: turn is at 2.5 rad, beyond its limit of 2 rad"));
  EXPECT_THAT(csv.err, HasSubstr("first of 2 states"));
  EXPECT_THAT(csv.err, HasSubstr("states.csv:2: warning: tau of turn is 10.0000 N·m, beyond its limit of 8.0000 N·m"));
  const Outcome table = ask("torque arm.yaml --states states.csv");
  EXPECT_THAT(table.out, testing::ContainsRegex("10\\.0000[^!\n]*  !\n"));
}

}  // namespace
