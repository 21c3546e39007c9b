// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/cli/command.h"
#include "apps/cli/file_output.h"
#include "apps/cli/robot_argument.h"
#include "sinew/formats/dh_table.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/writer.h"
#include "sinew/report/dh_csv.h"
#include "sinew/report/numbers.h"

namespace sinew::cli {
namespace {

struct ConvertArguments {
  RobotArgument robot;
  std::string out;
  std::string to;
  std::string dh;
  bool force = false;
};

/// yaml, urdf or csv: as asked for, or as the output file's ending says.
std::string target_format(const ConvertArguments& arguments) {
  if (!arguments.to.empty()) return arguments.to;
  const std::string ending = std::filesystem::path(arguments.out).extension().string();
  if (ending == ".yaml" || ending == ".yml") return "yaml";
  if (ending == ".urdf" || ending == ".xml") return "urdf";
  if (ending == ".csv") return "csv";
  throw CLI::ValidationError("OUT", "ends in none of .yaml, .urdf, .csv: say which with --to");
}

std::string converted(const RobotDescription<double>& robot, const std::string& format, const std::string& dh,
                      Problems& notes) {
  if (format == "urdf") return write_urdf(robot, notes);
  if (format == "yaml" && dh.empty()) return write_sinew_yaml(robot);
  const std::optional<DhTable> table =
      dh_table(robot, dh == "modified" ? DhConvention::Modified : DhConvention::Standard, notes);
  if (!table) return {};
  if (format == "yaml") return write_sinew_yaml(robot, *table);
  if (!is_identity(table->base))
    notes.warning({}, "the table does not begin at the base, but at " + shown(table->base) + " in the base's frame",
                  "add that yourself; `--to yaml --dh` has it");
  if (std::any_of(table->rows.begin(), table->rows.end(),
                  [](const DhTableRow& row) { return !is_identity(row.after); }))
    notes.warning({}, "the links' own frames are not at the ends of the table's rows",
                  "where they are is in what `--to yaml --dh` writes");
  return dh_csv(*table);
}

}  // namespace

Action declare_convert(CLI::App& app) {
  const auto arguments = std::make_shared<ConvertArguments>();
  arguments->robot.declare(app);
  app.add_option("out", arguments->out, "file to write: .yaml, .urdf, or .csv for a DH table; - for stdout")
      ->required()
      ->type_name("OUT");
  app.add_option("--to", arguments->to, "the format, if the file's ending does not tell")
      ->check(CLI::IsMember({"yaml", "urdf", "csv"}));
  app.add_option("--dh", arguments->dh, "place the links by DH rows (yaml), or the table's convention (csv)")
      ->check(CLI::IsMember({"standard", "modified"}));
  app.add_flag("--force", arguments->force, "replace OUT even if it is read-only");
  return [=] {
    const std::string format = target_format(*arguments);
    if (format == "urdf" && !arguments->dh.empty())
      throw CLI::ValidationError("--dh", "does not go with URDF, which places links by poses");
    const std::string in = arguments->robot.path();
    std::error_code failed;
    if (arguments->out != "-" && std::filesystem::equivalent(in, arguments->out, failed))
      throw CLI::ValidationError("OUT", "is the input itself; name another file");
    const LoadedRobot robot = arguments->robot.load();
    print_warnings(robot.warnings);
    Problems notes(in);
    const std::string text = converted(robot.description, format, arguments->dh, notes);
    notes.throw_if_errors();
    if (format != "csv" && robot.description.shapes_left_out > 0)
      notes.warning(
          {}, std::to_string(robot.description.shapes_left_out) + " visual and collision shapes are not carried over",
          "keep the original where they are needed; dynamics does without them");
    if (format == "yaml" && !robot.description.parameters.empty())
      notes.warning(robot.description.parameters.front().source, "the file's parameters have become numbers",
                    "keep the original for its formulas");
    print_warnings(notes.all());
    if (arguments->out == "-")
      std::cout << text;
    else
      write_file(arguments->out, text, arguments->force ? Replacing::Anything : Replacing::OnlyWritable);
    return Exit::Done;
  };
}

}  // namespace sinew::cli
