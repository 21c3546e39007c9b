// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew {

/// Positions, velocities and accelerations of one joint at the times of a log. Velocities and accelerations may be
/// empty: they were not measured.
struct JointSignals {
  Eigen::VectorXd q, qd, qdd;
};

/// Standard deviations of the noise of each signal.
struct SignalNoise {
  double q = 0.0, qd = 0.0, qdd = 0.0;
};

/// The likeliest motion of a joint behind noisy signals, where its jerk is white noise of the density s:
///
///     Σ (q(tᵢ) − qᵢ)²/σ² + Σ (q̇(tᵢ) − q̇ᵢ)²/σ_v² + Σ (q̈(tᵢ) − q̈ᵢ)²/σ_a² + ∫ q‴(t)² dt/s    least
///
/// It is a smoothing spline of degree 5 that also knows measured velocities: much less noise is left in its
/// accelerations. The least-squares equations couple neighbours alone and are triangularised knot by knot by
/// Householder's reflections, which gives the likelihood of s by the way: the s of greatest likelihood is taken, so
/// that no cut-off has to be chosen.
///
/// With fixed noise and s, the motion is linear in the signals.
class JointSmoother {
 public:
  /// All noise above zero; of a signal that is empty it does not count. The times must outlive it.
  JointSmoother(const std::vector<double>& times, const SignalNoise& noise, const JointSignals& signals);

  JointSignals smoothed(const JointSignals& signals) const;
  /// ln s.
  double log_density() const noexcept { return log_density_; }

 private:
  using Rows = Eigen::Matrix<double, 9, 7>;
  struct Step {
    Eigen::Matrix<double, 3, 7> rows;  ///< of one knot: triangle, coupling to the next, right side
  };

  void fill(std::size_t knot, const JointSignals& signals, Rows& rows) const;
  void couple(std::size_t knot, double root, Rows& rows) const;
  /// −2·ln of the likelihood, but for a constant; the triangles are kept where there is room.
  double eliminate(const JointSignals& signals, double log_density, std::vector<Step>* steps) const;
  double likeliest_density(const JointSignals& signals) const;

  const std::vector<double>& times_;
  double mean_;        ///< mean time between samples: states are in its units
  double weights_[3];  ///< of q, q̇, q̈ in these units
  Eigen::Matrix3d whitening_;
  double log_density_ = 0.0;
};

}  // namespace sinew
