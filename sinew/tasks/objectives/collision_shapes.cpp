// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/collision_shapes.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

using Vector = Vec3<double>;

/// A unit vector across v; along x where v is zero.
Vector across(const Vector& v) {
  const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  const Vector n = cross(v, x <= y && x <= z ? unit_x<double>() : y <= z ? unit_y<double>() : unit_z<double>());
  const double length = norm(n);
  return length > 0.0 ? n / length : unit_x<double>();
}

double clamped(double x, double most) { return std::clamp(x, -most, most); }

/// Half of d/ds of the squared distance from middle + s·half to the box.
double slope_at(double s, const Vector& middle, const Vector& half, const Vector& h) {
  double sum = 0.0;
  for (int j = 0; j < 3; ++j) {
    const double x = middle[j] + s * half[j];
    sum += (x - clamped(x, h[j])) * half[j];
  }
  return sum;
}

/// s in [−1, 1] with the point of the segment nearest to the box |x_j| ≤ h_j.
///
/// The slope of the squared distance grows with s, in straight pieces between the places where the segment crosses the
/// planes of the faces: between the last piece that falls and the first that rises, the zero is that of a line.
double nearest_to_box(const Vector& middle, const Vector& half, const Vector& h) {
  double low = -1.0, high = 1.0, low_slope = slope_at(low, middle, half, h),
         high_slope = slope_at(high, middle, half, h);
  double level_from = 2.0, level_to = -2.0;  // where the slope is zero, if it was met
  if (low_slope > 0.0) return low;
  if (high_slope < 0.0) return high;
  if (low_slope == 0.0) level_from = level_to = low;
  if (high_slope == 0.0) level_from = std::min(level_from, level_to = high);
  for (int j = 0; j < 3; ++j) {
    if (half[j] == 0.0) continue;
    for (const double face : {-h[j], h[j]}) {
      const double s = (face - middle[j]) / half[j];
      if (!(s > low && s < high)) continue;
      const double slope = slope_at(s, middle, half, h);
      if (slope < 0.0) {
        low = s;
        low_slope = slope;
      } else if (slope > 0.0) {
        high = s;
        high_slope = slope;
      } else {
        level_from = std::min(level_from, s);
        level_to = std::max(level_to, s);
      }
    }
  }
  if (level_from <= level_to) return 0.5 * (level_from + level_to);
  return std::clamp(low - low_slope * (high - low) / (high_slope - low_slope), low, high);
}

/// The middle of what of the segment lies between the faces of the box but those of `face`.
double middle_over_face(const Vector& middle, const Vector& half, const Vector& h, int face) {
  double low = -1.0, high = 1.0;
  for (int j = 0; j < 3; ++j) {
    if (j == face || half[j] == 0.0) continue;
    const double one = (-h[j] - middle[j]) / half[j], other = (h[j] - middle[j]) / half[j];
    low = std::max(low, std::min(one, other));
    high = std::min(high, std::max(one, other));
  }
  return clamped(0.5 * (low + high), 1.0);
}

/// How deep a segment is in a box, in the box's frame: where to, and by which points.
struct Depth {
  double depth = 0.0;
  Vector normal, on_segment, on_box;
};

Depth depth_in_box(const Vector& middle, const Vector& half, const Vector& h) {
  const auto sign = [](double x) { return x < 0.0 ? -1.0 : 1.0; };
  Depth best;
  int face = 0, edge = -1;
  best.depth = h.x + std::abs(half.x) - std::abs(middle.x);
  for (int j = 1; j < 3; ++j) {
    const double depth = h[j] + std::abs(half[j]) - std::abs(middle[j]);
    if (depth < best.depth) {
      best.depth = depth;
      face = j;
    }
  }
  const double length = norm(half);
  for (int j = 0; j < 3; ++j) {
    const Vector along = j == 0 ? unit_x<double>() : j == 1 ? unit_y<double>() : unit_z<double>();
    const Vector product = cross(along, half);
    const double size = norm(product);
    if (!(size > 1e-9 * length)) continue;  // along an edge: the faces have said it all
    const Vector n = product / size;
    const double side = dot(middle, n);
    const double depth = h.x * std::abs(n.x) + h.y * std::abs(n.y) + h.z * std::abs(n.z) - std::abs(side);
    if (depth < best.depth) {
      best.depth = depth;
      edge = j;
      best.normal = sign(side) * n;
    }
  }
  if (edge < 0) {
    const double out = sign(middle[face]);
    best.normal = {};
    best.normal[face] = out;
    const bool level = std::abs(half[face]) <= 1e-12 * length;
    const double s = level ? middle_over_face(middle, half, h, face) : -out * sign(half[face]);
    best.on_segment = middle + s * half;
    best.on_box = {clamped(best.on_segment.x, h.x), clamped(best.on_segment.y, h.y), clamped(best.on_segment.z, h.z)};
    best.on_box[face] = out * h[face];
    return best;
  }
  // the edge of the box that is nearest that way, and the point of the segment that passes over it
  double over = 0.0, length2 = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (k == edge) continue;
    best.on_box[k] = sign(best.normal[k]) * h[k];
    over -= (middle[k] - best.on_box[k]) * half[k];
    length2 += half[k] * half[k];
  }
  best.on_segment = middle + clamped(over / length2, 1.0) * half;
  best.on_box[edge] = clamped(best.on_segment[edge], h[edge]);
  return best;
}

}  // namespace

Separation separation(const Capsule& capsule, const Ball& ball) noexcept {
  const Vector along = capsule.b - capsule.a;
  const double length2 = dot(along, along);
  const double t = length2 > 0.0 ? std::clamp(dot(ball.centre - capsule.a, along) / length2, 0.0, 1.0) : 0.0;
  const Vector p = capsule.a + t * along, apart = p - ball.centre;
  const double d = norm(apart);
  const Vector n = d > 0.0 ? apart / d : across(along);
  return {d - capsule.radius - ball.radius, p - capsule.radius * n, ball.centre + ball.radius * n, n};
}

Separation separation(const Capsule& capsule, const HalfSpace& space) noexcept {
  const Vector& n = space.normal;
  const double a = dot(n, capsule.a) - space.offset, b = dot(n, capsule.b) - space.offset;
  const double d = std::min(a, b);
  const Vector p = a < b ? capsule.a : b < a ? capsule.b : 0.5 * (capsule.a + capsule.b);
  return {d - capsule.radius, p - capsule.radius * n, p - d * n, n};
}

Separation separation(const Capsule& capsule, const Box& box) noexcept {
  const Rotation<double>& R = box.X_WB.R;
  const Vector h = 0.5 * box.size;
  const Vector middle = R.inverse_times(0.5 * (capsule.a + capsule.b) - box.X_WB.p);
  const Vector half = R.inverse_times(0.5 * (capsule.b - capsule.a));
  const Vector p = middle + nearest_to_box(middle, half, h) * half;
  const Vector on_box{clamped(p.x, h.x), clamped(p.y, h.y), clamped(p.z, h.z)};
  const Vector apart = p - on_box;
  const double d = norm(apart);
  const double size = std::max({h.x, h.y, h.z, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  if (d > 1e-12 * size) {
    const Vector n = R * (apart / d);
    return {d - capsule.radius, box.X_WB * p - capsule.radius * n, box.X_WB * on_box, n};
  }
  const Depth in = depth_in_box(middle, half, h);
  const Vector n = R * in.normal;
  return {-in.depth - capsule.radius, box.X_WB * in.on_segment - capsule.radius * n, box.X_WB * in.on_box, n};
}

}  // namespace sinew
