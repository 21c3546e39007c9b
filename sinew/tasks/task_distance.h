// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/tasks/joint_path.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// How far a point of a frame is from a point of W: r = |p − c|, one row.
///
/// Where the two coincide r has a kink. J, drift and error are zero there.
class DistanceTask : public Task {
 public:
  /// `point` in the frame, `from` in W.
  DistanceTask(const Model<double>& model, const std::string& frame, const Vec3<double>& point,
               const Vec3<double>& from, Workspace* work = nullptr);

  void set_goal(double distance);
  /// Another point of W.
  void measure_from(const Vec3<double>& from);

 private:
  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) override;

  PointOnLink<double> point_;
  Vec3<double> from_;
  std::vector<PathJoint> path_;
  std::vector<WeightedJoint> weighted_;
  double goal_ = 0.0;
};

}  // namespace sinew
