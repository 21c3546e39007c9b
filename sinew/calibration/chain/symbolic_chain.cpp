// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/symbolic_chain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sinew/calibration/chain/exact_figures.h"
#include "sinew/calibration/chain/formula_pose.h"
#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/print/print.h"

namespace sinew {
namespace {

using StepKind = ChainStep::Kind;

// the order of factors in a product
constexpr int rank_of_torque = 2, rank_of_length = 3, rank_of_other = 4;

/// The angular velocity behind a rotation for each unit of a symbol, in the axes behind it: ω of [ω]× = Rᵀ·∂R/∂s.
Vec3<Expr> turn_by(const Rotation<Expr>& R, const Symbol& symbol) {
  const auto slope = [&](int column) {
    const Vec3<Expr> v = R.column(column);
    return Vec3<Expr>{derivative(v.x, symbol), derivative(v.y, symbol), derivative(v.z, symbol)};
  };
  return {dot(R.column(2), slope(1)), dot(R.column(0), slope(2)), dot(R.column(1), slope(0))};
}

/// Does it keep its symbol in nominal conditions?
bool stays_a_symbol(const CalibrationParameter& parameter, const Expr& nominal) {
  if (nominal.is_zero()) return false;
  const bool of_file = parameter.group == "parameter" && !(parameter.dimension == dimension::angle);
  return parameter.dimension == dimension::length || of_file;
}

}  // namespace

/// Walks along a chain from its base to its tool.
class SymbolicChain::Reader {
 public:
  Reader(SymbolicChain& result, const CalibrationChain& chain, ChainSymbols symbols)
      : to_(result), chain_(chain), symbols_(std::move(symbols)) {}

  void read() {
    for (std::size_t k = 0; k < chain_.parameters().size(); ++k) name_parameter(k);
    for (const ChainStep& step : chain_.parts().steps) append(step);
    if (!group_.members.empty()) to_.parallels_.push_back(std::move(group_));
    to_.note_ = figures_.note();
    refuse_names_with_another_meaning();
  }

 private:
  bool is_free(int parameter) const {
    return std::find(symbols_.free.begin(), symbols_.free.end(), parameter) != symbols_.free.end();
  }
  const CalibrationParameter& described(std::size_t k) const { return chain_.parameters()[k]; }
  const Expr& psi(int parameter) const { return to_.parameters_[static_cast<std::size_t>(parameter)]; }

  void name_parameter(std::size_t k) {
    const CalibrationParameter& parameter = described(k);
    const bool is_angle = parameter.dimension == dimension::angle, is_length = parameter.dimension == dimension::length;
    const Expr nominal = is_angle ? figures_.angle(parameter.nominal) : figures_.number(parameter.nominal);
    const bool stays = stays_a_symbol(parameter, nominal);
    if (!is_free(static_cast<int>(k)) && !(symbols_.all_lengths && is_length && stays)) {
      to_.parameters_.push_back(nominal);
      return;
    }
    to_.parameters_.push_back(
        to_.graph_->symbol(parameter.name, SymbolKind::Parameter, is_length ? rank_of_length : rank_of_other));
    if (stays)
      to_.values_.emplace(parameter.name, parameter.nominal);
    else
      to_.nominal_.emplace(parameter.name, nominal);
  }

  void append(const ChainStep& step) {
    if (step.kind == StepKind::Joint)
      append_joint(chain_.parts().joints[static_cast<std::size_t>(step.joint)]);
    else if (step.kind == StepKind::Formula)
      append_formula(*step.formula);
    else if (step.kind == StepKind::Fixed)
      move_on(figures_.pose(step.X));
    else
      append_elementary(step);
  }

  void move_on(const Pose<Expr>& X) {
    to_.X_WF_ = to_.X_WF_ * X;
    since_turn_ = since_turn_ * X.R;
  }

  /// Notes that a unit of the parameter turns everything behind by `turn`, given in the axes that the chain has
  /// reached.
  void note_turn(int parameter, const Vec3<Expr>& turn) {
    if (is_free(parameter)) to_.turns_[parameter] += to_.X_WF_.R * turn;
  }

  void append_elementary(const ChainStep& step) {
    const bool turn = is_turn(step.kind);
    const Expr amount = step.parameter >= 0 ? psi(step.parameter)
                        : turn              ? figures_.angle(step.value)
                                            : figures_.number(step.value);
    move_on(elementary_pose(step.kind, amount));
    if (turn) note_turn(step.parameter, cast<Expr>(unit_twist(step.kind).w));
  }

  void append_formula(const FormulaPose& formula) {
    const Pose<Expr> X = formula.with(to_.parameters_);
    move_on(X);
    for (const auto& [symbol, parameter] : formula.symbols())
      if (is_free(parameter)) note_turn(parameter, turn_by(X.R, psi(parameter).symbol()));
  }

