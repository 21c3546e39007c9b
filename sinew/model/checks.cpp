// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/model/checks.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sinew/scalar/index.h"
#include "sinew/spatial/principal_axes.h"

namespace sinew {
namespace {

/// How far published figures may stray: a rotation from orthonormal, an axis from unit length, an inertia
/// from what a body can have, relative to its largest moment.
constexpr double tolerance = 1e-6;

std::string diagonal_text(const Vec3<double>& d) {
  return "diag(" + shown(d.x) + ", " + shown(d.y) + ", " + shown(d.z) + ") kg·m²";
}

bool is_zero(const Inertia<double>& a) {
  const auto& [m, h, I] = a;
  const double numbers[] = {m, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return x == 0; });
}

/// Whose numbers are being looked at, and where complaints about them go.
class Subject {
 public:
  Subject(std::string name, SourceLine source, Diagnostics& diagnostics)
      : name_(std::move(name)), source_(source), diagnostics_(diagnostics) {}

  void error(const std::string& what, std::string remedy) const {
    diagnostics_.error(source_, name_ + " " + what, std::move(remedy));
  }
  void warning(const std::string& what, std::string remedy) const {
    diagnostics_.warning(source_, name_ + " " + what, std::move(remedy));
  }

  bool check_finite(const std::string& what, std::initializer_list<double> numbers) const {
    const auto* bad = std::find_if_not(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    if (bad == numbers.end()) return true;
    error("has " + what + " with the value " + shown(*bad), "give a finite number");
    return false;
  }
  bool check_finite(const std::string& what, const Vec3<double>& v) const {
    return check_finite(what, {v.x, v.y, v.z});
  }

  bool check_not_negative(const std::string& what, double number) const {
    if (!check_finite(what, {number})) return false;
    if (number < 0) error("has " + what + " of " + shown(number), "give zero or more");
    return number >= 0;
  }

  void check_unit(const std::string& what, const Vec3<double>& axis) const {
    if (!check_finite(what, axis)) return;
    const double length = std::hypot(axis.x, axis.y, axis.z);
    if (length == 0)
      error("has a zero axis", "give it a direction such as \"0 0 1\"");
    else if (std::abs(length - 1) > tolerance)
      error("has " + what + " of length " + shown(length), "divide it by its length");
  }

  void check_pose(const std::string& what, const Pose<double>& X) const {
    if (!check_finite(what, X.p)) return;
    for (int i = 0; i < 3; ++i)
      if (!check_finite(what, X.R.row(i))) return;
    double off = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) off = std::max(off, std::abs(dot(X.R.row(i), X.R.row(j)) - (i == j ? 1.0 : 0.0)));
    if (off > tolerance)
      error("has " + what + " whose rotation is not orthonormal: R·Rᵀ misses 1 by " + shown(off),
            "give a rotation with more digits");
    else if (dot(cross(X.R.row(0), X.R.row(1)), X.R.row(2)) < 0)
      error("has " + what + " whose rotation is a reflection", "reverse one of its axes");
  }

  void check_inertia(const Inertia<double>& a) const {
    const bool finite = check_finite("a mass", {a.m}) && check_finite("a first moment of mass", a.h) &&
                        check_finite("an inertia", {a.I.xx, a.I.xy, a.I.xz, a.I.yy, a.I.yz, a.I.zz});
    if (!finite) return;
    if (a.m < 0) {
      error("has a mass of " + shown(a.m) + " kg", "give zero or more");
    } else if (a.m > 0) {
      check_exists(a);
      check_plausible_size(a);
    } else if (!is_zero(a)) {
      warning("has no mass but a first moment or an inertia", "no rigid body has that: give its mass");
    }
  }

 private:
  /// Is there a distribution of mass with these ten numbers?
  ///
  /// There is one if and only if the pseudo-inertia [½·tr(I)·1 − I, h; hᵀ, m] is positive semidefinite. With
  /// m > 0 that is, at the centre of mass, 2·I₃ ≤ I₁ + I₂ + I₃ for the largest principal moment I₃, which
  /// leaves no room for a negative I₁ either.
  void check_exists(const Inertia<double>& a) const {
    const Symmetric3<double> I_com = inertia_about_com(a);
    const Vec3<double> moment = principal_axes(I_com).moment;
    const double largest = std::max(std::abs(moment.x), std::abs(moment.z));
    // taking the parallel-axis term off again leaves the round-off of what was there with it
    const double round_off = 1e-13 * (std::abs(a.I.xx) + std::abs(a.I.yy) + std::abs(a.I.zz));
    const double margin = tolerance * largest + round_off;
    const char* const remedy = "no rigid body has that: check the figures";
    const double product = std::max({std::abs(I_com.xy), std::abs(I_com.xz), std::abs(I_com.yz)});
    const auto given = [&] {
      return product <= round_off ? "has the inertia " + diagonal_text({I_com.xx, I_com.yy, I_com.zz})
                                  : "has in its principal axes the inertia " + diagonal_text(moment);
    };
    if (moment.x < -margin)
      warning(given() + ", whose smallest principal moment is negative", remedy);
    else if (moment.z > moment.x + moment.y + margin)
      warning(given() + ", whose largest principal moment exceeds the sum of the others", remedy);
  }

