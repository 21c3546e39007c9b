// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/redundancy/ik.h"

#include <array>
#include <cmath>
#include <optional>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/row_words.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/ik/inverse_kinematics.h"
#include "sinew/model/end_frame.h"
#include "sinew/questions/choices/limits_choice.h"
#include "sinew/questions/choices/state_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/commands/redundancy/ik_targets.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/ik_report.h"
#include "sinew/report/limit_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

/// Three angles are roll, pitch, yaw; four numbers a quaternion x y z w; nine, or three rows of three, a matrix.
Rotation<double> orientation_given(const std::string& text) {
  return value_of("--orientation", [&] {
    const std::vector<std::string> parts = list_parts(text);
    std::vector<double> numbers;
    const bool is_matrix = parts.size() == 9 || (parts.size() == 3 && parts[0].starts_with('['));
    for (const std::string& part : parts) {
      if (part.starts_with('[')) {
        const Vec3<double> row = vector_quantity(part, dimension::none);
        numbers.insert(numbers.end(), {row.x, row.y, row.z});
      } else {
        numbers.push_back(quantity(part, parts.size() == 3 ? dimension::angle : dimension::none));
      }
    }
    const std::vector<double>& x = numbers;
    constexpr double slack = 1e-3;  // what is typed has few digits
    if (is_matrix && x.size() == 9) {
      const auto R = Rotation<double>::from_rows({x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]});
      const Rotation<double> nearest = Rotation<double>::from(quaternion(R));
      if (!((matrix(R) - matrix(nearest)).cwiseAbs().maxCoeff() < slack))
        refuse("--orientation", "this matrix is no rotation",
               "give three rows of length 1 at right angles, right-handed");
      return nearest;
    }
    if (x.size() == 4) {
      const double length = std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3]));
      if (!(std::abs(length - 1.0) < slack))
        refuse("--orientation", "the quaternion has length " + shown(length), "give x,y,z,w of length 1");
      return Rotation<double>::from(Quaternion<double>{x[0], x[1], x[2], x[3]});
    }
    if (x.size() != 3)
      refuse("--orientation", "has " + std::to_string(x.size()) + " numbers",
             "give roll,pitch,yaw, or a quaternion x,y,z,w, or the nine of a matrix, row by row");
    return Rotation<double>::from(RollPitchYaw<double>{x[0], x[1], x[2]});
  });
}

/// Positions of the joints that an option gives; warns of those that are most likely slips.
std::vector<double> likely_positions(Door& door, const Model<double>& model, const char* option,
                                     const std::string& text) {
  std::vector<double> q = positions_given(model, option, text);
  door.warn(unlikely_positions(model, vector(q), option));
  return q;
}

/// The targets of a file.
IkTargets targets_given(const IkQuestion& given) {
  const SourceText file = read_source_text(given.targets);
  IkTargets targets{file.file, read_path_csv(file.text, file.file, {}), given.axes == "own"};
  if (targets.table.poses.empty()) refuse(file.file, "has no targets", "give one a row below the names");
  return targets;
}

/// Which rows count: those asked for, or those that something was given for.
Rows rows_of(const Fields& fields, const IkQuestion& given, const std::optional<IkTargets>& targets) {
  const bool has_position = targets || !given.position.empty() || !given.pose_of.empty();
  const bool has_orientation =
      targets ? targets->table.has_orientation : !given.orientation.empty() || !given.pose_of.empty();
  if (!has_position && !has_orientation)
    throw UsageError("position", "there is no target; give --position, --orientation, --pose-of or --targets");
  if (!given.pose_of.empty())
    fields.refuse_idle({"position", "orientation"}, "is part of --pose-of already; give one of them");
  if (!fields.is_given("rows"))
    return has_position && has_orientation ? all_rows : has_position ? linear_rows : angular_rows;
  const Rows rows = given.rows.value();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] && !(i < 3 ? has_orientation : has_position))
      throw UsageError("rows", i < 3 ? "has rows of orientation; give --orientation, or leave them out"
                                     : "has rows of position; give --position, or leave them out");
  return rows;
}

