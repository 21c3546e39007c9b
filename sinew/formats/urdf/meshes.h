// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "sinew/errors/diagnostic.h"

namespace tinyxml2 {
class XMLElement;
}  // namespace tinyxml2

namespace sinew {

/// The mesh files that the links of a URDF refer to, and which of them are not there.
class UrdfMeshes {
 public:
  /// Relative names are looked for beside the file `urdf`.
  explicit UrdfMeshes(std::string urdf) : urdf_(std::move(urdf)) {}

  void collect(const tinyxml2::XMLElement& link);
  /// One warning for all that are missing.
  void tell_missing(Diagnostics& diagnostics) const;

 private:
  void look_for(std::string_view name, SourceLine where);
  bool is_there(std::string_view name) const;

  std::string urdf_;
  std::set<std::string, std::less<>> seen_;
  std::size_t missing_ = 0;
  std::string first_;
  SourceLine first_line_;
};

}  // namespace sinew