  /// Millimetres that were taken for metres: nothing that a robot moves is that large.
  void check_plausible_size(const Inertia<double>& a) const {
    constexpr double most = 10.0;
    const Vec3<double> com = centre_of_mass(a);
    const double off = std::hypot(com.x, com.y, com.z);
    const double gyration = std::sqrt(std::abs(inertia_about_com(a).trace()) / (2 * a.m));
    if (off > most)
      warning("has its centre of mass " + shown(off) + " m off", "if it is in mm, say so: lengths are in metres");
    else if (gyration > most)
      warning("has the inertia of a body " + shown(gyration) + " m large (its radius of gyration)",
              "if it is in kg·mm², say so: inertias are in kg·m²");
  }

  std::string name_;
  SourceLine source_;
  Diagnostics& diagnostics_;
};

void check_limits(const Subject& joint, const Limits& limits, bool moves) {
  struct Bound {
    const char* what;
    double value;
    bool often_left_at_zero;  // by exporters that know no better
  };
  const Bound most[] = {{"a velocity limit", limits.velocity, true},
                        {"an acceleration limit", limits.acceleration, false},
                        {"a jerk limit", limits.jerk, false},
                        {"an effort limit", limits.effort, true}};
  const auto refuse_nan = [&](const Bound& bound) {
    if (std::isnan(bound.value))
      joint.error(std::string("has ") + bound.what + " that is not a number", "give a number");
  };
  refuse_nan({"a lower limit", limits.lower, false});
  refuse_nan({"an upper limit", limits.upper, false});
  for (const Bound& bound : most) refuse_nan(bound);
  if (!(limits.restitution >= 0.0 && limits.restitution <= 1.0))
    joint.error("has a restitution of " + shown(limits.restitution),
                "give a number from 0, where it stays at its limit, to 1, where it loses no speed");
  if (!moves) return;  // the limits of a fixed joint say nothing; some exporters write zeros there

  if (limits.lower > limits.upper)
    joint.error("has the lower limit " + shown(limits.lower) + " above the upper limit " + shown(limits.upper),
                "exchange them");
  else if (limits.lower == Limits::none || limits.upper == -Limits::none)
    joint.error("has limits from " + shown(limits.lower) + " to " + shown(limits.upper),
                "leave out a limit that it does not have");
  for (const Bound& bound : most) {
    const auto given = [&] { return std::string("has ") + bound.what + " of " + shown(bound.value); };
    if (bound.value == 0 && bound.often_left_at_zero)
      joint.warning(given() + ", which never lets it move", "give the limit, or leave it out");
    else if (bound.value <= 0)
      joint.error(given(), "give a positive number, or leave it out");
  }
}

/// Degrees that were taken for radians: no joint turns that far and counts it.
void check_plausible_angles(const Subject& joint, const Limits& limits) {
  constexpr double most = 20.0;
  for (const double limit : {limits.lower, limits.upper})
    if (std::isfinite(limit) && std::abs(limit) > most) {
      joint.warning("has a limit of " + shown(limit) + " rad", "if it is in degrees, say so: give it in rad or deg");
      return;
    }
}

void check_friction(const Subject& joint, const Friction<double>& friction) {
  joint.check_not_negative("a viscous friction", friction.viscous);
  if (const auto& v_s = friction.stribeck_velocity;
      v_s && joint.check_not_negative("a Stribeck velocity", *v_s) && *v_s == 0)
    joint.error("has a Stribeck velocity of zero", "give a positive one, or leave it out");
  for (const auto& [way, coulomb, still] : {std::tuple{"forwards", friction.coulomb_plus, friction.static_plus},
                                            std::tuple{"backwards", friction.coulomb_minus, friction.static_minus}}) {
    const bool coulomb_sound = joint.check_not_negative(std::string("a Coulomb friction ") + way, coulomb);
    const bool static_sound = joint.check_not_negative(std::string("a static friction ") + way, still);
    if (coulomb_sound && static_sound && still < coulomb)
      joint.warning(std::string("has a static friction ") + way + " of " + shown(still) +
                        ", less than its Coulomb friction of " + shown(coulomb),
                    "a joint is harder to start than to keep moving: check the figures");
  }
  const double coulomb = std::min(friction.coulomb_plus, friction.coulomb_minus);
  for (std::size_t k = 0; k < friction.table.size(); ++k) {
    const auto& [position, effort] = friction.table[k];
    const std::string point = "point " + std::to_string(k + 1) + " of its friction table";
    if (!joint.check_finite(point, {position, effort})) continue;
    if (k > 0 && position <= friction.table[k - 1].position)
      joint.error("has " + point + " at " + shown(position) + ", not beyond the point before it at " +
                      shown(friction.table[k - 1].position),
                  "list the positions in ascending order, each once");
    if (coulomb + effort < 0)
      joint.error("has a friction of " + shown(coulomb + effort) + " at " + point,
                  "friction cannot drive a joint: keep Coulomb friction and table together at zero or more");
  }
}

void check_motor(const Subject& motor, const Motor<double>& m) {
  motor.check_not_negative("a mass", m.mass);
  motor.check_not_negative("a rotor inertia", m.rotor_inertia);
  motor.check_finite("a position", m.p);
  motor.check_unit("an axis", m.axis);
  if (motor.check_finite("a gear ratio", {m.gear_ratio}) && m.gear_ratio == 0)
    motor.error("has a gear ratio of zero", "give the turns of the rotor per turn of the joint, 1 without a gear");
}

/// A motor that moves by itself needs something to be moved, and something to move against.
void check_transmission(const Subject& subject, const Subject& motor, const JointDescription<double>& joint,
                        const Transmission<double>& transmission) {
  subject.check_not_negative("a transmission stiffness", transmission.stiffness);
  subject.check_not_negative("a transmission damping", transmission.damping);
  if (transmission.stiffness == 0 && transmission.damping == 0)
    subject.warning("has a transmission with neither stiffness nor damping, so that its motor drives nothing",
                    "give its stiffness, or remove the transmission, and the joint is rigid");
  check_friction(motor, transmission.motor_friction);
  if (joint.kind == JointKind::Fixed)
    subject.error("is fixed but has a transmission", "remove it, or let the joint move");
  else if (joint.mimic)
    subject.error("has a transmission but follows " + in_quotes(joint.mimic->leader),
                  "give the transmission to that joint, or let this one move by itself");
  else if (!joint.motor)
    subject.error("has a transmission but no motor behind it", "add `motor: {rotor_inertia: …, gear_ratio: …}`");
  else if (joint.motor->rotor_inertia == 0)
    subject.error("has a transmission, and nothing behind it that has inertia",
                  "give the motor's `rotor_inertia:`, or remove the transmission, and the joint is rigid");
}

void check_joint(const JointDescription<double>& joint, Diagnostics& diagnostics) {
  const Subject subject("joint " + in_quotes(joint.name), joint.source, diagnostics);
  const bool moves = joint.kind != JointKind::Fixed;
  subject.check_pose("a pose", joint.X_PJ);
  subject.check_pose("a child pose", joint.X_JC);
  if (moves)
    subject.check_unit("an axis", joint.axis);
  else
    subject.check_finite("an axis", joint.axis);
  subject.check_finite("a pitch", {joint.pitch});
  const auto subject_on = [&](SourceLine line) {
    return Subject("joint " + in_quotes(joint.name), line.or_else(joint.source), diagnostics);
  };
  check_limits(subject_on(joint.limits_source), joint.limits, moves);
  if (turns(joint.kind)) check_plausible_angles(subject_on(joint.limits_source), joint.limits);
  check_friction(subject_on(joint.friction_source), joint.friction);
  const auto motor_on = [&](SourceLine line) {
    return Subject("the motor of joint " + in_quotes(joint.name), line.or_else(joint.source), diagnostics);
  };
  if (joint.motor) check_motor(motor_on(joint.motor_source), *joint.motor);
  if (joint.transmission)
    check_transmission(subject_on(joint.transmission_source), motor_on(joint.transmission_source), joint,
                       *joint.transmission);
  if (joint.spring) {
    subject.check_not_negative("a spring stiffness", joint.spring->stiffness);
    subject.check_finite("a spring rest position", {joint.spring->rest});
  }
  if (joint.mimic) {
    subject.check_finite("a mimic multiplier", {joint.mimic->multiplier});
    subject.check_finite("a mimic offset", {joint.mimic->offset});
  }
}

/// Links that fixed joints hold together, under the name of the one that moves them.
struct Body {
  bool moves = false;
  bool carries_joint = false;   ///< a moving one
  bool gives_inertia = false;   ///< in so many words, if only zero
  bool resists_motion = false;  ///< through its own inertia, a motor's mass or a payload
};

/// The body that each link belongs to, by the place of the link that stands for it.
std::vector<int> body_of_links(const RobotDescription<double>& robot, const Tree& tree) {
  std::vector<int> body(robot.links.size(), tree.root);
  for (const int j : tree.joint_order) {
    const bool fixed = robot.joints[at(j)].kind == JointKind::Fixed;
    const int child = tree.child_link[at(j)];
    body[at(child)] = fixed ? body[at(tree.parent_link[at(j)])] : child;
  }
  return body;
}

void check_bodies(const RobotDescription<double>& robot, const Tree& tree, Diagnostics& diagnostics) {
  const std::vector<int> body_of = body_of_links(robot, tree);
  std::unordered_map<std::string_view, int> body_named;
  body_named.reserve(robot.links.size() + robot.frames.size());
  for (std::size_t l = 0; l < robot.links.size(); ++l) body_named[robot.links[l].name] = body_of[l];
  for (const auto& frame : robot.frames) body_named[frame.name] = body_named[frame.link];

  std::vector<Body> bodies(robot.links.size());
  bodies[at(tree.root)].moves = robot.floating_base;
  for (std::size_t l = 0; l < robot.links.size(); ++l) {
    if (!robot.links[l].inertia) continue;
    Body& body = bodies[at(body_of[l])];
    body.gives_inertia = true;
    if (!is_zero(*robot.links[l].inertia)) body.resists_motion = true;
  }
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const auto& joint = robot.joints[j];
    if (joint.motor && joint.motor->mass != 0) bodies[at(body_named[joint.motor->carrier])].resists_motion = true;
    if (joint.kind == JointKind::Fixed) continue;
    bodies[at(body_of[at(tree.parent_link[j])])].carries_joint = true;
    bodies[at(tree.child_link[j])].moves = true;
  }
  for (const auto& payload : robot.payloads)
    if (!is_zero(payload.inertia)) bodies[at(body_named[payload.frame])].resists_motion = true;

