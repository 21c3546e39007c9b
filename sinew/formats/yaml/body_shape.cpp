// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/body_shape.h"

#include <filesystem>

namespace sinew {
namespace {

using ShapeKind = ShapeDescription::Kind;

/// The figures of a body that has been read already.
class SurfaceFigures {
 public:
  SurfaceFigures(YamlFields& fields, const YamlValues<double>& values) : fields_(fields), values_(values) {}

  double length(const char* key) const {
    const YamlNode* node = fields_.find(key);
    return node ? values_.plain_number(*node, dimension::length, key).value_or(0.0) : 0.0;
  }
  Vec3<double> lengths(const char* key) const {
    Vec3<double> v;
    if (const YamlNode* node = fields_.find(key))
      for (int i = 0; i < 3; ++i)
        v[i] = values_.plain_number(*node->items[static_cast<std::size_t>(i)], dimension::length, key).value_or(0.0);
    return v;
  }
  /// What turns z to the axis along which the body lies.
  Rotation<double> along() const {
    const YamlNode* axis = fields_.find("axis");
    if (axis && axis->text == "x") return rotation_taking_z_to(unit_x<double>());
    if (axis && axis->text == "y") return rotation_taking_z_to(unit_y<double>());
    return {};
  }
  bool is_at_corner() const {
    const YamlNode* at = fields_.find("at");
    return at && at->text == "corner";
  }
  std::string mesh_file() const {
    const std::filesystem::path robot(values_.diagnostics().file());
    return (robot.parent_path() / fields_.find("file")->text).string();
  }
  double mesh_scale() const { return fields_.find("scale") ? length("scale") : 1.0; }

 private:
  YamlFields& fields_;
  const YamlValues<double>& values_;
};

}  // namespace

std::optional<ShapeDescription> body_shape(const std::string& shape, YamlFields& fields,
                                           const YamlValues<double>& values) {
  const SurfaceFigures of(fields, values);
  const auto made = [](ShapeKind kind, const Pose<double>& X, const Vec3<double>& size) {
    return ShapeDescription{.link = {}, .kind = kind, .X_LS = X, .size = size};
  };
  if (shape == "box") {
    const Vec3<double> half = 0.5 * of.lengths("size");
    return made(ShapeKind::Box, of.is_at_corner() ? translation(half) : Pose<double>{}, half);
  }
  if (shape == "cylinder" || shape == "hollow_cylinder") {
    const double radius = of.length(shape == "cylinder" ? "radius" : "outer_radius");
    return made(ShapeKind::Cylinder, {of.along(), {}}, {radius, radius, 0.5 * of.length("length")});
  }
  if (shape == "sphere" || shape == "hollow_sphere") {
    const double radius = of.length(shape == "sphere" ? "radius" : "outer_radius");
    return made(ShapeKind::Ellipsoid, {}, {radius, radius, radius});
  }
  if (shape == "cone")
    return made(ShapeKind::Cone, {of.along(), {}}, {of.length("radius"), of.length("radius"), of.length("height")});
  if (shape == "ellipsoid") return made(ShapeKind::Ellipsoid, {}, of.lengths("semi_axes"));
  if (shape == "mesh") {
    const double scale = of.mesh_scale();
    ShapeDescription mesh = made(ShapeKind::Mesh, {}, {scale, scale, scale});
    mesh.mesh_file = of.mesh_file();
    return mesh;
  }
  return std::nullopt;
}

}  // namespace sinew
