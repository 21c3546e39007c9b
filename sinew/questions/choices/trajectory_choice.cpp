// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/trajectory_choice.h"

#include <utility>
#include <vector>

#include "sinew/formats/input_file.h"
#include "sinew/formats/source_text.h"
#include "sinew/motion/given/move_text.h"
#include "sinew/motion/given/trajectory_file.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {
namespace {

std::string formula_field(std::size_t i) { return "q" + std::to_string(i + 1); }

bool has_formulas(const Fields& fields) {
  for (std::size_t i = 0; i < TrajectoryChoice::most_formulas; ++i)
    if (fields.is_given(formula_field(i))) return true;
  return false;
}

}  // namespace

void TrajectoryChoice::describe(Fields& fields, const std::string& option) {
  if (!option.empty()) file_field_ = option;
  Field& file = fields.add(
      file_field_, &trajectory,
      "A trajectory of the joints over time: a YAML file (docs/guides/trajectories.md), or a CSV of samples with the "
      "columns t and q.<joint>. - is the standard input. --move and --q1 give a motion without a file.");
  file.of("TRAJECTORY").input();
  if (option.empty()) file.positional();
  fields
      .add("move", &move,
           "Moves from rest to rest: \"0,0,0 -> 90deg,45deg,0 in 2s\". Positions are in the order of the joints, or by "
           "name "
           "(elbow=90deg). Several legs follow each other with more arrows; each may end in \"with cubic\" (linear, "
           "quintic, septic, bang-bang, trapezoidal, double-s). Without a time, a leg is as fast as the robot's limits "
           "allow.")
      .of("MOVES");
  for (std::size_t i = 0; i < most_formulas; ++i) {
    Field& field = fields.add(
        formula_field(i), &formulas[i],
        "Position of joint " + std::to_string(i + 1) + " as a formula of the time t [s], such as \"20deg*sin(2*t)\"." +
            (i == 0 ? " --q1 to --q9 are one option per joint. A joint without a formula stands at 0." : ""));
    field.of("FORMULA").needs("until");
    if (i > 0) field.told_under(formula_field(0));
  }
  fields.add("from", &from, "The time [s] at which the formulas begin; 0 if left out.").of("TIME").needs("until");
  fields.add("until", &until, "The time [s] at which the formulas end.").of("TIME");
}

bool TrajectoryChoice::is_given(const Fields& fields, const std::string& option) {
  return fields.is_given(option) || fields.is_given("move") || has_formulas(fields);
}

YamlNode::Pointer TrajectoryChoice::formulas_as_file(const Fields& fields) const {
  auto root = std::make_shared<YamlNode>();
  root->kind = YamlNode::Kind::Map;
  const auto add = [&](const std::string& key, const std::string& text) {
    auto value = std::make_shared<YamlNode>();
    value->kind = YamlNode::Kind::Scalar;
    value->text = text;
    root->entries.push_back({key, {}, std::move(value)});
  };
  for (std::size_t i = 0; i < most_formulas; ++i)
    if (fields.is_given(formula_field(i))) add(formula_field(i), formulas[i]);
  if (!from.empty()) add("from", from);
  if (!until.empty()) add("until", until);
  return root;
}

GivenTrajectory TrajectoryChoice::given(const Arm& arm, const Fields& fields, Door& door) const {
  const bool in_file = fields.is_given(file_field_), in_line = fields.is_given("move"),
             in_formulas = has_formulas(fields);
  if (!in_file && !in_line && !in_formulas)
    throw UsageError(
        file_field_,
        "is missing; name a file, or give --move \"0,0 -> 90deg,45deg in 2s\", or --q1 \"sin(t)\" --until 10s");
  if (in_file + in_line + in_formulas > 1)
    throw UsageError(in_line ? "move" : "q1", "is a second motion; give one of a file, --move and --q1");
  if (!in_formulas) fields.refuse_idle({"from", "until"}, "is for formulas such as --q1 \"sin(t)\"; leave it out");
  GivenTrajectory given;
  if (in_file)
    given = read_trajectory(read_source_text(trajectory == "-" ? standard_input : trajectory), arm);
  else if (in_line)
    given = read_trajectory(*value_of("--move", [&] { return moves_in_line(move); }), "--move", arm);
  else
    given = read_trajectory(*formulas_as_file(fields), "--q1", arm);
  if (!in_file) given.name = in_line ? move : "formulas";
  door.warn(given.remarks);
  return given;
}

}  // namespace sinew
