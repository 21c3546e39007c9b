// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::TemporaryFolder;
using sinew_test::tree;
using testing::AllOf;
using testing::HasSubstr;

Outcome verify(const std::string& arguments, const std::filesystem::path& folder = tree) {
  return sinew_test::sinew("verify " + arguments, folder);
}

TEST(VerifyCommand, AnswersInJson) {
  const Outcome done = verify("point_mass_2r 'M12 = m2*l2^2 - m2*l1*l2*c2' 'M22 = m2*l2^2' --format json");
  EXPECT_EQ(done.code, 1);
  const auto verdict = nlohmann::json::parse(done.out);
  EXPECT_EQ(verdict["robot"], "point_mass_2r");
  EXPECT_EQ(verdict["right"], false);
  const auto& statements = verdict["statements"];
  ASSERT_EQ(statements.size(), 2U);
  EXPECT_EQ(statements[0]["quantity"], "M12");
  const auto& entry = statements[0]["entries"][0];
  EXPECT_EQ(entry["terms"][0]["fault"], "sign");
  EXPECT_EQ(entry["difference"], "-2*m2*l1*l2*cos(q2)");
  EXPECT_TRUE(entry["example"]["state"].contains("q2"));
  EXPECT_NE(entry["example"]["yours"], entry["example"]["right"]);
  EXPECT_EQ(statements[1]["right"], true);
}

TEST(VerifyCommand, JudgesPropertiesInJson) {
  const Outcome done = verify("--inertia '[[a, b], [b, c]]' --format json");
  const auto verdict = nlohmann::json::parse(done.out);
  EXPECT_EQ(verdict["robot"], nullptr);
  EXPECT_THAT(verdict["statements"][0]["properties"].dump(), AllOf(HasSubstr("M is symmetric"), HasSubstr("b^2")));
}

TEST(VerifyCommand, GivesEveryStatementItsVerdict) {
  const Outcome done = verify("point_mass_2r --rows x 'det_J = l1' 'M22 = m2*l2^2'");
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("No verdict: det_J needs"), HasSubstr("M₂₂ is right")));
}

TEST(VerifyCommand, RefusesEmptyFiles) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "empty.txt") << "# nothing yet\n";
  const Outcome done = verify("point_mass_2r --file empty.txt", folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, HasSubstr("empty.txt: there is nothing to check"));
}

TEST(VerifyCommand, SaysHowItIsUsed) {
  const Outcome unquoted = verify("point_mass_2r M22 = 'm2*l2^2'");
  EXPECT_EQ(unquoted.code, 2);
  EXPECT_THAT(unquoted.err, HasSubstr("in quotes"));
  EXPECT_THAT(verify("point_mass_2r --file x.txt 'M22 = 1'").err, HasSubstr("not two of them"));
  EXPECT_THAT(verify("point_mass_2r --frame nix 'M22 = m2*l2^2'").err, HasSubstr("no frame 'nix'"));
}

TEST(VerifyCommand, TakesARobotOfNumbers) { EXPECT_EQ(verify("two_link_2r 'M22 = 3.34'").code, 0); }

TEST(VerifyCommand, ReadsWhatEquationsPrints) {
  for (const std::string format : {"text", "unicode"})
    for (const std::string parts : {"tau,M,c,g,Csq", "g,M"}) {
      const Outcome done = sinew_test::run("'" SINEW_COMMAND "' equations rrp --show " + parts + " --format " + format +
                                               " | '" SINEW_COMMAND "' verify rrp --file -",
                                           tree);
      EXPECT_EQ(done.code, 0) << done.err << done.out;
    }
}

TEST(VerifyCommand, WritesAPageWithATitle) {
  EXPECT_THAT(verify("point_mass_2r 'M22 = m2*l2^2' --format html").out,
              HasSubstr("<title>Answers about point_mass_2r</title>"));
}

}  // namespace
