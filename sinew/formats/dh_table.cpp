// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/dh_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/model/build_model.h"

namespace sinew {
namespace {

using Frames = std::vector<Pose<double>>;

/// A chain at q = 0, in the base frame.
struct ZeroPose {
  Frames joint;  ///< z along the axis
  Frames link;   ///< the user's link frames
  Frames step;   ///< each link's frame seen from the one before: not through the base, which would cost digits
};

/// Axes closer to parallel than this are parallel: their common normal would be at the end of the world.
constexpr double parallel_within = 1e-9;
/// A frame counts as a DH frame if it is one to this.
constexpr double fits_within = 1e-13;
constexpr double same_within = 1e-12;

std::optional<ZeroPose> chain_at_zero(const Model<double>& model, Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    diagnostics.error({}, "there is no DH table of this robot: " + why, remedy);
    return std::nullopt;
  };
  if (model.link_count() == 0) return refuse("nothing moves", "a table has one row per joint");
  if (model.floating_base()) return refuse("its base floats", "a table begins at a fixed base; convert to poses");
  ZeroPose zero;
  for (int i = 0; i < model.link_count(); ++i) {
    const Link<double>& link = model.link(i);
    if (link.parent != i - 1) {
      const std::string fork = link.parent == base_link ? "the base" : in_quotes(model.link(link.parent).name);
      return refuse("it branches at " + fork + ", where joint " + in_quotes(link.joint_name) + " begins another chain",
                    "a table describes one chain; convert to poses");
    }
    const Pose<double> X_WP = i == 0 ? Pose<double>{} : zero.joint.back();
    zero.joint.push_back(X_WP * pose_on_parent(link, 0.0));
    const Pose<double>& X_LF = model.frame(link.name).X_LF;
    zero.link.push_back(zero.joint.back() * X_LF);
    const Pose<double> X_PF = i == 0 ? Pose<double>{} : model.frame(model.link(i - 1).name).X_LF;
    zero.step.push_back(X_PF.inverse() * pose_on_parent(link, 0.0) * X_LF);
  }
  return zero;
}

/// The row that leads from A to B, which must be related so.
DhRow<double> row_between(const Pose<double>& X_AB, DhConvention convention) {
  const Rotation<double>& R = X_AB.R;
  const Vec3<double>& p = X_AB.p;
  if (convention == DhConvention::Standard)
    return {std::atan2(R(1, 0), R(0, 0)), p.z, p.x * R(0, 0) + p.y * R(1, 0), std::atan2(R(2, 1), R(2, 2))};
  return {std::atan2(-R(0, 1), R(0, 0)), p.z * R(2, 2) + p.y * R(1, 2), p.x, std::atan2(-R(1, 2), R(2, 2))};
}

/// Does a row lead from A to B?
bool is_row(const Pose<double>& X_AB, DhConvention convention) {
  const Rotation<double>& R = X_AB.R;
  const Vec3<double>& p = X_AB.p;
  const double reach = 1.0 + norm(p);
  if (convention == DhConvention::Standard)
    return std::abs(R(2, 0)) < fits_within && std::abs(p.x * R(1, 0) - p.y * R(0, 0)) < fits_within * reach;
  return std::abs(R(0, 2)) < fits_within && std::abs(p.y * R(2, 2) - p.z * R(1, 2)) < fits_within * reach;
}

/// Is the joint's axis the z axis of F, in line and in sense?
bool on_axis(const Pose<double>& X_WF, const Pose<double>& X_WJ, JointKind kind) {
  const Vec3<double> z = X_WJ.R.column(2);
  const double turned = norm(X_WF.R.column(2) - z);
  const double aside = turns(kind) ? norm(cross(X_WF.p - X_WJ.p, z)) : 0.0;
  return turned < fits_within && aside < fits_within * (1.0 + norm(X_WF.p));
}

/// The robot's own frames, if each of them is a DH frame of the one before; the first row begins at the base.
std::optional<Frames> own_frames(const Model<double>& model, const ZeroPose& zero, DhConvention convention) {
  Frames frames = {Pose<double>{}};
  for (std::size_t i = 0; i < zero.link.size(); ++i) {
    // a standard row turns about the z of the frame before it, a modified one about its own
    const Pose<double>& axis_frame = convention == DhConvention::Standard ? frames.back() : zero.link[i];
    if (!on_axis(axis_frame, zero.joint[i], model.link(static_cast<int>(i)).kind) || !is_row(zero.step[i], convention))
      return std::nullopt;
    frames.push_back(zero.link[i]);
  }
  return frames;
}

/// The common normal of two axes: a unit vector across both, and its feet on them.
struct CommonNormal {
  Vec3<double> direction;
  Vec3<double> foot_on_first;
  Vec3<double> foot_on_second;
};

/// Of many common normals of parallel axes, the one through `start` on the first; where the direction is
/// open, too, or its sense, as near to `x` as can be.
CommonNormal common_normal(const Vec3<double>& start, const Vec3<double>& x, const Vec3<double>& z1,
                           const Vec3<double>& point2, const Vec3<double>& z2) {
  const Vec3<double> across = cross(z1, z2);
  const double sine = norm(across);
  const Vec3<double> between = point2 - start;
  if (sine > parallel_within) {
    const Vec3<double> n = across / sine;
    // start + s·z1 + a·n = point2 + t·z2, solved by what is perpendicular to the other terms
    const double s = dot(cross(between, z2), n) / sine;
    const double t = dot(cross(between, z1), n) / sine;
    const double a = dot(between, n);
    const bool keep = std::abs(a) > same_within ? a > 0 : dot(n, x) >= -same_within;
    return {keep ? n : -n, start + s * z1, point2 + t * z2};
  }
  const Vec3<double> aside = between - dot(between, z1) * z1;
  const double distance = norm(aside);
  if (distance > same_within) return {aside / distance, start, start + aside};
  const Vec3<double> x_across = x - dot(x, z1) * z1;
  return {x_across / norm(x_across), point2 - aside, point2 - aside};
}

Pose<double> frame_of(const Vec3<double>& origin, const Vec3<double>& x, const Vec3<double>& z) {
  const Vec3<double> y = cross(z, x);
  return {Rotation<double>::from_rows(x, y, z).inverse(), origin};
}

/// Frames on the common normals. Frame 0 is where the first row begins, frame i ends row i.
Frames frames_on_normals(const ZeroPose& zero, JointKind first_kind, DhConvention convention) {
  const std::size_t n = zero.joint.size();
  const bool standard = convention == DhConvention::Standard;
  Frames on_axis_of;  // [i]: on the axis of joint i, x along the normal that leads to it (standard) or from it
  // from the base itself, if its z axis is the first joint's
  Pose<double> at = on_axis({}, zero.joint[0], first_kind) ? Pose<double>{} : zero.joint[0];
  if (standard) on_axis_of.push_back(at);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Vec3<double> z1 = zero.joint[i].R.column(2), z2 = zero.joint[i + 1].R.column(2);
    const CommonNormal normal = common_normal(at.p, at.R.column(0), z1, zero.joint[i + 1].p, z2);
    // parallel within the tolerance: exactly so from here on
    const bool parallel = norm(cross(z1, z2)) <= parallel_within;
    const Vec3<double> z_next = parallel ? (dot(z1, z2) > 0 ? z1 : -z1) : z2;
    if (!standard) on_axis_of.push_back(frame_of(normal.foot_on_first, normal.direction, z1));
    at = frame_of(normal.foot_on_second, normal.direction, z_next);
    if (standard) on_axis_of.push_back(at);
  }
  if (!standard) on_axis_of.push_back(at);

