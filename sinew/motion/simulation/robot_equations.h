// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/simulation/drive.h"
#include "sinew/motion/simulation/dry_friction.h"
#include "sinew/motion/simulation/simulation_settings.h"

namespace sinew {

/// What holds from one event to the next, so that the equations of motion are smooth between.
struct Conditions {
  explicit Conditions(int velocities)
      : slides(at(velocities), 0), stop(at(velocities), 0), holds(at(velocities), 0), torque(at(velocities), 0.0) {}

  std::vector<int> slides;     ///< the direction of sliding, which dry friction opposes; 0: it sticks, or is not dry
  std::vector<int> stop;       ///< resting at the lower stop: −1; at the upper one: +1
  std::vector<int> holds;      ///< 1: the joint stays where it is, held by friction or by its stop
  std::vector<double> torque;  ///< of a sampled drive
  int held = 0;                ///< how many joints are held
  double last_time = SimulationSettings::none;  ///< laws are asked for no later time: beyond it they jump
};

/// Where in the numbers of a simulation's state each quantity stands: q, q̇, and the works, which are quadratures.
struct StateLayout {
  std::size_t q = 0, v = 0;  ///< how many positions and velocities
  bool drive = false, viscous = false, dry = false, wrenches = false;

  std::size_t states() const noexcept { return q + v; }
  std::size_t works() const noexcept {
    return v * ((drive ? 1U : 0U) + (viscous ? 1U : 0U) + (dry ? 1U : 0U)) + (wrenches ? 1U : 0U);
  }
  std::size_t size() const noexcept { return states() + works(); }
  std::size_t drive_at() const noexcept { return states(); }
  std::size_t viscous_at() const noexcept { return drive_at() + (drive ? v : 0); }
  std::size_t dry_at() const noexcept { return viscous_at() + (viscous ? v : 0); }
  std::size_t wrenches_at() const noexcept { return dry_at() + (dry ? v : 0); }
};

/// The right-hand side: how the numbers of a state change under given conditions.
///
/// Dry friction acts in the direction that the conditions name, so that nothing jumps; joints that are held have q̈ =
/// 0, and the others the accelerations that this leaves: M_ff·q̈_f = (τ − bias)_f.
class RobotEquations {
 public:
  RobotEquations(const Arm& arm, const SimulationSettings& settings, std::shared_ptr<Drive> drive,
                 std::shared_ptr<Surroundings> surroundings);

  const Arm& arm() const noexcept { return arm_; }
  const Model<double>& model() const noexcept { return arm_.model(); }
  /// The robot whose friction is viscous alone: dry friction is a torque of its own.
  const Model<double>& smooth_model() const noexcept { return *smooth_; }
  const DryFrictionLaw& dry() const noexcept { return dry_; }
  const StateLayout& layout() const noexcept { return layout_; }
  bool is_regularised() const noexcept { return regularised_; }
  Drive* drive() const noexcept { return drive_.get(); }
  Surroundings* surroundings() const noexcept { return surroundings_.get(); }
  Workspace& workspace() const noexcept { return *work_; }
  bool is_driven_continuously() const noexcept { return drive_ && !sampled_; }

  /// dy of y at time t. Throws InputError where the accelerations are no numbers.
  void rate(const Conditions& conditions, double t, In<double> y, Out<double> dy);

  /// The parts of it: q with a base's quaternion of length 1; the efforts that act besides those of the smooth robot;
  /// and the powers, as the works of a state have their place.
  In<double> unit_position(In<double> y);
  void find_forces(const Conditions& conditions, double t, In<double> q, In<double> qd);
  void powers(In<double> q, In<double> qd, Out<double> works);
  void position_rate(In<double> q, In<double> qd, Out<double> dq) const noexcept;
  void accelerations(const Conditions& conditions, In<double> q, In<double> qd, Out<double> qdd);

  /// After `rate` or `find_forces`: what the drive gives, and what acts besides the smooth robot.
  In<double> tau() const noexcept { return tau_; }
  In<double> applied() const noexcept { return applied_; }
  /// After `rate`: the effort that holds each joint that is held, and the size against which its round-off counts.
  In<double> holding() const noexcept { return holding_; }
  In<double> holding_size() const noexcept { return holding_size_; }

  long evaluations() const noexcept { return evaluations_; }
  void count_evaluations(bool yes) noexcept { counting_ = yes; }
  void set_evaluations(long count) noexcept { evaluations_ = count; }

  Energy<double> energy(In<double> q, In<double> qd) const;
  void change_robot(const Arm& arm);

  /// x ← M_ff⁻¹·x over the velocities that are not held; the others become zero. After `find_mass_matrix`.
  void find_mass_matrix(In<double> q);
  void factorise_free(const Conditions& conditions);
  void solve_free(const Conditions& conditions, Out<double> x) const;
  In<double> mass_matrix() const noexcept { return M_; }

 private:
  void add_wrenches(double t, In<double> q, In<double> qd);

  Arm arm_;
  std::unique_ptr<Model<double>> smooth_, damped_;  // without dry friction; without springs as well
  DryFrictionLaw dry_;
  StateLayout layout_;
  bool regularised_ = false, sampled_ = false;
  double bend_ = 1.0;
  std::shared_ptr<Drive> drive_;
  std::shared_ptr<Surroundings> surroundings_;
  std::unique_ptr<Workspace> work_;
  std::vector<double> q_, tau_, applied_, dry_effort_, pulled_, zero_, bias_, M_, factor_, buffer_, holding_,
      holding_size_;
  std::vector<Force<double>> on_links_;
  long evaluations_ = 0;
  bool counting_ = true;
};

}  // namespace sinew