IkTarget target_of(Door& door, const Arm& arm, const IkQuestion& given, const Rows& rows, const std::string& frame,
                   const Eigen::Vector3d& point) {
  IkTarget target;
  target.rows = rows;
  if (!given.pose_of.empty()) {
    const std::vector<double> q = likely_positions(door, arm.model(), "--pose-of", given.pose_of);
    const Pose<double> X_WF = arm.pose(vector(q), frame);
    target.X_WF = {X_WF.R, X_WF * vec3(point)};
  }
  if (!given.position.empty())
    target.X_WF.p = value_of("--position", [&] { return vector_quantity(given.position, dimension::length); });
  if (!given.orientation.empty()) target.X_WF.R = orientation_given(given.orientation);
  if (given.axes == "own") target.R_WA = target.X_WF.R;
  return target;
}

/// Which row a tolerance is of: 0 to 5, or 6 if the name is not that of one row.
std::size_t row_named(const std::string& name) {
  try {
    const Rows rows = rows_named(name);
    return rows.order().size() == 1 ? rows.order().front() : Rows::size();
  } catch (const InputError&) {
    return Rows::size();
  }
}

/// "1e-8", "x=1mm,wz=5deg", "1e-6,wz=5deg".
void set_tolerances(const std::string& text, const Rows& rows, IkOptions& options) {
  const auto refuse_usage = [](const std::string& what) { throw UsageError("tolerance", what); };
  for (const std::string& part : list_parts(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      const double all = value_of("--tolerance", [&] { return quantity(part, dimension::none); });
      if (!(all >= 1e-14 && all <= 1.0)) refuse_usage("is " + shown(all) + "; give a number from 1e-14 to 1");
      options.position_tolerance = options.orientation_tolerance = all;
      continue;
    }
    const std::string name(trimmed(std::string_view(part).substr(0, equals)));
    const std::size_t row = row_named(name);
    if (row == Rows::size()) refuse_usage("there is no row " + in_quotes(name) + "; name rx, ry, rz, x, y or z");
    if (!rows[row])
      refuse_usage("has " + in_quotes(name) + ", which does not count; leave it out, or name it in --rows");
    const double value = value_of("--tolerance", [&] {
      return quantity(part.substr(equals + 1), row < 3 ? dimension::angle : dimension::length);
    });
    if (!(value >= 1e-14 && std::isfinite(value)))
      refuse_usage("of " + name + " is " + shown(value) + "; give one of at least 1e-14");
    options.row_tolerances[row] = value;
  }
}

/// How the target is looked for, and how much of it may be left.
IkOptions options_of(const IkQuestion& given, const Rows& rows) {
  IkOptions options;
  set_tolerances(given.tolerance, rows, options);
  if (given.all && options.row_tolerances != std::array<double, 6>{})
    throw UsageError("tolerance", "of single rows does not go with --all; give one for all");
  options.limits = !given.without_limits;
  if (!given.seconds.empty()) {
    options.seconds = value_of("--seconds", [&] { return quantity(given.seconds, dimension::time); });
    constexpr double a_day = 86400.0;
    if (!(options.seconds > 0.0 && options.seconds <= a_day))
      throw UsageError("seconds", "is " + shown(options.seconds) + "; give a time above zero, up to a day");
  }
  constexpr int starts_for_one = 100, starts_for_all = 500;
  const int usual = options.seconds > 0.0 ? IkOptions::most_starts : given.all ? starts_for_all : starts_for_one;
  options.starts = given.starts > 0 ? given.starts : usual;
  return options;
}

/// What was found for one target.
struct IkAnswer {
  IkSolutions found;
  std::optional<IkSolution> nearest = {};  ///< where the target is out of reach
};

IkAnswer solved(InverseKinematics& ik, const IkTarget& target, const std::vector<double>& begin,
                const IkOptions& options, bool all) {
  IkAnswer answer;
  if (all) answer.found = ik.all_solutions(target, begin, options);
  if (!answer.found.solutions.empty()) return answer;
  const IkSolution& one = ik.solve(target, begin, options);
  answer.found.starts = std::max(answer.found.starts, one.starts);
  if (one.solved)
    answer.found.solutions = {one};
  else
    answer.nearest = one;
  return answer;
}

