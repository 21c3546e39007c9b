// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/spatial/inertia.h"

namespace sinew {

/// What a mesh file encloses, at density one, and what is wrong with it.
struct MeshBody {
  bool was_read = false;  ///< as an STL file, if perhaps not as a closed surface
  std::optional<Inertia<double>> body;
  std::vector<Diagnostic> diagnostics;
};

/// The bodies of mesh files, each read once, however many parts of the robot name it.
class MeshBodies {
 public:
  const MeshBody& read(const std::string& path, double scale);

 private:
  std::map<std::pair<std::string, double>, MeshBody> known_;
};

}  // namespace sinew
