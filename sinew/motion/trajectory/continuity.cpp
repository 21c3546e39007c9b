// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/continuity.h"

#include <algorithm>
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

/// Both sides of a seam. Inside a segment they are a few roundings of the time away from it.
class Sides {
 public:
  explicit Sides(const Trajectory& trajectory)
      : trajectory_(trajectory), before(trajectory.sample()), after(trajectory.sample()) {}

  void look(const Seam& seam) {
    const double rounding = 4e-16 * trajectory_.duration();
    const bool inside = seam.before == seam.after;
    trajectory_.at(seam.before, inside ? seam.t - rounding : seam.t, before);
    trajectory_.at(seam.after, inside ? seam.t + rounding : seam.t, after);
  }

 private:
  const Trajectory& trajectory_;

 public:
  MotionSample before, after;
};

}  // namespace

std::vector<Jump> jumps_of(const Trajectory& trajectory) {
  const std::vector<Seam> seams = seams_of(trajectory);
  Sides sides(trajectory);
  double largest[3] = {1.0, 0.0, 0.0};
  for (const Seam& seam : seams) {
    sides.look(seam);
    for (int order = 0; order < 3; ++order)
      largest[order] = std::max({largest[order], derivative_of(sides.before, order).cwiseAbs().maxCoeff(),
                                 derivative_of(sides.after, order).cwiseAbs().maxCoeff()});
  }
  constexpr double tolerances[3] = {1e-9, 1e-6, 1e-6};
  std::vector<Jump> jumps;
  for (const Seam& seam : seams) {
    sides.look(seam);
    for (int order = 0; order < 3; ++order) {
      const VectorXd& before = derivative_of(sides.before, order);
      const VectorXd& after = derivative_of(sides.after, order);
      for (Eigen::Index j = 0; j < before.size(); ++j)
        if (std::abs(after[j] - before[j]) > tolerances[order] * largest[order])
          jumps.push_back({order, seam.t, static_cast<int>(j), after[j] - before[j], seam.after});
    }
  }
  return jumps;
}

}  // namespace sinew
