// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/file_output.h"
#include "apps/cli/interruption.h"
#include "apps/cli/progress.h"
#include "apps/cli/state_argument.h"
#include "apps/cli/usage.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/report/follow_report.h"
#include "sinew/tasks/formula_objective.h"
#include "sinew/tasks/joint_range.h"
#include "sinew/tasks/manipulability.h"
#include "sinew/tasks/path_csv.h"
#include "sinew/tasks/problem_obstacles.h"

namespace sinew::cli {
namespace {

struct FollowArguments {
  ArmArgument arm;
  StateArgument state;
  std::string frame, rows = "pose";
  std::string line_to, line_by, circle, axis = "[0,0,1]", turn = "360deg", via;
  bool turning = false;
  std::string duration, speed, period = "1ms";
  std::string method = "sns", level = "velocity", damping;
  double gain = 20.0, step = 1.0;
  std::vector<std::string> objectives;
  std::string obstacles;
  bool without_limits = false;
  std::string out = "-";
};

double seconds(const char* option, const std::string& text) {
  return reading_option(option, [&] { return quantity(text, dimension::time); });
}

Vec3<double> place(const char* option, const std::string& text) {
  return reading_option(option, [&] { return vector_quantity(text, dimension::length); });
}

/// The path that the flags say, from where the frame is.
std::shared_ptr<const CartesianPath> path_of(const FollowArguments& a, const Pose<double>& start) {
  const auto with_duration = [&](const auto& make) -> std::shared_ptr<const CartesianPath> {
    if (a.speed.empty()) return make(seconds("--duration", a.duration.empty() ? "5s" : a.duration));
    const double speed =
        reading_option("--speed", [&] { return quantity(a.speed, dimension::length / dimension::time); });
    if (!(speed > 0.0)) refuse("--speed", "is " + shown(speed), "give one above zero, such as 0.1m/s");
    const double length = make(1.0)->length();
    if (!(length > 0.0)) refuse("--speed", "has no length to go by", "give --duration");
    return make(length / speed);
  };
  if (!a.line_to.empty())
    return with_duration([&](double T) { return line_path(start, {start.R, place("--line-to", a.line_to)}, T); });
  if (!a.line_by.empty())
    return with_duration([&](double T) {
      return line_path(start, {start.R, start.p + place("--line-by", a.line_by)}, T);
    });
  if (!a.circle.empty()) {
    const Vec3<double> centre = place("--circle", a.circle);
    const Vec3<double> axis = reading_option("--axis", [&] { return vector_quantity(a.axis, dimension::none); });
    const double turn = reading_option("--turn", [&] { return quantity(a.turn, dimension::angle); });
    return with_duration([&](double T) { return circle_path(start, centre, axis, turn, a.turning, T); });
  }
  const SourceText file = read_source_text(a.via);
  const PathTable table = read_path_csv(file.text, file.file, start.R);
  if (!table.times.empty()) {
    if (!a.duration.empty() || !a.speed.empty())
      refuse(a.duration.empty() ? "--speed" : "--duration", "does nothing: the file has times",
             "leave it out, or the column t");
    return timed_path(table.times, table.poses);
  }
  std::vector<Pose<double>> poses = table.poses;
  if (poses.empty()) refuse("--via", "has no poses", "give one a line");
  const double apart = norm(poses.front().p - start.p);
  if (apart > 1e-9) poses.insert(poses.begin(), start);
  return with_duration([&](double T) { return via_path(poses, T); });
}

/// "mu=0.1", or "mu=0.1 region=0.05", as `solve` has it.
Damping damping_of(const std::string& text) {
  Damping damping{Damping::Kind::Constant, -1.0, 0.0};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals == std::string::npos || (name != "mu" && name != "region"))
      refuse("--damping", "cannot be read at " + in_quotes(word), "write mu=0.1, or mu=0.1 region=0.05");
    const double value =
        reading_option("--damping", [&] { return quantity(word.substr(equals + 1), dimension::none); });
    if (!(value > 0.0)) refuse("--damping", name + " is " + shown(value), "give one above zero");
    (name == "mu" ? damping.mu : damping.region) = value;
    if (name == "region") damping.kind = Damping::Kind::Variable;
  }
  if (damping.mu < 0.0) refuse("--damping", "has no mu", "write mu=0.1, or mu=0.1 region=0.05");
  return damping;
}

