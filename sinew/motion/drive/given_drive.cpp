// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/given_drive.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/drive/control_law.h"
#include "sinew/motion/drive/driven_joints.h"
#include "sinew/motion/drive/torque_formulas.h"
#include "sinew/units/text_parts.h"

namespace sinew {

std::vector<double> GivenDrive::payload_times() const {
  std::vector<double> times;
  for (const PayloadWindow& one : payloads)
    for (const double t : {one.window.from, one.window.until})
      if (std::isfinite(t)) times.push_back(t);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

Arm GivenDrive::robot_at(double t, const Arm& arm) const {
  RobotChanges changes;
  for (const PayloadWindow& one : payloads)
    if (one.window.has(t)) changes.payloads.push_back(one.payload);
  return changes.any() ? arm.changed(changes) : arm;
}

HoldGains hold_gains(const Arm& arm, const std::vector<double>& q, double frequency) {
  const double w = 2.0 * std::numbers::pi * frequency;
  const Eigen::MatrixXd M = arm.mass_matrix(vector(q));
  HoldGains gains;
  for (Eigen::Index i = arm.model().floating_base() ? 6 : 0; i < M.rows(); ++i) {
    gains.stiffness.push_back(M(i, i) * w * w);
    gains.damping.push_back(2.0 * M(i, i) * w);
  }
  return gains;
}

std::unique_ptr<TorquePart> hold_law(const Arm& arm, const std::vector<double>& target, HoldGains gains) {
  return std::make_unique<JointControl>(JointLaw::Pd, arm,
                                        JointGains{std::move(gains.stiffness), std::move(gains.damping), {}},
                                        Reference(target, at(arm.velocity_count())));
}

std::unique_ptr<TorquePart> torque_in_line(const std::string& text, const char* option, const Model<double>& model,
                                           const StateFormulas& formulas) {
  const DrivenJoints joints(model);
  std::vector<Expr> torques(joints.velocity_count(), Expr(0.0));
  std::vector<bool> is_given(joints.count(), false);
  Diagnostics diagnostics(option);
  const std::vector<std::string> parts = list_parts(text);
  const bool named = text.find('=') != std::string::npos;
  if (!named && parts.size() != joints.count())
    refuse(option,
           "has " + std::to_string(parts.size()) + (parts.size() == 1 ? " formula" : " formulas") + ", and " +
               model.name() + " has " + std::to_string(joints.count()) + ": " + joints.names(),
           "give one per joint in this order, or by name: " + joints.name(0) + "=5*sin(t)");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t equals = std::min(parts[i].find('='), parts[i].size());
    const std::string name(trimmed(parts[i].substr(0, equals)));
    const std::optional<std::size_t> joint = named ? joints.find(name) : i;
    if (named && equals == parts[i].size()) {
      diagnostics.error({}, in_quotes(parts[i]) + " has no name, and others have", "name all of them or none");
    } else if (!joint) {
      diagnostics.error({}, joints.no_such_joint(name), joints.nearest(name));
    } else if (is_given[*joint]) {
      diagnostics.error({}, in_quotes(name) + " is given twice", "keep one");
    } else {
      is_given[*joint] = true;
      try {
        torques[joints.velocity(*joint)] =
            formulas.read(named ? parts[i].substr(equals + 1) : parts[i], joints.effort(*joint));
      } catch (const FormulaError& e) {
        diagnostics.error({}, joints.name(*joint) + ": " + e.what(), e.remedy);
      }
    }
  }
  diagnostics.throw_if_errors();
  return std::make_unique<TorqueFormulas>(formulas, torques);
}

}  // namespace sinew
