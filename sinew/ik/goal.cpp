// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/goal.h"

#include <algorithm>
#include <numbers>

#include "sinew/errors/diagnostic.h"

namespace sinew::ik {
namespace {

Columns columns_of(const Rotation<double>& R) { return {Lanes(R.column(0)), Lanes(R.column(1)), Lanes(R.column(2))}; }

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// How far R·Rᵀ is from 1, in its largest entry; infinite for a mirror.
double deviation(const Rotation<double>& R) {
  double most = 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) most = std::max(most, std::abs(dot(R.row(i), R.row(j)) - (i == j ? 1.0 : 0.0)));
  return dot(cross(R.row(0), R.row(1)), R.row(2)) > 0.0 ? most : Limits::none;
}

/// R, made exact where it is good to a few digits only.
Rotation<double> checked(const Rotation<double>& R, const std::string& robot, const char* what) {
  for (int i = 0; i < 3; ++i)
    if (!is_finite(R.row(i)))
      refuse(robot, std::string(what) + " has a number that is not finite", "give finite numbers");
  constexpr double slack = 1e-6, as_good_as_exact = 1e-13;
  const double off = deviation(R);
  if (off > slack)
    refuse(robot,
           std::string(what) + (std::isfinite(off) ? " is no rotation: R·Rᵀ is off by " + shown(off)
                                                   : " is no rotation but a mirror: its determinant is negative"),
           "give three columns of length 1 at right angles, right-handed");
  return off > as_good_as_exact ? Rotation<double>::from(quaternion(R)) : R;
}

int count(const Rows& rows, std::ptrdiff_t first) {
  return static_cast<int>(std::count(rows.begin() + first, rows.begin() + first + 3, true));
}

}  // namespace

Goal goal_of(const IkTarget& target, const Chain& chain, const Rotation<double>& R_LF, const Pose<double>& X_WB,
             const std::string& robot, const std::array<double, 6>& slack) {
  const int angular = count(target.rows, 0), linear = count(target.rows, 3);
  if (angular + linear == 0) refuse(robot, "the target has no rows", "ask for at least one of wx, wy, wz, vx, vy, vz");
  constexpr double large = 1e50;
  if (!is_finite(target.X_WF.p) || norm(target.X_WF.p) > large)
    refuse(robot, "the target's position has a number that is not finite, or as good as that", "give metres");
  const Pose<double> X_WF{checked(target.X_WF.R, robot, "the target's orientation"), target.X_WF.p};
  const Pose<double> X_CW = (X_WB * chain.beginning()).inverse();
  const Pose<double> X_CF = X_CW * X_WF;
  Goal goal;
  goal.R_CL = columns_of(X_CF.R * R_LF.inverse());
  goal.p_CF = Lanes(X_CF.p);
  constexpr double share_of_length = 0.3;  // of the chain: takes the fewest steps on arms of six and seven joints
  goal.unit_length = share_of_length * chain.length();
  goal.angular_factor = angular / 3.0;
  goal.linear_factor = linear / 3.0 / goal.unit_length;
  goal.has_slack = std::any_of(slack.begin(), slack.end(), [](double x) { return x > 0.0; });
  goal.whole_halves = angular % 3 == 0 && linear % 3 == 0 && !goal.has_slack;
  if (goal.whole_halves) return goal;
  const Rotation<double> R_AC = (X_CW.R * checked(target.R_WA, robot, "the rows' axes")).inverse();
  const auto chosen = [&](std::size_t first, double scale) {
    Vec3<double> row[3];
    for (std::size_t i = 0; i < 3; ++i)
      if (target.rows[first + i]) row[i] = scale * R_AC.row(static_cast<int>(i));
    return columns_of(Rotation<double>::from_rows(row[0], row[1], row[2]));
  };
  goal.angular = chosen(0, 1.0);
  goal.linear = chosen(3, 1.0 / goal.unit_length);
  // ε is 2·sin(θ/2)·u, and never beyond 2
  const auto turned = [](double angle) { return angle < std::numbers::pi ? 2.0 * std::sin(0.5 * angle) : 2.0; };
  goal.angular_slack = {turned(slack[0]), turned(slack[1]), turned(slack[2])};
  goal.linear_slack = Lanes(slack[3], slack[4], slack[5]) * (1.0 / goal.unit_length);
  return goal;
}

Goal without_slack(Goal goal) {
  goal.has_slack = false;
  return goal;
}

Goal without_orientation(Goal goal) {
  goal.angular = {};
  goal.angular_factor = 0.0;
  return goal;
}

HalfTurn half_turn(const Columns& from, const Columns& to) noexcept {
  const auto rotation = [](const Columns& c) {
    return Rotation<double>::from_rows(c.x.vec3(), c.y.vec3(), c.z.vec3()).inverse();
  };
  const Quaternion<double> p = quaternion(rotation(to) * rotation(from).inverse());
  return {Lanes(2.0 * p.x, 2.0 * p.y, 2.0 * p.z), p.w};
}

}  // namespace sinew::ik
