// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/yaml/mesh_bodies.h"

#include "sinew/formats/source_text.h"
#include "sinew/formats/stl.h"
#include "sinew/model/mesh.h"

namespace sinew {

const MeshBody& MeshBodies::read(const std::string& path, double scale) {
  const auto [place, is_new] = known_.try_emplace({path, scale});
  MeshBody& mesh = place->second;
  if (!is_new) return mesh;
  Diagnostics diagnostics(path);
  try {
    const std::vector<Triangle> triangles = read_stl(read_source_text(path), scale, diagnostics);
    mesh.was_read = !diagnostics.has_errors();
    if (mesh.was_read) mesh.body = inertia_of_mesh(triangles, 1.0, diagnostics, {});
  } catch (const InputError& e) {
    for (const Diagnostic& p : e.diagnostics()) diagnostics.error({p.line}, p.what, p.remedy);
  }
  mesh.diagnostics = diagnostics.all();
  return mesh;
}

}  // namespace sinew
