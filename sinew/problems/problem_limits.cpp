// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/problem_limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sinew/problems/problem_entry.h"

namespace sinew {
namespace {

/// A lower and an upper limit of every joint.
struct Pair {
  std::vector<double>& lower;
  std::vector<double>& upper;
};

/// Reads one of the three limits: a number for all joints, a list or a map with a number or a pair for each.
class LimitReader {
 public:
  LimitReader(const ProblemJoints& joints, int derivative, std::string what, const ProblemValues& values, Pair into)
      : joints_(joints),
        dimensions_(joints.dimensions(derivative)),
        what_(std::move(what)),
        values_(values),
        into_(into) {}

  void read(const YamlNode& node) {
    const auto n = static_cast<std::size_t>(joints_.model().independent_count());
    const std::size_t first = into_.lower.size() - n;
    if (node.is(YamlNode::Kind::Map)) {
      for (const YamlNode::Entry& entry : node.entries) {
        YamlNode name;
        name.text = entry.key;
        name.source = entry.source;
        if (const int i = joints_.velocity_index(name, values_); i >= 0)
          read_joint(*entry.value, static_cast<std::size_t>(i));
      }
      return;
    }
    const bool each = node.is(YamlNode::Kind::Sequence);
    if (each && node.items.size() != n) {
      values_.diagnostics().error(node.source,
                                  "the " + what_ + " has " + std::to_string(node.items.size()) + " entries for " +
                                      std::to_string(n) + (n == 1 ? " joint" : " joints"),
                                  "give one number or one [lower, upper] per joint, or one number for all");
      return;
    }
    for (std::size_t i = 0; i < n; ++i) read_joint(each ? *node.items[i] : node, first + i);
  }

 private:
  std::optional<double> number(const YamlNode& node, std::size_t i) const {
    const std::string what = what_ + " of " + joints_.names()[i];
    return dimensions_.empty() ? values_.number(node, what) : values_.typed().plain_number(node, dimensions_[i], what);
  }

  void read_joint(const YamlNode& node, std::size_t i) {
    if (node.text == "none" || node.text == "inf") {
      into_.lower[i] = -Limits::none;
      into_.upper[i] = Limits::none;
      return;
    }
    if (!node.is(YamlNode::Kind::Sequence)) {
      const auto value = number(node, i);
      if (!value) return;
      if (*value < 0.0)
        values_.diagnostics().error(node.source, "the " + what_ + " of " + joints_.names()[i] + " is negative",
                                    "give its size, or [lower, upper]");
      into_.lower[i] = -*value;
      into_.upper[i] = *value;
      return;
    }
    if (node.items.size() != 2) {
      values_.diagnostics().error(node.source, "the " + what_ + " of " + joints_.names()[i] + " is no pair",
                                  "write [lower, upper]");
      return;
    }
    const auto lower = number(*node.items[0], i), upper = number(*node.items[1], i);
    if (!lower || !upper) return;
    if (*lower > *upper)
      values_.diagnostics().error(
          node.source,
          "the " + what_ + " of " + joints_.names()[i] + " is from " + shown(*lower) + " to " + shown(*upper),
          "give the lower one first");
    into_.lower[i] = *lower;
    into_.upper[i] = *upper;
  }

