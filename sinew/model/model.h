// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/model/description.h"

namespace sinew {

/// The link number that stands for the base (the fixed world, or the floating root body).
inline constexpr int base_link = -1;

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
///     X_PL(q) = X_PJ · Rz(q)   or   X_PJ · Tz(q)   or, helical,   X_PJ · Rz(q)·Tz(pitch·q)
template <Scalar P>
struct Link {
  std::string name;        ///< of the link that the joint moves, in the user's file
  std::string joint_name;  ///< in the user's file
  int parent = base_link;  ///< always smaller than the link's own number
  JointKind kind = JointKind::Revolute;
  Pose<P> X_PJ;        ///< the joint at q = 0 in the parent's canonical frame
  P pitch{0.0};        ///< helical: metres per radian
  Inertia<P> inertia;  ///< of everything that moves with the link, in L: fixed parts, motors carried, payload

  int position_index = 0;  ///< where its q stands in a position vector
  int velocity_index = 0;  ///< where its q̇, q̈ and τ stand
  bool follows = false;    ///< a mimic joint: it shares its leader's indices, and
  P multiplier{1.0};       ///< q_joint = multiplier·q + offset (1 and 0 for an ordinary joint)
  P offset{0.0};

  Limits limits;
  Friction<P> friction;
  std::optional<ModelMotor<P>> motor;
  std::optional<Spring<P>> spring;
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
    std::vector<Link<P>> links;
    std::vector<Frame<P>> frames;
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
  Parts parts_;
  int position_count_ = 0;
  int velocity_count_ = 0;
  std::map<std::string, std::size_t, std::less<>> frame_index_;
  std::map<std::string, int, std::less<>> joint_index_;
};

extern template class Model<double>;

}  // namespace sinew
