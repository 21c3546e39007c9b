// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/problems/singularity_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using sinew::FoundSingularity;
using sinew::SingularitySearch;
using sinew::VaryingJacobians;

/// One task of two rows on two joints, whose second row is as long as `length` says.
VaryingJacobians with_length(const std::function<double(const std::vector<double>&)>& length) {
  return {{"task"}, {{}, {}}, [=](const std::vector<double>& x) {
            Eigen::MatrixXd J = Eigen::MatrixXd::Identity(2, 2);
            J(1, 1) = length(x);
            return std::vector<Eigen::MatrixXd>{J};
          }};
}

/// Whichever way it runs, a curve is cut by thirteen lines.
TEST(ASearchOverAPlane, FindsCurvesThatAreParallelToAnAxis) {
  for (const std::size_t k : {0U, 1U})
    for (const double where : {0.1234, 0.0, 1.0}) {  // between the lines of one kind, and on one of them
      const SingularitySearch search =
          search_singularities(with_length([=](const std::vector<double>& x) { return x[k] - where; }),
                               {{"u", -1.0, 1.0}, {"v", -1.0, 1.0}});
      EXPECT_TRUE(search.lines_only);
      EXPECT_EQ(search.found.size(), 13U);
      for (const FoundSingularity& found : search.found) EXPECT_NEAR(found.values[k], where, 1e-8);
    }
}

TEST(ASearchOverAPlane, FindsAPoint) {
  const SingularitySearch search = search_singularities(
      with_length([](const std::vector<double>& x) { return std::hypot(x[0] - 0.1234, x[1] + 0.4321); }),
      {{"u", -1.0, 1.0}, {"v", -1.0, 1.0}});
  EXPECT_FALSE(search.lines_only);
  ASSERT_EQ(search.found.size(), 1U);
  EXPECT_NEAR(search.found[0].values[0], 0.1234, 1e-8);
  EXPECT_NEAR(search.found[0].values[1], -0.4321, 1e-8);
}

/// Two tasks that want the same of the joints, wherever one looks.
TEST(ASearch, SeesThatTheWholeRangeIsSingular) {
  const Eigen::MatrixXd row = Eigen::RowVector3d(1.0, 2.0, 3.0);
  const VaryingJacobians same{{"one", "other"}, {{}}, [=](const std::vector<double>& x) {
                                return std::vector<Eigen::MatrixXd>{row, (2.0 + x[0]) * row};
                              }};
  const SingularitySearch search = search_singularities(same, {{"u", -1.0, 1.0}});
  EXPECT_EQ(search.usual_rank, 1);
  EXPECT_EQ(search.full_rank, 2);
  EXPECT_EQ(search.usual_ranks, search.full_ranks);
  EXPECT_TRUE(search.found.empty());
}

}  // namespace
