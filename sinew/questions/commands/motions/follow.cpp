// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/follow.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/formats/source_text.h"
#include "sinew/model/end_frame.h"
#include "sinew/motion/cartesian/path_csv.h"
#include "sinew/motion/cartesian/path_request.h"
#include "sinew/problems/problem_weights.h"
#include "sinew/questions/choices/frame_choice.h"
#include "sinew/questions/choices/limits_choice.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/plot_output.h"
#include "sinew/questions/row_output.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/follow_report.h"
#include "sinew/report/plot_report.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

double seconds(const char* option, const std::string& text) {
  return value_of(option, [&] { return quantity(text, dimension::time); });
}

Vec3<double> place(const char* option, const std::string& text) {
  return value_of(option, [&] { return vector_quantity(text, dimension::length); });
}

/// "2mm", "2mm,5mrad", "10mrad".
void set_max_deviation(const std::string& text, FollowRun& run) {
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
    run.allow_deviation(length ? std::optional(value) : std::nullopt, length ? std::nullopt : std::optional(value));
  }
}

/// The path that the flags say. `orientation` is that of poses that say none.
PathRequest path_asked_for(const FollowQuestion& a, const Rotation<double>& orientation) {
  PathRequest path;
  if (!a.duration.empty()) path.duration = seconds("--duration", a.duration);
  if (!a.speed.empty())
    path.speed = value_of("--speed", [&] { return quantity(a.speed, dimension::length / dimension::time); });
  if (!a.line_to.empty()) path.line_to = place("--line-to", a.line_to);
  if (!a.line_by.empty()) path.line_by = place("--line-by", a.line_by);
  if (!a.circle.empty())
    path.circle = {place("--circle", a.circle),
                   value_of("--axis", [&] { return vector_quantity(a.axis, dimension::none); }),
                   value_of("--turn", [&] { return quantity(a.turn, dimension::angle); }), a.turning};
  if (a.via.empty()) return path;
  const SourceText file = read_source_text(a.via);
  PathTable table = read_path_csv(file.text, file.file, orientation);
  if (!table.times.empty() && (path.duration || path.speed))
    refuse(path.duration ? "--duration" : "--speed", "does nothing: the file has times",
           "leave it out, or the column t");
  if (table.poses.empty()) refuse("--via", "has no poses", "give one a line");
  path.via = std::move(table.poses);
  path.times = std::move(table.times);
  return path;
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

/// Draws the plots that were asked for, of all rows together.
class FollowPlots {
 public:
  FollowPlots(const PlotChoice& choice, const Model<double>& model) {
    if (!choice.is_asked()) return;
    const std::vector<PlottedQuantity> plots = chosen_plots(choice, follow_plots(model, Coordinates(model)));
    output_.emplace(choice, names_of(plots), UnitChoice());
    recorder_.emplace(plots);
    for (const StatePart part : {StatePart::Position, StatePart::Velocity}) {
      std::vector<std::string> names;
      for (const StateNumber& number : state_numbers(model, part)) names.push_back(number.name);
      (part == StatePart::Position ? positions_ : rates_) = labels(std::move(names));
    }
  }

  void add(const FollowSample& sample) {
    if (!recorder_) return;
    recorder_->add(fmt::format("{:.12g}", sample.t), {{{"q"}, sample.q, positions_, nullptr},
                                                      {{"qd"}, sample.qd, rates_, nullptr},
                                                      {{"qdd"}, sample.qdd, rates_, nullptr},
                                                      number_datum({"error", "position"}, sample.position_error),
                                                      number_datum({"error", "orientation"}, sample.orientation_error),
                                                      number_datum({"scale"}, sample.scale)});
  }

  void draw(const std::string& title, Door& door) {
    if (output_ && door.stop() != Door::Stop::Discard) output_->draw(recorder_->recording(title), door);
  }

 private:
  std::optional<PlotOutput> output_;
  std::optional<StateRecorder> recorder_;
  Labels positions_, rates_;
};

/// Writes every row until the path's end, or until the work is stopped.
void write_rows(Door& door, const TrajectoryCsv& csv, FollowRun& run, RowOutput& rows, FollowPlots& plots) {
  rows.add(csv.header());
  rows.add(csv.row(run.sample(), run.beyond()));
  plots.add(run.sample());
  while (run.goes_on() && door.stop() == Door::Stop::GoOn && door.is_open()) {
    run.advance();
    rows.add(csv.row(run.sample(), run.beyond()));
    plots.add(run.sample());
    door.progress([&] { return fmt::format("{:.0f} % of the path", 100.0 * run.done()); });
  }
  const Door::Stop stop = door.stop();
  if (stop != Door::Stop::GoOn)
    rows.add(fmt::format("# stopped at {:.6g} s, {:.1f} % along the path: these rows are a part\n", run.sample().t,
                         100.0 * run.done()));
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
  fields
      .add("rounds", &rounds,
           "The number of times that a closed path is followed. After each round the summary says how far the joints "
           "are "
           "from where the round began.")
      .between(1, 1000)
      .of("N")
      .shows_initial();
  fields.add("duration", &duration, "The duration of the path, or of one round of it [s]; 5s if it is left out.")
      .of("TIME");
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
  plot.describe(fields, "q,qd,error.position");
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
  plot.check(fields(), out != "-");
  if (objectives.objective.empty())
    fields().refuse_idle({"step"}, "without --objective there is no gradient; leave it out");
  check_method(door);
}

AnswerShape FollowQuestion::answer_shape() const { return a_text("the trajectory as CSV").or_null(); }

Outcome FollowQuestion::respond(Door& door) {
  check_usage(door);
  const Arm arm = robot.arm(door);
  FrameMotionChoice choice;
  choice.frame = frame.empty() ? end_frame(arm.model()) : frame;
  const State start = state.one(arm.model());
  const Eigen::VectorXd q = vector(start.q);
  choice.rows = FrameRows::parse(rows);
  const Pose<double> X_WF = arm.pose(q, choice.frame);
  const auto path = path_from(X_WF, path_asked_for(*this, X_WF.R));
  const FollowSettings settings = settings_of(*this, arm, choice.frame);
  refuse_too_many_rows(*rounds_of(path, choice.rows, rounds), settings.period);
  FollowRun run(arm.model(), choice, path, settings, q, rounds);
  if (!max_deviation.empty()) set_max_deviation(max_deviation, run);
  FollowPlots plots(plot, arm.model());
  {
    RowOutput written(door, out, force ? Replacing::Anything : Replacing::OnlyWritable);
    write_rows(door, TrajectoryCsv(arm.model()), run, written, plots);
  }
  const FollowSummary summary = run.summary();
  door.remark(follow_text(arm.model(), summary));
  plots.draw(arm.model().name() + ", " + summary.path, door);
  if (door.stop() != Door::Stop::GoOn) return Outcome::No;
  if (const std::vector<Diagnostic> diagnostics = follow_problems(summary); !diagnostics.empty())
    throw InputError(diagnostics);
  return summary.end == FollowEnd::Arrived ? Outcome::Yes : Outcome::No;
}

}  // namespace sinew
