// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/robot_argument.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "sinew/formats/input_file.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

/// Where shipped robots may be, first things first.
std::vector<fs::path> robot_folders() {
  std::vector<fs::path> folders;
  if (const char* named = std::getenv("SINEW_ROBOTS")) folders.emplace_back(named);
  std::error_code failed;
  const fs::path command = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) folders.push_back(command.parent_path().parent_path() / SINEW_DATA_FROM_BIN);
  return folders;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const fs::path& folder : robot_folders()) {
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
      if (it->path().extension() == ".yaml") names.push_back(it->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

void RobotArgument::declare(CLI::App& app) {
  app.add_option("robot", given,
                 "robot file (.yaml, .urdf, .m; - for stdin), or the name of a shipped robot such as puma560")
      ->required()
      ->type_name("ROBOT");
  app.add_flag("--floating-base", floating_base, "free the root link, as walking robots need");
  app.add_option("--map", instance_map, "smiData: which solid an instance is made of")->type_name("INSTANCE=SOLID");
}

std::string RobotArgument::path() const {
  if (given == "-") return standard_input;
  std::error_code ignored;
  if ((fs::exists(given, ignored) && !fs::is_directory(given, ignored)) || given.find('/') != std::string::npos ||
      given.find('.') != std::string::npos)
    return given;
  for (const fs::path& folder : robot_folders())
    if (fs::exists(folder / (given + ".yaml"))) return (folder / (given + ".yaml")).string();
  throw InputError({{Severity::Error, given, 0, "there is no such file and no shipped robot of that name",
                     suggestion(given, shipped_names())}});
}

ReadOptions RobotArgument::read_options() const {
  ReadOptions options{.floating_base = floating_base, .solid_of_instance = {}};
  for (const std::string& pair : instance_map) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw CLI::ValidationError("--map", "wants INSTANCE=SOLID, not " + in_quotes(pair));
    if (!options.solid_of_instance.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw CLI::ValidationError("--map", "names " + in_quotes(pair.substr(0, equals)) + " twice; keep one");
  }
  return options;
}

SourceText RobotArgument::source() const {
  SourceText text = read_source_text(path());
  if (!instance_map.empty() && format_of(text) != RobotFormat::Smidata)
    throw CLI::ValidationError("--map", "is for smiData, and " + in_quotes(given) + " is none; leave it out");
  return text;
}

LoadedRobot RobotArgument::load() const {
  const ReadOptions options = read_options();
  return load_robot(source(), options);
}

void FormatArgument::declare(CLI::App& app) {
  app.add_option("--format", format, "table for people; csv and json for programs")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->capture_default_str();
}

void print_warnings(const std::vector<Problem>& warnings) {
  for (const Problem& p : warnings) std::cerr << p.text() << '\n';
}

}  // namespace sinew::cli
