// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/formats/load.h"

namespace sinew {

/// The joints between the base and a frame F, in the words of the robot's description.
struct ChainPath {
  struct MovingJoint {
    int joint = 0;  ///< its place among the joints of the description
    std::vector<int>
        fixed;          ///< the fixed joints between the moving link before it (or the base) and the link it hangs on
    Pose<double> X_LP;  ///< that link seen from the moving one
    int position = 0;   ///< the place in q of the variable that moves it
    int velocity = 0;   ///< and of its torque
    double multiplier = 1.0, offset = 0.0;  ///< it stands at multiplier·q + offset
  };
  /// What says where F is on the last moving link.
  enum class EndKind { Frame, FixedJoint, LastJoint };

  std::vector<MovingJoint> joints;
  std::vector<int> fixed;  ///< the fixed joints behind the last moving one
  Pose<double> X_LF;       ///< F in the frame of the last moving link, or in the base
  EndKind end_kind = EndKind::LastJoint;
  int end = 0;  ///< the place of that frame or joint in the description
  std::string frame;
};

/// Throws InputError where no such frame is there, the base floats, or nothing moves the frame.
ChainPath path_to_frame(const LoadedRobot& loaded, const std::string& frame);

/// The links and joints of the path alone: a chain without branches, for tables that know nothing else.
RobotDescription<double> description_of_path(const RobotDescription<double>& robot, const ChainPath& path);

}  // namespace sinew
