// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

/// Where the robots that ship with Sinew may be, the first that has one counts: the folder that the environment variable
/// SINEW_ROBOTS names; the data folder beside the program or beside the library, as both stand in the build tree and in an
/// installed one; the data folder that Sinew was configured for.
std::vector<std::filesystem::path> shipped_robot_folders();

/// Their names, such as puma560, in order.
std::vector<std::string> shipped_robot_names();

/// The file that is meant: the path itself, or <name>.yaml of the robots that ship where there is no such file and the
/// name looks like none. Throws InputError with the nearest name for a robot that does not ship.
std::string robot_file(const std::string& path_or_name);

}  // namespace sinew