  for (std::size_t l = 0; l < bodies.size(); ++l) {
    const Body& body = bodies[l];
    const bool floats = body.moves && static_cast<int>(l) == tree.root;
    const bool part_of_a_joint = body.carries_joint && !body.gives_inertia && !floats;
    if (!body.moves || body.resists_motion || part_of_a_joint) continue;
    diagnostics.warning(
        robot.links[l].source,
        "link " + in_quotes(robot.links[l].name) + (floats ? " floats" : " moves") + " but gives no mass",
        floats ? "give its inertia, or leave the base fixed" : "give its inertia, or fix it to its parent");
  }
  if (std::none_of(bodies.begin(), bodies.end(), [](const Body& body) { return body.moves; }))
    diagnostics.warning({}, "nothing of the robot moves", "give it a joint that is not fixed, or a floating base");
}

/// What the links weigh together is what the file says, if it says so.
void check_total_mass(const RobotDescription<double>& robot, Diagnostics& diagnostics) {
  if (!robot.total_mass) return;
  double sum = 0.0;
  for (const auto& link : robot.links) sum += link.inertia ? link.inertia->m : 0.0;
  for (const auto& joint : robot.joints) sum += joint.motor ? joint.motor->mass : 0.0;
  if (std::abs(sum - *robot.total_mass) > tolerance * std::abs(*robot.total_mass))
    diagnostics.warning({},
                        "the links and motors weigh " + shown(sum) + " kg together, not the total mass of " +
                            shown(*robot.total_mass) + " kg that is given",
                        "look for a mass that is missing, twice there or in another unit");
}

}  // namespace

