// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "sinew/motion/integration/linear_solve.h"
#include "sinew/motion/integration/rodas.h"
#include "sinew/motion/simulation/stepper.h"
#include "sinew/readings/numbers.h"

namespace sinew {
namespace {

/// RODAS with ∂q̈/∂q = −M_ff⁻¹·(∂τ/∂q − ∂applied/∂q)_f and the like by q̇: the derivatives of inverse dynamics at q̈ in
/// closed form, those of drive, dry friction and wrenches by differences. A floating base, whose positions are not the
/// integrals of its velocities, takes a dense Jacobian by differences of the whole rate.
class StiffStepper : public Stepper {
 public:
  explicit StiffStepper(RobotEquations& equations)
      : equations_(equations),
        layout_(equations.layout()),
        states_(static_cast<int>(layout_.states())),
        method_(states_),
        structured_(static_cast<int>(layout_.v)),
        dense_(equations.model().floating_base() ? states_ : 0),
        by_time_(layout_.states()),
        jacobian_(equations.model().floating_base() ? layout_.states() * layout_.states() : 0),
        by_q_(layout_.v * layout_.v),
        by_qd_(by_q_),
        by_qdd_(by_q_),
        column_(layout_.v),
        y_(layout_.size()),
        up_(layout_.size()),
        down_(layout_.size()) {}

  void begin(const StepFrame& frame, const Conditions& conditions) override {
    std::copy(frame.from.begin(), frame.from.end(), y_.begin());
    if (floats())
      find_dense(frame, conditions);
    else
      find_structured(frame, conditions);
    find_by_time(frame, conditions);
  }

  bool take(StepFrame& frame, const Conditions& conditions) override {
    if (!factorise(1.0 / (Rodas<double>::gamma * frame.h))) return false;
    const auto solve = [&](Out<double> x) {
      if (floats())
        dense_.solve(x);
      else
        structured_.solve(x);
    };
    const auto rate = [&](double t, In<double> y, Out<double> dy) {
      std::copy(y.begin(), y.end(), y_.begin());
      equations_.rate(conditions, t, y_, up_);
      std::copy_n(up_.begin(), layout_.states(), dy.begin());
    };
    const auto n = layout_.states();
    method_.take(rate, solve, frame.t, In<double>(frame.from).first(n), In<double>(frame.first).first(n), by_time_,
                 frame.h, Out<double>(frame.to).first(n));
    equations_.rate(conditions, frame.t + frame.h, frame.to, frame.last);
    return true;
  }

