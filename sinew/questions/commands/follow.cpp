// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/follow.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "sinew/formats/output_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/motion/path_csv.h"
#include "sinew/problems/problem_weights.h"
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/limits_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/follow_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

double seconds(const char* option, const std::string& text) {
  return value_of(option, [&] { return quantity(text, dimension::time); });
}

Vec3<double> place(const char* option, const std::string& text) {
  return value_of(option, [&] { return vector_quantity(text, dimension::length); });
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
std::shared_ptr<const CartesianPath> path_of(const FollowQuestion& a, const Pose<double>& start) {
  const auto with_duration = [&](const auto& make) -> std::shared_ptr<const CartesianPath> {
    check_length(*make(1.0));
    if (a.speed.empty()) return make(seconds("--duration", a.duration.empty() ? "5s" : a.duration));
    const double speed = value_of("--speed", [&] { return quantity(a.speed, dimension::length / dimension::time); });
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
    const Vec3<double> axis = value_of("--axis", [&] { return vector_quantity(a.axis, dimension::none); });
    const double turn = value_of("--turn", [&] { return quantity(a.turn, dimension::angle); });
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

/// One number for each joint.
Eigen::MatrixXd weight_of(const std::string& text, const Model<double>& model) {
  const std::vector<std::string> parts = list_parts(text);
  Eigen::VectorXd weights(static_cast<Eigen::Index>(parts.size()));
  if (weights.size() != model.velocity_count())
    refuse("--weight", "has " + std::to_string(parts.size()) + " numbers",
           "give one for each of " + std::to_string(model.velocity_count()) + " joints");
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    const std::string& part = parts[static_cast<std::size_t>(i)];
    weights[i] = value_of("--weight", [&] { return quantity(part, dimension::none); });
    if (!(weights[i] > 0.0)) refuse("--weight", "has " + shown(weights[i]), "give numbers above zero");
  }
  return weights.asDiagonal();
}

RedundancyMethod method_of(const FollowQuestion& a) {
  const auto method = method_named(a.method);
  if (method) return *method;
  std::string all;
  for (const MethodEntry& entry : redundancy_methods()) all += (all.empty() ? "" : ", ") + std::string(entry.name);
  refuse("--method", "there is no " + in_quotes(a.method), "choose of " + all);
}

FollowSettings settings_of(const FollowQuestion& a, const Arm& arm, const std::string& frame) {
  FollowSettings settings;
  settings.method = method_of(a);
  settings.level = a.level == "velocity" ? CommandLevel::Velocity : CommandLevel::Acceleration;
  settings.period = seconds("--period", a.period);
  settings.gain = a.gain;
  settings.step = a.step;
  settings.rest = a.K_D;
  settings.tolerance = value_of("--tolerance", [&] { return quantity(a.tolerance, dimension::length); });
  if (!a.weight.empty()) settings.weight = weight_of(a.weight, arm.model());
  if (!a.damping.empty())
    settings.damping = damping_given(a.damping, "--damping");
  else if (settings.method == RedundancyMethod::DampedInverse)
    settings.damping = damping_given("mu=0.1 region=0.05", "--damping");
  if (a.without_limits) settings.limits = JointLimits::none(arm.model());
  settings.objectives = a.objectives.made(arm.model(), frame);
  return settings;
}

/// Where the rows go as they are computed: to stdout, or to a file that is replaced in the end.
class TrajectoryOutput {
 public:
  TrajectoryOutput(Door& door, const std::string& out, Replacing replacing) : door_(door) {
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
    if (file_) {
      file_->write(buffer_);
    } else {
      door_.write(buffer_);
      door_.flush();
    }
    buffer_.clear();
  }

  Door& door_;
  std::optional<OutputFile> file_;
  std::string buffer_;
  std::chrono::steady_clock::time_point next_;
};

/// Follows the path to its end, or until the work is stopped.
void follow_to_the_end(Door& door, Follower& follower, FollowWatch& watch, const TrajectoryCsv& csv,
                       const FollowSettings& settings, FollowSummary& summary, TrajectoryOutput& rows) {
  const auto note = [&] {
    watch.see(follower.sample());
    summary.count(follower.sample(), settings.objectives);
    rows.add(csv.row(follower.sample(), watch.beyond()));
  };
  rows.add(csv.header());
  note();
  while (summary.end == FollowEnd::GoesOn && door.stop() == Door::Stop::GoOn && door.is_open()) {
    summary.end = follower.advance();
    note();
    door.progress(
        [&] { return fmt::format("{:.0f} % of the path", 100.0 * follower.sample().path_time / summary.duration); });
  }
  const Door::Stop stop = door.stop();
  if (stop != Door::Stop::GoOn)
    rows.add(fmt::format("# stopped at {:.6g} s, {:.1f} % along the path: these rows are a part\n", summary.time,
                         100.0 * summary.path_time / summary.duration));
  if (stop != Door::Stop::Discard) rows.finish();
}

}  // namespace

void FollowQuestion::describe_path(Fields& fields) {
  describe_end_frame(fields, frame, "The link or frame that follows the path.");
  fields
      .add("rows", &rows,
           "The rows of the pose that follow the path: pose, position, orientation, or a list such as x,y,rz.")
      .of("ROW,...")
      .shows_initial();
  fields.add("line_to", &line_to, "Follow a straight line to this place [m], such as [400mm,0,300mm].")
      .excludes({"line_by", "circle", "via"})
      .of("X,Y,Z");
  fields.add("line_by", &line_by, "Follow a straight line by this displacement [m].")
      .excludes({"line_to", "circle", "via"})
      .of("X,Y,Z");
  fields
      .add("circle", &circle,
           "Follow a circle about an axis through this place [m]. Its radius is the distance of the frame from the "
           "axis.")
      .excludes({"line_to", "line_by", "via"})
      .of("X,Y,Z");
  fields
      .add(
          "via", &via,
          "Follow the poses of a CSV file with the columns x,y,z, then qx,qy,qz,qw or roll,pitch,yaw, and t for times.")
      .excludes({"line_to", "line_by", "circle"})
      .of("FILE");
  fields.add("axis", &axis, "The direction of the axis of the circle.").needs("circle").of("X,Y,Z").shows_initial();
  fields.add("turn", &turn, "The angle of the arc [rad].").needs("circle").of("ANGLE").shows_initial();
  fields.add("turning", &turning, "Turn the frame with the circle.").needs("circle");
  fields.add("duration", &duration, "The duration of the path [s]; 5s if it is left out.").of("TIME");
  fields.add("speed", &speed, "The mean speed along the path [m/s], in place of a duration.")
      .excludes({"duration"})
      .of("SPEED");
}

void FollowQuestion::describe_method(Fields& fields) {
  fields.add("method", &method, "The method that uses the redundancy; `sinew solve --methods` lists them.")
      .shows_initial();
  fields.add("level", &level, "The level of the commands.").one_of({"velocity", "acceleration"}).shows_initial();
  fields.add("period", &period, "The time between two commands [s].").of("TIME").shows_initial();
  fields.add("gain", &gain, "How quickly an error is corrected [1/s].").shows_initial();
  fields
      .add("damping", &damping,
           "The damping near singularities: mu=0.1 or 0.1, with region=0.05 only where a singular value is below it, "
           "or none. "
           "If it is left out, directions whose singular value is below 0.05 have mu=0.05.")
      .of("MU");
  objectives.describe(fields, "What the robot improves with the freedom that the path leaves.");
  fields.add("step", &step, "The step α along the gradient of the objective.").shows_initial();
  fields.add("K_D", &K_D, "The damping of self-motion at acceleration level [1/s]: q̈0 = ±α·∇H − K_D·q̇.")
      .of("NUMBER")
      .shows_initial();
  fields
      .add("weight", &weight,
           "The weights of the joints, one number each, of the methods weighted, lq and projected-gradient.")
      .of("W,...");
  fields
      .add("tolerance", &tolerance,
           "The distance from the path at which the time of the path begins to wait [m]. An angle of 1 rad counts as "
           "0.2 m.")
      .of("LENGTH")
      .shows_initial();
  fields
      .add("max_deviation", &max_deviation,
           "The largest deviation from the curve [m and rad] that is no error; 1mm,1mrad if it is left out.")
      .of("LENGTH,ANGLE");
  describe_without_limits(fields, without_limits);
  fields.add("out", &out, "The CSV file for the trajectory; - is the standard output.").of("FILE").shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

void FollowQuestion::describe(Fields& fields) {
  robot.describe(fields);
  state.describe_one(fields);
  describe_path(fields);
  describe_method(fields);
}

/// What the method has no use for is refused, and so is a method that lacks what makes it one, as `solve` does; what is
/// put in its place is said.
void FollowQuestion::check_method(Door& door) {
  using enum RedundancyMethod;
  const RedundancyMethod chosen = method_of(*this);
  const bool velocity = level == "velocity";
  const bool inverse = chosen == PseudoInverse || chosen == WeightedInverse || chosen == DampedInverse;
  if (velocity)
    fields().refuse_idle({"K_D"}, "velocities need no rest of their own; it goes with --level acceleration");
  if (inverse) fields().refuse_idle({"objective"}, method + " makes nothing of it; projected-gradient and sns do");
  if (chosen != WeightedInverse && chosen != LinearQuadratic && chosen != ProjectedGradient)
    fields().refuse_idle({"weight"}, "is for weighted, lq and projected-gradient");
  if (velocity && (chosen == MinimumTorque || chosen == InverseInertiaTorque || chosen == SquaredInverseInertiaTorque))
    refuse("--method", method + " needs accelerations: τ = M·q̈ + n", "give --level acceleration");
  if (velocity && (chosen == ProjectedGradient || chosen == ReducedGradient) && objectives.objective.empty())
    refuse("--method", method + " needs something to do in the null space", "give --objective, or choose another");
  Diagnostics notes("--method");
  if (chosen == DampedInverse && damping.empty())
    notes.warning({}, "damped begins at a singular value of 0.05, with μ = 0.1",
                  "--damping \"mu=0.1 region=0.05\" says it otherwise");
  if (chosen == WeightedInverse && weight.empty())
    notes.warning({}, "no weight is given: all joints weigh the same", "give --weight, one number per joint");
  if (chosen == MinimumTorque)
    notes.warning({}, "the least torque at every instant is known to lead to oscillations over long motions",
                  "squared-inverse-inertia-torque is good-natured; --K-D damps them");
  door.warn(notes.all());
}

void FollowQuestion::check_usage(Door& door) {
  if (line_to.empty() && line_by.empty() && circle.empty() && via.empty())
    throw UsageError("follow", "needs a path: --line-to, --line-by, --circle or --via");
  objectives.check(fields());
  if (objectives.objective.empty())
    fields().refuse_idle({"step"}, "without --objective there is no gradient; leave it out");
  check_method(door);
}

Outcome FollowQuestion::respond(Door& door) {
  check_usage(door);
  const Arm arm = robot.arm(door);
  FrameMotionChoice choice;
  choice.frame = frame.empty() ? end_frame(arm.model()) : frame;
  const State start = state.one(arm.model());
  const Eigen::VectorXd q =
      Eigen::Map<const Eigen::VectorXd>(start.q.data(), static_cast<Eigen::Index>(start.q.size()));
  choice.rows = FrameRows::parse(rows);
  const auto path = path_of(*this, arm.pose(q, choice.frame));
  const FollowSettings settings = settings_of(*this, arm, choice.frame);
  check_rows(*path, settings.period);
  Follower follower(arm.model(), choice, path, settings, q);
  FollowWatch watch(arm.model(), choice, path, settings.level, settings.objectives);

  const TrajectoryCsv csv(arm.model());
  FollowSummary summary;
  summary.frame = choice.frame;
  summary.path = path->text();
  summary.duration = path->duration();
  if (!max_deviation.empty()) set_max_deviation(max_deviation, summary);
  {
    TrajectoryOutput written(door, out, force ? Replacing::Anything : Replacing::OnlyWritable);
    follow_to_the_end(door, follower, watch, csv, settings, summary, written);
  }
  summary.findings = watch.findings();
  door.remark(follow_text(arm.model(), summary));
  if (door.stop() != Door::Stop::GoOn) return Outcome::No;
  if (const std::vector<Diagnostic> diagnostics = follow_problems(summary); !diagnostics.empty())
    throw InputError(diagnostics);
  return summary.end == FollowEnd::Arrived ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
