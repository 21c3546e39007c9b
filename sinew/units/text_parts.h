// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// `text` without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// The parts between commas, with or without brackets around the whole: "[300mm, 0, 0]" and "300mm,0,0". Commas
/// inside brackets do not count; spaces around a part are removed.
std::vector<std::string> list_parts(std::string_view text);

}  // namespace sinew
