// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/continuity.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {
namespace {

using Eigen::VectorXd;

const VectorXd& derivative_of(const MotionSample& sample, int order) {
  return order == 0 ? sample.q : order == 1 ? sample.qd : sample.qdd;
}

/// A time at which a derivative may jump, and the segments just before and just after it.
struct Seam {
  double t = 0.0;
  std::size_t before = 0, after = 0;
};

std::vector<Seam> seams_of(const Trajectory& trajectory) {
  std::vector<Seam> seams;
  const auto& segments = trajectory.segments();
  std::size_t i = 0;
  for (const double t : trajectory.knots()) {
    if (t <= 0.0 || t >= trajectory.duration()) continue;
    while (i + 1 < segments.size() && segments[i + 1].start <= t) ++i;
    const bool at_start = i > 0 && t == segments[i].start;
    seams.push_back({t, at_start ? i - 1 : i, i});
  }
  return seams;
}

/// Both sides of a seam.
struct Sides {
  explicit Sides(const Trajectory& trajectory) : before(trajectory.sample()), after(trajectory.sample()) {}

  /// Inside a segment they are a few roundings of the time away from the seam.
  void look(const Trajectory& trajectory, const Seam& seam) {
    const double rounding = seam.before == seam.after ? 4e-16 * trajectory.duration() : 0.0;
    trajectory.at(seam.before, seam.t - rounding, before);
    trajectory.at(seam.after, seam.t + rounding, after);
  }

  MotionSample before, after;
};

/// The largest position (at least 1), velocity and acceleration, at the knots and between them.
std::array<double, 3> sizes_of(const Trajectory& trajectory) {
  std::array<double, 3> largest = {1.0, 0.0, 0.0};
  MotionSample sample = trajectory.sample();
  const std::vector<double> knots = trajectory.knots();
  for (std::size_t k = 0; k + 1 < knots.size(); ++k)
    for (const double share : {0.0, 0.2, 0.5, 0.8}) {
      trajectory.at(knots[k] + share * (knots[k + 1] - knots[k]), sample);
      for (std::size_t order = 0; order < 3; ++order)
        largest[order] = std::max(largest[order], derivative_of(sample, static_cast<int>(order)).cwiseAbs().maxCoeff());
    }
  return largest;
}

}  // namespace

std::vector<Jump> jumps_of(const Trajectory& trajectory) {
  const std::vector<Seam> seams = seams_of(trajectory);
  Sides sides(trajectory);
  const std::array<double, 3> largest = sizes_of(trajectory);
  constexpr double tolerances[3] = {1e-9, 1e-6, 1e-6};
  std::vector<Jump> jumps;
  for (const Seam& seam : seams) {
    sides.look(trajectory, seam);
    for (std::size_t i = 0; i < 3; ++i) {
      const int order = static_cast<int>(i);
      const VectorXd& before = derivative_of(sides.before, order);
      const VectorXd& after = derivative_of(sides.after, order);
      for (Eigen::Index j = 0; j < before.size(); ++j)
        if (std::abs(after[j] - before[j]) > tolerances[i] * largest[i])
          jumps.push_back({order, seam.t, static_cast<int>(j), after[j] - before[j], seam.after});
    }
  }
  return jumps;
}

}  // namespace sinew
