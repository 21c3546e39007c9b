// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/model/model.h"

namespace sinew_peers {

/// An arm without friction, springs and rotors that MuJoCo moves in time, without contacts, under torques of zero. Its
/// own Runge-Kutta method of order 4 with fixed steps.
class MujocoSimulation {
 public:
  MujocoSimulation() = default;
  MujocoSimulation(const MujocoSimulation&) = delete;
  MujocoSimulation& operator=(const MujocoSimulation&) = delete;
  virtual ~MujocoSimulation() = default;
  virtual void start(const std::vector<double>& q, const std::vector<double>& qd) = 0;
  virtual void step() = 0;
  virtual std::vector<double> q() const = 0;
};

/// Nothing where MuJoCo is not installed.
std::unique_ptr<MujocoSimulation> mujoco_simulation(const sinew::Model<double>& arm, double time_step);

}  // namespace sinew_peers
