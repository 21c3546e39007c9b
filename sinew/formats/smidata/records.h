// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/smidata/parser.h"
#include "sinew/spatial/inertia.h"

namespace sinew {

/// A pose that the file knows by its ID; of what in what, the ID tells.
struct SmiTransform {
  std::string id;
  Pose<double> X;
  SourceLine source;
};

/// The body of a part *design*, in the frame of the part; a design may occur many times in the assembly.
struct SmiSolid {
  std::string id;
  Inertia<double> inertia;
  SourceLine source;
};

/// A joint, such as type "RevoluteJoint" with the ID "[base-1:-:arm-1]".
///
/// Where the joint stood in the drawing (`Rz.Pos`) is checked and dropped: it is a value of q, not part of
/// the geometry, and a description has no place for a state.
struct SmiJoint {
  std::string type;
  std::string id;
  bool cut = false;  ///< taken out of the tree by smimport, to open a loop
  SourceLine source;
};

struct SmiRecords {
  std::vector<SmiTransform> transforms;  ///< by index
  std::vector<SmiSolid> solids;          ///< by index
  std::vector<SmiJoint> joints;          ///< in the order of the file
};

/// What the assignments say once the last of each field has won, in SI units.
///
/// The unit stands in the comment behind each line and may change from line to line. Zero needs none, which
/// covers the null values that each array starts with; any other quantity without a unit is an error.
///
/// MoI = [Ixx Iyy Izz] and PoI = [Iyz Izx Ixy] are about the centre of mass. Simscape defines its products as
/// Iyz = −∫ y·z dm: they are the off-diagonal elements of the inertia matrix as they stand, with no further sign.
SmiRecords read_smi_records(const std::vector<SmiAssignment>& assignments, Diagnostics& diagnostics);

}  // namespace sinew
