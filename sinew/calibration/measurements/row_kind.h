// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sinew {

/// What the rows of a file tell: a kind of measurement, or points that a probe has touched, which become measurements
/// by the place that was touched.
enum class RowKind { Pose, Position, Distance, Plane, Socket, Touch };

inline constexpr std::array<std::string_view, 6> row_kind_names = {"pose",  "position", "distance",
                                                                   "plane", "socket",   "touch"};

constexpr std::string_view name_of(RowKind kind) { return row_kind_names[static_cast<std::size_t>(kind)]; }

constexpr std::optional<RowKind> find_row_kind(std::string_view name) {
  for (std::size_t i = 0; i < row_kind_names.size(); ++i)
    if (row_kind_names[i] == name) return static_cast<RowKind>(i);
  return std::nullopt;
}

}  // namespace sinew
