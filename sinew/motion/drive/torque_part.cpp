// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/drive/torque_part.h"

#include <algorithm>
#include <cmath>

namespace sinew {

void SummedDrive::add_jumps(const std::vector<double>& times) {
  jumps_.insert(jumps_.end(), times.begin(), times.end());
  std::sort(jumps_.begin(), jumps_.end());
}

void SummedDrive::torque(double t, In<double> q, In<double> qd, Out<double> tau) {
  std::fill(tau.begin(), tau.end(), 0.0);
  for (const auto& part : parts_) {
    if (period_ > 0.0) part->begin_sample(period_);
    part->add(t, q, qd, tau);
  }
  for (std::size_t i = 0; i < most_.size(); ++i)
    if (std::abs(tau[i]) > most_[i]) tau[i] = std::copysign(most_[i], tau[i]);
}

double SummedDrive::next_jump(double t) const {
  const auto own = std::upper_bound(jumps_.begin(), jumps_.end(), t);
  double next = own == jumps_.end() ? std::numeric_limits<double>::infinity() : *own;
  // a sampled torque jumps at its samples alone
  if (period_ == 0.0)
    for (const auto& part : parts_) next = std::min(next, part->next_jump(t));
  return next;
}

std::vector<double> SummedDrive::memory() const {
  std::vector<double> all;
  for (const auto& part : parts_) {
    const std::vector<double> one = part->memory();
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

void SummedDrive::remember(In<double> memory) {
  std::size_t begin = 0;
  for (const auto& part : parts_) {
    const std::size_t count = part->memory().size();
    part->remember(memory.subspan(begin, count));
    begin += count;
  }
}

}  // namespace sinew
