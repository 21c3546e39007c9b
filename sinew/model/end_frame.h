// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/model/model.h"

namespace sinew {

/// The frame that is meant where none is named: the last one on the link where the arm ends. That is the end of its longest
/// chain; where several are as long, as fingers are, the link that carries them. Where that is nearer to the base than to
/// their ends, as with two arms, it is the last frame of the last link.
std::string end_frame(const Model<double>& model);

}  // namespace sinew
