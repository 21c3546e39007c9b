// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/identifiability.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/calibration/identifiability/measurement_worth.h"
#include "sinew/calibration/identifiability/null_space.h"
#include "sinew/calibration/identifiability/seen_space.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/triangles.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

/// Parts of directions without a prior that are smaller are round-off.
constexpr double zero_part = 1e-7;
/// A part of a weak direction that is smaller than this part of its largest is not worth a word.
constexpr double least_part_of_weak = 0.05;

void check_identifiability_options(const Sensitivity& sensitivity, const IdentifiabilityOptions& options) {
  Diagnostics problems("");
  if (!(options.rank_tolerance > 0.0 && options.rank_tolerance < 1.0))
    problems.error({}, "the tolerance of the rank is " + shown(options.rank_tolerance),
                   "give a number between 0 and 1, such as 1e-9");
  if (!(options.weak_limit > 0.0))
    problems.error({}, "the limit of weakly seen directions is " + shown(options.weak_limit), "give a positive number");
  const Eigen::VectorXd& prior = options.prior_deviations;
  if (prior.size() != 0 && prior.size() != static_cast<Eigen::Index>(sensitivity.unknowns.size()))
    problems.error({}, "there are " + std::to_string(prior.size()) + " prior deviations",
                   "give one for each of the " + std::to_string(sensitivity.unknowns.size()) + " unknowns, or none");
  for (const double deviation : prior)
    if (!(deviation > 0.0)) {
      problems.error({}, "a prior deviation is " + shown(deviation),
                     "give positive numbers, infinity where nothing is known");
      break;
    }
  problems.throw_if_errors();
}

Eigen::VectorXd functional(const Combination& what, Eigen::Index size) {
  Eigen::VectorXd y = Eigen::VectorXd::Zero(size);
  for (const CombinationTerm& term : what.terms) y[term.unknown] = term.coefficient;
  return y;
}

/// Dead and entangled unknowns, and everything that is seen.
void say_what_is_seen(const NullSpace& null, Identifiability& y) {
  y.held = null.free();
  for (const std::vector<int>& group : entangled_rows(null.echelon)) {
    if (group.size() == 1) {
      y.dead.push_back(group.front());
      continue;
    }
    y.entangled.push_back({group, {}, {}});
    for (const int unknown : group)
      if (!null.is_free(unknown)) y.entangled.back().seen.push_back(null.seen(unknown, y.unknowns));
    for (int k = 0; k < static_cast<int>(y.held.size()); ++k)
      if (std::binary_search(group.begin(), group.end(), y.held[at(k)]))
        y.entangled.back().unseen.push_back(null.unseen(k, y.unknowns));
  }
  for (const Combination& what : null.all_seen(y.unknowns)) y.seen.push_back({what, 0.0});
}

/// The covariance of the unknowns, measurements and priors together, as K·Kᵀ; and which unknowns have none.
struct ExpectedCovariance {
  Eigen::MatrixXd K;
  std::vector<bool> is_finite;
};

ExpectedCovariance covariance_with_priors(const Eigen::MatrixXd& A, const SeenSpace& space, const NullSpace& null,
                                          const Eigen::VectorXd& prior) {
  const Eigen::Index n = A.cols();
  ExpectedCovariance y;
  const bool is_needed = prior.size() > 0 && (prior.array() < std::numeric_limits<double>::infinity()).any();
  if (!is_needed) {
    y.K = space.covariance_factor();
    for (int j = 0; j < static_cast<int>(n); ++j) y.is_finite.push_back(!null.is_touched(j));
    return y;
  }
  const Eigen::VectorXd weight = prior.cwiseInverse();  // 0 where nothing is known
  Eigen::MatrixXd stack(A.rows() + n, n);
  stack << space.with_unit_columns(A) * space.lengths.asDiagonal(), Eigen::MatrixXd(weight.asDiagonal());
  // directions that neither the measurements nor a prior fixes: whatever the sizes of priors, they are known from the
  // two
  Eigen::MatrixXd left(n, 0);
  if (null.echelon.basis.cols() > 0) {
    Eigen::MatrixXd touched = null.echelon.basis;
    for (Eigen::Index j = 0; j < n; ++j)
      if (weight[j] == 0.0) touched.row(j).setZero();
    const SeenSpace by_priors = seen_space(touched, zero_part);
    left = null.echelon.basis * by_priors.lengths.cwiseInverse().asDiagonal() * by_priors.unseen();
  }
  y.K = seen_space_of_rank(stack, static_cast<int>(n - left.cols())).covariance_factor();
  for (Eigen::Index j = 0; j < n; ++j)
    y.is_finite.push_back(left.cols() == 0 || left.row(j).cwiseAbs().maxCoeff() <= zero_part);
  return y;
}

void expect_deviations(const ExpectedCovariance& covariance, const NullSpace& null, Identifiability& y) {
  const Eigen::Index n = static_cast<Eigen::Index>(y.unknowns.size());
  y.deviations.resize(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const bool is_finite = covariance.is_finite[static_cast<std::size_t>(j)];
    y.deviations[j] = is_finite ? covariance.K.row(j).norm() : std::numeric_limits<double>::quiet_NaN();
    y.is_prior_alone.push_back(is_finite && null.is_touched(static_cast<int>(j)));
  }
  for (SeenQuantity& quantity : y.seen)
    quantity.deviation = (covariance.K.transpose() * functional(quantity.what, n)).norm();
}

