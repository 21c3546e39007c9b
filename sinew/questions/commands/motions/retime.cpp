// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/commands/motions/retime.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/formats/output_file.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/motion/retime/instant_scaling.h"
#include "sinew/motion/retime/single_link.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/commands/motions/retime_numbers.h"
#include "sinew/questions/usage_error.h"
#include "sinew/report/retime_steps.h"

namespace sinew {
namespace {

/// A time, a moment, a share: one number above zero.
double positive(const char* option, const std::string& text, const Dimension& wanted) {
  const double value = value_of(option, [&] { return quantity(text, wanted); });
  if (!(value > 0.0)) refuse(option, "is " + shown(value), "give a number above zero");
  return value;
}

std::optional<double> share(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double value = positive(option, text, dimension::none);
  if (value > 0.5) refuse(option, "is " + shown(value), "give a share of at most 0.5");
  return value;
}

RetimedBound retimed(const ScalingBound& bound) { return {bound.k, bound.limit, bound.value, bound.t}; }

Eigen::VectorXd positions_at(const Trajectory& motion, double t) {
  MotionSample sample = motion.sample();
  motion.at(t, sample);
  return sample.q;
}

void put_on_clock(std::vector<JointPeak>& peaks, double k) {
  for (JointPeak& peak : peaks) peak.t *= k;
}

/// Of times on the motion's own clock, those of a motion that takes k times as long.
MotionDemand on_new_clock(MotionDemand demand, double k) {
  for (std::vector<JointPeak>* peaks : {&demand.torque, &demand.velocity, &demand.acceleration, &demand.power})
    put_on_clock(*peaks, k);
  return demand;
}

std::string arrow_text(const ProfileMotion& asked, const std::vector<RetimedJoint>& joints) {
  const Showing showing{UnitChoice().with_degrees(), 4};
  const auto text = [&](const Eigen::VectorXd& q) {
    std::string list;
    for (Eigen::Index j = 0; j < q.size(); ++j) {
      const PrintedUnit unit = showing.units.unit_of(joints[static_cast<std::size_t>(j)].position);
      list += (j > 0 ? ", " : "") + shown(q[j] / unit.factor) + (unit.text == "°" ? "" : " ") + unit.text;
    }
    return list;
  };
  return std::string(name_of(asked.profile)) + " from " + text(asked.from) + " to " + text(asked.to);
}

}  // namespace

void RetimeQuestion::describe_profile(Fields& fields) {
  fields
      .add("between", &between,
           "Two configurations, \"0,0 -> 90deg,45deg\". The answer is the least time from rest to rest on the straight "
           "line "
           "between them, with the profile below.")
      .of("Q -> Q");
  std::vector<std::string> profiles;
  for (const std::string_view name : profile_names()) profiles.emplace_back(name);
  fields.add("profile", &profile, "How the motion between two configurations begins and ends.")
      .one_of(std::move(profiles))
      .needs("between")
      .shows_initial();
  fields
      .add("ramp", &ramp,
           "The share of the time that each ramp of a trapezoidal or double-s profile takes, up to 0.5. If it is left "
           "out, it "
           "is chosen so that the motion is fastest, and it is 1/3 with --new-duration.")
      .needs("between")
      .of("SHARE");
  fields
      .add("edge", &edge,
           "The share of a ramp of the double-s profile in which the acceleration grows, up to 0.5. If it is left out, "
           "it is "
           "0.5, or with a limit of jerk chosen so that the motion is fastest.")
      .needs("between")
      .of("SHARE");
  fields
      .add("link_inertia", &link_inertia,
           "The inertia I [kg·m²] of a single link about its axis, in place of a robot: I·q̈ + m·g·d·sin q = τ.")
      .of("INERTIA");
  fields.add("gravity_moment", &gravity_moment, "The moment m·g·d [N·m] of that link's weight; 0 if it is left out.")
      .needs("link_inertia")
      .of("TORQUE");
}

void RetimeQuestion::describe_plain_numbers(Fields& fields) {
  fields
      .add("gravity_torque", &gravity_torque,
           "The gravity torques [N·m or N] of all joints at one instant, in place of a robot: 34.68,12.26.")
      .of("TORQUE,...");
  fields.add("peak_torque", &peak_torque, "The whole torques of all joints at that instant [N·m or N].")
      .needs("gravity_torque")
      .of("TORQUE,...");
  fields.add("duration", &duration, "The duration [s] of the motion that these torques are of.")
      .needs("gravity_torque")
      .of("TIME");
}

void RetimeQuestion::describe_limits(Fields& fields) {
  fields
      .add("torque_limit", &torque_limit,
           "The largest torques or forces [N·m or N] in both senses, in place of those of the robot's file: one per "
           "joint in "
           "order, or by name (elbow=20Nm).")
      .of("LIMIT,...");
  fields.add("velocity_limit", &velocity_limit, "The largest velocities [rad/s or m/s], given in the same way.")
      .of("LIMIT,...");
  fields
      .add("acceleration_limit", &acceleration_limit,
           "The largest accelerations [rad/s² or m/s²], given in the same way.")
      .of("LIMIT,...");
  fields.add("jerk_limit", &jerk_limit, "The largest jerks [rad/s³ or m/s³], given in the same way.").of("LIMIT,...");
  fields
      .add("keep", &keep,
           "The limits that are kept: torque, velocity, acceleration, jerk. All that are known are kept if it is left "
           "out.")
      .of("LIMIT,...");
}

void RetimeQuestion::describe(Fields& fields) {
  robot.describe(fields);
  fields["robot"].required(false);
  trajectory.describe(fields);
  describe_profile(fields);
  describe_plain_numbers(fields);
  describe_limits(fields);
  fields
      .add("new_duration", &new_duration,
           "Ask which torques the motion takes in this time [s], in place of the time that the limits allow.")
      .of("TIME");
  fields.add("explain", &explain, "Show the worked solution, with the numbers put in, before the answer.");
  showing.describe(fields);
  fields["format"].one_of({"table", "json"});
  fields.add("out", &out, "A CSV file for the motion in its new time, with its torques; - is the standard output.")
      .of("FILE");
  fields.add("period", &period, "The time between two rows of that file [s].").needs("out").of("TIME").shows_initial();
  fields.add("force", &force, "Replace the file even if it is read-only.").needs("out");
}

void RetimeQuestion::check_usage() {
  const bool has_torques = fields().is_given("gravity_torque"), has_link = fields().is_given("link_inertia");
  const bool has_motion = TrajectoryChoice::is_given(fields()), has_way = fields().is_given("between");
  const auto refuse_robot = [&](const char* beside) {
    const std::string why = std::string("is a second subject beside ") + beside + "; give one of them";
    fields().refuse_idle({"robot", "trajectory"}, why);
    fields().refuse_idle(RobotChoice::field_names(), "changes a robot, and there is none; leave it out");
  };
  if (has_torques) {
    refuse_robot("--gravity-torque");
    fields().refuse_all_but(
        {"gravity_torque", "peak_torque", "torque_limit", "duration", "new_duration", "explain", "format", "units",
         "digits"},
        "does not go with --gravity-torque and --peak-torque, which are all that is known; leave it out");
    if (!fields().is_given("peak_torque"))
      throw UsageError("peak_torque", "is missing beside --gravity-torque; give it");
    if (!fields().is_given("torque_limit") && !fields().is_given("new_duration"))
      throw UsageError("torque_limit", "is missing; give one torque per joint, or ask about a --new-duration");
    if (fields().is_given("new_duration") && !fields().is_given("duration"))
      throw UsageError("duration", "is missing; --new-duration needs to know how long the motion takes now");
    return;
  }
  if (has_link) {
    refuse_robot("--link-inertia");
    if (!has_way) throw UsageError("between", "is missing; give two angles of the link: \"0 -> 180deg\"");
  } else if (!fields().is_given("robot")) {
    throw UsageError(
        "retime",
        "give a robot with a trajectory, --move or --between, or plain numbers: --link-inertia and --between, "
        "or --gravity-torque and --peak-torque");
  }
  if (has_way && has_motion) throw UsageError("between", "is a second motion; give one of them");
  if (!has_way && !has_motion && !has_link)
    throw UsageError("retime",
                     "needs a motion: a trajectory, --move \"0,0 -> 90deg,45deg in 2s\", --q1 \"sin(t)\" --until "
                     "10s, or --between \"0,0 -> 90deg,45deg\" for the least time");
}

PaceLimits RetimeQuestion::limits_of(const Model<double>& model) const {
  PaceLimits limits = PaceLimits::of(model);
  const std::pair<PaceLimit, std::pair<const char*, const std::string*>> given[] = {
      {PaceLimit::Torque, {"--torque-limit", &torque_limit}},
      {PaceLimit::Velocity, {"--velocity-limit", &velocity_limit}},
      {PaceLimit::Acceleration, {"--acceleration-limit", &acceleration_limit}},
      {PaceLimit::Jerk, {"--jerk-limit", &jerk_limit}}};
  for (const auto& [kind, option] : given)
    if (!option.second->empty()) set_limits(model, option.first, *option.second, kind, limits[kind]);
  if (keep.empty()) return limits;
  const std::vector<std::string> kept = chosen_words("keep", keep, {"torque", "velocity", "acceleration", "jerk"});
  for (const auto& [kind, option] : given) {
    if (std::find(kept.begin(), kept.end(), name_of(kind)) != kept.end()) continue;
    if (!option.second->empty())
      throw UsageError("keep", std::string("leaves out what ") + option.first + " gives; name it, or leave that out");
    limits[kind].setConstant(std::numeric_limits<double>::infinity());
  }
  return limits;
}

RetimeAnswer RetimeQuestion::of_instant() {
  const InstantTorques torques{efforts_given("--peak-torque", peak_torque),
                               efforts_given("--gravity-torque", gravity_torque)};
  RetimeAnswer answer;
  for (Eigen::Index j = 0; j < torques.peak.size(); ++j)
    answer.joints.push_back({"joint " + std::to_string(j + 1), dimension::angle, dimension::torque});
  if (!duration.empty()) answer.duration = positive("--duration", duration, dimension::time);
  if (!torque_limit.empty()) answer.torque_limit = efforts_given("--torque-limit", torque_limit);
  if (!new_duration.empty()) {
    answer.new_duration = positive("--new-duration", new_duration, dimension::time);
    answer.k = *answer.new_duration / *answer.duration;
    const Eigen::VectorXd tau = scaled_torque(torques, *answer.k);
    answer.demand.emplace();
    for (const double value : tau) answer.demand->torque.push_back({value, 0.0});
    if (answer.torque_limit.size() > 0 && answer.torque_limit.size() != tau.size())
      refuse("--torque-limit", "has " + std::to_string(answer.torque_limit.size()) + " values",
             "give one for each of " + std::to_string(tau.size()) + " joints");
    if (explain) answer.steps = demand_steps(answer, showing.digits);
    return answer;
  }
  const Eigen::VectorXd k = instant_factors(torques, answer.torque_limit);
  Eigen::Index worst = 0;
  answer.k = k.maxCoeff(&worst);
  if (!(*answer.k > 0.0))
    refuse("--peak-torque", "the motion takes no torque at that instant",
           "give the torques at an instant at which it does");
  answer.limiting = static_cast<std::size_t>(worst);
  for (Eigen::Index j = 0; j < k.size(); ++j)
    answer.bounds.push_back({k[j], PaceLimit::Torque,
                             std::copysign(answer.torque_limit[j], torques.peak[j] - torques.gravity[j]),
                             std::nullopt});
  if (answer.duration) answer.new_duration = *answer.duration * *answer.k;
  if (explain) answer.steps = instant_steps(torques, answer.torque_limit, answer, showing.digits);
  return answer;
}

RetimeAnswer RetimeQuestion::of_trajectory(Door& door) {
  const Arm arm = robot.arm(door);
  const GivenTrajectory given = trajectory.given(arm, fields(), door);
  const Trajectory& motion = *given.trajectory;
  PacedMotion paced(arm.model(), motion);
  const PaceLimits limits = limits_of(arm.model());
  RetimeAnswer answer;
  answer.robot = arm.model().name();
  answer.motion = given.name;
  answer.joints = retimed_joints(arm.model());
  answer.duration = motion.duration();
  answer.torque_limit = limits.torque;
  if (!new_duration.empty()) {
    answer.new_duration = positive("--new-duration", new_duration, dimension::time);
    answer.k = *answer.new_duration / motion.duration();
    answer.demand = on_new_clock(paced.demand(*answer.k), *answer.k);
    if (explain) answer.steps = demand_steps(answer, showing.digits);
  } else {
    const TimeScaling scaling = paced.least_scaling(limits);
    answer.k = scaling.bound.k;
    answer.new_duration = motion.duration() * scaling.bound.k;
    for (const ScalingBound& bound : scaling.joints) answer.bounds.push_back(retimed(bound));
    answer.limiting = static_cast<std::size_t>(scaling.bound.joint);
    answer.q = positions_at(motion, scaling.bound.t);
    for (const PaceInterval& one : scaling.fits)
      answer.durations.push_back({one.from * motion.duration(), one.to * motion.duration()});
    answer.k_by_formula = scaling.k_by_formula;
    if (explain) answer.steps = scaling_steps(scaling, limits, answer, showing.digits);
  }
  if (!out.empty()) write_motion(door, arm.model(), motion.stretched_to(*answer.new_duration));
  return answer;
}

RetimeAnswer RetimeQuestion::of_profile(Door& door, const Model<double>& model) {
  ProfileMotion asked;
  std::tie(asked.from, asked.to) = configurations_given(model, between);
  asked.profile = *profile_named(profile);
  asked.ramp = share("--ramp", ramp);
  asked.edge = share("--edge", edge);
  const PaceLimits limits = limits_of(model);
  RetimeAnswer answer;
  answer.robot = model.name();
  answer.joints = retimed_joints(model);
  answer.motion = arrow_text(asked, answer.joints);
  answer.torque_limit = limits.torque;
  answer.has_edges = asked.profile == Profile::DoubleS;
  const bool has_ramps = answer.has_edges || asked.profile == Profile::Trapezoidal;
  if (asked.profile == Profile::Linear)
    answer.notes.emplace_back(
        "A linear profile jumps in velocity at both ends; no torque can do that, and it is not counted.");
  std::shared_ptr<const Trajectory> motion;
  if (!new_duration.empty()) {
    const RampShares shares{asked.ramp.value_or(1.0 / 3.0), asked.edge.value_or(0.5)};
    answer.new_duration = positive("--new-duration", new_duration, dimension::time);
    const std::shared_ptr<const Trajectory> unit = unit_motion(asked, shares);
    answer.demand = on_new_clock(PacedMotion(model, *unit).demand(*answer.new_duration), *answer.new_duration);
    if (has_ramps) answer.shares = shares;
    motion = std::make_shared<const Trajectory>(unit->stretched_to(*answer.new_duration));
    if (explain) answer.steps = demand_steps(answer, showing.digits);
  } else {
    const MinimumTime found = minimum_time(model, asked, limits);
    motion = found.motion;
    answer.new_duration = found.bound.k;
    answer.bounds.resize(answer.joints.size());
    for (const ScalingBound& bound : found.joints)
      answer.bounds[static_cast<std::size_t>(bound.joint)] = retimed(bound);
    answer.limiting = static_cast<std::size_t>(found.bound.joint);
    answer.bounds[answer.limiting] = retimed(found.bound);
    for (RetimedBound& bound : answer.bounds)
      if (bound.t) bound.t = *bound.t * bound.k;
    answer.q = positions_at(*motion, *answer.bounds[answer.limiting].t);
    answer.durations = found.durations;
    if (has_ramps) answer.shares = found.shares;
    answer.short_cut = found.short_cut;
    if (!found.holds_start)
      answer.notes.emplace_back("The limits are too small to hold the robot at rest at the start.");
    if (!found.holds_end) answer.notes.emplace_back("The limits are too small to hold the robot at rest at the end.");
    if (explain) answer.steps = minimum_time_steps(asked, found, limits, answer, showing.digits);
  }
  if (!out.empty()) write_motion(door, model, *motion);
  return answer;
}

RetimeAnswer RetimeQuestion::of_profile(Door& door) {
  if (link_inertia.empty()) {
    const Arm arm = robot.arm(door);
    return of_profile(door, arm.model());
  }
  const double moment = gravity_moment.empty()
                            ? 0.0
                            : value_of("--gravity-moment", [&] { return quantity(gravity_moment, dimension::torque); });
  return of_profile(door, single_link(positive("--link-inertia", link_inertia, dimension::inertia), moment));
}

void RetimeQuestion::write_motion(Door& door, const Model<double>& model, const Trajectory& motion) const {
  const double step = positive("--period", period, dimension::time);
  constexpr double most_rows = 1e7;
  if (motion.duration() / step > most_rows)
    refuse("--period", "makes more than ten million rows", "give a longer time between two rows");
  const auto rows = static_cast<long>(std::ceil(motion.duration() / step - 1e-9));
  std::optional<OutputFile> file;
  if (out != "-") file.emplace(out, force ? Replacing::Anything : Replacing::OnlyWritable);
  const RetimedCsv csv(model);
  Workspace work(model);
  Eigen::VectorXd tau(model.velocity_count());
  MotionSample sample = motion.sample();
  std::string text = csv.header();
  constexpr std::size_t large = std::size_t{1} << 16U;
  const auto hand_on = [&] {
    if (file)
      file->write(text);
    else
      door.write(text);
    text.clear();
  };
  for (long i = 0; i <= rows && door.stop() == Door::Stop::GoOn && door.is_open(); ++i) {
    motion.at(i == rows ? motion.duration() : step * static_cast<double>(i), sample);
    // what round-off leaves of a velocity is rest: dry friction would follow its sign
    sample.qd = (sample.qd.array().abs() > 1e-12).select(sample.qd, 0.0);
    numbers::torque(model, in(sample.q), in(sample.qd), in(sample.qdd), work, sinew::out(tau));
    csv.add_row(sample, tau, text);
    if (text.size() >= large) hand_on();
  }
  hand_on();
  if (file && door.stop() != Door::Stop::Discard) file->finish();
}

AnswerShape RetimeQuestion::answer_shape() const {
  const auto numbers_of_joints = [](std::string meaning) { return a_list(a_number().or_null(), std::move(meaning)); };
  const AnswerShape step =
      an_object({always("text", a_text()), always("values", by_name(either({a_number(), numbers_list()})))});
  const AnswerShape limiting = an_object(
      {always("joint", a_text()), always("limit", a_text()), always("value", a_number("the limit, with its sign")),
       sometimes("t", a_number("on the clock of the motion as it is given [s]")),
       sometimes("new_t", a_number("on the new clock [s]")), sometimes("q", numbers_list("where it binds"))});
  const AnswerShape demand =
      an_object({always("torque", numbers_list("of each joint, with its sign [N·m, N]")),
                 sometimes("torque_at", numbers_list("when [s]")), sometimes("velocity", numbers_list()),
                 sometimes("velocity_at", numbers_list()), sometimes("acceleration", numbers_list()),
                 sometimes("acceleration_at", numbers_list()), sometimes("power", numbers_list("[W]")),
                 sometimes("power_at", numbers_list())});
  const AnswerShape answer = an_object(
      {sometimes("robot", a_text()),
       sometimes("motion", a_text()),
       always("joints", texts_list()),
       sometimes("duration", a_number("as given [s]")),
       sometimes("k", a_number("factor of the time")),
       sometimes("new_duration", a_number("[s]")),
       sometimes("ramp", a_number("share of the time of each ramp")),
       sometimes("edge", a_number("share of a ramp in which its acceleration grows")),
       sometimes("demand", demand),
       sometimes("k_each", numbers_of_joints("least factor of each joint")),
       sometimes("duration_each", numbers_of_joints("least time of each joint [s]")),
       sometimes("limited_by", a_list(a_text().or_null(), "which limit binds each joint")),
       sometimes("reached", numbers_of_joints("that limit, with its sign")),
       sometimes("new_at", numbers_of_joints("when, on the clock of that joint's least time [s]")),
       sometimes("at", numbers_of_joints("when, on the clock of the motion as it is given [s]")),
       sometimes("limiting", limiting),
       sometimes("durations", a_list(a_list(a_number().or_null()), "from and to [s], null without end: all that fit")),
       sometimes("k_by_formula", a_number("by the formula without friction")),
       sometimes("short_cut", an_object({always("duration", a_number("[s]")),
                                         always("share", a_number("of its limit that the torque then reaches"))})),
       sometimes("steps", a_list(step)),
       always("warnings", texts_list())});
  return either({answer, a_text("with --out -: the motion as CSV")});
}

Outcome RetimeQuestion::respond(Door& door) {
  check_usage();
  const Showing shown = showing.showing();
  const RetimeAnswer answer = fields().is_given("gravity_torque") ? of_instant()
                              : fields().is_given("between")      ? of_profile(door)
                                                                  : of_trajectory(door);
  const std::string text = showing.format == "json" ? retime_json(answer) : retime_text(answer, shown);
  if (out == "-")
    door.remark(text);
  else
    door.write(text);
  return Outcome::Yes;
}

}  // namespace sinew
