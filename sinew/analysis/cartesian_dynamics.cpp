// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/cartesian_dynamics.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "sinew/analysis/jacobian_analysis.h"
#include "sinew/analysis/matrices.h"
#include "sinew/decompositions/general.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/readings/door.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// ω × of every column, half by half.
MatrixXd swept(const Eigen::Vector3d& w, const MatrixXd& J) {
  MatrixXd y(J.rows(), J.cols());
  for (Eigen::Index c = 0; c < J.cols(); ++c)
    for (Eigen::Index half = 0; half < J.rows(); half += 3)
      y.block<3, 1>(half, c) = w.cross(Eigen::Vector3d(J.block<3, 1>(half, c)));
  return y;
}

/// J and J̇ of the task, J̇ linear in q̇.
struct Jacobians {
  MatrixXd J, rate;
};

Jacobians jacobians(const Model<double>& model, In<double> q, In<double> qd, const CartesianTask& task,
                    Workspace& work) {
  const int n = model.velocity_count();
  RowMatrix J(6, n), Jd(6, n);
  numbers::jacobian(model, q, task.point, work, out(J));
  numbers::jacobian_rate(model, q, qd, task.point, work, out(Jd));
  if (task.axes) {
    if (task.acceleration == CartesianTask::Acceleration::OfComponents) {
      RowMatrix J_axes(6, n);
      numbers::jacobian(model, q, {task.axes->link, {}}, work, out(J_axes));
      const Eigen::Vector3d w = J_axes.topRows(3) * Eigen::Map<const VectorXd>(qd.data(), n);
      Jd -= swept(w, J);
    }
    const Rotation<double> R = work.jacobian.pose(task.axes->link).R * task.axes->X_LF.R;
    turn_rows<double>(R, out(J));
    turn_rows<double>(R, out(Jd));
  }
  return {chosen_rows(J, task.rows), chosen_rows(Jd, task.rows)};
}

}  // namespace

MatrixXd chosen_rows(const MatrixXd& J, const Rows& rows) {
  if (J.rows() != 6)
    throw InputError({{Severity::Error, "chosen rows", 0, "J has " + std::to_string(J.rows()) + " rows",
                       "give all six, angular over linear"}});
  const std::vector<Eigen::Index> chosen(rows.order().begin(), rows.order().end());
  return J(chosen, Eigen::all);
}

CartesianDynamics cartesian_dynamics(const Model<double>& model, In<double> q, In<double> qd, const CartesianTask& task,
                                     const Vec3<double>& gravity, Workspace& work) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw InputError({{Severity::Error, model.name(), 0, what, remedy}});
  };
  if (task.rows == Rows{}) refuse("a task without rows", "ask for one at least");
  if (!(task.damping >= 0.0 && std::isfinite(task.damping)))
    refuse("the damping is " + shown(task.damping), "give zero or a positive number");
  if (task.axes) numbers::expect_point(model, {task.axes->link, {}});
  const int n = model.velocity_count();
  CartesianDynamics y;
  const Jacobians task_jacobians = jacobians(model, q, qd, task, work);
  y.J = task_jacobians.J;
  y.J_rate = task_jacobians.rate;
  const Eigen::Index m = y.J.rows();
  const numbers::NamedInput position{"q", q}, velocity{"qd", qd};
  numbers::expect_in_range(model, {position, velocity}, {entries(y.J), entries(y.J_rate)});
  const JacobianAnalysis analysis = analyse_jacobian(y.J);
  y.condition = analysis.condition;
  if (task.damping == 0.0) {
    if (n < m)
      refuse("the robot has " + std::to_string(n) + " joint coordinates and the task has " + std::to_string(m),
             "ask for fewer rows, such as `--rows x,y`, or for the damped form");
    constexpr double worst = 1e12;
    if (!(analysis.condition < worst))
      refuse("the Jacobian is singular at this q: rank " + std::to_string(analysis.rank) + " of " + std::to_string(m),
             "choose another q or fewer rows, or ask for the damped form with a damping above 0");
  }

  RowMatrix M_rows(n, n);
  VectorXd c(n), g(n);
  numbers::mass_matrix(model, q, work, out(M_rows));
  const MatrixXd M = M_rows;
  numbers::coriolis_torque(model, q, qd, work, out(c));
  numbers::gravity_torque(model, q, gravity, work, out(g));

  // J⁺ with Ẍ = J·q̈ + J̇·q̇: the inverse of a square J, the dynamically consistent one of a redundant robot
  MatrixXd pseudo;
  if (task.damping > 0.0) {
    MatrixXd damped = y.J.transpose() * y.J;
    damped.diagonal().array() += task.damping * task.damping;
    pseudo = solve_symmetric(damped, MatrixXd(y.J.transpose()));
    y.M_x = pseudo.transpose() * M * pseudo;
  } else if (n == m) {
    pseudo = inverse_of(y.J);
    y.M_x = pseudo.transpose() * M * pseudo;
  } else {
    RowMatrix inverse_rows(n, n);
    numbers::inverse_mass_matrix(model, q, work, out(inverse_rows));
    const MatrixXd M_inverse = inverse_rows, spread = M_inverse * y.J.transpose();
    y.M_x = solve_symmetric(y.J * spread, MatrixXd(MatrixXd::Identity(m, m)));
    pseudo = spread * y.M_x;
  }
  const VectorXd rate = Eigen::Map<const VectorXd>(qd.data(), n);
  y.c_x = pseudo.transpose() * c - y.M_x * (y.J_rate * rate);
  y.g_x = pseudo.transpose() * g;
  numbers::expect_in_range(model, {position, velocity}, {in(y.c_x), in(y.g_x)});

  // the coefficients of q̇ⱼ·q̇ₖ: Christoffel symbols, and J̇ which is linear in q̇
  std::vector<double> symbols(at(n * n * n));
  numbers::christoffel_symbols(model, q, work, symbols);
  std::vector<MatrixXd> of_rate;  // J̇ at each unit velocity
  VectorXd unit = VectorXd::Zero(n);
  for (int k = 0; k < n; ++k) {
    unit[k] = 1.0;
    of_rate.push_back(jacobians(model, q, in(unit), task, work).rate);
    unit[k] = 0.0;
  }
  const auto symbol = [&](int k) { return Eigen::Map<const RowMatrix>(&symbols[at(k) * at(n * n)], n, n); };
  y.B_x.resize(m, n * (n - 1) / 2);
  y.Csq_x.resize(m, n);
  Eigen::Index column = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = j + 1; k < n; ++k)
      y.B_x.col(column++) = pseudo.transpose() * (symbol(k).col(j) + symbol(j).col(k)) -
                            y.M_x * (of_rate[at(k)].col(j) + of_rate[at(j)].col(k));
    y.Csq_x.col(j) = pseudo.transpose() * symbol(j).col(j) - y.M_x * of_rate[at(j)].col(j);
  }
  y.B_tau = y.J.transpose() * y.B_x;
  y.Csq_tau = y.J.transpose() * y.Csq_x;
  return y;
}

}  // namespace sinew
