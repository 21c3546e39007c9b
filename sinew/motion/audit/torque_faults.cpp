// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/audit/torque_faults.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "sinew/motion/audit/payload_fit.h"
#include "sinew/motion/audit/sampled_curve.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Differences below these shares of a joint's torque, and of the largest of all joints, are not looked into.
constexpr double own_share = 1e-3, common_share = 1e-4;

/// From where a fault matters.
constexpr double least_scale = 0.02, least_delay = 3e-3, least_payload = 0.02, least_friction = 0.02;

double mean_square(const MatrixXd& x) { return x.size() == 0 ? 0.0 : x.squaredNorm() / static_cast<double>(x.size()); }

/// Columns of a linear fault, and what they take from χ².
struct LinearFit {
  VectorXd parameters, deviations;  ///< deviations: without memory of the noise
  double reduction = 0.0;
};

class FaultSearch {
 public:
  FaultSearch(const Arm& arm, const TorqueComparison& given) : arm_(arm), given_(given) {
    choose_core();
    weigh();
    found_.samples = samples_;
    found_.chi_squared = chi_squared(core(given.difference));
  }

  TorqueFaults result() {
    const Index n = given_.model.rows();
    try_scales(n);
    try_friction(n);
    try_payload();
    found_.correlation = correlation_;
    try_delay();
    score();
    return found_;
  }

 private:
  MatrixXd core(const MatrixXd& all) const { return all.middleCols(first_, count_); }

  /// All faults are compared at the same times: those that a delay leaves within the log.
  void choose_core() {
    const double whole = given_.times.back() - given_.times.front();
    reach_ = std::min(0.15, 0.05 * whole);
    const Index samples = std::ssize(given_.times);
    first_ = 0;
    while (given_.times[static_cast<std::size_t>(first_)] < given_.times.front() + reach_) ++first_;
    Index end = samples;
    while (given_.times[static_cast<std::size_t>(end - 1)] > given_.times.back() - reach_) --end;
    count_ = end - first_;
  }

  void weigh() {
    const Index n = given_.model.rows();
    found_.torque_noise.resize(n);
    weights_.resize(n);
    const double most =
        std::sqrt(given_.model.rowwise().squaredNorm().maxCoeff() / static_cast<double>(given_.model.cols()));
    for (Index j = 0; j < n; ++j) {
      double square = 0.0;
      for (const MatrixXd& noise : given_.noise) square += mean_square(core(noise).row(j));
      square /= static_cast<double>(given_.noise.size());
      const double own = std::sqrt(mean_square(given_.model.row(j)));
      const double sigma = std::max({std::sqrt(square), own_share * own, common_share * most, 1e-12});
      const bool counts = given_.has_torque[static_cast<std::size_t>(j)];
      found_.torque_noise[j] = sigma;
      weights_[j] = counts ? 1.0 / sigma : 0.0;
      if (counts) samples_ += static_cast<double>(count_);
    }
  }

  MatrixXd weighted(const MatrixXd& rows) const { return weights_.asDiagonal() * rows; }
  double chi_squared(const MatrixXd& rows) const { return weighted(rows).squaredNorm(); }

  /// Least squares of rows by columns of the same size.
  static LinearFit fitted(const std::vector<MatrixXd>& columns, const MatrixXd& rows) {
    const auto p = static_cast<Index>(columns.size());
    MatrixXd G(p, p);
    VectorXd b(p);
    for (Index i = 0; i < p; ++i) {
      const MatrixXd& column = columns[static_cast<std::size_t>(i)];
      b[i] = column.cwiseProduct(rows).sum();
      for (Index j = 0; j <= i; ++j)
        G(i, j) = G(j, i) = column.cwiseProduct(columns[static_cast<std::size_t>(j)]).sum();
    }
    const Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(G);
    LinearFit fit;
    fit.parameters = solver.solve(b);
    fit.deviations = solver.pseudoInverse().diagonal().cwiseMax(0.0).cwiseSqrt();
    fit.reduction = b.dot(fit.parameters);
    return fit;
  }

  /// The weighted rows of one joint, or of all, at the times that are compared.
  MatrixXd seen_rows(const MatrixXd& all, std::optional<Index> joint) const {
    if (!joint) return weighted(core(all));
    return weights_[*joint] * all.row(*joint).middleCols(first_, count_);
  }

  /// A linear fault: fitted to the log, and to noise alone, which tells how much memory noise has.
  TriedFault tried(TorqueFault fault, std::optional<Index> joint, const std::vector<MatrixXd>& weighted_columns) {
    const LinearFit fit = fitted(weighted_columns, seen_rows(given_.difference, joint));
    see_noise(weighted_columns, joint);
    TriedFault y;
    y.fault = fault;
    if (joint) y.joint = static_cast<int>(*joint);
    y.parameters = fit.parameters;
    y.deviations = fit.deviations;
    y.chi_squared = found_.chi_squared - fit.reduction;
    return y;
  }

  void see_noise(const std::vector<MatrixXd>& weighted_columns, std::optional<Index> joint) {
    double taken = 0.0;
    for (const MatrixXd& noise : given_.noise) taken += fitted(weighted_columns, seen_rows(noise, joint)).reduction;
    taken /= static_cast<double>(given_.noise.size() * weighted_columns.size());
    correlation_ = std::max(correlation_, taken);
  }

  /// Does the joint's torque count, and is it more than noise?
  bool is_seen(Index joint) const {
    return weights_[joint] > 0.0 && std::sqrt(mean_square(given_.model.row(joint))) > 5.0 * found_.torque_noise[joint];
  }

