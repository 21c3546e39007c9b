// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sinew/formats/load.h"
#include "sinew/motion/simulation/simulation.h"

/// Robots, drives and runs for the tests of simulations.
namespace sinew_test {

inline sinew::Arm arm_of(const std::string& text) {
  return sinew::Arm(sinew::load_robot(sinew::SourceText{"machine.yaml", text}).model);
}

/// A kilogram on a horizontal slide, with whatever else its joint has.
inline sinew::Arm slider(const std::string& joint = "") {
  return arm_of("sinew: 1\nname: slider\nlinks:\n  - {name: block, axis: x, joint: {name: slide, kind: prismatic" +
                (joint.empty() ? "" : ", " + joint) + "}, mass: 1}\n");
}

/// The same upright: gravity pulls it down by 9.81 m/s².
inline sinew::Arm lift(const std::string& joint = "") {
  return arm_of(
      "sinew: 1\nname: lift\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: ball, axis: z, joint: {name: height, kind: prismatic" +
      (joint.empty() ? "" : ", " + joint) + "}, mass: 1}\n");
}

/// A chain of n rods of a metre and a kilogram, which turn about y and hang down at q = 0.
inline sinew::Arm pendulum(int n, const std::string& joint = "") {
  std::string text = "sinew: 1\nname: pendulum\ngravity: [0, 0, -9.81]\nlinks:\n";
  for (int i = 0; i < n; ++i)
    text += "  - {name: rod" + std::to_string(i) + ", axis: y, joint: {kind: revolute" +
            (joint.empty() ? "" : ", " + joint) + "}, mass: 1, com: [0, 0, -0.5], inertia: [1/12, 1/12, 0.001]" +
            (i > 0 ? ", pose: Tz(-1)" : "") + "}\n";
  return arm_of(text);
}

/// τ as a function.
class Law : public sinew::Drive {
 public:
  using Torque = std::function<void(double, sinew::In<double>, sinew::In<double>, sinew::Out<double>)>;
  explicit Law(Torque torque, double period = 0.0, double late = 0.0)
      : torque_(std::move(torque)), period_(period), late_(late) {}
  void torque(double t, sinew::In<double> q, sinew::In<double> qd, sinew::Out<double> tau) override {
    torque_(t, q, qd, tau);
  }
  double sampling_time() const override { return period_; }
  double delay() const override { return late_; }
  double next_jump(double t) const override {
    for (const double jump : jumps)
      if (jump > t) return jump;
    return std::numeric_limits<double>::infinity();
  }
  std::vector<double> jumps = {};

 private:
  Torque torque_;
  double period_, late_;
};

inline std::shared_ptr<Law> law(Law::Torque torque, double period = 0.0, double late = 0.0) {
  return std::make_shared<Law>(std::move(torque), period, late);
}

inline sinew::SimulationSettings settings_of(sinew::SimulationMethod method, double size = 0.0) {
  sinew::SimulationSettings settings;
  settings.method = method;
  if (size == 0.0) return settings;
  const bool is_tolerance = method == sinew::SimulationMethod::Adaptive || method == sinew::SimulationMethod::Stiff;
  (is_tolerance ? settings.tolerance : settings.time_step) = size;
  return settings;
}

/// Whatever happens up to t, exactly.
inline void run_until(sinew::Simulation& run) {
  while (!run.ended()) run.step();
}

/// The events of one kind.
inline std::vector<sinew::SimulationEvent> events_of(const sinew::Simulation& run, sinew::SimulationEvent::Kind kind) {
  std::vector<sinew::SimulationEvent> found;
  for (const sinew::SimulationEvent& event : run.events())
    if (event.kind == kind) found.push_back(event);
  return found;
}

}  // namespace sinew_test
