// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/motion_log.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "sinew/formats/csv.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/states_csv.h"

namespace sinew {
namespace {

constexpr StatePart log_parts[] = {StatePart::Position, StatePart::Velocity, StatePart::Acceleration,
                                   StatePart::Effort};

/// Which columns of states a file has, by its first line.
class LogColumns {
 public:
  LogColumns(const SourceText& source, const Model<double>& model) {
    std::istringstream in(source.text);
    CsvReader rows(in, source.file);
    CsvRow row;
    if (!rows.next(row))
      refuse(source.file, "is empty", "begin with a line that names the columns t, q.<joint>, qd.<joint>, tau.<joint>");
    const std::set<std::string> titles(row.fields.begin(), row.fields.end());
    for (const StatePart part : log_parts)
      for (const StateNumber& number : state_numbers(model, part))
        has_.push_back(titles.contains(std::string(symbol_of(part)) + "." + number.name));
    has_time_ = titles.contains("t");
    joints_ = state_numbers(model, StatePart::Effort).size();
    line_ = row.line;
  }

  bool has_time() const { return has_time_; }
  int line() const { return line_; }
  bool has(std::size_t part, std::size_t joint) const { return has_[part * joints_ + joint]; }
  /// Has every joint that has a position this part, too?
  bool has_all(std::size_t part) const {
    for (std::size_t j = 0; j < joints_; ++j)
      if (has(0, j) && !has(part, j)) return false;
    return true;
  }
  bool has_any(std::size_t part) const {
    for (std::size_t j = 0; j < joints_; ++j)
      if (has(part, j)) return true;
    return false;
  }

 private:
  std::vector<bool> has_;  ///< part by part
  std::size_t joints_ = 0;
  bool has_time_ = false;
  int line_ = 0;
};

void expect_columns(const LogColumns& columns, const SourceText& source, const std::string& joint) {
  Diagnostics diagnostics(source.file);
  const SourceLine line{columns.line()};
  if (!columns.has_time()) diagnostics.error(line, "has no column t", "name the column of the times t, in seconds");
  if (!columns.has_any(0))
    diagnostics.error(line, "has no positions", "name the columns of positions q." + joint + " and so on");
  if (!columns.has_any(3))
    diagnostics.error(line, "has no torques, so that no power is known",
                      "name the columns of torques tau." + joint + " and so on");
  diagnostics.throw_if_errors();
}

void warn_of_missing(const LogColumns& columns, const std::vector<std::string>& joints, const SourceText& source,
                     std::vector<Diagnostic>& warnings) {
  std::string standing, unknown;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!columns.has(0, j)) standing += (standing.empty() ? "" : ", ") + in_quotes(joints[j]);
    if (columns.has(0, j) && !columns.has(3, j)) unknown += (unknown.empty() ? "" : ", ") + in_quotes(joints[j]);
  }
  const auto warn = [&](const std::string& what, const std::string& remedy) {
    warnings.push_back({Severity::Warning, source.file, columns.line(), what, remedy});
  };
  if (!standing.empty())
    warn("joints without a column of positions stand at 0: " + standing, "log them, or hold them with --lock");
  if (!unknown.empty())
    warn("joints without a column of torques are taken to have what the model asks for: " + unknown,
         "log their torques as well");
  for (const std::size_t part : {std::size_t{1}, std::size_t{2}})
    if (columns.has_any(part) && !columns.has_all(part))
      warn(std::string("the columns ") + symbol_of(log_parts[part]) + " are left alone, for some joints have none",
           "log them for every joint or for none");
}

Eigen::MatrixXd as_matrix(const std::vector<double>& numbers, Eigen::Index joints) {
  return Eigen::Map<const Eigen::MatrixXd>(numbers.data(), joints, std::ssize(numbers) / joints);
}

}  // namespace

MotionLog read_motion_log(const SourceText& source, const Model<double>& model, std::vector<Diagnostic>& warnings) {
  if (model.floating_base())
    refuse(model.name(), "its base floats, and a log has the motion of joints alone", "leave out --floating-base");
  std::vector<std::string> joints;
  for (const StateNumber& number : state_numbers(model, StatePart::Effort)) joints.push_back(number.name);
  if (joints.empty()) refuse(model.name(), "nothing on this robot moves", "give it a joint that is not fixed");
  const LogColumns columns(source, model);
  expect_columns(columns, source, joints.front());
  std::istringstream in(source.text);
  StatesReader reader(in, source.file, model, zero_state(model));
  warnings.insert(warnings.end(), reader.warnings().begin(), reader.warnings().end());
  warn_of_missing(columns, joints, source, warnings);
  Diagnostics diagnostics(source.file);
  MotionLog log;
  log.name = source.file;
  std::vector<double> parts[4];
  State state;
  while (reader.next(state)) {
    try {
      log.times.push_back(quantity(state.t.value_or(""), dimension::time));
    } catch (const FormulaError& e) {
      diagnostics.error({reader.line()}, std::string("column t: ") + e.what(), e.remedy);
    }
    for (std::size_t p = 0; p < 4; ++p) {
      const std::vector<double>& numbers = state.part(log_parts[p]);
      parts[p].insert(parts[p].end(), numbers.begin(), numbers.end());
    }
  }
  diagnostics.throw_if_errors();
  const Eigen::Index n = std::ssize(joints);
  log.q = as_matrix(parts[0], n);
  if (columns.has_any(1) && columns.has_all(1)) log.qd = as_matrix(parts[1], n);
  if (columns.has_any(2) && columns.has_all(2)) log.qdd = as_matrix(parts[2], n);
  log.tau = as_matrix(parts[3], n);
  for (std::size_t j = 0; j < joints.size(); ++j) log.has_torque.push_back(columns.has(3, j));
  check_log(model, log);
  return log;
}

void check_log(const Model<double>& model, const MotionLog& log) {
  const std::string& where = log.name.empty() ? model.name() : log.name;
  if (model.floating_base())
    refuse(model.name(), "its base floats, and a log has the motion of joints alone", "leave out --floating-base");
  const Eigen::Index n = model.velocity_count(), samples = std::ssize(log.times);
  const auto fits = [&](const Eigen::MatrixXd& part) { return part.rows() == n && part.cols() == samples; };
  if (!fits(log.q) || !fits(log.tau) || (log.qd.cols() > 0 && !fits(log.qd)) || (log.qdd.cols() > 0 && !fits(log.qdd)))
    refuse(where, "does not have a number for each joint and time",
           "give " + std::to_string(n) + " rows and a column for each of the " + std::to_string(samples) + " times");
  if (samples < least_log_samples)
    refuse(where, "has " + std::to_string(samples) + " samples",
           "give at least " + std::to_string(least_log_samples) + ", or noise and motion cannot be told apart");
  for (std::size_t k = 1; k < log.times.size(); ++k)
    if (!(log.times[k] > log.times[k - 1]))
      refuse(where, "the time " + shown(log.times[k]) + " s does not lie after " + shown(log.times[k - 1]) + " s",
             "put the samples into the order of their times, each once");
  for (const Eigen::MatrixXd* part : {&log.q, &log.qd, &log.qdd, &log.tau})
    if (!part->allFinite()) refuse(where, "has a number that is not finite", "leave out samples that are not whole");
  if (!log.has_torque.empty() && std::ssize(log.has_torque) != n)
    refuse(where, "does not say of each joint whether its torque is known", "give one truth value per joint");
}

}  // namespace sinew
