// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/arm_argument.h"

#include <algorithm>
#include <map>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"

namespace sinew::cli {

std::vector<std::string> chosen_words(const char* option, const std::string& list,
                                      const std::vector<std::string>& known) {
  std::vector<std::string> words;
  for (const std::string& word : list_parts(list)) {
    if (word.empty())
      throw CLI::ValidationError(option, "has nothing between two commas or beside one; leave that comma out");
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw CLI::ValidationError(option, "there is no " + in_quotes(word) + "; " + suggestion(word, known));
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

void ArmArgument::declare(CLI::App& app) {
  robot.declare(app);
  app.add_option("--gravity", gravity, "another gravity than the file's, in the world's axes [m/s²]: 0,0,-9.81")
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
    if (part == "gravity" && !gravity.empty())
      throw CLI::ValidationError("--without", "gravity contradicts --gravity; give one of them");
  }
  return arm.without(parts);
}

void ShowingArgument::declare(CLI::App& app) {
  format.declare(app);
  app.add_option("--units", units,
                 "units of the tables, such as mm,N,Nmm,deg, and of what is made of them: with mm,\n"
                 "a torque is in N·mm and an inertia in kg·mm²; csv and json stay in SI")
      ->type_name("UNIT,...");
  app.add_option("--digits", digits, "decimals in the tables")->check(CLI::Range(0, 15))->capture_default_str();
}

Showing ShowingArgument::showing() const {
  if (units.empty()) return {{}, digits};
  try {
    return {UnitChoice(units), digits};
  } catch (const FormulaError& e) {
    throw CLI::ValidationError("--units", std::string(e.what()) + "; " + e.remedy);
  }
}

void AxesArgument::declare(CLI::App& app) {
  app.add_option("--axes", axes,
                 "in the axes of the world, the frame's own, or those of a link or frame by its name;\n"
                 "base is the root link where nothing else is called so")
      ->type_name("world|own|NAME")
      ->capture_default_str();
}

void RowsArgument::declare(CLI::App& app) {
  app.add_option("--rows", rows,
                 "all (angular over linear), angular, linear, or a list of wx,wy,wz,vx,vy,vz;\n"
                 "x,y,z are short for vx,vy,vz; the answer has them in the order given")
      ->type_name("ROW,...")
      ->capture_default_str();
}

Rows RowsArgument::value() const {
  struct Meaning {
    std::size_t first, count;
  };
  static const std::map<std::string, Meaning> meanings = {{"all", {0, 6}},
                                                          {"angular", {0, 3}},
                                                          {"linear", {3, 3}},
                                                          {"wx", {0, 1}},
                                                          {"wy", {1, 1}},
                                                          {"wz", {2, 1}},
                                                          {"vx", {3, 1}},
                                                          {"vy", {4, 1}},
                                                          {"vz", {5, 1}},
                                                          {"x", {3, 1}},
                                                          {"y", {4, 1}},
                                                          {"z", {5, 1}},
                                                          // of poses, as tasks have them
                                                          {"pose", {0, 6}},
                                                          {"orientation", {0, 3}},
                                                          {"position", {3, 3}},
                                                          {"rx", {0, 1}},
                                                          {"ry", {1, 1}},
                                                          {"rz", {2, 1}}};
  std::vector<std::string> known;
  known.reserve(meanings.size());
  for (const auto& [word, meaning] : meanings) known.push_back(word);
  Rows chosen{};
  for (const std::string& word : chosen_words("--rows", rows, known)) {
    const auto [first, count] = meanings.at(word);
    for (std::size_t row = first; row < first + count; ++row) chosen.add(row);
  }
  return chosen;
}

Eigen::Vector3d point_given(const std::string& text) {
  if (text.empty()) return Eigen::Vector3d::Zero();
  return vector(reading_option("--point", [&] { return vector_quantity(text, dimension::length); }));
}

}  // namespace sinew::cli
