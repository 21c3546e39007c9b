// SPDX-License-Identifier: BSD-3-Clause
#include <sinew/sinew.h>

#include <iostream>

int main(int, char** argv) {
  const sinew::Arm arm = sinew::load(argv[1]);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(arm.position_count(), 0.3);
  const Eigen::VectorXd at_rest = Eigen::VectorXd::Zero(arm.velocity_count());
  std::cout << arm.model().name() << " holds itself with " << arm.torque(q, at_rest, at_rest).transpose() << " N·m\n";
}
