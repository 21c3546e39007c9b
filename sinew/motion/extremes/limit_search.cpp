// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/limit_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

double round_off_of(double bound) { return 1e-9 * (1.0 + std::abs(bound)); }

/// Where a curve that is on one side of zero at `left` and on the other at `right`, and monotone between, crosses it.
template <class Function>
double crossing(const Function& g, double left, double right, double short_enough) {
  const bool rises = g(left) < g(right);
  while (right - left > short_enough) {
    const double middle = 0.5 * (left + right);
    if (!(left < middle && middle < right)) break;
    ((g(middle) > 0.0) == rises ? right : left) = middle;
  }
  return 0.5 * (left + right);
}

/// The crossing of the curve itself that is next to `t`, which the polynomial gave; t where there is none.
template <class Function>
double own_crossing(const Function& g, double t, double end) {
  constexpr double short_enough = 1e-13;
  for (const double distance : {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6}) {
    const double left = std::max(0.0, t - distance), right = std::min(end, t + distance);
    if (left < right && (g(left) > 0.0) != (g(right) > 0.0)) return crossing(g, left, right, short_enough);
  }
  return t;
}

}  // namespace

LimitSearch::LimitSearch(std::vector<CurveLimit> limits) : limits_(std::move(limits)) {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    if (std::isfinite(limits_[i].lower)) sides_.push_back({i, -1.0, limits_[i].lower, false, {}, 0.0, {}, {}});
    if (std::isfinite(limits_[i].upper)) sides_.push_back({i, 1.0, limits_[i].upper, false, {}, 0.0, {}, {}});
  }
}

void LimitSearch::see(const CurvePieces& pieces) {
  for (Side& side : sides_) {
    const CurveLimit& limit = limits_[side.limit];
    see(pieces, pieces.curves[static_cast<std::size_t>(limit.curve)].scaled(limit.factor, limit.offset), side);
  }
}

void LimitSearch::see(const CurvePieces& pieces, const CurvePiece& value, Side& side) const {
  if (side.sign * (value.middle() - side.bound) + value.reach() <= 0.0) {
    if (side.is_open) close(side, pieces.from);
    return;
  }
  const auto beyond = [&](double x) { return side.sign * (value.at(x) - side.bound); };
  double x_before = -1.0;
  bool is_first = true;
  for (const double x : pieces.stations(value)) {
    const double g = beyond(x), t = pieces.time_at(x);
    // a curve that jumps between two pieces does so at their border
    const auto crossed = [&] { return is_first ? pieces.from : pieces.time_at(crossing(beyond, x_before, x, 1e-15)); };
    if (g > 0.0 && !side.is_open) {
      side.is_open = true;
      side.now = {side.limit, crossed(), t, {t, value.at(x)}, side.bound};
      side.look_at = pieces.look_at(x);
    } else if (g <= 0.0 && side.is_open) {
      close(side, crossed());
    }
    if (side.is_open && g > side.sign * (side.now.worst.value - side.bound)) {
      side.now.worst = {t, value.at(x)};
      side.look_at = pieces.look_at(x);
    }
    x_before = x;
    is_first = false;
  }
}

void LimitSearch::see_instant(double t, std::span<const double> values) {
  for (Side& side : sides_) {
    const CurveLimit& limit = limits_[side.limit];
    const double value = limit.factor * values[static_cast<std::size_t>(limit.curve)] + limit.offset;
    const double g = side.sign * (value - side.bound);
    if (g <= 0.0 && side.is_open) close(side, t);
    if (g > 0.0 && !side.is_open) side.now = {side.limit, t, t, {t, side.bound}, side.bound};
    side.is_open = g > 0.0;
    if (!side.is_open || g <= side.sign * (side.now.worst.value - side.bound)) continue;
    side.now.worst = {t, value};
    side.look_at = t;
  }
}

void LimitSearch::close(Side& side, double t) const {
  side.is_open = false;
  side.now.to = t;
  if (side.sign * (side.now.worst.value - side.bound) <= round_off_of(side.bound)) return;
  side.past.push_back(side.now);
  side.look_ats.push_back(side.look_at);
}

std::vector<LimitExcursion> LimitSearch::found(const Curves& curves, double end) {
  std::vector<LimitExcursion> all;
  std::vector<double> values(static_cast<std::size_t>(curves.count));
  for (Side& side : sides_) {
    const CurveLimit& limit = limits_[side.limit];
    const auto value = [&](double t) {
      curves.at(t, values);
      return limit.factor * values[static_cast<std::size_t>(limit.curve)] + limit.offset;
    };
    const auto beyond = [&](double t) { return side.sign * (value(t) - side.bound); };
    const bool goes_on = side.is_open;
    if (goes_on) close(side, end);
    for (std::size_t i = 0; i < side.past.size(); ++i) {
      LimitExcursion excursion = side.past[i];
      excursion.worst.value = value(side.look_ats[i]);
      if (excursion.from > 0.0) excursion.from = own_crossing(beyond, excursion.from, end);
      if (excursion.to < end) excursion.to = own_crossing(beyond, excursion.to, end);
      all.push_back(excursion);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const LimitExcursion& a, const LimitExcursion& b) {
    return std::pair(a.limit, a.from) < std::pair(b.limit, b.from);
  });
  return all;
}

}  // namespace sinew
