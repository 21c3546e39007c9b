// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <random>

#include "sinew/readings/numbers.h"

namespace sinew {

/// States to look at a robot in: anywhere a joint may be, moving at about 1 rad/s or m/s. The same for the same seed.
class RandomStates {
 public:
  explicit RandomStates(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / static_cast<double>(std::mt19937::max()));
  }

  Eigen::VectorXd position(const Model<double>& model) {
    Eigen::VectorXd q(model.position_count());
    if (model.floating_base()) {
      for (int k = 0; k < 3; ++k) q[k] = uniform(-1.0, 1.0);
      Eigen::Vector4d quaternion;
      do
        for (int k = 0; k < 4; ++k) quaternion[k] = uniform(-1.0, 1.0);
      while (quaternion.norm() < 0.1);
      q.segment<4>(3) = quaternion.normalized();
    }
    for (const Link<double>& link : model.links()) {
      if (link.follows) continue;
      const double reach = turns(link.kind) ? std::numbers::pi : 1.0;
      q[link.position_index] = uniform(std::isfinite(link.limits.lower) ? link.limits.lower : -reach,
                                       std::isfinite(link.limits.upper) ? link.limits.upper : reach);
    }
    return q;
  }

  Eigen::VectorXd rate(const Model<double>& model) {
    Eigen::VectorXd v(model.velocity_count());
    for (double& value : v) value = uniform(-1.0, 1.0);
    return v;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace sinew
