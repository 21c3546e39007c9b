// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/calibration/design/design_blocks.h"

namespace sinew {

/// A choice of candidates that is improved by exchanging one of them for one that is not chosen (Fedorov 1972).
///
/// With C = M⁻¹, the choice with j added and i removed has
///
///     C₊ = C − A·Aᵀ          A = C·Ψⱼᵀ·L⁻ᵀ         L·Lᵀ = I + Ψⱼ·C·Ψⱼᵀ
///     C₊₋ = C₊ + Z·Zᵀ        Z = C₊·Ψᵢᵀ·K⁻ᵀ        K·Kᵀ = I − Ψᵢ·C₊·Ψᵢᵀ
///
/// and det M grows by det(L·Lᵀ)·det(K·Kᵀ). Adding first keeps the choice regular where there are no more rows
/// than unknowns. A, L and C·Ψᵀ are kept for all candidates, so a pair costs what its few rows cost, and nothing of
/// the size of C is formed.
class DesignExchange {
 public:
  /// The blocks must outlive it.
  DesignExchange(const DesignBlocks& blocks, DesignCriterion criterion);
  DesignExchange(DesignBlocks&&, DesignCriterion) = delete;

  /// Begins with these candidates; false if they do not see everything.
  bool choose(const std::vector<int>& chosen);
  /// The same with a little information on every quantity, `ridge` times what all candidates together have, which
  /// makes any choice regular. Candidates that see something that the others do not are worth most then. `ridge` is
  /// 1e-7 to 1e-3.
  void choose_with_ridge(const std::vector<int>& chosen, double ridge);
  /// Adds the candidate with the largest det M.
  void add_best();
  /// Goes through the chosen candidates and exchanges each for the best partner that it has, if that is better (Cook
  /// and Nachtsheim 1980). False if no pair at all is better.
  bool improve();

  const std::vector<int>& chosen() const noexcept { return chosen_; }

 private:
  struct Partner {
    int candidate = -1;
    double change = 0.0;  ///< of the logarithm of what the criterion makes small
  };
  /// Of the pair that is looked at.
  struct Working {
    Eigen::MatrixXd C_i;        ///< C·Ψᵢᵀ
    Eigen::MatrixXd seen_C_i;   ///< T·C·Ψᵢᵀ
    Eigen::MatrixXd worst_C_i;  ///< the same in the worst known directions
    Eigen::MatrixXd D;          ///< Ψ·C·Ψᵢᵀ, of all rows
    Eigen::MatrixXd own;        ///< I − Ψᵢ·C·Ψᵢᵀ
    Eigen::MatrixXd F, K, Z;    ///< F = L⁻¹·Ψⱼ·C·Ψᵢᵀ, so that K·Kᵀ = own + FᵀF
    Eigen::ArrayXd variance;    ///< diag(T·C₊₋·Tᵀ)
  };

  void set(const Eigen::MatrixXd& covariance, const std::vector<int>& chosen);
  void read_all();
  void read_criterion();
  void begin_with(int out);
  bool make_pair(int in);
  void make_z(int in, const Eigen::MatrixXd& A, const Eigen::MatrixXd& C_i);
  double change_of_determinant(int in) const;
  double change_of_variances(int in);
  double bound_of_worst(int in);
  double change_of_worst(int in);
  Partner best_partner(int out);
  Partner best_partner_by_worst();
  void exchange(int place, int in);
  void add(int in);

  const DesignBlocks& blocks_;
  DesignCriterion criterion_;
  std::vector<int> chosen_;
  std::vector<bool> is_chosen_;
  Eigen::MatrixXd extra_;              ///< the ridge
  double value_ = 0.0;                 ///< of the criterion, when the last pass began
  Eigen::MatrixXd C_, CPsi_;           ///< C, and C·Ψᵀ of all rows
  Eigen::MatrixXd A_, L_;              ///< of every candidate that is not chosen, at the columns of its rows
  Eigen::VectorXd log_det_;            ///< of I + Ψⱼ·C·Ψⱼᵀ
  Eigen::MatrixXd seen_C_, seen_A_;    ///< T·C·Tᵀ and T·A, for all criteria but D
  Eigen::MatrixXd added_;              ///< diag(T·C₊·Tᵀ), a column per candidate
  Eigen::MatrixXd worst_;              ///< eigenvectors of the largest eigenvalues of T·C·Tᵀ, for E
  Eigen::MatrixXd worst_C_, worst_A_;  ///< T·C·Tᵀ and T·A in them
  double largest_ = 0.0;               ///< eigenvalue of T·C·Tᵀ
  Working now_;
};

}  // namespace sinew
