// SPDX-License-Identifier: BSD-3-Clause
// Equations along a motion: closed forms in t against the recursions in doubles, and against forms worked by hand.
#include <cmath>

#include "sinew/equations/along/equations_along.h"
#include "sinew/equations/along/recursion_sections.h"
#include "sinew/equations/along/section_along.h"
#include "sinew/readings/numbers.h"
#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/evaluate.h"
#include "tests/equations/published.h"

namespace sinew_test {
namespace {

/// Formulas of t; other names in them are parameters.
struct Formulas {
  explicit Formulas(const std::vector<std::string>& texts, const std::vector<std::string>& parameters = {}) {
    Names<Expr> names;
    motion.t = graph.symbol("t");
    names["t"] = {motion.t, {}};
    for (const std::string& name : parameters) names[name] = {graph.symbol(name), {}};
    for (const std::string& text : texts) motion.q.push_back(Formula(text).value(names).value);
  }
  ExprGraph graph;
  MotionFormulas motion;
};

MotionPiece whole(const MotionFormulas& motion) { return {motion, 0.0, 10.0, 0.0}; }

double value_at(const SymbolicRobot& robot, const Expr& x, double t) {
  return evaluated<double>(std::span<const Expr>(&x, 1),
                           [&](const Symbol& symbol) { return symbol.name == "t" ? t : robot.values.at(symbol.name); })
      .front();
}

/// The formulas and their derivatives as they were given, at one time.
struct Numbers {
  Numbers(const MotionFormulas& motion, double t) {
    const auto at = [&](const Expr& x) {
      return evaluated<double>(std::span<const Expr>(&x, 1), [&](const Symbol&) { return t; }).front();
    };
    for (const Expr& formula : motion.q) {
      const Expr rate = derivative(formula, motion.t.symbol());
      q.push_back(at(formula));
      qd.push_back(at(rate));
      qdd.push_back(at(derivative(rate, motion.t.symbol())));
    }
  }
  std::vector<double> q, qd, qdd;
};

std::vector<Expr> sums_of(const Section& section) {
  std::vector<Expr> all;
  for (const Block& block : section.blocks)
    for (const Expr& x : expressions_of(block)) all.push_back(x);
  return all;
}

const std::vector<std::vector<std::string>> motions{
    {"sin(t)", "3*cos(2*t)", "sin(3*t)"},
    {"0.7*t", "1.4*t", "0.3"},
    {"0.2*t^3-0.1*t", "0.5*t^2", "0.4+0.1*t"},
    {"exp(-0.3*t)*sin(4*t)", "0.5*sin(t)+0.2*sin(2*t)+0.1*sin(3*t)", "0.2*sin(t)^2"},
    {"-0.5*t", "0.4*sin(0.5*t)", "1+cos(t)"},
    {"t/(1+t^2)", "0.5*t-30deg", "sqrt(1+t^2)/4"},
};
const std::vector<std::string> moved_robots{"rrp", "spatial_elbow_3r", "elbow_3r"};

TEST(EquationsAlongAMotion, EqualTheRecursionsInNumbersAtFiftyTimes) {
  for (const std::string& name : moved_robots)
    for (const auto& formulas : motions) {
      SymbolicRobot robot = symbolic_robot(shipped(name), {.numbers_will_do = true});
      EquationBook book(robot);
      const Formulas given(formulas);
      EquationsAlong along(robot, {whole(given.motion)});
      const std::vector<Expr> tau = sums_of(along.section(0, book.section(EquationPart::Torque))),
                              M = sums_of(along.section(0, book.section(EquationPart::Mass))),
                              c = sums_of(along.section(0, book.section(EquationPart::Velocity))),
                              g = sums_of(along.section(0, book.section(EquationPart::Gravity)));
      Workspace work(robot.numbers);
      for (int k = 0; k < 50; ++k) {
        const double t = 0.02 + 0.1 * k;
        const Numbers at(given.motion, t);
        const std::size_t n = at.q.size();
        std::vector<double> wanted(n), mass(n * n), velocity(n), gravity(n);
        numbers::torque(robot.numbers, at.q, at.qd, at.qdd, work, wanted);
        numbers::mass_matrix(robot.numbers, at.q, work, mass);
        numbers::coriolis_torque(robot.numbers, at.q, at.qd, work, velocity);
        numbers::gravity_torque(robot.numbers, at.q, robot.numbers.gravity(), work, gravity);
        double largest = 0.0;
        for (const double x : wanted) largest = std::max(largest, std::abs(x));
        const auto expect = [&](const std::vector<Expr>& closed, const std::vector<double>& numbers, const char* what) {
          ASSERT_EQ(closed.size(), numbers.size());
          for (std::size_t i = 0; i < numbers.size(); ++i)
            EXPECT_NEAR(value_at(robot, closed[i], t), numbers[i], 1e-9 * std::max(largest, std::abs(numbers[i])))
                << name << ", " << what << " at " << t << ": " << printed(closed[i], Language::Text);
        };
        expect(tau, wanted, "tau");
        expect(M, mass, "M");
        expect(c, velocity, "c");
        expect(g, gravity, "g");
      }
    }
}

/// τ of a joint along formulas, its causes added up.
Expr torque_along(SymbolicRobot& robot, const Formulas& given, std::size_t joint) {
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  return sums_of(along.section(0, book.section(EquationPart::Torque)))[joint];
}

const std::string pendulum_file = R"(sinew: 1
name: pendulum
parameters: {m: 2 kg, l: 0.5 m, g: 9.81 m/s^2}
gravity: [0, -g, 0]
base: base
links:
  - {name: rod, joint: {name: swing, kind: revolute}, mass: m, com: [l, 0, 0]}
)";

TEST(EquationsAlongAMotion, OfASwingingPendulumAreTheFormThatOneWorksOutByHand) {
  SymbolicRobot robot = symbolic_robot(SourceText{"pendulum.yaml", pendulum_file}, {});
  const Formulas given({"A*sin(w*t)"}, {"A", "w"});
  // τ = m·l²·q̈ + m·g·l·cos q, q = A·sin(w·t)
  const Expr tau = torque_along(robot, given, 0);
  expect_same_shape(robot, "tau", tau, "-m*l^2*A*w^2*sin(w*t) + m*l*g*cos(A*sin(w*t))");
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  const std::vector<Expr> energy = sums_of(along.section(0, book.section(EquationPart::Energy)));
  expect_same_shape(robot, "T", energy[2], "m*l^2*A^2*w^2*cos(w*t)^2/2");
  expect_same_shape(robot, "U", energy[3], "m*l*g*sin(A*sin(w*t))");
}

TEST(EquationsAlongAMotion, OfTwoPointMassesAtConstantRatesHaveOneVelocityTerm) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"w*t", "w*t"}, {"w"});
  // c1 = −m2·l1·l2·s2·(2·q̇1·q̇2 + q̇2²) = −3·w²·m2·l1·l2·sin(w·t), c2 = m2·l1·l2·s2·q̇1²
  expect_same_shape(robot, "tau1", torque_along(robot, given, 0),
                    "-3*m2*l1*l2*w^2*sin(w*t) + (m1+m2)*l1*g*cos(w*t) + m2*l2*g*cos(2*w*t)");
  expect_same_shape(robot, "tau2", torque_along(robot, given, 1), "m2*l1*l2*w^2*sin(w*t) + m2*l2*g*cos(2*w*t)");
}

