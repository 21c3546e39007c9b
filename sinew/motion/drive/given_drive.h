// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/drive/given_wrenches.h"
#include "sinew/motion/drive/state_formulas.h"
#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// A body that the arm holds during a window of time.
struct PayloadWindow {
  Payload payload;
  TimeWindow window;
};

/// Everything that happens to a robot in time besides gravity, as somebody gave it in a file or in short forms.
struct GivenDrive {
  std::string name;  ///< for titles
  std::shared_ptr<SummedDrive> drive = std::make_shared<SummedDrive>();
  std::vector<WrenchFormulas> wrenches = {};
  std::vector<PayloadWindow> payloads = {};
  std::vector<Diagnostic> remarks = {};

  /// When payloads are picked up or put down, rising.
  std::vector<double> payload_times() const;
  /// The robot with what it holds at t. Throws InputError where a body does not fit the robot.
  Arm robot_at(double t, const Arm& arm) const;
};

/// The gains with which `hold` keeps a robot where it is, made so that every joint alone, with the inertia that it has
/// at q, comes back with this frequency and without overshoot.
struct HoldGains {
  std::vector<double> stiffness, damping;
};
HoldGains hold_gains(const Arm& arm, const std::vector<double>& q, double frequency);

/// Keeps the robot at a position by joint PD and gravity compensation.
std::unique_ptr<TorquePart> hold_law(const Arm& arm, const std::vector<double>& target, HoldGains gains);

/// One formula per joint, in order or by name: "0,0", "5*sin(t), -2*qd2", "elbow = 5*sin(t)". Joints that are not
/// named get none. Throws InputError with everything wrong, found in `option`.
std::unique_ptr<TorquePart> torque_in_line(const std::string& text, const char* option, const Model<double>& model,
                                           const StateFormulas& formulas);

}  // namespace sinew
