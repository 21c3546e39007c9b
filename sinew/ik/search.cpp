// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/search.h"

#include <cmath>
#include <numbers>

namespace sinew::ik {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

JointBox box_of(const Chain& chain, bool limited) {
  JointBox box;
  for (const Coordinate& q : chain.coordinates()) {
    box.lower.push_back(limited ? q.lower : -Limits::none);
    box.upper.push_back(limited ? q.upper : Limits::none);
  }
  return box;
}

}  // namespace

Search::Search(const Chain& chain, unsigned seed, Instructions instructions)
    : descent_(chain, instructions),
      chain_(chain),
      limited_(box_of(chain, true)),
      free_(box_of(chain, false)),
      limited_seeds_(chain, limited_, seed),
      free_seeds_(chain, free_, seed),
      trial_(at(chain.size())) {}

Search::Found Search::reach(const Goal& goal, bool limits, const Criteria& criteria, const Effort& effort,
                            const std::vector<double>& start, std::vector<double>& q) {
  const JointBox& bounds = box(limits);
  bring_inside(limits, start, q);
  Found found{descent_.reach(goal, bounds, criteria, q.data()), 0, 1};
  found.iterations = found.end.iterations;
  if (found.end.reached || effort.starts() == 1) return found;
  seeds(limits).aim(goal);
  while (!found.end.reached && effort.allows(found.starts)) {
    seeds(limits).next(trial_.data());
    const Descended end = descent_.reach(goal, bounds, criteria, trial_.data());
    ++found.starts;
    found.iterations += end.iterations;
    if (!end.reached && !(end.half_square < found.end.half_square)) continue;
    found.end = end;
    q = trial_;
  }
  return found;
}

Descended Search::approach(const Goal& goal, bool limits, std::vector<double>& q) {
  constexpr int others = 3;
  constexpr double clearly = 0.999;
  const Criteria until_it_ends{0.0, 0.0, 300};
  Descended best = descent_.approach(goal, box(limits), until_it_ends, q.data());
  seeds(limits).aim(goal);
  for (int k = 0; k < others; ++k) {
    seeds(limits).next(trial_.data());
    const Descended end = descent_.approach(goal, box(limits), until_it_ends, trial_.data());
    if (!(end.half_square < clearly * best.half_square)) continue;
    best = end;
    q = trial_;
  }
  return best;
}

void Search::bring_inside(bool limits, const std::vector<double>& from, std::vector<double>& q) const {
  const JointBox& bounds = box(limits);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double lower = bounds.lower[i], upper = bounds.upper[i];
    const auto is_inside = [&](double x) { return lower <= x && x <= upper; };
    q[i] = from[i];
    if (is_inside(q[i])) continue;
    const double limit = q[i] < lower ? lower : upper;
    const double turns_beyond = (q[i] - limit) / turn;
    const double turned = q[i] - turn * (q[i] < lower ? std::floor(turns_beyond) : std::ceil(turns_beyond));
    q[i] = chain_.coordinates()[i].wraps && is_inside(turned) ? turned : limit;
  }
}

void Search::bring_near(bool limits, const std::vector<double>& to, std::vector<double>& q) const {
  const JointBox& bounds = box(limits);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double turns = std::round((to[i] - q[i]) / turn);
    if (turns == 0.0 || !chain_.coordinates()[i].wraps) continue;
    double best = q[i];
    for (const double k : {turns - 1.0, turns, turns + 1.0}) {
      const double x = q[i] + turn * k;
      if (bounds.lower[i] <= x && x <= bounds.upper[i] && std::abs(x - to[i]) < std::abs(best - to[i])) best = x;
    }
    q[i] = best;
  }
}

bool Search::are_same(const std::vector<double>& a, const std::vector<double>& b, double apart) const {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Coordinate& of = chain_.coordinates()[i];
    const double d = of.wraps ? std::remainder(a[i] - b[i], turn) : a[i] - b[i];
    if (std::abs(d) > apart * of.size) return false;
  }
  return true;
}

}  // namespace sinew::ik
