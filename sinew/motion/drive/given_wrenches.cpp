// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/given_wrenches.h"

#include <algorithm>

namespace sinew {
namespace {

std::vector<Wrench> all_wrenches(const std::vector<Wrench>& constant, const std::vector<WrenchFormulas>& over_time) {
  std::vector<Wrench> all = constant;
  for (const WrenchFormulas& one : over_time) all.push_back(one.place);
  return all;
}

std::vector<Expr> all_formulas(const std::vector<WrenchFormulas>& wrenches) {
  std::vector<Expr> all;
  for (const WrenchFormulas& one : wrenches) all.insert(all.end(), one.moment_force.begin(), one.moment_force.end());
  return all;
}

}  // namespace

GivenWrenches::GivenWrenches(const Arm& arm, const StateFormulas& formulas, const std::vector<Wrench>& constant,
                             const std::vector<WrenchFormulas>& over_time)
    : arm_(arm),
      constant_count_(constant.size()),
      tape_(formulas.tape(all_formulas(over_time))),
      placed_(arm_.model(), all_wrenches(constant, over_time)) {
  for (const WrenchFormulas& one : over_time) windows_.push_back(one.window);
}

void GivenWrenches::pull(double t, In<double> q, In<double> qd, Out<Force<double>> on_links, Force<double>& on_base) {
  if (!windows_.empty()) tape_.run(t, q, qd);
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    const auto part = [&](std::size_t k) { return windows_[i].has(t) ? tape_.result(6 * i + k) : 0.0; };
    placed_.set(constant_count_ + i, {part(3), part(4), part(5)}, {part(0), part(1), part(2)});
  }
  placed_.read(arm_.model(), q);
  for (std::size_t i = 0; i < on_links.size(); ++i) on_links[i] += placed_.on_links[i];
  on_base += placed_.on_base;
}

double GivenWrenches::next_jump(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const TimeWindow& window : windows_) next = std::min(next, window.next_end(t));
  return next;
}

}  // namespace sinew
