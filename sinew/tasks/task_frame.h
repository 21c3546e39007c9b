// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sinew/tasks/joint_path.h"
#include "sinew/tasks/task.h"

namespace sinew {

/// Which of a frame's six motions a task has, angular over linear: rx ry rz x y z.
struct FrameRows {
  std::array<bool, 6> has{};

  static constexpr FrameRows orientation() { return {{true, true, true, false, false, false}}; }
  static constexpr FrameRows position() { return {{false, false, false, true, true, true}}; }
  static constexpr FrameRows pose() { return {{true, true, true, true, true, true}}; }
  /// "position", "x,y", "rz x y", as `rows_named` reads them. Throws InputError.
  static FrameRows parse(std::string_view text);

  bool any_angular() const { return has[0] || has[1] || has[2]; }
  bool any_linear() const { return has[3] || has[4] || has[5]; }
};

/// What of a frame is to be moved, and against what.
struct FrameMotionChoice {
  std::string frame;  ///< a link or frame of the robot
  FrameRows rows = FrameRows::pose();
  Vec3<double> point;               ///< whose position counts, in the frame
  std::string seen_from = "world";  ///< what the motion is measured from: "world", or a link or frame, moving or not
  std::string axes;  ///< whose axes the rows are in: a name, "own" for the frame's; "" those of `seen_from`
};

/// The pose of a frame F, or some rows of it, seen from another A, in the axes of a third, C:
///
///     ṙ = R_CW·[ω_F − ω_A; v_P − v_A(P)]        v_A(P) of the point of A where P is now
///
/// The joints that move F and A alike drop out. Position rows have r = R_CA·p_AP. Rotation rows have r = R_CA·log R_AF, a
/// rotation vector, and J gives the angular velocity, which is no derivative of it; their error is R_CA·log(R_goal·R_AFᵀ),
/// the turn that is left.
class FrameTask : public Task {
 public:
  /// Throws InputError with the nearest name for a frame that is not there.
  FrameTask(const Model<double>& model, const FrameMotionChoice& choice, Workspace* work = nullptr);

  /// Where F is to be, seen from A: its orientation, and the place of the chosen point.
  void set_goal(const Pose<double>& X_AF);
  /// Of a task without rotation rows.
  void set_goal(const Vec3<double>& p_AP);
  /// Of a task without position rows.
  void set_goal(const Rotation<double>& R_AF);

 private:
  /// A frame on a link, or W.
  struct Place {
    bool is_world = true;
    int link = base_link;
    Pose<double> X_LF;
  };
  static Place place_of(const Model<double>& model, std::string_view name);
  static std::vector<TaskRow> names_of(const FrameMotionChoice& choice);

  void compute(const LinkMotions& motions, TaskState& state) override;
  void add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) override;

  Pose<double> pose_of(const LinkMotions& motions, const Place& place) const;
  void add_columns(const LinkMotions& motions, const std::vector<PathJoint>& joints, double sign, const Vec3<double>& p,
                   const Rotation<double>& R_WC, RowMatrix& J) const;
  void read_weighted(const LinkMotions& motions, const std::vector<PathJoint>& joints, double sign,
                     const Vec3<double>& p, const Rotation<double>& R_WC, const RowMatrix& W);

  Place frame_, seen_from_, axes_;
  Vec3<double> point_;
  bool turned_axes_;                                       // not W's
  std::vector<int> rows_;                                  // of the six
  std::vector<PathJoint> both_, own_, other_, axes_path_;  // joints that move F and A, F alone, A alone; and C
  std::vector<WeightedJoint> weighted_;
  Pose<double> goal_;
};

}  // namespace sinew
