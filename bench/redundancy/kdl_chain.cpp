// SPDX-License-Identifier: BSD-3-Clause
#include "bench/redundancy/kdl_chain.h"

namespace sinew_bench {

using sinew::Pose;
using sinew::Rotation;
using sinew::Vec3;

KDL::Frame as_kdl(const Pose<double>& X) {
  const Rotation<double>& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
          KDL::Vector(X.p.x, X.p.y, X.p.z)};
}

Pose<double> from_kdl(const KDL::Frame& X) {
  const auto row = [&](int i) { return Vec3<double>{X.M(i, 0), X.M(i, 1), X.M(i, 2)}; };
  return {Rotation<double>::from_rows(row(0), row(1), row(2)), {X.p.x(), X.p.y(), X.p.z()}};
}

KDL::Chain kdl_chain(const sinew::Model<double>& arm, const sinew::Frame<double>& end) {
  KDL::Chain chain;
  const KDL::Frame first = as_kdl(sinew_peers::place(arm.link(0)));
  if (!(first == KDL::Frame::Identity()))
    chain.addSegment(KDL::Segment("base", KDL::Joint("base", KDL::Joint::None), first));
  for (int i = 0; i < arm.link_count(); ++i)
    chain.addSegment(KDL::Segment(arm.link(i).name, KDL::Joint(arm.link(i).joint_name, KDL::Joint::RotZ),
                                  as_kdl(i + 1 < arm.link_count() ? sinew_peers::place(arm.link(i + 1)) : end.X_LF)));
  return chain;
}

}  // namespace sinew_bench
