// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/description.h"

namespace sinew {

/// Reads the `.m` data file that MATLAB's smimport writes for a CAD assembly, without MATLAB.
///
/// - Every part of the assembly becomes a link under its own name, so that results can be asked for in the
///   designer's frames; welds become fixed joints, which `build_model` merges.
/// - The base is a link "world" where the file grounds anything, and else the one free part, which then floats.
///   If nothing is grounded or free, it is the one part that is nobody's child, with a warning.
/// - A joint is called "parent--child", its links in the order of the tree. A joint of several freedoms is a
///   chain of joints "parent--child.x", ".y", ".z", ".turn" through links without mass. The file's own
///   direction gives q its sign: a joint that the tree runs through backwards turns about −z.
/// - q = 0 is where the base and follower frames of a joint coincide, as in Simscape, not the pose as drawn.
///   That pose is q = Pos, which is not kept: it is a state, not a robot.
/// - Frames that the designer drew (`UCS[…]`) become frames "part:name".
/// - The file does not say where down is: gravity is the default, −z of the world.
///
/// Every problem is noted and none thrown; the description is of use only if `problems` has no errors.
RobotDescription<double> read_smidata(const SourceText& source, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace sinew
