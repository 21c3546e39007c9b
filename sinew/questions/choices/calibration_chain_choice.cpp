// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/calibration_chain_choice.h"

#include <algorithm>

namespace sinew {
namespace {

/// Are all of these parameters that the robot's file names?
bool are_file_parameters(const RobotDescription<double>& robot, const std::vector<std::string>& words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(robot.parameters.begin(), robot.parameters.end(),
                       [&](const ParameterDescription& parameter) { return parameter.name == word; });
  });
}

}  // namespace

ChosenChain choose_chain(const RobotChoice& robot, const std::string& by, const std::string& frame,
                         const std::vector<std::string>& free, Door& door) {
  const std::shared_ptr<const LoadedRobot> loaded = robot.load(door);
  const auto made = [](CalibrationChain chain) { return std::make_shared<const CalibrationChain>(std::move(chain)); };
  if (by == "file" || (by.empty() && are_file_parameters(loaded->description, free)))
    return {made(make_chain_of_file_parameters(robot.source(), robot.read_options(), frame)), "parameters of the file"};
  if (by == "poses") return {made(make_chain(*loaded, frame, {.model = ChainModel::Poses})), "poses of the joints"};
  if (by == "chain")
    return {made(make_chain_of_transforms(robot.source(), robot.read_options(), frame)), "transforms of the chain"};
  if (by == "standard")
    return {made(make_chain(*loaded, frame, {.model = ChainModel::StandardDh})), "standard DH parameters"};
  return {made(make_chain(*loaded, frame, {.model = ChainModel::ModifiedDh})), "modified DH parameters"};
}

}  // namespace sinew
