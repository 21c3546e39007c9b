// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/motion_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/errors/diagnostic.h"

namespace sinew {

const char* name_of(PacedQuantity limit) {
  switch (limit) {
    case PacedQuantity::Torque:
      return "torque";
    case PacedQuantity::Velocity:
      return "velocity";
    case PacedQuantity::Acceleration:
      return "acceleration";
    case PacedQuantity::Jerk:
      return "jerk";
  }
  return "";
}

MotionLimits MotionLimits::none(Eigen::Index joints) {
  const Eigen::VectorXd none = Eigen::VectorXd::Constant(joints, std::numeric_limits<double>::infinity());
  return {none, none, none, none};
}

MotionLimits MotionLimits::of(const Model<double>& model) {
  MotionLimits limits = none(model.velocity_count());
  for (const Link<double>& link : model.links()) {
    const Eigen::Index j = link.velocity_index;
    const double k = link.follows ? std::abs(link.multiplier) : 1.0;
    if (k == 0.0) continue;
    limits.velocity[j] = std::min(limits.velocity[j], link.limits.velocity / k);
    limits.acceleration[j] = std::min(limits.acceleration[j], link.limits.acceleration / k);
    limits.jerk[j] = std::min(limits.jerk[j], link.limits.jerk / k);
    if (!link.follows && link.limits.effort > 0.0) limits.torque[j] = link.limits.effort;
  }
  return limits;
}

Eigen::VectorXd& MotionLimits::operator[](PacedQuantity limit) {
  return const_cast<Eigen::VectorXd&>(std::as_const(*this)[limit]);
}

const Eigen::VectorXd& MotionLimits::operator[](PacedQuantity limit) const {
  switch (limit) {
    case PacedQuantity::Velocity:
      return velocity;
    case PacedQuantity::Acceleration:
      return acceleration;
    case PacedQuantity::Jerk:
      return jerk;
    case PacedQuantity::Torque:
      break;
  }
  return torque;
}

bool MotionLimits::has(PacedQuantity limit) const {
  const Eigen::VectorXd& values = (*this)[limit];
  return std::any_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

void MotionLimits::check(Eigen::Index joints) const {
  for (const PacedQuantity kind : all_paced_quantities) {
    const Eigen::VectorXd& values = (*this)[kind];
    const std::string what = std::string(name_of(kind)) + " limits";
    if (values.size() != joints)
      refuse(what, "there are " + std::to_string(values.size()),
             "give one for each of " + std::to_string(joints) + " joints");
    for (Eigen::Index j = 0; j < joints; ++j)
      if (!(values[j] > 0.0))
        refuse(what, "that of joint " + std::to_string(j + 1) + " is " + shown(values[j]), "give numbers above zero");
  }
}

}  // namespace sinew