TEST(EquationsAlongAMotion, KeepSinesOfSines) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"sin(t)", "3*cos(2*t)"});
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  const std::vector<Expr> c = sums_of(along.section(0, book.section(EquationPart::Velocity)));
  EXPECT_EQ(printed(c[1], Language::Text), "m2*l1*l2*sin(3*cos(2*t))*cos(t)^2");
  const std::vector<Expr> g = sums_of(along.section(0, book.section(EquationPart::Gravity)));
  EXPECT_EQ(printed(g[1], Language::Text), "m2*l2*g*cos(sin(t) + 3*cos(2*t))");
}

TEST(EquationsAlongAMotion, MultiplySumsOutWhereThatIsShorter) {
  SymbolicRobot robot = symbolic_robot(shipped("rp"), {.numbers_will_do = true});
  const Formulas given({"t", "1+cos(t)"});
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  // T2 = ½·0.3·q̇1² + ½·6·((1 + q2)²·q̇1² + q̇2²) = 0.15 + 3·((2 + cos t)² + sin²t)
  const std::vector<Expr> energy = sums_of(along.section(0, book.section(EquationPart::Energy)));
  EXPECT_EQ(printed(energy[2], Language::Text), "12*cos(t) + 15.15");
}

TEST(EquationsAlongAMotion, KeepSumsWholeWhereThatIsShorter) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"0.2*t^3-0.1*t", "0.5*t^2"});
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  const std::vector<Expr> c = sums_of(along.section(0, book.section(EquationPart::Velocity)));
  EXPECT_EQ(printed(c[1], Language::Text), "m2*l1*l2*sin(t^2/2)*(3*t^2/5 - 1/10)^2");
}

TEST(EquationsAlongAMotion, CollectRatesThatAreMultiplesOfEachOther) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"t^3+t", "-t^3-t"});
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  // 2·q̇1·q̇2 + q̇2² = −q̇1²
  const std::vector<Expr> c = sums_of(along.section(0, book.section(EquationPart::Velocity)));
  EXPECT_EQ(printed(c[0], Language::Text), "-m2*l1*l2*sin(t + t^3)*(3*t^2 + 1)^2");
}

TEST(EquationsAlongAMotion, CancelTurnsThatUndoEachOther) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"t", "-t"});
  expect_same_shape(robot, "tau2", torque_along(robot, given, 1), "-m2*l1*l2*sin(t) + m2*l2*g");
}

