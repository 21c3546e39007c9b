// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/audit/log_motion.h"

namespace sinew {

/// Where the energy of a motion was at each time, and which way it had come and gone since the start [J]:
///
///     kinetic + potential + springs − (the same at the start) = drive − viscous − dry + wrenches + unexplained
struct EnergyHistory {
  std::vector<double> times;                    ///< [s]
  Eigen::VectorXd kinetic, potential, springs;  ///< stored; of gravity zero where the world's origin is
  Eigen::VectorXd drive;                        ///< work that the motors did
  Eigen::VectorXd viscous, dry;                 ///< lost to friction
  Eigen::VectorXd wrenches;                     ///< work of forces from outside
  Eigen::VectorXd unexplained;                  ///< what is missing (below zero) or too much

  Eigen::VectorXd stored() const { return kinetic + potential + springs; }
};

/// What went through one joint in the whole time [J].
struct JointEnergy {
  double driven = 0.0;  ///< work of the motor while it pushed
  double braked = 0.0;  ///< while it held back; zero or below
  double viscous = 0.0, dry = 0.0;
  double unexplained = 0.0;  ///< work of the torque that the model does not ask for, with its sign reversed
};

/// One stretch of the time and its balance [J].
struct EnergyWindow {
  double from = 0.0, to = 0.0;  ///< [s]
  double stored = 0.0, drive = 0.0, viscous = 0.0, dry = 0.0, wrenches = 0.0, unexplained = 0.0;
  double noise = 0.0;  ///< standard deviation of `unexplained` that the noise of the log makes
};

/// Powers and torques that a ledger is made of: a row per joint, a column per time.
struct LedgerTorques {
  Eigen::MatrixXd model;         ///< what the motion asks for [N·m or N]
  Eigen::MatrixXd viscous, dry;  ///< of which friction
};

/// τ of the model along a motion, friction by its kinds. `wrenches` act in it.
LedgerTorques model_torques(const Arm& arm, const JointMotions& motion, const std::vector<Wrench>& wrenches);

/// The ledger of a motion under the torques tau. Integrals are of fourth order in the time between samples.
EnergyHistory energy_history(const Arm& arm, const std::vector<double>& times, const JointMotions& motion,
                             const Eigen::MatrixXd& tau, const std::vector<Wrench>& wrenches);

/// The same joint by joint.
std::vector<JointEnergy> joint_energies(const std::vector<double>& times, const JointMotions& motion,
                                        const Eigen::MatrixXd& tau, const LedgerTorques& torques);

/// The ledger in `count` stretches of equal numbers of samples.
std::vector<EnergyWindow> energy_windows(const EnergyHistory& history, int count);

}  // namespace sinew
