// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "sinew/calibration/calibration.h"

namespace sinew_test {

/// A robot that differs from its nominal one by known errors, and what would be measured of it.
class ImaginedRobot {
 public:
  ImaginedRobot(const std::string& name, const std::string& frame, sinew::ChainModel model, unsigned seed)
      : robot(sinew::load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml")),
        chain(std::make_shared<const sinew::CalibrationChain>(sinew::make_chain(robot, frame, {.model = model}))),
        truth(chain->nominal()),
        engine_(seed) {}

  /// Every geometric parameter errs by up to so much.
  void perturb(double length, double angle) {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    truth = chain->nominal();
    for (std::size_t k = 0; k < chain->parameters().size(); ++k) {
      const sinew::CalibrationParameter& p = chain->parameters()[k];
      for (const char* group : {"a", "d", "alpha", "theta", "beta"})
        if (p.group == group)
          truth[static_cast<Eigen::Index>(k)] +=
              unit(engine_) * (p.dimension == sinew::dimension::angle ? angle : length);
    }
  }

  /// Joint positions within limits, or within ±π.
  Eigen::VectorXd random_q() {
    Eigen::VectorXd q(robot.model.position_count());
    for (const sinew::Link<double>& link : robot.model.links()) {
      if (link.follows) continue;
      const double most = sinew::turns(link.kind) ? 3.14 : 0.5;
      const double lower = std::max(link.limits.lower, -most), upper = std::min(link.limits.upper, most);
      q[link.position_index] = std::uniform_real_distribution<double>(lower, upper)(engine_);
    }
    return q;
  }

  sinew::Pose<double> pose(const Eigen::VectorXd& q) const {
    return sinew::ChainAt(*chain, truth, {}).pose({q, Eigen::VectorXd::Zero(q.size())});
  }

  /// The pose of the frame, read with normal errors.
  sinew::Measurement measured_pose(double length, double angle) {
    sinew::Measurement m{.kind = sinew::MeasurementKind::Pose,
                         .q = random_q(),
                         .position_deviation = length,
                         .angle_deviation = angle,
                         .set = "all"};
    m.X_MF = pose(m.q);
    for (int i = 0; i < 3; ++i) m.X_MF.p[i] += length * normal_(engine_);
    const sinew::Vec3<double> e{angle * normal_(engine_), angle * normal_(engine_), angle * normal_(engine_)};
    if (const double turn = norm(e); turn > 0.0)
      m.X_MF.R = m.X_MF.R * sinew::Rotation<double>::about(e / turn, sinew::sincos(turn));
    return m;
  }

  sinew::Calibration calibration(sinew::CalibrationSettings settings) const {
    return {sinew::Arm(robot), chain, std::move(settings)};
  }

  sinew::LoadedRobot robot;
  std::shared_ptr<const sinew::CalibrationChain> chain;
  Eigen::VectorXd truth;

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

}  // namespace sinew_test
