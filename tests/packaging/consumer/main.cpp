// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>

#include "sinew/formats/load.h"

int main(int, char** argv) {
  const sinew::LoadedRobot robot = sinew::load_robot(argv[1]);
  std::cout << robot.model.name() << ": " << robot.model.link_count() << " moving links\n";
}
