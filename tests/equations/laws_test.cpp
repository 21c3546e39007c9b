// SPDX-License-Identifier: BSD-3-Clause
// What holds for the equations of every robot, decided exactly.
#include <cmath>
#include <random>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/algorithms/mass_matrix.h"
#include "sinew/analysis/base_parameters.h"
#include "sinew/equations/base_parameter_rules.h"
#include "sinew/equations/factorisations.h"
#include "sinew/equations/gravity_design.h"
#include "sinew/equations/recursion_results.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/print/program.h"
#include "tests/equations/published.h"
#include "tests/support/soak.h"

namespace sinew_test {
namespace {

/// Every shipped robot, with as many symbols as it can have.
SymbolicRobot with_symbols(const std::string& name) {
  return symbolic_robot(shipped(name), {.inertial = true, .lengths = true, .gravity = true});
}

const std::vector<std::string> robots{
    "point_mass_2r", "rrp",         "rrp_rod_tip", "spatial_elbow_3r", "two_link_2r", "rp",      "elbow_3r",
    "spatial_3r",    "spatial_rpr", "stanford",    "puma560",          "iiwa14",      "cobra600"};

class EveryRobot : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Equations, EveryRobot, testing::ValuesIn(robots),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(EveryRobot, NewtonEulerAndLagrangeGiveTheSameEquations) {
  SymbolicRobot robot = with_symbols(GetParam());
  const MotionEquations newton = newton_euler_equations(robot);
  const MotionEquations lagrange = lagrange_equations(robot, energy_equations(robot));
  EXPECT_EQ(newton.torque, lagrange.torque);
  EXPECT_EQ(newton.mass, transposed(newton.mass));
}

TEST_P(EveryRobot, MassMatrixDoesNotKnowTheFirstJoint) {
  SymbolicRobot robot = with_symbols(GetParam());
  const MotionEquations motion = newton_euler_equations(robot);
  for (const Polynomial& entry : motion.mass.entries)
    EXPECT_TRUE(robot.ring->derivative(entry, robot.q.front().symbol()).is_zero());
}

TEST_P(EveryRobot, ChristoffelFactorisationIsSkew) {
  SymbolicRobot robot = with_symbols(GetParam());
  const MotionEquations motion = newton_euler_equations(robot);
  const VelocityFactorisation S = christoffel_factorisation(robot, motion);
  EXPECT_TRUE(S.is_valid());
  EXPECT_TRUE(S.is_skew());
  if (const auto other = other_skew_factorisation(robot, motion)) {
    EXPECT_TRUE(other->is_valid());
    EXPECT_TRUE(other->is_skew());
    EXPECT_FALSE(other->matrix == S.matrix);
  } else {
    EXPECT_LT(robot.size(), 3);
  }
  if (const auto plain = plain_factorisation(robot, motion)) {
    EXPECT_TRUE(plain->is_valid());
    EXPECT_FALSE(plain->is_skew());
  }
}

TEST_P(EveryRobot, TorquesAreLinearInTheirCoefficients) {
  SymbolicRobot robot = with_symbols(GetParam());
  const MotionEquations motion = newton_euler_equations(robot);
  const MinimalParametrisation p = minimal_parametrisation(robot, motion);
  for (int k = 0; k < robot.size(); ++k) {
    Polynomial sum;
    for (int i = 0; i < p.size(); ++i) sum += p.regressor(k, i) * p.coefficients[static_cast<std::size_t>(i)];
    EXPECT_EQ(sum, motion.torque(k, 0));
  }
}

/// Those whose files give plain numbers: with symbols for them, every link has its ten parameters free.
class EveryRobotOfNumbers : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Equations, EveryRobotOfNumbers,
                         testing::Values("two_link_2r", "rp", "elbow_3r", "spatial_3r", "spatial_rpr", "stanford",
                                         "puma560", "ur5", "iiwa14"),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(EveryRobotOfNumbers, HasAsManyBaseParametersAsItsRegressorHasRank) {
  SymbolicRobot robot =
      symbolic_robot(shipped(GetParam()), {.inertial = true, .lengths = true, .gravity = true, .zeros_too = true});
  const BaseParameterRules rules = base_parameter_rules(robot);
  EXPECT_EQ(static_cast<int>(rules.parameters.size()), base_parameters(robot.numbers).rank);
  EXPECT_TRUE(rules.notes.empty());
}

/// A chain with nothing special about it: every axis askew to the next, by an angle that is a symbol.
std::string general_chain(int joints) {
  std::string parameters, links;
  for (int i = 1; i <= joints; ++i) {
    const std::string k = std::to_string(i);
    parameters += (i == 1 ? "" : ", ") + ("alpha" + k) + ": 0." + std::to_string(2 + (3 * i) % 7) + " rad";
    links += "  - {name: link" + k + ", joint: revolute, pose: Rx(alpha" + k + ") Tx(0." + k + ") Tz(0." +
             std::to_string(9 - i) + "), mass: 1, com: [0.1, 0.2, 0.3], inertia: [1, 1, 1]}\n";
  }
  return "sinew: 1\nname: chain\nparameters: {" + parameters + "}\nbase: base\nlinks:\n" + links;
}

TEST(GeneralChain, HasAsManyBaseParametersAsItsRegressorHasRank) {
  for (int joints = 6; joints <= sinew_test::case_count(6, 7); ++joints) {
    SymbolicRobot robot =
        symbolic_robot(SourceText{"chain.yaml", general_chain(joints)}, {.inertial = true, .zeros_too = true});
    EXPECT_EQ(static_cast<int>(base_parameter_rules(robot).parameters.size()), base_parameters(robot.numbers).rank)
        << joints;
  }
}

/// Many states in numbers: closed forms, readable forms and programs against the recursion on doubles.
TEST_P(EveryRobot, EquationsHaveTheValuesOfTheRecursion) {
  SymbolicRobot robot = with_symbols(GetParam());
  EquationBook book(robot);
  const std::size_t n = robot.q.size();
  std::vector<Expr> closed;
  for (std::size_t k = 0; k < n; ++k) closed.push_back(book.readable().torque(book.motion().torque.entries[k]));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      closed.push_back(book.readable().expr(book.motion().mass(static_cast<int>(i), static_cast<int>(j))));
  const Program code = program(*robot.graph, recursion_results(robot, {EquationPart::Torque, EquationPart::Mass}));
  std::vector<Expr> steps;
  for (const Assignment& step : code.steps) steps.push_back(step.value);
  for (const auto& [name, value] : code.results) steps.push_back(value);

  const Model<double> rigid = without(robot.numbers, {.friction = true, .springs = true});
  InverseDynamicsScratch<double> scratch(rigid);
  MassMatrixScratch<double> mass_scratch(rigid);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-3.0, 3.0);
  for (int state = 0; state < sinew_test::case_count(100, 1000); ++state) {
    std::vector<double> q(n), qd(n), qdd(n), tau(n), all_tau(n), M(n * n);
    for (std::size_t k = 0; k < n; ++k) {
      q[k] = any(random);
      qd[k] = any(random);
      qdd[k] = any(random);
    }
    inverse_dynamics<double, double>(robot.numbers, q, qd, qdd, scratch, all_tau);
    inverse_dynamics<double, double>(rigid, q, qd, qdd, scratch, tau);
    mass_matrix<double, double>(rigid, q, mass_scratch, M);
    std::map<std::string, double> temporaries;
    const std::function<double(const Symbol&)> value = [&](const Symbol& s) {
      const auto joint = static_cast<std::size_t>(std::max(s.joint, 0));
      switch (s.kind) {
        case SymbolKind::Position:
          return q[joint];
        case SymbolKind::Velocity:
          return qd[joint];
        case SymbolKind::Acceleration:
          return qdd[joint];
        default:
          return temporaries.contains(s.name) ? temporaries.at(s.name) : robot.values.at(s.name);
      }
    };
    std::vector<double> wanted = tau;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) wanted.push_back(M[i * n + j]);
    double scale = 1.0;
    for (const double x : wanted) scale = std::max(scale, std::abs(x));
    const std::vector<double> ours = evaluated<double>(std::span<const Expr>(closed), value);
    for (std::size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(ours[i], wanted[i], 1e-10 * scale) << i;
    std::copy(all_tau.begin(), all_tau.end(), wanted.begin());  // programs count friction and springs
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::array one{steps[i]};
      const double x = evaluated<double>(std::span<const Expr>(one), value).front();
      if (i < code.steps.size())
        temporaries[code.steps[i].name] = x;
      else
        ASSERT_NEAR(x, wanted[i - code.steps.size()], 1e-10 * scale) << code.results[i - code.steps.size()].first;
    }
  }
}

