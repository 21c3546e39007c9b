// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/search.h"
#include "sinew/ik/self_motion.h"

namespace sinew::ik {

/// The solutions of an arm that can move without moving its frame: what they can be moved to is one family.
///
/// With one freedom to spare, as a 7-joint arm has it, a family is a curve, and it is followed in both directions until it
/// closes or comes to a limit. With more it is a surface: then two solutions are of one family if one slides to the other
/// the straight way, and some that only a roundabout way connects count as two.
class Families {
 public:
  /// Solutions of this goal, inside the limits or not.
  Families(Search& search, SelfMotion& self_motion, const Goal& goal, bool limits, const Criteria& criteria);

  /// Is q of a family that is known?
  bool has(const std::vector<double>& q);
  /// Makes q's family known. Returns the q of it that costs least, as far as was found: `near` says which of the turns that
  /// make no difference is meant.
  std::vector<double> add(const std::vector<double>& q, int freedom, Cost& cost, const std::vector<double>& near);

 private:
  using Points = std::vector<std::vector<double>>;

  /// Appends what follows q on its curve, in the direction that `tangent` begins with; true if that leads back to q.
  bool follow(const std::vector<double>& q, std::vector<double> tangent, Points& points);
  /// `tangent` ← the part of it that moves nothing, made a unit vector. Returns how large a part that was.
  double make_tangent(const std::vector<double>& q, std::vector<double>& tangent);
  bool is_inside(const std::vector<double>& q);
  bool slides(const std::vector<double>& from, const std::vector<double>& to);
  /// In the coordinate that differs most, whole turns aside; not beyond what is `enough`.
  double distance(const std::vector<double>& a, const std::vector<double>& b, double enough = Limits::none) const;

  Search& search_;
  SelfMotion& self_motion_;
  const Goal& goal_;
  bool limits_;
  Criteria criteria_;
  std::vector<Points> families_;
};

}  // namespace sinew::ik
