// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tests/cli/command_line.h"

namespace {

namespace fs = std::filesystem;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using sinew_test::tree;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A command and the file that holds what it prints, line by line. A wanted change: write the new output there, and read it.
struct Expected {
  const char* file;
  const char* arguments;
};
class EveryExpectedPage : public testing::TestWithParam<Expected> {};
INSTANTIATE_TEST_SUITE_P(
    Equations, EveryExpectedPage,
    testing::Values(
        Expected{"point_mass_2r.txt", "equations point_mass_2r --show all --axes own"},
        Expected{"point_mass_2r_newton_euler.txt", "equations point_mass_2r --explain"},
        Expected{"point_mass_2r_lagrange.txt", "equations point_mass_2r --explain --method lagrange"},
        Expected{"point_mass_2r_formulas.txt",
                 "equations point_mass_2r --show tau,M,c,g,B,Csq,J,cartesian --axes own --format text"},
        Expected{"point_mass_2r_along.txt",
                 "equations point_mass_2r --q1 'sin(t)' --q2 '3*cos(2*t)' --until 10s --show tau,M,c,g,energy"},
        Expected{"point_mass_2r_move.txt",
                 "equations point_mass_2r --move '0,0 -> 90deg,45deg in 2s with trapezoidal' --show tau"},
        Expected{"rrp.txt", "equations rrp --show all --axes own"},
        Expected{"spatial_elbow_3r.txt",
                 "equations spatial_elbow_3r --show tau,M,c,g,C,energy,routes,J,parameters,balance,bound --axes own"}),
    [](const auto& chosen) { return fs::path(chosen.param.file).stem().string(); });

TEST_P(EveryExpectedPage, IsPrinted) {
  const Outcome done = sinew(GetParam().arguments);
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.out, sinew_test::text_of(tree / "tests/cli/expected" / GetParam().file));
}

TEST(EquationsCommand, RefusesARobotOfNumbersAndSaysWhatToDo) {
  const Outcome done = sinew("equations puma560");
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("only numbers"), HasSubstr("--symbols"), HasSubstr("--numbers")));
}

TEST(EquationsCommand, PrintsClosedFormsWithTheNumbersOfTheFile) {
  const Outcome one = sinew("equations two_link_2r --numbers --show M --format json");
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(nlohmann::json::parse(one.out)["equations"][0]["entries"][3], "3.34");
  const Outcome named = sinew("equations point_mass_2r --numbers --show g");
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_THAT(named.out, AllOf(HasSubstr("c₁₂"), Not(HasSubstr("m₁"))));
  EXPECT_THAT(sinew("equations point_mass_2r --numbers --symbols gravity --show g").out, HasSubstr("g·c₁"));
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
  EXPECT_THAT(steps.out, HasSubstr("tau[39] = "));
}

TEST(EquationsCommand, PutsNumbersUnderEachExpression) {
  const Outcome done = sinew("equations point_mass_2r --show M --at 'q=20deg,40deg; m1=1kg; m2=2kg; l1=1m; l2=1m'");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("8.06418"));  // (1 + 2) + 2·2·cos 40° + 2
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

TEST(EquationsCommand, SaysInJsonWhichPartAnEquationBelongsTo) {
  const auto json = nlohmann::json::parse(sinew("equations rrp --show M,J,parameters --format json --count").out);
  std::set<std::pair<std::string, std::string>> names;
  for (const auto& equation : json["equations"])
    EXPECT_TRUE(names.emplace(equation["part"], equation["name"]).second) << equation["name"];
  EXPECT_TRUE(names.contains({"M", "M"}) && names.contains({"parameters", "M"}));
  EXPECT_EQ(json["conditions"][0]["part"], "J");
  EXPECT_EQ(json["conditions"][0]["zero"], "cos(q2)");
  EXPECT_FALSE(json["operations"].empty());
}

TEST(EquationsCommand, PutsNumbersBesideEachExpressionInJson) {
  const auto json = nlohmann::json::parse(
      sinew("equations point_mass_2r --show M --format json --at 'q=0,0; m1=1kg; m2=2kg; l1=1m; l2=1m'").out);
  EXPECT_EQ(json["equations"][0]["values"], nlohmann::json::parse("[9.0, 4.0, 4.0, 2.0]"));
}

TEST(EquationsCommand, WritesIntermediateVariablesInEveryFormat) {
  const std::string ask = "equations rrp --intermediate --show tau,M --count --format ";
  const auto json = nlohmann::json::parse(sinew(ask + "json").out);
  EXPECT_FALSE(json["steps"].empty());
  EXPECT_EQ(json["equations"].size(), 4U);
  EXPECT_THAT(sinew(ask + "html").out, AllOf(HasSubstr("<html"), HasSubstr("</html>\n")));
  const Outcome latex = sinew(ask + "latex");
  EXPECT_THAT(latex.out,
              AllOf(HasSubstr("\\documentclass"), HasSubstr("Operations"), testing::EndsWith("\\end{document}\n")));
  EXPECT_THAT(sinew(ask + "unicode").out, HasSubstr("Intermediate variables"));
}

