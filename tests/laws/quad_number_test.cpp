// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/like_doubles.h"

namespace {

TEST(AQuad, RunsEveryAlgorithmLikeADouble) { sinew_test::expect_like_doubles<sinew_test::Quad>(1.1e-16); }

}  // namespace
