// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/single_link.h"

#include <cmath>

#include "sinew/errors/diagnostic.h"

namespace sinew {

Model<double> single_link(double inertia, double gravity_moment) {
  if (!(inertia > 0.0 && std::isfinite(inertia)))
    refuse("single link", "its inertia is " + shown(inertia), "give a number above zero");
  if (!std::isfinite(gravity_moment))
    refuse("single link", "its gravity moment is " + shown(gravity_moment), "give a finite number");
  Link<double> link;
  link.name = "link";
  link.joint_name = "joint";
  // only the product of first moment and gravity counts: gravity is 1 m/s² along x, down
  link.inertia.h = {gravity_moment, 0.0, 0.0};
  link.inertia.I = Symmetric3<double>::diagonal(0.0, 0.0, inertia);
  Model<double>::Parts parts;
  parts.name = "single link";
  parts.gravity = {1.0, 0.0, 0.0};
  parts.links.push_back(std::move(link));
  return Model<double>(std::move(parts));
}

}  // namespace sinew
