// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Where another program is, looked for in the folders of PATH; empty where there is none. What lies in the folder that
/// somebody happens to stand in does not count.
std::string find_program(const std::string& name);

/// What a program leaves behind.
struct ProgramResult {
  int status = 0;  ///< as waitpid has it
  std::string out, err;
};

/// Runs a program to its end, without a shell. It reads `input` from its standard input, and no file is touched. Throws
/// InputError where it cannot be started.
ProgramResult run_program(const std::string& path, const std::vector<std::string>& arguments, std::string_view input);

}  // namespace sinew
