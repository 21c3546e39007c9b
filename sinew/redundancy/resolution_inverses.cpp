// SPDX-License-Identifier: BSD-3-Clause
// One generalised inverse: of least norm, weighted, damped; with a gradient in its null space; with inertia as weight.
#include <cmath>

#include "sinew/decompositions/symmetric.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/reduced_gradient.h"
#include "sinew/redundancy/resolution_parts.h"

namespace sinew::resolving {

namespace {

void show_task(const RedundancyProblem& problem, const RedundancyProblem::Task& task, Resolution& result) {
  std::vector<std::pair<std::string, Eigen::MatrixXd>> values{{"J", task.J}};
  if (problem.level == CommandLevel::Velocity) {
    values.emplace_back("ṙ", task.y);
  } else {
    values.emplace_back("r̈", task.y);
    if (task.drift.size() > 0) {
      values.emplace_back("J̇·q̇", task.drift);
      values.emplace_back("r̈ − J̇·q̇", task.wanted());
    }
  }
  step(result, "The task: J·" + command_name(problem) + " = " + wanted_name(problem) + ".", std::move(values));
}

std::string rank_sentence(const GeneralisedInverse& inverse, const Eigen::MatrixXd& J) {
  const auto full = std::min(J.rows(), J.cols());
  if (inverse.rank == full) return "J has full rank " + std::to_string(inverse.rank) + ".";
  return "J has rank " + std::to_string(inverse.rank) + " of " + std::to_string(full) +
         ": J# comes from its singular values, those below " + shown(inverse.tolerance) + " left out.";
}

/// Is there anything to do in the null space: an objective, a preferred motion, or q̇ to damp?
bool has_preference(const RedundancyProblem& problem) {
  return problem.gradient || problem.preferred || problem.damping_gain_times_qd.size() > 0;
}

GeneralisedInverse plain_or_weighted(const RedundancyProblem& problem, const Eigen::MatrixXd& J) {
  return problem.weight ? weighted_inverse(J, *problem.weight, problem.rank_tolerance)
                        : pseudo_inverse(J, problem.rank_tolerance);
}

}  // namespace

void by_inverse(const RedundancyProblem& problem, Resolution& result) {
  const RedundancyProblem::Task all = stacked(by_priority(problem));
  const Eigen::VectorXd wanted = all.wanted();
  show_task(problem, all, result);
  const std::string x = command_name(problem);
  GeneralisedInverse inverse;
  if (result.method == RedundancyMethod::DampedInverse) {
    if (problem.damping.kind == Damping::Kind::None) missing(problem, result, "damping: μ, and how it varies");
    inverse = damped_inverse(all.J, problem.damping);
    step(result, "Damped: J# = Jᵀ·(J·Jᵀ + μ²·I)⁻¹.",
         {{"μ²", scalar(inverse.mu * inverse.mu)}, {"σ", inverse.singular_values.transpose()}, {"J#", inverse.K}});
  } else if (result.method == RedundancyMethod::WeightedInverse && problem.weight) {
    inverse = weighted_inverse(all.J, *problem.weight, problem.rank_tolerance);
    step(result, "Weighted, each joint by W: J# = W⁻¹·Jᵀ·(J·W⁻¹·Jᵀ)⁻¹.", {{"W", *problem.weight}, {"J#", inverse.K}});
  } else {
    inverse = pseudo_inverse(all.J, problem.rank_tolerance);
    step(result, rank_sentence(inverse, all.J), {{"J#", inverse.K}});
  }
  const Eigen::VectorXd x_task = inverse.K * wanted;
  step(result, x + " = J#·" + wanted_factor(problem) + ":", {{x, x_task}});
  scale_into_bounds(problem, x_task, Eigen::VectorXd::Zero(problem.size), result);
}

void by_projected_gradient(const RedundancyProblem& problem, Resolution& result) {
  if (!has_preference(problem))
    missing(problem, result, "something to do in the null space: an objective H or a preferred motion");
  const RedundancyProblem::Task all = stacked(by_priority(problem));
  show_task(problem, all, result);
  const std::string x = command_name(problem), x0 = x + "0";
  const GeneralisedInverse inverse = plain_or_weighted(problem, all.J);
  const Eigen::VectorXd preferred = preferred_motion(problem), task_part = inverse.K * all.wanted();
  step(result, problem.weight ? "Weighted, each joint by W: J# = W⁻¹·Jᵀ·(J·W⁻¹·Jᵀ)⁻¹." : rank_sentence(inverse, all.J),
       {{"J#", inverse.K}});
  step(result, "What the task asks for:", {{"J#·" + wanted_factor(problem), task_part}});
  if (problem.gradient) {
    std::string how = x0 + (problem.maximise ? " = " : " = −") + (problem.step == 1.0 ? "" : "α·") + "∇H";
    if (problem.damping_gain_times_qd.size() > 0) how += " − K_D·q̇";
    std::vector<std::pair<std::string, Eigen::MatrixXd>> values{{"∇H", *problem.gradient}};
    if (problem.step != 1.0) values.emplace_back("α", scalar(problem.step));
    values.emplace_back(x0, preferred);
    step(result, std::string("To make H ") + (problem.maximise ? "large" : "small") + ", " + how + ":",
         std::move(values));
  } else if (!problem.preferred) {
    step(result, "What the joints do beside the task is to come to rest: " + x0 + " = −K_D·q̇.", {{x0, preferred}});
  } else {
    step(result, "The joints would like to move by " + x0 + ".", {{x0, preferred}});
  }
  const Eigen::VectorXd null_part = preferred - inverse.K * (all.J * preferred);
  step(result, "What of it the task does not feel:", {{"(I − J#·J)·" + x0, null_part}});
  step(result, x + " is the sum of both:", {{x, task_part + null_part}});
  scale_into_bounds(problem, task_part, null_part, result);
}

void by_reduced_gradient(const RedundancyProblem& problem, Resolution& result) {
  if (!has_preference(problem)) missing(problem, result, "an objective H or a preferred motion");
  const RedundancyProblem::Task all = stacked(by_priority(problem));
  show_task(problem, all, result);
  const std::string x = command_name(problem);
  const ReducedGradient found = reduced_gradient(all.J, all.wanted(), preferred_motion(problem),
                                                 problem.independent_columns, problem.rank_tolerance);
  const auto listed = [&](const std::vector<int>& columns) {
    std::string text;
    for (const int c : columns) text += (text.empty() ? "" : ", ") + problem.joint_name(c);
    return text;
  };
  const auto columns_of = [&](const std::vector<int>& columns) {
    Eigen::MatrixXd A(static_cast<Eigen::Index>(found.rows.size()), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t i = 0; i < found.rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = all.J(found.rows[i], columns[j]);
    return A;
  };
  if (!found.minors.empty()) {
    Eigen::MatrixXd determinants(1, static_cast<Eigen::Index>(found.minors.size()));
    std::string choices;
    for (std::size_t i = 0; i < found.minors.size(); ++i) {
      determinants(0, static_cast<Eigen::Index>(i)) = found.minors[i].second;
      choices += (choices.empty() ? "{" : "; {") + listed(found.minors[i].first) + "}";
    }
    step(result, "Determinants of the columns " + choices + ":", {{"det", determinants}});
  }
  step(result, "The task is left to " + listed(found.independent) + ", H to " + listed(found.dependent) + ".",
       {{"J_a", columns_of(found.independent)},
        {"J_b", columns_of(found.dependent)},
        {"det J_a", scalar(found.determinant)}});
  if (problem.gradient)
    step(result, problem.maximise ? "H is to grow." : "H is to shrink.", {{"∇H", *problem.gradient}});
  step(result, "The reduced gradient, with its sign and step: [−(J_a⁻¹·J_b)ᵀ  I]·" + x + "0.",
       {{x + "_b", found.gradient}});
  step(result, "The others follow: J_a⁻¹·(" + wanted_name(problem) + " − J_b·" + x + "_b).", {{x, found.x}});
  result.x = found.x;
}

void by_inertia(const RedundancyProblem& problem, Resolution& result) {
  using enum RedundancyMethod;
  const bool velocity = problem.level == CommandLevel::Velocity;
  const bool torque = result.method == MinimumTorque || result.method == InverseInertiaTorque ||
                      result.method == SquaredInverseInertiaTorque;
  if (result.method != LinearQuadratic && !problem.mass_matrix) missing(problem, result, "the mass matrix M");
  if (torque && velocity) missing(problem, result, "the acceleration level: τ = M·q̈ + n");
  const RedundancyProblem::Task all = stacked(by_priority(problem));
  show_task(problem, all, result);
  const std::string x = command_name(problem);
  const auto n = problem.size;
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd x0 = preferred_motion(problem);
  if (result.method == LinearQuadratic) {
    if (problem.weight) W = *problem.weight;
    step(result, "Least ½·(" + x + " − x0)ᵀ·W·(" + x + " − x0).", {{"W", W}, {"x0", x0}});
  } else {
    const Eigen::MatrixXd& M = *problem.mass_matrix;
    const Cholesky cholesky(M);
    if (!cholesky.is_positive_definite() ||
        (M - M.transpose()).lpNorm<Eigen::Infinity>() > 1e-9 * M.lpNorm<Eigen::Infinity>())
      refuse("the mass matrix is not symmetric and positive definite", "correct it");
    step(result, "The mass matrix" + std::string(torque ? ", and the torques n = c + g:" : ":"),
         torque ? std::vector<std::pair<std::string, Eigen::MatrixXd>>{{"M", M},
                                                                       {"n", problem.bias.size() > 0
                                                                                 ? problem.bias
                                                                                 : Eigen::VectorXd::Zero(n)}}
                : std::vector<std::pair<std::string, Eigen::MatrixXd>>{{"M", M}});
    if (torque) {
      // τ = M·(q̈ − x0) with x0 = −M⁻¹·n: each norm of τ is a weight on q̈ − x0
      if (problem.gradient || problem.preferred)
        result.warnings.emplace_back("the objective has no say here: all freedom goes into the torque");
      x0 = problem.bias.size() > 0 ? Eigen::VectorXd(-cholesky.solve(problem.bias)) : Eigen::VectorXd::Zero(n);
      if (result.method == MinimumTorque) W = M * M;
      if (result.method == InverseInertiaTorque) W = M;
      step(result,
           std::string("With τ = M·(q̈ − x0), x0 = −M⁻¹·n, ") +
               (result.method == MinimumTorque          ? "|τ|² has the weight W = M² on q̈ − x0."
                : result.method == InverseInertiaTorque ? "τᵀ·M⁻¹·τ has the weight W = M on q̈ − x0."
                                                        : "τᵀ·M⁻²·τ has the weight W = I on q̈ − x0."),
           {{"x0", x0}});
    } else {
      W = M;
      step(result, velocity ? "Kinetic energy is half the norm of q̇ with the weight W = M."
                            : "The inverse with the weight W = M is the dynamically consistent one, J̄.");
    }
  }
  // symmetric to the last digit, as the factorisation wants it
  const GeneralisedInverse inverse = weighted_inverse(all.J, 0.5 * (W + W.transpose()), problem.rank_tolerance);
  result.x = x0 + inverse.K * (all.wanted() - all.J * x0);
  step(result, x + " = x0 + J_W#·(" + wanted_name(problem) + " − J·x0), J_W# = W⁻¹·Jᵀ·(J·W⁻¹·Jᵀ)⁻¹.",
       {{"J_W#", inverse.K}, {x, result.x}});
  if (problem.mass_matrix && !velocity)
    step(
        result, "τ = M·q̈ + n:",
        {{"τ", *problem.mass_matrix * result.x + (problem.bias.size() > 0 ? problem.bias : Eigen::VectorXd::Zero(n))}});
}

}  // namespace sinew::resolving
