// SPDX-License-Identifier: BSD-3-Clause
//
// Why a simulation cannot go on, in words: when, which joint, and what to do.
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "sinew/motion/simulation/simulation_run.h"
#include "sinew/readings/checked.h"

namespace sinew {
namespace {

/// Faster than this no robot moves [rad/s or m/s].
constexpr double runaway_speed = 1e7;

}  // namespace

void Simulation::Run::refuse_now(const std::string& what, const std::string& remedy) const {
  throw InputError({{Severity::Error, equations_.model().name(), 0, "at t = " + shown(t_) + " s " + what, remedy}});
}

std::string Simulation::Run::joint_name(std::size_t velocity) const {
  const Model<double>& model = equations_.model();
  for (const Link<double>& link : model.links())
    if (sinew::at(link.velocity_index) == velocity && !link.follows) return link.joint_name;
  return "of the floating base";
}

void Simulation::Run::refuse_singular() {
  const In<double> q = equations_.unit_position(y_);
  const numbers::Position position(equations_.model(), q);
  // a joint whose own inertia is round-off of a larger one has none
  equations_.find_mass_matrix(q);
  const std::size_t n = layout().v;
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, equations_.mass_matrix()[i * n + i]);
  for (std::size_t i = 0; i < n; ++i)
    if (!(equations_.mass_matrix()[i * n + i] > 1e-20 * largest))
      refuse_now("the mass matrix is singular: joint " + in_quotes(joint_name(i)) + " moves nothing that has inertia",
                 "give the links beyond it inertia, or its motor a rotor inertia; or choose another q");
  if (!numbers::mass_matrix_is_singular(equations_.model(), position, equations_.workspace())) return;
  try {
    numbers::refuse_singular(equations_.model(), position, equations_.workspace());
  } catch (const InputError& problem) {
    refuse_now(problem.diagnostics().front().what, problem.diagnostics().front().remedy);
  }
}

void Simulation::Run::refuse_rate(const InputError& problem) {
  for (std::size_t i = 0; i < layout().v; ++i)
    if (const double tau = equations_.tau()[i]; !std::isfinite(tau))
      refuse_now("the drive gives joint " + in_quotes(joint_name(i)) + " a torque of " +
                     (std::isnan(tau) ? "nan" : shown(tau)),
                 "look at its law for divisions by zero, roots of negative numbers and the like");
  refuse_singular();
  refuse_now(problem.diagnostics().front().what, problem.diagnostics().front().remedy);
}

void Simulation::Run::refuse_crowd() const {
  std::set<int> joints;
  for (const SimulationEvent& event : events_)
    if (event.t >= crowd_.begin && event.velocity_index >= 0) joints.insert(event.velocity_index);
  std::string names;
  for (const int joint : joints) names += (names.empty() ? "" : ", ") + in_quotes(joint_name(sinew::at(joint)));
  refuse_now(std::to_string(crowd_.events) + " events follow one another within " + shown(t_ - crowd_.begin) + " s" +
                 (names.empty() ? "" : "; joints in them: " + names),
             "look for a law of the drive or a wrench that jumps with q or q̇ and make it continuous; or take "
             "regularised friction, or no stops");
}

void Simulation::Run::refuse_runaway() {
  for (std::size_t i = 0; i < layout().v; ++i)
    if (const double speed = qd()[i]; !(std::abs(speed) < runaway_speed))
      refuse_now("joint " + in_quotes(joint_name(i)) + " moves at " + shown(speed) +
                     (is_adaptive() ? ": the motion runs away" : ": the motion runs away, or the step is too long"),
                 is_adaptive() ? "look at the gains of the drive" : remedy_for_step());
  // what a step that is too long gains shows in the ledger long before numbers overflow
  if (is_adaptive() || effort_.steps % 128 != 0) return;
  const Energy<double> energy = equations_.energy(q(), qd());
  double given = at_start_ + changes_, size = std::abs(at_start_) + std::abs(energy.potential) + energy.springs + 1e-6;
  const auto count = [&](double sign, In<double> works) {
    for (const double work : works) {
      given += sign * work;
      size += std::abs(work);
    }
  };
  const StateLayout& l = layout();
  const In<double> y = y_;
  count(1.0, y.subspan(l.drive_at(), l.viscous_at() - l.drive_at()));
  count(-1.0, y.subspan(l.viscous_at(), l.wrenches_at() - l.viscous_at()));
  count(1.0, y.subspan(l.wrenches_at()));
  count(-1.0, impacts_);
  const double gain = energy.kinetic + energy.potential + energy.springs - given;
  if (std::abs(gain) > 10.0 * size)
    refuse_now("the energy has grown by " + shown(gain) + " J that nothing gave: the step of " +
                   shown(settings_.time_step) + " s is too long",
               remedy_for_step());
}

