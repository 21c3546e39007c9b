// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/arm_argument.h"

#include <algorithm>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"

namespace sinew::cli {

std::vector<std::string> chosen_words(const char* option, const std::string& list,
                                      const std::vector<std::string>& known) {
  std::vector<std::string> words = list_parts(list);
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw CLI::ValidationError(option, "there is no " + in_quotes(word) + "; " + suggestion(word, known));
  return words;
}

void ArmArgument::declare(CLI::App& app) {
  robot.declare(app);
  app.add_option("--gravity", gravity, "another gravity than the file's, in the base's axes [m/s²]: 0,0,-9.81")
      ->type_name("X,Y,Z");
  app.add_option("--without", without, "leave parts out: friction, motors (their rotors), springs, gravity")
      ->type_name("PART,...");
}

Arm ArmArgument::load() const {
  const LoadedRobot loaded = robot.load();
  // what exactly is odd, `check` tells; here it is enough to know that something is
  if (!loaded.warnings.empty())
    print_warnings({{Severity::Warning, loaded.description.file, 0,
                     std::to_string(loaded.warnings.size()) +
                         (loaded.warnings.size() == 1 ? " thing seems odd" : " things seem odd") + " about this robot",
                     "see `sinew check " + robot.given + "`"}});
  Arm arm(loaded.model);
  if (!gravity.empty())
    arm = arm.with_gravity(
        vector(reading_option("--gravity", [&] { return vector_quantity(gravity, dimension::acceleration); })));
  if (without.empty()) return arm;
  Without parts;
  for (const std::string& part : chosen_words("--without", without, {"friction", "motors", "springs", "gravity"})) {
    parts.friction = parts.friction || part == "friction";
    parts.motors = parts.motors || part == "motors";
    parts.springs = parts.springs || part == "springs";
    parts.gravity = parts.gravity || part == "gravity";
  }
  return arm.without(parts);
}

void ShowingArgument::declare(CLI::App& app) {
  format.declare(app);
  app.add_option("--units", units, "units of the tables, such as mm,N,Nmm,deg; csv and json stay in SI")
      ->type_name("UNIT,...");
  app.add_option("--digits", digits, "decimals in the tables")->check(CLI::Range(0, 15))->capture_default_str();
}

Showing ShowingArgument::showing() const {
  if (units.empty()) return {{}, digits};
  return {reading_option("--units", [&] { return UnitChoice(units); }), digits};
}

void AxesArgument::declare(CLI::App& app) {
  app.add_option("--axes", axes, "in the axes of the base, or the frame's own")
      ->check(CLI::IsMember({"base", "own"}))
      ->capture_default_str();
}

void RowsArgument::declare(CLI::App& app) {
  app.add_option("--rows", rows, "angular over linear, or one of them")
      ->check(CLI::IsMember({"both", "angular", "linear"}))
      ->capture_default_str();
}

Eigen::Vector3d point_given(const std::string& text) {
  if (text.empty()) return Eigen::Vector3d::Zero();
  return vector(reading_option("--point", [&] { return vector_quantity(text, dimension::length); }));
}

std::string last_frame(const Model<double>& model) {
  std::string name;
  for (const Frame<double>& frame : model.frames())
    if (frame.link == model.link_count() - 1) name = frame.name;
  return name;
}

}  // namespace sinew::cli
