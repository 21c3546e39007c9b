// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/model/description.h"
#include "sinew/scalar/index.h"

namespace sinew {

/// The link number that stands for the base (the fixed world, or the floating root body).
inline constexpr int base_link = -1;

/// How R_PJ turns, so that a recursion turns vectors at the price of that turn and not of nine products.
enum class Turn {
  None,
  QuarterX,       ///< Rx(+90°): y → z, z → −y
  MinusQuarterX,  ///< Rx(−90°)
  AboutX,         ///< Rx(α)
  Any
};

/// Along which axes of its parent a joint is shifted: most are along one or two, and the others cost nothing then.
struct Shift {
  bool x = false, y = false, z = false;

  bool any() const { return x || y || z; }
};

/// The motor of a joint, ready for a recursion: axis in the carrier's canonical frame.
template <Scalar P>
struct ModelMotor {
  int carrier = base_link;
  P rotor_inertia{0.0};
  P gear_ratio{1.0};
  Vec3<P> axis;
};

/// One moving link together with the joint that moves it.
///
/// Its canonical frame L sits on the joint with z along the joint axis, so that
///
///     X_PL(q) = X_PJ · Rz(q + at_zero)   or   X_PJ · Rz(at_zero)·Tz(q)   or   X_PJ · Rz(q + at_zero)·Tz(pitch·q)
///
/// The x axes are turned about z so that R_PJ is Rx(α) wherever that can be, which is everywhere on a chain but at
/// its base: the constant angle that this leaves over is `at_zero`.
template <Scalar P>
struct Link {
  int parent = base_link;  ///< always smaller than the link's own number
  JointKind kind = JointKind::Revolute;
  Turn turn = Turn::None;             ///< what R_PJ is
  Shift shifted;                      ///< along which axes p_PJ is not zero
  bool follows = false;               ///< a mimic joint: it shares its leader's indices
  bool turned = false;                ///< at_zero is not zero
  bool is_motor = false;              ///< of an elastic joint: massless, and its rotor is `motor`
  int position_index = 0;             ///< where its q stands in a position vector
  int velocity_index = 0;             ///< where its q̇, q̈ and τ stand
  Pose<P> X_PJ;                       ///< the joint in the parent's canonical frame
  SinCos<P> at_zero{P(0.0), P(1.0)};  ///< the angle of L in J at q = 0
  P pitch{0.0};                       ///< helical: metres per radian
  P multiplier{1.0};                  ///< q_joint = multiplier·q + offset (1 and 0 for an ordinary joint)
  P offset{0.0};
  Inertia<P> inertia;  ///< of everything that moves with the link, in L: fixed parts, motors carried, payload

  std::string name;        ///< of the link that the joint moves, in the user's file
  std::string joint_name;  ///< in the user's file
  Limits limits;
  Friction<P> friction;
  std::optional<ModelMotor<P>> motor;
  std::optional<Spring<P>> spring;
};

/// It has no mass, and so no centre of mass: known when the model is built.
template <Scalar P>
bool is_massless(const Link<P>& link) {
  return link.is_motor || is_structural_zero(link.inertia.m);
}

/// A spinning rotor: rotational inertia about `axis`, fixed in its carrier, spinning ratio·q̇[velocity_index] on it.
///
/// For a recursion it is one more body, on a joint of its own that follows the motor's joint.
template <Scalar P>
struct Rotor {
  int carrier = base_link;
  int velocity_index = 0;
  P ratio{1.0};    ///< gear ratio times the mimic multiplier
  P inertia{0.0};  ///< about the axis
  Vec3<P> axis;    ///< in the carrier's canonical frame
};

/// The spring and the damper between an elastic joint and its motor; across them goes
///
///     τ = stiffness·(q_joint − q_motor) + damping·(q̇_joint − q̇_motor)
template <Scalar P>
struct Coupling {
  int motor = 0;  ///< its link
  int joint = 0;  ///< the link that it moves
  P stiffness{0.0};
  P damping{0.0};
};

/// A place on a link under the user's name for it: each of the file's links and frames.
template <Scalar P>
struct Frame {
  std::string name;
  int link = base_link;
  Pose<P> X_LF;  ///< in the link's canonical frame
};

/// A robot ready to be computed with: a tree of moving links, each on its joint, parents first.
///
/// Immutable, and shared freely between threads. Fixed joints are gone: what they held together is one link,
/// and the names are kept as frames. The parameters have type P; states have whatever type an algorithm is called with.
template <Scalar P>
class Model {
 public:
  struct Parts {
    std::string name;
    Vec3<P> gravity;
    bool floating_base = false;
    Inertia<P> base_inertia;
    std::vector<Link<P>> links;  ///< depth first: each followed by all that it carries
    std::vector<Frame<P>> frames;
    std::string end_frame = {};  ///< where the arm ends; empty: the tree tells
    std::vector<Coupling<P>> couplings = {};
  };

