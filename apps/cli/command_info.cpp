// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <memory>

#include "apps/cli/command.h"
#include "apps/cli/robot_argument.h"
#include "sinew/report/robot_card.h"

namespace sinew::cli {

Action declare_info(CLI::App& app) {
  const auto robot = std::make_shared<RobotArgument>();
  const auto format = std::make_shared<FormatArgument>();
  robot->declare(app);
  format->declare(app);
  return [=] {
    const LoadedRobot loaded = robot->load();
    std::cout << (format->format == "json"  ? robot_json(loaded)
                  : format->format == "csv" ? robot_csv(loaded)
                                            : robot_card(loaded));
    if (format->format == "csv") print_warnings(loaded.warnings);
    return Exit::Done;
  };
}

}  // namespace sinew::cli
