// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/readings/every_call.h"

namespace {

using sinew::Instructions;
using sinew::Workspace;

int pack_width_of(const sinew::JointPositions<double>& joints) {
  int found = 0;
  joints.with_width([&](auto width) { found = width; });
  return found;
}

// a register of plain x86-64 holds two doubles, and packs of four would be spilled

TEST(AWorkspaceOfPlainInstructions, HasPacksOfTwoWhereverItReadsJoints) {
  const auto model = sinew_test::a_rich_robot(1, true);
  const Workspace work(model, Instructions::Plain);
  for (const auto* joints :
       {&work.inverse_dynamics.joints, &work.mass_matrix.joints, &work.forward_dynamics.bias.joints,
        &work.forward_dynamics.mass.joints, &work.derivatives.inverse.motions.joints, &work.coriolis.motions.joints,
        &work.jacobian.poses.joints, &work.energy.joints, &work.regressor.motions.joints, &work.trace.dynamics.joints})
    EXPECT_EQ(pack_width_of(*joints), 2);
}

}  // namespace
