// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/equations/document.h"
#include "sinew/equations/equation_book.h"
#include "sinew/symbolic/print/program.h"

namespace sinew {

/// One of `--show`: which part it is, and what it says.
struct PartSection {
  EquationPart part = EquationPart::Torque;
  Section section;
};

/// "tau", "M", …: the word under which a part is asked for.
const char* word_of(EquationPart part);

/// A part as the recursions compute it, not multiplied out: M whole, τ, V and G joint by joint. Throws InputError for a
/// part that no recursion gives.
PartSection recursion_section(const SymbolicRobot& robot, EquationPart part);

/// The same parts with intermediate variables, which are the first section, and what evaluating all of it costs. They
/// become symbols of the robot's graph.
struct SteppedSections {
  Section steps;
  std::vector<PartSection> parts;
  OperationCount count;
};
SteppedSections with_steps(SymbolicRobot& robot, const std::vector<PartSection>& parts);

}  // namespace sinew
