// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/smidata/joint_types.h"
#include "sinew/formats/smidata/records.h"

namespace sinew {

/// A part of the assembly, or a sub-assembly that moves as one: one that the file's IDs name.
struct SmiPart {
  std::string name;          ///< as in the IDs: "arm-1", "gripper-1:finger-2"; "world" for the world
  bool is_assembly = false;  ///< has parts of its own and thus no solid
  SourceLine source;
};

/// Two parts that are joined:
///
///     X_PC(q) = X_PB · J(q) · X_CF⁻¹,    J(q) = J₁(q₁)·J₂(q₂)·…
///
/// with a J for each primitive, and none for a weld.
struct SmiConnection {
  int parent = 0, child = 0;
  Pose<double> X_PB, X_CF;
  std::vector<SmiPrimitive> primitives;
  SourceLine source;
};

/// A frame that the designer drew on every instance of a part.
struct SmiFrame {
  int part = 0;
  std::string name;
  Pose<double> X;
  SourceLine source;
};

/// The parts and what holds them together, as the file draws it: any graph, in any direction.
struct SmiGraph {
  static constexpr int world = 0;
  std::vector<SmiPart> parts;  ///< the world first
  std::vector<SmiConnection> connections;
  std::vector<int> free_parts;
  std::vector<SmiFrame> frames;
  bool is_complete = true;  ///< no connection had to be left out
};

/// Ties the records together by their IDs.
///
/// A pair of transforms B and F with no joint of that ID is a weld. RootGround fixes a part in the world, and
/// AssemblyGround one in its sub-assembly. Joints inside a sub-assembly may have their transforms under the
/// assembly's *design*, for all its instances together.
///
/// A joint that is no chain of primitives is an error, and so is one that was cut to open a loop.
SmiGraph connect_smi_records(const SmiRecords& records, Diagnostics& diagnostics);

}  // namespace sinew
