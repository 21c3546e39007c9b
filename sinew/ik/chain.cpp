// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/chain.h"

#include <algorithm>
#include <cmath>

#include "sinew/errors/diagnostic.h"

namespace sinew::ik {
namespace {

Columns columns(const Rotation<double>& R) { return {Lanes(R.column(0)), Lanes(R.column(1)), Lanes(R.column(2))}; }

bool is_whole(double x) { return x == std::round(x); }

[[noreturn]] void refuse_range(const Model<double>& model, const Coordinate& q) {
  std::string name;
  for (const Link<double>& link : model.links())
    if (link.position_index == q.position_index && !link.follows) name = link.joint_name;
  throw InputError(
      {{Severity::Error, model.name(), 0,
        "joint " + in_quotes(name) + " and those that follow it leave each other no room: it may be from " +
            shown(q.lower) + " to " + shown(q.upper),
        "widen a limit of one of them"}});
}

}  // namespace

Coordinate coordinate_of(const Model<double>& model, const JointLimits& limits, int position_index) {
  Coordinate q{.position_index = position_index};
  q.slides = q.wraps = true;
  for (const Link<double>& link : model.links()) {
    if (link.position_index != position_index) continue;
    q.velocity_index = link.velocity_index;
    const bool is_plain_turn = link.kind == JointKind::Revolute || link.kind == JointKind::Continuous;
    q.wraps = q.wraps && is_plain_turn && is_whole(link.follows ? link.multiplier : 1.0);
    q.slides = q.slides && link.kind == JointKind::Prismatic;
  }
  q.lower = limits.lower[static_cast<std::size_t>(q.velocity_index)];
  q.upper = limits.upper[static_cast<std::size_t>(q.velocity_index)];
  return q;
}

Chain::Chain(const Model<double>& model, int link, const Vec3<double>& p_LF) : p_LF_(p_LF), length_(norm(p_LF)) {
  std::vector<int> path;
  for (int i = link; i != base_link; i = model.link(i).parent) path.push_back(i);
  const JointLimits limits = JointLimits::of(model);
  for (std::size_t k = path.size(); k-- > 0;) add_joint(model, limits, path[k]);
  for (const Coordinate& q : coordinates_)
    if (!(q.lower <= q.upper)) refuse_range(model, q);

  // how far a slide goes counts as far as that is known
  for (const ChainJoint& joint : joints_) {
    const Coordinate& q = coordinates_[static_cast<std::size_t>(joint.coordinate)];
    const double far = std::max(std::abs(q.lower), std::abs(q.upper));
    if (joint.slides && std::isfinite(far)) length_ += std::abs(joint.slide_rate) * far + std::abs(joint.slide_at_zero);
  }
  if (!(length_ > 0.0)) length_ = 1.0;
  for (Coordinate& q : coordinates_)
    if (q.slides) q.size = length_;
  for (ChainJoint& joint : joints_)
    joint.scale = joint.multiplier * coordinates_[static_cast<std::size_t>(joint.coordinate)].size;
}

void Chain::add_joint(const Model<double>& model, const JointLimits& limits, int link) {
  const Link<double>& from = model.link(link);
  ChainJoint joint;
  joint.kind = from.kind;
  if (joints_.empty()) {
    X_BC_ = from.X_PJ;
  } else {
    joint.p_PJ = Lanes(from.X_PJ.p);
    joint.R_PJ = columns(from.X_PJ.R);
    joint.turn = from.turn;
    joint.shifted = from.shifted.any();
    length_ += norm(from.X_PJ.p);
  }
  joint.multiplier = from.follows ? from.multiplier : 1.0;
  const double offset = from.follows ? from.offset : 0.0;
  joint.pitch = from.kind == JointKind::Helical ? from.pitch : 0.0;
  const double turns_per_unit = turns(from.kind) ? 1.0 : 0.0;
  const double slides_per_unit = from.kind == JointKind::Prismatic ? 1.0 : joint.pitch;
  joint.turn_rate = turns_per_unit * joint.multiplier;
  joint.turn_at_zero = turns_per_unit * offset + std::atan2(from.at_zero.sin, from.at_zero.cos);
  joint.slide_rate = slides_per_unit * joint.multiplier;
  joint.slide_at_zero = slides_per_unit * offset;
  joint.slides = slides_per_unit != 0.0;
  const auto known = std::find_if(coordinates_.begin(), coordinates_.end(),
                                  [&](const Coordinate& q) { return q.position_index == from.position_index; });
  joint.coordinate = static_cast<int>(known - coordinates_.begin());
  joint.shares = known != coordinates_.end();
  if (!joint.shares) coordinates_.push_back(coordinate_of(model, limits, from.position_index));
  joints_.push_back(joint);
}

ChainPlace::ChainPlace(const Chain& chain)
    : angle_(padded(chain.joints().size())), sin_(angle_.size()), cos_(angle_.size()), axes_(chain.joints().size()) {}

}  // namespace sinew::ik
