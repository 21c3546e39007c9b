// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/model/description.h"

namespace tinyxml2 {
class XMLElement;
}  // namespace tinyxml2

namespace sinew {

/// Adds the <visual> elements of a link to the shapes of the robot. Dynamics does without them, so one that cannot be
/// read is warned of and left out. Meshes are not opened here: whoever draws them does.
void read_visuals(const tinyxml2::XMLElement& link_element, const std::string& link, RobotDescription<double>& robot,
                  Diagnostics& diagnostics);

}  // namespace sinew
