// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sinew/motion/audit/energy_audit.h"
#include "tests/support/random.h"

/// Logs of robots on random smooth motions, with noise on every signal and one thing wrong about them, or nothing.
namespace sinew_test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Planted {
  double scale = 1.0;        ///< of all torques
  double delay = 0.0;        ///< of all torques [s]
  std::set<Index> flipped;   ///< velocities
  bool has_payload = false;  ///< that the robot's file does not have
};

/// Sums of sines: a motion that can be computed at any time.
class RandomMotion {
 public:
  RandomMotion(const sinew::Arm& arm, Random& random) {
    for (const sinew::Link<double>& link : arm.model().links()) {
      if (link.follows) continue;
      const double lower = std::max(link.limits.lower, -2.0), upper = std::min(link.limits.upper, 2.0);
      Joint joint;
      joint.middle = random.uniform(0.7 * lower + 0.3 * upper, 0.3 * lower + 0.7 * upper);
      for (Wave& wave : joint.waves) {
        wave.size = random.uniform(0.1, 0.4);
        wave.rate = 2.0 * std::numbers::pi * random.uniform(0.08, 0.5);
        wave.phase = random.angle();
      }
      joints_.push_back(joint);
    }
  }

  void at(double t, VectorXd& q, VectorXd& qd, VectorXd& qdd) const {
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const auto i = static_cast<Index>(j);
      q[i] = joints_[j].middle;
      qd[i] = qdd[i] = 0.0;
      for (const Wave& wave : joints_[j].waves) {
        const double angle = wave.rate * t + wave.phase;
        q[i] += wave.size * std::sin(angle);
        qd[i] += wave.size * wave.rate * std::cos(angle);
        qdd[i] -= wave.size * wave.rate * wave.rate * std::sin(angle);
      }
    }
  }

 private:
  struct Wave {
    double size, rate, phase;
  };
  struct Joint {
    double middle = 0.0;
    Wave waves[3];
  };
  std::vector<Joint> joints_;
};

inline void add_noise(MatrixXd& rows, double share, std::mt19937_64& random) {
  for (Index j = 0; j < rows.rows(); ++j) {
    const double size = std::sqrt(rows.row(j).squaredNorm() / static_cast<double>(rows.cols()));
    rows.row(j) += share * size * sinew::normal_numbers(random, rows.cols()).transpose();
  }
}

/// Ten seconds at 100 Hz; `real` is the robot that stands there.
inline sinew::MotionLog planted_log(const sinew::Arm& real, const Planted& planted, unsigned seed,
                                    double noise = 0.01) {
  constexpr Index samples = 1001;
  constexpr double period = 0.01;
  const Index n = real.velocity_count();
  Random random(seed);
  const RandomMotion motion(real, random);
  sinew::MotionLog log{"log " + std::to_string(seed), {}, MatrixXd(n, samples), MatrixXd(n, samples), {}, {}, {}};
  log.tau.resize(n, samples);
  VectorXd q(n), qd(n), qdd(n);
  for (Index k = 0; k < samples; ++k) {
    const double t = period * static_cast<double>(k);
    log.times.push_back(t);
    motion.at(t - planted.delay, q, qd, qdd);
    log.tau.col(k) = planted.scale * real.torque(q, qd, qdd);
    motion.at(t, q, qd, qdd);
    log.q.col(k) = q;
    log.qd.col(k) = qd;
  }
  for (const Index j : planted.flipped) log.qd.row(j) *= -1.0;
  std::mt19937_64 disturbances(seed);
  for (MatrixXd* part : {&log.q, &log.qd, &log.tau}) add_noise(*part, noise, disturbances);
  return log;
}

/// With its fingers held.
inline sinew::Arm panda() { return sinew::load("panda").locked({{"panda_finger_joint1", 0.02}}); }

}  // namespace sinew_test
