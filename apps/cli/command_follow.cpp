// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "apps/cli/arm_argument.h"
#include "apps/cli/command.h"
#include "apps/cli/file_output.h"
#include "apps/cli/interruption.h"
#include "apps/cli/objective_argument.h"
#include "apps/cli/progress.h"
#include "apps/cli/state_argument.h"
#include "apps/cli/usage.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/report/follow_report.h"
#include "sinew/tasks/path_csv.h"

namespace sinew::cli {
namespace {

struct FollowArguments {
  ArmArgument arm;
  StateArgument state;
  std::string frame, rows = "pose";
  std::string line_to, line_by, circle, axis = "[0,0,1]", turn = "360deg", via;
  bool turning = false;
  std::string duration, speed, period = "1ms";
  std::string method = "sns", level = "velocity", damping, weight, tolerance = "5mm", max_deviation;
  double gain = 20.0, step = 1.0, K_D = 10.0;
  ObjectiveArgument objectives;
  bool without_limits = false;
  std::string out = "-";
  bool force = false;
};

double seconds(const char* option, const std::string& text) {
  return reading_option(option, [&] { return quantity(text, dimension::time); });
}

Vec3<double> place(const char* option, const std::string& text) {
  return reading_option(option, [&] { return vector_quantity(text, dimension::length); });
}

/// What nobody means: a path that long, or that many rows.
constexpr double longest_path = 1000.0, most_rows = 1e7;

void check_length(const CartesianPath& path) {
  if (path.length() <= longest_path) return;
  refuse("follow", "the path is " + shown(path.length()) + " m long",
         "give places in metres, or with units such as 300mm; at most " + shown(longest_path) + " m");
}

void check_rows(const CartesianPath& path, double period) {
  const double rows = path.duration() / period;
  if (rows <= most_rows) return;
  refuse("follow", shown(path.duration()) + " s every " + shown(period) + " s would be " + shown(rows) + " rows",
         "give a shorter --duration or a longer --period: at most 10 million rows");
}

/// "2mm", "2mm,5mrad", "10mrad".
void set_max_deviation(const std::string& text, FollowSummary& summary) {
  for (const std::string& part : list_parts(text)) {
    const auto read = [&](Dimension dimension) -> std::optional<double> {
      try {
        return quantity(part, dimension);
      } catch (const FormulaError&) {
        return std::nullopt;
      }
    };
    const bool has_unit = part.find_first_of("mdr") != std::string::npos;
    const std::optional<double> length = read(dimension::length),
                                angle = length ? std::nullopt : read(dimension::angle);
    const double value = length ? *length : angle.value_or(-1.0);
    if (!has_unit || !(value > 0.0))
      refuse("--max-deviation", "cannot be read at " + in_quotes(part), "give a length, an angle or both: 2mm,5mrad");
    (length ? summary.most_position : summary.most_orientation) = value;
  }
}

/// The path that the flags say, from where the frame is.
std::shared_ptr<const CartesianPath> path_of(const FollowArguments& a, const Pose<double>& start) {
  const auto with_duration = [&](const auto& make) -> std::shared_ptr<const CartesianPath> {
    check_length(*make(1.0));
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
    std::shared_ptr<const CartesianPath> timed = timed_path(table.times, table.poses);
    check_length(*timed);
    return timed;
  }
  std::vector<Pose<double>> poses = table.poses;
  if (poses.empty()) refuse("--via", "has no poses", "give one a line");
  const double apart = norm(poses.front().p - start.p);
  if (apart > 1e-9) poses.insert(poses.begin(), start);
  return with_duration([&](double T) { return via_path(poses, T); });
}

/// "mu=0.1", or "mu=0.1 region=0.05", as `solve` has it; or none.
Damping damping_of(const std::string& text) {
  if (trimmed(text) == "none") return {};
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

/// One number for each joint.
Eigen::MatrixXd weight_of(const std::string& text, const Model<double>& model) {
  const std::vector<std::string> parts = list_parts(text);
  Eigen::VectorXd weights(static_cast<Eigen::Index>(parts.size()));
  if (weights.size() != model.velocity_count())
    refuse("--weight", "has " + std::to_string(parts.size()) + " numbers",
           "give one for each of " + std::to_string(model.velocity_count()) + " joints");
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    const std::string& part = parts[static_cast<std::size_t>(i)];
    weights[i] = reading_option("--weight", [&] { return quantity(part, dimension::none); });
    if (!(weights[i] > 0.0)) refuse("--weight", "has " + shown(weights[i]), "give numbers above zero");
  }
  return weights.asDiagonal();
}

RedundancyMethod method_of(const FollowArguments& a) {
  const auto method = method_named(a.method);
  if (method) return *method;
  std::string all;
  for (const MethodEntry& entry : redundancy_methods()) all += (all.empty() ? "" : ", ") + std::string(entry.name);
  refuse("--method", "there is no " + in_quotes(a.method), "choose of " + all);
}

/// What the method has no use for is refused, and so is a method that lacks what makes it one, as `solve` does; what is
/// put in its place is said.
void check_method(const CLI::App& app, const FollowArguments& a) {
  using enum RedundancyMethod;
  const RedundancyMethod method = method_of(a);
  const bool velocity = a.level == "velocity";
  const bool inverse = method == PseudoInverse || method == WeightedInverse || method == DampedInverse;
  if (velocity) refuse_idle(app, {"--K-D"}, "velocities need no rest of their own; it goes with --level acceleration");
  if (inverse) refuse_idle(app, {"--objective"}, a.method + " makes nothing of it; projected-gradient and sns do");
  if (method != WeightedInverse && method != LinearQuadratic && method != ProjectedGradient)
    refuse_idle(app, {"--weight"}, "is for weighted, lq and projected-gradient");
  if (velocity && (method == MinimumTorque || method == InverseInertiaTorque || method == SquaredInverseInertiaTorque))
    refuse("--method", a.method + " needs accelerations: τ = M·q̈ + n", "give --level acceleration");
  if (velocity && (method == ProjectedGradient || method == ReducedGradient) && a.objectives.names.empty())
    refuse("--method", a.method + " needs something to do in the null space", "give --objective, or choose another");
  Problems notes("--method");
  if (method == DampedInverse && a.damping.empty())
    notes.warning({}, "damped begins at a singular value of 0.05, with μ = 0.1",
                  "--damping \"mu=0.1 region=0.05\" says it otherwise");
  if (method == WeightedInverse && a.weight.empty())
    notes.warning({}, "no weight is given: all joints weigh the same", "give --weight, one number per joint");
  if (method == MinimumTorque)
    notes.warning({}, "the least torque at every instant is known to lead to oscillations over long motions",
                  "squared-inverse-inertia-torque is good-natured; --K-D damps them");
  print_warnings(notes.all());
}

FollowSettings settings_of(const FollowArguments& a, const Arm& arm, const std::string& frame) {
  FollowSettings settings;
  settings.method = method_of(a);
  settings.level = a.level == "velocity" ? CommandLevel::Velocity : CommandLevel::Acceleration;
  settings.period = seconds("--period", a.period);
  settings.gain = a.gain;
  settings.step = a.step;
  settings.rest = a.K_D;
  settings.tolerance = reading_option("--tolerance", [&] { return quantity(a.tolerance, dimension::length); });
  if (!a.weight.empty()) settings.weight = weight_of(a.weight, arm.model());
  if (!a.damping.empty())
    settings.damping = damping_of(a.damping);
  else if (settings.method == RedundancyMethod::DampedInverse)
    settings.damping = damping_of("mu=0.1 region=0.05");
  if (a.without_limits) settings.limits = JointLimits::none(arm.model());
  settings.objectives = a.objectives.made(arm.model(), frame);
  return settings;
}

/// Where the rows go as they are computed: to stdout, or to a file that is replaced in the end.
class TrajectoryOutput {
 public:
  TrajectoryOutput(const std::string& out, Replacing replacing) {
    if (out != "-") file_.emplace(out, replacing);
  }

