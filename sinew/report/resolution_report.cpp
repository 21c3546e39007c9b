// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/resolution_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "sinew/errors/visible_text.h"
#include "sinew/print/json_writer.h"
#include "sinew/print/table.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

bool at_velocity(const StatedProblem& stated) { return stated.problem.level == CommandLevel::Velocity; }

/// Tasks of one priority are one, row under row: their rows.
std::vector<StatedProblem::Rows> rows_by_priority(const StatedProblem& stated) {
  std::map<int, StatedProblem::Rows> levels;
  for (std::size_t k = 0; k < stated.rows.size(); ++k) {
    StatedProblem::Rows& level = levels[stated.problem.tasks[k].priority];
    const StatedProblem::Rows& own = stated.rows[k];
    level.names.insert(level.names.end(), own.names.begin(), own.names.end());
    level.dimensions.insert(level.dimensions.end(), own.dimensions.begin(), own.dimensions.end());
    level.frames.insert(level.frames.end(), own.frames.begin(), own.frames.end());
    level.axes.insert(level.axes.end(), own.axes.begin(), own.axes.end());
  }
  std::vector<StatedProblem::Rows> result;
  for (auto& [priority, rows] : levels) result.push_back(std::move(rows));
  return result;
}

// ---- worked steps

/// Numbers that stand in one matrix, written alike.
std::string number_format(const Eigen::MatrixXd& values, int digits) {
  double largest = 0.0;
  for (const double x : values.reshaped())
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  const bool tiny = largest > 1e-12 && largest < 0.5 * std::pow(10.0, -digits);
  return fmt::format("{{:.{}{}}}", digits, tiny || largest >= 1e9 ? "e" : "f");
}

std::string written(double x, const std::string& format) {
  if (std::isinf(x)) return x < 0 ? "−∞" : "∞";
  std::string text = fmt::format(fmt::runtime(format), x);
  if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);  // no −0.0000
  return text;
}

/// A number, a row that stands for a column (…ᵀ), or rows below each other.
std::vector<std::string> matrix_lines(const Eigen::MatrixXd& values, int digits) {
  const std::string format = number_format(values, digits);
  if (values.size() == 1) return {written(values(0, 0), format)};
  const bool is_column = values.cols() == 1;
  Eigen::MatrixXd shown = is_column ? Eigen::MatrixXd(values.transpose()) : values;
  double largest = 0.0;
  for (const double x : shown.reshaped())
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  for (double& x : shown.reshaped())
    if (std::abs(x) < round_off(largest)) x = 0.0;
  std::vector<std::size_t> widths;
  for (Eigen::Index j = 0; j < shown.cols(); ++j) {
    widths.push_back(0);
    for (Eigen::Index i = 0; i < shown.rows(); ++i)
      widths.back() = std::max(widths.back(), display_width(written(shown(i, j), format)));
  }
  std::vector<std::string> lines;
  for (Eigen::Index i = 0; i < shown.rows(); ++i) {
    std::string line = "[";
    for (Eigen::Index j = 0; j < shown.cols(); ++j) {
      const std::string text = written(shown(i, j), format);
      line += (j > 0 ? "  " : " ") + std::string(widths[static_cast<std::size_t>(j)] - display_width(text), ' ') + text;
    }
    lines.push_back(line + (is_column ? " ]ᵀ" : " ]"));
  }
  return lines;
}

// ---- the answer

std::string joint_table(const StatedProblem& stated, const Resolution& found, const Showing& showing) {
  const auto measures = [](const std::vector<Dimension>& dimensions) {
    return dimensions.empty() ? std::vector<Measure>{Measure{}}
                              : std::vector<Measure>(dimensions.begin(), dimensions.end());
  };
  const std::vector<Measure> command = measures(stated.command_dimensions);
  std::vector<FigureColumn> columns{{at_velocity(stated) ? "velocity" : "acceleration", found.x, command}};
  if (stated.problem.bounds) {
    columns.push_back({"lower", stated.problem.bounds->lower, command});
    columns.push_back({"upper", stated.problem.bounds->upper, command});
  }
  if (found.tau) columns.push_back({"torque", *found.tau, measures(stated.effort_dimensions)});
  std::vector<std::string> names;
  for (int i = 0; i < stated.problem.size; ++i) names.push_back(stated.problem.joint_name(i));
  return figure_table("joint", names, columns, showing);
}

