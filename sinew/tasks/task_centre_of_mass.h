// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "sinew/tasks/joint_path.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// The centre of mass of all that moves, and of a floating base: r = Σ mᵢ·cᵢ / Σ mᵢ, or some of its coordinates in W.
///
/// A joint moves it as a point at the centre of what the joint carries, as far as that is part of the whole mass.
class CentreOfMassTask : public Task {
 public:
  /// `axes`: which of x, y, z. Throws InputError if nothing has mass.
  explicit CentreOfMassTask(const Model<double>& model, std::array<bool, 3> axes = {true, true, true},
                            Workspace* work = nullptr);

  void set_goal(const Vec3<double>& p_W);

 private:
  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) override;
  /// Fills `carried_` and `joints_`.
  void read_carried(const LinkMotions& motions);

  /// A part of the whole mass and its moment about W's origin.
  struct Share {
    double m = 0.0;
    Vec3<double> h;
  };

  std::vector<int> axes_;
  double mass_ = 0.0;
  std::vector<PathJoint> base_path_, paths_;  // of the base; of every link, by its number
  std::vector<Share> carried_;                // by every link
  Share whole_;
  std::vector<Motion<double>> base_joints_, joints_;  // of each joint: how it turns, and how it moves r
  std::vector<Vec3<double>> before_;                  // the sum over the joints before each link, itself included
  Vec3<double> goal_;
};

}  // namespace sinew
