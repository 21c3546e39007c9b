// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sinew/calibration/design/experiment_design.h"
#include "tests/support/random.h"

/// Candidates without a robot, and the criteria once more, from determinants and inverses of whole matrices.
namespace sinew_test {

inline constexpr sinew::DesignCriterion all_criteria[] = {sinew::DesignCriterion::MeanDeviation,
                                                          sinew::DesignCriterion::D, sinew::DesignCriterion::A,
                                                          sinew::DesignCriterion::E};

/// Measurements with these numbers of rows, in turn, of unknowns x1, x2, …
inline sinew::Sensitivity random_candidates(int count, const std::vector<int>& rows, int unknowns, Random& random) {
  sinew::Sensitivity y;
  for (int k = 0; k < unknowns; ++k)
    y.unknowns.push_back({"x" + std::to_string(k + 1), sinew::dimension::length, 0.0, 1e-3});
  int all = 0;
  for (int i = 0; i < count; ++i) {
    sinew::SensitivityRows measurement{std::to_string(i + 1), {}};
    for (int r = 0; r < rows[static_cast<std::size_t>(i) % rows.size()]; ++r)
      measurement.names.push_back(std::to_string(r + 1));
    all += static_cast<int>(measurement.names.size());
    y.measurements.push_back(measurement);
  }
  y.Phi.resize(all, unknowns);
  for (double& x : y.Phi.reshaped()) x = random.uniform(-1.0, 1.0);
  // candidates that see more and less
  const std::vector<int> first = y.first_rows();
  for (int i = 0; i < count; ++i)
    y.Phi.middleRows(first[static_cast<std::size_t>(i)],
                     static_cast<Eigen::Index>(y.measurements[static_cast<std::size_t>(i)].names.size())) *=
        random.uniform(0.3, 2.0);
  return y;
}

/// The criterion of a choice whose unknowns are all seen, or infinity.
inline double value_of(const sinew::Sensitivity& candidates, const std::vector<int>& chosen,
                       sinew::DesignCriterion criterion, const Eigen::MatrixXd& prior = {}) {
  const Eigen::MatrixXd Phi = candidates.of(chosen).Phi;
  Eigen::MatrixXd M = Phi.transpose() * Phi;
  if (prior.size() > 0) M += prior;
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(M);
  if (lu.rank() < M.rows()) return INFINITY;
  const Eigen::MatrixXd C = lu.inverse();
  const double r = static_cast<double>(C.rows());
  switch (criterion) {
    case sinew::DesignCriterion::D:
      return std::pow(M.determinant(), -0.5 / r);
    case sinew::DesignCriterion::A:
      return std::sqrt(C.trace() / r);
    case sinew::DesignCriterion::E:
      return std::sqrt(C.operatorNorm());
    case sinew::DesignCriterion::MeanDeviation:
      break;
  }
  return std::pow(C.diagonal().prod(), 0.5 / r);
}

/// Calls with every choice of so many of the numbers below `candidates`.
inline void every_choice(int candidates, int count, const std::function<void(const std::vector<int>&)>& call) {
  std::vector<int> chosen(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) chosen[static_cast<std::size_t>(i)] = i;
  for (;;) {
    call(chosen);
    int last = count - 1;
    while (last >= 0 && chosen[static_cast<std::size_t>(last)] == candidates - count + last) --last;
    if (last < 0) return;
    ++chosen[static_cast<std::size_t>(last)];
    for (int i = last + 1; i < count; ++i)
      chosen[static_cast<std::size_t>(i)] = chosen[static_cast<std::size_t>(i - 1)] + 1;
  }
}

}  // namespace sinew_test
