// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/questions/choices/robot_choice.h"
#include "sinew/questions/door.h"

namespace sinew {

/// A chain and what its numbers are called: "modified DH parameters".
struct ChosenChain {
  std::shared_ptr<const CalibrationChain> chain;
  std::string name;
};

/// The chain to a frame, described by DH parameters, poses, transforms or the file's own parameters as `by` says. Where
/// it is empty, the words of `free` tell.
ChosenChain choose_chain(const RobotChoice& robot, const std::string& by, const std::string& frame,
                         const std::vector<std::string>& free, Door& door);

}  // namespace sinew