  const ProblemJoints& joints_;
  std::vector<Dimension> dimensions_;
  std::string what_;
  const ProblemValues& values_;
  Pair into_;
};

bool none_at_all(const Bounds& bounds) {
  return (bounds.lower.array() == -Limits::none).all() && (bounds.upper.array() == Limits::none).all();
}

Eigen::VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::VectorXd::Map(x.data(), static_cast<Eigen::Index>(x.size()));
}

const char* entry_of_limit(LimitKind kind) {
  return kind == LimitKind::Velocity       ? "velocity_limit"
         : kind == LimitKind::Acceleration ? "acceleration_limit"
                                           : "position_limit";
}

/// An error at the entry that states one of the two limits, else at what turns them into bounds.
void add_limit_error(const ProblemStatement& statement, std::initializer_list<LimitKind> kinds, const std::string& what,
                     const std::string& remedy, Diagnostics& diagnostics) {
  const ProblemStatement::Entry* place = nullptr;
  for (const LimitKind kind : kinds)
    if (!place) place = statement.find(entry_of_limit(kind));
  if (!place) place = statement.find("sampling_time");
  if (place)
    diagnostics.add({Severity::Error, place->origin, place->source.line, what, remedy});
  else
    diagnostics.error({}, what, remedy);
}

std::string limits_used(const MotionBounds& found) {
  std::string text;
  for (const LimitKind kind : {LimitKind::Position, LimitKind::Velocity, LimitKind::Acceleration, LimitKind::Braking}) {
    const bool used = std::count(found.lower_from.begin(), found.lower_from.end(), kind) +
                          std::count(found.upper_from.begin(), found.upper_from.end(), kind) >
                      0;
    if (used) text += std::string(text.empty() ? "" : ", ") + name_of(kind);
  }
  return text;
}

}  // namespace

StatedLimits read_limits(const ProblemStatement& statement, const ProblemJoints& joints, const Symbols<double>& symbols,
                         Diagnostics& diagnostics) {
  StatedLimits result;
  result.limits = joints.are_a_robots() ? JointLimits::of(joints.model()) : JointLimits::none(joints.model());
  read_entry(
      statement.find("without_limits"), symbols, diagnostics, [&](const YamlNode& node, const ProblemValues& values) {
        const bool without = values.typed().flag(node, "entry without_limits").value_or(false);
        if (without && !joints.are_a_robots())
          values.diagnostics().error(node.source,
                                     "without_limits leaves out the limits of a robot's file, and there is no robot",
                                     "leave it out; velocity_limit and the like give the limits themselves");
        if (without) result.limits = JointLimits::none(joints.model());
      });
  const auto read = [&](const char* key, const char* what, int derivative, const Pair& into) {
    read_entry(statement.find(key), symbols, diagnostics, [&](const YamlNode& node, const ProblemValues& values) {
      LimitReader(joints, derivative, what, values, into).read(node);
    });
  };
  JointLimits& limits = result.limits;
  read("position_limit", "position limit", 0, {limits.lower, limits.upper});
  read("velocity_limit", "velocity limit", 1, {limits.velocity_lower, limits.velocity_upper});
  read("acceleration_limit", "acceleration limit", 2, {limits.acceleration_lower, limits.acceleration_upper});
  read_entry(statement.find("sampling_time"), symbols, diagnostics,
             [&](const YamlNode& node, const ProblemValues& values) {
               result.sampling_time = values.typed().plain_number(node, dimension::time, "sampling time");
               if (result.sampling_time && *result.sampling_time <= 0.0)
                 values.diagnostics().error(node.source, "the sampling time is " + shown(*result.sampling_time),
                                            "give a number of seconds above zero");
             });
  read_entry(statement.find("braking"), symbols, diagnostics, [&](const YamlNode& node, const ProblemValues& values) {
    const std::vector<std::string> known{"none", "from here", "from next sample"};
    const auto found = std::find(known.begin(), known.end(), node.text);
    if (found == known.end())
      values.diagnostics().error(node.source, "braking is " + in_quotes(node.text), suggestion(node.text, known));
    else
      result.braking = std::array{Braking::Ignored, Braking::FromHere,
                                  Braking::FromNextSample}[static_cast<std::size_t>(found - known.begin())];
  });
  return result;
}

