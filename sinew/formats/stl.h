// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/formats/source_text.h"
#include "sinew/model/mesh.h"

namespace sinew {

/// The triangles of an STL file, text or binary, with every coordinate times `scale` (STL knows no unit;
/// 0.001 for a file in millimetres).
///
/// What is wrong is noted with its line, or in a binary file with the number of its triangle, and the answer
/// is then empty. The first word does not tell the two forms apart, as binary files also begin with "solid";
/// the length does, which a binary file announces. Normals are not read: the order of the corners already
/// says which side is out.
std::vector<Triangle> read_stl(const SourceText& source, double scale, Diagnostics& diagnostics);

}  // namespace sinew
