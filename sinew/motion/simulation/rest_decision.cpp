// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/rest_decision.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd inverse_mass_matrix_of(RobotEquations& equations, In<double> q) {
  const auto n = static_cast<Index>(equations.layout().v);
  MatrixXd inverse(n, n);  // symmetric: rows are columns
  numbers::inverse_mass_matrix(equations.smooth_model(), q, equations.workspace(),
                               Out<double>(inverse.data(), static_cast<std::size_t>(inverse.size())));
  return inverse;
}

/// The efforts that may act on the joints at rest.
struct EffortBounds {
  VectorXd lower, upper;

  EffortBounds(const RobotEquations& equations, const Conditions& conditions, In<double> q,
               const std::vector<Index>& joints)
      : lower(std::ssize(joints)), upper(std::ssize(joints)) {
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < lower.size(); ++k) {
      const int v = static_cast<int>(joints[static_cast<std::size_t>(k)]);
      const StaticBand<double> band =
          equations.is_regularised() ? StaticBand<double>{0.0, 0.0} : equations.dry().band(v, q);
      lower[k] = conditions.stop[at(v)] > 0 ? -unbounded : -band.plus;
      upper[k] = conditions.stop[at(v)] < 0 ? unbounded : band.minus;
    }
  }
};

void start_moving(const RobotEquations& equations, Conditions& conditions, int joint, int direction) {
  if (!equations.is_regularised() && equations.dry().acts_on(joint)) conditions.slides[at(joint)] = direction;
  conditions.stop[at(joint)] = 0;
}

/// The joints that touch stops, which impulses push away from them.
class StopContacts {
 public:
  StopContacts(RobotEquations& equations, In<double> q, In<int> towards) : towards_(towards) {
    for (std::size_t i = 0; i < towards.size(); ++i)
      if (towards[i] != 0) joints_.push_back(static_cast<Index>(i));
    if (joints_.empty()) return;
    inverse_ = inverse_mass_matrix_of(equations, q);
    A_ = inverse_(joints_, joints_);
    for (Index k = 0; k < count(); ++k)
      for (Index m = 0; m < count(); ++m) A_(k, m) *= away(k) * away(m);
  }

  Index count() const { return std::ssize(joints_); }
  std::size_t joint(Index k) const { return static_cast<std::size_t>(joints_[static_cast<std::size_t>(k)]); }
  /// Away from its stop.
  double speed(Index k, In<double> qd) const { return away(k) * qd[joint(k)]; }

  /// The impulses λ ≥ `lower` that make ½·λᵀ·A·λ + aᵀ·λ smallest act on the velocities.
  void push(const VectorXd& a, const VectorXd& lower, Out<double> qd, Out<double> lost) const {
    if (joints_.empty()) return;
    const VectorXd upper = VectorXd::Constant(count(), std::numeric_limits<double>::infinity());
    const VectorXd impulse = smallest_in_box(A_, a, lower, upper);
    const std::vector<double> before(qd.begin(), qd.end());
    for (Index k = 0; k < count(); ++k)
      for (std::size_t i = 0; i < qd.size(); ++i)
        qd[i] += inverse_(static_cast<Index>(i), static_cast<Index>(joint(k))) * away(k) * impulse[k];
    for (Index k = 0; k < count(); ++k)
      lost[joint(k)] -= 0.5 * away(k) * impulse[k] * (before[joint(k)] + qd[joint(k)]);
  }

 private:
  double away(Index k) const { return -towards_[joint(k)]; }

  In<int> towards_;
  std::vector<Index> joints_;
  MatrixXd inverse_, A_;
};

}  // namespace

void decide_rest(RobotEquations& equations, Conditions& conditions, double t, In<double> q, In<double> qd, int slips,
                 int direction) {
  const auto n = static_cast<Index>(equations.layout().v);
  std::vector<Index> resting;
  for (Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    conditions.holds[k] = 0;
    if (qd[k] != 0.0) continue;
    conditions.slides[k] = 0;
    const bool rubs = !equations.is_regularised() && equations.dry().acts_on(static_cast<int>(i));
    if (i == slips)
      start_moving(equations, conditions, slips, direction);
    else if (rubs || conditions.stop[k] != 0)
      resting.push_back(i);
  }
  conditions.held = 0;
  if (resting.empty()) return;
  const MatrixXd inverse = inverse_mass_matrix_of(equations, q);
  VectorXd free(n);
  while (!resting.empty()) {
    equations.find_forces(conditions, t, q, qd);
    equations.accelerations(conditions, q, qd, Out<double>(free.data(), static_cast<std::size_t>(n)));
    const EffortBounds bounds(equations, conditions, q, resting);
    const MatrixXd A = inverse(resting, resting);
    const VectorXd a = free(resting), f = smallest_in_box(A, a, bounds.lower, bounds.upper);
    const VectorXd gain = A * f + a, round_off = 1e-12 * (A.cwiseAbs() * f.cwiseAbs() + a.cwiseAbs());
    std::vector<Index> staying;
    for (Index k = 0; k < gain.size(); ++k) {
      const Index joint = resting[static_cast<std::size_t>(k)];
      if (std::abs(gain[k]) <= round_off[k])
        staying.push_back(joint);
      else
        start_moving(equations, conditions, static_cast<int>(joint), gain[k] > 0.0 ? 1 : -1);
    }
    if (staying.size() == resting.size()) break;
    resting = staying;
  }
  for (const Index joint : resting) conditions.holds[static_cast<std::size_t>(joint)] = 1;
  conditions.held = static_cast<int>(resting.size());
}

void resolve_impacts(RobotEquations& equations, In<double> q, In<int> towards, In<double> restitution, Out<double> qd,
                     Out<double> lost) {
  const StopContacts contacts(equations, q, towards);
  VectorXd wanted(contacts.count());
  for (Index k = 0; k < wanted.size(); ++k) {
    const double speed = contacts.speed(k, qd);
    wanted[k] = speed < 0.0 ? (1.0 + restitution[contacts.joint(k)]) * speed : speed;
  }
  contacts.push(wanted, VectorXd::Zero(wanted.size()), qd, lost);
}

void bring_to_rest(RobotEquations& equations, In<double> q, In<int> towards, In<int> resting, Out<double> qd,
                   Out<double> lost) {
  const StopContacts contacts(equations, q, towards);
  VectorXd speeds(contacts.count()), lower = VectorXd::Zero(contacts.count());
  for (Index k = 0; k < speeds.size(); ++k) {
    speeds[k] = contacts.speed(k, qd);
    if (resting[contacts.joint(k)] != 0) lower[k] = -std::numeric_limits<double>::infinity();
  }
  contacts.push(speeds, lower, qd, lost);
  for (Index k = 0; k < speeds.size(); ++k)
    if (resting[contacts.joint(k)] != 0) qd[contacts.joint(k)] = 0.0;
}

}  // namespace sinew
