// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/calibration/fit/fit_covariance.h"
#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "tests/calibration/fit/nist_problems.h"

namespace {

using namespace sinew;
using namespace sinew_test;

class NistProblems : public testing::TestWithParam<std::size_t> {};

/// From both starts, the far one and the near one, to the digits that are certified.
TEST_P(NistProblems, AreSolvedToCertifiedDigits) {
  const NistProblem& nist = nist_problems()[GetParam()];
  for (const std::vector<double>* start : {&nist.start1, &nist.start2}) {
    const auto problem = nist.from(*start);
    FitOptions options;
    options.most_steps = 2000;
    const Fit result = fit(*problem, options);
    const FitCovariance covariance = fit_covariance(*problem, result);
    EXPECT_EQ(result.end, FitEnd::Converged) << nist.name;
    EXPECT_EQ(covariance.rank, result.x.size()) << nist.name;
    EXPECT_NEAR(2.0 * result.cost / nist.sum_of_squares, 1.0, 1e-10) << nist.name;
    for (std::size_t k = 0; k < start->size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      const double size = std::abs((*start)[k]);
      EXPECT_NEAR(((*start)[k] + size * result.x[column]) / nist.certified[k], 1.0, 1e-10)
          << nist.name << " b" << k + 1;
      EXPECT_NEAR(size * covariance.deviations_scaled[column] / nist.deviations[k], 1.0, 1e-8)
          << nist.name << " b" << k + 1;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NistProblems, testing::Range(std::size_t{0}, nist_problems().size()),
                         [](const auto& tested) { return nist_problems()[tested.param].name; });

}  // namespace
