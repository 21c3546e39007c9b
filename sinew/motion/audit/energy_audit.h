// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/motion/audit/energy_history.h"
#include "sinew/motion/audit/motion_log.h"
#include "sinew/motion/audit/torque_faults.h"

namespace sinew {

struct AuditSettings {
  std::vector<Wrench> wrenches;  ///< that acted all the time
  int windows = 10;
};

/// Where the energy of a log went, and whether its signals can be true of this robot.
struct EnergyAudit {
  EnergyHistory history;  ///< over time, with the velocities that were logged
  std::vector<EnergyWindow> windows;
  EnergyWindow whole;
  std::vector<JointEnergy> joints;
  double turnover = 0.0;                  ///< ∫ Σ |τ·q̇| dt [J]: the energy that went through the joints
  double drift = 0.0, drift_noise = 0.0;  ///< unexplained power on average, and its standard deviation [W]
  bool closes = false;  ///< each window is explained but for 4 deviations of noise, or 0.5 % of the turnover
  LogNoise noise;
  std::vector<VelocityCheck> velocities;  ///< of each joint
  TorqueFaults torques;

  /// Does a velocity, or the torques, have a fault that has a name?
  bool names_a_fault() const;
};

/// Holds a log against the robot.
///
/// q and q̇ are made into one smooth motion, with noise and smoothness estimated from the log itself. The noise is
/// then put onto that motion again, several times, and everything is computed from each: so it is known what noise
/// makes of every figure, and only what exceeds that is suspected. Results are the same every time. Derivation:
/// docs/math/energy_audit.md.
///
/// Throws InputError for a log that does not fit the robot.
EnergyAudit audit(const Arm& arm, const MotionLog& log, const AuditSettings& settings = {});

}  // namespace sinew
