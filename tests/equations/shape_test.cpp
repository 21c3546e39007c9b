// SPDX-License-Identifier: BSD-3-Clause
// What equations look like, and what is said beside them, for robots where a rule could easily fail.
#include <gmock/gmock.h>

#include "sinew/equations/derivation.h"
#include "sinew/equations/equation_numbers.h"
#include "sinew/equations/factorisations.h"
#include "sinew/equations/gravity_design.h"
#include "tests/equations/published.h"

namespace sinew_test {
namespace {

using testing::HasSubstr;
using testing::Not;

SymbolicRobot robot_of(const std::string& yaml) {
  return symbolic_robot(SourceText{"robot.yaml", "sinew: 1\nname: arm\n" + yaml}, {});
}

/// Point masses at the ends of three links in a row, all alike.
SymbolicRobot equal_3r() {
  return robot_of(R"(
parameters: {l: 0.5 m, m: 2 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - {name: A, joint: revolute, bodies: [{shape: point, mass: m, pose: Tx(l)}]}
  - {name: B, joint: revolute, pose: Tx(l), bodies: [{shape: point, mass: m, pose: Tx(l)}]}
  - {name: C, joint: revolute, pose: Tx(l), bodies: [{shape: point, mass: m, pose: Tx(l)}]}
)");
}

/// A pendulum with friction, a spring and a motor.
SymbolicRobot driven_pendulum() {
  return robot_of(R"(
parameters: {l: 0.5 m, b: 0.1 N*m*s/rad, k: 3 N*m/rad, m: 2.3 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - name: pendulum
    joint: {name: pivot, kind: revolute, friction: {viscous: b}, spring: {stiffness: k}, motor: {rotor_inertia: 0.001, gear_ratio: 50}}
    mass: m
    com: [l/2, 0, 0]
    inertia: [0, m*l^2/12, m*l^2/12]
)");
}

/// A pole on a cart.
SymbolicRobot cart_and_pole() {
  return robot_of(R"(
parameters: {l: 0.4 m, M: 3 kg, m: 2 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - {name: cart, joint: prismatic, axis: x, mass: M}
  - {name: pole, joint: revolute, axis: z, mass: m, com: [l, 0, 0], inertia: [0, 0, 0]}
)");
}

/// Two arms on one trunk, which gravity pulls in independent planes.
SymbolicRobot branched() {
  return robot_of(R"(
parameters: {a: 0.4 m, b: 0.3 m, m1: 3 kg, m2: 2 kg, m3: 1 kg, J1: 0.05 kg*m^2, g: 9.81 m/s^2}
gravity: [0, 0, -g]
links:
  - {name: trunk, joint: revolute, mass: m1, com: [0, 0, a], inertia: [J1, J1, J1]}
  - {name: left, joint: revolute, axis: y, pose: Ty(b), mass: m2, com: [a, 0, 0]}
  - {name: right, parent: trunk, joint: revolute, axis: x, pose: Ty(-b), mass: m3, com: [0, a, 0]}
)");
}

std::string all_words(const EquationDocument& document) {
  std::string text;
  for (const Section& section : document.sections) {
    text += section.title + "\n";
    for (const Block& block : section.blocks)
      if (const auto* paragraph = std::get_if<Paragraph>(&block))
        for (const auto& piece : paragraph->pieces)
          if (const auto* sentence = std::get_if<std::string>(&piece)) text += *sentence + "\n";
  }
  return text;
}

EquationDocument of_part(EquationBook& book, EquationPart part) { return {"", {book.section(part)}}; }

/// The right sides of 0 = …
std::vector<std::string> conditions(const EquationDocument& document) {
  std::vector<std::string> result;
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks)
      if (const auto* equation = std::get_if<Equation>(&block); equation != nullptr && equation->name.plain == "0")
        result.push_back(printed(equation->entries.front(), Language::Text));
  return result;
}

std::string shown(const Expr& x) { return printed(x, Language::Text); }

TEST(EqualLinks, StillShowTheAnglesBetweenThem) {
  SymbolicRobot robot = equal_3r();
  EquationBook book(robot);
  const EquationDocument document = of_part(book, EquationPart::Mass);
  const Equation& M = equation_named(document, "M");
  expect_same_shape(robot, "M11", M.at(0, 0), "6*m*l^2 + 4*m*l^2*cos(q2) + 2*m*l^2*cos(q3) + 2*m*l^2*cos(q2 + q3)");
  expect_same_shape(robot, "M12", M.at(0, 1), "3*m*l^2 + 2*m*l^2*cos(q2) + 2*m*l^2*cos(q3) + m*l^2*cos(q2 + q3)");
  for (const Expr& entry : M.entries) EXPECT_THAT(shown(entry), Not(HasSubstr("q1")));
  const EquationDocument gravity = of_part(book, EquationPart::Gravity);
  EXPECT_THAT(shown(equation_named(gravity, "g").entries.front()), HasSubstr("cos(q1 + q2 + q3)")) << "in order";
}

TEST(Jacobian, OfOneJointHasItsOwnInverse) {
  SymbolicRobot robot = robot_of(R"(
parameters: {p: 0.01 m/rad, m: 2 kg, g: 9.81 m/s^2}
gravity: [0, 0, -g]
links:
  - {name: A, joint: {kind: helical, pitch: p}, mass: m, inertia: [1, 1, 1]}
)");
  EquationBook book(robot);
  EXPECT_EQ(shown(equation_named(of_part(book, EquationPart::Jacobian), "J^-1").entries.front()), "1/p");
}

TEST(Jacobian, IsSingularWhereASlideVanishes) {
  SymbolicRobot robot = robot_of(R"(
parameters: {m1: 3 kg, m2: 2 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - {name: turn, joint: revolute, mass: m1}
  - {name: slide, joint: prismatic, axis: x, mass: m2}
)");
  EquationBook book(robot);
  EXPECT_EQ(conditions(of_part(book, EquationPart::Jacobian)), std::vector<std::string>{"q2"});
}

TEST(Jacobian, IsSingularWhereAFactorIsZeroAndNotItsSquare) {
  SymbolicRobot robot = symbolic_robot(shipped("rrp"), {});
  EquationBook book(robot);
  book.choose({"link3", false, {}});
  EXPECT_EQ(conditions(of_part(book, EquationPart::Jacobian)), (std::vector<std::string>{"cos(q2)", "l2 + q3"}));
}

TEST(CartesianForms, AreReduced) {
  SymbolicRobot robot = symbolic_robot(shipped("rrp"), {});
  EquationBook book(robot);
  book.choose({"link3", false, {}});
  const EquationDocument document = of_part(book, EquationPart::Cartesian);
  EXPECT_EQ(shown(equation_named(document, "g_x").entries.front()), "-m2*l2*g*cos(q1)*sin(2*q2)/(4*(l2 + q3))");
  const EquationDocument jacobian = of_part(book, EquationPart::Jacobian);
  EXPECT_EQ(shown(*equation_named(jacobian, "J^-1").factor), "1/((l2 + q3)*cos(q2))");
}

TEST(Balance, OfPointMassesTakesNoNegativeMass) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  EquationBook book(robot);
  EXPECT_EQ(conditions(of_part(book, EquationPart::GravityDesign)),
            (std::vector<std::string>{"(m1 + m2)*l1*g", "m2*l2*g"}));
  for (const GravityCondition& condition : gravity_design(robot, book.motion(), {}).conditions)
    EXPECT_FALSE(condition.parameter);
}

TEST(Balance, PlacesACentreOfMassBehindItsJoint) {
  SymbolicRobot robot = robot_of(R"(
parameters: {a1: 0.4 m, c1: 0.2 m, c2: 0.15 m, m1: 3 kg, m2: 2 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - {name: A, joint: revolute, mass: m1, com: [c1, 0, 0]}
  - {name: B, joint: revolute, pose: Tx(a1), mass: m2, com: [c2, 0, 0]}
)");
  EquationBook book(robot);
  const EquationDocument document = of_part(book, EquationPart::GravityDesign);
  EXPECT_EQ(conditions(document), (std::vector<std::string>{"(m1*c1 + m2*a1)*g", "m2*c2*g"}));
  EXPECT_EQ(shown(equation_named(document, "c1").entries.front()), "-m2*a1/m1");
}

TEST(Balance, IsExactlyThatNothingIsLeftOfGravity) {
  SymbolicRobot robot = equal_3r();
  EquationBook book(robot);
  // G = m·l·g·[3·c1 + 2·c12 + c123, …]: all of it follows from one product
  EXPECT_EQ(conditions(of_part(book, EquationPart::GravityDesign)), std::vector<std::string>{"m*l*g"});
}

TEST(Energy, CountsSprings) {
  SymbolicRobot robot = driven_pendulum();
  EquationBook book(robot);
  const EquationDocument document = of_part(book, EquationPart::Energy);
  EXPECT_EQ(shown(equation_named(document, "U").entries.front()), "m*l*g*sin(q1)/2 + k*q1^2/2");
  EXPECT_THAT(shown(equation_named(document, "L").entries.front()), HasSubstr("- k*q1^2/2"));
  EXPECT_EQ(robot.ring->polynomial(equation_named(document, "U").entries.front()), book.energy().total_potential);
  EXPECT_EQ(lagrange_equations(robot, book.energy()).torque, book.motion().torque) << "which are without springs";
}

TEST(Parametrisation, SaysWhatItLeavesOut) {
  SymbolicRobot robot = driven_pendulum();
  EquationBook book(robot);
  const EquationDocument document = of_part(book, EquationPart::Parameters);
  EXPECT_THAT(all_words(document), HasSubstr("Left out: friction and springs"));
  EXPECT_THAT(document.sections.front().title, Not(HasSubstr("τ")));
  EXPECT_EQ(shown(equation_named(document, "a1").entries.front()), "5/2 + m*l^2/3");
}

TEST(Parametrisation, IsCalledAsItsCoefficientsAre) {
  SymbolicRobot robot = robot_of(R"(
parameters: {a1: 0.4 m, m1: 3 kg, g: 9.81 m/s^2}
gravity: [0, -g, 0]
links:
  - {name: A, joint: revolute, mass: m1, com: [a1, 0, 0]}
)");
  EquationBook book(robot);
  EXPECT_THAT(of_part(book, EquationPart::Parameters).sections.front().title, HasSubstr("·p"));
}

TEST(Torque, KeepsTheNumbersOfABracket) {
  SymbolicRobot robot = driven_pendulum();
  EquationBook book(robot);
  EXPECT_THAT(shown(sum_named(of_part(book, EquationPart::Torque), "tau1", *robot.graph)),
              HasSubstr("(5/2 + m*l^2/3)*qdd1"));
}

TEST(Derivation, SaysWhereTheRotorComesFrom) {
  SymbolicRobot robot = driven_pendulum();
  EquationBook book(robot);
  EXPECT_EQ(shown(equation_named(newton_euler_derivation(book), "tau_rotor_1").entries.front()), "5*qdd1/2");
  EXPECT_EQ(shown(equation_named(lagrange_derivation(book), "T_rotors").entries.front()), "5*qd1^2/4");
}

TEST(Derivation, CountsWhatALinkCarries) {
  SymbolicRobot robot = branched();
  EquationBook book(robot);
  EXPECT_THAT(all_words(newton_euler_derivation(book)), HasSubstr("It carries links 2 and 3, whose"));
}

TEST(Factorisations, HaveOneThatIsNotSkewForAnyTwoJoints) {
  SymbolicRobot robot = cart_and_pole();
  EquationBook book(robot);
  ASSERT_FALSE(plain_factorisation(robot, book.motion())) << "the cart's c has no product of rates to misplace";
  const VelocityFactorisation other = row_factorisation(robot, book.motion());
  EXPECT_TRUE(other.is_valid());
  EXPECT_FALSE(other.is_skew());
  EXPECT_NO_THROW(equation_named(of_part(book, EquationPart::Factorisations), "C_plain"));
}

TEST(Factorisations, TakeAFactorThatTheRobotDoesNotUse) {
  SymbolicRobot robot = driven_pendulum();  // its spring is called k
  EXPECT_EQ(any_factor(robot).symbol().name, "kappa");
  EquationBook book(robot);
  EXPECT_THAT(all_words(of_part(book, EquationPart::Factorisations)), HasSubstr("For one joint there is no other"));
}

TEST(GravityBound, OfIndependentBranchesIsTheLargerOfTwo) {
  SymbolicRobot robot = branched();
  const auto bound = gravity_slope_bound(robot, energy_equations(robot));
  ASSERT_TRUE(bound);
  ASSERT_EQ(bound->eigenvalues.size(), 2U);
  EXPECT_EQ(shown(bound->eigenvalues[0]), "m2*a*g");
  EXPECT_EQ(shown(bound->eigenvalues[1]), "m3*a*g");
}

TEST(EquationNumbers, HaveUnitsAndNoNegativeZero) {
  SymbolicRobot robot = symbolic_robot(shipped("point_mass_2r"), {});
  EquationNumbers numbers(robot);
  numbers.set("q=0,1; m2=2kg; l2=0.5m; g=10");
  EXPECT_EQ(numbers.text(published(robot, "m2*l2*g")), "10 N·m");
  EXPECT_EQ(numbers.text(published(robot, "-m2*l2^2*sin(q1)")), "0 kg·m²");
  EXPECT_EQ(numbers.text(published(robot, "1/sin(q1)")), "undefined");
  SymbolicRobot hidden = symbolic_robot(shipped("two_link_2r"), {.gravity = true});
  EXPECT_THAT(EquationNumbers(hidden).text(published(hidden, "19*g")), Not(HasSubstr("m/s²"))) << "19 has a unit, too";
}

TEST(SymbolsOfCentresOfMass, AreNoCosines) {
  const SymbolicRobot robot = symbolic_robot(shipped("two_link_2r"), {.central = true, .lengths = true});
  EXPECT_TRUE(robot.values.contains("r2x"));
  EXPECT_FALSE(robot.values.contains("c2x"));
}

}  // namespace
}  // namespace sinew_test
