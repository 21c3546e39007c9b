// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/sampled_torque.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/errors/diagnostic.h"

namespace sinew {

SampledTorque::SampledTorque(Drive* drive, std::size_t velocities) : drive_(drive), now_(velocities, 0.0) {
  if (drive_ == nullptr) return;
  period_ = drive_->sampling_time();
  delay_ = drive_->delay();
  if (!(period_ >= 0.0) || !std::isfinite(period_))
    refuse("drive", "the sampling time is " + shown(period_) + " s", "give a positive time, or 0 for continuous time");
  if (!(delay_ >= 0.0) || !std::isfinite(delay_) || (delay_ > 0.0 && period_ == 0.0))
    refuse("drive", "the delay is " + shown(delay_) + " s", "give 0 or a positive time, and a sampling time with it");
  if (period_ == 0.0) return;
  if (delay_ / period_ > 1e6)
    refuse("drive", "the delay of " + shown(delay_) + " s is more than a million sampling times", "give a shorter one");
  room_ = static_cast<std::size_t>(delay_ / period_) + 3;
  times_.resize(room_);
  torques_.resize(room_ * velocities);
}

void SampledTorque::start(double t, In<double> q, In<double> qd) {
  if (!is_sampled()) return;
  waiting_ = oldest_ = 0;
  std::fill(now_.begin(), now_.end(), 0.0);
  next_sample_ = static_cast<long>(std::floor(t / period_)) + 1;
  if (!(sample_time() > t)) ++next_sample_;
  ask(t, q, qd);
  take_effect(t);
}

double SampledTorque::next_time() const noexcept {
  if (!is_sampled()) return std::numeric_limits<double>::infinity();
  return waiting_ > 0 ? std::min(sample_time(), times_[oldest_]) : sample_time();
}

bool SampledTorque::arrive(double t, In<double> q, In<double> qd) {
  if (!is_sampled()) return false;
  if (t >= sample_time()) {
    ++next_sample_;
    ask(t, q, qd);
  }
  return take_effect(t);
}

void SampledTorque::ask(double t, In<double> q, In<double> qd) {
  const std::size_t place = (oldest_ + waiting_) % room_, n = now_.size();
  times_[place] = t + delay_;
  drive_->torque(t, q, qd, Out<double>(torques_).subspan(place * n, n));
  ++waiting_;
}

bool SampledTorque::take_effect(double t) {
  bool changed = false;
  for (; waiting_ > 0 && times_[oldest_] <= t; --waiting_, oldest_ = (oldest_ + 1) % room_) {
    std::copy_n(&torques_[oldest_ * now_.size()], now_.size(), now_.begin());
    changed = true;
  }
  return changed;
}

std::vector<double> SampledTorque::memory() const {
  if (!is_sampled()) return {};
  std::vector<double> y{static_cast<double>(next_sample_), static_cast<double>(waiting_)};
  y.insert(y.end(), now_.begin(), now_.end());
  for (std::size_t k = 0; k < waiting_; ++k) {
    const std::size_t place = (oldest_ + k) % room_;
    y.push_back(times_[place]);
    for (std::size_t i = 0; i < now_.size(); ++i) y.push_back(torques_[place * now_.size() + i]);
  }
  return y;
}

In<double> SampledTorque::remember(In<double> numbers) {
  if (!is_sampled()) return numbers;
  const std::size_t n = now_.size();
  const auto expect = [&](std::size_t count) {
    if (numbers.size() < count) refuse("checkpoint", "it ends too early", "give a whole checkpoint of this simulation");
  };
  expect(2 + n);
  next_sample_ = static_cast<long>(numbers[0]);
  oldest_ = 0;
  waiting_ = static_cast<std::size_t>(numbers[1]);
  std::copy_n(&numbers[2], n, now_.begin());
  numbers = numbers.subspan(2 + n);
  if (waiting_ > room_) refuse("checkpoint", "it has too many torques on their way", "give one of this simulation");
  expect(waiting_ * (n + 1));
  for (std::size_t k = 0; k < waiting_; ++k, numbers = numbers.subspan(n + 1)) {
    times_[k] = numbers[0];
    std::copy_n(&numbers[1], n, &torques_[k * n]);
  }
  return numbers;
}

}  // namespace sinew
