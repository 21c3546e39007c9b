// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/formats/load.h"
#include "sinew/motion/drive/drive_file.h"

namespace sinew_test {

/// An arm of two links of 0.5 m that hangs and swings under gravity, about horizontal axes; its joints are called a
/// and b, b has friction, and a may give 40 N·m. A frame `tip` is at its end.
inline sinew::Arm hanging_arm(const std::string& more_of_b = "") {
  const std::string text =
      "sinew: 1\nname: arm\ngravity: [0, -9.81, 0]\nparameters: {m2: 1 kg}\nlinks:\n"
      "  - {name: upper, joint: {name: a, kind: revolute, limits: {effort: 40}}, mass: 2, com: [0.25, 0, 0], "
      "inertia: [0.01, 0.05, 0.05]}\n"
      "  - {name: lower, pose: Tx(0.5), joint: {name: b, kind: revolute" +
      more_of_b +
      "}, mass: m2, com: [0.2, 0, 0], inertia: [0.01, 0.03, 0.03]}\n"
      "frames:\n  - {name: tip, link: lower, pose: Tx(0.5)}\n";
  return sinew::Arm(sinew::load_robot(sinew::SourceText{"arm.yaml", text}));
}

inline sinew::GivenDrive drive_of(const std::string& text, const sinew::Arm& arm, std::vector<double> start = {},
                                  const std::string& file = "drive.yaml") {
  start.resize(static_cast<std::size_t>(arm.position_count()), 0.0);
  sinew::StateFormulas formulas(arm.model());
  return sinew::read_drive(sinew::SourceText{file, text}, arm, start, formulas);
}

inline std::vector<double> torque_of(sinew::GivenDrive& given, double t, const std::vector<double>& q,
                                     const std::vector<double>& qd) {
  std::vector<double> tau(qd.size(), std::numeric_limits<double>::quiet_NaN());
  given.drive->torque(t, q, qd, tau);
  return tau;
}

}  // namespace sinew_test