std::string task_table(const StatedProblem& stated, const Resolution& found, const Showing& showing) {
  using Align = Table::Align;
  Table table({{"priority", Align::Left},
               {"task", Align::Left},
               {"row", Align::Left},
               {"wanted", Align::Right},
               {"achieved", Align::Right},
               {"", Align::Left},
               {"error", Align::Right},
               {"scale", Align::Right},
               {"rank", Align::Left}});
  const std::vector<StatedProblem::Rows> rows = rows_by_priority(stated);
  for (std::size_t k = 0; k < found.tasks.size(); ++k) {
    const TaskOutcome& outcome = found.tasks[k];
    for (Eigen::Index i = 0; i < outcome.wanted.size(); ++i) {
      const auto r = static_cast<std::size_t>(i);
      const PrintedUnit unit = showing.units.unit_of(rows[k].dimensions[r]);
      std::vector<std::string> cells{"",
                                     "",
                                     rows[k].names[r],
                                     plain_figure(outcome.wanted[i] / unit.factor, showing.digits),
                                     plain_figure(outcome.achieved[i] / unit.factor, showing.digits),
                                     unit.text};
      if (i == 0) {
        cells[0] = std::to_string(outcome.priority);
        cells[1] = outcome.name;
        cells.push_back(plain_figure(outcome.error, showing.digits));
        cells.push_back(outcome.executed ? plain_figure(outcome.scale, showing.digits) : "left out");
        cells.push_back(fmt::format("{} of {}", outcome.rank, outcome.wanted.size()));
      }
      table.add(std::move(cells));
    }
  }
  return table.text();
}

std::string held_joints(const StatedProblem& stated, const Resolution& found) {
  std::string text;
  for (int i = 0; i < stated.problem.size; ++i) {
    const int side = found.held[static_cast<std::size_t>(i)];
    if (side != 0)
      text += (text.empty() ? "" : ", ") + visible_text(stated.problem.joint_name(i)) + " at its " +
              (side < 0 ? "lower" : "upper") + " bound";
  }
  return text;
}

/// "row 1 is broken by 0.25, the other 2 are kept"
std::string inequality_text(const Resolution& found) {
  std::string text;
  Eigen::Index kept = 0;
  for (Eigen::Index i = 0; i < found.broken_by.size(); ++i) {
    if (found.broken_by[i] > 0.0)
      text += fmt::format("{}row {} of C is broken by {}", text.empty() ? "" : ", ", i + 1, shown(found.broken_by[i]));
    else
      ++kept;
  }
  if (text.empty()) return "all kept";
  return text + (kept > 0 ? fmt::format("; {} kept", kept) : "");
}

std::string summary(const StatedProblem& stated, const Resolution& found, const Showing& showing) {
  std::string text;
  const auto line = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) text += fmt::format("{:<16}{}\n", what, value);
  };
  if (found.kinetic_energy) line("kinetic energy", figure(*found.kinetic_energy, measure::energy, showing));
  if (stated.problem.bounds) {
    const std::string held = held_joints(stated, found);
    line("saturated", held.empty() ? "no joint" : held);
  }
  Eigen::Index rows = 0;
  for (const RedundancyProblem::Task& task : stated.problem.tasks) rows += task.J.rows();
  const TaskConflicts& conflicts = found.conflicts;
  line("rank", fmt::format("{} of {} rows together, {}", conflicts.stacked_rank, rows,
                           std::isfinite(conflicts.condition) ? fmt::format("condition {}", shown(conflicts.condition))
                                                              : "singular"));
  if (conflicts.ranks.size() > 1)
    line("parallel", conflicts.parallel ? "yes: every motion of one task can be had with every motion of the others"
                                        : "no: together the tasks have fewer directions than one by one");
  if (found.broken_by.size() > 0) line("inequalities", inequality_text(found));
  if (found.optimality)
    line("left to gain",
         fmt::format("{} = |(I − J#·J)·∇H|{}", plain_figure(*found.optimality, showing.digits),
                     *found.optimality < 1e-9 ? ": H cannot be improved without leaving the task" : ""));
  return text;
}

