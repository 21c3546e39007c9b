// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/design_exchange.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "sinew/decompositions/symmetric.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Logarithms of a criterion must fall by this, so that round-off cannot exchange for ever.
constexpr double least_fall = 1e-8;
/// K of a choice that would no longer see everything has a pivot whose square is smaller.
constexpr double least_pivot_of_pair = 1e-11;
/// So many of the worst known directions bound the criterion E from below.
constexpr Eigen::Index worst_directions = 4;

}  // namespace

DesignExchange::DesignExchange(const DesignBlocks& blocks, DesignCriterion criterion)
    : blocks_(blocks), criterion_(criterion) {
  const Eigen::Index r = blocks.quantities(), rows = blocks.rows.cols();
  int most_rows = 0;
  for (int j = 0; j < blocks.count(); ++j) most_rows = std::max(most_rows, blocks.rows_of(j));
  extra_ = Eigen::MatrixXd::Zero(r, r);
  A_ = Eigen::MatrixXd::Zero(r, rows);
  L_.resize(most_rows, rows);
  log_det_.resize(blocks.count());
  added_.resize(r, blocks.count());
}

bool DesignExchange::choose(const std::vector<int>& chosen) {
  extra_.setZero();
  const std::optional<Eigen::MatrixXd> covariance = covariance_of(information_of(blocks_, chosen));
  if (covariance) set(*covariance, chosen);
  return covariance.has_value();
}

void DesignExchange::choose_with_ridge(const std::vector<int>& chosen, double ridge) {
  extra_ = ridge * Eigen::MatrixXd::Identity(blocks_.quantities(), blocks_.quantities());
  const std::optional<Eigen::MatrixXd> covariance = covariance_of(information_of(blocks_, chosen) + extra_);
  assert(covariance);
  set(*covariance, chosen);
}

void DesignExchange::set(const Eigen::MatrixXd& covariance, const std::vector<int>& chosen) {
  C_ = covariance;
  CPsi_ = C_ * blocks_.rows;
  value_ = std::numeric_limits<double>::infinity();
  chosen_ = chosen;
  is_chosen_.assign(at(blocks_.count()), false);
  for (const int i : chosen_) is_chosen_[at(i)] = true;
  read_all();
}

/// A and L of every candidate that may come in.
void DesignExchange::read_all() {
  for (int j = 0; j < blocks_.count(); ++j) {
    if (is_chosen_[at(j)]) continue;
    const int first = blocks_.first[at(j)], m = blocks_.rows_of(j);
    log_det_[j] = 0.0;
    for (int a = 0; a < m; ++a) {
      for (int b = 0; b <= a; ++b) {
        double sum = (a == b ? 1.0 : 0.0) + blocks_.rows.col(first + a).dot(CPsi_.col(first + b));
        for (int k = 0; k < b; ++k) sum -= L_(a, first + k) * L_(b, first + k);
        L_(a, first + b) = a == b ? std::sqrt(sum) : sum / L_(b, first + b);
      }
      log_det_[j] += 2.0 * std::log(L_(a, first + a));
      A_.col(first + a) = CPsi_.col(first + a);
      for (int k = 0; k < a; ++k) A_.col(first + a) -= L_(a, first + k) * A_.col(first + k);
      A_.col(first + a) /= L_(a, first + a);
    }
  }
  if (criterion_ != DesignCriterion::D) read_criterion();
}

void DesignExchange::read_criterion() {
  seen_C_ = blocks_.T * C_ * blocks_.T.transpose();
  seen_A_ = blocks_.T.triangularView<Eigen::Upper>() * A_;
  if (criterion_ != DesignCriterion::E) {
    for (int j = 0; j < blocks_.count(); ++j)
      added_.col(j) =
          seen_C_.diagonal() - seen_A_.middleCols(blocks_.first[at(j)], blocks_.rows_of(j)).rowwise().squaredNorm();
    return;
  }
  const SymmetricAxes axes = symmetric_axes(seen_C_);
  const Eigen::Index count = std::min(worst_directions, C_.rows());
  worst_ = axes.V.rightCols(count);
  worst_C_ = axes.values.tail(count).asDiagonal();
  worst_A_ = worst_.transpose() * seen_A_;
  largest_ = axes.values.maxCoeff();
}

