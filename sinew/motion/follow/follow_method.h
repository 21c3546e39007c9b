// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/analysis/matrices.h"
#include "sinew/motion/follow/follow_settings.h"
#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/priority_stack.h"
#include "sinew/redundancy/saturation.h"

namespace sinew {

/// The joint commands of one method for J·x = y.
class FollowMethod {
 public:
  /// `task` and `rows`: the name of the task, and the rows of J. The model must outlive it.
  FollowMethod(const Model<double>& model, std::string task, int rows, FollowSettings settings);

  /// Is it one of those that keep bounds by saturation in the null space?
  bool is_saturation() const;
  /// x₀ of the null space: objectives, each with the sign that makes it better, and rest. Plain inverses know rest alone.
  Eigen::VectorXd preferred(const FollowSample& sample) const;
  /// y as any method can do it near a singularity: of each direction that is being lost, what a damped inverse would do,
  /// and for the rest what x₀ wishes.
  ///
  ///     D·y + (I − D)·J·x₀,  D = J·Jᵀ·(J·Jᵀ + μ²·I)⁻¹
  Eigen::VectorXd damped(const RowMatrix& J, const Eigen::VectorXd& y, const Eigen::VectorXd& wish) const;
  /// x of a method that is not saturation in the null space.
  Eigen::VectorXd command(const FollowSample& sample, const RowMatrix& J, const Eigen::VectorXd& y,
                          const Eigen::VectorXd& wish, const Bounds& bounds, double& scale);
  /// x nearest to `lean` within bounds, with the largest scale of the task; below zero if there is none.
  double saturated(const Bounds& bounds, const ScaledTask& rows, const Eigen::VectorXd& lean, Eigen::VectorXd& x);

 private:
  const Model<double>& model_;
  std::string task_;
  FollowSettings settings_;
  Workspace work_;
  SaturationInNullSpace saturation_;
  PriorityStack stack_;
};

}  // namespace sinew