std::string listed(const char* title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string text = fmt::format("\n{}\n", title);
  for (const std::string& sentence : sentences) text += "- " + visible_text(sentence) + "\n";
  return text;
}

// ---- JSON

Json json_of(const Eigen::VectorXd& x) {
  Json list = Json::array();
  for (const double value : x) list.push_back(std::isfinite(value) ? Json(value == 0.0 ? 0.0 : value) : Json(nullptr));
  return list;
}

Json json_of(const Eigen::MatrixXd& A) {
  if (A.size() == 1) return json_of(Eigen::VectorXd(A.col(0)))[0];
  if (A.cols() == 1) return json_of(Eigen::VectorXd(A.col(0)));
  Json rows = Json::array();
  for (const auto& row : A.rowwise()) rows.push_back(json_of(Eigen::VectorXd(row.transpose())));
  return rows;
}

Json number_json(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

/// Texts, null for an empty one.
Json names_json(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(name.empty() ? Json(nullptr) : Json(name));
  return list;
}

Json tasks_json(const StatedProblem& stated, const Resolution& found) {
  const std::vector<StatedProblem::Rows> rows = rows_by_priority(stated);
  Json tasks = Json::array();
  for (std::size_t k = 0; k < found.tasks.size(); ++k) {
    const TaskOutcome& outcome = found.tasks[k];
    tasks.push_back({{"name", outcome.name},
                     {"priority", outcome.priority},
                     {"rows", rows[k].names},
                     {"frames", names_json(rows[k].frames)},
                     {"axes", names_json(rows[k].axes)},
                     {"wanted", json_of(outcome.wanted)},
                     {"achieved", json_of(outcome.achieved)},
                     {"error", outcome.error},
                     {"scale", outcome.scale},
                     {"executed", outcome.executed},
                     {"reachable", outcome.reachable},
                     {"rank", outcome.rank}});
  }
  return tasks;
}

Json steps_json(const std::vector<WorkedStep>& steps) {
  Json list = Json::array();
  for (const WorkedStep& step : steps) {
    Json values = Json::object();
    for (const auto& [name, value] : step.values) values[name] = json_of(value);
    list.push_back({{"text", step.text}, {"values", values}});
  }
  return list;
}

}  // namespace

std::string worked_steps_text(const std::vector<WorkedStep>& steps, int digits) {
  std::string text;
  int number = 0;
  for (const WorkedStep& step : steps) {
    const std::string head = fmt::format("{}. ", ++number);
    const std::string indent(head.size(), ' ');
    text += head + visible_text(step.text) + "\n";
    for (const auto& [name, value] : step.values) {
      const std::string begin = visible_text(name) + " = ";
      std::vector<std::string> lines = matrix_lines(value, digits);
      for (std::size_t i = 0; i < lines.size(); ++i)
        text += indent + (i == 0 ? begin : std::string(display_width(begin), ' ')) + lines[i] + "\n";
    }
    text += "\n";
  }
  return text;
}

