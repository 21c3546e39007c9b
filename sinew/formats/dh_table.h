// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/dh_row.h"
#include "sinew/model/description.h"

namespace sinew {

/// One joint of a DH table.
struct DhTableRow {
  std::string joint;
  std::string link;
  JointKind kind = JointKind::Revolute;
  DhRow<double> row;
  Pose<double> after;  ///< the link's own frame, seen from the frame at the end of the row
};

/// A chain as a Denavit-Hartenberg table: X_base,link = base · row₁(q₁) ⋯ rowᵢ(qᵢ) · afterᵢ.
struct DhTable {
  DhConvention convention = DhConvention::Standard;
  Pose<double> base;  ///< where the first row begins, in the frame of the base
  std::vector<DhTableRow> rows;
};

/// The DH table of a robot, or nothing and the plain reason.
///
/// Where the robot's own frames are DH frames already, the table is theirs, signs and all. Elsewhere frames
/// are put on the common normals of neighbouring axes, and `after` leads from them to the robot's own. A
/// chain of joints always has a table; a branch or a floating base has none. Axes that are parallel but for
/// less than 1e-9 rad are written as parallel, with a warning if that moves a link by more than 1e-12.
std::optional<DhTable> dh_table(const RobotDescription<double>& description, DhConvention convention,
                                Diagnostics& diagnostics);

}  // namespace sinew
