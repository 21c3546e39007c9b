// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/print/drawing/picture.h"

namespace sinew {

/// The picture as an SVG document. Texts are escaped, so that a name in a robot file cannot become markup or a script;
/// every element has the word of its part as its class, for style sheets.
std::string svg(const Picture& picture);

}  // namespace sinew
