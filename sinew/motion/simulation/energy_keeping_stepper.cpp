// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "sinew/motion/integration/gauss_collocation.h"
#include "sinew/motion/simulation/stepper.h"
#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

/// Gauss collocation in positions and momenta p = M·q̇, in which the robot is a Hamiltonian system:
///
///     q̇ = M⁻¹·p,   ṗ = ∂L/∂q + τ = Cᵀ·q̇ − g + τ,   because Ṁ = C + Cᵀ and τ = M·q̈ + C·q̇ + g
///
/// A floating base has its linear and angular momentum about W's origin, in W's axes, in place of its share of p: these
/// are constant where nothing pulls, and any method keeps a constant. Its quaternion keeps its length, a quadratic
/// invariant.
class EnergyKeepingStepper : public Stepper {
 public:
  explicit EnergyKeepingStepper(RobotEquations& equations)
      : equations_(equations),
        layout_(equations.layout()),
        method_(static_cast<int>(layout_.states()), static_cast<int>(layout_.works())),
        C_(layout_.v * layout_.v),
        g_(layout_.v),
        qd_(layout_.v),
        p_(layout_.v),
        from_(layout_.size()),
        first_(layout_.size()),
        to_(layout_.size()),
        nodes_(6 * layout_.states()) {}

  bool take(StepFrame& frame, const Conditions& conditions) override {
    const auto rate = [&](double t, In<double> y, Out<double> dy) { momentum_rate(conditions, t, y, dy); };
    std::copy(frame.from.begin(), frame.from.end(), from_.begin());
    momenta_of(frame.from, from_);
    rate(frame.t, from_, first_);
    if (!method_.take(rate, frame.t, from_, first_, frame.h, to_)) return false;
    std::copy(to_.begin(), to_.end(), frame.to.begin());
    velocities_of(conditions, to_, frame.to);
    equations_.rate(conditions, frame.t + frame.h, frame.to, frame.last);
    return true;
  }

  void prepare_dense(const StepFrame& frame, const Conditions& conditions) override {
    const std::size_t n = layout_.states();
    std::copy_n(frame.from.begin(), n, nodes_.begin());
    std::copy_n(frame.to.begin(), n, nodes_.begin() + static_cast<std::ptrdiff_t>(5 * n));
    for (int s = 0; s < 4; ++s) {
      const In<double> y = method_.at_node(s);
      const Out<double> node = Out<double>(nodes_).subspan(at(s + 1) * n, n);
      std::copy(y.begin(), y.end(), node.begin());
      velocities_of(conditions, y, node);
    }
  }
  /// Lagrange's polynomial through both ends and the stages.
  void dense(const StepFrame&, double share, Out<double> states) const override {
    double x[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, weight[6];
    for (int s = 0; s < 4; ++s) x[s + 1] = method_.node(s);
    for (int j = 0; j < 6; ++j) {
      weight[j] = 1.0;
      for (int m = 0; m < 6; ++m)
        if (m != j) weight[j] *= (share - x[m]) / (x[j] - x[m]);
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      states[i] = 0.0;
      for (std::size_t j = 0; j < 6; ++j) states[i] += weight[j] * nodes_[j * layout_.states() + i];
    }
  }

 private:
  struct BaseMomentum {
    Vec3<double> angular, linear;
  };

  bool floats() const { return equations_.model().floating_base(); }

  /// From the base's axes and origin to W's, and back.
  static BaseMomentum in_world(In<double> q, const BaseMomentum& h) {
    const Pose<double> X = base_pose<double>(q);
    const Vec3<double> linear = X.R * h.linear;
    return {X.R * h.angular + cross(X.p, linear), linear};
  }
  static BaseMomentum in_base(In<double> q, const BaseMomentum& h) {
    const Pose<double> X = base_pose<double>(q);
    return {X.R.inverse_times(h.angular - cross(X.p, h.linear)), X.R.inverse_times(h.linear)};
  }
  static BaseMomentum base_part(In<double> x) { return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}; }
  static void put(const BaseMomentum& h, Out<double> x) {
    for (int k = 0; k < 3; ++k) {
      x[at(k)] = h.angular[k];
      x[at(k) + 3] = h.linear[k];
    }
  }

  /// In place of q̇, p = M·q̇.
  void momenta_of(In<double> y, Out<double> z) {
    const In<double> q = equations_.unit_position(y), qd = y.subspan(layout_.q, layout_.v);
    equations_.find_mass_matrix(q);
    const Out<double> p = z.subspan(layout_.q, layout_.v);
    for (std::size_t i = 0; i < layout_.v; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < layout_.v; ++j) sum += equations_.mass_matrix()[i * layout_.v + j] * qd[j];
      p_[i] = sum;
    }
    std::copy(p_.begin(), p_.end(), p.begin());
    if (floats()) put(in_world(q, base_part(p)), p);
  }

  /// In place of p, q̇ = M⁻¹·p; joints that are held have none.
  void velocities_of(const Conditions& conditions, In<double> z, Out<double> y) {
    const In<double> q = equations_.unit_position(z), p = z.subspan(layout_.q, layout_.v);
    std::copy(p.begin(), p.end(), qd_.begin());
    if (floats()) put(in_base(q, base_part(p)), qd_);
    equations_.find_mass_matrix(q);
    equations_.factorise_free(conditions);
    equations_.solve_free(conditions, qd_);
    std::copy(qd_.begin(), qd_.end(), y.begin() + static_cast<std::ptrdiff_t>(layout_.q));
  }

  void momentum_rate(const Conditions& conditions, double t, In<double> z, Out<double> dz) {
    velocities_of(conditions, z, dz);  // for the moment, q̇ stands where ṗ will
    const In<double> q = equations_.unit_position(z);
    const Model<double>& model = equations_.smooth_model();
    equations_.position_rate(z.first(layout_.q), qd_, dz.first(layout_.q));
    equations_.find_forces(conditions, t, q, qd_);
    equations_.powers(q, qd_, dz.subspan(layout_.states()));
    numbers::coriolis_matrix(model, q, qd_, equations_.workspace(), C_);
    numbers::gravity_torque(model, q, model.gravity(), equations_.workspace(), g_);
    add_joint_forces<double, double>(model, q, qd_, 1.0, g_);
    const Out<double> dp = dz.subspan(layout_.q, layout_.v);
    for (std::size_t i = 0; i < layout_.v; ++i) dp[i] = equations_.applied()[i] - g_[i];
    for (std::size_t i = floats() ? 6 : 0; i < layout_.v; ++i)
      for (std::size_t j = 0; j < layout_.v; ++j) dp[i] += C_[j * layout_.v + i] * qd_[j];
    if (floats()) put(in_world(q, base_part(dp)), dp);
  }

  RobotEquations& equations_;
  StateLayout layout_;
  GaussCollocation<double> method_;
  std::vector<double> C_, g_, qd_, p_, from_, first_, to_, nodes_;
};

}  // namespace

std::unique_ptr<Stepper> make_energy_keeping_stepper(RobotEquations& equations) {
  return std::make_unique<EnergyKeepingStepper>(equations);
}

}  // namespace sinew
