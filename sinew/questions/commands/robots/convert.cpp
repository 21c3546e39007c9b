// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/robots/convert.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "sinew/calibration/maker/ur_calibration.h"
#include "sinew/formats/dh_table.h"
#include "sinew/formats/output_file.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/writer.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/dh_csv.h"
#include "sinew/report/numbers.h"

namespace sinew {
namespace {

/// yaml, urdf or csv: as asked for, or as the output file's ending says.
std::string target_format(const ConvertQuestion& question) {
  if (!question.to.empty()) return question.to;
  const std::string ending = std::filesystem::path(question.out).extension().string();
  if (ending == ".yaml" || ending == ".yml") return "yaml";
  if (ending == ".urdf" || ending == ".xml") return "urdf";
  if (ending == ".csv") return "csv";
  throw UsageError("out", "ends in none of .yaml, .urdf, .csv: say which with --to");
}

std::string text_in_format(const RobotDescription<double>& robot, const std::string& format, const std::string& dh,
                           Diagnostics& notes) {
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

/// The robot in another format, and what that format has no place for.
struct ConvertAnswer {
  std::string text;
  std::vector<Diagnostic> notes;
};

ConvertAnswer converted(const RobotDescription<double>& robot, const std::string& file, const std::string& format,
                        const std::string& dh) {
  Diagnostics notes(file);
  std::string text = text_in_format(robot, format, dh, notes);
  notes.throw_if_errors();
  if (format != "csv" && robot.shapes_left_out > 0)
    notes.warning({}, std::to_string(robot.shapes_left_out) + " visual and collision shapes are not carried over",
                  "keep the original where they are needed; dynamics does without them");
  if (format == "yaml" && !robot.parameters.empty())
    notes.warning(robot.parameters.front().source, "the file's parameters have become numbers",
                  "keep the original for its formulas");
  return {std::move(text), notes.all()};
}

}  // namespace

void ConvertQuestion::describe(Fields& fields) {
  robot.describe(fields);
  fields.add("out", &out, "The file to write: .yaml, .urdf, or .csv for a DH table; - is the standard output.")
      .of("OUT")
      .positional()
      .required();
  fields.add("to", &to, "The format to write, if the ending of the file does not tell it.")
      .one_of({"yaml", "urdf", "csv"});
  fields
      .add("dh", &dh,
           "The Denavit-Hartenberg convention: in yaml, links are then placed by DH rows; in csv, it is the table's.")
      .one_of({"standard", "modified"});
  fields
      .add("maker_calibration", &maker_calibration,
           "A maker's own calibration of this very arm, applied to it: Universal Robots' calibration.conf.")
      .of("FILE")
      .input();
  fields.add("force", &force, "Replace the file even if it is read-only.");
}

AnswerShape ConvertQuestion::answer_shape() const { return a_text("the robot in its new format").or_null(); }

Outcome ConvertQuestion::respond(Door& door) {
  const std::string format = target_format(*this);
  if (format == "urdf" && !dh.empty()) throw UsageError("dh", "does not go with URDF, which places links by poses");
  const std::string in = robot.path();
  std::error_code failed;
  if (out != "-" && std::filesystem::equivalent(in, out, failed))
    throw UsageError("out", "is the input itself; name another file");
  const std::shared_ptr<const LoadedRobot> loaded = robot.load(door);
  door.warn(loaded->warnings);
  RobotDescription<double> described = loaded->description;
  if (!maker_calibration.empty()) {
    const UrCalibration calibration = load_ur_calibration(maker_calibration);
    door.warn(calibration.warnings);
    described = with_ur_calibration(described, calibration);
  }
  const ConvertAnswer answer = converted(described, in, format, dh);
  door.warn(answer.notes);
  if (out == "-")
    door.write(answer.text);
  else
    write_file(out, answer.text, force ? Replacing::Anything : Replacing::OnlyWritable);
  return Outcome::Yes;
}

}  // namespace sinew