std::string ik_csv(const IkReport& report, const IkAnswer& answer) {
  std::vector<IkSolution> rows = answer.found.solutions;
  if (answer.nearest) rows.push_back(*answer.nearest);
  std::string text = csv_heads(ik_data(report, rows.front())) + '\n';
  for (const IkSolution& row : rows) {
    append_csv(ik_data(report, row), text);
    text += '\n';
  }
  return text;
}

std::string printed_solutions(const IkReport& report, const IkAnswer& answer, const IkQuestion& given) {
  const std::string& format = given.showing.format;
  if (format == "json") return ik_json(report, answer.found, answer.nearest ? &*answer.nearest : nullptr);
  if (format == "csv") return ik_csv(report, answer);
  if (answer.nearest) return ik_text(report, *answer.nearest, given.showing.showing());
  return given.all ? ik_all_text(report, answer.found, given.showing.showing())
                   : ik_text(report, answer.found.solutions.front(), given.showing.showing());
}

}  // namespace

void IkQuestion::describe_target(Fields& fields) {
  describe_end_frame(fields, frame, "The link or frame that goes to the target.");
  fields
      .add("point", &point,
           "The point of the frame that goes to the position [m], in the frame: [300mm,0,0]. It is the origin if left "
           "out.")
      .of("X,Y,Z");
  fields.add("position", &position, "The position of the target [m] in the axes of the world: 0.4,0,500mm.")
      .of("X,Y,Z");
  fields
      .add("orientation", &orientation,
           "The orientation of the target: roll,pitch,yaw [rad] such as 180deg,0,0, with R = "
           "Rz(yaw)·Ry(pitch)·Rx(roll), a "
           "quaternion x,y,z,w, or a matrix by rows: [[1,0,0],[0,1,0],[0,0,1]].")
      .of("ANGLES|XYZW|MATRIX");
  fields
      .add("pose_of", &pose_of,
           "Positions of the joints whose pose of the frame is the target [rad or m], written as --q is in other "
           "commands.")
      .of("VALUE,...");
  fields
      .add("targets", &targets,
           "A CSV file of targets with the columns x,y,z, then qx,qy,qz,qw or roll,pitch,yaw or neither. A column t is "
           "copied "
           "to the answer.")
      .of("FILE");
  fields
      .add("rows", &rows.rows,
           "The rows of the target that count: pose, orientation, position, or a list of rx, ry, rz, x, y, z. If it is "
           "left "
           "out, everything that is given counts.")
      .of("ROW,...");
  fields.add("axes", &axes, "The axes of the rows: world, or own for the axes of the target.")
      .one_of({"world", "own"})
      .shows_initial();
}

void IkQuestion::describe_search(Fields& fields) {
  fields
      .add("start", &start,
           "Positions of the joints where the search begins [rad or m]. If it is left out, it begins in the middle of "
           "all "
           "ranges.")
      .of("VALUE,...");
  fields.add("all", &all, "Give every solution that is found, the nearest to the start first.");
  describe_without_limits(fields, without_limits);
  fields
      .add("tolerance", &tolerance,
           "The largest error that counts as solved [m and rad]. Single rows can have their own, x=1mm,wz=5deg or "
           "1e-6,wz=5deg.")
      .of("NUMBER|ROW=VALUE,...")
      .shows_initial();
  fields.add("seconds", &seconds, "Search until a solution is found or this time [s] is spent: 2, or 500ms.")
      .of("TIME");
  fields
      .add("starts", &starts,
           "The largest number of starts, the given one included. If it is left out, it is 100, or 500 with --all, or "
           "as many "
           "as --seconds allow.")
      .between(1, 1000000);
  fields.add("seed", &seed, "The seed of the random starts. Another number gives other starts after the first.")
      .shows_initial();
  objectives.describe(fields, "What the robot improves with the freedom that the target leaves.");
}

void IkQuestion::describe(Fields& fields) {
  robot.describe(fields);
  describe_target(fields);
  describe_search(fields);
  showing.describe(fields);
}

