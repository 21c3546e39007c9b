// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/source_text.h"

namespace sinew {

/// One piece of data in an smiData file: `smiData.Solid(4).CoM = [0 1 2];  % mm`.
struct SmiAssignment {
  std::string array;  ///< "Solid"
  int index = 0;      ///< 4
  std::string field;  ///< "CoM"; of a joint "Rz.Pos"
  std::variant<std::vector<double>, std::string> value;
  std::string comment;     ///< what stands behind it on its line: the unit
  bool cut_joint = false;  ///< the comment above it says that a joint was cut to open a loop
  SourceLine source;

  bool is_text() const { return std::holds_alternative<std::string>(value); }
};

/// The assignments of an smiData file, the `.m` file that MATLAB's smimport writes, in the order of the file.
///
/// The file is a program to MATLAB and a list of data here: names, numbers and text are read, and whatever
/// would have to be computed is refused. The variable is the one that the comment `%%%VariableName:` names;
/// without such a comment it is the first to be assigned.
std::vector<SmiAssignment> parse_smidata(const SourceText& source, Diagnostics& diagnostics);

}  // namespace sinew
