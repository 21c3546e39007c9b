// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace sinew {

/// A path's parameter at one time, with its first three time derivatives.
struct ClockSample {
  double s = 0.0, rate = 0.0, acceleration = 0.0, jerk = 0.0;
};

/// When: s(t) for every t from 0 to `duration()`, as polynomials in t, one after the other. s never decreases.
class Clock {
 public:
  /// s = Σ aₖ·(t − start)ᵏ until the next piece starts.
  struct Piece {
    double start = 0.0;
    std::array<double, 8> a{};
  };

  /// InputError unless the first piece starts at 0, the starts rise, the duration is behind them and all numbers are finite.
  Clock(std::vector<Piece> pieces, double duration);

  double duration() const noexcept { return duration_; }
  /// Before the start it stands at s(0), after the end at s(duration), both without motion.
  void at(double t, ClockSample& sample) const noexcept;
  ClockSample at(double t) const noexcept;
  const std::vector<Piece>& pieces() const noexcept { return pieces_; }
  /// s at the end.
  double end() const noexcept { return end_; }
  /// The times between 0 and the duration at which a derivative may jump.
  std::vector<double> knots() const;

  /// The same clock that takes `duration` seconds: every rate is smaller by the same factor.
  Clock stretched_to(double duration) const;

 private:
  std::vector<Piece> pieces_;
  double duration_ = 0.0, end_ = 0.0;
  int degree_ = 0;             ///< the highest of all pieces
  bool ends_at_rest_ = false;  ///< the rate at the end is exactly zero then, so that dry friction knows it
};

/// s = t: for paths that are given over time.
Clock plain_clock(double duration);

}  // namespace sinew