TEST(EquationsCommand, ReadsTheParametersOfARobotFromStdin) {
  const Outcome done = sinew("equations - --show g < robots/point_mass_2r.yaml");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.out, sinew("equations point_mass_2r --show g").out);
}

TEST(EquationsCommand, RefusesAParameterNamedLikeAJointVariable) {
  const TemporaryFolder folder;
  for (const char* name : {"q1", "qd2", "dq2", "qdd1", "q₁"}) {
    std::ofstream(folder.path() / "arm.yaml")
        << "sinew: 1\nparameters:\n  m: 1 kg\n  " << name << ": 0.5 m\nlinks:\n"
        << "  - {joint: revolute, bodies: [{shape: point, mass: m, pose: Tx(" << name << ")}]}\n"
        << "  - {joint: revolute, pose: Tx(" << name << "), bodies: [{shape: point, mass: m, pose: Tx(0.1)}]}\n";
    const Outcome done = sinew("equations arm.yaml", folder.path());
    EXPECT_EQ(done.code, 1) << name;
    EXPECT_THAT(done.err, AllOf(HasSubstr("arm.yaml:4"), HasSubstr(name), HasSubstr("joint variable")));
    EXPECT_EQ(sinew("torque arm.yaml --q 0,0", folder.path()).code, 0) << "in numbers there is nothing to mistake";
  }
}

TEST(EquationsCommand, RefusesAParameterNamedLikeASymbolAskedFor) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "arm.yaml")
      << "sinew: 1\nparameters:\n  m1: 0.5 m\nlinks:\n"
      << "  - {joint: revolute, bodies: [{shape: point, mass: 2, pose: Tx(m1)}]}\n";
  const Outcome done = sinew("equations arm.yaml --symbols central", folder.path());
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, AllOf(HasSubstr("arm.yaml:3"), HasSubstr("'m1'")));
}

TEST(EquationsCommand, RefusesOptionsThatWouldDoNothing) {
  for (const char* arguments :
       {"--explain --show M", "--method lagrange", "--at 'q=0,0' --format c", "--at 'q=0,0' --intermediate",
        "--explain --intermediate", "--wanted '[0, 0]'", "--frame tip", "--axes own", "--rows x --show M",
        "--explain --format python", "--full --intermediate", "--floating-base"}) {
    const Outcome done = sinew(std::string("equations point_mass_2r ") + arguments);
    EXPECT_EQ(done.code, 2) << arguments;
    EXPECT_EQ(done.out, "") << arguments;
  }
  const Outcome twice = sinew("equations point_mass_2r --at 'q=0,0; q=1,1'");
  EXPECT_EQ(twice.code, 1);
  EXPECT_THAT(twice.err, HasSubstr("q is given twice"));
}

TEST(EquationsCommand, HasExamplesInItsHelpThatWork) {
  const Outcome help = sinew("equations --help");
  EXPECT_THAT(help.out, AllOf(HasSubstr("[m1*l1*g*cos(q1), 0]"), Not(HasSubstr("--floating-base"))));
  EXPECT_EQ(sinew("equations point_mass_2r --show balance --wanted '[m1*l1*g*cos(q1), 0]'").code, 0);
}

TEST(EquationsCommand, JudgesTheLengthOfWhatIsAskedFor) {
  EXPECT_EQ(sinew("equations iiwa14 --symbols gravity --show g").code, 0);
  EXPECT_EQ(sinew("equations iiwa14 --symbols inertial --show base-parameters").code, 0);
  const Outcome long_one = sinew("equations iiwa14 --symbols all --show C");
  EXPECT_EQ(long_one.code, 1);
  EXPECT_THAT(long_one.err, AllOf(HasSubstr("C has "), Not(HasSubstr("--intermediate"))));
}

TEST(EquationsCommand, EndsAClosedFormThatWouldTakeForEverAndSaysWhichItIs) {
  const Outcome done =
      sinew_test::run("timeout 60 '" SINEW_COMMAND "' equations puma560 --symbols gravity --show g,cartesian", tree);
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err,
              AllOf(HasSubstr("working out cartesian"), HasSubstr("cartesian is too large"), HasSubstr("--full")));
}

TEST(EquationsCommand, TakesAListWithoutRepeatingIt) {
  EXPECT_EQ(sinew("equations rrp --show M,M").out, sinew("equations rrp --show M").out);
  EXPECT_EQ(sinew("equations rrp --show all,M").out, sinew("equations rrp --show all").out);
  const Outcome comma = sinew("equations rrp --show M,");
  EXPECT_EQ(comma.code, 2);
  EXPECT_THAT(comma.err, HasSubstr("leave that comma out"));
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
