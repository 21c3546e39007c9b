// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/arm/arm.h"
#include "sinew/formats/load.h"
#include "sinew/motion/given/trajectory_file.h"

namespace sinew_test {

/// A planar arm with n links of 0.5 m and limits of everything but jerk; its joints are called a, b, c, …, and a frame `tip`
/// is at its end.
inline sinew::Arm arm_of_joints(int n) {
  std::string text = "sinew: 1\nname: arm\nlinks:\n";
  for (int i = 0; i < n; ++i) {
    const std::string letter(1, static_cast<char>('a' + i));
    text += "  - {name: link" + letter + ", joint: {name: " + letter +
            ", kind: revolute, limits: {velocity: 2, acceleration: 8}}, mass: 1, com: [0.25, 0, 0]" +
            (i > 0 ? ", pose: Tx(0.5)" : "") + "}\n";
  }
  text += std::string("frames:\n  - {name: tip, link: link") + static_cast<char>('a' + n - 1) + ", pose: Tx(0.5)}\n";
  return sinew::Arm(sinew::load_robot(sinew::SourceText{"arm.yaml", text}).model);
}

inline sinew::GivenTrajectory read(const std::string& text, const sinew::Arm& arm,
                                   const std::string& file = "motion.yaml") {
  return sinew::read_trajectory(sinew::SourceText{file, text}, arm);
}

inline sinew::MotionSample at(const sinew::GivenTrajectory& given, double t) {
  sinew::MotionSample sample = given.trajectory->sample();
  given.trajectory->at(t, sample);
  return sample;
}

}  // namespace sinew_test
