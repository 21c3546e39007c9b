// SPDX-License-Identifier: BSD-3-Clause
#include <sinew/sinew.h>

#include <iostream>
#include <string>

int main(int, char** argv) {
  const sinew::Arm arm = sinew::load(argv[1]);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.position_count(), 0.3);
  const Eigen::VectorXd at_rest = Eigen::VectorXd::Zero(arm.velocity_count());
  std::cout << arm.model().name() << " holds itself with " << arm.torque(q, at_rest, at_rest).transpose() << " N·m\n";

  std::string still = "hold: 2 s\nstart: [0.3";
  for (int i = 1; i < arm.position_count(); ++i) still += ", 0.3";
  const auto [trajectory, warnings] = sinew::load_trajectory({"still.yaml", still + "]\n"}, arm);
  sinew::MotionSample sample = trajectory->sample();
  trajectory->at(1.0, sample);
  return sample.q == q && warnings.empty() ? 0 : 1;
}
