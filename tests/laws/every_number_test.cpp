// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/like_doubles.h"

namespace {

TEST(AFloat, RunsEveryAlgorithmLikeADouble) { sinew_test::expect_like_doubles<float>(6e-8); }

TEST(ALongDouble, RunsEveryAlgorithmLikeADouble) { sinew_test::expect_like_doubles<long double>(1.1e-16); }

}  // namespace
