// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sinew::cli {

/// Why a command's options cannot be taken, and what to do.
std::string usage_problem(const CLI::App& command, const CLI::ParseError& error);

}  // namespace sinew::cli
