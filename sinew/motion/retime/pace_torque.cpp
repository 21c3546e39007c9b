// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/pace_torque.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
/// Beyond a limit by so much of it is round-off.
constexpr double slack = 1e-13;

/// a·x² + b·x + c, and nothing that fades.
struct Quadratic {
  double a, b, c;

  double at(double x) const { return (a * x + b) * x + c; }
};

/// The smallest x ≥ 0 at which y turns positive, of a y that is not positive at 0; infinite where there is none.
double turns_positive(const Quadratic& y) {
  const double c = std::min(y.c, 0.0), square = y.b * y.b - 4.0 * y.a * c;
  if (y.a <= 0.0 && (y.b <= 0.0 || square <= 0.0)) return endless;
  const double root = std::sqrt(square);
  return y.b >= 0.0 ? -2.0 * c / (y.b + root) : (root - y.b) / (2.0 * y.a);
}

/// The roots of y above 0, rising.
std::vector<double> positive_roots(const Quadratic& y) {
  const double square = y.b * y.b - 4.0 * y.a * y.c;
  std::vector<double> roots;
  if (y.a == 0.0) {
    if (y.b != 0.0) roots = {-y.c / y.b};
  } else if (square > 0.0) {
    const double sum = -0.5 * (y.b + std::copysign(std::sqrt(square), y.b));
    roots = {sum / y.a, sum != 0.0 ? y.c / sum : 0.0};
  }
  std::erase_if(roots, [](double x) { return !(x > 0.0 && std::isfinite(x)); });
  std::sort(roots.begin(), roots.end());
  return roots;
}

struct Bounds {
  double lower, upper;
};

/// Of τ for all paces between p and q: each term is monotonous.
Bounds bounds(const PaceTorque& y, double p, double q) {
  Bounds all{y.constant, y.constant};
  const auto add = [&](double one, double other) {
    all.lower += std::min(one, other);
    all.upper += std::max(one, other);
  };
  add(y.square * p * p, y.square * q * q);
  add(y.linear * p, y.linear * q);
  for (const FadingTorque& part : y.fading) {
    const double near = part.rate * p, far = part.rate * q;
    add(part.effort * std::exp(-near * near), part.effort * std::exp(-far * far));
  }
  return all;
}

/// The pace from which on nothing is left of what fades.
double faded(const PaceTorque& y) {
  constexpr double gone = 6.5;  // exp(−6.5²) is below round-off
  double pace = 0.0;
  for (const FadingTorque& part : y.fading)
    if (part.rate != 0.0 && part.effort != 0.0) pace = std::max(pace, gone / std::abs(part.rate));
  return pace;
}

/// Is sign·τ above the limit somewhere between p and q, as far as bounds tell?
bool may_be_beyond(const PaceTorque& y, double sign, double limit, double p, double q) {
  const Bounds all = bounds(y, p, q);
  return (sign > 0.0 ? all.upper : -all.lower) > limit;
}

/// Where sign·τ first comes above the limit between p and q: halves are looked at from the left, and left out where bounds
/// show that nothing is there.
double exit_between(const PaceTorque& y, double sign, double limit, double p, double q) {
  struct Part {
    double p, q;
  };
  std::array<Part, 2200> waiting;  // one per halving: from the largest number to the smallest
  std::size_t count = 0;
  waiting[count++] = {p, q};
  while (count > 0) {
    const Part part = waiting[--count];
    if (!may_be_beyond(y, sign, limit, part.p, part.q)) continue;
    const double middle = part.p + (part.q - part.p) / 2.0;
    const bool is_point = !(part.p < middle && middle < part.q) || part.q - part.p <= 1e-15 * part.q;
    if (is_point || count + 2 > waiting.size()) return part.p;
    waiting[count++] = {middle, part.q};
    waiting[count++] = {part.p, middle};
  }
  return endless;
}

/// The first pace at which sign·τ comes above the limit.
double exit_above(const PaceTorque& y, double sign, double limit) {
  const double a = sign * y.square, b = sign * y.linear;
  if (y.fading.empty()) return turns_positive({a, b, sign * y.constant - limit});
  const double end = faded(y), found = exit_between(y, sign, limit, 0.0, end);
  if (std::isfinite(found)) return found;
  // from there on a quadratic in x − end
  return end + turns_positive({a, 2.0 * a * end + b, sign * y.at(end) - limit});
}

void add_above(const PaceTorque& y, double limit, double from, double most, PaceSet& set) {
  const Quadratic excess{y.square, y.linear, y.constant - limit};
  double begin = from;
  std::vector<double> ends = positive_roots(excess);
  std::erase_if(ends, [&](double x) { return !(x > from && x < most); });
  ends.push_back(most);
  for (const double end : ends) {
    const double middle = std::isfinite(end) ? begin + (end - begin) / 2.0 : 2.0 * begin + 1.0;
    if (excess.at(middle) > 0.0) set.add({begin, end});
    begin = end;
  }
}

/// The same while something fades, as far as bounds tell.
void add_fading_beyond(const PaceTorque& y, double limit, double p, double q, PaceSet& set) {
  const Bounds all = bounds(y, p, q);
  if (all.upper <= limit && all.lower >= -limit) return;
  if (all.lower > limit || all.upper < -limit) return set.add({p, q});
  constexpr double fine = 1e-4;
  const double middle = p + (q - p) / 2.0;
  if (q - p <= fine * q) return;
  add_fading_beyond(y, limit, p, middle, set);
  add_fading_beyond(y, limit, middle, q, set);
}

}  // namespace

double PaceTorque::at(double x) const noexcept {
  double sum = (square * x + linear) * x + constant;
  for (const FadingTorque& part : fading) {
    const double y = part.rate * x;
    sum += part.effort * std::exp(-y * y);
  }
  return sum;
}

double first_exit(const PaceTorque& torque, double limit) noexcept {
  if (std::isinf(limit)) return endless;
  if (std::abs(torque.at(0.0)) > limit * (1.0 + slack)) return 0.0;
  return std::min(exit_above(torque, 1.0, limit), exit_above(torque, -1.0, limit));
}

void PaceSet::add(PaceInterval interval) {
  if (!(interval.from < interval.to)) return;
  auto first = std::lower_bound(intervals_.begin(), intervals_.end(), interval.from,
                                [](const PaceInterval& one, double from) { return one.to < from; });
  auto last = first;
  for (; last != intervals_.end() && last->from <= interval.to; ++last) {
    interval.from = std::min(interval.from, last->from);
    interval.to = std::max(interval.to, last->to);
  }
  intervals_.insert(intervals_.erase(first, last), interval);
}

std::vector<PaceInterval> PaceSet::gaps(double most) const {
  std::vector<PaceInterval> found;
  double from = 0.0;
  for (const PaceInterval& one : intervals_) {
    if (one.from > from && from < most) found.push_back({from, std::min(one.from, most)});
    from = std::max(from, one.to);
  }
  if (from < most) found.push_back({from, most});
  return found;
}

void add_paces_beyond(const PaceTorque& torque, double limit, double most, PaceSet& set) {
  if (std::isinf(limit)) return;
  limit *= 1.0 + slack;
  const double end = torque.fading.empty() ? 0.0 : std::min(most, faded(torque));
  if (end > 0.0) add_fading_beyond(torque, limit, 0.0, end, set);
  if (end >= most) return;
  add_above({torque.square, torque.linear, torque.constant}, limit, end, most, set);
  add_above({-torque.square, -torque.linear, -torque.constant}, limit, end, most, set);
}

}  // namespace sinew
