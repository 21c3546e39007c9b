// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/chain/joint_placement.h"

#include <algorithm>

namespace sinew {
namespace {

/// `now`, or `before` where both are the same but for round-off.
Pose<double> unless_unchanged(const Pose<double>& before, const Pose<double>& now) {
  double worst = norm(now.p - before.p) / (1.0 + norm(before.p));
  for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(now.R.row(i) - before.R.row(i)));
  constexpr double round_off = 1e-14;
  return worst < round_off ? before : now;
}

}  // namespace

void place_joint(const Pose<double>& X_PC, const Pose<double>& X_CL, const Pose<double>& X_CL_now,
                 JointDescription<double>& joint) {
  const Pose<double> G = X_CL_now * joint.X_JC.inverse();
  joint.X_PJ = unless_unchanged(joint.X_PJ, X_PC * G);
  joint.X_JC = unless_unchanged(joint.X_JC, G.inverse() * X_CL);
}

}  // namespace sinew