void Simulation::Run::refuse_step(double landing) {
  // the last good state, for all that is asked about it
  std::copy(frame_.from.begin(), frame_.from.end(), y_.begin());
  equations_.unit_position(y_);
  try {
    equations_.rate(during_, t_, y_, rate_);
  } catch (const InputError& problem) {
    refuse_rate(problem);
  }
  if (bad_torque_ >= 0)
    refuse_now("or within the next " + shown(landing - t_) + " s the drive gives joint " +
                   in_quotes(joint_name(sinew::at(bad_torque_))) + " a torque of nan",
               "look at its law for divisions by zero, roots of negative numbers and the like");
  const std::string why = problem_.empty() ? "" : " (" + problem_ + ")";
  if (!is_adaptive()) refuse_now("a step of " + shown(landing - t_) + " s cannot be taken" + why, remedy_for_step());
  // which joint has least inertia left when the others are free to move: close to a singular mass matrix it has none
  equations_.find_mass_matrix(equations_.unit_position(y_));
  const auto n = static_cast<Eigen::Index>(layout().v);
  const Eigen::MatrixXd M = Eigen::Map<const Eigen::MatrixXd>(equations_.mass_matrix().data(), n, n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(M);
  Eigen::Index joint = 0;
  modes.eigenvectors().col(0).cwiseAbs().maxCoeff(&joint);
  if (modes.eigenvalues()[0] < 1e-6 * modes.eigenvalues()[n - 1] &&
      std::abs(rate_[layout().q + sinew::at(int(joint))]) > 1e3)
    refuse_now("the mass matrix has become singular: joint " + in_quotes(joint_name(sinew::at(int(joint)))) +
                   " moves hardly any mass there",
               "give the links beyond it inertia, or its motor a rotor inertia; or start elsewhere");
  refuse_now(
      "no step is short enough: the accelerations change within " + shown(landing - t_) + " s" + why,
      "look for jumps in the drive and the surroundings, and name them by next_jump; or take a larger tolerance");
}

std::string Simulation::Run::remedy_for_step() {
  // the stiffest mode where the run started: h·|λ| is bounded by the method
  const auto n = static_cast<Eigen::Index>(layout().states());
  std::vector<double> y = start_y_, up(layout().size()), down(layout().size());
  const Conditions free(static_cast<int>(layout().v));
  Eigen::MatrixXd jacobian(n, n);
  try {
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double x = y[k], d = 6e-6 * (1.0 + std::abs(x));
      y[k] = x + d;
      equations_.rate(free, start_, y, up);
      y[k] = x - d;
      equations_.rate(free, start_, y, down);
      y[k] = x;
      for (Eigen::Index i = 0; i < n; ++i)
        jacobian(i, j) = (up[static_cast<std::size_t>(i)] - down[static_cast<std::size_t>(i)]) / (2.0 * d);
    }
  } catch (const InputError&) {
    return "take a shorter time step, or method stiff";
  }
  const double fastest = Eigen::EigenSolver<Eigen::MatrixXd>(jacobian, false).eigenvalues().cwiseAbs().maxCoeff();
  const double bound = method_ == SimulationMethod::SemiImplicitEuler ? 1.0 : 1.4;  // half of the limit of stability
  if (!(fastest * settings_.time_step > bound)) return "look at the gains of the drive, or take a shorter time step";
  return "take a time step of at most " + shown(bound / fastest) + " s, or method stiff";
}

}  // namespace sinew