TEST(EquationsAlongAMotion, OfJointsThatStandAreTheirGravity) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas given({"30deg", "60deg"});
  EquationBook book(robot);
  EquationsAlong along(robot, {whole(given.motion)});
  const Section tau = along.section(0, book.section(EquationPart::Torque));
  const auto* first = std::get_if<LabelledSum>(&tau.blocks.front());
  ASSERT_NE(first, nullptr);
  ASSERT_EQ(first->terms.size(), 1U);
  EXPECT_EQ(first->terms.front().second, "gravity");
  expect_same_shape(robot, "tau1", first->terms.front().first, "(m1+m2)*l1*g*sqrt(3)/2");
  for (const Expr& x : sums_of(along.section(0, book.section(EquationPart::Velocity)))) EXPECT_TRUE(x.is_zero());
}

TEST(EquationsAlongAMotion, AreNeverLongerThanTheFormulasPutIntoTheGeneralOnes) {
  for (const std::string& name : moved_robots)
    for (const auto& formulas : motions) {
      SymbolicRobot robot = symbolic_robot(shipped(name), {.numbers_will_do = true});
      EquationBook book(robot);
      const Formulas given(formulas);
      TimeFunctions functions(robot, given.motion);
      for (const Expr& x : sums_of(book.section(EquationPart::Torque))) {
        const std::string ours = printed(functions.of(x), Language::Unicode);
        EXPECT_LE(ours.size(), printed(functions.put_in(x), Language::Unicode).size());
        EXPECT_EQ(ours.find("q"), std::string::npos) << ours;
        EXPECT_EQ(ours.find(":"), std::string::npos) << ours;
      }
    }
}

TEST(EquationsAlongAMotion, OfALongArmAreShortWhereFewJointsMove) {
  for (const std::string name : {"puma560", "iiwa14"}) {
    SymbolicRobot robot = symbolic_robot(shipped(name), {.numbers_will_do = true});
    std::vector<std::string> formulas(robot.q.size(), "0");
    formulas[0] = "sin(t)";
    formulas[2] = "1.2+0.3*cos(2*t)";
    const Formulas given(formulas);
    EquationsAlong along(robot, {whole(given.motion)});
    std::vector<std::vector<Expr>> parts;
    for (const EquationPart part : {EquationPart::Torque, EquationPart::Mass, EquationPart::Energy})
      parts.push_back(sums_of(along.section(0, unexpanded_section(robot, part).value())));
    for (const Expr& tau : parts[0]) EXPECT_LT(printed(tau, Language::Unicode).size(), 2000U) << name;
    const std::size_t n = robot.q.size();
    Workspace work(robot.numbers);
    for (const double t : {0.3, 1.1, 2.7}) {
      const Numbers at(given.motion, t);
      std::vector<double> wanted(n), mass(n * n);
      numbers::torque(robot.numbers, at.q, at.qd, at.qdd, work, wanted);
      numbers::mass_matrix(robot.numbers, at.q, work, mass);
      for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(value_at(robot, parts[0][k], t), wanted[k], 1e-9) << name;
      for (std::size_t k = 0; k < n * n; ++k) EXPECT_NEAR(value_at(robot, parts[1][k], t), mass[k], 1e-9) << name;
      const Energy<double> energy = numbers::energy(robot.numbers, at.q, at.qd, robot.numbers.gravity(), work);
      const std::size_t last = parts[2].size();
      EXPECT_NEAR(value_at(robot, parts[2][last - 3], t), energy.kinetic, 1e-9) << name;
      EXPECT_NEAR(value_at(robot, parts[2][last - 2], t), energy.potential + energy.springs, 1e-9) << name;
    }
  }
}

TEST(EquationsAlongAMotion, OfSeveralPiecesChooseByTheTime) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  const Formulas first({"t^2", "0"}), second({"1+2*t-t^2", "0.5*t^3"});
  EquationBook book(robot);
  EquationsAlong along(robot, {{first.motion, 0.0, 1.0, 0.0}, {second.motion, 1.0, 2.0, 1.0}});
  EXPECT_EQ(along.piece_at(0.5), 0U);
  EXPECT_EQ(along.piece_at(1.0), 1U);
  Workspace work(robot.numbers);
  for (const bool simplified : {true, false}) {
    const std::vector<Expr> tau = sums_of(along.whole(book.section(EquationPart::Torque), simplified));
    for (const double t : {0.1, 0.9, 1.0, 1.3, 1.9}) {
      const Numbers at(t < 1.0 ? first.motion : second.motion, t < 1.0 ? t : t - 1.0);
      std::vector<double> wanted(2);
      numbers::torque(robot.numbers, at.q, at.qd, at.qdd, work, wanted);
      for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(value_at(robot, tau[k], t), wanted[k], 1e-10) << t;
    }
  }
}

TEST(EquationsAlongAMotion, RefuseAParameterOfTheNameOfTheTimeAndMissingJoints) {
  std::string file = pendulum_file;
  file.replace(file.find("l: 0.5"), 1, "t");
  file.replace(file.find("[l,"), 2, "[t");
  SymbolicRobot named = symbolic_robot(SourceText{"pendulum.yaml", file}, {});
  const Formulas given({"sin(t)"});
  EXPECT_THROW(EquationsAlong(named, {whole(given.motion)}), InputError);
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  EXPECT_THROW(EquationsAlong(robot, {whole(given.motion)}), InputError);
}

}  // namespace
}  // namespace sinew_test