  // standard: frame i is on the axis of joint i+1, and the last is free; modified: on the axis of joint i,
  // and the first is free
  if (standard) {
    const bool link_fits = is_row(on_axis_of.back().inverse() * zero.link.back(), convention);
    on_axis_of.push_back(link_fits ? zero.link.back() : on_axis_of.back());
  } else {
    const bool base_fits = is_row(on_axis_of.front(), convention);
    on_axis_of.insert(on_axis_of.begin(), base_fits ? Pose<double>{} : on_axis_of.front());
  }
  return on_axis_of;
}

/// What is zero but for round-off is written as zero.
double tidy(double value, double scale) { return std::abs(value) < 1e-15 * scale ? 0.0 : value; }

/// The same for an angle, and half a turn has one sign.
double tidy_angle(double value) {
  const bool minus_half_turn = value < -std::numbers::pi + 4e-15;
  return minus_half_turn ? std::numbers::pi : tidy(value, 4.0);
}

Pose<double> tidy(const Pose<double>& X) {
  const auto row = [&](int i) {
    return Vec3<double>{tidy(X.R(i, 0), 4.0), tidy(X.R(i, 1), 4.0), tidy(X.R(i, 2), 4.0)};
  };
  const double reach = 1.0 + norm(X.p);
  return {Rotation<double>::from_rows(row(0), row(1), row(2)),
          {tidy(X.p.x, reach), tidy(X.p.y, reach), tidy(X.p.z, reach)}};
}

