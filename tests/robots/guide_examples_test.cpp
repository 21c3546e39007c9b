// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/formats/load.h"
#include "tests/support/problem_texts.h"

namespace {

using namespace sinew;
using testing::IsEmpty;
using testing::SizeIs;

/// The whole robots of the guide: its yaml blocks that begin with the version.
std::vector<std::string> examples() {
  const std::string guide = read_source_text(std::string(SINEW_SOURCE_DIR) + "/docs/guides/robot_files.md").text;
  const std::string opening = "```yaml\nsinew: 1\n";
  std::vector<std::string> found;
  for (std::size_t at = guide.find(opening); at != std::string::npos; at = guide.find(opening, at + 1)) {
    const std::size_t begin = at + std::string("```yaml\n").size();
    found.push_back(guide.substr(begin, guide.find("```", begin) - begin));
  }
  return found;
}

TEST(GuideToRobotFiles, HasExamplesThatLoadWithoutAWarning) {
  EXPECT_THAT(examples(), SizeIs(testing::Ge(8)));
  for (const std::string& example : examples()) {
    try {
      EXPECT_THAT(sinew_test::texts(load_robot(SourceText{"example.yaml", example}).warnings), IsEmpty()) << example;
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what() << '\n' << example;
    }
  }
}

TEST(GuideToRobotFiles, QuotesProblemsAsTheyAre) {
  const std::string wrong =
      "sinew: 1\nname: arm\ngravity: [0, -9.81, 0]\n\nlinks:\n  - joint: revolute\n"
      "    mass: 2 mm\n    com: [0.5, 0, 0]\n    inertai: [0.1, 0.1, 0.1]\n";
  try {
    load_robot(SourceText{"arm.yaml", wrong});
    FAIL() << "a wrong file was read";
  } catch (const InputError& error) {
    const std::string guide = read_source_text(std::string(SINEW_SOURCE_DIR) + "/docs/guides/robot_files.md").text;
    int quoted = 0;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (diagnostic.severity != Severity::Error) continue;
      EXPECT_NE(guide.find(diagnostic.text()), std::string::npos) << diagnostic.text();
      ++quoted;
    }
    EXPECT_EQ(quoted, 2);
  }
}

}  // namespace