  /// The works, by Gauss's rule of three points along the dense output.
  void finish(StepFrame& frame, const Conditions& conditions) override {
    if (layout_.works() == 0) return;
    static const double off = std::sqrt(0.15);
    const double nodes[3] = {0.5 - off, 0.5, 0.5 + off}, weights[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    for (std::size_t i = layout_.states(); i < layout_.size(); ++i) frame.to[i] = frame.from[i];
    for (int k = 0; k < 3; ++k) {
      method_.dense(nodes[k], Out<double>(y_).first(layout_.states()));
      const In<double> q = equations_.unit_position(y_), qd = In<double>(y_).subspan(layout_.q, layout_.v);
      equations_.find_forces(conditions, frame.t + nodes[k] * frame.h, q, qd);
      equations_.powers(q, qd, Out<double>(up_).subspan(layout_.states()));
      for (std::size_t i = layout_.states(); i < layout_.size(); ++i) frame.to[i] += frame.h * weights[k] * up_[i];
    }
  }

  int order() const override { return 4; }
  double error(In<double> scale) const override { return method_.error(scale); }
  void dense(const StepFrame&, double share, Out<double> states) const override { method_.dense(share, states); }

 private:
  static double difference(double x) { return 6e-6 * (1.0 + std::abs(x)); }
  bool floats() const { return equations_.model().floating_base(); }
  bool forces_depend_on_state() const {
    return equations_.is_driven_continuously() || equations_.dry().any() || equations_.surroundings() != nullptr;
  }

  bool factorise(double c) {
    if (!floats()) return structured_.factorise(c);
    for (int i = 0; i < states_; ++i)
      for (int j = 0; j < states_; ++j) dense_(i, j) = (i == j ? c : 0.0) - jacobian_[at(i) * at(states_) + at(j)];
    return dense_.factorise();
  }

  void find_dense(const StepFrame& frame, const Conditions& conditions) {
    for (std::size_t j = 0; j < layout_.states(); ++j) {
      const double x = y_[j], d = difference(x);
      y_[j] = x + d;
      equations_.rate(conditions, frame.t, y_, up_);
      y_[j] = x - d;
      equations_.rate(conditions, frame.t, y_, down_);
      y_[j] = x;
      for (std::size_t i = 0; i < layout_.states(); ++i)
        jacobian_[i * layout_.states() + j] = (up_[i] - down_[i]) / (2.0 * d);
    }
  }

  void find_structured(const StepFrame& frame, const Conditions& conditions) {
    const In<double> q = In<double>(y_).first(layout_.q), qd = In<double>(y_).subspan(layout_.q, layout_.v);
    const In<double> qdd = In<double>(frame.first).subspan(layout_.q, layout_.v);
    const Model<double>& model = equations_.smooth_model();
    numbers::torque_derivatives(model, {q, qd, qdd}, numbers::own_loads(model), equations_.workspace(),
                                {by_q_, by_qd_, by_qdd_});
    equations_.find_mass_matrix(q);
    equations_.factorise_free(conditions);
    for (std::size_t j = 0; j < layout_.v; ++j) {
      put_column(frame, conditions, j, by_q_, structured_.A);
      put_column(frame, conditions, layout_.v + j, by_qd_, structured_.B);
    }
  }

  /// The derivative of q̈ by state number `state`.
  void put_column(const StepFrame& frame, const Conditions& conditions, std::size_t state,
                  const std::vector<double>& by, std::vector<double>& matrix) {
    const std::size_t n = layout_.v, j = state % n;
    std::fill(column_.begin(), column_.end(), 0.0);
    if (forces_depend_on_state()) {
      const In<double> q = In<double>(y_).first(layout_.q), qd = In<double>(y_).subspan(layout_.q, n);
      const double x = y_[state], d = difference(x);
      y_[state] = x + d;
      equations_.find_forces(conditions, frame.t, q, qd);
      std::copy(equations_.applied().begin(), equations_.applied().end(), column_.begin());
      y_[state] = x - d;
      equations_.find_forces(conditions, frame.t, q, qd);
      y_[state] = x;
      for (std::size_t i = 0; i < n; ++i) column_[i] = (column_[i] - equations_.applied()[i]) / (2.0 * d);
    }
    for (std::size_t i = 0; i < n; ++i) column_[i] -= by[i * n + j];
    equations_.solve_free(conditions, column_);
    for (std::size_t i = 0; i < n; ++i) matrix[i * n + j] = column_[i];
  }

  void find_by_time(const StepFrame& frame, const Conditions& conditions) {
    std::fill(by_time_.begin(), by_time_.end(), 0.0);
    if (!equations_.is_driven_continuously() && equations_.surroundings() == nullptr) return;
    // forwards, unless the laws jump there
    const double size = 1e-7 * std::max(1.0, std::abs(frame.t));
    const double d = frame.t + size < conditions.last_time ? size : -size;
    equations_.rate(conditions, frame.t + d, y_, up_);
    for (std::size_t i = 0; i < layout_.states(); ++i) by_time_[i] = (up_[i] - frame.first[i]) / d;
  }

  RobotEquations& equations_;
  StateLayout layout_;
  int states_;
  Rodas<double> method_;
  SecondOrderSolve<double> structured_;
  LinearSolve<double> dense_;
  std::vector<double> by_time_, jacobian_, by_q_, by_qd_, by_qdd_, column_, y_, up_, down_;
};

}  // namespace

std::unique_ptr<Stepper> make_stiff_stepper(RobotEquations& equations) {
  return std::make_unique<StiffStepper>(equations);
}

}  // namespace sinew
