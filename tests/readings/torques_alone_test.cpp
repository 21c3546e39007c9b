// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/readings/every_call.h"
#include "tests/support/states.h"

namespace {

using namespace sinew_test;
using sinew::Instructions;

// a workspace keeps nothing of the reactions that torques do not need

TEST(TorquesWithoutReactions, AreThoseOfTheWholeRecursion) {
  Random random(1);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto model = seed % 2 == 0 ? a_rich_robot(seed, seed % 4 == 0)
                                     : sinew::build_model(a_random_chain(seed, 1 + static_cast<int>(seed % 9)));
    const State<double> s = random_state(model, random);
    sinew::InverseDynamicsScratch<double> scratch(model);
    std::vector<double> whole(s.qd.size()), alone(s.qd.size());
    sinew::inverse_dynamics<double, double>(model, s.q, s.qd, s.qdd, s.loads(), scratch, whole);
    double size = 0.0;
    for (const double value : whole) size = std::max(size, std::abs(value));
    for (const auto use : {Instructions::Plain, Instructions::Avx2}) {
      sinew::Workspace work(model, use);
      sinew::numbers::torque(model, s.q, s.qd, s.qdd, s.loads(), work, alone);
      for (std::size_t i = 0; i < whole.size(); ++i)
        EXPECT_NEAR(alone[i], whole[i], 1e-13 * size) << model.name() << ", joint " << i;
    }
  }
}

}  // namespace
