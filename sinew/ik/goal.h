// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/ik/chain.h"
#include "sinew/ik/normal.h"
#include "sinew/ik/question.h"

namespace sinew::ik {

/// What a frame is to reach, seen from C, and what of it counts.
///
/// Errors and Jacobians are made comparable: metres are divided by `unit_length`. Rows that nobody asked for are zero in
/// both, which leaves all sizes as they are.
struct Goal {
  Columns R_CL;  ///< of the last link, where the frame is as it should be
  Lanes p_CF;
  /// Error to rows: the axes that the rows are in, without the rows that do not count; `linear` over `unit_length`.
  Columns angular, linear;
  /// All rows of a half or none count: then the axes do not matter, and the factors do for the matrices.
  bool whole_halves = true;
  double angular_factor = 1.0;  ///< the part of the angular rows that counts
  double linear_factor = 1.0;   ///< that of the linear ones over `unit_length`
  double unit_length = 1.0;     ///< m per rad
  /// An error within the slack of its row counts as none: per-axis tolerances. `linear_slack` is over `unit_length`.
  bool has_slack = false;
  Lanes angular_slack, linear_slack;
};

/// What of an error is beyond its slack, component by component.
inline Lanes beyond_slack(const Lanes& e, const Lanes& slack) noexcept {
  const auto beyond = [&](int i) { return e[i] - std::min(std::max(e[i], -slack[i]), slack[i]); };
  return {beyond(0), beyond(1), beyond(2)};
}

/// A target of a frame that is turned by R_LF on the chain's last link, the base being at X_WB. Of each row, wx wy wz [rad]
/// and vx vy vz [m], `slack` may be left. Throws InputError, about `robot`, for numbers that are not finite, a rotation that
/// is none, and a target without rows.
Goal goal_of(const IkTarget& target, const Chain& chain, const Rotation<double>& R_LF, const Pose<double>& X_WB,
             const std::string& robot, const std::array<double, 6>& slack = {});

/// The same goal where only position counts.
Goal without_orientation(Goal goal);
/// The same goal where nothing may be left, in the same rows.
Goal without_slack(Goal goal);

/// How far a chain is from its goal, in the goal's rows.
///
/// A turn by θ about u counts as ε = 2·sin(θ/2)·u: twice the vector of the quaternion that is left. It is θ·u where it
/// matters, close by; far off it grows monotonically up to half a turn and needs no arc tangent.
struct Distance {
  Six e;
  Lanes turn;              ///< ε in C
  double angular, linear;  ///< squares of both parts of e; of the linear one in unit_length²
  double half_cosine;      ///< cos(θ/2)

  double half_square() const { return 0.5 * (angular + linear); }
};

/// A turn that is left, by ε and cos(θ/2).
struct HalfTurn {
  Lanes turn;
  double half_cosine;
};
/// The rare case of half a turn, whose axis is not in the antisymmetric part: what takes `from` to `to`.
[[gnu::noinline, gnu::cold]] HalfTurn half_turn(const Columns& from, const Columns& to) noexcept;

inline Distance distance(const Goal& goal, const ChainPlace& place) noexcept {
  const Columns &R = place.rotation(), &to = goal.R_CL;
  // of R_to·Rᵀ: the antisymmetric part is sin θ·u, the trace 1 + 2·cos θ
  const Lanes sine = (cross(R.x, to.x) + cross(R.y, to.y) + cross(R.z, to.z)) * 0.5;
  const double trace = (R.x * to.x + R.y * to.y + R.z * to.z).sum();
  const double square = 0.25 * (1.0 + trace);  // cos²(θ/2)
  constexpr double nearly_half_a_turn = 1e-10;
  double half_cosine = std::sqrt(square > 0.0 ? square : 0.0);
  Lanes turn = sine * (1.0 / half_cosine);
  if (!(square > nearly_half_a_turn)) [[unlikely]] {
    const HalfTurn rare = half_turn(R, to);
    turn = rare.turn;
    half_cosine = rare.half_cosine;
  }
  const Lanes p = goal.p_CF - place.point();
  Lanes w = goal.whole_halves ? turn * goal.angular_factor : goal.angular * turn;
  Lanes v = goal.whole_halves ? p * goal.linear_factor : goal.linear * p;
  if (goal.has_slack) [[unlikely]] {
    w = beyond_slack(w, goal.angular_slack);
    v = beyond_slack(v, goal.linear_slack);
  }
  return {{w, v}, turn, dot(w, w), dot(v, v), half_cosine};
}

/// A without the rows in which e is zero.
inline Columns without_rows_at_zero(const Columns& A, const Lanes& e) noexcept {
  const Lanes counts(e[0] != 0.0 ? 1.0 : 0.0, e[1] != 0.0 ? 1.0 : 0.0, e[2] != 0.0 ? 1.0 : 0.0);
  return {A.x * counts, A.y * counts, A.z * counts};
}

/// The Jacobian of the rows, one column per coordinate, each times its coordinate's size.
///
/// Where all three angular rows count, ω stands for −ε̇: both give the same step. Where rows are left out the frame may
/// end up turned far about them, and the derivative is needed as it is: −ε̇ = (cos(θ/2)·1 + [ε/2]×)·ω.
inline void jacobian(const Chain& chain, const Goal& goal, const ChainPlace& place, const Distance& from,
                     Six* columns) noexcept {
  const auto fill = [&](const auto& angular, const auto& linear) {
    const std::size_t count = chain.joints().size();
    const ChainJoint* const joints = chain.joints().data();
    for (std::size_t k = 0; k < count; ++k) {
      const ChainJoint& joint = joints[k];
      Lanes w = angular(place.angular(joint, k)), v = linear(place.linear(joint, k));
      if (joint.scale != 1.0) {
        w = w * joint.scale;
        v = v * joint.scale;
      }
      Six& column = columns[joint.coordinate];
      if (joint.shares) {
        w += column.w;
        v += column.v;
      }
      column.w = w;
      column.v = v;
    }
  };
  if (goal.whole_halves) {
    const double a = goal.angular_factor, b = goal.linear_factor;
    fill([a](const Lanes& w) { return w * a; }, [b](const Lanes& v) { return v * b; });
  } else {
    const double c = from.half_cosine;
    const Lanes h = from.turn * 0.5;
    Columns A = goal.angular * Columns{{c, h[2], -h[1]}, {-h[2], c, h[0]}, {h[1], -h[0], c}};
    Columns B = goal.linear;
    if (goal.has_slack) {
      // a row within its slack may move as it likes
      A = without_rows_at_zero(A, from.e.w);
      B = without_rows_at_zero(B, from.e.v);
    }
    fill([&A](const Lanes& w) { return A * w; }, [&B](const Lanes& v) { return B * v; });
  }
}

}  // namespace sinew::ik
