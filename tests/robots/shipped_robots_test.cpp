// SPDX-License-Identifier: BSD-3-Clause
#include "tests/robots/shipped_robots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/problem_texts.h"

namespace {

using namespace sinew;
using sinew_test::shipped;
using sinew_test::shipped_robots;
using sinew_test::texts;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class EveryShippedRobot : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Robots, EveryShippedRobot, testing::ValuesIn(shipped_robots()),
                         [](const auto& robot) { return robot.param; });

TEST_P(EveryShippedRobot, LoadsWithoutErrors) {
  EXPECT_NO_THROW({
    const LoadedRobot robot = shipped(GetParam());
    EXPECT_GT(robot.model.link_count(), 0);
  });
}

TEST_P(EveryShippedRobot, IsNamedAfterItsFile) { EXPECT_EQ(shipped(GetParam()).model.name(), GetParam()); }

TEST_P(EveryShippedRobot, SaysWhereItsFiguresComeFrom) {
  EXPECT_THAT(shipped(GetParam()).description.source, SizeIs(testing::Gt(40)));
}

TEST_P(EveryShippedRobot, StandsInTheTableOfRobots) {
  EXPECT_THAT(read_source_text(sinew_test::robots_folder() + "README.md").text,
              HasSubstr("| `" + GetParam() + ".yaml` |"));
}

// a warning that always comes is one that nobody reads
TEST_P(EveryShippedRobot, WarnsOnlyIfItsFiguresAreKnownForIt) {
  if (GetParam() == "elbow_3r" || GetParam() == "puma560") return;
  EXPECT_THAT(texts(shipped(GetParam()).warnings), IsEmpty());
}

TEST(Elbow3R, WarnsOfTwoLinksThatNoBodyCanBe) {
  const auto impossible = HasSubstr("has the inertia diag(0.2, 0.2, 0.8)");
  EXPECT_THAT(texts(shipped("elbow_3r").warnings),
              ElementsAre(AllOf(HasSubstr("link 'link1'"), impossible), AllOf(HasSubstr("link 'link2'"), impossible)));
}

TEST(Puma560, WarnsOfTheMasslessLink1AndTheImpossibleLink3) {
  EXPECT_THAT(texts(shipped("puma560").warnings),
              ElementsAre(HasSubstr("link 'link1' has no mass but"),
                          HasSubstr("link 'link3' has the inertia diag(0.066, 0.086, 0.0125)")));
}

}  // namespace