void check_physics(const RobotDescription<double>& description, const std::optional<Tree>& tree,
                   Diagnostics& diagnostics) {
  const Subject robot("the robot", {}, diagnostics);
  if (robot.check_finite("a gravity", description.gravity)) {
    const Vec3<double>& g = description.gravity;
    const double size = std::hypot(g.x, g.y, g.z);
    if (size != 0 && (size < 1 || size > 30))
      robot.warning("has a gravity of " + shown(size) + " m/s²", "that of the Earth is 9.81: check the figure");
  }
  for (const ParameterDescription& parameter : description.parameters)
    Subject("parameter " + in_quotes(parameter.name), parameter.source, diagnostics)
        .check_finite("a value", {parameter.value});
  for (const auto& link : description.links)
    if (link.inertia)
      Subject("link " + in_quotes(link.name), link.inertia_source.or_else(link.source), diagnostics)
          .check_inertia(*link.inertia);
  for (const auto& joint : description.joints) check_joint(joint, diagnostics);
  for (const auto& frame : description.frames)
    Subject("frame " + in_quotes(frame.name), frame.source, diagnostics).check_pose("a pose", frame.X_LF);
  for (const auto& payload : description.payloads)
    Subject("the payload at " + in_quotes(payload.frame), payload.source, diagnostics).check_inertia(payload.inertia);
  if (tree) check_bodies(description, *tree, diagnostics);
  check_total_mass(description, diagnostics);
}

}  // namespace sinew