CommandBounds command_bounds(const ProblemStatement& statement, const StatedLimits& limits, const ProblemJoints& joints,
                             CommandLevel level, const Eigen::VectorXd& q, const Eigen::VectorXd& qd,
                             Diagnostics& diagnostics) {
  const bool velocity = level == CommandLevel::Velocity;
  const JointLimits& of = limits.limits;
  CommandBounds result;
  if (!limits.sampling_time) {
    const Bounds bounds = velocity ? Bounds{vector_of(of.velocity_lower), vector_of(of.velocity_upper)}
                                   : Bounds{vector_of(of.acceleration_lower), vector_of(of.acceleration_upper)};
    if (!none_at_all(bounds)) result.bounds = bounds;
    return result;
  }
  try {
    JointBounds over_time(joints.model(), *limits.sampling_time, of);
    over_time.set_braking(limits.braking);
    const MotionBounds& found = !velocity        ? over_time.acceleration(in(q), in(qd))
                                : qd.size() == 0 ? over_time.velocity(in(q))
                                                 : over_time.velocity(in(q), in(qd));
    for (const LimitClash& clash : found.clashes)
      add_limit_error(statement, {clash.upper_from, clash.lower_from}, over_time.text(clash),
                      "loosen one of them, or start from another q or qd", diagnostics);
    if (none_at_all(found.bounds)) return result;
    result.bounds = found.bounds;
    result.step = {"Over the sampling time T = " + shown(*limits.sampling_time) + " s the limits of " +
                       limits_used(found) + " become bounds" +
                       (!velocity ? ", max(A_min, (V_min − q̇)/T) ≤ q̈ ≤ min(A_max, (V_max − q̇)/T) and so on:"
                        : qd.size() == 0 ? ":"
                                         : ", max(V_min, q̇₀ + A_min·T) ≤ q̇ ≤ min(V_max, q̇₀ + A_max·T) and so on:"),
                   {{"lower", found.bounds.lower}, {"upper", found.bounds.upper}}};
  } catch (const InputError& e) {
    for (const Diagnostic& p : e.diagnostics()) {
      const LimitKind kind = p.what.find("acceleration") != std::string::npos ? LimitKind::Acceleration
                             : p.what.find("velocity") != std::string::npos   ? LimitKind::Velocity
                                                                              : LimitKind::Position;
      add_limit_error(statement, {kind}, p.what, p.remedy, diagnostics);
    }
  }
  return result;
}

std::vector<std::string> idle_limit_notes(const ProblemStatement& statement, const StatedLimits& limits,
                                          CommandLevel level, bool joint_range_is_objective) {
  std::vector<std::string> notes;
  const bool velocity = level == CommandLevel::Velocity, sampled = limits.sampling_time.has_value();
  const auto note = [&](const char* key, const std::string& why) {
    if (statement.find(key)) notes.push_back(std::string(key) + " has no say " + why);
  };
  if (statement.find("bounds")) {
    for (const char* key : {"without_limits", "velocity_limit", "acceleration_limit", "sampling_time", "braking"})
      note(key, "beside bounds, which stand for all limits");
    if (!joint_range_is_objective) note("position_limit", "beside bounds, which stand for all limits");
    return notes;
  }
  const JointLimits& of = limits.limits;
  const auto limited = [](const std::vector<double>& x) {
    return std::any_of(x.begin(), x.end(), [](double bound) { return std::isfinite(bound); });
  };
  const bool has_positions = limited(of.lower) || limited(of.upper);
  const bool has_velocities = limited(of.velocity_lower) || limited(of.velocity_upper);
  const bool has_accelerations = limited(of.acceleration_lower) || limited(of.acceleration_upper);
  if (!sampled) {
    const std::string over_time = "without a sampling time, over which it would become a bound: give sampling_time";
    if (!joint_range_is_objective) note("position_limit", over_time);
    if (velocity) note("acceleration_limit", over_time + ", and qd");
    if (!velocity) note("velocity_limit", over_time);
    note("braking", "without a sampling time, at whose end a joint is to be able to brake: give sampling_time");
  } else if (!has_positions && !has_velocities && !has_accelerations) {
    note("sampling_time", "where no joint has a limit");
  } else if (velocity && !statement.find("qd") && statement.find("acceleration_limit")) {
    notes.emplace_back(
        has_positions && limits.braking != Braking::Ignored
            ? "qd is not given: acceleration_limit counts in braking before a position limit alone, not in "
              "how far the command is from q̇"
            : "acceleration_limit has no say where qd is not given: the command may be q̇ ± A·T");
  }
  if (sampled && !has_positions) note("braking", "where no joint has a position limit to brake before");
  if (velocity && !(sampled && has_accelerations))
    note("qd", "at velocity level, but for acceleration limits over a sampling time: q̇ ± A·T");
  return notes;
}

}  // namespace sinew
