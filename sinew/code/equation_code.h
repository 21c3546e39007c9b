// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/code/equation_steps.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {

/// Equations as functions of a programming language, complete as they stand, one for each part:
///
///     void rrp_M(const double q[3], const struct rrp_par *par, double M[3][3])
///
/// named after the robot and the part. Arguments are q, qd, qdd, as far as the part can depend on them, and the
/// parameters, with the file's values as `rrp_values`; vectors and matrices are arrays, and whole. Whatever is no formula
/// of the state, such as the conditions for a singular configuration, is a comment. Along a motion the functions are of
/// the time: `void rrp_tau(double t, const struct rrp_par *par, double tau[3])`.
struct EquationCodeStyle {
  Language language = Language::C;  ///< C, Cpp, Python or Matlab
  bool intermediate = false;        ///< with intermediate variables, rather than each entry by itself
  bool count = false;               ///< operation counts as comments
  std::string time = {};            ///< of equations along a motion: the symbol of the time, the only state there is
  std::string motion = {};          ///< a comment about that motion
};
std::string equation_code(SymbolicRobot& robot, const std::vector<PartSection>& parts, const EquationCodeStyle& style);

}  // namespace sinew
