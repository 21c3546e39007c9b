// SPDX-License-Identifier: BSD-3-Clause
// Every closed form of the published 2R, RRP and box examples, and of the spatial elbow arm, in the shape that they are
// printed in.
#include "tests/equations/published.h"

#include "sinew/equations/derivation.h"
#include "sinew/model/shapes.h"

namespace sinew_test {
namespace {

/// A robot with all that its equations say.
struct Asked {
  explicit Asked(const std::string& name) : robot(symbolic_robot(shipped(name), {})), book(robot) {}

  EquationDocument document(std::vector<EquationPart> parts) {
    EquationDocument result;
    for (const EquationPart part : parts) result.sections.push_back(book.section(part));
    return result;
  }
  void expect(const Equation& equation, const std::vector<std::string>& formulas) {
    ASSERT_EQ(equation.entries.size(), formulas.size());
    for (std::size_t i = 0; i < formulas.size(); ++i)
      expect_same_shape(robot, equation.name.plain + " entry " + std::to_string(i), equation.entries[i], formulas[i]);
  }

  SymbolicRobot robot;
  EquationBook book;
};

TEST(PublishedPointMass2R, Torques) {
  Asked arm("point_mass_2r");
  const EquationDocument d = arm.document({EquationPart::Torque});
  expect_same_shape(
      arm.robot, "tau1", sum_named(d, "tau1", *arm.robot.graph),
      "m2*l2^2*(qdd1 + qdd2) + m2*l1*l2*cos(q2)*(2*qdd1 + qdd2) + (m1 + m2)*l1^2*qdd1"
      " - m2*l1*l2*sin(q2)*qd2^2 - 2*m2*l1*l2*sin(q2)*qd1*qd2 + m2*l2*g*cos(q1 + q2) + (m1 + m2)*l1*g*cos(q1)");
  expect_same_shape(arm.robot, "tau2", sum_named(d, "tau2", *arm.robot.graph),
                    "m2*l1*l2*cos(q2)*qdd1 + m2*l1*l2*sin(q2)*qd1^2 + m2*l2*g*cos(q1 + q2) + m2*l2^2*(qdd1 + qdd2)");
}

TEST(PublishedPointMass2R, StateSpaceAndConfigurationSpace) {
  Asked arm("point_mass_2r");
  const EquationDocument d = arm.document({EquationPart::Mass, EquationPart::Velocity, EquationPart::Gravity,
                                           EquationPart::Coriolis, EquationPart::Centrifugal});
  arm.expect(equation_named(d, "M"), {"m2*l2^2 + 2*m2*l1*l2*cos(q2) + (m1 + m2)*l1^2", "m2*l2^2 + m2*l1*l2*cos(q2)",
                                      "m2*l2^2 + m2*l1*l2*cos(q2)", "m2*l2^2"});
  expect_same_shape(arm.robot, "c1", sum_named(d, "c1", *arm.robot.graph),
                    "-m2*l1*l2*sin(q2)*qd2^2 - 2*m2*l1*l2*sin(q2)*qd1*qd2");
  expect_same_shape(arm.robot, "c2", sum_named(d, "c2", *arm.robot.graph), "m2*l1*l2*sin(q2)*qd1^2");
  arm.expect(equation_named(d, "g"), {"m2*l2*g*cos(q1 + q2) + (m1 + m2)*l1*g*cos(q1)", "m2*l2*g*cos(q1 + q2)"});
  arm.expect(equation_named(d, "B"), {"-2*m2*l1*l2*sin(q2)", "0"});
  arm.expect(equation_named(d, "Csq"), {"0", "-m2*l1*l2*sin(q2)", "m2*l1*l2*sin(q2)", "0"});
}

TEST(PublishedPointMass2R, JacobianInTheToolFrame) {
  Asked arm("point_mass_2r");
  arm.book.choose({"tip", true, {}});
  const EquationDocument d = arm.document({EquationPart::Jacobian});
  arm.expect(equation_named(d, "J"), {"l1*sin(q2)", "0", "l1*cos(q2) + l2", "l2"});
  arm.expect(equation_named(d, "J_dot"), {"l1*cos(q2)*qd2", "0", "-l1*sin(q2)*qd2", "0"});
  const Equation& inverse = equation_named(d, "J^-1");
  ASSERT_TRUE(inverse.factor);
  expect_same_shape(arm.robot, "1/det", *inverse.factor, "1/(l1*l2*sin(q2))");
  arm.expect(inverse, {"l2", "0", "-l1*cos(q2) - l2", "l1*sin(q2)"});
}

TEST(PublishedPointMass2R, CartesianForms) {
  Asked arm("point_mass_2r");
  arm.book.choose({"tip", true, {}});
  const EquationDocument d = arm.document({EquationPart::Cartesian});
  arm.expect(equation_named(d, "M_x"), {"m2 + m1/sin(q2)^2", "0", "0", "m2"});
  arm.expect(
      equation_named(d, "c_x"),
      {"-(m2*l1*cos(q2) + m2*l2)*qd1^2 - m2*l2*qd2^2 - (2*m2*l2 + m2*l1*cos(q2) + m1*l1*cos(q2)/sin(q2)^2)*qd1*qd2",
       "m2*l1*sin(q2)*qd1^2 + m2*l1*sin(q2)*qd1*qd2"});
  arm.expect(equation_named(d, "c_x_inertial"), {"m1*(l1*cos(q2)*qd1^2 + l2*(qd1 + qd2)^2)/sin(q2)^2", "0"});
  arm.expect(equation_named(d, "g_x"), {"m1*g*cos(q1)/sin(q2) + m2*g*sin(q1 + q2)", "m2*g*cos(q1 + q2)"});
}

TEST(PublishedPointMass2R, IntermediateVectorsOfBothPasses) {
  Asked arm("point_mass_2r");
  const EquationDocument d = newton_euler_derivation(arm.book);
  arm.expect(equation_named(d, "v_dot_0"), {"0", "g", "0"});
  arm.expect(equation_named(d, "omega_1"), {"0", "0", "qd1"});
  arm.expect(equation_named(d, "omega_dot_1"), {"0", "0", "qdd1"});
  arm.expect(equation_named(d, "v_dot_1"), {"g*sin(q1)", "g*cos(q1)", "0"});
  arm.expect(equation_named(d, "v_dot_C1"), {"-l1*qd1^2 + g*sin(q1)", "l1*qdd1 + g*cos(q1)", "0"});
  arm.expect(equation_named(d, "F_1"), {"-m1*l1*qd1^2 + m1*g*sin(q1)", "m1*l1*qdd1 + m1*g*cos(q1)", "0"});
  arm.expect(equation_named(d, "N_1"), {"0", "0", "0"});
  arm.expect(equation_named(d, "omega_2"), {"0", "0", "qd1 + qd2"});
  arm.expect(equation_named(d, "omega_dot_2"), {"0", "0", "qdd1 + qdd2"});
  arm.expect(equation_named(d, "v_dot_2"), {"l1*qdd1*sin(q2) - l1*qd1^2*cos(q2) + g*sin(q1 + q2)",
                                            "l1*qdd1*cos(q2) + l1*qd1^2*sin(q2) + g*cos(q1 + q2)", "0"});
  arm.expect(equation_named(d, "v_dot_C2"),
             {"-l2*(qd1 + qd2)^2 + l1*qdd1*sin(q2) - l1*qd1^2*cos(q2) + g*sin(q1 + q2)",
              "l2*(qdd1 + qdd2) + l1*qdd1*cos(q2) + l1*qd1^2*sin(q2) + g*cos(q1 + q2)", "0"});
  const std::vector<std::string> F2{
      "m2*l1*qdd1*sin(q2) - m2*l1*qd1^2*cos(q2) + m2*g*sin(q1 + q2) - m2*l2*(qd1 + qd2)^2",
      "m2*l1*qdd1*cos(q2) + m2*l1*qd1^2*sin(q2) + m2*g*cos(q1 + q2) + m2*l2*(qdd1 + qdd2)", "0"};
  arm.expect(equation_named(d, "F_2"), F2);
  arm.expect(equation_named(d, "N_2"), {"0", "0", "0"});
  arm.expect(equation_named(d, "f_2"), F2);
  arm.expect(equation_named(d, "n_2"), {"0", "0",
                                        "m2*l1*l2*cos(q2)*qdd1 + m2*l1*l2*sin(q2)*qd1^2 + m2*l2*g*cos(q1 + q2)"
                                        " + m2*l2^2*(qdd1 + qdd2)"});
}

/// The lecture leaves these two as sums of what comes from where; ours are their sums, and shorter.
TEST(PublishedPointMass2R, ForcesOnTheFirstLink) {
  Asked arm("point_mass_2r");
  const EquationDocument d = newton_euler_derivation(arm.book);
  const auto check = [&](const Expr& ours, const std::string& formula) {
    const Expr theirs = published(arm.robot, formula);
    EXPECT_EQ(arm.robot.ring->fraction(ours), arm.robot.ring->fraction(theirs)) << formula;
    EXPECT_LT(length(ours), length(theirs)) << formula;
  };
  const std::string x2 = "(m2*l1*sin(q2)*qdd1 - m2*l1*cos(q2)*qd1^2 + m2*g*sin(q1 + q2) - m2*l2*(qd1 + qd2)^2)";
  const std::string y2 = "(m2*l1*cos(q2)*qdd1 + m2*l1*sin(q2)*qd1^2 + m2*g*cos(q1 + q2) + m2*l2*(qdd1 + qdd2))";
  const Equation& f1 = equation_named(d, "f_1");
  check(f1.entries[0], "cos(q2)*" + x2 + " - sin(q2)*" + y2 + " - m1*l1*qd1^2 + m1*g*sin(q1)");
  check(f1.entries[1], "sin(q2)*" + x2 + " + cos(q2)*" + y2 + " + m1*l1*qdd1 + m1*g*cos(q1)");
  check(
      equation_named(d, "n_1").entries[2],
      "m2*l1*l2*cos(q2)*qdd1 + m2*l1*l2*sin(q2)*qd1^2 + m2*l2*g*cos(q1 + q2) + m2*l2^2*(qdd1 + qdd2)"
      " + m1*l1^2*qdd1 + m1*l1*g*cos(q1) + m2*l1^2*qdd1 - m2*l1*l2*sin(q2)*(qd1 + qd2)^2 + m2*l1*g*sin(q2)*sin(q1 + q2)"
      " + m2*l1*l2*cos(q2)*(qdd1 + qdd2) + m2*l1*g*cos(q2)*cos(q1 + q2)");
}

TEST(PublishedRrp, StateSpace) {
  Asked arm("rrp");
  const EquationDocument d = arm.document({EquationPart::Mass, EquationPart::Velocity, EquationPart::Gravity});
  const std::string D = "(m2*l2^2/3 + m3*(l2 + q3)^2)", e = "(l2 + q3)";
  arm.expect(equation_named(d, "M"), {D + "*cos(q2)^2", "0", "0", "0", D, "0", "0", "0", "m3"});
  expect_same_shape(arm.robot, "c1", sum_named(d, "c1", *arm.robot.graph),
                    "-" + D + "*sin(2*q2)*qd1*qd2 + 2*m3*" + e + "*cos(q2)^2*qd1*qd3");
  expect_same_shape(arm.robot, "c2", sum_named(d, "c2", *arm.robot.graph),
                    D + "*sin(2*q2)*qd1^2/2 + 2*m3*" + e + "*qd2*qd3");
  expect_same_shape(arm.robot, "c3", sum_named(d, "c3", *arm.robot.graph), "-m3*" + e + "*(qd1^2*cos(q2)^2 + qd2^2)");
  arm.expect(equation_named(d, "g"), {"0", "g*(m2*l2/2 + m3*" + e + ")*cos(q2)", "m3*g*sin(q2)"});
}

TEST(PublishedBox, TensorsAtTheCornerAndAtTheCentre) {
  ExprGraph graph;
  const Expr m = graph.symbol("m", SymbolKind::Parameter, 0);
  const Vec3<Expr> size{graph.symbol("w", SymbolKind::Parameter, 3), graph.symbol("l", SymbolKind::Parameter, 3),
                        graph.symbol("h", SymbolKind::Parameter, 3)};
  Ring ring(graph);
  Readable readable(ring);
  const auto shown = [&](const Expr& x) { return printed(readable.expr(ring.polynomial(x)), Language::Text); };
  const Inertia<Expr> corner = box_about_corner(m, size), centre = box(m, size);
  EXPECT_EQ(shown(corner.I.xx), "m*(l^2 + h^2)/3");
  EXPECT_EQ(shown(corner.I.yy), "m*(w^2 + h^2)/3");
  EXPECT_EQ(shown(corner.I.zz), "m*(w^2 + l^2)/3");
  EXPECT_EQ(shown(corner.I.xy), "-m*w*l/4");
  EXPECT_EQ(shown(corner.I.xz), "-m*w*h/4");
  EXPECT_EQ(shown(corner.I.yz), "-m*l*h/4");
  EXPECT_EQ(shown(centre.I.xx), "m*(l^2 + h^2)/12");
  EXPECT_EQ(shown(centre.I.zz), "m*(w^2 + l^2)/12");
  EXPECT_EQ(shown(centre.I.xy), "0");
  // and the parallel-axis theorem takes one to the other, the products with a plus: I_xy = C_Ixy + m·xc·yc
  const Inertia<Expr> moved = Pose<Expr>{{}, Expr(0.5) * size} * centre;
  EXPECT_EQ(ring.polynomial(moved.I.xx), ring.polynomial(corner.I.xx));
  EXPECT_EQ(ring.polynomial(moved.I.xy), ring.polynomial(corner.I.xy));
}

TEST(SpatialElbow, HasTheEightDynamicCoefficients) {
  Asked arm("spatial_elbow_3r");
  const MinimalParametrisation& p = arm.book.parametrisation();
  const std::vector<std::string> known{"I1 + I2xx + I3xx",
                                       "I2yy + m2*dc2^2 + m3*L2^2 - I2xx",
                                       "I3yy + m3*dc3^2 - I3xx",
                                       "m3*L2*dc3",
                                       "I2zz + I3zz + m2*dc2^2 + m3*dc3^2 + m3*L2^2",
                                       "I3zz + m3*dc3^2",
                                       "(m2*dc2 + m3*L2)*g0",
                                       "m3*dc3*g0"};
  ASSERT_EQ(p.size(), 8);
  for (std::size_t k = 0; k < known.size(); ++k)
    expect_same_shape(arm.robot, "a" + std::to_string(k + 1), arm.book.readable().factored(p.coefficients[k]),
                      known[k]);
  const auto entry = [&](int i, int j) { return arm.book.readable().expr(p.equations.mass(i, j)); };
  expect_same_shape(arm.robot, "M11", entry(0, 0), "a1 + a2*cos(q2)^2 + a3*cos(q2 + q3)^2 + 2*a4*cos(q2)*cos(q2 + q3)");
  expect_same_shape(arm.robot, "M22", entry(1, 1), "a5 + 2*a4*cos(q3)");
  expect_same_shape(arm.robot, "M23", entry(1, 2), "a6 + a4*cos(q3)");
  expect_same_shape(arm.robot, "M33", entry(2, 2), "a6");
  EXPECT_TRUE(p.equations.mass(0, 1).is_zero());
  EXPECT_TRUE(p.equations.mass(0, 2).is_zero());
}

TEST(SpatialElbow, IsSingularWhereBooksSay) {
  Asked arm("spatial_elbow_3r");
  arm.book.choose({"tip", true, {}});
  const CartesianEquations& c = arm.book.cartesian();
  ASSERT_TRUE(c.invertible);
  expect_same_shape(arm.robot, "det J", arm.book.readable().expr(c.determinant_factors),
                    "-L2*L3*sin(q3)*(L2*cos(q2) + L3*cos(q2 + q3))");
}

}  // namespace
}  // namespace sinew_test
