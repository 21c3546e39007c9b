// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/dh_changes.h"

#include <cmath>
#include <optional>

#include "sinew/calibration/chain/chain_path.h"
#include "sinew/calibration/chain/joint_placement.h"
#include "sinew/model/build_model.h"
#include "sinew/model/end_frame.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

using CutPoses = std::vector<Pose<double>>;

LoadedRobot loaded_of(const RobotDescription<double>& description) {
  return {description, build_model(description), {}};
}

/// A turn about z and a shift along it: what may be moved from one side of a joint to the other, because it commutes
/// with the joint's own motion.
Pose<double> along_axis(double angle, double shift) {
  return {Rotation<double>::about_z(sincos(angle)), {0.0, 0.0, shift}};
}

/// The motion along and about z that is nearest to X.
Pose<double> part_along_axis(const Pose<double>& X) {
  return along_axis(std::atan2(X.R(1, 0) - X.R(0, 1), X.R(0, 0) + X.R(1, 1)), X.p.z);
}

/// A table cut at its joints. C_i is the frame that moves with joint i, with the joint's axis as z.
struct CutTable {
  CutPoses step;  ///< [i]: C_{i+1} at q = 0, seen from C_i; [0] from the base
  CutPoses link;  ///< [i]: the own frame of the link that joint i moves, seen from C_i

  explicit CutTable(const DhTable& table) {
    Pose<double> end = table.base;
    for (const DhTableRow& row : table.rows) {
      const DhTransform<double> split = dh_transform(row.row, table.convention);
      step.push_back(end * split.before);
      link.push_back(split.after * row.after);
      end = split.after;
    }
  }
};

/// Where the common normal of z and an axis stands on z.
double height_of_normal(const Pose<double>& axis) {
  const Vec3<double> z = axis.R.column(2), &p = axis.p;
  return p.z - z.z * (p.x * z.x + p.y * z.y) / (z.x * z.x + z.y * z.y);
}

/// The angle from one vector to another, both seen along z; zero where one of them has no direction so.
double angle_about_z(const Vec3<double>& from, const Vec3<double>& to) {
  const double sine = from.x * to.y - from.y * to.x, cosine = from.x * to.x + from.y * to.y;
  constexpr double no_direction = 1e-12;
  return std::hypot(sine, cosine) > no_direction ? std::atan2(sine, cosine) : 0.0;
}

/// The motion along and about z that brings the next axis, which was at `before` and is at `after`, back as nearly as
/// can be.
Pose<double> towards_next_axis(const Pose<double>& before, const Pose<double>& after, double shift_from_base) {
  const Vec3<double> z = before.R.column(2), z_new = after.R.column(2);
  constexpr double clearly_across = 0.5;
  if (std::hypot(z.x, z.y) > clearly_across && std::hypot(z_new.x, z_new.y) > clearly_across)
    return along_axis(angle_about_z(z, z_new), height_of_normal(after) - height_of_normal(before));
  // axes that are nearly parallel say nothing of heights; of their distance, the direction counts where the link is
  const double s = (before.p.z + shift_from_base - after.p.z) / z_new.z;
  return along_axis(angle_about_z(before.p, after.p + s * z_new), shift_from_base);
}

/// How each link moves on its axis from where the new rows have it: Z of C_i·Z.
CutPoses moves_on_axes(const CutTable& before, const CutTable& after, LinkPlacement placement) {
  const std::size_t count = before.step.size();
  CutPoses Z;
  for (std::size_t i = 0; i < count; ++i) {
    if (placement == LinkPlacement::OnRows || i + 1 == count) {
      Z.push_back(part_along_axis(after.link[i] * before.link[i].inverse()));
      continue;
    }
    // G: the new axis as the link before it sees it
    const Pose<double> G = (i == 0 ? Pose<double>{} : Z[i - 1].inverse()) * after.step[i];
    const double shift = dot(G.R.column(2), before.step[i].p - G.p);
    Z.push_back(towards_next_axis(before.step[i + 1], after.step[i + 1], shift));
  }
  return Z;
}

}  // namespace

DhTable dh_table_to(const RobotDescription<double>& description, DhConvention convention, const std::string& tip) {
  const LoadedRobot robot = loaded_of(description);
  const ChainPath path = path_to_frame(robot, tip.empty() ? end_frame(robot.model) : tip);
  Diagnostics diagnostics(description.file);
  std::optional<DhTable> table = dh_table(description_of_path(description, path), convention, diagnostics);
  diagnostics.throw_if_errors();
  return *table;
}

RobotDescription<double> with_dh_table(RobotDescription<double> description, const DhTable& before,
                                       const DhTable& after, LinkPlacement placement) {
  const ChainPath path = path_to_frame(loaded_of(description), before.rows.back().link);
  const CutTable old_cut(before), new_cut(after);
  const CutPoses Z = moves_on_axes(old_cut, new_cut, placement);
  Pose<double> X_CL, Z_back;  // of the link before
  for (std::size_t i = 0; i < path.joints.size(); ++i) {
    JointDescription<double>& joint = description.joints[at(path.joints[i].joint)];
    const Pose<double> X_CP = X_CL * path.joints[i].X_LP;
    const bool keeps_link = placement == LinkPlacement::OnAxes && i + 1 < Z.size();
    X_CL = keeps_link ? old_cut.link[i] : Z[i].inverse() * new_cut.link[i];
    place_joint(X_CP.inverse() * Z_back * new_cut.step[i] * Z[i], X_CL, old_cut.link[i], joint);
    Z_back = Z[i].inverse();
  }
  return description;
}

RobotDescription<double> with_dh_changes(const RobotDescription<double>& description, DhConvention convention,
                                         const std::vector<DhRow<double>>& changes, const std::string& tip,
                                         LinkPlacement placement) {
  const DhTable before = dh_table_to(description, convention, tip);
  if (changes.size() != before.rows.size())
    refuse(description.name,
           "the chain has " + std::to_string(before.rows.size()) + " DH rows, and " + std::to_string(changes.size()) +
               " changes are given",
           "give one for each joint that moves, from the base to the end");
  DhTable after = before;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto& [theta, d, a, alpha] = changes[i];
    if (!std::isfinite(theta + d + a + alpha))
      refuse(description.name, "the change of row " + std::to_string(i + 1) + " is not finite", "give finite numbers");
    DhRow<double>& row = after.rows[i].row;
    row = {row.theta + theta, row.d + d, row.a + a, row.alpha + alpha};
  }
  return with_dh_table(description, before, after, placement);
}

}  // namespace sinew
