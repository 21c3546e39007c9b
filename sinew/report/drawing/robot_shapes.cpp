// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/robot_shapes.h"

#include <cmath>
#include <map>
#include <numbers>

#include "sinew/formats/stl.h"

namespace sinew {
namespace {

using ShapeKind = ShapeDescription::Kind;

/// Points on a circle of radius 1 about z at this height, scaled.
void add_circle(double radius, double height, const Vec3<double>& size, std::vector<Vec3<double>>& points) {
  constexpr int corners = 24;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    points.push_back({size.x * radius * std::cos(angle), size.y * radius * std::sin(angle), size.z * height});
  }
}

/// In the frame of the shape.
std::vector<Vec3<double>> surface_points(const ShapeDescription& shape) {
  std::vector<Vec3<double>> points;
  const Vec3<double>& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      for (int corner = 0; corner < 8; ++corner)
        points.push_back({(corner & 1) != 0 ? size.x : -size.x, (corner & 2) != 0 ? size.y : -size.y,
                          (corner & 4) != 0 ? size.z : -size.z});
      break;
    case ShapeKind::Cylinder:
      for (const double height : {-1.0, 1.0}) add_circle(1.0, height, size, points);
      break;
    case ShapeKind::Cone:
      add_circle(1.0, 0.0, size, points);
      points.push_back({0.0, 0.0, size.z});
      break;
    case ShapeKind::Ellipsoid:
      for (int ring = 0; ring <= 12; ++ring) {
        const double angle = std::numbers::pi * ring / 12;
        add_circle(std::sin(angle), std::cos(angle), size, points);
      }
      break;
    case ShapeKind::Mesh:
      break;
  }
  return points;
}

/// The corners of an STL file, each file read once.
class MeshPoints {
 public:
  explicit MeshPoints(Diagnostics& warnings) : warnings_(warnings) {}

  const std::vector<Vec3<double>>& of(const std::string& file) {
    const auto [place, is_new] = known_.try_emplace(file);
    if (!is_new) return place->second;
    Diagnostics faults(file);
    try {
      for (const Triangle& t : read_stl(read_source_text(file), 1.0, faults))
        place->second.insert(place->second.end(), {t.a, t.b, t.c});
    } catch (const InputError& e) {
      faults.error({}, e.diagnostics().front().what, e.diagnostics().front().remedy);
    }
    if (faults.has_errors()) {
      place->second.clear();
      if (missing_++ == 0) first_ = faults.all().front();
    }
    return place->second;
  }

  void tell_missing() const {
    if (missing_ == 0) return;
    const std::string others = missing_ == 1 ? "" : " and " + std::to_string(missing_ - 1) + " more";
    warnings_.warning({}, "the mesh " + in_quotes(first_.file) + others + " cannot be drawn: " + first_.what,
                      "only STL files are drawn; `--show` without shapes leaves them out");
  }

 private:
  Diagnostics& warnings_;
  std::map<std::string, std::vector<Vec3<double>>> known_;
  std::size_t missing_ = 0;
  Diagnostic first_;
};

}  // namespace

std::vector<RobotShape> robot_shapes(const RobotDescription<double>& robot, Diagnostics& warnings) {
  MeshPoints meshes(warnings);
  std::vector<RobotShape> shapes;
  for (const ShapeDescription& shape : robot.shapes) {
    RobotShape drawn{shape.link, surface_points(shape)};
    if (shape.kind == ShapeKind::Mesh)
      for (const Vec3<double>& p : meshes.of(shape.mesh_file))
        drawn.points.push_back({shape.size.x * p.x, shape.size.y * p.y, shape.size.z * p.z});
    if (drawn.points.empty()) continue;
    for (Vec3<double>& p : drawn.points) p = shape.X_LS * p;
    shapes.push_back(std::move(drawn));
  }
  meshes.tell_missing();
  return shapes;
}

}  // namespace sinew
