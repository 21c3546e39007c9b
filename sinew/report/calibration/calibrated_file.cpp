// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/calibration/calibrated_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/writer.h"
#include "sinew/report/calibration/calibration_words.h"

namespace sinew {
namespace {

/// The files of the measurements, each once.
std::string sources(const Measurements& measurements) {
  std::vector<std::string> files;
  for (const Measurement& m : measurements.rows)
    if (const std::string file = std::filesystem::path(m.file).filename().string();
        !file.empty() && std::find(files.begin(), files.end(), file) == files.end())
      files.push_back(file);
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : ", ") + visible_text(file);
  return text.empty() ? "measurements" : text;
}

std::vector<std::string> comment_lines(const CalibrationReport& report, const Showing& showing) {
  const std::time_t now = std::time(nullptr);
  std::vector<std::string> lines = {
      fmt::format("Calibrated with Sinew on {:%Y-%m-%d} from {} measurements: {}", fmt::gmtime(now),
                  report.result.problem->measurement_count(), sources(report.result.problem->measurements())),
      fmt::format("Frame {}, {}; {}.", visible_text(report.result.problem->chain().frame()), report.model,
                  calibration_summary(report, showing)),
      "Parameter: nominal value, new value, standard deviation"};
  for (const CalibratedNumber& n : report.result.numbers) {
    if (!n.parameter.of_robot) continue;
    const Measure measure = measure_of(n.parameter);
    std::string line = "  " + visible_text(n.parameter.name) + ": " + figure(n.parameter.nominal, measure, showing) +
                       ", " + figure(n.value, measure, showing);
    if (std::isfinite(n.deviation)) line += ", " + figure(n.deviation, measure, showing);
    if (const std::string remark = remark_of(n); !remark.empty()) line += " (" + remark + ")";
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Behind the XML declaration, which must come first; two hyphens would end a comment.
std::string with_xml_comment(const std::string& text, const std::vector<std::string>& lines) {
  std::string comment = "<!--\n";
  for (std::string line : lines) {
    for (std::size_t at = line.find("--"); at != std::string::npos; at = line.find("--")) line.replace(at, 2, "- -");
    comment += "  " + line + "\n";
  }
  comment += "-->\n";
  const std::size_t begin = text.starts_with("<?xml") ? text.find("?>") + 3 : 0;
  return text.substr(0, begin) + comment + text.substr(begin);
}

/// Numbers that are no part of a robot's geometry.
void warn_of_the_rest(const CalibrationReport& report, Diagnostics& notes) {
  std::string names;
  for (const CalibratedNumber& n : report.result.numbers)
    if (n.parameter.group == "ratio" || n.parameter.group == "compliance" || n.parameter.group == "base")
      names += (names.empty() ? "" : ", ") + n.parameter.name;
  if (!names.empty())
    notes.warning({}, "the file has no place for " + names,
                  "put gear ratios and compliances into the controller, and the base where the robot stands");
}

}  // namespace

CalibratedFile calibrated_file(const CalibrationReport& report, const std::string& path, const Showing& showing) {
  const RobotDescription<double> robot = report.result.robot();
  Diagnostics notes(path);
  warn_of_the_rest(report, notes);
  const std::vector<std::string> lines = comment_lines(report, showing);
  std::string text;
  if (path.ends_with(".urdf") || path.ends_with(".xml")) {
    text = with_xml_comment(write_urdf(robot, notes), lines);
  } else {
    for (const std::string& line : lines) text += "# " + line + "\n";
    text += write_sinew_yaml(robot);
  }
  notes.throw_if_errors();
  return {std::move(text), notes.all()};
}

}  // namespace sinew
