// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/ik_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sinew/errors/visible_text.h"
#include "sinew/formats/states_csv.h"
#include "sinew/print/json_writer.h"

namespace sinew {
namespace {

std::vector<std::string> names_of(const Model<double>& model) {
  std::vector<std::string> names;
  for (const StateNumber& number : state_numbers(model, StatePart::Position)) names.push_back(number.name);
  return names;
}

std::vector<Measure> measures_of(const Model<double>& model) {
  std::vector<Measure> measures;
  for (const StateNumber& number : state_numbers(model, StatePart::Position)) measures.emplace_back(number.dimension);
  return measures;
}

Eigen::VectorXd vector_of(const std::vector<double>& q) {
  return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
}

/// "rx", "x": the rows that count, as tasks call them.
std::vector<std::string> names_of(const Rows& rows) {
  static constexpr const char* words[] = {"rx", "ry", "rz", "x", "y", "z"};
  std::vector<std::string> names;
  for (const std::size_t row : rows.order()) names.emplace_back(words[row]);
  return names;
}

const char* name_of(IkCause cause) {
  switch (cause) {
    case IkCause::BeyondReach:
      return "beyond reach";
    case IkCause::Limits:
      return "limits";
    case IkCause::Position:
      return "position";
    case IkCause::Orientation:
      return "orientation";
    case IkCause::Unknown:
      break;
  }
  return "unknown";
}

/// "elbow (upper), wrist (lower)"
std::string limits_text(const IkReport& report, const IkSolution& solution) {
  const std::vector<std::string> names = names_of(report.model);
  std::string text;
  for (const AtLimit& joint : solution.at_limits)
    text += (text.empty() ? "" : ", ") + visible_text(names[static_cast<std::size_t>(joint.position_index)]) +
            (joint.upper ? " (upper)" : " (lower)");
  return text;
}

std::string plural(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

/// "1.2 m and 0.3 rad", as far as they count.
std::string errors_text(const IkReport& report, const IkSolution& solution) {
  const Rows& rows = report.rows;
  const std::string position = fmt::format("{:.2g} m", solution.position_error);
  const std::string orientation = fmt::format("{:.2g} rad", solution.orientation_error);
  if (!rows[0] && !rows[1] && !rows[2]) return position;
  if (!rows[3] && !rows[4] && !rows[5]) return orientation;
  return position + " and " + orientation;
}

std::string objectives_text(const IkReport& report, const IkSolution& solution, const Showing& showing) {
  const auto count = static_cast<Eigen::Index>(solution.objectives.size());
  if (count == 0) return "";
  Eigen::VectorXd before(count), after(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    before[k] = solution.objectives[static_cast<std::size_t>(k)].before;
    after[k] = solution.objectives[static_cast<std::size_t>(k)].after;
  }
  return "\n" + figure_table("objective", report.objectives,
                             {{"before", before, {dimension::none}}, {"after", after, {dimension::none}}}, showing);
}

constexpr std::array<const char*, 6> ik_row_names{"wx", "wy", "wz", "vx", "vy", "vz"};

bool has_row_tolerances(const IkReport& report) { return report.row_tolerances != std::array<double, 6>{}; }

/// "left over   wz 0.081 of 0.0873 rad, vx -0.0005 of 0.001 m": of the rows that have tolerances of their own.
std::string row_errors_text(const IkReport& report, const IkSolution& solution) {
  if (!has_row_tolerances(report)) return "";
  std::string text;
  for (std::size_t i = 0; i < 6; ++i)
    if (report.rows[i] && report.row_tolerances[i] > 0.0)
      text += fmt::format("{}{} {:.3g} of {:.3g} {}", text.empty() ? "" : ", ", ik_row_names[i], solution.row_errors[i],
                          report.row_tolerances[i], i < 3 ? "rad" : "m");
  return "\nleft over: " + text + "\n";
}

std::string row_errors_json(const IkReport& report, const IkSolution& solution) {
  nlohmann::ordered_json errors = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < 6; ++i)
    if (report.rows[i]) errors[ik_row_names[i]] = solution.row_errors[i];
  return json_line(errors);
}

/// The numbers, and the names of the joints that stand at a limit.
std::string solution_json(const IkReport& report, const IkSolution& solution) {
  const std::vector<std::string> names = names_of(report.model);
  nlohmann::ordered_json at_limits = nlohmann::ordered_json::object();
  for (const AtLimit& joint : solution.at_limits)
    at_limits[names[static_cast<std::size_t>(joint.position_index)]] = joint.upper ? "upper" : "lower";
  std::string text = json_object(ik_data(report, solution));
  text.pop_back();
  return text + ",\"at_limits\":" + json_line(at_limits) +
         (has_row_tolerances(report) ? ",\"row_errors\":" + row_errors_json(report, solution) : "") + "}";
}

nlohmann::ordered_json failure_json(const IkFailure& failure) {
  const auto number = [](double x) { return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(); };
  return {{"cause", name_of(failure.cause)},
          {"proven", failure.proven},
          {"target_distance", failure.target_distance ? number(*failure.target_distance) : nullptr},
          {"largest_reach", number(failure.largest_reach)},
          {"reach_bound", number(failure.reach_bound)},
          {"position_gap", number(failure.position_gap)},
          {"solved_without_limits", failure.solved_without_limits},
          {"solutions_beyond_limits", failure.solutions_beyond_limits},
          {"more_starts", failure.more_starts}};
}

}  // namespace

std::vector<Datum> ik_data(const IkReport& report, const IkSolution& solution) {
  std::vector<Datum> data = {{{"q"}, vector_of(solution.q), labels(names_of(report.model)), nullptr}};
  data.push_back(truth_datum({"solved"}, solution.solved));
  data.push_back(number_datum({"position_error"}, solution.position_error));
  data.push_back(number_datum({"orientation_error"}, solution.orientation_error));
  data.push_back(count_datum({"iterations"}, solution.iterations));
  data.push_back(count_datum({"starts"}, solution.starts));
  data.push_back(count_datum({"joints_at_limits"}, static_cast<int>(solution.at_limits.size())));
  for (std::size_t k = 0; k < solution.objectives.size(); ++k) {
    data.push_back(number_datum({"objectives", report.objectives[k], "before"}, solution.objectives[k].before));
    data.push_back(number_datum({"objectives", report.objectives[k], "after"}, solution.objectives[k].after));
  }
  return data;
}

std::string ik_json(const IkReport& report, const IkSolutions& all, const IkSolution* nearest) {
  std::string text = "{\"robot\": " + json_text(report.model.name()) + ",\n \"frame\": " + json_text(report.frame) +
                     ",\n \"point\": " + json_numbers(report.point) + ",\n \"axes\": " + json_text(report.axes) +
                     ",\n \"rows\": " + json_list(names_of(report.rows)) +
                     ",\n \"joints\": " + json_list(names_of(report.model)) +
                     ",\n \"solved\": " + (all.solutions.empty() ? "false" : "true") +
                     ",\n \"starts\": " + std::to_string(all.starts) +
                     (report.seconds > 0.0 ? fmt::format(",\n \"seconds\": {},\n \"out_of_time\": {}", report.seconds,
                                                         nearest != nullptr && nearest->out_of_time)
                                           : "") +
                     ",\n \"families\": " + (all.families ? "true" : "false") + ",\n \"solutions\": [";
  for (std::size_t k = 0; k < all.solutions.size(); ++k)
    text += (k > 0 ? ",\n  " : "\n  ") + solution_json(report, all.solutions[k]);
  text += "]";
  if (nearest != nullptr)
    text += ",\n \"nearest\": " + solution_json(report, *nearest) +
            ",\n \"failure\": " + json_line(failure_json(nearest->failure));
  return text + "}\n";
}

std::string ik_text(const IkReport& report, const IkSolution& solution, const Showing& showing) {
  const std::string errors = errors_text(report, solution);
  std::string starts = plural(solution.starts, "start");
  if (solution.out_of_time) starts += fmt::format(", which took the {:.4g} s that it was given", report.seconds);
  std::string text = solution.solved
                         ? fmt::format("{} is there, to {}, after {} from {}\n\n", visible_text(report.frame), errors,
                                       plural(solution.iterations, "iteration"), starts)
                         : fmt::format("{} does not get there: from {}, it comes no nearer than {}\n",
                                       visible_text(report.frame), starts, errors);
  if (!solution.solved) {
    const std::string reason = ik_reason(report, solution);
    if (!reason.empty()) text += reason + "\n";
    text += "\nThe nearest is\n";
  }
  text += figure_table("joint", names_of(report.model), {{"q", vector_of(solution.q), measures_of(report.model)}},
                       {showing.units.with_degrees(), showing.digits});
  if (!solution.at_limits.empty()) text += "\nat a limit: " + limits_text(report, solution) + "\n";
  text += row_errors_text(report, solution);
  return text + objectives_text(report, solution, showing);
}

std::string ik_all_text(const IkReport& report, const IkSolutions& all, const Showing& showing) {
  const std::vector<std::string> names = names_of(report.model);
  const std::vector<Measure> measures = measures_of(report.model);
  std::vector<std::string> rows;
  for (std::size_t k = 1; k <= all.solutions.size(); ++k) rows.push_back(std::to_string(k));
  std::vector<FigureColumn> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    FigureColumn column{names[i], Eigen::VectorXd(static_cast<Eigen::Index>(rows.size())), {measures[i]}};
    for (std::size_t k = 0; k < rows.size(); ++k) column.values[static_cast<Eigen::Index>(k)] = all.solutions[k].q[i];
    columns.push_back(std::move(column));
  }
  const int count = static_cast<int>(all.solutions.size());
  std::string text = fmt::format("{} of {}, the nearest to the start first, from {}\n",
                                 plural(count, all.families ? "family" : "solution"), visible_text(report.frame),
                                 plural(all.starts, "start"));
  if (all.families) {
    if (count != 1) text.replace(0, text.find(" of "), fmt::format("{} families", count));
    text += "The arm can move without moving the frame: each line stands for all that it can so be moved to.\n";
  }
  text += "\n" + figure_table("#", rows, columns, {showing.units.with_degrees(), showing.digits});
  std::string limits;
  for (std::size_t k = 0; k < all.solutions.size(); ++k)
    if (!all.solutions[k].at_limits.empty())
      limits += "  " + rows[k] + ": " + limits_text(report, all.solutions[k]) + "\n";
  return limits.empty() ? text : text + "\nat a limit\n" + limits;
}

