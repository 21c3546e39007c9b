// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using sinew_test::Outcome;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const fs::path tree = SINEW_SOURCE_DIR;

Outcome sinew(const std::string& arguments, const fs::path& folder = tree) {
  return sinew_test::run("'" SINEW_COMMAND "' " + arguments, folder);
}

/// A command and the file that holds what it prints, line by line. A wanted change: write the new output there, and read it.
struct Expected {
  const char* file;
  const char* arguments;
};
class EveryExpectedPage : public testing::TestWithParam<Expected> {};
INSTANTIATE_TEST_SUITE_P(
    Equations, EveryExpectedPage,
    testing::Values(Expected{"point_mass_2r.txt", "equations point_mass_2r --show all"},
                    Expected{"point_mass_2r_newton_euler.txt", "equations point_mass_2r --explain"},
                    Expected{"point_mass_2r_lagrange.txt", "equations point_mass_2r --explain --method lagrange"},
                    Expected{"point_mass_2r_formulas.txt",
                             "equations point_mass_2r --show tau,M,V,G,B,C,J,cartesian --format text"},
                    Expected{"rrp.txt", "equations rrp --show all"},
                    Expected{"spatial_elbow_3r.txt",
                             "equations spatial_elbow_3r --show tau,M,V,G,S,energy,routes,J,parameters,balance,bound"}),
    [](const auto& chosen) { return fs::path(chosen.param.file).stem().string(); });

TEST_P(EveryExpectedPage, IsPrinted) {
  const Outcome done = sinew(GetParam().arguments);
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.out, sinew_test::text_of(tree / "tests/cli/expected" / GetParam().file));
}

TEST(EquationsCommand, RefusesARobotOfNumbersAndSaysWhatToDo) {
  const Outcome done = sinew("equations puma560");
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("only numbers"), HasSubstr("--symbols")));
}

TEST(EquationsCommand, OffersIntermediateVariablesWhereAClosedFormIsTooLong) {
  const Outcome done = sinew("equations iiwa14 --symbols all");
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("terms"), HasSubstr("--intermediate")));
  EXPECT_EQ(sinew("equations iiwa14 --symbols all --intermediate --show tau").code, 0);
}

TEST(EquationsCommand, NeitherHangsNorFillsTheMemoryWithFortyJoints) {
  const TemporaryFolder folder;
  std::ofstream robot(folder.path() / "chain.yaml");
  robot << "sinew: 1\nname: chain\nbase: base\nlinks:\n";
  for (int i = 1; i <= 40; ++i)
    robot << "  - {name: link" << i << ", joint: {name: j" << i << ", kind: revolute}, pose: Tx(0.1) Tz(0.2) Rx("
          << (i % 2 == 0 ? "90" : "-90") << "deg), mass: 1.5, com: [0.05, 0.01, 0.02], inertia: [0.01, 0.02, 0.015]}\n";
  robot.close();
  const Outcome closed = sinew("equations chain.yaml --symbols all", folder.path());
  EXPECT_EQ(closed.code, 1);
  EXPECT_THAT(closed.err, HasSubstr("--intermediate"));
  const Outcome steps = sinew("equations chain.yaml --symbols all --intermediate --show tau --format c", folder.path());
  EXPECT_EQ(steps.code, 0) << steps.err;
  EXPECT_THAT(steps.out, HasSubstr("tau40 = "));
}

TEST(EquationsCommand, PutsNumbersUnderEachExpression) {
  const Outcome done = sinew("equations point_mass_2r --show M --at 'q=20deg,40deg; m1=1kg; m2=2kg; l1=1m; l2=1m'");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("= 8.06418"));  // (1 + 2) + 2·2·cos 40° + 2
  EXPECT_EQ(sinew("equations point_mass_2r --at 'q=1'").code, 1);
  EXPECT_THAT(sinew("equations point_mass_2r --at 'm3=1'").err, HasSubstr("no symbol 'm3'"));
  EXPECT_THAT(sinew("equations point_mass_2r --at 'm1=1m'").err, HasSubstr("m1"));
}

TEST(EquationsCommand, WritesJsonThatParses) {
  const Outcome done = sinew("equations rrp --show tau,M --format json");
  EXPECT_EQ(done.code, 0) << done.err;
  const auto json = nlohmann::json::parse(done.out);
  EXPECT_EQ(json["equations"].size(), 4U);
  EXPECT_EQ(json["symbols"]["m2"]["unit"], "kg");
}

TEST(EquationsCommand, RefusesUnknownWordsAndSuggests) {
  EXPECT_EQ(sinew("equations rrp --show Tau").code, 2);
  EXPECT_EQ(sinew("equations rrp --symbols inertia").code, 2);
  EXPECT_EQ(sinew("equations rrp --symbols inertial,central").code, 2);
  EXPECT_THAT(sinew("equations rrp --frame hand --show J").err, HasSubstr("no frame 'hand'"));
}

TEST(VerifyCommand, SaysRightOrWhichTermIsWrong) {
  const Outcome right = sinew("verify point_mass_2r 'M12 = m2*l2^2 + m2*l1*l2*cos(q2)'");
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("✓ M₁₂ is right"));
  const Outcome wrong = sinew("verify point_mass_2r 'G2 = -m2*l2*g*cos(q1 + q2)'");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("✗"), HasSubstr("opposite sign")));
}

TEST(VerifyCommand, ReadsAFileAndStdin) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answers.txt") << "# mine\nG2 = m2*l2*g*c12\n\nM22 = m2*l2^2\n";
  EXPECT_EQ(sinew("verify point_mass_2r --file answers.txt", folder.path()).code, 0);
  EXPECT_EQ(sinew("verify point_mass_2r --file - < answers.txt", folder.path()).code, 0);
  std::ofstream(folder.path() / "bad.txt") << "G2 = m2*l2*g*c12\nM22 = m2*l7\n";
  const Outcome bad = sinew("verify point_mass_2r --file bad.txt", folder.path());
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, AllOf(HasSubstr("bad.txt:2"), HasSubstr("'l7'")));
}

TEST(VerifyCommand, JudgesAMassMatrixWithoutARobot) {
  const Outcome done = sinew("verify --inertia '[[a1 + 2*a2*cos(q2), a3 + a2*cos(q2)], [a3 + a2*cos(q2), a3]]'");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("symmetric"), HasSubstr("a₁ > a₃")));
  EXPECT_EQ(sinew("verify --inertia '[[a1, a2*cos(q1)], [a2, a3]]'").code, 1);
}

TEST(VerifyCommand, SaysWhatItNeeds) {
  EXPECT_EQ(sinew("verify point_mass_2r").code, 2);
  EXPECT_EQ(sinew("verify").code, 2);
  EXPECT_EQ(sinew("verify point_mass_2r --inertia '[[a1]]'").code, 2);
}

}  // namespace