void DesignExchange::begin_with(int out) {
  now_.C_i = CPsi_.middleCols(blocks_.first[at(out)], blocks_.rows_of(out));
  now_.D = blocks_.rows.transpose() * now_.C_i;
  const Eigen::Index m = now_.C_i.cols();
  now_.own = Eigen::MatrixXd::Identity(m, m) - now_.D.middleRows(blocks_.first[at(out)], m);
  if (criterion_ != DesignCriterion::D) now_.seen_C_i = blocks_.T.triangularView<Eigen::Upper>() * now_.C_i;
  if (criterion_ == DesignCriterion::E) now_.worst_C_i = worst_.transpose() * now_.seen_C_i;
}

/// False where the choice would not see everything.
bool DesignExchange::make_pair(int in) {
  Eigen::MatrixXd &F = now_.F, &K = now_.K;
  const int first = blocks_.first[at(in)], m = blocks_.rows_of(in), out_rows = static_cast<int>(now_.C_i.cols());
  F.resize(m, out_rows);
  K.resize(out_rows, out_rows);
  for (int c = 0; c < out_rows; ++c)
    for (int a = 0; a < m; ++a) {
      double sum = now_.D(first + a, c);
      for (int k = 0; k < a; ++k) sum -= L_(a, first + k) * F(k, c);
      F(a, c) = sum / L_(a, first + a);
    }
  for (int a = 0; a < out_rows; ++a)
    for (int b = 0; b <= a; ++b) {
      double sum = now_.own(a, b);
      for (int k = 0; k < m; ++k) sum += F(k, a) * F(k, b);
      for (int k = 0; k < b; ++k) sum -= K(a, k) * K(b, k);
      if (a == b && !(sum > least_pivot_of_pair)) return false;
      K(a, b) = a == b ? std::sqrt(sum) : sum / K(b, b);
    }
  return true;
}

/// Z = (C·Ψᵢᵀ − A·F)·K⁻ᵀ, in the coordinates in which A and C·Ψᵢᵀ are given: z, y, or the worst known directions.
void DesignExchange::make_z(int in, const Eigen::MatrixXd& A, const Eigen::MatrixXd& C_i) {
  const int first = blocks_.first[at(in)], m = blocks_.rows_of(in), out_rows = static_cast<int>(C_i.cols());
  now_.Z = C_i;
  for (int c = 0; c < out_rows; ++c) {
    auto z = now_.Z.col(c);
    for (int k = 0; k < m; ++k) z -= now_.F(k, c) * A.col(first + k);
    for (int k = 0; k < c; ++k) z -= now_.K(c, k) * now_.Z.col(k);
    z /= now_.K(c, c);
  }
}

double DesignExchange::change_of_determinant(int in) const {
  return -log_det_[in] - 2.0 * now_.K.diagonal().array().log().sum();
}

double DesignExchange::change_of_variances(int in) {
  make_z(in, seen_A_, now_.seen_C_i);
  now_.variance = added_.col(in).array();
  for (Eigen::Index c = 0; c < now_.Z.cols(); ++c) now_.variance += now_.Z.col(c).array().square();
  if (criterion_ == DesignCriterion::A) return std::log(now_.variance.sum() / seen_C_.trace());
  // one logarithm of several ratios, which stay far from the range of doubles
  constexpr Eigen::Index at_once = 8;
  now_.variance /= seen_C_.diagonal().array();
  double change = 0.0;
  for (Eigen::Index k = 0; k < now_.variance.size(); k += at_once)
    change += std::log(now_.variance.segment(k, std::min(at_once, now_.variance.size() - k)).prod());
  return change;
}