/// Of Φ without the unknowns that are held: its right singular vectors are directions of what is seen.
void find_weak_directions(const Sensitivity& sensitivity, double weak_limit, Identifiability& y) {
  Eigen::MatrixXd reduced(sensitivity.Phi.rows(), static_cast<Eigen::Index>(y.seen.size()));
  Eigen::VectorXd typical(reduced.cols());  // of each quantity, with the sign in which its combination is written
  for (Eigen::Index k = 0; k < reduced.cols(); ++k) {
    const Combination& what = y.seen[static_cast<std::size_t>(k)].what;
    reduced.col(k) = sensitivity.Phi.col(what.leading);
    typical[k] = what.coefficient_of(what.leading) * y.unknowns[at(what.leading)].typical_error;
  }
  if (reduced.size() == 0) return;
  const SingularValues svd = singular_values(without_extra_rows(reduced), SingularVectors::ThinV);
  const Eigen::VectorXd& sigma = svd.sigma;
  const Eigen::Index strong = (sigma.array() * weak_limit >= 1.0).count(), weak = sigma.size() - strong;
  if (weak == 0) return;
  const Eigen::MatrixXd V = svd.V.rightCols(weak);
  const Eigen::VectorXd deviation = sigma.tail(weak).cwiseInverse();
  const ColumnEchelon echelon = column_echelon(V, least_part_of_weak, [](int, int, double) { return 1.0; });
  for (int k = 0; k < static_cast<int>(weak); ++k) {
    // how far the free quantity strays by the weak directions alone; the others go with it
    const double size = V.row(echelon.free[at(k)]).cwiseProduct(deviation.transpose()).norm();
    WeakDirection direction;
    for (int q = 0; q < static_cast<int>(y.seen.size()); ++q)
      if (echelon.basis(q, k) != 0.0) direction.amounts.push_back({q, size * echelon.basis(q, k)});
    double largest = 0.0;
    for (const WeakDirection::Amount& amount : direction.amounts) largest = std::max(largest, std::abs(amount.size));
    std::erase_if(direction.amounts,
                  [&](const auto& amount) { return std::abs(amount.size) < least_part_of_weak * largest; });
    const double sign = direction.amounts.front().size * typical[direction.amounts.front().quantity] < 0.0 ? -1.0 : 1.0;
    for (WeakDirection::Amount& amount : direction.amounts) amount.size *= sign * typical[amount.quantity];
    y.weak.push_back(direction);
  }
}

}  // namespace

Identifiability identifiability(const Sensitivity& sensitivity, const IdentifiabilityOptions& options) {
  sensitivity.check();
  check_identifiability_options(sensitivity, options);
  Identifiability y;
  y.unknowns = sensitivity.unknowns;
  for (const SensitivityRows& measurement : sensitivity.measurements) y.labels.push_back(measurement.label);
  y.rank_tolerance = options.rank_tolerance;

  const auto n = static_cast<Eigen::Index>(y.unknowns.size());
  Eigen::VectorXd typical(n);
  for (Eigen::Index j = 0; j < n; ++j) typical[j] = y.unknowns[static_cast<std::size_t>(j)].typical_error;
  const Eigen::MatrixXd A = sensitivity.Phi * typical.cwiseInverse().asDiagonal();  // per SI unit
  const SeenSpace space = seen_space(A, options.rank_tolerance);
  y.rank = space.rank;
  y.unit_singular_values = space.singular_values;
  y.singular_values = Eigen::VectorXd::Zero(n);
  if (A.rows() > 0) {
    const Eigen::VectorXd sigma = singular_values(without_extra_rows(sensitivity.Phi), SingularVectors::None).sigma;
    y.singular_values.head(sigma.size()) = sigma;
  }
  y.condition =
      y.rank > 0 ? y.singular_values[0] / y.singular_values[y.rank - 1] : std::numeric_limits<double>::quiet_NaN();

  const NullSpace null = null_space(space, y.unknowns);
  say_what_is_seen(null, y);
  expect_deviations(covariance_with_priors(A, space, null, options.prior_deviations), null, y);
  find_weak_directions(sensitivity, options.weak_limit, y);

  const Eigen::MatrixXd unit_columns = space.with_unit_columns(A);
  Eigen::MatrixXd functionals(n, static_cast<Eigen::Index>(y.seen.size()));
  for (Eigen::Index k = 0; k < functionals.cols(); ++k)
    functionals.col(k) = functional(y.seen[static_cast<std::size_t>(k)].what, n);
  y.dead_rows = dead_rows_of(sensitivity, unit_columns, options.rank_tolerance);
  y.idle = idle_measurements(sensitivity, space, unit_columns, functionals);
  y.alike = alike_measurements(sensitivity, space, unit_columns, options.rank_tolerance);
  return y;
}

std::vector<RankStep> rank_steps(const Sensitivity& sensitivity, double rank_tolerance) {
  sensitivity.check();
  Eigen::VectorXd typical(sensitivity.Phi.cols());
  for (Eigen::Index j = 0; j < typical.size(); ++j)
    typical[j] = sensitivity.unknowns[static_cast<std::size_t>(j)].typical_error;
  const Eigen::MatrixXd A = sensitivity.Phi * typical.cwiseInverse().asDiagonal();
  const int whole = seen_space(A, rank_tolerance).rank;
  const std::vector<int> first = sensitivity.first_rows();
  std::vector<RankStep> steps;
  Eigen::MatrixXd so_far(0, A.cols());
  for (std::size_t i = 0; i < sensitivity.measurements.size(); ++i) {
    const int rank = steps.empty() ? 0 : steps.back().rank;
    if (rank == whole) break;
    Eigen::MatrixXd stack(so_far.rows() + first[i + 1] - first[i], A.cols());
    stack << so_far, A.middleRows(first[i], first[i + 1] - first[i]);
    so_far = without_extra_rows(stack);
    const int now = seen_space(so_far, rank_tolerance).rank;
    if (now > rank) steps.push_back({static_cast<int>(i), now});
  }
  return steps;
}

}  // namespace sinew
