// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/formats/yaml/fields.h"
#include "sinew/model/description.h"
#include "sinew/spatial/inertia.h"

namespace sinew {

/// What a link (or base, or payload) weighs, in its frame: `mass`, `com` or `first_moment`, `inertia` with
/// `inertia_about`, and `bodies`, a list of shapes, meshes or such numbers, each with its own `pose`. All
/// that is given counts together; nothing where none of it is. Of a robot in numbers, bodies that have a surface are added
/// to `shapes`, their link left for the caller to name.
template <Scalar P>
std::optional<Inertia<P>> read_inertia(YamlFields& fields, const YamlValues<P>& values,
                                       std::vector<ShapeDescription>& shapes);

extern template std::optional<Inertia<double>> read_inertia(YamlFields&, const YamlValues<double>&,
                                                            std::vector<ShapeDescription>&);
extern template std::optional<Inertia<Expr>> read_inertia(YamlFields&, const YamlValues<Expr>&,
                                                          std::vector<ShapeDescription>&);

}  // namespace sinew