std::vector<std::string> remedies(const StatedProblem& stated, const Resolution& found) {
  using enum RedundancyMethod;
  std::vector<std::string> result;
  const TaskConflicts& conflicts = found.conflicts;
  const bool ranks_tasks = found.method == TaskPriority || found.method == SnsBasic || found.method == SnsFast ||
                           found.method == SnsOptimal || found.method == HierarchicalProgram;
  const bool singular = std::any_of(conflicts.singular.begin(), conflicts.singular.end(), [](bool s) { return s; });
  if (singular || conflicts.algorithmic_singularity)
    result.emplace_back(
        found.method == DampedInverse
            ? "At a singularity: the damping keeps the joints slow at the price of the error above; a smaller mu, or a "
              "region, gives some of it back."
            : "At a singularity: nothing moves in the direction that is lost; near it joints would race, which damping "
              "prevents (method damped, or damping with method priority).");
  const bool several = conflicts.ranks.size() > 1, ranked = ranks_tasks && found.tasks.size() > 1;
  if (conflicts.algorithmic_singularity && !ranked)
    result.emplace_back(
        "At an algorithmic singularity: give the tasks priorities (method priority), so that the first is exact; "
        "--search-singularities says where else they are in each other's way.");
  if (conflicts.conflict && several && !ranked)
    result.emplace_back("In a conflict: say which task gives way with priorities 1, 2, … and method priority.");
  if (conflicts.conflict && (ranked || !several))
    result.push_back("In a conflict: by any method, what is wanted is missed by " + shown(conflicts.distance) +
                     " or more in all; want less, or drop rows" +
                     (several ? ", or let the task of lower priority go." : "."));
  if (std::any_of(found.tasks.begin(), found.tasks.end(), [](const TaskOutcome& t) { return !t.reachable; }))
    result.emplace_back(
        "Out of reach: sns does a task in its own direction or not at all; method priority, or hqp within the bounds, "
        "comes as near to it as can be.");
  if (!found.within_bounds)
    result.emplace_back("Out of bounds: take method sns, which keeps them and scales the task where it must.");
  const bool scaled = std::any_of(found.tasks.begin(), found.tasks.end(), [](const TaskOutcome& t) {
    return t.reachable && (t.scale < 1.0 - 1e-12 || !t.executed);
  });
  if (scaled && stated.problem.bounds)
    result.emplace_back(found.method == SnsOptimal
                            ? "At the bounds: this is the largest scale there is; go slower, or loosen a limit."
                            : "At the bounds: the task was scaled; method sns finds the largest scale there is.");
  return result;
}

std::string resolution_text(const StatedProblem& stated, const Resolution& found, bool explain,
                            const Showing& showing) {
  const MethodEntry& method = entry_of(found.method);
  std::string text;
  if (explain) text += worked_steps_text(found.steps, showing.digits);
  text += fmt::format("{}{}: {}\n\n", stated.robot.empty() ? "" : visible_text(stated.robot) + ", ", method.name,
                      method.formula);
  text += joint_table(stated, found, showing) + "\n" + task_table(stated, found, showing) + "\n" +
          summary(stated, found, showing);
  return text + listed("Notes", found.warnings) + listed("What to do", remedies(stated, found));
}

std::string resolution_json(const StatedProblem& stated, const Resolution& found, bool explain) {
  const RedundancyProblem& problem = stated.problem;
  Json out;
  if (!stated.robot.empty()) out["robot"] = stated.robot;
  out["method"] = entry_of(found.method).name;
  out["level"] = at_velocity(stated) ? "velocity" : "acceleration";
  Json joints = Json::array();
  for (int i = 0; i < problem.size; ++i) joints.push_back(problem.joint_name(i));
  out["joints"] = joints;
  out[at_velocity(stated) ? "qd" : "qdd"] = json_of(found.x);
  if (found.tau) out["tau"] = json_of(*found.tau);
  if (found.kinetic_energy) out["kinetic_energy"] = *found.kinetic_energy;
  if (problem.bounds)
    out["bounds"] = {{"lower", json_of(problem.bounds->lower)}, {"upper", json_of(problem.bounds->upper)}};
  out["scale"] = found.scale;
  Json saturated = Json::object();
  for (int i = 0; i < problem.size; ++i)
    if (const int side = found.held[static_cast<std::size_t>(i)]; side != 0)
      saturated[problem.joint_name(i)] = side < 0 ? "lower" : "upper";
  out["saturated"] = saturated;
  out["within_bounds"] = found.within_bounds;
  if (found.broken_by.size() > 0)
    out["inequalities"] = {{"values", json_of(found.inequality_values)},
                           {"limits", json_of(problem.inequality_limit)},
                           {"broken_by", json_of(found.broken_by)}};
  out["tasks"] = tasks_json(stated, found);
  const TaskConflicts& conflicts = found.conflicts;
  out["rank"] = conflicts.stacked_rank;
  out["ranks"] = conflicts.ranks;
  out["condition"] = number_json(conflicts.condition);
  out["parallel"] = conflicts.parallel;
  out["conflict"] = conflicts.conflict;
  out["conflict_distance"] = conflicts.distance;
  out["algorithmic_singularity"] = conflicts.algorithmic_singularity;
  if (found.optimality) out["optimality"] = *found.optimality;
  if (explain) out["steps"] = steps_json(found.steps);
  out["warnings"] = found.warnings;
  out["remedies"] = remedies(stated, found);
  return json_page(out);
}