  explicit Model(Parts parts) : parts_(std::move(parts)) {
    int independent = 0;
    for (std::size_t i = 0; i < parts_.links.size(); ++i) {
      joint_index_.emplace(parts_.links[i].joint_name, static_cast<int>(i));
      if (!parts_.links[i].follows) ++independent;
    }
    for (std::size_t i = 0; i < parts_.frames.size(); ++i) frame_index_.emplace(parts_.frames[i].name, i);
    position_count_ = independent + (parts_.floating_base ? 7 : 0);
    velocity_count_ = independent + (parts_.floating_base ? 6 : 0);
    find_structure();
  }

  const std::string& name() const noexcept { return parts_.name; }
  /// Moving links, mimic ones included, the base not.
  int link_count() const noexcept { return static_cast<int>(parts_.links.size()); }
  const Link<P>& link(int i) const noexcept { return parts_.links[static_cast<std::size_t>(i)]; }
  std::span<const Link<P>> links() const noexcept { return parts_.links; }

  /// Length of q: one per independent joint, and x y z qx qy qz qw first if the base floats.
  int position_count() const noexcept { return position_count_; }
  /// Length of q̇, q̈ and τ: one per independent joint, and six first if the base floats.
  int velocity_count() const noexcept { return velocity_count_; }

  bool floating_base() const noexcept { return parts_.floating_base; }
  /// Of everything that is fixed to the root link; a recursion needs it only if the base floats.
  const Inertia<P>& base_inertia() const noexcept { return parts_.base_inertia; }
  /// In the base frame W, which stays where it is when the base floats.
  const Vec3<P>& gravity() const noexcept { return parts_.gravity; }

  /// The rotors of the motors, in link order.
  std::span<const Rotor<P>> rotors() const noexcept { return rotors_; }
  /// One per elastic joint, in the order of their motors.
  std::span<const Coupling<P>> couplings() const noexcept { return parts_.couplings; }
  /// Dampers of elastic joints count as friction, and what is elastic in them as springs.
  bool has_friction() const noexcept { return has_friction_; }
  bool has_springs() const noexcept { return has_springs_; }
  bool has_followers() const noexcept { return independent_count() != link_count(); }
  int independent_count() const noexcept { return velocity_count_ - (parts_.floating_base ? 6 : 0); }
  /// A joint's velocity has its link's own number: neither a floating base nor mimic joints come between.
  bool numbered_by_link() const noexcept { return !parts_.floating_base && !has_followers(); }
  /// Every link but the first hangs on the one before it.
  bool is_chain() const noexcept { return is_chain_; }
  /// The links whose joints do more, or other, than turn by their q: they slide, or stand turned at q = 0.
  const std::vector<int>& special_joints() const noexcept { return special_joints_; }
  /// Every rotor rides on the parent of the link that it drives, or on a fixed base where nothing turns it, and no
  /// joint follows another: then q̈ can be eliminated joint by joint.
  bool joints_are_local() const noexcept { return joints_are_local_; }
  /// The next coupled velocity towards the base: M(i, j) is zero unless j is on i's path. −1 at the end.
  ///
  /// The tree's own shape where the coupling follows the tree; otherwise every velocity is coupled to the one
  /// before it.
  int coupled_above(int velocity) const noexcept { return coupled_above_[static_cast<std::size_t>(velocity)]; }

  /// Every velocity is coupled to every other: a chain, or something that couples as a chain does.
  bool densely_coupled() const noexcept { return densely_coupled_; }

  /// The frame that the user's file has on a moving link, in its canonical one: X_LF.
  const Pose<P>& own_frame(int link) const noexcept { return own_frames_[static_cast<std::size_t>(link)]; }

  /// One past the last link that link i carries, itself included: a subtree is the range [i, end).
  int subtree_end(int i) const noexcept { return subtree_end_[static_cast<std::size_t>(i)]; }

  /// Everything it was made of, to make another one from.
  const Parts& parts() const noexcept { return parts_; }