TEST(GravityBound, IsReachedAndNeverPassedByAPlanarArm) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const auto bound = gravity_slope_bound(robot, energy_equations(robot));
  ASSERT_TRUE(bound && bound->bound);
  const std::array alpha{*bound->bound};
  const double least =
      evaluated<double>(std::span<const Expr>(alpha), [&](const Symbol& s) { return robot.values.at(s.name); }).front();
  // ∂G/∂q = [[a·s1 + b·s12, b·s12], [b·s12, b·s12]] up to sign: its larger eigenvalue by hand
  const auto& v = robot.values;
  const double a = (v.at("m1") + v.at("m2")) * v.at("l1") * v.at("g"), b = v.at("m2") * v.at("l2") * v.at("g");
  double largest = 0.0;
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 200; ++j) {
      const double s1 = std::sin(i * 0.0314159265358979), s12 = std::sin(j * 0.0314159265358979);
      const double p = a * s1 + b * s12, r = b * s12, mean = (p + r) / 2.0, root = std::hypot((p - r) / 2.0, r);
      largest = std::max({largest, std::abs(mean + root), std::abs(mean - root)});
    }
  EXPECT_NEAR(least, largest, 1e-12 * largest);
}

TEST(GravityDesign, BalancesTheElbowArm) {
  SymbolicRobot robot = symbolic_robot(shipped("spatial_elbow_3r"), {});
  const GravityDesign design = gravity_design(robot, newton_euler_equations(robot), {});
  ASSERT_EQ(design.conditions.size(), 2U);
  EXPECT_FALSE(design.impossible);
  Ring& ring = *robot.ring;
  EXPECT_EQ(design.conditions[0].zero, ring.polynomial(published(robot, "(m2*dc2 + m3*L2)*g0")));
  EXPECT_EQ(printed(*design.conditions[0].parameter, Language::Text), "dc2");
  EXPECT_EQ(design.conditions[1].zero, ring.polynomial(published(robot, "m3*dc3*g0")));
}

TEST(GravityDesign, SaysWhenNothingHelps) {
  SymbolicRobot robot = symbolic_robot(shipped("rrp"), {});
  EXPECT_TRUE(gravity_design(robot, newton_euler_equations(robot), {}).impossible);
}

TEST(SymbolicRobot, RefusesARobotOfNumbersAndSaysWhatToDo) {
  try {
    symbolic_robot(shipped("puma560"), {});
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("--symbols"), std::string::npos) << e.what();
  }
}

TEST(SymbolicRobot, FindsParallelAxes) {
  const SymbolicRobot puma = with_symbols("puma560");
  std::vector<std::size_t> sizes;
  for (const auto& group : parallel_angles(puma.model, puma.q)) sizes.push_back(group.members.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2, 1, 1, 1}));
}

}  // namespace
}  // namespace sinew_test
