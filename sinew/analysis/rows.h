// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sinew {

/// Which of ωx, ωy, ωz, vx, vy, vz, and in which order: a planar arm has vx and vy, or those and ωz.
class Rows {
 public:
  constexpr Rows() = default;
  /// The rows that are true, angular over linear.
  constexpr Rows(bool wx, bool wy, bool wz, bool vx, bool vy, bool vz) {
    const bool wanted[] = {wx, wy, wz, vx, vy, vz};
    for (std::size_t row = 0; row < size(); ++row)
      if (wanted[row]) add(row);
  }

  /// Puts a row, 0 for ωx to 5 for vz, below the others; a row that is chosen already keeps its place.
  constexpr void add(std::size_t row) {
    if (has_[row]) return;
    has_[row] = true;
    order_[count_++] = row;
  }

  /// Is this row chosen?
  constexpr bool operator[](std::size_t row) const { return has_[row]; }
  static constexpr std::size_t size() noexcept { return 6; }
  constexpr auto begin() const noexcept { return has_.begin(); }
  constexpr auto end() const noexcept { return has_.end(); }

  /// The chosen rows from the first to the last.
  constexpr std::span<const std::size_t> order() const noexcept { return {order_.data(), count_}; }

  friend constexpr bool operator==(const Rows&, const Rows&) = default;

 private:
  std::array<bool, 6> has_{};
  std::array<std::size_t, 6> order_{};
  std::size_t count_ = 0;
};

inline constexpr Rows all_rows{true, true, true, true, true, true};
inline constexpr Rows angular_rows{true, true, true, false, false, false};
inline constexpr Rows linear_rows{false, false, false, true, true, true};

}  // namespace sinew