double distance(const Pose<double>& A, const Pose<double>& B) {
  double worst = norm(A.p - B.p);
  for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(A.R.row(i) - B.R.row(i)));
  return worst;
}

}  // namespace

std::optional<DhTable> dh_table(const RobotDescription<double>& description, DhConvention convention,
                                Diagnostics& diagnostics) {
  RobotDescription<double> rigid = description;  // a motor that moves by itself is not in the chain
  for (JointDescription<double>& joint : rigid.joints) joint.transmission.reset();
  const Model<double> model = build_model(rigid);
  const std::optional<ZeroPose> zero = chain_at_zero(model, diagnostics);
  if (!zero) return std::nullopt;
  const std::optional<Frames> own = own_frames(model, *zero, convention);
  const Frames frames = own ? *own : frames_on_normals(*zero, model.link(0).kind, convention);

  DhTable table{convention, tidy(frames[0]), {}};
  Pose<double> X_WR = frames[0];  // the table's own chain, to see what it is worth
  double worst = 0.0;
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
    const Pose<double> X = own ? zero->step[i] : frames[i].inverse() * frames[i + 1];
    const double reach = 1.0 + norm(X.p);
    DhRow<double> row = row_between(X, convention);
    row = {tidy_angle(row.theta), tidy(row.d, reach), tidy(row.a, reach), tidy_angle(row.alpha)};
    const DhTransform<double> split = dh_transform(row, convention);
    const Pose<double> X_WJ = X_WR * split.before;
    X_WR = X_WJ * split.after;
    const Link<double>& link = model.link(static_cast<int>(i));
    const Vec3<double> z = zero->joint[i].R.column(2);
    worst = std::max(worst, norm(X_WJ.R.column(2) - z));
    if (turns(link.kind)) worst = std::max(worst, norm(cross(X_WJ.p - zero->joint[i].p, z)));
    const Pose<double> after = tidy(X_WR.inverse() * zero->link[i]);
    worst = std::max(worst, distance(X_WR * after, zero->link[i]));
    table.rows.push_back(
        {link.joint_name, link.name, link.kind, row, distance(after, Pose<double>{}) < 1e-14 ? Pose<double>{} : after});
  }
  if (worst > same_within)
    diagnostics.warning({}, "the DH table places links or axes off by up to " + std::to_string(worst * 1e12) + "e-12",
                        "axes that are nearly parallel or perpendicular were taken as exactly so; write 90deg, not "
                        "1.5707963");
  return table;
}

}  // namespace sinew
