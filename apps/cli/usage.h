// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace sinew::cli {

/// Whoever gives an option expects it to do something. Throws CLI::ValidationError for the first of `options` that was
/// given; `why` says why it would do nothing, and what to do.
void refuse_idle(const CLI::App& command, const std::vector<std::string>& options, const std::string& why);

/// The same for every option but these.
void refuse_all_but(const CLI::App& command, const std::vector<std::string>& used, const std::string& why);

/// What no command takes: options with nothing in them, as unset variables of a script leave them, options that do
/// nothing in the chosen format, and stdin twice. Throws CLI::ValidationError.
void check_usage(const CLI::App& command);

/// Why a command's options cannot be taken, and what to do.
std::string usage_problem(const CLI::App& command, const CLI::ParseError& error);

}  // namespace sinew::cli