std::string ik_reason(const IkReport& report, const IkSolution& solution) {
  const IkFailure& failure = solution.failure;
  const double distance = failure.target_distance.value_or(0.0);
  const std::string starts = plural(solution.starts, "start");
  switch (failure.cause) {
    case IkCause::BeyondReach:
      if (failure.proven)
        return fmt::format(
            "The target is {:.6g} m from the base, and {} gets no further than {:.6g} m from it; however it is turned, "
            "at "
            "least {:.6g} m are missing.",
            distance, visible_text(report.frame), failure.reach_bound, distance - failure.reach_bound);
      return fmt::format(
          "The target is {:.6g} m from the base, and the furthest from it that was found for {} is {:.6g} m; however "
          "it was "
          "turned, {:.6g} m were missing. A search says so, no proof.",
          distance, visible_text(report.frame), failure.largest_reach, failure.position_gap);
    case IkCause::Limits:
      if (failure.proven)
        return fmt::format(
            "The joints' limits forbid it: the target is {:.6g} m from the base, and within them {} gets no further "
            "than "
            "{:.6g} m from it. Without them it is reached, see --without-limits.",
            distance, visible_text(report.frame), failure.reach_bound);
      return fmt::format(
          "Without the joints' limits it is reached, see --without-limits. Within them a search of {} found nothing, "
          "and {}"
          " without limits, moved towards them, came inside: most likely the limits forbid it, but that is no proof.",
          plural(solution.starts + failure.more_starts, "start"),
          failure.solutions_beyond_limits == 1 ? "not the one solution"
                                               : fmt::format("none of {} solutions", failure.solutions_beyond_limits));
    case IkCause::Position:
      return fmt::format(
          "However it was turned, {} brought it no nearer to the position than {:.6g} m{}. A search says so, no proof.",
          starts, failure.position_gap,
          failure.target_distance ? fmt::format("; the target is {:.6g} m from the base, and {} gets up "
                                                "to {:.6g} m from it",
                                                distance, visible_text(report.frame), failure.largest_reach)
                                  : "");
    case IkCause::Orientation:
      if (!report.rows[3] && !report.rows[4] && !report.rows[5])
        return fmt::format("None of {} turned it so. A search says so, no proof.", starts);
      return fmt::format(
          "The position is reached, but with this orientation by none of {}. A search says so, no proof.", starts);
    case IkCause::Unknown:
      break;
  }
  return "";
}

}  // namespace sinew
