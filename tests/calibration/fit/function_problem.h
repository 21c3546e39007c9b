// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ceres/jet.h>

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "sinew/calibration/fit/least_squares_problem.h"

namespace sinew_test {

/// Residuals by a function of any number type: `function(x, r)`, with x[0], x[1], ... and r[0], r[1], ... Derivatives
/// come from dual numbers, one direction at a time.
template <class Function>
class FunctionProblem final : public sinew::LeastSquaresProblem {
 public:
  using Jet = ceres::Jet<double, 1>;

  FunctionProblem(Eigen::Index unknowns, Eigen::Index residuals, Function function, Eigen::Index rows_of_block = 1)
      : unknowns_(unknowns), residuals_(residuals), function_(std::move(function)) {
    const Eigen::Index blocks = residuals / rows_of_block;
    starts_.resize(blocks + 1);
    for (Eigen::Index b = 0; b <= blocks; ++b) starts_[b] = static_cast<int>(b * rows_of_block);
    measured_.assign(static_cast<std::size_t>(blocks), true);
  }

  /// Blocks of these sizes instead; the last `priors` are no measurements.
  void set_blocks(const std::vector<int>& sizes, std::size_t priors = 0) {
    starts_.setZero(static_cast<Eigen::Index>(sizes.size()) + 1);
    for (std::size_t b = 0; b < sizes.size(); ++b)
      starts_[static_cast<Eigen::Index>(b) + 1] = starts_[static_cast<Eigen::Index>(b)] + sizes[b];
    measured_.assign(sizes.size(), true);
    for (std::size_t b = sizes.size() - priors; b < sizes.size(); ++b) measured_[b] = false;
  }

  Eigen::Index unknown_count() const override { return unknowns_; }
  Eigen::Index residual_count() const override { return residuals_; }
  const Eigen::VectorXi& block_starts() const override { return starts_; }
  bool is_measured(Eigen::Index block) const override { return measured_[static_cast<std::size_t>(block)]; }

  void evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residuals, Eigen::MatrixXd* jacobian) const override {
    residuals.resize(residuals_);
    function_(x.data(), residuals.data());
    if (jacobian == nullptr) return;
    jacobian->resize(residuals_, unknowns_);
    std::vector<Jet> at(x.data(), x.data() + unknowns_), r(static_cast<std::size_t>(residuals_));
    for (Eigen::Index k = 0; k < unknowns_; ++k) {
      at[static_cast<std::size_t>(k)].v[0] = 1.0;
      function_(at.data(), r.data());
      at[static_cast<std::size_t>(k)].v[0] = 0.0;
      for (Eigen::Index i = 0; i < residuals_; ++i) (*jacobian)(i, k) = r[static_cast<std::size_t>(i)].v[0];
    }
  }

 private:
  Eigen::Index unknowns_, residuals_;
  Function function_;
  Eigen::VectorXi starts_;
  std::vector<bool> measured_;
};

}  // namespace sinew_test
