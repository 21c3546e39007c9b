// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/generalised_inverse.h"

#include <cmath>
#include <limits>

#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

void expect_finite(const Eigen::MatrixXd& J) {
  if (J.size() == 0 || !J.allFinite())
    refuse("a Jacobian is empty or has a number that is not finite",
           "give it a row per task coordinate and a column per joint");
}

/// Σ gain(σ)·v·uᵀ.
template <class Gain>
GeneralisedInverse by_singular_values(const Eigen::MatrixXd& J, double relative_tolerance, const Gain& gain) {
  const SingularValues svd = singular_values(J, SingularVectors::ThinBoth);
  GeneralisedInverse result;
  result.singular_values = svd.sigma;
  const double largest = result.singular_values.size() > 0 ? result.singular_values[0] : 0.0;
  if (relative_tolerance <= 0.0)
    relative_tolerance = std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(J.rows(), J.cols()));
  result.tolerance = relative_tolerance * largest;
  Eigen::VectorXd gains(result.singular_values.size());
  for (Eigen::Index i = 0; i < gains.size(); ++i) {
    const bool counts = result.singular_values[i] > result.tolerance;
    if (counts) ++result.rank;
    gains[i] = gain(result.singular_values[i], counts);
  }
  const double smallest = gains.size() > 0 ? result.singular_values[gains.size() - 1] : 0.0;
  result.condition =
      result.rank == gains.size() && gains.size() > 0 ? largest / smallest : std::numeric_limits<double>::infinity();
  result.K = svd.V * gains.asDiagonal() * svd.U.transpose();
  return result;
}

}  // namespace

GeneralisedInverse pseudo_inverse(const Eigen::MatrixXd& J, double relative_tolerance) {
  expect_finite(J);
  return by_singular_values(J, relative_tolerance, [](double s, bool counts) { return counts ? 1.0 / s : 0.0; });
}

GeneralisedInverse projected_inverse(const Eigen::MatrixXd& J, const Eigen::MatrixXd& P, double relative_tolerance) {
  expect_finite(J);
  if (P.rows() != J.cols() || P.cols() != J.cols() || !P.allFinite())
    refuse("the projector P is " + std::to_string(P.rows()) + "×" + std::to_string(P.cols()) + " or not finite",
           "give a finite one with a row and a column per joint: " + std::to_string(J.cols()));
  const double size = J.rowwise().norm().maxCoeff();
  const Eigen::MatrixXd JP = J * P;
  const double left = pseudo_inverse(JP).singular_values[0];
  if (left <= relative_tolerance * size) {
    GeneralisedInverse nothing = pseudo_inverse(Eigen::MatrixXd::Zero(J.rows(), J.cols()));
    nothing.tolerance = relative_tolerance * size;
    return nothing;
  }
  return pseudo_inverse(JP, relative_tolerance * size / left);
}

GeneralisedInverse weighted_inverse(const Eigen::MatrixXd& J, const Eigen::MatrixXd& W, double relative_tolerance) {
  expect_finite(J);
  const std::string remedy = "give a symmetric, positive definite one, a row per joint";
  if (W.rows() != J.cols() || W.cols() != J.cols())
    refuse("the weight of the joints has not one row and column per joint", remedy);
  if (!W.allFinite() || (W - W.transpose()).lpNorm<Eigen::Infinity>() > 1e-12 * W.lpNorm<Eigen::Infinity>())
    refuse("the weight of the joints is not symmetric", remedy);
  const Cholesky cholesky(W);
  if (!cholesky.is_positive_definite()) refuse("the weight of the joints is not positive definite", remedy);
  // J·L⁻ᵀ = (L⁻¹·Jᵀ)ᵀ
  const Eigen::MatrixXd scaled = cholesky.solve_lower(Eigen::MatrixXd(J.transpose())).transpose();
  GeneralisedInverse result = pseudo_inverse(scaled, relative_tolerance);
  result.K = cholesky.solve_lower_transposed(result.K);
  return result;
}

GeneralisedInverse damped_inverse(const Eigen::MatrixXd& J, const Damping& damping) {
  expect_finite(J);
  if (!(damping.mu >= 0.0) || !(damping.region >= 0.0) || !std::isfinite(damping.mu + damping.region))
    refuse("damping is negative or not a number", "give μ ≥ 0 and region ≥ 0");
  const Eigen::VectorXd sigmas = pseudo_inverse(J).singular_values;
  const double smallest = sigmas[sigmas.size() - 1];
  const bool by_direction = damping.kind == Damping::Kind::Filtered;
  GeneralisedInverse result = by_singular_values(J, 0.0, [&](double s, bool counts) {
    const double squared = damping.squared(by_direction ? s : smallest);
    if (squared > 0.0) return s / (s * s + squared);
    return counts ? 1.0 / s : 0.0;
  });
  result.mu = std::sqrt(damping.squared(smallest));
  return result;
}

MoorePenrose moore_penrose(const Eigen::MatrixXd& J, const Eigen::MatrixXd& K) {
  if (J.size() == 0 || K.rows() != J.cols() || K.cols() != J.rows())
    refuse("K is " + std::to_string(K.rows()) + "×" + std::to_string(K.cols()) + ", and J is " +
               std::to_string(J.rows()) + "×" + std::to_string(J.cols()),
           "give a K with a row per column of J, and a column per row");
  const auto relative = [](const Eigen::MatrixXd& difference, const Eigen::MatrixXd& to) {
    const double size = to.lpNorm<Eigen::Infinity>();
    return difference.lpNorm<Eigen::Infinity>() / (size > 0.0 ? size : 1.0);
  };
  const Eigen::MatrixXd JK = J * K, KJ = K * J;
  return {relative(JK * J - J, J), relative(KJ * K - K, K), relative(JK - JK.transpose(), JK),
          relative(KJ - KJ.transpose(), KJ)};
}

}  // namespace sinew
