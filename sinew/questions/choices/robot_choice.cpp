// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/robot_choice.h"

#include "sinew/analysis/matrices.h"
#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/shipped_robots.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

/// The robot without some of its parts.
Arm without_parts(const Arm& arm, const RobotChoice& choice) {
  if (choice.without.empty()) return arm;
  Without parts;
  for (const std::string& part :
       chosen_words("without", choice.without, {"friction", "motors", "springs", "gravity"})) {
    parts.friction = parts.friction || part == "friction";
    parts.motors = parts.motors || part == "motors";
    parts.springs = parts.springs || part == "springs";
    parts.gravity = parts.gravity || part == "gravity";
    if (part == "gravity" && !choice.gravity.empty())
      throw UsageError("without", "gravity contradicts --gravity; give one of them");
  }
  return arm.without(parts);
}

/// What exactly is odd, `check` tells; here it is enough to know that something is.
Diagnostic oddness(const LoadedRobot& loaded, const std::string& given) {
  return {Severity::Warning, loaded.description.file, 0,
          std::to_string(loaded.warnings.size()) +
              (loaded.warnings.size() == 1 ? " thing seems odd" : " things seem odd") + " about this robot",
          "see `sinew check " + given + "`"};
}

}  // namespace

void RobotChoice::describe(Fields& fields) {
  fields
      .add("robot", &robot,
           "A robot file (.yaml, .urdf, .m; - is the standard input), or the name of a shipped robot such as puma560.")
      .of("ROBOT")
      .positional()
      .input()
      .required();
  fields.add("floating_base", &floating_base, "Let the root link move freely, as walking robots need.");
  fields.add("map", &map, "The solid that an instance of a smiData file is made of. The option can be repeated.")
      .of("INSTANCE=SOLID");
}

void RobotChoice::describe_changes(Fields& fields) {
  fields.add("gravity", &gravity, "Gravity in the axes of the world [m/s²], in place of that of the file: 0,0,-9.81.")
      .of("X,Y,Z");
  fields.add("without", &without, "Parts to leave out: friction, motors (their rotors), springs, gravity.")
      .of("PART,...");
}

std::string RobotChoice::path() const { return robot == "-" ? standard_input : robot_file(robot); }

ReadOptions RobotChoice::read_options() const {
  ReadOptions options{.floating_base = floating_base, .solid_of_instance = {}};
  for (const std::string& pair : map) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw UsageError("map", "wants INSTANCE=SOLID, not " + in_quotes(pair));
    if (!options.solid_of_instance.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw UsageError("map", "names " + in_quotes(pair.substr(0, equals)) + " twice; keep one");
  }
  return options;
}

SourceText RobotChoice::source() const {
  SourceText text = read_source_text(path());
  if (!map.empty() && format_of(text) != RobotFormat::Smidata)
    throw UsageError("map", "is for smiData, and " + in_quotes(robot) + " is none; leave it out");
  return text;
}

std::shared_ptr<const LoadedRobot> RobotChoice::load(Door& door) const {
  const ReadOptions options = read_options();
  std::string key = path() + '\n' + (floating_base ? "floating" : "fixed");
  for (const std::string& pair : map) key += '\n' + pair;
  return door.robots()
      .find(key, path(),
            [&] {
              return Robots::Kept{std::make_shared<const LoadedRobot>(load_robot(source(), options)), std::nullopt};
            })
      .loaded;
}

Arm RobotChoice::arm(Door& door) const {
  std::string key = "arm\n" + path() + '\n' + (floating_base ? "floating" : "fixed") + '\n' + gravity + '\n' + without;
  for (const std::string& pair : map) key += '\n' + pair;
  const Robots::Kept& kept = door.robots().find(key, path(), [&] {
    const std::shared_ptr<const LoadedRobot> loaded = load(door);
    Arm arm(loaded->model);
    if (!gravity.empty())
      arm = arm.with_gravity(
          vector(value_of("--gravity", [&] { return vector_quantity(gravity, dimension::acceleration); })));
    return Robots::Kept{loaded, without_parts(arm, *this)};
  });
  if (!kept.loaded->warnings.empty()) door.warn({oddness(*kept.loaded, robot)});
  return *kept.arm;
}

}  // namespace sinew
