// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sinew {

// The one place that writes JSON, so that it is the same everywhere: members in their order, bytes that are no UTF-8 (names of
// a file may have some) replaced and never thrown at.

/// On one line, without its end.
std::string json_line(const nlohmann::ordered_json& value);
/// On as many lines as it has members and entries, indented by two, and the end of the last.
std::string json_page(const nlohmann::ordered_json& value);

}  // namespace sinew
