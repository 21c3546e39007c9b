// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/calibration/calibration_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/calibration/regressor/regressor_equations.h"
#include "sinew/report/equations/text.h"

namespace sinew {
namespace {

/// Matrices with more numbers than this are not printed.
constexpr Eigen::Index most_numbers = 120;

/// Deviations of the rows, 1 for priors.
Eigen::VectorXd row_deviations(const CalibrationProblem& problem) {
  Eigen::VectorXd deviations = Eigen::VectorXd::Ones(problem.residual_count());
  for (std::size_t i = 0; i < problem.residual_rows().size(); ++i)
    deviations[static_cast<Eigen::Index>(i)] = problem.residual_rows()[i].deviation;
  return deviations;
}

Eigen::VectorXd typical_errors(const CalibrationProblem& problem, const std::vector<Eigen::Index>& unknowns) {
  Eigen::VectorXd typical(static_cast<Eigen::Index>(unknowns.size()));
  for (Eigen::Index k = 0; k < typical.size(); ++k)
    typical[k] =
        problem.unknowns()[static_cast<std::size_t>(unknowns[static_cast<std::size_t>(k)])].parameter.typical_error;
  return typical;
}

std::string names_of_unknowns(const CalibrationProblem& problem, const std::vector<Eigen::Index>& unknowns) {
  std::string text;
  for (const Eigen::Index j : unknowns)
    text += (text.empty() ? "" : ", ") + problem.unknowns()[static_cast<std::size_t>(j)].parameter.name;
  return text;
}

WorkedStep step_of(const CalibrationProblem& problem, const PseudoInverseStep& step, std::size_t number) {
  const Eigen::VectorXd deviations = row_deviations(problem), typical = typical_errors(problem, step.unknowns);
  Eigen::VectorXd values = problem.values(step.psi), psi(typical.size());
  for (Eigen::Index k = 0; k < psi.size(); ++k) psi[k] = values[step.unknowns[static_cast<std::size_t>(k)]];
  WorkedStep worked;
  worked.text = fmt::format(
      "Iteration {}, with ψ = ({}): Δr = measured − computed, Φ = ∂r/∂ψ has rank {} of {}, Δψ = Φ#·Δr, and ψ' = ψ + "
      "Δψ. "
      "In all |Δr| was {:.6g} times its standard deviation.",
      number, names_of_unknowns(problem, step.unknowns), step.rank, step.unknowns.size(), step.dr.norm());
  if (step.dr.size() * psi.size() <= most_numbers) {
    worked.values.emplace_back("Δr", deviations.asDiagonal() * step.dr);
    worked.values.emplace_back("Φ", deviations.asDiagonal() * step.Phi * typical.cwiseInverse().asDiagonal());
    worked.values.emplace_back("Φ#", typical.asDiagonal() * step.Phi_inverse * deviations.cwiseInverse().asDiagonal());
  }
  worked.values.emplace_back("Δψ", typical.cwiseProduct(step.dpsi));
  worked.values.emplace_back("ψ'", psi);
  return worked;
}

}  // namespace

std::vector<WorkedStep> calibration_steps(const CalibrationResult& result) {
  std::vector<WorkedStep> steps;
  if (result.pseudo_inverse)
    for (std::size_t i = 0; i < result.pseudo_inverse->steps.size(); ++i)
      steps.push_back(step_of(*result.problem, result.pseudo_inverse->steps[i], i + 1));
  return steps;
}

std::string regressor_text(const CalibrationResult& result) {
  const CalibrationProblem& problem = *result.problem;
  const auto count = static_cast<std::ptrdiff_t>(problem.robot_unknown_count());
  const std::vector<Unknown> of_robot(problem.unknowns().begin(), problem.unknowns().begin() + count);
  if (of_robot.empty()) return {};
  bool has_angles = false;
  for (const ResidualRow& row : problem.residual_rows()) has_angles = has_angles || row.is_angle;
  const RegressorEquations equations = regressor_equations(problem.chain(), of_robot, {.orientation = has_angles});
  return equation_text(equations.document, {.ascii = false, .width = 100, .values = {}});
}

}  // namespace sinew
