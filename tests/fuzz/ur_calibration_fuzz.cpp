// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/calibration/maker/ur_calibration.h"
#include "sinew/formats/load.h"

namespace {

using namespace sinew;

RobotDescription<double> ur5e() {
  return load_robot(SourceText{"ur5e.yaml", R"(sinew: 1
name: ur5e
dh: standard
links:
  - {mass: 1, dh: {d: 0.1625, alpha: 90deg}}
  - {mass: 1, dh: {a: -0.425}}
  - {mass: 1, dh: {a: -0.3922}}
  - {mass: 1, dh: {d: 0.1333, alpha: 90deg}}
  - {mass: 1, dh: {d: 0.0997, alpha: -90deg}}
  - {mass: 1, dh: {d: 0.0996}}
)"})
      .description;
}

bool is_pose(const Pose<double>& X) {
  for (int i = 0; i < 3; ++i) {
    if (!std::isfinite(X.p[i])) return false;
    if (!(std::abs(dot(X.R.row(i), X.R.row(i)) - 1.0) < 1e-12)) return false;
  }
  return true;
}

}  // namespace

/// Any bytes as a calibration.conf: refused, or joints that stand somewhere.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const RobotDescription<double> robot = ur5e();
  try {
    const UrCalibration calibration =
        read_ur_calibration(std::string(reinterpret_cast<const char*>(data), size), "calibration.conf");
    for (const JointDescription<double>& joint : with_ur_calibration(robot, calibration).joints)
      if (!is_pose(joint.X_PJ) || !is_pose(joint.X_JC)) std::abort();
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
