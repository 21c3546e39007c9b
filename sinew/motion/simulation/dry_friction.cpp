// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/simulation/dry_friction.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

bool is_dry(const Friction<double>& f) {
  return !f.table.empty() || f.coulomb_plus != 0.0 || f.coulomb_minus != 0.0 || f.static_plus != 0.0 ||
         f.static_minus != 0.0;
}

}  // namespace

DryFrictionLaw::DryFrictionLaw(const Model<double>& model) : first_(at(model.velocity_count()) + 1, 0) {
  for (int v = 0; v < model.velocity_count(); ++v) {
    for (const Link<double>& link : model.links())
      if (link.velocity_index == v && link.multiplier != 0.0 && is_dry(link.friction))
        parts_.push_back({v, at(link.position_index), link.multiplier, link.offset, link.friction});
    first_[at(v) + 1] = parts_.size();
  }
}

double DryFrictionLaw::size_of(const Part& part, int own_direction, In<double> q, double own_rate) const noexcept {
  const Friction<double>& f = part.friction;
  double size = own_direction > 0 ? f.coulomb_plus : f.coulomb_minus;
  if (f.stribeck_velocity) {
    const double x = own_rate / *f.stribeck_velocity;
    size += ((own_direction > 0 ? f.static_plus : f.static_minus) - size) * std::exp(-x * x);
  }
  if (!f.table.empty()) size += table_friction(f, part.multiplier * q[part.position_index] + part.offset);
  return std::abs(part.multiplier) * size;
}

double DryFrictionLaw::sliding(int velocity, int direction, In<double> q, In<double> qd) const noexcept {
  double sum = 0.0;
  for (std::size_t k = first_[at(velocity)]; k < first_[at(velocity + 1)]; ++k) {
    const Part& part = parts_[k];
    sum += size_of(part, part.multiplier > 0.0 ? direction : -direction, q, part.multiplier * qd[at(velocity)]);
  }
  return direction * sum;
}

StaticBand<double> DryFrictionLaw::band(int velocity, In<double> q) const noexcept {
  StaticBand<double> sum{0.0, 0.0};
  for (std::size_t k = first_[at(velocity)]; k < first_[at(velocity + 1)]; ++k) {
    const Part& part = parts_[k];
    StaticBand<double> own = static_band(part.friction, part.multiplier * q[part.position_index] + part.offset);
    if (part.multiplier < 0.0) std::swap(own.minus, own.plus);
    sum.minus += std::abs(part.multiplier) * own.minus;
    sum.plus += std::abs(part.multiplier) * own.plus;
  }
  return {std::max(sum.minus, 0.0), std::max(sum.plus, 0.0)};
}

double DryFrictionLaw::regularised(int velocity, In<double> q, In<double> qd, double bend) const noexcept {
  double sum = 0.0;
  for (std::size_t k = first_[at(velocity)]; k < first_[at(velocity + 1)]; ++k) {
    const Part& part = parts_[k];
    const double rate = part.multiplier * qd[at(velocity)];
    const int own_direction = rate < 0.0 ? -1 : 1;
    sum += (part.multiplier > 0.0 ? 1.0 : -1.0) * std::tanh(rate / bend) * size_of(part, own_direction, q, rate);
  }
  return sum;
}

Model<double> without_dry_friction(const Model<double>& model) {
  Model<double>::Parts parts = model.parts();
  for (Link<double>& link : parts.links) {
    Friction<double> viscous;
    viscous.viscous = link.friction.viscous;
    link.friction = std::move(viscous);
  }
  return Model<double>(std::move(parts));
}

}  // namespace sinew
