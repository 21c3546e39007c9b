// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/reference.h"

#include <algorithm>
#include <limits>

namespace sinew {

Reference::Reference(std::vector<double> q, std::size_t velocities)
    : q_(std::move(q)), qd_(velocities, 0.0), qdd_(velocities, 0.0) {}

Reference::Reference(std::shared_ptr<const Trajectory> trajectory, double start)
    : trajectory_(std::move(trajectory)),
      start_(start),
      sample_(trajectory_->sample()),
      knots_(trajectory_->knots()),
      q_(at(trajectory_->joint_count()), 0.0),
      qd_(q_),
      qdd_(q_) {}

void Reference::read(double t) {
  if (!trajectory_) return;
  trajectory_->at(t - start_, *sample_);
  std::copy(sample_->q.begin(), sample_->q.end(), q_.begin());
  std::copy(sample_->qd.begin(), sample_->qd.end(), qd_.begin());
  std::copy(sample_->qdd.begin(), sample_->qdd.end(), qdd_.begin());
}

double Reference::next_jump(double t) const {
  // start + knot may round to t itself, which is no later time
  for (auto knot = std::upper_bound(knots_.begin(), knots_.end(), t - start_); knot != knots_.end(); ++knot)
    if (start_ + *knot > t) return start_ + *knot;
  return std::numeric_limits<double>::infinity();
}

}  // namespace sinew
