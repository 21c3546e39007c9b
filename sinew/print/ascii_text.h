// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Sentences with mathematics in them as they can be typed: "Ṁ − 2·C″" is M_dot - 2*C_plain, "q̇₁·q̇₂" is qd1*qd2, "✓" is ok:.
/// What has no such spelling, as in a name that somebody chose, stays as it is.
std::string ascii_text(std::string_view text);

}  // namespace sinew
