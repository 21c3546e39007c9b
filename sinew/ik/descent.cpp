// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/descent.h"

#include <algorithm>
#include <cmath>

namespace sinew::ik {
namespace {

constexpr double very_far = 25.0;  // squared error beyond which the damping grows no more: as far off as an arm is long
constexpr double damping = 0.07;   // λ per squared error: the fewest steps on arms of six and seven joints
constexpr double least_damping = 1e-13;  // of the trace: what keeps a singular J·Jᵀ apart from round-off
constexpr int patience = 5;              // steps in which the error must have fallen …
constexpr double progress = 0.9;         // … to this part of itself

/// The errors in their own units.
Descended measured(const Goal& goal, const Distance& d, int iterations) {
  Descended y;
  y.iterations = iterations;
  y.position_error = std::sqrt(d.linear) * goal.unit_length;
  y.orientation_error = 2.0 * std::asin(std::min(1.0, 0.5 * std::sqrt(d.angular)));
  y.half_square = d.half_square();
  return y;
}

/// The same criteria, for squares as a Distance has them.
struct Squares {
  Squares(const Goal& goal, const Criteria& criteria)
      : angular(criteria.orientation * criteria.orientation),
        linear(criteria.position * criteria.position / (goal.unit_length * goal.unit_length)) {}
  bool hold(const Distance& d) const { return d.angular <= angular && d.linear <= linear; }
  double angular, linear;
};

}  // namespace

Descent::Descent(const Chain& chain, Instructions instructions)
    : chain_(chain),
      instructions_(instructions),
      place_(chain),
      columns_(at(chain.size())),
      trial_(at(chain.size())),
      held_(at(chain.size())) {
  for (const Coordinate& q : chain.coordinates()) {
    sizes_.push_back(q.size);
    per_size_.push_back(1.0 / q.size);
  }
}

inline Distance Descent::distance_at(const Goal& goal, const double* q) noexcept {
  place_.put(chain_, q);
  return distance(goal, place_);
}

inline void Descent::step(const Distance& from, double lambda, const JointBox& box, const double* q,
                          double* to) noexcept {
  const std::size_t n = columns_.size();
  const Six* const columns = columns_.data();
  const double *const lower = box.lower.data(), *const upper = box.upper.data(), *const sizes = sizes_.data();
  char* const held = held_.data();
  Gram gram;
  for (std::size_t i = 0; i < n; ++i) gram.add(columns[i]);
  lambda += least_damping * (1.0 + gram.trace());
  Six e = from.e;
  for (std::size_t i = 0; i < n; ++i) held[i] = 0;
  for (;;) {
    const Six y = solved(gram, lambda, e);
    double furthest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (held[i]) continue;
      to[i] = q[i] + sizes[i] * dot(columns[i], y);
      furthest = std::max(furthest, std::max(lower[i] - to[i], to[i] - upper[i]));
    }
    if (furthest == 0.0) [[likely]]
      return;
    const std::size_t leaving = furthest_beyond(lower, upper, to);
    // to its limit, and no further; the others do what it no longer does
    to[leaving] = to[leaving] < lower[leaving] ? lower[leaving] : upper[leaving];
    held[leaving] = 1;
    const double done = (to[leaving] - q[leaving]) * per_size_[leaving];
    e.w -= columns[leaving].w * done;
    e.v -= columns[leaving].v * done;
    gram.remove(columns[leaving]);
  }
}

/// Which coordinate of `q` is furthest beyond its limits, in its own size.
inline std::size_t Descent::furthest_beyond(const double* lower, const double* upper, const double* q) const noexcept {
  std::size_t which = 0;
  double furthest = 0.0;
  for (std::size_t i = 0; i < per_size_.size(); ++i) {
    const double beyond = std::max(lower[i] - q[i], q[i] - upper[i]) * per_size_[i];
    if (beyond > furthest) {
      furthest = beyond;
      which = i;
    }
  }
  return which;
}