AnswerShape IkQuestion::answer_shape() const {
  const std::vector<AnswerShape::Member> numbers{
      always("q", numbers_list("positions of the joints")),
      always("solved", a_truth()),
      always("position_error", a_number("[m]")),
      always("orientation_error", a_number("[rad]")),
      always("iterations", a_whole_number()),
      always("starts", a_whole_number()),
      always("joints_at_limits", a_whole_number()),
      sometimes("objectives", by_name(an_object({always("before", a_number()), always("after", a_number())})))};
  std::vector<AnswerShape::Member> of_one = numbers, of_target = numbers;
  of_one.push_back(always("at_limits", by_name(a_text("lower or upper"))));
  of_one.push_back(sometimes("row_errors", by_name(a_number(), "of rows that have tolerances of their own")));
  of_target.push_back(sometimes("t", either({a_number(), a_text()})));
  of_target.push_back(always("target", a_whole_number("counts from 1")));
  of_target.push_back(always("line", a_whole_number("of the file of targets")));
  of_target.push_back(sometimes("reason", a_text("why it is not reached")));
  const AnswerShape solution = an_object(std::move(of_one));
  const AnswerShape failure =
      an_object({always("cause", a_text()), always("proven", a_truth()), always("target_distance", a_number()),
                 always("largest_reach", a_number()), always("reach_bound", a_number()),
                 always("position_gap", a_number()), always("solved_without_limits", a_truth()),
                 always("solutions_beyond_limits", a_whole_number()), always("more_starts", a_whole_number())});
  const AnswerShape one = an_object(
      {always("robot", a_text()), always("frame", a_text()), always("point", numbers_list("in the frame [m]")),
       always("axes", a_text()), always("rows", texts_list()), always("joints", texts_list()),
       always("solved", a_truth()), always("starts", a_whole_number()), sometimes("seconds", a_number()),
       sometimes("out_of_time", a_truth()), always("families", a_truth("are there infinitely many")),
       always("solutions", a_list(solution, "the nearest to the start first")), sometimes("nearest", solution),
       sometimes("failure", failure)});
  const AnswerShape many =
      an_object({always("robot", a_text()), always("frame", a_text()), always("joints", texts_list()),
                 always("targets", a_list(an_object(std::move(of_target))))});
  return either({one, many});
}

Outcome IkQuestion::respond(Door& door) {
  RobotChoice::refuse_dynamics(fields());
  objectives.check(fields());
  std::optional<IkTargets> many;
  if (!targets.empty()) {
    fields().refuse_idle({"position", "orientation", "pose_of"}, "the targets are in --targets; give one of them");
    fields().refuse_idle({"all"}, "each of --targets has one answer; leave it out");
    many = targets_given(*this);
  }
  const Rows chosen = rows_of(fields(), *this, many);
  const IkOptions options = options_of(*this, chosen);
  const Arm arm = robot.arm(door);
  const Model<double>& model = arm.model();
  IkReport report{model, frame.empty() ? end_frame(model) : frame, chosen, {}, 0.0, {}};
  const Eigen::Vector3d of_frame = point_given(point);
  report.point = of_frame;
  report.axes = axes;
  const IkTarget target = many ? IkTarget() : target_of(door, arm, *this, chosen, report.frame, of_frame);
  showing.showing();  // what is wrong with --units is said before anything is computed
  std::vector<double> begin;
  if (!start.empty()) begin = likely_positions(door, model, "--start", start);

  InverseKinematics ik(model, report.frame, vec3(of_frame), seed);
  const std::vector<std::shared_ptr<Objective>> made = objectives.made(model, report.frame);
  std::vector<IkObjective> parts;
  for (const std::shared_ptr<Objective>& objective : made) {
    parts.push_back({objective.get(), 1.0});
    report.objectives.push_back(objective->name());
  }
  ik.set_objectives(std::move(parts));

  report.seconds = options.seconds;
  report.row_tolerances = options.row_tolerances;
  if (many) return answer_ik_targets(door, ik, report, *many, begin, options, showing);
  const IkAnswer answer = solved(ik, target, begin, options, all);
  door.write(printed_solutions(report, answer, *this));
  return answer.nearest ? Outcome::No : Outcome::Yes;
}

}  // namespace sinew