  std::span<const Frame<P>> frames() const noexcept { return parts_.frames; }
  /// The frame of that name. Throws InputError with the nearest name if there is none.
  const Frame<P>& frame(std::string_view name) const {
    if (const Frame<P>* found = find_frame(name)) return *found;
    std::vector<std::string> names;
    for (const Frame<P>& known : parts_.frames) names.push_back(known.name);
    throw InputError(
        {{Severity::Error, parts_.name, 0, "there is no frame " + in_quotes(name), suggestion(name, names)}});
  }
  const Frame<P>* find_frame(std::string_view name) const noexcept {
    const auto found = frame_index_.find(name);
    return found == frame_index_.end() ? nullptr : &parts_.frames[found->second];
  }
  /// The moving link whose joint has that name, or nothing.
  std::optional<int> find_joint(std::string_view name) const noexcept {
    const auto found = joint_index_.find(name);
    return found == joint_index_.end() ? std::nullopt : std::optional<int>(found->second);
  }

 private:
  bool stands_still(int link) const { return link == base_link && !parts_.floating_base; }

  bool is_on_path(int link, int from) const {
    return link == base_link || (link <= from && from < subtree_end_[at(link)]);
  }

  void find_structure() {
    for (const Link<P>& link : parts_.links) {
      const Frame<P>* own = find_frame(link.name);
      own_frames_.push_back(own ? own->X_LF : Pose<P>{});
    }
    subtree_end_.resize(parts_.links.size());
    for (int i = link_count() - 1; i >= 0; --i) {
      subtree_end_[at(i)] = std::max(subtree_end_[at(i)], i + 1);
      if (const int parent = parts_.links[at(i)].parent; parent != base_link)
        subtree_end_[at(parent)] = std::max(subtree_end_[at(parent)], subtree_end_[at(i)]);
    }
    for (const Coupling<P>& coupling : parts_.couplings) {
      has_springs_ = has_springs_ || !is_structural_zero(coupling.stiffness);
      has_friction_ = has_friction_ || !is_structural_zero(coupling.damping);
    }
    bool follows_tree = true;
    joints_are_local_ = true;
    for (int i = 0; i < link_count(); ++i) {
      Link<P>& link = parts_.links[at(i)];
      classify(link);
      is_chain_ = is_chain_ && link.parent == i - 1;
      if (link.turned || link.kind == JointKind::Prismatic || link.kind == JointKind::Helical)
        special_joints_.push_back(i);
      has_springs_ = has_springs_ || link.spring.has_value();
      const Friction<P>& f = link.friction;
      has_friction_ = has_friction_ || !f.table.empty() || f.stribeck_velocity.has_value();
      for (const P* value : {&f.viscous, &f.coulomb_plus, &f.coulomb_minus, &f.static_plus, &f.static_minus})
        has_friction_ = has_friction_ || !is_structural_zero(*value);
      if (link.follows) follows_tree = joints_are_local_ = false;
      if (!link.motor || is_structural_zero(link.motor->rotor_inertia)) continue;
      const ModelMotor<P>& motor = *link.motor;
      rotors_.push_back(
          {motor.carrier, link.velocity_index, motor.gear_ratio * link.multiplier, motor.rotor_inertia, motor.axis});
      if (stands_still(motor.carrier)) continue;
      if (motor.carrier != link.parent) joints_are_local_ = false;
      if (!is_on_path(motor.carrier, i)) follows_tree = false;
    }
    coupled_above_.resize(at(velocity_count_));
    for (int v = 0; v < velocity_count_; ++v) coupled_above_[at(v)] = v - 1;
    if (!follows_tree) return;
    for (int i = 0; i < link_count(); ++i)
      if (parts_.links[at(i)].parent != i - 1) densely_coupled_ = false;
    for (const Link<P>& link : parts_.links) {
      const int above =
          link.parent == base_link ? (parts_.floating_base ? 5 : -1) : parts_.links[at(link.parent)].velocity_index;
      coupled_above_[at(link.velocity_index)] = above;
    }
  }

  static void classify(Link<P>& link) {
    const Rotation<P>& R = link.X_PJ.R;
    const auto zero = [](const P& value) { return is_structural_zero(value); };
    const auto one = [](const P& value) { return is_structural_zero(value - P(1.0)); };
    const bool about_x = one(R(0, 0)) && zero(R(0, 1)) && zero(R(0, 2)) && zero(R(1, 0)) && zero(R(2, 0));
    link.turn = !about_x                           ? Turn::Any
                : zero(R(2, 1)) && one(R(1, 1))    ? Turn::None
                : !zero(R(1, 1)) || !zero(R(2, 2)) ? Turn::AboutX
                : one(R(2, 1))                     ? Turn::QuarterX
                : one(-R(2, 1))                    ? Turn::MinusQuarterX
                                                   : Turn::AboutX;
    link.shifted = {!zero(link.X_PJ.p.x), !zero(link.X_PJ.p.y), !zero(link.X_PJ.p.z)};
    link.turned = !(zero(link.at_zero.sin) && one(link.at_zero.cos));
  }

