// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/retime/paced_load.h"

#include <span>

#include "sinew/algorithms/joint_forces.h"
#include "sinew/analysis/matrices.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

Model<double> without_joint_forces(const Model<double>& model) {
  Model<double>::Parts parts = model.parts();
  for (Link<double>& link : parts.links) {
    link.friction = {};
    link.spring.reset();
  }
  parts.couplings.clear();
  return Model<double>(std::move(parts));
}

/// The links, joint by joint: how many parts that fade each joint has.
std::vector<std::size_t> fading_counts(const Model<double>& model) {
  std::vector<std::size_t> counts(at(model.velocity_count()), 0);
  for (const Link<double>& link : model.links())
    if (link.friction.stribeck_velocity) ++counts[at(link.velocity_index)];
  return counts;
}

}  // namespace

PacedLoad::PacedLoad(const Model<double>& model)
    : model_(model),
      bare_(without_joint_forces(model)),
      work_(model),
      square_(Eigen::VectorXd::Zero(model.velocity_count())),
      linear_(square_),
      constant_(square_),
      gravity_(square_),
      as_given_(square_) {
  if (model.floating_base())
    refuse(model.name(), "has a base that floats, and nothing holds it", "take a robot that stands on its base");
  std::size_t end = 0;
  for (const std::size_t count : fading_counts(model)) fading_end_.push_back(end += count);
  fading_.resize(end);
}

void PacedLoad::at(const MotionSample& motion, const std::vector<int>& senses) {
  const Loads<double> weightless{{}, {}, {}};
  numbers::torque(bare_, in(motion.q), in(motion.qd), in(motion.qdd), weightless, work_, out(square_));
  numbers::gravity_torque(model_, in(motion.q), model_.gravity(), work_, out(gravity_));
  constant_ = gravity_;
  linear_.setZero();
  if (model_.has_friction() || model_.has_springs()) add_joint_forces(motion, senses);
  for (Eigen::Index j = 0; j < as_given_.size(); ++j) as_given_[j] = of(j).at(1.0);
}

void PacedLoad::add_joint_forces(const MotionSample& motion, const std::vector<int>& senses) {
  for (FadingTorque& part : fading_) part = {};
  for (int i = 0; i < model_.link_count(); ++i) {
    const Link<double>& link = model_.link(i);
    const Friction<double>& friction = link.friction;
    const Eigen::Index j = link.velocity_index;
    const double q = own_position<double, double>(link, in(motion.q)),
                 qd = own_rate<double, double>(link, in(motion.qd));
    const int sense = link.follows && link.multiplier < 0.0 ? -senses[sinew::at(link.velocity_index)]
                                                            : senses[sinew::at(link.velocity_index)];
    const double k = link.multiplier;
    linear_[j] += k * friction.viscous * qd;
    if (link.spring) constant_[j] += k * link.spring->stiffness * (q - link.spring->rest);
    if (sense == 0) continue;
    double dry = sense > 0 ? friction.coulomb_plus : friction.coulomb_minus;
    if (!friction.table.empty()) dry += table_friction(friction, q);
    constant_[j] += k * sense * dry;
    if (!friction.stribeck_velocity) continue;
    const double breaking = sense > 0 ? friction.static_plus : friction.static_minus;
    const std::size_t begin = j == 0 ? 0 : fading_end_[sinew::at(link.velocity_index - 1)];
    std::size_t place = begin;  // the first that is still free
    while (fading_[place].effort != 0.0) ++place;
    fading_[place] = {k * sense * (breaking - (sense > 0 ? friction.coulomb_plus : friction.coulomb_minus)),
                      qd / *friction.stribeck_velocity};
  }
  for (const Coupling<double>& coupling : model_.couplings()) {
    const Eigen::Index joint = model_.link(coupling.joint).velocity_index;
    const Eigen::Index motor = model_.link(coupling.motor).velocity_index;
    const double spring = coupling.stiffness * stretch<double, double>(model_, coupling, in(motion.q));
    const double damper = coupling.damping * stretch_rate<double, double>(model_, coupling, in(motion.qd));
    constant_[joint] += spring;
    constant_[motor] -= spring;
    linear_[joint] += damper;
    linear_[motor] -= damper;
  }
}

PaceTorque PacedLoad::of(Eigen::Index joint) const {
  const auto j = static_cast<std::size_t>(joint);
  const std::size_t begin = j == 0 ? 0 : fading_end_[j - 1], end = fading_end_[j];
  return {square_[joint], linear_[joint], constant_[joint], std::span(fading_).subspan(begin, end - begin)};
}

}  // namespace sinew