  void append_joint(const ChainJoint& joint) {
    const bool turn = turns(joint.kind);
    const Expr q = to_.graph_->position(joint.velocity, turn);
    const Expr multiplier = figures_.number(joint.multiplier);
    const Expr position = multiplier * q + (turn ? figures_.angle(joint.offset) : figures_.number(joint.offset));
    Expr amount = position;
    if (joint.ratio >= 0) amount = psi(joint.ratio) * position;
    if (joint.change >= 0) amount += psi(joint.change);
    Expr torque;
    if (joint.compliance >= 0 && !psi(joint.compliance).is_zero()) {
      torque = gravity_torque(joint.velocity + 1);
      amount -= psi(joint.compliance) * torque;
    }
    if (turn) add_to_group(q, multiplier);
    const Expr pitch = figures_.number(joint.pitch);
    to_.X_WF_ =
        to_.X_WF_ * (turn ? Pose<Expr>{Rotation<Expr>::about_z(sincos(amount)), {Expr(), Expr(), pitch * amount}}
                          : translation(Vec3<Expr>{Expr(), Expr(), amount}));
    if (!turn) return;
    const Vec3<Expr> axis = unit_z<Expr>();
    note_turn(joint.change, axis);
    note_turn(joint.ratio, position * axis);
    note_turn(joint.compliance, -torque * axis);
  }

  Expr gravity_torque(int joint) {
    std::vector<int>& all = to_.gravity_torques_;
    if (std::find(all.begin(), all.end(), joint) == all.end()) all.push_back(joint);
    return to_.graph_->symbol("g" + std::to_string(joint), SymbolKind::Parameter, rank_of_torque);
  }

  /// Angles add up along neighbouring joints whose axes are parallel in nominal conditions.
  void add_to_group(const Expr& q, const Expr& multiplier) {
    const Expr cosine = to_.at_nominal(since_turn_(2, 2));
    since_turn_ = {};
    const bool is_its_own = multiplier.is_one() && std::find(seen_.begin(), seen_.end(), q) == seen_.end();
    seen_.push_back(q);
    const int sign = !cosine.is_constant()              ? 0
                     : cosine.constant().is_one()       ? 1
                     : cosine.constant().is_minus_one() ? -1
                                                        : 0;
    if (!group_.members.empty() && (sign == 0 || !is_its_own)) to_.parallels_.push_back(std::exchange(group_, {}));
    if (!is_its_own) return;
    const int before = group_.members.empty() ? 1 : group_.members.back().sign;
    group_.members.push_back({&q.symbol(), group_.members.empty() ? 1 : sign * before});
  }

  /// q1 is the first joint's position, and so is q₁, which would be printed like it.
  void refuse_names_with_another_meaning() const {
    Diagnostics diagnostics(chain_.parts().description.file);
    const auto refuse_as = [&](const CalibrationParameter& parameter, const std::string& taken, const char* meaning) {
      if (printed_name(parameter.name, Language::Unicode) == printed_name(taken, Language::Unicode))
        diagnostics.error({},
                          "the parameter " + in_quotes(parameter.name) + " has the name of " + meaning + ", " + taken,
                          "give it another name");
    };
    for (std::size_t k = 0; k < chain_.parameters().size(); ++k) {
      const CalibrationParameter& parameter = described(k);
      if (parameter.group != "parameter" || to_.parameters_[k].is_constant()) continue;
      for (const ChainJoint& joint : chain_.parts().joints)
        refuse_as(parameter, "q" + std::to_string(joint.velocity + 1), "a joint's position");
      for (const int joint : to_.gravity_torques_)
        refuse_as(parameter, "g" + std::to_string(joint), "the torque with which gravity bends a joint");
    }
    diagnostics.throw_if_errors();
  }

  SymbolicChain& to_;
  const CalibrationChain& chain_;
  ChainSymbols symbols_;
  ExactFigures figures_;
  Rotation<Expr> since_turn_;  ///< from behind the last turning joint to where the chain has come
  ParallelAngles group_;
  std::vector<Expr> seen_;
};

SymbolicChain::SymbolicChain(const CalibrationChain& chain, ChainSymbols symbols)
    : graph_(std::make_shared<ExprGraph>()) {
  Reader(*this, chain, std::move(symbols)).read();
}

Expr SymbolicChain::at_nominal(const Expr& x) const { return substituted(x, nominal_); }

Pose<Expr> SymbolicChain::nominal_pose() const {
  const auto at = [&](int i, int j) { return at_nominal(X_WF_.R(i, j)); };
  return {Rotation<Expr>::from_rows({at(0, 0), at(0, 1), at(0, 2)}, {at(1, 0), at(1, 1), at(1, 2)},
                                    {at(2, 0), at(2, 1), at(2, 2)}),
          {at_nominal(X_WF_.p.x), at_nominal(X_WF_.p.y), at_nominal(X_WF_.p.z)}};
}

Motion<Expr> SymbolicChain::column(Eigen::Index parameter) const {
  const Symbol& symbol = parameters_[static_cast<std::size_t>(parameter)].symbol();
  const auto slope = [&](const Expr& x) { return at_nominal(derivative(x, symbol)); };
  Motion<Expr> twist{{}, {slope(X_WF_.p.x), slope(X_WF_.p.y), slope(X_WF_.p.z)}};
  if (const auto turn = turns_.find(parameter); turn != turns_.end())
    for (int i = 0; i < 3; ++i) twist.w[i] = at_nominal(turn->second[i]);
  return twist;
}

}  // namespace sinew
