// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/factorisations.h"

#include <utility>

namespace sinew {

VelocityFactorisation checked_factorisation(SymbolicRobot& robot, const MotionEquations& motion, PolynomialMatrix S) {
  Ring& ring = *robot.ring;
  VelocityFactorisation result;
  result.mismatch = S * rates(robot) - motion.velocity;
  result.mass_rate_less_twice = time_derivative(ring, motion.mass) - ring.constant(Rational(2)) * S;
  result.defect =
      ring.constant(Rational(1, 2)) * (result.mass_rate_less_twice + transposed(result.mass_rate_less_twice));
  result.matrix = std::move(S);
  return result;
}

VelocityFactorisation christoffel_factorisation(SymbolicRobot& robot, const MotionEquations& motion) {
  const int n = robot.size();
  const std::vector<PolynomialMatrix> christoffel = christoffel_matrices(robot, motion.mass);
  const PolynomialMatrix qd_row = transposed(rates(robot));
  PolynomialMatrix S(n, n);
  for (int k = 0; k < n; ++k) {
    const PolynomialMatrix row = qd_row * christoffel[static_cast<std::size_t>(k)];
    for (int j = 0; j < n; ++j) S(k, j) = row(0, j);
  }
  return checked_factorisation(robot, motion, std::move(S));
}

Expr any_factor(SymbolicRobot& robot) {
  for (const char* letter : {"k", "kappa", "lambda", "any_k"})
    if (!robot.values.contains(letter)) return robot.graph->symbol(letter);
  return robot.graph->symbol("any_number");
}

std::optional<VelocityFactorisation> other_skew_factorisation(SymbolicRobot& robot, const MotionEquations& motion) {
  if (robot.size() < 3) return {};
  PolynomialMatrix S = christoffel_factorisation(robot, motion).matrix;
  Ring& ring = *robot.ring;
  const PolynomialMatrix qd = rates(robot);
  const Polynomial any = ring.generator(any_factor(robot));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    S(i, j) -= any * qd(k, 0);
    S(j, i) += any * qd(k, 0);
  }
  return checked_factorisation(robot, motion, std::move(S));
}

std::optional<VelocityFactorisation> plain_factorisation(SymbolicRobot& robot, const MotionEquations& motion) {
  const int n = robot.size();
  const PolynomialMatrix qd = rates(robot);
  PolynomialMatrix S(n, n);
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) S(k, j) += motion.centrifugal(k, j) * qd(j, 0);
    int product = 0;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) S(k, j) += motion.coriolis(k, product++) * qd(i, 0);
  }
  VelocityFactorisation result = checked_factorisation(robot, motion, std::move(S));
  if (result.is_skew()) return {};
  return result;
}

VelocityFactorisation row_factorisation(SymbolicRobot& robot, const MotionEquations& motion) {
  PolynomialMatrix S = christoffel_factorisation(robot, motion).matrix;
  const PolynomialMatrix qd = rates(robot);
  const Polynomial any = robot.ring->generator(any_factor(robot));
  S(0, 0) += any * qd(1, 0);
  S(0, 1) -= any * qd(0, 0);
  return checked_factorisation(robot, motion, std::move(S));
}

}  // namespace sinew
