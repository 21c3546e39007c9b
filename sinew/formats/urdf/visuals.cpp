// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/visuals.h"

#include <tinyxml2.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "sinew/formats/urdf/xml_fields.h"

namespace sinew {
namespace {

/// The file that a URDF names; empty for a path into a ROS package, which takes an installation to find.
std::string mesh_path(const std::string& urdf, std::string_view name) {
  constexpr std::string_view file = "file://";
  if (name.starts_with(file))
    name.remove_prefix(file.size());
  else if (name.find("://") != std::string_view::npos)
    return {};
  return (std::filesystem::path(urdf).parent_path() / std::filesystem::path(name)).string();
}

/// The shape that a <visual> describes, or nothing where it has no geometry that we draw.
std::optional<ShapeDescription> visual_shape(const XmlFields& visual, const std::string& urdf) {
  ShapeDescription shape;
  if (const auto origin = visual.child("origin")) shape.X_LS = origin->pose();
  const auto geometry = visual.child("geometry");
  if (!geometry) return std::nullopt;
  if (const auto box = geometry->child("box")) {
    shape.size = 0.5 * box->vector("size");
  } else if (const auto cylinder = geometry->child("cylinder")) {
    const double radius = cylinder->number("radius");
    shape.kind = ShapeDescription::Kind::Cylinder;
    shape.size = {radius, radius, 0.5 * cylinder->number("length")};
  } else if (const auto sphere = geometry->child("sphere")) {
    const double radius = sphere->number("radius");
    shape.kind = ShapeDescription::Kind::Ellipsoid;
    shape.size = {radius, radius, radius};
  } else if (const auto mesh = geometry->child("mesh")) {
    shape.kind = ShapeDescription::Kind::Mesh;
    shape.mesh_file = mesh_path(urdf, mesh->word("filename"));
    shape.size = mesh->vector_or("scale", {1.0, 1.0, 1.0});
    if (shape.mesh_file.empty()) return std::nullopt;
  } else {
    return std::nullopt;
  }
  return shape;
}

}  // namespace

void read_visuals(const tinyxml2::XMLElement& link_element, const std::string& link, RobotDescription<double>& robot,
                  Diagnostics& diagnostics) {
  const std::string owner = "link " + in_quotes(link);
  for (const auto* e = link_element.FirstChildElement("visual"); e != nullptr; e = e->NextSiblingElement("visual")) {
    Diagnostics faults(robot.file);
    XmlNotes notes(faults);
    std::optional<ShapeDescription> shape = visual_shape(XmlFields(*e, owner, notes), robot.file);
    if (faults.has_errors()) {
      const Diagnostic first = faults.all().front();
      diagnostics.warning({e->GetLineNum()}, "a <visual> of " + owner + " cannot be drawn: " + first.what,
                          first.remedy);
    } else if (shape) {
      shape->link = link;
      robot.shapes.push_back(std::move(*shape));
    }
  }
}

}  // namespace sinew
