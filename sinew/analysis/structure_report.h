// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// One property that every robot's dynamics has, and how well it holds here.
struct StructuralProperty {
  std::string name;  ///< "M is symmetric"
  bool holds = false;
  double residual = 0.0;                                     ///< relative, 0 where it holds exactly
  std::string detail;                                        ///< where it fails, in words
  std::optional<double> smallest_eigenvalue = std::nullopt;  ///< in place of a residual: of positive definiteness
};

struct StructureReport {
  std::vector<StructuralProperty> properties;
  bool all_hold() const;
};

/// M symmetric, positive definite, independent of q₁ (where the first joint turns about, or slides along, a fixed axis
/// and nothing else reaches the base); Ṁ = C + Cᵀ and Ṁ − 2C skew-symmetric; C·q̇ = c; energy balance. Checked at `states`
/// random states. Entry (i, j) of Ṁ and C is measured against √(M(i,i)·M(j,j))·‖q̇‖, which is there where both vanish.
StructureReport structure_report(const Model<double>& model, int states = 20, unsigned seed = 1);

/// A matrix that somebody claims to be M(q) of some robot: symmetric? positive definite? independent of q₁? And is the
/// claimed C(q, q̇) (may be empty) one with Ṁ − 2C skew-symmetric? Ṁ by central differences of the claimed M.
using MatrixOfQ = std::function<Eigen::MatrixXd(const Eigen::VectorXd& q)>;
using MatrixOfQAndRate = std::function<Eigen::MatrixXd(const Eigen::VectorXd& q, const Eigen::VectorXd& qd)>;
StructureReport check_claimed_matrices(int n, const MatrixOfQ& M, const MatrixOfQAndRate& C = {}, int states = 20,
                                       unsigned seed = 1);

/// One matrix at one configuration: symmetric, positive definite, equal to the robot's own M(q).
StructureReport check_claimed_mass_matrix(const Model<double>& model, const Eigen::VectorXd& q,
                                          const Eigen::MatrixXd& claimed);

}  // namespace sinew
