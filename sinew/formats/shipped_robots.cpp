// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/shipped_robots.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// <prefix>/share/sinew/robots for every folder above a file that may be a prefix: that of bin, of lib, of lib/<machine>.
void add_data_folders_above(const fs::path& file, std::vector<fs::path>& folders) {
  constexpr int levels = 3;
  fs::path folder = file.parent_path();
  for (int level = 0; level < levels && folder.has_relative_path(); ++level) {
    folder = folder.parent_path();
    folders.push_back(folder / SINEW_ROBOTS_FROM_PREFIX);
  }
}

/// The library that holds this code; the program itself where it is linked statically.
fs::path own_library() {
  Dl_info info{};
  static const char here = 0;
  if (::dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const fs::path path = fs::canonical(info.dli_fname, failed);
  return failed ? fs::path() : path;
}

/// Where the program and its library are: looked up once, for a stream of requests asks thousands of times a second.
std::vector<fs::path> folders_of_program() {
  std::vector<fs::path> folders;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) add_data_folders_above(program, folders);
  add_data_folders_above(own_library(), folders);
  folders.emplace_back(SINEW_INSTALLED_ROBOTS);
  return folders;
}

}  // namespace

std::vector<fs::path> shipped_robot_folders() {
  static const std::vector<fs::path> of_program = folders_of_program();
  std::vector<fs::path> folders;
  if (const char* named = std::getenv("SINEW_ROBOTS")) folders.emplace_back(named);
  folders.insert(folders.end(), of_program.begin(), of_program.end());
  return folders;
}

std::vector<std::string> shipped_robot_names() {
  std::vector<std::string> names;
  for (const fs::path& folder : shipped_robot_folders()) {
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
      if (it->path().extension() == ".yaml") names.push_back(it->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string robot_file(const std::string& path_or_name) {
  std::error_code ignored;
  const bool is_there = fs::exists(path_or_name, ignored) && !fs::is_directory(path_or_name, ignored);
  if (is_there || path_or_name.find_first_of("/.") != std::string::npos) return path_or_name;
  for (const fs::path& folder : shipped_robot_folders())
    if (const fs::path file = folder / (path_or_name + ".yaml"); fs::exists(file, ignored)) return file.string();
  refuse(path_or_name, "there is no such file and no shipped robot of that name",
         suggestion(path_or_name, shipped_robot_names()));
}

}  // namespace sinew
