// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/base_parameters.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"

namespace sinew {
namespace {

std::vector<std::string> column_names(const Model<double>& model) {
  static constexpr const char* parameters[] = {"m", "hx", "hy", "hz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  std::vector<std::string> names;
  const auto add = [&](const std::string& body) {
    for (const char* parameter : parameters) names.push_back(body + "." + parameter);
  };
  if (model.floating_base()) add("base");
  for (const Link<double>& link : model.links()) add(link.name);
  return names;
}

/// Where the ten columns of each motor of an elastic joint begin. It has no body, and its rotor is no link's parameter.
std::vector<Eigen::Index> motor_columns(const Model<double>& model) {
  std::vector<Eigen::Index> columns;
  for (int i = 0; i < model.link_count(); ++i)
    if (model.link(i).is_motor)
      columns.push_back(Eigen::Index{inertial_parameter_count} * (i + (model.floating_base() ? 1 : 0)));
  return columns;
}

std::string group_text(const BaseParameters& y, Eigen::Index row) {
  std::string text = y.names[at(y.independent[static_cast<std::size_t>(row)])];
  for (Eigen::Index c = 0; c < y.grouping.cols(); ++c) {
    const double k = y.grouping(row, c);
    if (k == 0.0 || c == y.independent[static_cast<std::size_t>(row)]) continue;
    const double size = std::abs(k);
    text += k < 0 ? " − " : " + ";
    if (size != 1.0) text += shown(size) + " ";
    text += y.names[static_cast<std::size_t>(c)];
  }
  return text;
}

}  // namespace

BaseParameters base_parameters(const Model<double>& model, unsigned seed) {
  BaseParameters y;
  y.names = column_names(model);
  const int n = model.velocity_count(), columns = regressor_columns(model);
  Workspace work(model);
  RandomStates random(seed);
  if (n == 0) return y;
  // regressors at more states than there are unknowns. Rows are many, columns few
  const int states = columns / n + 3 * inertial_parameter_count;
  Eigen::MatrixXd stack(Eigen::Index{states} * n, columns);
  for (int s = 0; s < states; ++s) {
    RowMatrix Y(n, columns);
    const Eigen::VectorXd q = random.position(model), qd = random.rate(model), qdd = random.rate(model);
    numbers::regressor(model, in(q), in(qd), in(qdd), model.gravity(), work, out(Y));
    for (const Eigen::Index first : motor_columns(model)) Y.middleCols<inertial_parameter_count>(first).setZero();
    stack.middleRows(Eigen::Index{s} * n, n) = Y;
  }
  // columns from base to tip: what a later link's parameter cannot be told apart from is an earlier link's, and so it is
  // grouped towards the base, as textbooks do (Gautier and Khalil)
  constexpr double tolerance = 1e-9;
  const double scale = stack.colwise().norm().maxCoeff();
  std::vector<Eigen::VectorXd> basis;
  const std::vector<Eigen::Index> of_motors = motor_columns(model);
  const auto is_of_motor = [&](Eigen::Index c) {
    return std::any_of(of_motors.begin(), of_motors.end(),
                       [&](Eigen::Index first) { return first <= c && c < first + inertial_parameter_count; });
  };
  for (int c = 0; c < columns; ++c) {
    Eigen::VectorXd rest = stack.col(c);
    const double size = rest.norm();
    if (size <= tolerance * scale) {
      if (!is_of_motor(c)) y.without_effect.push_back(c);
      continue;
    }
    for (int pass = 0; pass < 2; ++pass)  // twice is enough
      for (const Eigen::VectorXd& direction : basis) rest -= direction.dot(rest) * direction;
    if (rest.norm() <= 1e-8 * size) continue;
    y.independent.push_back(c);
    basis.push_back(rest.normalized());
  }
  y.rank = static_cast<int>(y.independent.size());

  // every column as a combination of the kept ones, which are Q·R: R·X = Qᵀ·(all columns)
  y.grouping.resize(y.rank, columns);
  for (int k = 0; k < y.rank; ++k)
    for (int c = 0; c < columns; ++c) y.grouping(k, c) = basis[at(k)].dot(stack.col(c));
  Eigen::MatrixXd R(y.rank, y.rank);
  for (int k = 0; k < y.rank; ++k) R.col(k) = y.grouping.col(y.independent[at(k)]);
  R.triangularView<Eigen::Upper>().solveInPlace(y.grouping);
  for (double& k : y.grouping.reshaped()) {
    if (std::abs(k) < 1e-9) k = 0.0;
    if (std::abs(std::abs(k) - 1.0) < 1e-9) k = std::copysign(1.0, k);
  }
  const std::vector<double> pi = inertial_parameters(model);
  y.values = y.grouping * vector(pi);
  for (Eigen::Index r = 0; r < y.rank; ++r) y.groups.push_back(group_text(y, r));
  return y;
}

}  // namespace sinew
