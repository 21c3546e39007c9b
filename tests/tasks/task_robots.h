// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sinew/formats/load.h"
#include "sinew/model/build_model.h"
#include "tests/support/descriptions.h"
#include "tests/support/kinematics.h"

/// The robots that tasks and objectives are held against, and the slow way to their derivatives.
namespace sinew_test {

/// All that we ship, and trees with every kind of joint, mimic joints and bases that float.
inline const std::vector<sinew::Model<double>>& task_robots() {
  static const std::vector<sinew::Model<double>> robots = [] {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(SINEW_SOURCE_DIR) + "/robots"))
      if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    std::vector<sinew::Model<double>> found;
    for (const std::string& file : files) found.push_back(sinew::load_robot(file).model);
    for (const bool floating : {false, true})
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        auto tree = a_random_tree(seed, 4 + static_cast<int>(seed), floating);
        add_missing_bodies(tree, seed);
        sinew::Model<double> model = sinew::build_model(tree);
        if (model.link_count() > 0) found.push_back(std::move(model));
      }
    return found;
  }();
  return robots;
}

inline sinew::Model<double> shipped_model(const std::string& name) {
  return sinew::load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml").model;
}

/// Revolute joints about z, links along x of the given lengths, a frame "tip" at the end.
inline sinew::Model<double> a_planar_arm(const std::vector<double>& lengths) {
  sinew::RobotDescription<double> arm;
  arm.name = "planar";
  arm.links = {a_link("base")};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    arm.links.push_back(a_link(std::string("link").append(number), some_inertia()));
    arm.joints.push_back(a_joint(std::string("joint").append(number), sinew::JointKind::Revolute, arm.links[i].name,
                                 arm.links[i + 1].name));
    if (i > 0) arm.joints.back().X_PJ.p = {lengths[i - 1], 0.0, 0.0};
  }
  arm.frames.push_back({"tip", arm.links.back().name, {{}, {lengths.back(), 0.0, 0.0}}, {}});
  return sinew::build_model(arm);
}

/// Where q has come to after moving with q̇ for a time h: exactly, for a base that floats moves along its own axes.
inline std::vector<double> moved(const sinew::Model<double>& model, std::vector<double> q,
                                 const std::vector<double>& qd, double h) {
  std::size_t first = 0;
  if (model.floating_base()) {
    first = 6;
    const sinew::Vec3<double> w{qd[0], qd[1], qd[2]}, v{qd[3], qd[4], qd[5]};
    const sinew::Rotation<double> R = sinew::Rotation<double>::from(sinew::Quaternion<double>{q[3], q[4], q[5], q[6]});
    // small steps: p by the midpoint rule is right to third order, R to all
    const double rate = norm(w), angle = rate * h;
    const auto turned = [&](double part) {
      return rate > 0.0 ? R * sinew::Rotation<double>::about(w / rate, sinew::sincos(part * angle)) : R;
    };
    const sinew::Vec3<double> step = h * (turned(0.5) * v);
    const sinew::Quaternion<double> turn = quaternion(turned(1.0));
    q[0] += step.x;
    q[1] += step.y;
    q[2] += step.z;
    q[3] = turn.x;
    q[4] = turn.y;
    q[5] = turn.z;
    q[6] = turn.w;
  }
  for (std::size_t i = first; i < qd.size(); ++i) q[i + q.size() - qd.size()] += h * qd[i];
  return q;
}

inline std::vector<double> unit(std::size_t n, std::size_t k) {
  std::vector<double> e(n, 0.0);
  e[k] = 1.0;
  return e;
}

inline std::vector<double> random_velocity(const sinew::Model<double>& model, Random& random) {
  std::vector<double> qd;
  for (int i = 0; i < model.velocity_count(); ++i) qd.push_back(random.uniform(-1.0, 1.0));
  return qd;
}

}  // namespace sinew_test
