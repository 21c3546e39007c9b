// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/equations/document.h"
#include "sinew/symbolic/polynomial_matrix.h"

namespace sinew {

/// Something that was looked at, and what shows it.
struct Property {
  Verdict verdict;
  std::vector<Block> evidence;
};

/// A matrix that is said to be a robot's mass matrix.
struct MassMatrixClaim {
  std::string letter = "M";
  PolynomialMatrix matrix;
  std::map<std::string, double> parameters;  ///< the robot's, by name; without a robot, none
  bool has_followers = false;                ///< joints that follow others: M may then depend on the first joint
  bool has_robot = false;                    ///< whose parameters are those, if it has any
};

/// What every mass matrix obeys, for any robot: it depends on positions alone; it is symmetric; M_ij depends on no
/// joint up to the first of i and j, so that nothing depends on q1; and it is positive definite, but perhaps in single
/// places where bodies without extension, point masses and thin rods, make it singular. Where that hangs on the
/// parameters the condition is given. Without a robot parameters are positive, with one they have its file's sign.
std::vector<Property> mass_matrix_properties(Ring& ring, const MassMatrixClaim& claim);

}  // namespace sinew
