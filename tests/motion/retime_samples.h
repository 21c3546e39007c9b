// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "sinew/analysis/matrices.h"
#include "sinew/model/build_model.h"
#include "sinew/motion/retime/pace_limits.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/motion/trajectory/trajectory.h"
#include "tests/support/descriptions.h"

/// Random robots, motions and limits for retiming, and the plain check that it is held against: look at many instants.
namespace sinew_test {

enum class Rubbing { None, Viscous, Everything };

/// A chain of turning and sliding joints with motors, and with friction and springs if asked for.
inline sinew::Model<double> a_random_chain(Random& random, int joints, Rubbing rubbing) {
  using sinew::JointKind;
  sinew::RobotDescription<double> robot;
  robot.name = "chain";
  robot.file = "chain.yaml";
  robot.links.push_back(a_link("base"));
  for (int i = 1; i <= joints; ++i) {
    const std::string name = "link" + std::to_string(i), parent = i == 1 ? "base" : "link" + std::to_string(i - 1);
    robot.links.push_back(a_link(name, random.inertia()));
    auto joint = a_joint("joint" + std::to_string(i), random.below(4) == 0 ? JointKind::Prismatic : JointKind::Revolute,
                         parent, name);
    joint.X_PJ = random.pose();
    if (rubbing != Rubbing::None) joint.friction.viscous = random.uniform(0.1, 3.0);
    if (rubbing == Rubbing::Everything) {
      joint.friction.coulomb_plus = random.uniform(0.1, 2.0);
      joint.friction.coulomb_minus = random.uniform(0.1, 2.0);
      joint.friction.static_plus = joint.friction.coulomb_plus + random.uniform(0.0, 2.0);
      joint.friction.static_minus = joint.friction.coulomb_minus + random.uniform(0.0, 2.0);
      if (i % 2 == 0) joint.friction.stribeck_velocity = random.uniform(0.1, 1.0);
      if (i % 3 == 0) joint.spring = sinew::Spring<double>{random.uniform(0.0, 5.0), random.uniform(-1.0, 1.0)};
    }
    robot.joints.push_back(joint);
  }
  return sinew::build_model(robot);
}

/// The same robot where nothing weighs anything.
inline sinew::Model<double> weightless(const sinew::Model<double>& model) {
  sinew::Model<double>::Parts parts = model.parts();
  parts.gravity = {};
  return sinew::Model<double>(std::move(parts));
}

inline Eigen::VectorXd random_configuration(Random& random, int joints) {
  Eigen::VectorXd q(joints);
  for (double& x : q) x = random.uniform(-1.5, 1.5);
  return q;
}

/// Moves of every profile, splines of both degrees, and motions of several pieces.
inline sinew::Trajectory a_random_motion(Random& random, int joints) {
  using namespace sinew;
  constexpr Profile profiles[] = {Profile::Cubic,    Profile::Quintic,     Profile::Septic,
                                  Profile::BangBang, Profile::Trapezoidal, Profile::DoubleS};
  const double duration = random.uniform(0.3, 4.0);
  const int kind = random.below(8);
  if (kind < 2) {
    const int points = 6;
    std::vector<double> times{0.0};
    Eigen::MatrixXd q(joints, points);
    q.col(0) = random_configuration(random, joints);
    for (int i = 1; i < points; ++i) {
      times.push_back(times.back() + random.uniform(0.2, 1.0));
      q.col(i) = random_configuration(random, joints);
    }
    const auto path = spline_path(times, q, kind == 0 ? 3 : 5, SplineEnd::Clamped);
    return Trajectory(path, plain_clock(path->end()));
  }
  const Eigen::VectorXd a = random_configuration(random, joints), b = random_configuration(random, joints),
                        c = random_configuration(random, joints);
  const Clock first = profile_clock(profiles[random.below(6)], duration);
  if (kind < 5) return Trajectory(line_path(a, b), first);
  return Trajectory(std::vector<Trajectory::Segment>{
      {line_path(a, b), first}, {line_path(b, c), profile_clock(profiles[random.below(6)], 0.7 * duration)}});
}

/// Times all over a motion, and close to both sides of every knot.
inline std::vector<double> many_times(const sinew::Trajectory& motion, int count) {
  std::vector<double> times;
  const double aside = 1e-9 * motion.duration();
  for (int i = 0; i <= count; ++i) times.push_back(motion.duration() * i / count);
  for (const double knot : motion.knots()) {
    times.push_back(std::max(0.0, knot - aside));
    times.push_back(std::min(motion.duration(), knot + aside));
  }
  return times;
}

/// The largest part of a limit that anything comes to, at so many instants and some more. What round-off leaves of a velocity
/// is rest: friction would follow its sign.
inline double largest_share(const sinew::Model<double>& model, const sinew::Trajectory& motion,
                            const sinew::PaceLimits& limits, int count, const std::vector<double>& more_times = {}) {
  using namespace sinew;
  Workspace work(model);
  Eigen::VectorXd tau(model.velocity_count());
  MotionSample at = motion.sample();
  double most = 0.0;
  std::vector<double> times = many_times(motion, count);
  times.insert(times.end(), more_times.begin(), more_times.end());
  for (const double t : times) {
    motion.at(t, at);
    at.qd = (at.qd.array().abs() > 1e-13).select(at.qd, 0.0);
    numbers::torque(model, in(at.q), in(at.qd), in(at.qdd), work, out(tau));
    most = std::max({most, (tau.cwiseAbs().array() / limits.torque.array()).maxCoeff(),
                     (at.qd.cwiseAbs().array() / limits.velocity.array()).maxCoeff(),
                     (at.qdd.cwiseAbs().array() / limits.acceleration.array()).maxCoeff()});
  }
  return most;
}

/// Limits of torque with which the robot can be held anywhere on the way, some near to that and some not.
inline sinew::PaceLimits holding_limits(Random& random, const sinew::Model<double>& model,
                                        const sinew::Trajectory& motion) {
  using namespace sinew;
  PaceLimits limits = PaceLimits::none(model.velocity_count());
  limits.torque.setConstant(1.0);
  Workspace work(model);
  Eigen::VectorXd tau(model.velocity_count()), still = Eigen::VectorXd::Zero(model.velocity_count());
  MotionSample at = motion.sample();
  for (const double t : many_times(motion, 300)) {
    motion.at(t, at);
    numbers::torque(model, in(at.q), in(still), in(still), work, out(tau));
    limits.torque = limits.torque.cwiseMax(tau.cwiseAbs());
  }
  for (const Link<double>& link : model.links())
    limits.torque[link.velocity_index] += std::max(link.friction.static_plus, link.friction.static_minus);
  for (double& limit : limits.torque) limit *= random.uniform(1.1, 4.0);
  return limits;
}

}  // namespace sinew_test