  void try_scales(Index n) {
    found_.tried.push_back(tried(TorqueFault::Scaled, std::nullopt, {seen_rows(given_.model, std::nullopt)}));
    for (Index j = 0; j < n; ++j)
      if (n > 1 && is_seen(j)) found_.tried.push_back(tried(TorqueFault::Scaled, j, {seen_rows(given_.model, j)}));
    for (TriedFault& one : found_.tried) one.is_relevant = std::abs(one.parameters[0]) >= least_scale;
  }

  /// Viscous and dry friction of each joint by itself; that of all joints is all of them together.
  void try_friction(Index n) {
    const MatrixXd& rate = given_.motion.qd;
    TriedFault all;
    all.fault = TorqueFault::OtherFriction;
    all.parameters = all.deviations = VectorXd::Zero(2 * n);
    all.chi_squared = found_.chi_squared;
    for (Index j = 0; j < n; ++j) {
      if (weights_[j] == 0.0 || rate.row(j).isZero(0.0)) continue;
      const MatrixXd moving = rate.row(j).middleCols(first_, count_);
      const MatrixXd sign = moving.unaryExpr([](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; });
      TriedFault one = tried(TorqueFault::OtherFriction, j, {weights_[j] * moving, weights_[j] * sign});
      const double size = std::sqrt(mean_square(one.parameters[0] * moving + one.parameters[1] * sign));
      one.is_relevant = size >= least_friction * std::sqrt(mean_square(given_.model.row(j)));
      all.parameters.segment<2>(2 * j) = one.parameters;
      all.deviations.segment<2>(2 * j) = one.deviations;
      all.chi_squared += one.chi_squared - found_.chi_squared;
      all.is_relevant = all.is_relevant || one.is_relevant;
      if (n > 1) found_.tried.push_back(std::move(one));
    }
    found_.tried.push_back(std::move(all));
  }

  void try_payload() {
    const std::optional<PayloadFit> fit =
        fitted_payload(arm_, given_.motion, {given_.difference, weights_, first_, count_});
    if (!fit) return;
    TriedFault one;
    one.fault = TorqueFault::OtherPayload;
    one.parameters = fit->parameters;
    one.deviations = fit->deviations;
    one.chi_squared = found_.chi_squared - fit->reduction;
    one.is_relevant = std::abs(fit->parameters[0]) >= least_payload;
    found_.tried.push_back(std::move(one));
  }

  /// The delay of least χ²: looked for at equal distances, then by golden section around the best.
  void try_delay() {
    MatrixXd slopes(given_.model.rows(), given_.model.cols());
    for (Index j = 0; j < slopes.rows(); ++j)
      slopes.row(j) = sampled_slopes(given_.times, given_.model.row(j).transpose()).transpose();
    const MatrixXd logged = core(given_.model) + core(given_.difference);
    const auto left = [&](double delay) {
      return chi_squared(logged - delayed_rows(given_.times, given_.model, slopes, delay, first_, count_));
    };
    constexpr int looks = 61;
    const double stride = 2.0 * reach_ / (looks - 1);
    double best = 0.0, least = found_.chi_squared;
    for (int k = 0; k < looks; ++k) {
      const double delay = -reach_ + stride * k, here = left(delay);
      if (here >= least) continue;
      best = delay;
      least = here;
    }
    const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
    double a = std::max(-reach_, best - stride), b = std::min(reach_, best + stride);
    for (int k = 0; k < 20; ++k) {
      const double c = b - golden * (b - a), d = a + golden * (b - a);
      (left(c) < left(d) ? b : a) = left(c) < left(d) ? d : c;
    }
    const MatrixXd column = weighted(core(slopes));
    see_noise({column}, std::nullopt);
    TriedFault one;
    one.fault = TorqueFault::Delayed;
    one.parameters = VectorXd::Constant(1, 0.5 * (a + b));
    one.deviations = VectorXd::Constant(1, column.norm() > 0.0 ? 1.0 / column.norm() : 0.0);
    one.chi_squared = left(one.parameters[0]);
    one.is_relevant = std::abs(one.parameters[0]) >= least_delay;
    found_.tried.push_back(std::move(one));
  }

  void score() {
    constexpr double preferred = 40.0, explained = 0.8;
    found_.correlation = correlation_;
    const double independent = std::max(samples_ / correlation_, 2.0);
    found_.information = found_.chi_squared / correlation_;
    for (TriedFault& one : found_.tried) {
      one.deviations *= std::sqrt(correlation_);
      one.information =
          one.chi_squared / correlation_ + static_cast<double>(one.parameters.size()) * std::log(independent);
    }
    std::stable_sort(found_.tried.begin(), found_.tried.end(),
                     [](const TriedFault& a, const TriedFault& b) { return a.information < b.information; });
    const TriedFault& best = found_.tried.front();
    found_.is_named = best.is_relevant && found_.information - best.information >= preferred &&
                      found_.chi_squared - best.chi_squared >= explained * (found_.chi_squared - samples_);
  }

  const Arm& arm_;
  const TorqueComparison& given_;
  TorqueFaults found_;
  VectorXd weights_;
  double samples_ = 0.0, correlation_ = 1.0, reach_ = 0.0;
  Index first_ = 0, count_ = 0;
};

}  // namespace

TorqueFaults find_torque_faults(const Arm& arm, const TorqueComparison& comparison) {
  return FaultSearch(arm, comparison).result();
}

}  // namespace sinew
