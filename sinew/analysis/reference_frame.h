// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

#include "sinew/model/model.h"

namespace sinew {

/// The frame that numbers may be given in, by its name; nothing for W.
///
/// "world" is W, always. Any other name is that of a link or frame of the robot; "base", where the robot has none of
/// that name, is its root link. Throws InputError with the nearest name.
std::optional<Frame<double>> reference_frame(const Model<double>& model, std::string_view name);

}  // namespace sinew
