// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace sinew::cli {

/// How a command ends: 0 done, 1 bad input, 2 bad usage.
enum class Exit : int { Done = 0, BadInput = 1, BadUsage = 2 };

/// A command declares its arguments on `app` and returns what to do once they are parsed.
using Action = std::function<Exit()>;

struct Command {
  const char* name;
  const char* answers;  ///< one line for `sinew help`
  const char* example;  ///< one line that works as it stands in the source tree
  Action (*declare)(CLI::App& app);
};

Action declare_info(CLI::App& app);
Action declare_check(CLI::App& app);
Action declare_convert(CLI::App& app);
Action declare_pose(CLI::App& app);
Action declare_jacobian(CLI::App& app);
Action declare_torque(CLI::App& app);
Action declare_accelerate(CLI::App& app);
Action declare_terms(CLI::App& app);
Action declare_statics(CLI::App& app);
Action declare_equations(CLI::App& app);
Action declare_solve(CLI::App& app);
Action declare_ik(CLI::App& app);
Action declare_follow(CLI::App& app);
Action declare_verify(CLI::App& app);

}  // namespace sinew::cli
