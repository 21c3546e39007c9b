// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/recursion_results.h"

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/algorithms/mass_matrix.h"
#include "sinew/equations/names.h"

namespace sinew {

namespace {

using Results = std::vector<std::pair<std::string, Expr>>;

std::vector<Expr> torques(const Model<Expr>& model, const std::vector<Expr>& q, const std::vector<Expr>& qd,
                          const std::vector<Expr>& qdd) {
  InverseDynamicsScratch<Expr> scratch(model);
  std::vector<Expr> tau(qd.size());
  inverse_dynamics<Expr, Expr>(model, q, qd, qdd, scratch, tau);
  return tau;
}

void add_vector(Results& results, const std::string& letter, const std::vector<Expr>& values) {
  for (std::size_t k = 0; k < values.size(); ++k)
    results.emplace_back(indexed(letter, static_cast<int>(k) + 1).plain, values[k]);
}

void add_mass(Results& results, const SymbolicRobot& robot) {
  const std::size_t n = robot.q.size();
  MassMatrixScratch<Expr> scratch(robot.model);
  std::vector<Expr> M(n * n);
  mass_matrix<Expr, Expr>(robot.model, robot.q, scratch, M);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      results.emplace_back(indexed("M", static_cast<int>(i) + 1, static_cast<int>(j) + 1).plain, M[i * n + j]);
}

}  // namespace

Results recursion_results(const SymbolicRobot& robot, const std::vector<EquationPart>& parts) {
  const std::vector<Expr> zeros(robot.q.size());
  const Model<Expr> rigid = without(robot.model, {.friction = true, .springs = true});
  Results results;
  for (const EquationPart part : parts) switch (part) {
      case EquationPart::Torque:
        add_vector(results, "tau", torques(robot.model, robot.q, robot.qd, robot.qdd));
        break;
      case EquationPart::Mass:
        add_mass(results, robot);
        break;
      case EquationPart::Velocity:
        add_vector(results, "c", torques(without(rigid, {.gravity = true}), robot.q, robot.qd, zeros));
        break;
      case EquationPart::Gravity:
        add_vector(results, "g", torques(rigid, robot.q, zeros, zeros));
        break;
      default:
        throw InputError(
            {{Severity::Error, robot.description.file, 0, "only tau, M, c and g come with intermediate variables",
              "ask for those with --intermediate, and for the others without"}});
    }
  return results;
}

}  // namespace sinew