std::string singularities_text(const SingularitySearch& search, const Showing& showing) {
  const UnitChoice units = showing.units.with_degrees();
  std::string text;
  for (const SearchRange& range : search.ranges) {
    const auto k = static_cast<std::size_t>(&range - search.ranges.data());
    const PrintedUnit unit = units.unit_of(search.dimensions[k]);
    text += fmt::format("{} from {} to {} {}\n", visible_text(range.variable), shown(range.from / unit.factor),
                        shown(range.to / unit.factor), unit.text);
  }
  const bool is_singular = search.usual_rank < search.full_rank;
  text +=
      fmt::format("{} the tasks together have rank {}", is_singular ? "All over this" : "Elsewhere", search.usual_rank);
  for (std::size_t k = 0; k < search.task_names.size(); ++k)
    text += fmt::format("{} '{}' {}", k == 0 ? ";" : ",", visible_text(search.task_names[k]), search.usual_ranks[k]);
  text += ".\n";
  if (is_singular)
    text += fmt::format(
        "Their rows and the joints would allow {}: they are singular everywhere here{}.\n", search.full_rank,
        search.usual_ranks == search.full_ranks ? ", and algorithmically, for each by itself is well" : "");
  if (search.found.empty())
    return text + (is_singular ? "\nNowhere do they lose more.\n" : "\nNo singularity was found.\n");
  std::vector<Table::Column> columns;
  for (std::size_t k = 0; k < search.ranges.size(); ++k) {
    const PrintedUnit unit = units.unit_of(search.dimensions[k]);
    columns.push_back(
        {search.ranges[k].variable + (unit.text.empty() ? "" : " [" + unit.text + "]"), Table::Align::Right});
  }
  columns.push_back({"rank", Table::Align::Right});
  for (const std::string& name : search.task_names) columns.push_back({name, Table::Align::Right});
  columns.push_back({"", Table::Align::Left});
  Table table(columns);
  for (const FoundSingularity& found : search.found) {
    std::vector<std::string> cells;
    for (std::size_t k = 0; k < found.values.size(); ++k)
      cells.push_back(plain_figure(found.values[k] / units.unit_of(search.dimensions[k]).factor, showing.digits));
    cells.push_back(std::to_string(found.stacked_rank));
    for (const int rank : found.ranks) cells.push_back(std::to_string(rank));
    cells.emplace_back(found.algorithmic              ? "algorithmic: each task by itself is well"
                       : search.task_names.size() > 1 ? "a task by itself is singular"
                                                      : "singular");
    table.add(std::move(cells));
  }
  text += "\n" + table.text();
  if (search.lines_only) text += "\nThese are points of curves: more lie between them.\n";
  return text;
}

std::string singularities_json(const SingularitySearch& search) {
  Json out;
  Json over = Json::array();
  for (const SearchRange& range : search.ranges)
    over.push_back({{"variable", range.variable}, {"from", range.from}, {"to", range.to}});
  out["over"] = over;
  out["tasks"] = search.task_names;
  out["usual_rank"] = search.usual_rank;
  out["usual_ranks"] = search.usual_ranks;
  out["full_rank"] = search.full_rank;
  out["singular_everywhere"] = search.usual_rank < search.full_rank;
  Json found = Json::array();
  for (const FoundSingularity& s : search.found)
    found.push_back(
        {{"values", s.values}, {"rank", s.stacked_rank}, {"ranks", s.ranks}, {"algorithmic", s.algorithmic}});
  out["singularities"] = found;
  out["on_curves"] = search.lines_only;
  return json_page(out);
}

}  // namespace sinew
