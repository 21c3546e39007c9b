// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/joint.h"

namespace sinew {

/// "(0, 0, -9.81)"
std::string shown(const Vec3<double>& v);
/// "(0, 0, 1) m, turned by rpy (90°, 0°, 0°)"
std::string shown(const Pose<double>& X);
/// A number for programs: as few digits as give it back bit for bit.
std::string exact(double value);

/// An angle in degrees or a length in millimetres, with its unit: "90°", "431.8 mm".
std::string shown_position(double value, JointKind kind);

/// "rad", "m" and what follows from them for a joint that turns or slides.
struct JointUnits {
  const char* position;
  const char* velocity;
  const char* acceleration;
  const char* jerk;
  const char* effort;
  const char* viscous;
  const char* stiffness;
};
const JointUnits& units_of(JointKind kind);

}  // namespace sinew
