// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace sinew {

/// By what a choice of measurements is judged. C is the expected covariance of the r quantities that all candidates
/// see, in typical errors; each value is a standard deviation in typical errors, and less is better.
enum class DesignCriterion {
  MeanDeviation,  ///< (Π C_kk)^(1/2r): geometric mean of the expected standard deviations
  D,              ///< det(C)^(1/2r): of the axes of the ellipsoid of errors, their geometric mean
  A,              ///< √(tr C/r): root of the mean variance
  E               ///< √λ_max(C): the direction that is known worst
};

/// Candidate measurements of the r quantities y that all of them together can find, in coordinates z with y = T·z in
/// which all of them and the prior have the information I: a choice is then as well conditioned as it is good, and ΨᵀΨ
/// costs no digits where some quantities are seen much less than others.
struct DesignBlocks {
  Eigen::MatrixXd rows;    ///< Ψᵀ: a column per row of a measurement, r numbers long
  std::vector<int> first;  ///< column at which each candidate begins, with their number behind the last
  Eigen::MatrixXd prior;   ///< information that is there already, r × r
  Eigen::MatrixXd T;       ///< upper triangular

  int count() const noexcept { return static_cast<int>(first.size()) - 1; }
  Eigen::Index quantities() const noexcept { return rows.rows(); }
  int rows_of(int candidate) const {
    return first[static_cast<std::size_t>(candidate) + 1] - first[static_cast<std::size_t>(candidate)];
  }
  auto block(int candidate) const {
    return rows.middleCols(first[static_cast<std::size_t>(candidate)], rows_of(candidate));
  }
};

/// Candidates whose rows Φᵢ (all of Φ, `first` as below) are of independent columns, and a prior as rows QᵀQ = P.
DesignBlocks design_blocks(const Eigen::MatrixXd& Phi, std::vector<int> first, const Eigen::MatrixXd& prior_rows);

/// The information of these candidates and the prior, M = P + Σ ΨᵢᵀΨᵢ.
Eigen::MatrixXd information_of(const DesignBlocks& blocks, const std::vector<int>& chosen);

/// M⁻¹, if M with a unit diagonal is positive definite to eleven digits: the choice sees everything.
std::optional<Eigen::MatrixXd> covariance_of(const Eigen::MatrixXd& information);

/// Of the covariance of z.
double design_value(DesignCriterion criterion, const DesignBlocks& blocks, const Eigen::MatrixXd& covariance);

/// Numbers of the candidates, taken at random and rising; the same for the same state of the generator.
template <class Generator>
std::vector<int> random_choice(int candidates, int count, Generator& generator) {
  std::vector<int> chosen;
  // of the candidates that are left, each is taken with the chance of those still wanted (Knuth's algorithm S)
  for (int i = 0; static_cast<int>(chosen.size()) < count; ++i) {
    const int left = candidates - i, wanted = count - static_cast<int>(chosen.size());
    if (static_cast<double>(generator()) / (static_cast<double>(Generator::max()) + 1.0) * left < wanted)
      chosen.push_back(i);
  }
  return chosen;
}

}  // namespace sinew
