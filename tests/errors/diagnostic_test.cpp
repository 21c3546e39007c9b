// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/errors/diagnostic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/problem_texts.h"

namespace {

using sinew::Diagnostic;
using sinew::Diagnostics;
using sinew::InputError;
using sinew::Severity;
using sinew_test::texts;
using testing::ElementsAre;

TEST(AProblem, TellsWhereWhatAndWhatToDo) {
  const Diagnostic diagnostic{Severity::Error, "arm.urdf", 42, "joint 'elbow' has a zero axis",
                              "give it a direction such as \"0 0 1\""};
  EXPECT_EQ(diagnostic.text(), "arm.urdf:42: joint 'elbow' has a zero axis; give it a direction such as \"0 0 1\"");
}

TEST(AProblem, OfTheWholeFileNamesNoLine) {
  EXPECT_EQ((Diagnostic{Severity::Error, "arm.urdf", 0, "it is empty", "fill it"}.text()),
            "arm.urdf: it is empty; fill it");
}

TEST(AProblem, OfNoFileBeginsWithWhatIsWrong) {
  EXPECT_EQ((Diagnostic{Severity::Error, "", 0, "it is empty", "fill it"}.text()), "it is empty; fill it");
}

TEST(AProblem, WithoutRemedyEndsWithWhatIsWrong) {
  EXPECT_EQ((Diagnostic{Severity::Error, "a", 1, "it is empty", ""}.text()), "a:1: it is empty");
}

TEST(AProblem, SaysWhenItIsOnlyAWarning) {
  EXPECT_EQ((Diagnostic{Severity::Warning, "a", 1, "it is odd", "look"}.text()), "a:1: warning: it is odd; look");
}

TEST(AnInputError, CarriesEveryProblemOneALine) {
  const InputError error({{Severity::Error, "a", 1, "x", "y"}, {Severity::Warning, "a", 2, "z", ""}});
  EXPECT_STREQ(error.what(), "a:1: x; y\na:2: warning: z");
  EXPECT_EQ(error.diagnostics().size(), 2U);
}

TEST(Diagnostics, AreListedInFileOrderAndWithinALineAsNoted) {
  Diagnostics diagnostics("a");
  diagnostics.error({9}, "late", "");
  diagnostics.warning({2}, "early", "");
  diagnostics.error({9}, "later", "");
  diagnostics.error({}, "whole", "");
  EXPECT_THAT(texts(diagnostics), ElementsAre("a: whole", "a:2: warning: early", "a:9: late", "a:9: later"));
}

TEST(Diagnostics, ThatAreWarningsDoNotThrow) {
  Diagnostics diagnostics("a");
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
  diagnostics.warning({1}, "odd", "");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
}

TEST(Diagnostics, ThrowTheWarningsTogetherWithTheErrors) {
  Diagnostics diagnostics("a");
  diagnostics.warning({1}, "odd", "");
  diagnostics.error({2}, "wrong", "");
  EXPECT_TRUE(diagnostics.has_errors());
  try {
    diagnostics.throw_if_errors();
    FAIL() << "an error did not throw";
  } catch (const InputError& error) {
    EXPECT_THAT(texts(error.diagnostics()), ElementsAre("a:1: warning: odd", "a:2: wrong"));
  }
}

TEST(Diagnostics, PastAThousandAreCountedNotListed) {
  Diagnostics diagnostics("a");
  for (int i = 0; i < 1234; ++i) diagnostics.error({i + 1}, "wrong", "");
  for (int i = 0; i < 1001; ++i) diagnostics.warning({i + 1}, "odd", "");
  const auto all = diagnostics.all();
  ASSERT_EQ(all.size(), 2002U);
  EXPECT_EQ(all[2000].text(), "a: and 234 more errors; correct the first ones and read the file again");
  EXPECT_EQ(all[2001].text(), "a: warning: and 1 more warnings; correct the first ones and read the file again");
}

TEST(Diagnostics, ThatCameAfterAThousandWarningsStillThrow) {
  Diagnostics diagnostics("a");
  for (int i = 0; i < 2000; ++i) diagnostics.warning({1}, "odd", "");
  diagnostics.error({1}, "wrong", "");
  EXPECT_THROW(diagnostics.throw_if_errors(), InputError);
}

TEST(Diagnostics, TakenOverFromAnotherFileKeepItsName) {
  Diagnostics mesh("part.stl"), robot("arm.yaml");
  mesh.error({7}, "wrong", "");
  for (Diagnostic& diagnostic : mesh.all()) robot.add(std::move(diagnostic));
  EXPECT_TRUE(robot.has_errors());
  EXPECT_THAT(texts(robot), ElementsAre("part.stl:7: wrong"));
}

}  // namespace
