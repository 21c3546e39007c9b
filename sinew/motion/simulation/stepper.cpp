// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/stepper.h"

#include <algorithm>
#include <cmath>

#include "sinew/motion/integration/dormand_prince.h"
#include "sinew/motion/integration/runge_kutta_4.h"

namespace sinew {
namespace {

/// The equations under conditions, as the methods take them.
auto rate_under(RobotEquations& equations, const Conditions& conditions) {
  return [&](double t, In<double> y, Out<double> dy) { equations.rate(conditions, t, y, dy); };
}

class AdaptiveStepper : public Stepper {
 public:
  explicit AdaptiveStepper(RobotEquations& equations)
      : equations_(equations),
        method_(static_cast<int>(equations.layout().states()), static_cast<int>(equations.layout().works())) {}

  bool take(StepFrame& frame, const Conditions& conditions) override {
    std::copy(frame.first.begin(), frame.first.end(), method_.first_rate().begin());
    method_.take(rate_under(equations_, conditions), frame.t, frame.from, frame.h, frame.to);
    const In<double> last = method_.last_rate();
    std::copy(last.begin(), last.end(), frame.last.begin());
    return true;
  }
  int order() const override { return 8; }
  double error(In<double> scale) const override { return method_.error(scale); }
  double stiffness(const StepFrame& frame) const override { return method_.stiffness(frame.to) / 6.1; }
  void prepare_dense(const StepFrame& frame, const Conditions& conditions) override {
    method_.prepare_dense(rate_under(equations_, conditions), frame.from, frame.to);
  }
  void dense(const StepFrame&, double share, Out<double> states) const override { method_.dense(share, states); }

 private:
  RobotEquations& equations_;
  DormandPrince<double> method_;
};

class RungeKuttaStepper : public Stepper {
 public:
  explicit RungeKuttaStepper(RobotEquations& equations)
      : equations_(equations),
        method_(static_cast<int>(equations.layout().states()), static_cast<int>(equations.layout().works())) {}

  bool take(StepFrame& frame, const Conditions& conditions) override {
    const auto rate = rate_under(equations_, conditions);
    method_.take(rate, frame.t, frame.from, frame.first, frame.h, frame.to);
    rate(frame.t + frame.h, frame.to, frame.last);
    return true;
  }

 private:
  RobotEquations& equations_;
  RungeKutta4<double> method_;
};

/// A floating base's quaternion turned by h·ω, exactly.
void turn_base(In<double> from, In<double> qd, double h, Out<double> q) {
  const Vec3<double> w{qd[0], qd[1], qd[2]}, e{from[3], from[4], from[5]};
  const double speed = norm(w), half = 0.5 * h * speed;
  const double s = speed > 0.0 ? std::sin(half) / speed : 0.5 * h, c = std::cos(half);
  const Vec3<double> turned = c * e + (s * from[6]) * w + s * cross(e, w);
  for (int k = 0; k < 3; ++k) q[at(k) + 3] = turned[k];
  q[6] = c * from[6] - s * dot(e, w);
}

class SemiImplicitStepper : public Stepper {
 public:
  explicit SemiImplicitStepper(RobotEquations& equations) : equations_(equations), works_(equations.layout().works()) {}

  bool take(StepFrame& frame, const Conditions& conditions) override {
    const StateLayout& layout = equations_.layout();
    // q̇ ← q̇ + h·q̈(q, q̇), then q ← q + h·q̇ with the new q̇
    for (std::size_t i = layout.q; i < layout.states(); ++i) frame.to[i] = frame.from[i] + frame.h * frame.first[i];
    const In<double> qd = In<double>(frame.to).subspan(layout.q, layout.v);
    const In<double> before = In<double>(frame.from).first(layout.q);
    const Out<double> q = Out<double>(frame.to).first(layout.q);
    equations_.position_rate(before, qd, q);
    for (std::size_t i = 0; i < layout.q; ++i) q[i] = before[i] + frame.h * q[i];
    if (equations_.model().floating_base()) turn_base(before, qd, frame.h, q);
    // the forces of the start along the way that was made
    const In<double> unit = equations_.unit_position(frame.from);
    equations_.find_forces(conditions, frame.t, unit, In<double>(frame.from).subspan(layout.q, layout.v));
    equations_.powers(unit, qd, works_);
    for (std::size_t i = 0; i < works_.size(); ++i)
      frame.to[layout.states() + i] = frame.from[layout.states() + i] + frame.h * works_[i];
    equations_.rate(conditions, frame.t + frame.h, frame.to, frame.last);
    return true;
  }

 private:
  RobotEquations& equations_;
  std::vector<double> works_;
};

}  // namespace

void Stepper::dense(const StepFrame& frame, double share, Out<double> states) const {
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = hermite(share, frame.h, frame.from[i], frame.first[i], frame.to[i], frame.last[i]);
}

std::unique_ptr<Stepper> make_stepper(SimulationMethod method, RobotEquations& equations) {
  switch (method) {
    case SimulationMethod::RungeKutta4:
      return std::make_unique<RungeKuttaStepper>(equations);
    case SimulationMethod::SemiImplicitEuler:
      return std::make_unique<SemiImplicitStepper>(equations);
    case SimulationMethod::Stiff:
      return make_stiff_stepper(equations);
    case SimulationMethod::EnergyKeeping:
      return make_energy_keeping_stepper(equations);
    case SimulationMethod::Adaptive:
    case SimulationMethod::Automatic:
      break;
  }
  return std::make_unique<AdaptiveStepper>(equations);
}

}  // namespace sinew
