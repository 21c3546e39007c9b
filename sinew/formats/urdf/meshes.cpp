// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/urdf/meshes.h"

#include <tinyxml2.h>

#include <filesystem>
#include <system_error>

namespace sinew {

void UrdfMeshes::collect(const tinyxml2::XMLElement& link) {
  for (const auto* shape = link.FirstChildElement(); shape != nullptr; shape = shape->NextSiblingElement()) {
    const std::string_view kind = shape->Name();
    if (kind != "visual" && kind != "collision") continue;
    const auto* geometry = shape->FirstChildElement("geometry");
    const auto* mesh = geometry == nullptr ? nullptr : geometry->FirstChildElement("mesh");
    const char* name = mesh == nullptr ? nullptr : mesh->Attribute("filename");
    if (name != nullptr) look_for(name, {mesh->GetLineNum()});
  }
}

void UrdfMeshes::tell_missing(Diagnostics& diagnostics) const {
  if (missing_ == 0) return;
  const std::string first = in_quotes(first_);
  diagnostics.warning(first_line_,
                      missing_ == 1 ? "the mesh file " + first + " is not there"
                                    : std::to_string(missing_) + " mesh files are not there, the first is " + first,
                      "shapes are not needed for dynamics; to see them, put the files beside this one");
}

void UrdfMeshes::look_for(std::string_view name, SourceLine where) {
  if (!seen_.emplace(name).second || is_there(name)) return;
  if (missing_++ > 0) return;
  first_ = name;
  first_line_ = where;
}

/// A package:// path takes a ROS installation to find, so it counts as missing.
bool UrdfMeshes::is_there(std::string_view name) const {
  constexpr std::string_view file = "file://";
  if (name.starts_with(file))
    name.remove_prefix(file.size());
  else if (name.find("://") != std::string_view::npos)
    return false;
  std::error_code failed;
  return std::filesystem::exists(std::filesystem::path(urdf_).parent_path() / std::filesystem::path(name), failed);
}

}  // namespace sinew