/// Never above the change of E: C₊₋ is largest in some direction, and at least as large as in those that are worst now.
double DesignExchange::bound_of_worst(int in) {
  make_z(in, worst_A_, now_.worst_C_i);
  const auto A = worst_A_.middleCols(blocks_.first[at(in)], blocks_.rows_of(in));
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, worst_directions, worst_directions>;
  const Small within = worst_C_ - A * A.transpose() + now_.Z * now_.Z.transpose();
  const Eigen::SelfAdjointEigenSolver<Small> axes(within, Eigen::EigenvaluesOnly);
  return std::log(axes.eigenvalues().maxCoeff() / largest_);
}

double DesignExchange::change_of_worst(int in) {
  make_z(in, seen_A_, now_.seen_C_i);
  const auto A = seen_A_.middleCols(blocks_.first[at(in)], blocks_.rows_of(in));
  const Eigen::MatrixXd after = seen_C_ - A * A.transpose() + now_.Z * now_.Z.transpose();
  return std::log(symmetric_eigenvalues(after).maxCoeff() / largest_);
}

DesignExchange::Partner DesignExchange::best_partner(int out) {
  begin_with(out);
  if (criterion_ == DesignCriterion::E) return best_partner_by_worst();
  Partner best{-1, std::numeric_limits<double>::infinity()};
  for (int in = 0; in < blocks_.count(); ++in) {
    if (is_chosen_[at(in)] || !make_pair(in)) continue;
    const double change = criterion_ == DesignCriterion::D ? change_of_determinant(in) : change_of_variances(in);
    if (change < best.change) best = {in, change};
  }
  return best;
}

/// Eigenvalues of whole matrices cost, so they are computed in the order of their bounds, until no bound is better
/// than the best.
DesignExchange::Partner DesignExchange::best_partner_by_worst() {
  std::vector<Partner> bounds;
  for (int in = 0; in < blocks_.count(); ++in)
    if (!is_chosen_[at(in)] && make_pair(in)) bounds.push_back({in, bound_of_worst(in)});
  std::sort(bounds.begin(), bounds.end(), [](const Partner& a, const Partner& b) {
    return a.change != b.change ? a.change < b.change : a.candidate < b.candidate;
  });
  Partner best{-1, -least_fall};
  for (const Partner& next : bounds) {
    if (next.change >= best.change) break;
    make_pair(next.candidate);
    const double change = change_of_worst(next.candidate);
    if (change < best.change) best = {next.candidate, change};
  }
  return best;
}

/// C and C·Ψᵀ with j added.
void DesignExchange::add(int in) {
  const Eigen::MatrixXd A = A_.middleCols(blocks_.first[at(in)], blocks_.rows_of(in));
  C_ -= A * A.transpose();
  CPsi_ -= A * (A.transpose() * blocks_.rows);
  is_chosen_[at(in)] = true;
}

void DesignExchange::add_best() {
  int best = -1;
  for (int j = 0; j < blocks_.count(); ++j)
    if (!is_chosen_[at(j)] && (best < 0 || log_det_[j] > log_det_[best])) best = j;
  if (best < 0) return;
  add(best);
  chosen_.push_back(best);
  read_all();
}

void DesignExchange::exchange(int place, int in) {
  make_pair(in);
  make_z(in, A_, now_.C_i);
  add(in);
  C_ += now_.Z * now_.Z.transpose();
  CPsi_ += now_.Z * (now_.Z.transpose() * blocks_.rows);
  is_chosen_[at(chosen_[at(place)])] = false;
  chosen_[at(place)] = in;
  read_all();
}

bool DesignExchange::improve() {
  // anew, for many updates lose digits; and only as long as a pass has made it better, so that it ends
  const std::optional<Eigen::MatrixXd> covariance = covariance_of(information_of(blocks_, chosen_) + extra_);
  if (!covariance) return false;
  const double value = design_value(criterion_, blocks_, *covariance);
  if (!(value < value_ * (1.0 - least_fall))) return false;
  set(*covariance, std::vector<int>(chosen_));
  value_ = value;
  bool improved = false;
  for (int place = 0; place < static_cast<int>(chosen_.size()); ++place) {
    const Partner partner = best_partner(chosen_[at(place)]);
    if (partner.candidate < 0 || partner.change > -least_fall) continue;
    exchange(place, partner.candidate);
    improved = true;
  }
  return improved;
}

}  // namespace sinew
