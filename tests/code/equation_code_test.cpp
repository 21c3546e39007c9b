// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/code/equation_code.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "sinew/arm/arm.h"
#include "sinew/code/code_names.h"
#include "sinew/equations/equation_book.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using sinew_test::Outcome;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string robots = SINEW_SOURCE_DIR "/robots/";

/// A robot, its equations in some language, and a folder to try them in.
struct Coded {
  std::string robot;
  SymbolChoice choice = {};
  bool intermediate = false;
  bool count = false;

  std::vector<EquationPart> parts() const {
    if (intermediate) return {EquationPart::Torque, EquationPart::Mass, EquationPart::Velocity, EquationPart::Gravity};
    std::vector<EquationPart> all;
    for (const EquationPartName& part : equation_parts()) all.push_back(part.part);
    return all;
  }

  std::string in(Language language) const {
    SymbolicRobot loaded = symbolic_robot(robots + robot + ".yaml", choice);
    EquationBook book(loaded);
    std::vector<PartSection> sections;
    for (const EquationPart part : parts())
      sections.push_back(intermediate ? recursion_section(loaded, part) : PartSection{part, book.section(part)});
    return equation_code(loaded, sections, {language, intermediate, count});
  }
};

Coded all_symbols(const std::string& robot, bool intermediate) {
  return {robot, {.inertial = true, .lengths = true, .gravity = true}, intermediate, true};
}
std::vector<Coded> samples() {
  return {{"point_mass_2r"}, {"rrp"}, {"spatial_elbow_3r"}, {"rrp", {}, true, true}, all_symbols("puma560", true)};
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

const Eigen::VectorXd& some(std::vector<Eigen::VectorXd>& kept, int n, double first) {
  Eigen::VectorXd x(n);
  for (int k = 0; k < n; ++k) x[k] = first - 0.37 * k;
  return kept.emplace_back(x);
}

struct State {
  explicit State(int n) { q = some(kept, n, 0.4), qd = some(kept, n, 0.9), qdd = some(kept, n, -0.6); }
  std::vector<Eigen::VectorXd> kept;
  Eigen::VectorXd q, qd, qdd;
};

std::string list(const Eigen::VectorXd& x) {
  std::vector<double> values(x.begin(), x.end());
  return fmt::format("{}", fmt::join(values, ", "));
}

/// What is printed by a program: tau, then M by rows, then G.
void expect_numbers(const std::string& printed, const Arm& arm, const State& state, const std::string& name) {
  std::vector<double> expected;
  for (const double x : arm.torque(state.q, state.qd, state.qdd)) expected.push_back(x);
  const Eigen::MatrixXd M = arm.mass_matrix(state.q);
  for (int i = 0; i < M.rows(); ++i)
    for (int j = 0; j < M.cols(); ++j) expected.push_back(M(i, j));
  for (const double x : arm.gravity_torque(state.q)) expected.push_back(x);
  std::istringstream words(printed);
  for (const double wanted : expected) {
    double found = 1e300;
    words >> found;
    EXPECT_NEAR(found, wanted, 1e-11 * (1.0 + std::abs(wanted))) << name;
  }
}

TEST(EquationCode, InCCompilesWithoutAWarningAndComputesWhatTheArmDoes) {
  for (const Coded& sample : samples()) {
    const TemporaryFolder folder;
    const Arm arm(load_robot(robots + sample.robot + ".yaml").model);
    const int n = arm.model().velocity_count();
    const State state(n);
    std::string program = sample.in(Language::C) + "\n#include <stdio.h>\nint main(void) {\n";
    program += fmt::format("const double q[] = {{{}}}, qd[] = {{{}}}, qdd[] = {{{}}};\n", list(state.q), list(state.qd),
                           list(state.qdd));
    program += fmt::format("double tau[{0}], M[{0}][{0}], g[{0}];\n", n);
    program += fmt::format(
        "{0}_tau(q, qd, qdd, &{0}_values, tau);\n{0}_M(q, &{0}_values, M);\n{0}_g(q, &{0}_values, g);\n", sample.robot);
    program += fmt::format("for (int i = 0; i < {}; ++i) printf(\"%.17g \", tau[i]);\n", n);
    program += fmt::format("for (int i = 0; i < {}; ++i) printf(\"%.17g \", M[i / {}][i % {}]);\n", n * n, n, n);
    program += fmt::format("for (int i = 0; i < {}; ++i) printf(\"%.17g \", g[i]);\nreturn 0;\n}}\n", n);
    write(folder.path() / "code.c", program);
    const Outcome done =
        sinew_test::run("cc -std=c99 -pedantic -Wall -Wextra -Werror code.c -o code -lm && ./code", folder.path());
    ASSERT_EQ(done.code, 0) << sample.robot << "\n" << done.err;
    expect_numbers(done.out, arm, state, sample.robot);
  }
}

TEST(EquationCode, InCppCompilesWithoutAWarning) {
  for (const Coded& sample : samples()) {
    const TemporaryFolder folder;
    write(folder.path() / "code.cpp", sample.in(Language::Cpp));
    const Outcome done =
        sinew_test::run("c++ -std=c++11 -pedantic -Wall -Wextra -Werror -fsyntax-only code.cpp", folder.path());
    EXPECT_EQ(done.code, 0) << sample.robot << "\n" << done.err;
  }
}

TEST(EquationCode, InPythonRunsEveryFunctionAndComputesWhatTheArmDoes) {
  for (const Coded& sample : samples()) {
    const TemporaryFolder folder;
    const Arm arm(load_robot(robots + sample.robot + ".yaml").model);
    const State state(arm.model().velocity_count());
    std::string program = sample.in(Language::Python);
    program += fmt::format("\nq, qd, qdd = [{}], [{}], [{}]\n", list(state.q), list(state.qd), list(state.qdd));
    program += fmt::format(
        "print(*{0}_tau(q, qd, qdd))\nprint(*[x for row in {0}_M(q) for x in row])\nprint(*{0}_g(q))\n", sample.robot);
    // whatever else there is can be called, with anything that it asks for
    program +=
        "import inspect\n"
        "for f in [f for f in list(globals().values()) if inspect.isfunction(f)]:\n"
        "    given = {'q': q, 'qd': qd, 'qdd': qdd}\n"
        "    names = [p.name for p in inspect.signature(f).parameters.values() if p.default is p.empty]\n"
        "    assert f(*[given.get(name, 1.5) for name in names]), f\n";
    write(folder.path() / "code.py", program);
    const Outcome done = sinew_test::run("python3 -B code.py", folder.path());
    ASSERT_EQ(done.code, 0) << sample.robot << "\n" << done.err;
    expect_numbers(done.out, arm, state, sample.robot);
  }
}

TEST(EquationCode, RunsInOctaveWhereThatIsInstalled) {
  if (sinew_test::run("command -v octave-cli", ".").code != 0) GTEST_SKIP();
  for (const Coded& sample : samples()) {
    const TemporaryFolder folder;
    const Arm arm(load_robot(robots + sample.robot + ".yaml").model);
    const State state(arm.model().velocity_count());
    std::string program = "1;\n" + sample.in(Language::Matlab);
    program += fmt::format("\nq = [{}]; qd = [{}]; qdd = [{}];\n", list(state.q), list(state.qd), list(state.qdd));
    program +=
        fmt::format("printf('%.17g ', {0}_tau(q, qd, qdd)); printf('%.17g ', {0}_M(q)'); printf('%.17g ', {0}_g(q));\n",
                    sample.robot);
    write(folder.path() / "code.m", program);
    const Outcome done = sinew_test::run("octave-cli code.m", folder.path());
    ASSERT_EQ(done.code, 0) << sample.robot << "\n" << done.err;
    expect_numbers(done.out, arm, state, sample.robot);
  }
}

TEST(EquationCode, IsMatlabOfOneFunctionPerPart) {
  const std::string code = Coded{"point_mass_2r"}.in(Language::Matlab);
  EXPECT_THAT(code, AllOf(HasSubstr("function [M] = point_mass_2r_M(q, par)"), HasSubstr("M = zeros(2, 2);"),
                          HasSubstr("M(2, 1) = M(1, 2);"), HasSubstr("if nargin < 2"), HasSubstr("m1 = par.m1;")));
}

TEST(EquationCode, TakesTheSameArgumentsInClosedFormAndWithIntermediateVariables) {
  for (const Language language : {Language::C, Language::Python, Language::Matlab}) {
    const auto heads = [&](const Coded& sample) {
      std::vector<std::string> found;
      std::istringstream lines(sample.in(language));
      for (std::string line; std::getline(lines, line);)
        for (const char* part : {"_tau(", "_M(", "_c(", "_g("})
          if (line.find(std::string("rrp") + part) != std::string::npos) found.push_back(line);
      return found;
    };
    EXPECT_EQ(heads({"rrp"}), heads({"rrp", {}, true}));
    EXPECT_EQ(heads({"rrp"}).size(), 4U);
  }
}

TEST(EquationCode, CountsOperationsInComments) {
  EXPECT_THAT(Coded({"rrp", {}, true, true}).in(Language::C), HasSubstr("// operations: "));
  EXPECT_THAT(Coded({"rrp"}).in(Language::C), Not(HasSubstr("operations:")));
}

TEST(EquationCode, OfARobotWithoutParametersHasNone) {
  SymbolicRobot loaded = symbolic_robot(robots + "two_link_2r.yaml", {.numbers_will_do = true});
  const std::string code =
      equation_code(loaded, {recursion_section(loaded, EquationPart::Gravity)}, {Language::C, true, false});
  EXPECT_THAT(code, AllOf(HasSubstr("_g(const double q[2], double g[2]) {"), Not(HasSubstr("par"))));
}

TEST(CodeNames, AreValidAndKeptApart) {
  CodeNames names(Language::C);
  EXPECT_EQ(names.of("L₁"), "L1");
  EXPECT_EQ(names.of("L₂"), "L2");
  EXPECT_EQ(names.of("L1"), "L1_2");
  EXPECT_EQ(names.of("L₁"), "L1");
  EXPECT_EQ(names.of("ℓ"), "l");
  EXPECT_EQ(names.of("µ"), "mu");
  EXPECT_EQ(names.of("μ"), "mu_2");
  EXPECT_EQ(names.of("θ"), "theta");
  EXPECT_EQ(names.of("é"), "u00e9");
  EXPECT_EQ(names.of("double"), "double_");
  EXPECT_EQ(CodeNames(Language::Matlab).of("_a"), "n_a");
  EXPECT_EQ(CodeNames(Language::Python).of("lambda"), "lambda_");
}

TEST(EquationCode, KeepsParametersApartFromResultsArgumentsAndEachOther) {
  const SourceText source{
      "hard.yaml",
      "sinew: 1\nname: hard one\n"
      "parameters: {M: 2 kg, M₁: 3 kg, M1: 1 kg, q: 0.5 m, par: 0.25 m, range: 2 m, tau: 9.81 m/s^2}\n"
      "gravity: [0, -tau, 0]\n"
      "links:\n"
      "  - {name: A, joint: revolute, bodies: [{shape: point, mass: M+M1, pose: Tx(q)}]}\n"
      "  - {name: B, joint: revolute, pose: Tx(range), bodies: [{shape: point, mass: M₁, pose: Tx(par)}]}\n"};
  const Arm arm(load_robot(source).model);
  const State state(2);
  SymbolicRobot loaded = symbolic_robot(source, {});
  EquationBook book(loaded);
  std::vector<PartSection> sections;
  for (const EquationPart part : {EquationPart::Torque, EquationPart::Mass, EquationPart::Gravity})
    sections.push_back({part, book.section(part)});
  std::string program = equation_code(loaded, sections, {Language::Python, false, false});
  program += fmt::format("\nq, qd, qdd = [{}], [{}], [{}]\n", list(state.q), list(state.qd), list(state.qdd));
  program += "print(*hard_one_tau(q, qd, qdd), *sum(hard_one_M(q), []), *hard_one_g(q))\n";
  const TemporaryFolder folder;
  write(folder.path() / "code.py", program);
  const Outcome done = sinew_test::run("python3 -B code.py", folder.path());
  ASSERT_EQ(done.code, 0) << program << done.err;
  expect_numbers(done.out, arm, state, "hard");
}

}  // namespace
}  // namespace sinew
