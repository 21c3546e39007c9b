// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/view.h"

#include <cmath>
#include <optional>

#include "sinew/model/state.h"
#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

constexpr double same_direction = 1e-9;

bool are_parallel(const Vec3<double>& a, const Vec3<double>& b) { return norm(cross(a, b)) < same_direction; }
bool are_perpendicular(const Vec3<double>& a, const Vec3<double>& b) { return std::abs(dot(a, b)) < same_direction; }

struct JointAxes {
  std::vector<Vec3<double>> turning, sliding;
  bool has_screws = false;
};

/// In W at q = 0. Whether all of them are in one plane or across it does not depend on q.
JointAxes joint_axes(const Model<double>& model) {
  Workspace work(model);
  std::vector<Pose<double>> X_WL(static_cast<std::size_t>(model.link_count()));
  Pose<double> X_WB;
  numbers::poses(model, zero_state(model).q, work, X_WL, X_WB);
  JointAxes axes;
  for (int i = 0; i < model.link_count(); ++i) {
    if (model.link(i).is_motor) continue;
    const JointKind kind = model.link(i).kind;
    (turns(kind) ? axes.turning : axes.sliding).push_back(X_WL[static_cast<std::size_t>(i)].R.column(2));
    axes.has_screws = axes.has_screws || kind == JointKind::Helical;
  }
  return axes;
}

/// The normal of the plane in which every joint moves.
std::optional<Vec3<double>> plane_of_motion(const Model<double>& model) {
  if (model.floating_base() || model.link_count() == 0) return std::nullopt;
  const JointAxes axes = joint_axes(model);
  if (axes.has_screws) return std::nullopt;
  std::vector<Vec3<double>> candidates;
  if (!axes.turning.empty()) {
    candidates.push_back(axes.turning.front());
  } else {
    for (const Vec3<double>& slide : axes.sliding)
      if (!are_parallel(slide, axes.sliding.front()) && candidates.empty()) {
        const Vec3<double> n = cross(axes.sliding.front(), slide);
        candidates.push_back(n / norm(n));
      }
    if (candidates.empty())
      candidates = {front_view().towards_viewer(), top_view().towards_viewer(), side_view().towards_viewer()};
  }
  for (const Vec3<double>& n : candidates) {
    bool fits = true;
    for (const Vec3<double>& turn : axes.turning) fits = fits && are_parallel(turn, n);
    for (const Vec3<double>& slide : axes.sliding) fits = fits && are_perpendicular(slide, n);
    if (fits) return n;
  }
  return std::nullopt;
}

/// Straight at a plane, from the side from which the isometric view looks.
View view_along(Vec3<double> n) {
  for (const View& view : {front_view(), side_view(), top_view()})
    if (are_parallel(n, view.towards_viewer())) return view;
  if (dot(n, isometric_view().towards_viewer()) < 0.0) n = -n;
  const Vec3<double> level = cross(unit_z<double>(), n);
  const Vec3<double> right = level / norm(level);
  return {"plane", right, cross(n, right)};
}

}  // namespace

double View::scale_along_axes() const { return name == "isometric" ? std::sqrt(2.0 / 3.0) : 1.0; }

View front_view() { return {"front", unit_x<double>(), unit_z<double>()}; }
View side_view() { return {"side", unit_y<double>(), unit_z<double>()}; }
View top_view() { return {"top", unit_x<double>(), unit_y<double>()}; }
View isometric_view() {
  const double a = std::sqrt(0.5), b = std::sqrt(1.0 / 6.0);
  return {"isometric", {a, a, 0.0}, {-b, b, 2.0 * b}};
}

View automatic_view(const Model<double>& model) {
  const std::optional<Vec3<double>> normal = plane_of_motion(model);
  return normal ? view_along(*normal) : isometric_view();
}

const std::vector<std::string>& view_names() {
  static const std::vector<std::string> names{"auto", "front", "side", "top", "isometric"};
  return names;
}

View view_named(std::string_view name, const Model<double>& model) {
  for (const View& view : {front_view(), side_view(), top_view(), isometric_view()})
    if (view.name == name) return view;
  return automatic_view(model);
}

}  // namespace sinew
