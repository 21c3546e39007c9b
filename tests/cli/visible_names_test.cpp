// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::HasSubstr;

/// A robot all of whose names end in `mark`, written as YAML has it between double quotes.
std::string robot_named(const std::string& mark) {
  const auto name = [&](const std::string& word) { return "\"" + word + mark + "\""; };
  return "sinew: 1\nname: " + name("arm") + "\nsource: somewhere\ngravity: [0, -9.81, 0]\nbase: " + name("base") +
         "\nlinks:\n  - name: " + name("one") + "\n    joint: {name: " + name("turn") +
         ", limits: {position: [-2, 2], effort: 1}, friction: {coulomb: 0.1}}\n    mass: 1\n    com: [0.5, 0, 0]\n"
         "    inertia: [0.1, 0.1, 0.1]\n  - name: " +
         name("two") + "\n    pose: Tx(1)\n    joint: {name: " + name("bend") +
         "}\n    mass: 1\n    com: [0.5, 0, 0]\n    inertia: [0.1, 0.1, 0.1]\nframes:\n  - {name: " + name("tip") +
         ", pose: Tx(1)}\npayload: {mass: 0.1, frame: " + name("tip") + "}\n";
}

// escape, a line's end, CSI among the C1 controls, the override that writes backwards
const std::string hostile = "\\e[31m\\n\\u009b\\u202e";
const std::string harmless = "\\\\x1b[31m\\\\x0a\\\\xc2\\\\x9b\\\\u202e";

bool is_harmless(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 32; }) &&
         text.find("\u202e") == std::string::npos && text.find("\u009b") == std::string::npos;
}

/// The pages of a robot with hostile names are those of one whose names are the escapes themselves.
class HostileNames : public testing::TestWithParam<const char*> {
 protected:
  HostileNames() {
    std::ofstream(raw_.path() / "arm.yaml") << robot_named(hostile);
    std::ofstream(escaped_.path() / "arm.yaml") << robot_named(harmless);
  }
  TemporaryFolder raw_, escaped_;
};

TEST_P(HostileNames, ComeEscapedOnEveryPage) {
  const Outcome page = sinew(GetParam(), raw_.path()), wanted = sinew(GetParam(), escaped_.path());
  EXPECT_LT(page.code, 2) << page.err;
  EXPECT_TRUE(is_harmless(page.out)) << page.out;
  EXPECT_TRUE(is_harmless(page.err)) << page.err;
  EXPECT_EQ(page.code, wanted.code);
  EXPECT_EQ(page.out, wanted.out);
  EXPECT_EQ(page.err, wanted.err);
  EXPECT_THAT(page.out + page.err, HasSubstr("\\x1b[31m\\x0a\\xc2\\x9b\\u202e"));
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryCommand, HostileNames,
    testing::Values("info arm.yaml", "pose arm.yaml --q 3,0 --qd 1,1", "jacobian arm.yaml",
                    "jacobian arm.yaml --q 0,0 --rows x,y", "torque arm.yaml --q 0.3,0.2", "torque arm.yaml --trace",
                    "accelerate arm.yaml", "terms arm.yaml --show all",
                    "terms arm.yaml --q 0.1,0.2 --rows x,y --show cartesian", "statics arm.yaml",
                    "equations arm.yaml --symbols inertial", "equations arm.yaml --symbols inertial --explain",
                    "equations arm.yaml --format text --numbers", "ik arm.yaml --position 1,1,0 --rows x,y",
                    "ik arm.yaml --position 5,1,0 --rows x,y --all", "ik arm.yaml --position 1,1,0 --rows x,y --all",
                    "ik arm.yaml --position 0.5,1,0 --rows x,y --frame no",
                    "solve arm.yaml --q 0.1,0.5 --task \"joints joints=q1 velocity=0.1\" --explain",
                    "follow arm.yaml --q 0.1,0.5 --line-by 0.01,0,0 --duration 50ms --out way.csv --rows x,y",
                    "pose arm.yaml --frame no", "torque arm.yaml --q no=1"));

TEST(HostileNamesOfFrames, ComeEscapedInTitles) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "arm.yaml") << robot_named(hostile);
  const std::string frame = " --frame \"$(printf 'tip\\033[31m\\n\\302\\233\\342\\200\\256')\"";
  for (const char* command :
       {"pose arm.yaml", "jacobian arm.yaml", "terms arm.yaml --q 0.1,0.2 --show cartesian --rows x,y"}) {
    const Outcome page = sinew(command + frame, folder.path());
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_TRUE(is_harmless(page.out)) << page.out;
    EXPECT_THAT(page.out, HasSubstr("tip\\x1b[31m\\x0a\\xc2\\x9b\\u202e"));
  }
}

TEST(HostileNamesOfFiles, ComeEscapedInErrors) {
  const TemporaryFolder folder;
  const Outcome done = sinew("info \"$(printf 'no\\033[31m\\nfile.yaml')\"", folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_TRUE(is_harmless(done.err)) << done.err;
  EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1);
}

TEST(HostileNamesForPrograms, StayAsTheyAre) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "arm.yaml") << robot_named(hostile);
  EXPECT_EQ(sinew_test::json_of("torque arm.yaml", folder.path())["robot"], "arm\x1b[31m\n\u009b\u202e");
  EXPECT_THAT(sinew("torque arm.yaml --format csv", folder.path()).out,
              HasSubstr("\"tau.turn\x1b[31m\n\u009b\u202e\""));
}

}  // namespace
