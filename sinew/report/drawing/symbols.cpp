// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/symbols.h"

#include <numbers>

#include "sinew/print/drawing/convex_hull.h"

namespace sinew {
namespace {

using Points = std::vector<PicturePoint>;

constexpr double full_turn = 2.0 * std::numbers::pi;
/// A direction that is shorter than this in the picture points at the viewer or away.
constexpr double end_on = 0.12;
constexpr const char* ink = "#1d2733";
constexpr const char* force_colour = "#a93226";
constexpr const char* moment_colour = "#7d3c98";

/// Two unit vectors u, v with u × v = n; u is level in the picture where it can be.
struct Crosswise {
  Vec3<double> u, v;
};
Crosswise crosswise(const DrawingPlane& plane, const Vec3<double>& n) {
  Vec3<double> u = cross(n, plane.view.towards_viewer());
  if (norm(u) < 1e-6) u = plane.view.right - dot(plane.view.right, n) * n;
  u = u / norm(u);
  return {u, cross(n, u)};
}

Points round_about(const PicturePoint& centre, double radius, double from = 0.0, double to = full_turn) {
  Points points;
  const int pieces = std::max(6, static_cast<int>(std::abs(to - from) / full_turn * 36.0));
  for (int i = 0; i <= pieces; ++i) {
    const double angle = from + (to - from) * i / pieces;
    points.push_back(centre + PicturePoint{std::cos(angle), -std::sin(angle)} * radius);
  }
  return points;
}

/// A circle about n in space, radius in pixels.
Points ring(const DrawingPlane& plane, const Vec3<double>& centre, const Vec3<double>& n, double radius) {
  const Crosswise c = crosswise(plane, n);
  Points points;
  constexpr int pieces = 36;
  for (int i = 0; i < pieces; ++i) {
    const double angle = full_turn * i / pieces;
    points.push_back(plane.at(centre) + plane.flat(std::cos(angle) * c.u + std::sin(angle) * c.v) * radius);
  }
  return points;
}

PicturePoint unit(const PicturePoint& v) { return v * (1.0 / std::max(1e-300, length_of(v))); }

void add_arrow_head(const PicturePoint& tip, const PicturePoint& direction, double size, const std::string& colour,
                    const std::string& part, Outlines& outlines) {
  const PicturePoint u = unit(direction), across{-u.y, u.x};
  outlines.push_back({{tip, tip - u * size + across * (0.38 * size), tip - u * size - across * (0.38 * size)},
                      true,
                      {colour, colour, 0.6},
                      part});
}

/// A circle with a dot for a direction towards the viewer, with a cross for one away.
void add_end_on(const PicturePoint& at, bool towards, double radius, const std::string& colour, const std::string& part,
                Outlines& outlines) {
  outlines.push_back({round_about(at, radius), true, {colour, "#ffffff", 1.2}, part});
  if (towards) {
    outlines.push_back({round_about(at, 0.35 * radius), true, {{}, colour}, part});
    return;
  }
  const double a = radius * std::sqrt(0.5);
  outlines.push_back({{at + PicturePoint{-a, -a}, at + PicturePoint{a, a}}, false, {colour, {}, 1.2}, part});
  outlines.push_back({{at + PicturePoint{-a, a}, at + PicturePoint{a, -a}}, false, {colour, {}, 1.2}, part});
}

Points on_picture(const DrawingPlane& plane, const SpacePath& path) {
  Points points;
  for (const Vec3<double>& p : path) points.push_back(plane.at(p));
  return points;
}

/// The hull of rings, that of the near end on top.
void add_cylinder(const DrawingPlane& plane, const Vec3<double>& p, const Vec3<double>& axis, double half_length,
                  const DrawingTone& tone, Outlines& outlines) {
  const double r = plane.symbol_radius;
  const Vec3<double> half = plane.metres(half_length) * axis;
  const bool axis_is_near = dot(axis, plane.view.towards_viewer()) >= 0.0;
  const Points near = ring(plane, axis_is_near ? p + half : p - half, axis, r);
  Points all = ring(plane, axis_is_near ? p - half : p + half, axis, r);
  all.insert(all.end(), near.begin(), near.end());
  outlines.push_back({convex_hull(std::move(all)), true, {tone.line, tone.joint, 1.3}, "joint"});
  outlines.push_back({near, true, {tone.line, tone.joint, 1.3}, "joint"});
}

}  // namespace

DrawingTone full_tone() { return {ink, "#b4c3d3", "#ffffff"}; }
DrawingTone faint_tone() { return {"#8d97a2", "#e3e8ed", "#ffffff"}; }

JointSize joint_size(JointKind kind) { return turns(kind) ? JointSize{1.25, 1.0} : JointSize{1.7, 0.95}; }

void add_bar(const DrawingPlane& plane, const SpacePath& path, const DrawingTone& tone, Outlines& outlines) {
  const Points points = on_picture(plane, path);
  const double width = 0.85 * plane.symbol_radius;
  outlines.push_back({points, false, {tone.line, {}, width}, "link"});
  outlines.push_back({points, false, {tone.link, {}, std::max(1.0, width - 2.4)}, "link"});
}

void add_stalk(const DrawingPlane& plane, const SpacePath& path, const DrawingTone& tone, Outlines& outlines) {
  outlines.push_back({on_picture(plane, path), false, {tone.line, {}, 1.0}, "stalk"});
}

void add_turning_joint(const DrawingPlane& plane, const PosedJoint& joint, const DrawingTone& tone,
                       Outlines& outlines) {
  add_cylinder(plane, joint.end, joint.axis, joint_size(joint.kind).half_length * plane.symbol_radius, tone, outlines);
  if (joint.kind != JointKind::Helical) return;
  outlines.push_back({ring(plane, joint.end, joint.axis, plane.symbol_radius), true, {tone.line, {}, 1.0}, "joint"});
}

void add_sliding_joint(const DrawingPlane& plane, const PosedJoint& joint, const DrawingTone& tone,
                       Outlines& outlines) {
  const double r = plane.symbol_radius;
  const Crosswise c = crosswise(plane, joint.axis);
  const JointSize size = joint_size(joint.kind);
  const Vec3<double> edges[3] = {plane.metres(size.half_length * r) * joint.axis, plane.metres(size.radius * r) * c.u,
                                 plane.metres(size.radius * r) * c.v};
  const Points rod{plane.at(joint.origin), plane.at(joint.end)};
  outlines.push_back({rod, false, {tone.line, {}, 0.55 * r}, "joint"});
  outlines.push_back({rod, false, {tone.joint, {}, std::max(0.8, 0.55 * r - 2.2)}, "joint"});
  for (int k = 0; k < 3; ++k)
    for (const double side : {-1.0, 1.0}) {
      if (side * plane.depth(edges[k]) < 1e-9 * norm(edges[k])) continue;  // looks away
      const Vec3<double> middle = joint.origin + side * edges[k], a = edges[(k + 1) % 3], b = edges[(k + 2) % 3];
      outlines.push_back(
          {{plane.at(middle + a + b), plane.at(middle + a - b), plane.at(middle - a - b), plane.at(middle - a + b)},
           true,
           {tone.line, tone.joint, 1.3},
           "joint"});
    }
}

void add_joint_axis(const DrawingPlane& plane, const PosedJoint& joint, Outlines& behind, Outlines& before) {
  constexpr const char* colour = "#5d6b78";
  const double r = plane.symbol_radius;
  const PicturePoint at = plane.at(joint.place()), flat = plane.flat(joint.axis);
  if (length_of(flat) < end_on) {
    add_end_on(at, plane.depth(joint.axis) > 0.0, 0.45 * r, colour, "axis", before);
    return;
  }
  const double reach = std::max(3.2 * r, 22.0);
  const PicturePoint from = at - flat * reach, to = at + flat * (reach + 6.0);
  behind.push_back({{from, to}, false, {colour, {}, 1.0, {8.0, 3.0, 2.0, 3.0}}, "axis"});
  add_arrow_head(to, flat, 7.0, colour, "axis", behind);
}

void add_centre_of_mass(const DrawingPlane& plane, const Vec3<double>& p, const DrawingTone& tone, Outlines& outlines) {
  const PicturePoint at = plane.at(p);
  const double r = std::max(4.0, 0.62 * plane.symbol_radius);
  outlines.push_back({round_about(at, r), true, {tone.line, "#ffffff", 1.0}, "com"});
  for (const double from : {0.0, 0.5 * full_turn}) {
    Points quarter = round_about(at, r, from, from + 0.25 * full_turn);
    quarter.push_back(at);
    outlines.push_back({std::move(quarter), true, {{}, tone.line}, "com"});
  }
}

void add_ground(const DrawingPlane& plane, const PicturePoint& at, const PicturePoint& down, double distance,
                bool stand, Outlines& outlines) {
  const double r = plane.symbol_radius;
  const PicturePoint along{-down.y, down.x}, middle = at + down * distance;
  if (stand)
    outlines.push_back(
        {{at, middle + along * (1.3 * r), middle - along * (1.3 * r)}, true, {ink, "#ffffff", 1.3}, "base"});
  const double half = 2.6 * r;
  outlines.push_back({{middle - along * half, middle + along * half}, false, {ink, {}, 1.8}, "base"});
  constexpr int strokes = 6;
  for (int i = 0; i < strokes; ++i) {
    const PicturePoint from = middle + along * (half * (2.0 * (i + 0.6) / strokes - 1.0));
    outlines.push_back({{from, from + down * (0.8 * r) - along * (0.7 * r)}, false, {ink, {}, 0.9}, "hatch"});
  }
}

void add_end(const DrawingPlane& plane, const Vec3<double>& p, const DrawingTone& tone, Outlines& outlines) {
  outlines.push_back({round_about(plane.at(p), 0.42 * plane.symbol_radius), true, {tone.line, tone.line, 1.0}, "end"});
}

std::vector<LetteredAxis> add_triad(const DrawingPlane& plane, const Pose<double>& X, double length,
                                    const std::string& part, Outlines& outlines) {
  static const char* const colours[] = {"#c0392b", "#1e7d34", "#1f4fa8"};
  static const char* const letters[] = {"x", "y", "z"};
  const PicturePoint at = plane.at(X.p);
  std::vector<LetteredAxis> axes;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> axis = X.R.column(k);
    const PicturePoint flat = plane.flat(axis), tip = at + flat * length;
    if (length_of(flat) < end_on) {
      add_end_on(at, plane.depth(axis) > 0.0, 4.0, colours[k], part, outlines);
      axes.push_back({letters[k], colours[k], at, {}});
      continue;
    }
    outlines.push_back({{at, tip}, false, {colours[k], {}, 1.6}, part});
    add_arrow_head(tip + unit(flat) * 3.0, flat, 7.0, colours[k], part, outlines);
    axes.push_back({letters[k], colours[k], tip + unit(flat) * 3.0, flat});
  }
  return axes;
}

