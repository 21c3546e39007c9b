// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/picture_footer.h"

#include <fmt/format.h>

#include "sinew/report/drawing/symbols.h"

namespace sinew {

double round_length(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= most * (1.0 + 1e-12)) return factor * power;
  return power;
}

void add_footer(const DrawingPlane& plane, Picture& picture) {
  constexpr double arrow = 22.0, small = 11.0;
  DrawingPlane corner = plane;
  corner.scale = 1.0;
  // the arrows begin where all three stay in the corner
  PictureBox reach;
  for (const Vec3<double>& axis : {Vec3<double>{}, unit_x<double>(), unit_y<double>(), unit_z<double>()})
    reach.add(plane.flat(axis) * (arrow + 12.0));
  corner.origin = {20.0 - reach.left, picture.height - 18.0 - reach.bottom};
  for (const LetteredAxis& axis : add_triad(corner, {}, arrow, "directions", picture.outlines)) {
    const double length = length_of(axis.towards);
    const PicturePoint beside = length == 0.0 ? PicturePoint{-9.0, 8.0} : axis.towards * (7.5 / length);
    picture.texts.push_back({axis.tip + beside, axis.letter, small, axis.colour, "direction"});
  }

  const double seen = plane.scale * plane.view.scale_along_axes();
  const double length = round_length(110.0 / seen), pixels = length * seen;
  const std::string text = length >= 0.9995 ? fmt::format("{:.6g} m", length) : fmt::format("{:.6g} mm", 1e3 * length);
  const double left = corner.origin.x + reach.right + 24.0, y = picture.height - 16.0;
  picture.outlines.push_back({{{left, y - 4.0}, {left, y + 4.0}}, false, {"#000000", {}, 1.4}, "scale"});
  picture.outlines.push_back({{{left, y}, {left + pixels, y}}, false, {"#000000", {}, 1.4}, "scale"});
  picture.outlines.push_back(
      {{{left + pixels, y - 4.0}, {left + pixels, y + 4.0}}, false, {"#000000", {}, 1.4}, "scale"});
  picture.texts.push_back({{left + 0.5 * pixels, y - 12.0}, text, small + 0.5, "#000000", "scale"});
}

}  // namespace sinew