/// By name, or a formula of the joints that is to be made small.
std::shared_ptr<Objective> objective_of(const std::string& text, const Model<double>& model, const std::string& frame,
                                        const std::string& obstacles) {
  if (text == "joint range") return std::make_shared<JointRange>(model);
  if (text == "manipulability") {
    FrameMotionChoice choice;
    choice.frame = frame;
    choice.rows = FrameRows::position();
    return std::make_shared<Manipulability>(std::make_unique<FrameTask>(model, choice));
  }
  if (text == "obstacle distance") {
    if (obstacles.empty())
      refuse("--objective", "wants the shapes of the robot and the obstacles", "give a file of them: --obstacles");
    return read_obstacle_distance(read_source_text(obstacles), model);
  }
  if (text.find_first_of("0123456789(*/^+") == std::string::npos)
    refuse("--objective", "there is no " + in_quotes(text),
           "choose of joint range, manipulability, obstacle distance, or write a formula such as sin(q2)^2");
  return std::make_shared<FormulaObjective>(model, text, false);
}

FollowSettings settings_of(const FollowArguments& a, const Arm& arm, const std::string& frame) {
  FollowSettings settings;
  const auto method = method_named(a.method);
  if (!method) {
    std::string all;
    for (const MethodEntry& entry : redundancy_methods()) all += (all.empty() ? "" : ", ") + std::string(entry.name);
    refuse("--method", "there is no " + in_quotes(a.method), "choose of " + all);
  }
  settings.method = *method;
  settings.level = a.level == "velocity" ? CommandLevel::Velocity : CommandLevel::Acceleration;
  settings.period = seconds("--period", a.period);
  settings.gain = a.gain;
  settings.step = a.step;
  if (!a.damping.empty())
    settings.damping = damping_of(a.damping);
  else if (*method == RedundancyMethod::DampedInverse)
    settings.damping = damping_of("mu=0.1 region=0.05");
  if (a.without_limits) settings.limits = JointLimits::none(arm.model());
  for (const std::string& text : a.objectives)
    settings.objectives.push_back(objective_of(text, arm.model(), frame, a.obstacles));
  return settings;
}

}  // namespace

