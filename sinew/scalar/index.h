// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace sinew {

/// A count or number of ours, which is an int, as the standard containers' index: x[at(i)].
constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

}  // namespace sinew
