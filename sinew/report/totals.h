// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/model/model.h"

namespace sinew {

/// What all moving links weigh together, and the base.
struct MassTotals {
  double moving = 0.0;
  double base = 0.0;
  Vec3<double> com;  ///< of all that moves (of everything, if the base floats), at q = 0 in the base frame
};

MassTotals mass_totals(const Model<double>& model);

/// The name of the joint that a mimic joint follows in the end.
std::string leader_of(const Model<double>& model, const Link<double>& follower);

/// A link's own body as its user sees it: what moves with the link, in the link's own frame.
Inertia<double> body_in_link_frame(const Model<double>& model, int link);

}  // namespace sinew