  void add(const std::string& text) {
    buffer_ += text;
    const auto now = std::chrono::steady_clock::now();
    constexpr std::size_t large = std::size_t{1} << 16U;
    if (buffer_.size() >= large || now >= next_) flush();
  }
  void finish() {
    flush();
    if (file_) file_->finish();
  }

 private:
  void flush() {
    next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    if (file_)
      file_->write(buffer_);
    else
      std::cout << buffer_ << std::flush;
    buffer_.clear();
  }

  std::optional<FileOutput> file_;
  std::string buffer_;
  std::chrono::steady_clock::time_point next_;
};

/// Follows the path to its end, or until a signal comes.
void follow_to_the_end(Follower& follower, FollowWatch& watch, const TrajectoryCsv& csv, const FollowSettings& settings,
                       FollowSummary& summary, TrajectoryOutput& rows) {
  const auto note = [&] {
    watch.see(follower.sample());
    summary.count(follower.sample(), settings.objectives);
    rows.add(csv.row(follower.sample(), watch.beyond()));
  };
  const StopsWhereItIsSafe stops;
  Progress progress(::isatty(STDERR_FILENO) != 0);
  rows.add(csv.header());
  note();
  while (summary.end == FollowEnd::GoesOn && interrupted_by() == 0 && std::cout.good()) {
    summary.end = follower.advance();
    note();
    if (progress.is_due())
      progress.show(fmt::format("{:.0f} % of the path", 100.0 * follower.sample().path_time / summary.duration));
  }
  if (interrupted_by() != 0)
    rows.add(fmt::format("# stopped at {:.6g} s, {:.1f} % along the path: these rows are a part\n", summary.time,
                         100.0 * summary.path_time / summary.duration));
  // whoever terminates it gets the old file back; Ctrl-C keeps what there is
  if (interrupted_by() != SIGTERM) rows.finish();
}

}  // namespace

Action declare_follow(CLI::App& app) {
  const auto arguments = std::make_shared<FollowArguments>();
  FollowArguments& a = *arguments;
  a.arm.robot.declare(app);
  a.state.declare_flags(app, {StatePart::Position});
  app.add_option("--frame", a.frame,
                 "what follows the path: a link or frame; the last one where the arm ends, before fingers, if left out")
      ->type_name("NAME");
  app.add_option("--rows", a.rows, "what of its motion counts: pose, position, orientation, or a list such as x,y,rz")
      ->capture_default_str();
  auto* to =
      app.add_option("--line-to", a.line_to, "a straight line to this place: [400mm,0,300mm]")->type_name("X,Y,Z");
  auto* by = app.add_option("--line-by", a.line_by, "a straight line by so much")->type_name("X,Y,Z");
  auto* circle =
      app.add_option("--circle", a.circle,
                     "a circle about the axis through this place: what is between axis and frame is its radius")
          ->type_name("X,Y,Z");
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
                 "near singularities: mu=0.1, with region=0.05 only where a singular value is below it; or none;\n"
                 "mu=0.05 of directions whose singular value is below 0.05 if left out")
      ->type_name("MU");
  a.objectives.declare(app, "made better in what the path leaves free");
  app.add_option("--step", a.step, "along the gradient of the objective")->capture_default_str();
  app.add_option("--K-D", a.K_D, "rest of self-motion at acceleration level: q̈0 = ±α·∇H − K_D·q̇ [1/s]")
      ->type_name("NUMBER")
      ->capture_default_str();
  app.add_option("--weight", a.weight, "of weighted, lq and projected-gradient: one number per joint")
      ->type_name("W,...");
  app.add_option("--tolerance", a.tolerance, "from this far off the path on, its time waits; 1 rad counts as 0.2 m")
      ->type_name("LENGTH")
      ->capture_default_str();
  app.add_option("--max-deviation", a.max_deviation,
                 "from the path as a curve, beyond which it is an error; 1mm,1mrad if left out")
      ->type_name("LENGTH,ANGLE");
  app.add_flag("--without-limits", a.without_limits, "take no notice of the robot's limits");
  auto* out =
      app.add_option("--out", a.out, "the trajectory, as CSV; - for stdout")->type_name("FILE")->capture_default_str();
  app.add_flag("--force", a.force, "replace that file even if it is read-only")->needs(out);
  return [=, &app] {
    const FollowArguments& given = *arguments;
    if (given.line_to.empty() && given.line_by.empty() && given.circle.empty() && given.via.empty())
      throw CLI::ValidationError("follow", "needs a path: --line-to, --line-by, --circle or --via");
    given.objectives.check(app);
    if (given.objectives.names.empty())
      refuse_idle(app, {"--step"}, "without --objective there is no gradient; leave it out");
    check_method(app, given);
    const Arm arm = given.arm.load();
    const std::string frame = given.frame.empty() ? end_frame(arm.model()) : given.frame;
    const State state = given.state.from_flags(arm.model());
    const Eigen::VectorXd q =
        Eigen::Map<const Eigen::VectorXd>(state.q.data(), static_cast<Eigen::Index>(state.q.size()));
    FrameMotionChoice choice;
    choice.frame = frame;
    choice.rows = FrameRows::parse(given.rows);
    const auto path = path_of(given, arm.pose(q, frame));
    const FollowSettings settings = settings_of(given, arm, frame);
    check_rows(*path, settings.period);
    Follower follower(arm.model(), choice, path, settings, q);
    FollowWatch watch(arm.model(), choice, path, settings.level, settings.objectives);

    const TrajectoryCsv csv(arm.model());
    FollowSummary summary;
    summary.frame = frame;
    summary.path = path->text();
    summary.duration = path->duration();
    if (!given.max_deviation.empty()) set_max_deviation(given.max_deviation, summary);
    {
      TrajectoryOutput rows(given.out, given.force ? Replacing::Anything : Replacing::OnlyWritable);
      follow_to_the_end(follower, watch, csv, settings, summary, rows);
    }
    summary.findings = watch.findings();
    std::cerr << follow_text(arm.model(), summary);
    if (const int signal = interrupted_by(); signal != 0) std::raise(signal);
    if (const std::vector<Problem> problems = follow_problems(summary); !problems.empty()) throw InputError(problems);
    return summary.end == FollowEnd::Arrived ? Exit::Done : Exit::BadInput;
  };
}

}  // namespace sinew::cli