Action declare_follow(CLI::App& app) {
  const auto arguments = std::make_shared<FollowArguments>();
  FollowArguments& a = *arguments;
  a.arm.robot.declare(app);
  a.state.declare(app, {StatePart::Position});
  app.add_option("--frame", a.frame,
                 "what follows the path: a link or frame; the last one on the last link if left out")
      ->type_name("NAME");
  app.add_option("--rows", a.rows, "what of its motion counts: pose, position, orientation, or a list such as x,y,rz")
      ->capture_default_str();
  auto* to =
      app.add_option("--line-to", a.line_to, "a straight line to this place: [400mm,0,300mm]")->type_name("X,Y,Z");
  auto* by = app.add_option("--line-by", a.line_by, "a straight line by so much")->type_name("X,Y,Z");
  auto* circle = app.add_option("--circle", a.circle, "a circle about this place")->type_name("X,Y,Z");
  auto* via = app.add_option("--via", a.via,
                             "through the poses of a CSV file: x,y,z; qx,qy,qz,qw or roll,pitch,yaw; t for times")
                  ->type_name("FILE");
  for (auto* one : {to, by, circle, via})
    for (auto* other : {to, by, circle, via})
      if (one != other) one->excludes(other);
  app.add_option("--axis", a.axis, "of the circle")->needs(circle)->type_name("X,Y,Z")->capture_default_str();
  app.add_option("--turn", a.turn, "how far round it")->needs(circle)->type_name("ANGLE")->capture_default_str();
  app.add_flag("--turning", a.turning, "the frame turns with the circle")->needs(circle);
  auto* duration = app.add_option("--duration", a.duration, "of the path; 5s if left out")->type_name("TIME");
  app.add_option("--speed", a.speed, "mean speed along it, in place of a duration")
      ->excludes(duration)
      ->type_name("SPEED");
  app.add_option("--method", a.method, "how redundancy is used; see `sinew solve --help`")->capture_default_str();
  app.add_option("--level", a.level, "of the commands")
      ->check(CLI::IsMember({"velocity", "acceleration"}))
      ->capture_default_str();
  app.add_option("--period", a.period, "between commands")->type_name("TIME")->capture_default_str();
  app.add_option("--gain", a.gain, "how quickly an error is taken back [1/s]")->capture_default_str();
  app.add_option("--damping", a.damping,
                 "near singularities: mu=0.1, with region=0.05 only where a singular value is below it")
      ->type_name("MU");
  app.add_option(
         "--objective", a.objectives,
         "made better in what the path leaves free: \"joint range\", manipulability, \"obstacle distance\", or a "
         "formula of q1, q2, … to be made small")
      ->type_name("H");
  app.add_option("--obstacles", a.obstacles, "a problem file with `shapes` of the robot and `obstacles` around it")
      ->type_name("FILE");
  app.add_option("--step", a.step, "along the gradient of the objective")->capture_default_str();
  app.add_flag("--without-limits", a.without_limits, "take no notice of the robot's limits");
  app.add_option("--out", a.out, "the trajectory, as CSV; - for stdout")->type_name("FILE")->capture_default_str();
  return [=, &app] {
    const FollowArguments& given = *arguments;
    if (given.line_to.empty() && given.line_by.empty() && given.circle.empty() && given.via.empty())
      throw CLI::ValidationError("follow", "needs a path: --line-to, --line-by, --circle or --via");
    if (std::find(given.objectives.begin(), given.objectives.end(), "obstacle distance") == given.objectives.end())
      refuse_idle(app, {"--obstacles"}, "nobody looks at them without --objective \"obstacle distance\"");
    if (given.objectives.empty())
      refuse_idle(app, {"--step"}, "without --objective there is no gradient; leave it out");
    const Arm arm = given.arm.load();
    const std::string frame = given.frame.empty() ? last_frame(arm.model()) : given.frame;
    const State state = given.state.from_flags(arm.model());
    const Eigen::VectorXd q =
        Eigen::Map<const Eigen::VectorXd>(state.q.data(), static_cast<Eigen::Index>(state.q.size()));
    FrameMotionChoice choice;
    choice.frame = frame;
    choice.rows = FrameRows::parse(given.rows);
    const auto path = path_of(given, arm.pose(q, frame));
    const FollowSettings settings = settings_of(given, arm, frame);
    Follower follower(arm.model(), choice, path, settings, q);

    const TrajectoryCsv csv(arm.model());
    FollowSummary summary;
    summary.duration = path->duration();
    summary.count(follower.sample(), settings.objectives);
    std::string text = csv.header() + csv.row(follower.sample());
    {
      const StopsWhereItIsSafe stops;
      Progress progress(::isatty(STDERR_FILENO) != 0);
      while (summary.end == FollowEnd::GoesOn && interrupted_by() == 0) {
        summary.end = follower.advance();
        summary.count(follower.sample(), settings.objectives);
        text += csv.row(follower.sample());
        if (progress.is_due())
          progress.show(fmt::format("{:.0f} % of the path", 100.0 * follower.sample().path_time / summary.duration));
      }
    }
    if (given.out == "-")
      std::cout << text << std::flush;
    else
      write_file(given.out, text);
    std::cerr << follow_text(summary);
    if (const int signal = interrupted_by(); signal != 0) std::raise(signal);
    return summary.end == FollowEnd::Arrived ? Exit::Done : Exit::BadInput;
  };
}

}  // namespace sinew::cli