  Parts parts_;
  int position_count_ = 0;
  int velocity_count_ = 0;
  std::vector<Rotor<P>> rotors_;
  std::vector<int> special_joints_;
  std::vector<int> coupled_above_;
  std::vector<int> subtree_end_;
  std::vector<Pose<P>> own_frames_;
  bool has_friction_ = false;
  bool has_springs_ = false;
  bool joints_are_local_ = true;
  bool densely_coupled_ = true;
  bool is_chain_ = true;
  std::map<std::string, std::size_t, std::less<>> frame_index_;
  std::map<std::string, int, std::less<>> joint_index_;
};

/// Where the link stands in its parent when its own joint is at `q`.
template <Scalar P, Scalar T>
Pose<Mixed<P, T>> pose_on_parent(const Link<P>& link, const T& q) {
  using S = Mixed<P, T>;
  const S zero(0.0);
  const SinCos<S> at_zero{zero + link.at_zero.sin, zero + link.at_zero.cos};
  Pose<S> J{Rotation<S>::about_z(turns(link.kind) ? sincos(q) + at_zero : at_zero), {}};
  if (link.kind == JointKind::Prismatic) J.p.z = zero + q;
  if (link.kind == JointKind::Helical) J.p.z = link.pitch * q;
  return link.X_PJ * J;
}

/// What of a model can be left out of a computation.
struct Without {
  bool gravity = false;
  bool friction = false;
  bool motors = false;  ///< their spinning rotors, and what is elastic before them; what a motor weighs stays
  bool springs = false;
};

/// A model's parts with elastic joints made rigid: their motors are gone, and what is numbered behind one moves up.
template <Scalar P>
typename Model<P>::Parts parts_without_motor_links(const Model<P>& model) {
  typename Model<P>::Parts parts = model.parts();
  std::vector<Link<P>>& links = parts.links;
  const auto moved_up = [&](int number, const auto& number_of_motor) {
    const auto is_before = [&](const Coupling<P>& c) { return number_of_motor(model.link(c.motor), c.motor) < number; };
    return number - static_cast<int>(std::count_if(parts.couplings.begin(), parts.couplings.end(), is_before));
  };
  const auto link_number = [&](int link) { return moved_up(link, [](const Link<P>&, int motor) { return motor; }); };
  for (const Coupling<P>& c : parts.couplings) links[at(c.joint)].limits.effort = links[at(c.motor)].limits.effort;
  for (Link<P>& link : links) {
    link.parent = link_number(link.parent);
    if (link.motor) link.motor->carrier = link_number(link.motor->carrier);
    link.position_index = moved_up(link.position_index, [](const Link<P>& l, int) { return l.position_index; });
    link.velocity_index = moved_up(link.velocity_index, [](const Link<P>& l, int) { return l.velocity_index; });
  }
  std::erase_if(parts.frames, [&](const Frame<P>& f) { return f.link != base_link && links[at(f.link)].is_motor; });
  for (Frame<P>& frame : parts.frames) frame.link = link_number(frame.link);
  std::erase_if(links, [](const Link<P>& link) { return link.is_motor; });
  parts.couplings.clear();
  return parts;
}

/// The same robot without some of its parts. Without motors no joint is elastic.
template <Scalar P>
Model<P> without(const Model<P>& model, const Without& left_out) {
  typename Model<P>::Parts parts = left_out.motors ? parts_without_motor_links(model) : model.parts();
  if (left_out.gravity) parts.gravity = {};
  for (Link<P>& link : parts.links) {
    if (left_out.friction) link.friction = {};
    if (left_out.motors) link.motor.reset();
    if (left_out.springs) link.spring.reset();
  }
  for (Coupling<P>& coupling : parts.couplings) {
    if (left_out.friction) coupling.damping = P(0.0);
    if (left_out.springs) coupling.stiffness = P(0.0);
  }
  return Model<P>(std::move(parts));
}

extern template class Model<double>;

}  // namespace sinew
