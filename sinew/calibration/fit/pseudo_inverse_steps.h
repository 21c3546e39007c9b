// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/fit/checked_problem.h"
#include "sinew/calibration/fit/least_squares_problem.h"

namespace sinew {

/// One iteration of the textbook's calibration, with all that a worked solution shows.
struct PseudoInverseStep {
  int stage = 0;                       ///< from 0
  std::vector<Eigen::Index> unknowns;  ///< that this stage fits: columns of Φ
  Eigen::VectorXd dr;                  ///< Δr, measured less computed: −r(ψ)
  Eigen::MatrixXd Phi;                 ///< Φ = ∂r/∂ψ at ψ
  Eigen::VectorXd singular_values;     ///< of Φ
  int rank = 0;
  Eigen::MatrixXd Phi_inverse;  ///< Φ#
  Eigen::VectorXd dpsi;         ///< Δψ = Φ#·Δr
  Eigen::VectorXd psi;          ///< ψ + Δψ, all unknowns
  double rest = 0.0;            ///< |Δr| there
};

struct PseudoInverseOptions {
  Eigen::VectorXd start;  ///< ψ at the beginning; empty: zero
  /// Unknowns that are fitted together, one list after the other; empty: all at once. Where some parameters are far
  /// less certain than others, the first stage fits those alone and the last one all: Φ# is then more accurate.
  std::vector<std::vector<Eigen::Index>> stages;
  int most_steps = 20;            ///< of each stage
  double tolerance = 1e-10;       ///< a stage ends where no unknown changed by more, in typical errors
  double rank_tolerance = 1e-10;  ///< singular values of Φ below so much of the largest count as zero
  BlockName block_name;           ///< for messages
};

struct PseudoInverseSolution {
  std::vector<PseudoInverseStep> steps;
  Eigen::VectorXd psi;
  double rest = 0.0;
  bool is_converged = false;  ///< the last stage ended by its tolerance
};

/// Δψ = Φ#·Δr, ψ ← ψ + Δψ, until Δψ is nothing: Gauss-Newton without any safeguard, as textbooks have it. The residuals
/// of `problem` are computed less measured. Throws an InputError where they are not finite, as where the iteration runs
/// away. `fit` is what to use on real measurements.
PseudoInverseSolution pseudo_inverse_steps(const LeastSquaresProblem& problem,
                                           const PseudoInverseOptions& options = {});

}  // namespace sinew
