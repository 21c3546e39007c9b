// SPDX-License-Identifier: BSD-3-Clause
// Equations of robots whose joints are elastic: motors are coordinates of their own, here q1 and q3; joints q2 and q4.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/analysis/base_parameters.h"
#include "sinew/equations/base_parameter_rules.h"
#include "sinew/equations/derivation.h"
#include "sinew/equations/motion_equations.h"
#include "sinew/equations/recursion_results.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/print/program.h"
#include "tests/equations/published.h"
#include "tests/support/elastic_arm.h"

namespace sinew_test {
namespace {

using testing::HasSubstr;

SymbolicRobot elastic_robot() { return symbolic_robot(SourceText{"elastic.yaml", elastic_arm}, {}); }

void expect_polynomial(SymbolicRobot& robot, const Polynomial& found, const std::string& formula) {
  EXPECT_EQ(found, robot.ring->polynomial(published(robot, formula))) << formula;
}

TEST(ElasticJoint, HasTheSameEquationsByBothRoutes) {
  SymbolicRobot robot = elastic_robot();
  ASSERT_EQ(robot.size(), 4);
  const EnergyEquations energy = energy_equations(robot);
  const MotionEquations newton = newton_euler_equations(robot);
  EXPECT_EQ(newton.torque, lagrange_equations(robot, energy).torque);
  EXPECT_EQ(newton.mass, transposed(newton.mass));
  expect_polynomial(robot, newton.torque(0, 0), "10000*J1*qdd1");
  expect_polynomial(robot, newton.torque(2, 0), "-80*J2*(qdd2 - 80*qdd3)");
  EXPECT_TRUE(newton.velocity(0, 0).is_zero());
  EXPECT_TRUE(newton.gravity(2, 0).is_zero()) << "gravity pulls at the joint, not at its motor";
}

TEST(ElasticJoint, HasASpringWhoseTorqueIsTheSlopeOfItsEnergy) {
  SymbolicRobot robot = elastic_robot();
  const EnergyEquations energy = energy_equations(robot);
  const std::vector<Expr> springs = spring_efforts(robot), friction = friction_efforts(robot);
  expect_polynomial(robot, energy.springs, "K1*(q2 - q1)^2/2 + K2*(q4 - q3)^2/2");
  for (std::size_t k = 0; k < springs.size(); ++k)
    EXPECT_EQ(robot.ring->polynomial(springs[k]), robot.ring->derivative(energy.springs, robot.q[k].symbol())) << k;
  expect_polynomial(robot, robot.ring->polynomial(springs[0]), "K1*(q1 - q2)");
  expect_polynomial(robot, robot.ring->polynomial(friction[1]), "b*qd2 + D1*(qd2 - qd1)");
  expect_polynomial(robot, robot.ring->polynomial(friction[2]), "D2*(qd3 - qd4)");
}

TEST(ElasticJoint, IsWrittenAsASpring) {
  SymbolicRobot robot = elastic_robot();
  EquationBook book(robot);
  const std::string U = printed(book.spring_energy().entries.front(), Language::Text);
  EXPECT_EQ(U, "K1*(q2 - q1)^2/2 + K2*(q4 - q3)^2/2");
  EXPECT_THAT(book.spring_energy().remark, HasSubstr("½·K·(q − θ)² of each elastic joint"));
  EXPECT_FALSE(newton_euler_derivation(book).sections.empty());
  EXPECT_FALSE(lagrange_derivation(book).sections.empty());
}

TEST(ElasticJoint, HasEquationsWithTheValuesOfTheRecursion) {
  SymbolicRobot robot = elastic_robot();
  const Program code = program(*robot.graph, recursion_results(robot, {EquationPart::Torque}));
  InverseDynamicsScratch<double> scratch(robot.numbers);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> any(-2.0, 2.0);
  for (int state = 0; state < 50; ++state) {
    std::vector<double> q(4), qd(4), qdd(4), tau(4);
    for (std::vector<double>* x : {&q, &qd, &qdd})
      for (double& value : *x) value = any(random);
    inverse_dynamics<double, double>(robot.numbers, q, qd, qdd, scratch, tau);
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
    const auto number = [&](const Expr& x) {
      const std::array one{x};
      return evaluated<double>(std::span<const Expr>(one), value).front();
    };
    for (const Assignment& step : code.steps) temporaries[step.name] = number(step.value);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(number(code.results[k].second), tau[k], 1e-8) << k;
  }
}

TEST(ElasticJoint, HasTheBaseParametersOfARigidOne) {
  SymbolicRobot elastic = elastic_robot();
  const std::size_t count = base_parameter_rules(elastic).parameters.size();
  SymbolicRobot rigid =
      symbolic_robot(SourceText{"elastic.yaml", elastic_arm}, {}, {.changes = {.without = {.motors = true}}});
  ASSERT_EQ(rigid.size(), 2);
  EXPECT_EQ(count, base_parameter_rules(rigid).parameters.size());
  const BaseParameters of_elastic = base_parameters(elastic.numbers), of_rigid = base_parameters(rigid.numbers);
  EXPECT_EQ(of_elastic.rank, of_rigid.rank) << "a motor has no body";
  EXPECT_EQ(of_elastic.groups, of_rigid.groups);
  EXPECT_EQ(of_elastic.without_effect.size(), of_rigid.without_effect.size());
}

}  // namespace
}  // namespace sinew_test