Descended Descent::reach(const Goal& goal, const JointBox& box, const Criteria& criteria, double* q) {
  Descended y;
  with_instructions(instructions_, [&] {
    const Squares enough(goal, criteria);
    double best = Limits::none;
    int steps_without_progress = 0;
    for (int iteration = 0;; ++iteration) {
      const Distance d = distance_at(goal, q);
      const double half_square = d.half_square();
      const bool reached = enough.hold(d);
      if (half_square < progress * best) {
        best = half_square;
        steps_without_progress = 0;
      } else {
        ++steps_without_progress;
      }
      if (reached || iteration >= criteria.iterations || steps_without_progress >= patience) {
        y = measured(goal, d, iteration);
        y.reached = reached;
        return;
      }
      jacobian(chain_, goal, place_, d, columns_.data());
      step(d, damping * std::min(half_square, very_far), box, q, trial_.data());
      std::copy(trial_.begin(), trial_.end(), q);
    }
  });
  return y;
}

Descended Descent::approach(const Goal& goal, const JointBox& box, const Criteria& criteria, double* q) {
  Descended y;
  with_instructions(instructions_, [&] {
    const Squares enough(goal, criteria);
    constexpr double softer = 0.3, stiffer = 4.0, stiffest = 1e8, nothing = 1e-14;
    Distance d = distance_at(goal, q);
    double lambda = d.half_square();
    int iteration = 0;
    for (; iteration < criteria.iterations && !enough.hold(d) && lambda < stiffest; ++iteration) {
      jacobian(chain_, goal, place_, d, columns_.data());
      step(d, lambda, box, q, trial_.data());
      const Distance there = distance_at(goal, trial_.data());
      if (there.half_square() < d.half_square()) {
        const bool hardly = d.half_square() - there.half_square() < nothing * d.half_square();
        std::copy(trial_.begin(), trial_.end(), q);
        d = there;
        lambda *= softer;
        if (hardly) break;
      } else {
        place_.put(chain_, q);
        lambda *= stiffer;
      }
    }
    y = measured(goal, d, iteration);
    y.reached = enough.hold(d);
  });
  return y;
}

Descended Descent::measure(const Goal& goal, const double* q) { return measured(goal, distance_at(goal, q), 0); }

std::array<double, 6> Descent::measure_rows(const Goal& goal, const double* q) {
  const Six e = distance_at(goal, q).e;
  std::array<double, 6> rows{};
  for (int i = 0; i < 3; ++i) {
    rows[at(i)] = 2.0 * std::asin(std::clamp(0.5 * e.w[i], -1.0, 1.0));
    rows[at(i) + 3] = e.v[i] * goal.unit_length;
  }
  return rows;
}

const std::vector<Six>& Descent::columns(const Goal& goal, const double* q) {
  const Distance d = distance_at(goal, q);
  jacobian(chain_, goal, place_, d, columns_.data());
  return columns_;
}

double Descent::free_direction(const Goal& goal, const JointBox& box, const double* q, const double* gradient,
                               double* direction) {
  columns(goal, q);
  const std::size_t n = columns_.size();
  Gram gram;
  Six moved;  // what −gradient would do to the rows
  for (std::size_t i = 0; i < n; ++i) {
    gram.add(columns_[i]);
    moved -= columns_[i] * gradient[i];
    held_[i] = 0;
  }
  constexpr double as_good_as_singular = 1e-10;
  const double lambda = as_good_as_singular * (1.0 + gram.trace());
  for (;;) {
    const Six y = solved(gram, lambda, moved);
    double furthest = 0.0, largest = 0.0;
    std::size_t leaving = n;
    for (std::size_t i = 0; i < n; ++i) {
      direction[i] = held_[i] ? 0.0 : -gradient[i] - dot(columns_[i], y);
      const double size = std::abs(direction[i]);
      largest = std::max(largest, size);
      const bool is_leaving = direction[i] < 0.0 ? q[i] <= box.lower[i] : direction[i] > 0.0 && q[i] >= box.upper[i];
      if (is_leaving && size > furthest) {
        furthest = size;
        leaving = i;
      }
    }
    if (leaving == n) return largest;
    held_[leaving] = 1;
    moved -= columns_[leaving] * -gradient[leaving];
    gram.remove(columns_[leaving]);
  }
}

}  // namespace sinew::ik
