// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include "sinew/redundancy/damping.h"

namespace sinew {

/// K with q̇ = K·ṙ, and what the singular values say about it.
struct GeneralisedInverse {
  Eigen::MatrixXd K;
  Eigen::VectorXd singular_values;  ///< of J; of J·L⁻ᵀ with W = L·Lᵀ where joints are weighted. Largest first
  double tolerance = 0.0;           ///< singular values below it count as zero
  int rank = 0;
  double condition = 0.0;  ///< largest over smallest; infinite where the rank is short
  double mu = 0.0;         ///< damping of the smallest singular value
};

/// J#, by singular values: of full row rank Jᵀ·(J·Jᵀ)⁻¹. A relative tolerance of 0 means epsilon times the larger size.
GeneralisedInverse pseudo_inverse(const Eigen::MatrixXd& J, double relative_tolerance = 0.0);

/// (J·P)# for a projector P: a direction counts by its size in J, for of J·P nothing but round-off may be left.
GeneralisedInverse projected_inverse(const Eigen::MatrixXd& J, const Eigen::MatrixXd& P,
                                     double relative_tolerance = 1e-10);

/// W⁻¹·Jᵀ·(J·W⁻¹·Jᵀ)⁻¹, also where J loses rank. W weighs joints: the more, the less a joint moves.
/// It must be symmetric and positive definite: InputError.
GeneralisedInverse weighted_inverse(const Eigen::MatrixXd& J, const Eigen::MatrixXd& W,
                                    double relative_tolerance = 0.0);

/// Jᵀ·(J·Jᵀ + μ²·I)⁻¹, by singular values: σ/(σ² + μ²) in place of 1/σ.
GeneralisedInverse damped_inverse(const Eigen::MatrixXd& J, const Damping& damping);

/// How well K keeps the identities of Moore and Penrose, relative to J and K. A weighted inverse keeps the first three,
/// a damped one none.
struct MoorePenrose {
  double jkj = 0.0;  ///< J·K·J = J
  double kjk = 0.0;  ///< K·J·K = K
  double jk = 0.0;   ///< J·K symmetric
  double kj = 0.0;   ///< K·J symmetric
};
MoorePenrose moore_penrose(const Eigen::MatrixXd& J, const Eigen::MatrixXd& K);

}  // namespace sinew
