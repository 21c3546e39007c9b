// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/equations/document.h"
#include "sinew/equations/motion_equations.h"

namespace sinew {

/// A combination of inertial parameters that torques can show.
struct BaseParameter {
  MathName name;
  Polynomial value;  ///< in the robot's own symbols
};

/// The inertial parameters of a chain or tree, regrouped so that none is left that torques cannot show (M. Gautier and
/// W. Khalil, Direct calculation of minimum set of inertial parameters of serial robots, 1990).
///
/// A body that a joint cannot be seen to move may as well belong to the link before. For a turn about z that is a body
/// with m, h_z and I_xx = I_yy alone; for a slide along z, one with I alone. Handing these down from tip to base
/// leaves seven parameters per turning link and four per sliding one. What the few motions of the first links still
/// cannot tell apart is found by exact elimination.
struct BaseParameterRules {
  std::vector<BaseParameter> parameters;
  std::vector<std::string> notes;
};

BaseParameterRules base_parameter_rules(SymbolicRobot& robot);

}  // namespace sinew
