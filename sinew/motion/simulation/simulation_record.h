// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace sinew {

/// Something that happened at an instant between smooth motions.
struct SimulationEvent {
  enum class Kind {
    StartsSliding,  ///< a joint breaks away, or slides on the other way; value: the direction, +1 or −1
    Sticks,         ///< dry friction holds a joint; value: the effort that it holds
    HitsStop,       ///< value: the velocity with which it hits
    RestsAtStop,    ///< it stays at the stop; value: the effort with which it is pressed against it
    LeavesStop,     ///< the effort has turned; value: the position
    BouncesEnd,     ///< infinitely many bounces have come to their end here; value: how many of them were computed
    StopCondition,  ///< a watched function has changed its sign; value: its number
    RobotChange,    ///< value: the energy that the change brought [J]
    MethodChange    ///< Automatic goes on with another method; value: its number in SimulationMethod
  };
  double t = 0.0;
  Kind kind = Kind::StartsSliding;
  int velocity_index = -1;  ///< of the joint; −1 where none is meant
  double value = 0.0;
};

/// "starts sliding", "sticks", ...
const char* name_of(SimulationEvent::Kind kind);

/// Where the energy is and where it went since the start [J].
///
///     kinetic + potential + springs
///         = at_start + Σ drive + wrenches + changes − Σ viscous − Σ dry − Σ impacts + residual
struct EnergyLedger {
  double kinetic = 0.0, potential = 0.0, springs = 0.0;  ///< now
  double at_start = 0.0;                                 ///< kinetic + potential + springs at the start
  std::vector<double> drive;                             ///< work of the drive, per velocity
  std::vector<double> viscous, dry;                      ///< lost in friction, per velocity; dampers count as viscous
  std::vector<double> impacts;                           ///< lost in impacts, per velocity
  double wrenches = 0.0;                                 ///< work of the surroundings
  double changes = 0.0;                                  ///< brought by changes of the robot

  double total() const { return kinetic + potential + springs; }
  /// What the integration itself gained; zero for an exact one.
  double residual() const;
};

/// A state at one instant of a simulation.
struct SimulationSample {
  double t = 0.0;
  std::vector<double> q, qd, qdd, tau;  ///< tau: what the drive gives
};

/// What a run has cost so far.
struct SimulationEffort {
  long steps = 0;        ///< taken
  long rejected = 0;     ///< tried again with a shorter step, or cut at an event
  long evaluations = 0;  ///< of the equations of motion
};

}  // namespace sinew
