// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/ik_targets.h"
#include "apps/cli/objective_argument.h"
#include "apps/cli/state_argument.h"
#include "apps/cli/usage.h"
#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/report/ik_report.h"
#include "sinew/report/limit_report.h"
#include "sinew/tasks/inverse_kinematics.h"

namespace sinew::cli {
namespace {

struct IkArguments {
  ArmArgument arm;
  std::string frame, point;
  std::string position, orientation, pose_of, targets;
  RowsArgument rows;
  std::string axes = "world";
  std::string start;
  bool all = false, without_limits = false;
  std::string tolerance = "1e-8", seconds;
  int starts = 0;  ///< as many as the library takes
  unsigned seed = 0;
  ObjectiveArgument objectives;
  ShowingArgument showing;
};

/// Three angles are roll, pitch, yaw; four numbers a quaternion x y z w; nine, or three rows of three, a matrix.
Rotation<double> orientation_given(const std::string& text) {
  return reading_option("--orientation", [&] {
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

/// The q that an option other than --q gives, in the same way.
std::vector<double> position_given(const Model<double>& model, const char* option, const std::string& text) {
  StateArgument states;
  states.given[StatePart::Position] = text;
  try {
    std::vector<double> q = states.from_flags(model).q;
    print_warnings(unlikely_positions(
        model, Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size())), option));
    return q;
  } catch (const InputError& e) {
    std::vector<Problem> problems = e.problems();
    for (Problem& problem : problems) problem.file = option;
    throw InputError(std::move(problems));
  }
}

/// The targets of a file.
IkTargets targets_given(const IkArguments& given) {
  const SourceText file = read_source_text(given.targets);
  IkTargets targets{file.file, read_path_csv(file.text, file.file, {}), given.axes == "own"};
  if (targets.table.poses.empty()) refuse(file.file, "has no targets", "give one a row below the names");
  return targets;
}

/// Which rows count: those asked for, or those that something was given for.
Rows rows_of(const CLI::App& command, const IkArguments& given, const std::optional<IkTargets>& targets) {
  const bool has_position = targets || !given.position.empty() || !given.pose_of.empty();
  const bool has_orientation =
      targets ? targets->table.has_orientation : !given.orientation.empty() || !given.pose_of.empty();
  if (!has_position && !has_orientation)
    throw CLI::ValidationError("--position",
                               "there is no target; give --position, --orientation, --pose-of or --targets");
  if (!given.pose_of.empty())
    refuse_idle(command, {"--position", "--orientation"}, "is part of --pose-of already; give one of them");
  if (command.get_option("--rows")->count() == 0)
    return has_position && has_orientation ? all_rows : has_position ? linear_rows : angular_rows;
  const Rows rows = given.rows.value();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] && !(i < 3 ? has_orientation : has_position))
      throw CLI::ValidationError("--rows", i < 3 ? "has rows of orientation; give --orientation, or leave them out"
                                                 : "has rows of position; give --position, or leave them out");
  return rows;
}

IkTarget target_of(const Arm& arm, const IkArguments& given, const Rows& rows, const std::string& frame,
                   const Eigen::Vector3d& point) {
  IkTarget target;
  target.rows = rows;
  if (!given.pose_of.empty()) {
    const std::vector<double> q = position_given(arm.model(), "--pose-of", given.pose_of);
    const Pose<double> X_WF = arm.pose(Eigen::Map<const Eigen::VectorXd>(q.data(), arm.position_count()), frame);
    target.X_WF = {X_WF.R, X_WF * vec3(point)};
  }
  if (!given.position.empty())
    target.X_WF.p = reading_option("--position", [&] { return vector_quantity(given.position, dimension::length); });
  if (!given.orientation.empty()) target.X_WF.R = orientation_given(given.orientation);
  if (given.axes == "own") target.R_WA = target.X_WF.R;
  return target;
}

/// Which row a tolerance is of: 0 to 5, or 6 if there is no such row.
std::size_t row_named(const std::string& name) {
  constexpr std::array<std::array<const char*, 2>, 6> names{
      {{"wx", "rx"}, {"wy", "ry"}, {"wz", "rz"}, {"vx", "x"}, {"vy", "y"}, {"vz", "z"}}};
  std::size_t row = 0;
  while (row < names.size() && name != names[row][0] && name != names[row][1]) ++row;
  return row;
}

/// "1e-8", "x=1mm,wz=5deg", "1e-6,wz=5deg".
void set_tolerances(const std::string& text, const Rows& rows, IkOptions& options) {
  const auto refuse_usage = [](const std::string& what) { throw CLI::ValidationError("--tolerance", what); };
  for (const std::string& part : list_parts(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      const double all = reading_option("--tolerance", [&] { return quantity(part, dimension::none); });
      if (!(all >= 1e-14 && all <= 1.0)) refuse_usage("is " + shown(all) + "; give a number from 1e-14 to 1");
      options.position_tolerance = options.orientation_tolerance = all;
      continue;
    }
    const std::string name(trimmed(std::string_view(part).substr(0, equals)));
    const std::size_t row = row_named(name);
    if (row == 6) refuse_usage("there is no row " + in_quotes(name) + "; name rx, ry, rz, x, y or z");
    if (!rows[row])
      refuse_usage("has " + in_quotes(name) + ", which does not count; leave it out, or name it in --rows");
    const double value = reading_option("--tolerance", [&] {
      return quantity(part.substr(equals + 1), row < 3 ? dimension::angle : dimension::length);
    });
    if (!(value >= 1e-14 && std::isfinite(value)))
      refuse_usage("of " + name + " is " + shown(value) + "; give one of at least 1e-14");
    options.row_tolerances[row] = value;
  }
}

/// How the target is looked for, and how much of it may be left.
IkOptions options_of(const IkArguments& given, const Rows& rows) {
  IkOptions options;
  set_tolerances(given.tolerance, rows, options);
  if (given.all && options.row_tolerances != std::array<double, 6>{})
    throw CLI::ValidationError("--tolerance", "of single rows does not go with --all; give one for all");
  options.limits = !given.without_limits;
  if (!given.seconds.empty()) {
    options.seconds = reading_option("--seconds", [&] { return quantity(given.seconds, dimension::time); });
    constexpr double a_day = 86400.0;
    if (!(options.seconds > 0.0 && options.seconds <= a_day))
      throw CLI::ValidationError("--seconds", "is " + shown(options.seconds) + "; give a time above zero, up to a day");
  }
  constexpr int starts_for_one = 100, starts_for_all = 500;
  const int usual = options.seconds > 0.0 ? IkOptions::most_starts : given.all ? starts_for_all : starts_for_one;
  options.starts = given.starts > 0 ? given.starts : usual;
  return options;
}

void declare_target(CLI::App& app, IkArguments& a) {
  app.add_option("--frame", a.frame, "a link or frame; where the arm ends if left out")->type_name("NAME");
  app.add_option("--point", a.point,
                 "of the frame, in it, that goes to the position [m]: [300mm,0,0]; its origin if left out")
      ->type_name("X,Y,Z");
  app.add_option("--position", a.position, "where to, in the world's axes [m]: 0.4,0,500mm")->type_name("X,Y,Z");
  app.add_option("--orientation", a.orientation,
                 "and how turned: roll,pitch,yaw [rad] such as 180deg,0,0, with R = Rz(yaw)·Ry(pitch)·Rx(roll);\n"
                 "a quaternion x,y,z,w; or a matrix, row by row: [[1,0,0],[0,1,0],[0,0,1]]")
      ->type_name("ANGLES|XYZW|MATRIX");
  app.add_option("--pose-of", a.pose_of,
                 "to where the frame is at these positions of the joints, as --q has them elsewhere")
      ->type_name("VALUE,...");
  app.add_option("--targets", a.targets,
                 "many of them from a CSV file: x,y,z; qx,qy,qz,qw or roll,pitch,yaw or neither; t is carried along")
      ->type_name("FILE");
  app.add_option("--rows", a.rows.rows,
                 "what of the target counts: pose, orientation, position, or a list of rx,ry,rz,x,y,z;\n"
                 "all that is given if left out")
      ->type_name("ROW,...");
  app.add_option("--axes", a.axes, "the axes that the rows are in: the world's, or the target's own")
      ->check(CLI::IsMember({"world", "own"}))
      ->capture_default_str();
}

void declare_search(CLI::App& app, IkArguments& a) {
  app.add_option("--start", a.start, "positions of the joints to start from; the middle of all ranges if left out")
      ->type_name("VALUE,...");
  app.add_flag("--all", a.all, "every solution that is found, the nearest to the start first");
  app.add_flag("--without-limits", a.without_limits, "take no notice of the joints' limits");
  app.add_option("--tolerance", a.tolerance,
                 "what may be left [m and rad]; of single rows, in --axes, as x=1mm,wz=5deg, or both: 1e-6,wz=5deg")
      ->type_name("NUMBER|ROW=VALUE,...")
      ->capture_default_str();
  app.add_option("--seconds", a.seconds, "go on until it is there or this time is spent: 2, or 500ms")
      ->type_name("TIME");
  app.add_option(
         "--starts", a.starts,
         "how many at most, the given one included; if left out 100, or 500 with --all, or what --seconds allow")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--seed", a.seed, "another number gives other starts beyond the first")->capture_default_str();
  a.objectives.declare(app, "made better, once there, in what the target leaves free");
}

void print(const IkReport& report, const IkSolutions& all, const IkSolution* nearest, const IkArguments& given) {
  const std::string& format = given.showing.format.format;
  if (format == "json") {
    std::cout << ik_json(report, all, nearest);
  } else if (format == "csv") {
    std::vector<const IkSolution*> rows;
    for (const IkSolution& solution : all.solutions) rows.push_back(&solution);
    if (nearest != nullptr) rows.push_back(nearest);
    std::cout << csv_heads(ik_data(report, *rows.front())) << '\n';
    for (const IkSolution* row : rows) {
      std::string line;
      append_csv(ik_data(report, *row), line);
      std::cout << line << '\n';
    }
  } else if (given.all && nearest == nullptr) {
    std::cout << ik_all_text(report, all, given.showing.showing());
  } else {
    std::cout << ik_text(report, nearest != nullptr ? *nearest : all.solutions.front(), given.showing.showing());
  }
}

Exit answer(const CLI::App& command, const IkArguments& given) {
  given.objectives.check(command);
  std::optional<IkTargets> targets;
  if (!given.targets.empty()) {
    refuse_idle(command, {"--position", "--orientation", "--pose-of"},
                "the targets are in --targets; give one of them");
    refuse_idle(command, {"--all"}, "each of --targets has one answer; leave it out");
    targets = targets_given(given);
  }
  const Rows rows = rows_of(command, given, targets);
  const IkOptions options = options_of(given, rows);
  const Arm arm = given.arm.load();
  const Model<double>& model = arm.model();
  IkReport report{model, given.frame.empty() ? end_frame(model) : given.frame, rows, {}, 0.0, {}};
  const Eigen::Vector3d point = point_given(given.point);
  report.point = point;
  report.axes = given.axes;
  const IkTarget target = targets ? IkTarget() : target_of(arm, given, rows, report.frame, point);
  given.showing.showing();  // what is wrong with --units is said before anything is computed
  std::vector<double> start;
  if (!given.start.empty()) start = position_given(model, "--start", given.start);

  InverseKinematics ik(model, report.frame, vec3(point), given.seed);
  const std::vector<std::shared_ptr<Objective>> objectives = given.objectives.made(model, report.frame);
  std::vector<IkObjective> parts;
  for (const std::shared_ptr<Objective>& objective : objectives) {
    parts.push_back({objective.get(), 1.0});
    report.objectives.push_back(objective->name());
  }
  ik.set_objectives(std::move(parts));

  report.seconds = options.seconds;
  report.row_tolerances = options.row_tolerances;
  if (targets) return answer_ik_targets(ik, report, *targets, start, options, given.showing);
  IkSolutions all;
  if (given.all) all = ik.all_solutions(target, start, options);
  if (all.solutions.empty()) {
    const IkSolution& one = ik.solve(target, start, options);
    all.starts = std::max(all.starts, one.starts);
    if (!one.solved) {
      print(report, all, &one, given);
      return Exit::BadInput;
    }
    all.solutions = {one};
  }
  print(report, all, nullptr, given);
  return Exit::Done;
}

}  // namespace

Action declare_ik(CLI::App& app) {
  const auto arguments = std::make_shared<IkArguments>();
  arguments->arm.robot.declare(app);
  declare_target(app, *arguments);
  declare_search(app, *arguments);
  arguments->showing.declare(app);
  return [arguments, command = &app] { return answer(*command, *arguments); };
}

}  // namespace sinew::cli
