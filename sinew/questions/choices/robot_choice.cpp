// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/robot_choice.h"

#include <utility>

#include "sinew/formats/input_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/robot_changes_text.h"
#include "sinew/formats/shipped_robots.h"
#include "sinew/questions/choices/robots.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

Without parts_left_out(const RobotChoice& choice) {
  Without parts;
  if (choice.without.empty()) return parts;
  for (const std::string& part :
       chosen_words("without", choice.without, {"friction", "motors", "springs", "gravity"})) {
    parts.friction = parts.friction || part == "friction";
    parts.motors = parts.motors || part == "motors";
    parts.springs = parts.springs || part == "springs";
    parts.gravity = parts.gravity || part == "gravity";
    if (part == "gravity" && !choice.gravity.empty())
      throw UsageError("without", "gravity contradicts --gravity; give one of them");
  }
  return parts;
}

/// What was changed about a robot is told in full; of what is odd about its file it is enough to know that there is
/// something, for `check` tells what.
std::vector<Diagnostic> warnings_of(const LoadedRobot& loaded, const RobotChoice& given) {
  std::vector<Diagnostic> told;
  std::size_t odd = 0;
  for (const Diagnostic& warning : loaded.warnings)
    if (warning.file == loaded.description.file)
      ++odd;
    else
      told.push_back(warning);
  const bool changed = !given.set.empty() || !given.lock.empty() || !given.payload.empty();
  if (odd > 0)
    told.push_back({Severity::Warning, loaded.description.file, 0,
                    std::to_string(odd) + (odd == 1 ? " thing seems odd" : " things seem odd") + " about this robot",
                    "see `sinew check " + given.robot + "`" + (changed ? " with the same changes" : "")});
  return told;
}

}  // namespace

void RobotChoice::describe(Fields& fields) {
  fields
      .add("robot", &robot,
           "A robot file (" + robot_file_endings() +
               "; - is the standard input), or the name of a shipped robot such as puma560.")
      .of("ROBOT")
      .positional()
      .input()
      .required();
  fields.add("floating_base", &floating_base, "Let the root link move freely, as walking robots need.");
  fields.add("map", &map, "The solid that an instance of a smiData file is made of. The option can be repeated.")
      .of("INSTANCE=SOLID");
  fields
      .add("set", &set,
           "Other values for parameters of the robot's YAML file: m2=3kg. Separate several with commas, or repeat the "
           "option.")
      .of("NAME=VALUE,...");
  fields
      .add("lock", &lock,
           "Positions at which joints are held, which takes them out of q: panda_finger_joint1=40mm. "
           "Separate several with commas, or repeat the option.")
      .of("JOINT=VALUE,...");
  fields
      .add("tool", &tool,
           "The pose of a frame tool that is added to the end of the arm and becomes the default frame: 0,0,100mm. "
           "Roll, pitch and yaw or a quaternion may follow. \"0,0,100mm on panda_hand\" adds it to another frame.")
      .of("POSE");
  fields
      .add("payload", &payload,
           "A body that the arm holds: \"2.5 kg at 0,0,80mm\" in the frame where the arm ends. There may follow "
           "\"inertia Ixx,Iyy,Izz\", or six numbers with Ixy,Ixz,Iyz, about its centre of mass [kg·m²], and \"on "
           "FRAME\". The option can be repeated.")
      .of("BODY");
  fields.add("gravity", &gravity, "Gravity in the axes of the world [m/s²], in place of that of the file: 0,0,-9.81.")
      .of("X,Y,Z");
  fields.add("without", &without, "Parts to leave out: friction, motors (their rotors), springs, gravity.")
      .of("PART,...");
}

const std::vector<std::string>& RobotChoice::field_names() {
  static const std::vector<std::string> names = [] {
    RobotChoice choice;
    Fields fields;
    choice.describe(fields);
    fields.remove("robot");
    return fields.names();
  }();
  return names;
}

void RobotChoice::refuse_dynamics(const Fields& fields) {
  fields.refuse_idle({"gravity", "without"}, "changes forces, and the answer is of poses alone; leave it out");
}

std::string RobotChoice::path() const { return robot == "-" ? standard_input : robot_file(robot); }

ReadOptions RobotChoice::read_options() const {
  ReadOptions options{.floating_base = floating_base};
  for (const std::string& pair : map) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw UsageError("map", "wants INSTANCE=SOLID, not " + in_quotes(pair));
    if (!options.solid_of_instance.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw UsageError("map", "names " + in_quotes(pair.substr(0, equals)) + " twice; keep one");
  }
  for (const std::string& text : set)
    for (const auto& [name, value] : value_of("--set", [&] { return parse_pairs(text); }))
      if (!options.parameters.emplace(name, value).second)
        throw UsageError("set", "names " + in_quotes(name) + " twice; keep one");
  options.changes = changes();
  return options;
}

SourceText RobotChoice::source() const {
  SourceText text = read_source_text(path());
  if (!map.empty() && format_of(text) != RobotFormat::Smidata)
    throw UsageError("map", "is for smiData, and " + in_quotes(robot) + " is none; leave it out");
  return text;
}

RobotChanges RobotChoice::changes() const {
  RobotChanges made;
  made.without = parts_left_out(*this);
  if (!gravity.empty())
    made.gravity = value_of("--gravity", [&] { return vector_quantity(gravity, dimension::acceleration); });
  for (const std::string& text : lock)
    for (LockedJoint& joint : value_of("--lock", [&] { return parse_locked_joints(text); }))
      made.locked.push_back(std::move(joint));
  if (!tool.empty()) made.tool = value_of("--tool", [&] { return parse_tool(tool); });
  for (const std::string& text : payload)
    made.payloads.push_back(value_of("--payload", [&] { return parse_payload(text); }));
  return made;
}

std::string RobotChoice::key(const std::string& file) const {
  std::string text = floating_base ? "floating" : "fixed";
  const auto add = [&](const std::string& part) { text += '\n' + std::to_string(part.size()) + ' ' + part; };
  for (const std::string* part : {&file, &tool, &gravity, &without}) add(*part);
  for (const std::vector<std::string>* texts : {&map, &set, &lock, &payload}) {
    text += '\n';
    for (const std::string& part : *texts) add(part);
  }
  return text;
}

std::shared_ptr<const LoadedRobot> RobotChoice::load(Door& door) const {
  const std::string file = path();
  return door.robots()
      .find(key(file), file,
            [&] {
              const ReadOptions options = read_options();
              return Robots::Kept{std::make_shared<const LoadedRobot>(load_robot(source(), options)), std::nullopt};
            })
      .loaded;
}

Arm RobotChoice::arm(Door& door) const {
  const std::string file = path();  // looking for it takes longer than all else here
  const Robots::Kept& kept = door.robots().find("arm\n" + key(file), file, [&] {
    const std::shared_ptr<const LoadedRobot> loaded = load(door);
    return Robots::Kept{loaded, Arm(loaded)};
  });
  if (!kept.loaded->warnings.empty()) door.warn(warnings_of(*kept.loaded, *this));
  return *kept.arm;
}

}  // namespace sinew
