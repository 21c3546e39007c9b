// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/cartesian_equations.h"

#include <utility>

#include "sinew/algorithms/jacobian.h"

namespace sinew {

namespace {

PolynomialMatrix normal_form(Ring& ring, const std::vector<Expr>& entries, int rows) {
  PolynomialMatrix result(rows, static_cast<int>(entries.size()) / rows);
  for (std::size_t i = 0; i < entries.size(); ++i) result.entries[i] = ring.polynomial(entries[i]);
  return result;
}

PolynomialMatrix chosen_rows(const PolynomialMatrix& all, const std::vector<int>& rows) {
  PolynomialMatrix result(static_cast<int>(rows.size()), all.columns);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int c = 0; c < all.columns; ++c) result(static_cast<int>(r), c) = all(rows[r], c);
  return result;
}

/// Position first, as many components as joints: those whose rows are not zero and leave J with an inverse.
std::vector<int> movable_components(Ring& ring, const PolynomialMatrix& all) {
  std::vector<int> movable;
  for (const int r : {3, 4, 5, 0, 1, 2})
    if (!chosen_rows(all, {r}).is_zero()) movable.push_back(r);
  const auto n = static_cast<std::size_t>(all.columns);
  if (movable.size() <= n) return movable;
  // the first choice, in this order, with a determinant
  std::vector<bool> taken(movable.size(), false);
  std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(n), true);
  do {
    std::vector<int> rows;
    for (std::size_t i = 0; i < movable.size(); ++i)
      if (taken[i]) rows.push_back(movable[i]);
    if (!determinant(ring, chosen_rows(all, rows)).is_zero()) return rows;
  } while (std::prev_permutation(taken.begin(), taken.end()));
  return {movable.begin(), movable.begin() + static_cast<std::ptrdiff_t>(n)};
}

}  // namespace

CartesianEquations cartesian_equations(SymbolicRobot& robot, const MotionEquations& motion,
                                       const CartesianChoice& choice) {
  for (const int component : choice.components)
    if (component < 0 || component > 5)
      throw InputError({{Severity::Error, robot.model.parts().name, 0, "a component beyond wx wy wz vx vy vz",
                         "choose among those six"}});
  const Frame<Expr>& frame = robot.model.frame(choice.frame);
  Ring& ring = *robot.ring;
  JacobianScratch<Expr> scratch(robot.model);
  std::vector<Expr> J(6 * robot.q.size());
  jacobian<Expr, Expr>(robot.model, robot.q, {frame.link, frame.X_LF.p}, scratch, J);
  const Rotation<Expr> R_WF = scratch.pose(frame.link).R * frame.X_LF.R;
  if (choice.own_axes) turn_rows<Expr>(R_WF, J);
  const PolynomialMatrix all = normal_form(ring, J, 6);

  CartesianEquations result;
  result.choice = choice;
  if (result.choice.components.empty()) result.choice.components = movable_components(ring, all);
  const std::vector<int>& rows = result.choice.components;
  result.jacobian = chosen_rows(all, rows);
  result.jacobian_rate = time_derivative(ring, result.jacobian);
  if (static_cast<int>(rows.size()) != robot.size()) return result;
  result.determinant = determinant(ring, result.jacobian);
  if (result.determinant.is_zero()) return result;
  result.determinant_factors = factorised(ring, result.determinant);
  result.invertible = true;
  result.inverse = adjugate(ring, result.jacobian);

  const PolynomialMatrix qd = rates(robot), inverse_transposed = transposed(result.inverse);
  const PolynomialMatrix mass_inverse = motion.mass * result.inverse;  // times 1/det, as all below
  result.mass_torque = mass_inverse;
  result.velocity_torque = result.determinant * motion.velocity - mass_inverse * (result.jacobian_rate * qd);
  result.mass = inverse_transposed * mass_inverse;
  result.velocity = inverse_transposed * result.velocity_torque;
  result.gravity = inverse_transposed * motion.gravity;

  // seen from the base and only expressed here, a vector's rate has ω × the vector more
  const PolynomialMatrix twist = all * qd;
  const auto turned = [&](int row) {
    const int half = row / 3 * 3, k = row % 3, i = (k + 1) % 3, j = (k + 2) % 3;
    return twist(i, 0) * twist(half + j, 0) - twist(j, 0) * twist(half + i, 0);
  };
  PolynomialMatrix more(static_cast<int>(rows.size()), 1);
  if (choice.own_axes)
    for (std::size_t r = 0; r < rows.size(); ++r) more(static_cast<int>(r), 0) = turned(rows[r]);
  result.velocity_inertial = result.velocity - result.mass * more;
  return result;
}

}  // namespace sinew
