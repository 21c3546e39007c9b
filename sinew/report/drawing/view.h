// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/spatial/vec3.h"

namespace sinew {

/// From where a robot is looked at, by parallel rays: the directions in W that are to the right, up, and towards the
/// viewer in the picture. Lengths in the plane of the picture stay as they are.
struct View {
  std::string name;
  Vec3<double> right = unit_x<double>(), up = unit_z<double>();

  Vec3<double> towards_viewer() const { return cross(right, up); }
  /// How long a metre along x, y or z is in the picture, where that is the same for all that are seen; 1 in a plane
  /// view.
  double scale_along_axes() const;
};

/// front: x right, z up. side: y right, z up. top: x right, y up. isometric: x, y and z equally long, z up.
View front_view();
View side_view();
View top_view();
View isometric_view();

/// Towards the plane in which all joints move; isometric where there is none.
View automatic_view(const Model<double>& model);

const std::vector<std::string>& view_names();  ///< "auto" among them
View view_named(std::string_view name, const Model<double>& model);

}  // namespace sinew
