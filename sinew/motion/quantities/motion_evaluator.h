// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/quantities/motion_quantity.h"

namespace sinew {

/// The axes of the vectors of links, and of the motion of the frame.
enum class VectorAxes {
  Usual,  ///< those of links in the link's own axes, as `Arm::trace` has them; that of the frame in W's
  Own,
  World
};

/// A robot that moves along a trajectory.
struct RobotMotion {
  Arm arm;
  std::shared_ptr<const Trajectory> trajectory;
  std::vector<Wrench> wrenches = {};
  std::string frame = {};  ///< whose pose and motion count; empty: where the arm ends
  VectorAxes axes = VectorAxes::Usual;
};

/// InputError where the trajectory is not one of this robot, or the base floats: a trajectory moves joints alone.
void check_motion(const RobotMotion& motion);

/// Quantities of a motion at any time of it, one after the other in a row of numbers. What none of them needs is not
/// computed, and nothing is allocated after the evaluator is made. For one thread.
class MotionEvaluator {
 public:
  /// InputError as `check_motion` has it, and for a frame that the robot does not have.
  MotionEvaluator(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities);
  MotionEvaluator(const MotionEvaluator&) = delete;
  MotionEvaluator& operator=(const MotionEvaluator&) = delete;
  ~MotionEvaluator();

  /// How many numbers all quantities are together.
  int size() const noexcept { return size_; }
  /// InputError where the motion is so fast that a number is not finite; `row` has `size()` numbers.
  void at(double t, Out<double> row);

 private:
  class Work;
  std::unique_ptr<Work> work_;
  int size_ = 0;
};

}  // namespace sinew
