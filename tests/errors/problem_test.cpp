// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/errors/problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/problem_texts.h"

namespace {

using sinew::InputError;
using sinew::Problem;
using sinew::Problems;
using sinew::Severity;
using sinew_test::texts;
using testing::ElementsAre;

TEST(AProblem, TellsWhereWhatAndWhatToDo) {
  const Problem problem{Severity::Error, "arm.urdf", 42, "joint 'elbow' has a zero axis",
                        "give it a direction such as \"0 0 1\""};
  EXPECT_EQ(problem.text(), "arm.urdf:42: joint 'elbow' has a zero axis; give it a direction such as \"0 0 1\"");
}

TEST(AProblem, OfTheWholeFileNamesNoLine) {
  EXPECT_EQ((Problem{Severity::Error, "arm.urdf", 0, "it is empty", "fill it"}.text()),
            "arm.urdf: it is empty; fill it");
}

TEST(AProblem, OfNoFileBeginsWithWhatIsWrong) {
  EXPECT_EQ((Problem{Severity::Error, "", 0, "it is empty", "fill it"}.text()), "it is empty; fill it");
}

TEST(AProblem, WithoutRemedyEndsWithWhatIsWrong) {
  EXPECT_EQ((Problem{Severity::Error, "a", 1, "it is empty", ""}.text()), "a:1: it is empty");
}

TEST(AProblem, SaysWhenItIsOnlyAWarning) {
  EXPECT_EQ((Problem{Severity::Warning, "a", 1, "it is odd", "look"}.text()), "a:1: warning: it is odd; look");
}

TEST(AnInputError, CarriesEveryProblemOneALine) {
  const InputError error({{Severity::Error, "a", 1, "x", "y"}, {Severity::Warning, "a", 2, "z", ""}});
  EXPECT_STREQ(error.what(), "a:1: x; y\na:2: warning: z");
  EXPECT_EQ(error.problems().size(), 2U);
}

TEST(Problems, AreListedInFileOrderAndWithinALineAsNoted) {
  Problems problems("a");
  problems.error({9}, "late", "");
  problems.warning({2}, "early", "");
  problems.error({9}, "later", "");
  problems.error({}, "whole", "");
  EXPECT_THAT(texts(problems), ElementsAre("a: whole", "a:2: warning: early", "a:9: late", "a:9: later"));
}

TEST(Problems, ThatAreWarningsDoNotThrow) {
  Problems problems("a");
  EXPECT_NO_THROW(problems.throw_if_errors());
  problems.warning({1}, "odd", "");
  EXPECT_FALSE(problems.has_errors());
  EXPECT_NO_THROW(problems.throw_if_errors());
}

TEST(Problems, ThrowTheWarningsTogetherWithTheErrors) {
  Problems problems("a");
  problems.warning({1}, "odd", "");
  problems.error({2}, "wrong", "");
  EXPECT_TRUE(problems.has_errors());
  try {
    problems.throw_if_errors();
    FAIL() << "an error did not throw";
  } catch (const InputError& error) {
    EXPECT_THAT(texts(error.problems()), ElementsAre("a:1: warning: odd", "a:2: wrong"));
  }
}

TEST(Problems, PastAThousandAreCountedNotListed) {
  Problems problems("a");
  for (int i = 0; i < 1234; ++i) problems.error({i + 1}, "wrong", "");
  for (int i = 0; i < 1001; ++i) problems.warning({i + 1}, "odd", "");
  const auto all = problems.all();
  ASSERT_EQ(all.size(), 2002U);
  EXPECT_EQ(all[2000].text(), "a: and 234 more errors; correct the first ones and read the file again");
  EXPECT_EQ(all[2001].text(), "a: warning: and 1 more warnings; correct the first ones and read the file again");
}

TEST(Problems, ThatCameAfterAThousandWarningsStillThrow) {
  Problems problems("a");
  for (int i = 0; i < 2000; ++i) problems.warning({1}, "odd", "");
  problems.error({1}, "wrong", "");
  EXPECT_THROW(problems.throw_if_errors(), InputError);
}

TEST(Problems, TakenOverFromAnotherFileKeepItsName) {
  Problems mesh("part.stl"), robot("arm.yaml");
  mesh.error({7}, "wrong", "");
  for (Problem& problem : mesh.all()) robot.add(std::move(problem));
  EXPECT_TRUE(robot.has_errors());
  EXPECT_THAT(texts(robot), ElementsAre("part.stl:7: wrong"));
}

}  // namespace
