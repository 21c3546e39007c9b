// SPDX-License-Identifier: BSD-3-Clause
// Code of equations along a motion: functions of the time.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "sinew/arm/arm.h"
#include "sinew/code/equation_code.h"
#include "sinew/equations/along/equations_along.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using sinew_test::Outcome;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string arm_file = SINEW_SOURCE_DIR "/robots/point_mass_2r.yaml";
constexpr std::array times{0.1, 0.6, 0.999, 1.0, 1.4, 1.9};
constexpr const char* times_list = "0.1, 0.6, 0.999, 1.0, 1.4, 1.9";

/// q1 = sin(2·t) and q2 = t² for a second, then q1 = sin(2 + s) and q2 = 1 + 2·s with s = t − 1.
struct TwoPieces {
  TwoPieces() {
    const Expr t = graph.symbol("t");
    pieces = {{{{sincos(Expr(2.0) * t).sin, power(t, 2)}, t}, 0.0, 1.0, 0.0},
              {{{sincos(t + Expr(2.0)).sin, Expr(1.0) + Expr(2.0) * t}, t}, 1.0, 2.0, 1.0}};
  }
  static Eigen::VectorXd torque(const Arm& arm, double t) {
    Eigen::Vector2d q, qd, qdd;
    const double s = t - 1.0;
    if (t < 1.0) {
      q << std::sin(2.0 * t), t * t;
      qd << 2.0 * std::cos(2.0 * t), 2.0 * t;
      qdd << -4.0 * std::sin(2.0 * t), 2.0;
    } else {
      q << std::sin(s + 2.0), 1.0 + 2.0 * s;
      qd << std::cos(s + 2.0), 2.0;
      qdd << -std::sin(s + 2.0), 0.0;
    }
    return arm.torque(q, qd, qdd);
  }
  ExprGraph graph;
  std::vector<MotionPiece> pieces;
};

std::string code_in(Language language, bool intermediate) {
  SymbolicRobot robot = symbolic_robot(arm_file, {});
  EquationBook book(robot);
  TwoPieces motion;
  EquationsAlong along(robot, motion.pieces);
  std::vector<PartSection> parts;
  for (const EquationPart part : {EquationPart::Torque, EquationPart::Mass, EquationPart::Gravity}) {
    const Section whole = intermediate ? recursion_section(robot, part).section : book.section(part);
    parts.push_back({part, along.whole(whole, !intermediate)});
  }
  return equation_code(robot, parts, {language, intermediate, false, "t", "t is the time in s, from 0 to 2."});
}

void expect_torques(const std::string& printed) {
  const Arm arm(load_robot(arm_file).model);
  std::istringstream words(printed);
  for (const double t : times) {
    const Eigen::VectorXd wanted = TwoPieces::torque(arm, t);
    for (Eigen::Index k = 0; k < 2; ++k) {
      double found = 1e300;
      words >> found;
      EXPECT_NEAR(found, wanted[k], 1e-11 * (1.0 + std::abs(wanted[k]))) << "joint " << k + 1 << " at " << t;
    }
  }
}

void save(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(CodeAlongAMotion, InCCompilesWithoutAWarningAndComputesWhatTheArmDoes) {
  for (const bool intermediate : {false, true}) {
    const TemporaryFolder folder;
    save(folder.path() / "code.c",
         code_in(Language::C, intermediate) +
             fmt::format("\n#include <stdio.h>\nint main(void) {{\nconst double times[] = {{{}}};\n"
                         "for (int i = 0; i < {}; ++i) {{\ndouble tau[2];\n"
                         "point_mass_2r_tau(times[i], &point_mass_2r_values, tau);\n"
                         "printf(\"%.17g %.17g \", tau[0], tau[1]);\n}}\nreturn 0;\n}}\n",
                         times_list, times.size()));
    const Outcome done =
        sinew_test::run("cc -std=c99 -pedantic -Wall -Wextra -Werror code.c -o code -lm && ./code", folder.path());
    ASSERT_EQ(done.code, 0) << done.err;
    expect_torques(done.out);
  }
}

TEST(CodeAlongAMotion, InCppCompilesWithoutAWarning) {
  const TemporaryFolder folder;
  save(folder.path() / "code.cpp", code_in(Language::Cpp, false));
  const Outcome done =
      sinew_test::run("c++ -std=c++11 -pedantic -Wall -Wextra -Werror -fsyntax-only code.cpp", folder.path());
  EXPECT_EQ(done.code, 0) << done.err;
}

TEST(CodeAlongAMotion, InPythonComputesWhatTheArmDoes) {
  for (const bool intermediate : {false, true}) {
    const TemporaryFolder folder;
    save(folder.path() / "code.py",
         code_in(Language::Python, intermediate) +
             fmt::format("\nfor t in [{}]:\n    print(*point_mass_2r_tau(t))\n    point_mass_2r_M(t)\n"
                         "    point_mass_2r_g(t)\n",
                         times_list));
    const Outcome done = sinew_test::run("python3 -B code.py", folder.path());
    ASSERT_EQ(done.code, 0) << done.err;
    expect_torques(done.out);
  }
}

TEST(CodeAlongAMotion, RunsInOctaveWhereThatIsInstalled) {
  if (sinew_test::run("command -v octave-cli", ".").code != 0) GTEST_SKIP();
  const TemporaryFolder folder;
  save(folder.path() / "code.m",
       "1;\n" + code_in(Language::Matlab, false) +
           fmt::format("\nfor t = [{}]\n  printf('%.17g ', point_mass_2r_tau(t));\nend\n", times_list));
  const Outcome done = sinew_test::run("octave-cli code.m", folder.path());
  ASSERT_EQ(done.code, 0) << done.err;
  expect_torques(done.out);
}

TEST(CodeAlongAMotion, TakesTheTimeInPlaceOfTheState) {
  EXPECT_THAT(code_in(Language::C, false),
              AllOf(HasSubstr("void point_mass_2r_tau(double t, const struct point_mass_2r_par *par, double tau[2]) {"),
                    HasSubstr("// t is the time in s, from 0 to 2."), Not(HasSubstr("qd"))));
  EXPECT_THAT(code_in(Language::Python, false), HasSubstr("def point_mass_2r_M(t, par=point_mass_2r_values):"));
  EXPECT_THAT(code_in(Language::Matlab, false), HasSubstr("function [g] = point_mass_2r_g(t, par)"));
}

}  // namespace
}  // namespace sinew
