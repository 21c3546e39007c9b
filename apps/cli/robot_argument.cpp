// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/robot_argument.h"

#include <iostream>

#include "sinew/formats/input_file.h"
#include "sinew/formats/shipped_robots.h"

namespace sinew::cli {

void RobotArgument::declare(CLI::App& app) {
  app.add_option("robot", given,
                 "robot file (.yaml, .urdf, .m; - for stdin), or the name of a shipped robot such as puma560")
      ->required()
      ->type_name("ROBOT");
  app.add_flag("--floating-base", floating_base, "free the root link, as walking robots need");
  app.add_option("--map", instance_map, "smiData: which solid an instance is made of")->type_name("INSTANCE=SOLID");
}

std::string RobotArgument::path() const { return given == "-" ? standard_input : robot_file(given); }

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
