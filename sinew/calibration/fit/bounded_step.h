// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/fit/step_model.h"
#include "sinew/redundancy/bounds.h"

namespace sinew {

/// A step of Levenberg and Marquardt from x, with x + p within bounds.
struct BoundedStep {
  Eigen::VectorXd p;
  Eigen::VectorXd x;      ///< x + p, with what is held exactly at its bound
  double damping = 0.0;   ///< λ
  Eigen::Index rank = 0;  ///< directions of the unknowns that are not held which have an effect
  Indices free;           ///< unknowns that no bound holds
};

/// The p that makes ½·|J·p + r|² + ½·λ·|D·p|² least within bounds.
///
/// A primal active-set method (Stark and Parker 1995): from p = 0, go towards the minimum over the unknowns that are
/// free, hold what meets its bound on the way, and at the minimum let go the one that is pulled inwards most. Each step
/// lowers the sum. Without damping and where J loses rank it is the shortest p of the unknowns that are free in the
/// end.
BoundedStep bounded_step(StepModel& model, const Eigen::VectorXd& x, const Bounds& bounds, double damping,
                         const Eigen::VectorXd& D);

/// The same with the least λ for which |D·p| ≤ radius, to a tenth of it (Moré 1978). `undamped`: the step with λ = 0;
/// `damping`: that of the step before.
BoundedStep step_within(StepModel& model, const Eigen::VectorXd& x, const Bounds& bounds, const Eigen::VectorXd& D,
                        double radius, const BoundedStep& undamped, double damping);

}  // namespace sinew
