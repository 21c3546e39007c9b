// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/instant_scaling.h"

#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/retime/pace_torque.h"

namespace sinew {
namespace {

using Eigen::Index;

void check_sizes(const InstantTorques& torques) {
  if (torques.peak.size() != torques.gravity.size())
    refuse("time scaling",
           "there are " + std::to_string(torques.gravity.size()) + " gravity torques and " +
               std::to_string(torques.peak.size()) + " peak torques",
           "give one of each for every joint");
}

}  // namespace

Eigen::VectorXd instant_factors(const InstantTorques& torques, const Eigen::VectorXd& limit) {
  check_sizes(torques);
  if (limit.size() != torques.peak.size())
    refuse("time scaling",
           "there are " + std::to_string(limit.size()) + " torque limits for " + std::to_string(torques.peak.size()) +
               " joints",
           "give one for every joint");
  Eigen::VectorXd k(limit.size());
  for (Index j = 0; j < limit.size(); ++j) {
    const std::string which = "joint " + std::to_string(j + 1);
    const double g = torques.gravity[j];
    if (!(limit[j] > 0.0))
      refuse("time scaling", "the torque limit of " + which + " is " + shown(limit[j]), "give limits above zero");
    k[j] = 1.0 / first_exit({torques.peak[j] - g, 0.0, g}, limit[j]);
    if (!std::isfinite(k[j]))
      refuse("time scaling",
             "gravity takes " + shown(g) + " of " + which + " at that instant, and its limit is " + shown(limit[j]),
             "no k helps, for gravity stays however slow the motion is; give it a larger limit, or another way");
  }
  return k;
}

Eigen::VectorXd scaled_torque(const InstantTorques& torques, double k) {
  check_sizes(torques);
  if (!(k > 0.0 && std::isfinite(k))) refuse("time scaling", "k is " + shown(k), "give a factor above zero");
  return (torques.peak - torques.gravity) / (k * k) + torques.gravity;
}

}  // namespace sinew
