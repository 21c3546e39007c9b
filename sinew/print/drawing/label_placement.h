// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sinew/print/drawing/picture.h"

namespace sinew {

/// A text that is to stand near a place.
struct WantedLabel {
  PicturePoint anchor;
  std::string text;
  std::string part;
  double size = 13.0;
  std::string colour = "#000000";
  double clearance = 6.0;     ///< from the anchor to the text, at least
  PicturePoint towards = {};  ///< the direction in which it should stand; zero: any
  bool leads_back = true;     ///< a thin line leads to the anchor where the label had to go far
};

/// Adds the labels to the picture, one after the other, each at the best place that is left.
///
/// A greedy search on rings around the anchor: a label never leaves `room` and never touches another text; of the
/// places that are left, the one with the least distance, the fewest lines under it and the best direction is taken. Where
/// the rings have none, the nearest gap between the other texts is taken.
/// Labels that are wider than 60 % of the room are shortened. Returns how many found no place at all and were left
/// out.
std::size_t place_labels(const std::vector<WantedLabel>& labels, const PictureBox& room, Picture& picture);

}  // namespace sinew
