// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/follow/follow_method.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

bool uses_mass_matrix(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == KineticEnergy || method == MinimumTorque || method == InverseInertiaTorque ||
         method == SquaredInverseInertiaTorque || method == DynamicallyConsistent;
}

bool is_torque(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == MinimumTorque || method == InverseInertiaTorque || method == SquaredInverseInertiaTorque;
}

bool is_plain_inverse(RedundancyMethod method) {
  using enum RedundancyMethod;
  return method == PseudoInverse || method == DampedInverse || method == WeightedInverse;
}

}  // namespace

FollowMethod::FollowMethod(const Model<double>& model, std::string task, int rows, FollowSettings settings)
    : model_(model),
      task_(std::move(task)),
      settings_(std::move(settings)),
      work_(model),
      saturation_(model.velocity_count(), rows, 1),
      stack_(model.velocity_count(), rows, 1) {}

bool FollowMethod::is_saturation() const {
  using enum RedundancyMethod;
  return settings_.method == SnsBasic || settings_.method == SnsFast || settings_.method == SnsOptimal;
}

Eigen::VectorXd FollowMethod::preferred(const FollowSample& sample) const {
  using enum RedundancyMethod;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model_.velocity_count()), one = x;
  const RedundancyMethod method = settings_.method;
  if (!is_plain_inverse(method))
    for (const auto& objective : settings_.objectives) {
      objective->evaluate(in(sample.q), out(one));
      x += (objective->more_is_better() ? settings_.step : -settings_.step) * one;
    }
  if (settings_.level == CommandLevel::Acceleration) x -= settings_.rest * sample.qd;
  return x;
}

Eigen::VectorXd FollowMethod::damped(const RowMatrix& J, const Eigen::VectorXd& y, const Eigen::VectorXd& wish) const {
  const Damping& damping = settings_.damping;
  if (damping.kind == Damping::Kind::None) return y;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> found(J * J.transpose());
  const Eigen::MatrixXd& U = found.eigenvectors();
  const auto sigma_of = [&](Eigen::Index i) { return std::sqrt(std::max(found.eigenvalues()[i], 0.0)); };
  const Eigen::VectorXd wished = U.transpose() * (J * wish);
  Eigen::VectorXd parts = U.transpose() * y;
  for (Eigen::Index i = 0; i < parts.size(); ++i) {
    const double sigma = sigma_of(i);
    const double mu_squared = damping.squared(damping.kind == Damping::Kind::Filtered ? sigma : sigma_of(0));
    if (mu_squared > 0.0) parts[i] += (wished[i] - parts[i]) * mu_squared / (sigma * sigma + mu_squared);
  }
  return U * parts;
}

Eigen::VectorXd FollowMethod::command(const FollowSample& sample, const RowMatrix& J, const Eigen::VectorXd& y,
                                      const Eigen::VectorXd& wish, const Bounds& bounds, double& scale) {
  using enum RedundancyMethod;
  const RedundancyMethod method = settings_.method;
  const bool inverse = is_plain_inverse(method);
  if (!settings_.weight && (inverse || method == ProjectedGradient || method == TaskPriority)) {
    const ScaledTask rows{J, y};
    return stack_.solve({&rows, 1}, {}, &wish);
  }
  RedundancyProblem problem;
  problem.level = settings_.level;
  problem.size = model_.velocity_count();
  problem.weight = settings_.weight;
  problem.tasks.push_back({task_, J, y, {}, 1});
  problem.preferred = wish;
  problem.bounds = bounds;
  if (uses_mass_matrix(method)) {
    RowMatrix M(problem.size, problem.size);
    numbers::mass_matrix(model_, in(sample.q), work_, out(M));
    problem.mass_matrix = M;
    problem.bias.resize(problem.size);
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(problem.size);
    numbers::torque(model_, in(sample.q), in(sample.qd), in(still), work_, out(problem.bias));
    if (is_torque(method)) {
      // what is to be small is τ − M·x₀: the torques but for those that objectives and rest are given
      problem.bias -= M * wish;
      problem.preferred.reset();
    }
  }
  const Resolution resolution = resolve(problem, inverse ? ProjectedGradient : method);
  scale = resolution.scale;
  return resolution.x;
}

double FollowMethod::saturated(const Bounds& bounds, const ScaledTask& rows, const Eigen::VectorXd& lean,
                               Eigen::VectorXd& x) {
  using enum RedundancyMethod;
  const SaturationVariant variant = settings_.method == SnsBasic  ? SaturationVariant::Basic
                                    : settings_.method == SnsFast ? SaturationVariant::Fast
                                                                  : SaturationVariant::Optimal;
  x = saturation_.solve({&rows, 1}, bounds, variant, &lean);
  return saturation_.levels()[0].executed ? saturation_.levels()[0].scale : -1.0;
}

}  // namespace sinew
