// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sinew/equations/document.h"
#include "sinew/equations/equation_book.h"

namespace sinew {

/// A part of the equations as the recursions leave it, with nothing multiplied out: τ, M, c, g and the energies; nothing for
/// other parts. With a motion put in, such as one of two joints out of seven, it may be short where the closed form of the
/// whole robot is too long to be written down.
std::optional<Section> unexpanded_section(const SymbolicRobot& robot, EquationPart part);

}  // namespace sinew
