// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/pace_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/extremes/motion_search.h"

namespace sinew {

const char* name_of(PaceLimit limit) {
  switch (limit) {
    case PaceLimit::Torque:
      return "torque";
    case PaceLimit::Velocity:
      return "velocity";
    case PaceLimit::Acceleration:
      return "acceleration";
    case PaceLimit::Jerk:
      return "jerk";
  }
  return "";
}

PaceLimits PaceLimits::none(Eigen::Index joints) {
  const Eigen::VectorXd none = Eigen::VectorXd::Constant(joints, std::numeric_limits<double>::infinity());
  return {none, none, none, none};
}

PaceLimits PaceLimits::of(const Model<double>& model) {
  PaceLimits limits = none(model.velocity_count());
  for (const Link<double>& link : model.links()) {
    const Eigen::Index j = link.velocity_index;
    const double k = link.follows ? std::abs(link.multiplier) : 1.0;
    const auto narrow = [&](Eigen::VectorXd& all, double limit) {
      if (limit > 0.0 && k > 0.0) all[j] = std::min(all[j], limit / k);
    };
    narrow(limits.velocity, link.limits.velocity);
    narrow(limits.acceleration, link.limits.acceleration);
    narrow(limits.jerk, link.limits.jerk);
  }
  const std::vector<double> efforts = effort_limits(model);
  for (std::size_t j = 0; j < efforts.size(); ++j) limits.torque[static_cast<Eigen::Index>(j)] = efforts[j];
  return limits;
}

Eigen::VectorXd& PaceLimits::operator[](PaceLimit limit) {
  return const_cast<Eigen::VectorXd&>(std::as_const(*this)[limit]);
}

const Eigen::VectorXd& PaceLimits::operator[](PaceLimit limit) const {
  switch (limit) {
    case PaceLimit::Velocity:
      return velocity;
    case PaceLimit::Acceleration:
      return acceleration;
    case PaceLimit::Jerk:
      return jerk;
    case PaceLimit::Torque:
      break;
  }
  return torque;
}

bool PaceLimits::has(PaceLimit limit) const {
  const Eigen::VectorXd& values = (*this)[limit];
  return std::any_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

void PaceLimits::check(Eigen::Index joints) const {
  for (const PaceLimit kind : all_pace_limits) {
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
