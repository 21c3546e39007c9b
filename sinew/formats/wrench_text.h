// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "sinew/formats/formula.h"
#include "sinew/spatial/vec3.h"

namespace sinew {

/// A wrench as it is written: `link2@[300mm,0,0]:F=[-0.7,-0.5,0]:M=[0,0,2N*m]:in=link2`.
struct WrenchText {
  std::string link;            ///< a link or frame
  Vec3<double> point;          ///< where it acts; the origin of the link if nothing is said
  std::string point_in;        ///< the frame that the point is given in, `@world[…]`; empty: the link's own
  Vec3<double> force, moment;  ///< the moment about that point
  std::string axes = "world";  ///< of force and moment, `in=…`
};

/// The wrench that `text` says. Throws FormulaError.
WrenchText parse_wrench(std::string_view text);

}  // namespace sinew
