// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/totals.h"

#include <vector>

namespace sinew {

MassTotals mass_totals(const Model<double>& model) {
  MassTotals totals;
  totals.base = model.base_inertia().m;
  Inertia<double> all = model.floating_base() ? model.base_inertia() : Inertia<double>{};
  std::vector<Pose<double>> X_WL;
  for (const Link<double>& link : model.links()) {
    // mimic joints with an offset stand there at q = 0; the card says what the model is at the zero of its vector
    const Pose<double> X_WP = link.parent == base_link ? Pose<double>{} : X_WL[static_cast<std::size_t>(link.parent)];
    X_WL.push_back(X_WP * pose_on_parent(link, link.offset));
    all = all + X_WL.back() * link.inertia;
    totals.moving += link.inertia.m;
  }
  if (all.m != 0.0) totals.com = centre_of_mass(all);
  return totals;
}

std::string leader_of(const Model<double>& model, const Link<double>& follower) {
  for (const Link<double>& link : model.links())
    if (!link.follows && link.position_index == follower.position_index) return link.joint_name;
  return {};
}

Inertia<double> body_in_link_frame(const Model<double>& model, int link) {
  return model.frame(model.link(link).name).X_LF.inverse() * model.link(link).inertia;
}

}  // namespace sinew