PicturePoint add_force(const DrawingPlane& plane, const Vec3<double>& at, const Vec3<double>& force, double length,
                       Outlines& outlines) {
  const Vec3<double> direction = force / norm(force);
  const PicturePoint flat = plane.flat(direction), from = plane.at(at);
  if (length_of(flat) < end_on) {
    add_end_on(from, plane.depth(direction) > 0.0, 6.5, force_colour, "force", outlines);
    return from;
  }
  const PicturePoint tip = from + flat * length;
  const double head = std::min(11.0, 0.6 * length_of(tip - from));
  outlines.push_back({{from, tip - unit(flat) * (0.7 * head)}, false, {force_colour, {}, 2.4}, "force"});
  add_arrow_head(tip, flat, head, force_colour, "force", outlines);
  return tip;
}

PicturePoint add_moment(const DrawingPlane& plane, const Vec3<double>& at, const Vec3<double>& moment,
                        Outlines& outlines) {
  const Vec3<double> axis = moment / norm(moment);
  const double radius = 2.1 * plane.symbol_radius;
  const PicturePoint centre = plane.at(at), flat = plane.flat(axis);
  constexpr double nearly_flat = 0.3;
  if (std::abs(plane.depth(axis)) < nearly_flat) {
    const PicturePoint tip = centre + flat * (2.6 * radius);
    outlines.push_back({{centre, tip - unit(flat) * 12.0}, false, {moment_colour, {}, 2.0}, "moment"});
    add_arrow_head(tip, flat, 10.0, moment_colour, "moment", outlines);
    add_arrow_head(tip - unit(flat) * 8.0, flat, 10.0, moment_colour, "moment", outlines);
    return tip;
  }
  const Crosswise c = crosswise(plane, axis);
  const auto on_ring = [&](double angle) {
    return centre + plane.flat(std::cos(angle) * c.u + std::sin(angle) * c.v) * radius;
  };
  Points arc;
  constexpr double from = 0.10 * full_turn, to = 0.80 * full_turn;
  constexpr int pieces = 30;
  for (int i = 0; i <= pieces; ++i) arc.push_back(on_ring(from + (to - from) * i / pieces));
  const PicturePoint tip = on_ring(to + 0.02 * full_turn);
  outlines.push_back({arc, false, {moment_colour, {}, 2.0}, "moment"});
  add_arrow_head(tip, tip - on_ring(to - 0.05 * full_turn), 10.0, moment_colour, "moment", outlines);
  return on_ring(0.25 * full_turn);
}

}  // namespace sinew
