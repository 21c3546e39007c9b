// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/self_motion.h"

#include <algorithm>
#include <cmath>

namespace sinew::ik {

SelfMotion::SelfMotion(const Chain& chain, Descent& descent)
    : chain_(chain),
      descent_(descent),
      gradient_(at(chain.size())),
      direction_(at(chain.size())),
      trial_(at(chain.size())),
      trial_direction_(at(chain.size())),
      room_{gradient_, gradient_} {}

int SelfMotion::lower(Cost& cost, const Goal& goal, const JointBox& box, const Criteria& criteria, int steps,
                      double* q) {
  constexpr double longest = 0.5;      // rad in one step
  constexpr double flat = 1e-9;        // of the gradient: nothing left to gain
  constexpr double shortest = 1e-10;   // rad: a step that is none
  constexpr double sufficient = 1e-4;  // of what the slope promises (Armijo)
  constexpr int steps_back_to_goal = 12;
  const std::size_t n = at(chain_.size());
  // tighter than asked for, lest the line search sees the correction and not the cost
  constexpr double tighter = 1e-2, least = 1e-13;
  const Criteria held{std::max(tighter * criteria.position, least), std::max(tighter * criteria.orientation, least),
                      steps_back_to_goal};
  const auto largest_of = [](const std::vector<double>& x) {
    double y = 0.0;
    for (const double value : x) y = std::max(y, std::abs(value));
    return y;
  };

  double value = cost.evaluate(q, gradient_.data());
  double largest = descent_.free_direction(goal, box, q, gradient_.data(), direction_.data());
  double length = largest > 0.0 ? 0.1 / largest : 0.0;
  for (int taken = 0;; ++taken) {
    if (taken == steps || !std::isfinite(value) || !(largest > flat * largest_of(gradient_))) return taken;
    double slope = 0.0;
    for (const double d : direction_) slope += d * d;
    length = std::min(length, longest / largest);
    double there = 0.0;
    for (;; length *= 0.3) {
      if (length * largest < shortest) return taken;
      // a joint that has come to its limit stays there while the frame is brought back, lest it goes to and fro
      for (std::size_t i = 0; i < n; ++i) {
        const double lower = box.lower[i], upper = box.upper[i];
        trial_[i] = std::clamp(q[i] + length * chain_.coordinates()[i].size * direction_[i], lower, upper);
        const bool is_free = lower < trial_[i] && trial_[i] < upper;
        room_.lower[i] = is_free ? lower : trial_[i];
        room_.upper[i] = is_free ? upper : trial_[i];
      }
      if (!descent_.reach(goal, room_, held, trial_.data()).reached) continue;
      there = cost.evaluate(trial_.data(), gradient_.data());
      if (there < value - sufficient * length * slope) break;
    }
    largest = descent_.free_direction(goal, box, trial_.data(), gradient_.data(), trial_direction_.data());
    double moved = 0.0, bent = 0.0;  // s·s and s·y, y the change of the gradient
    for (std::size_t i = 0; i < n; ++i) {
      const double s = (trial_[i] - q[i]) / chain_.coordinates()[i].size;
      moved += s * s;
      bent += s * (direction_[i] - trial_direction_[i]);
      q[i] = trial_[i];
    }
    length = bent > 0.0 ? moved / bent : 2.0 * length;
    value = there;
    std::swap(direction_, trial_direction_);
  }
}

}  // namespace sinew::ik
