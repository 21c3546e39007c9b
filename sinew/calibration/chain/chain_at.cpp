// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "sinew/calibration/chain/calibration_chain.h"
#include "sinew/calibration/chain/formula_pose.h"

namespace sinew {
namespace {

/// The twist of the frame behind a joint for each unit of its position.
Motion<double> joint_twist(const ChainJoint& joint) {
  if (joint.kind == JointKind::Prismatic) return {{}, unit_z<double>()};
  return {unit_z<double>(), {0.0, 0.0, joint.pitch}};
}

Eigen::Index column_of(int parameter, std::span<const Eigen::Index> wanted) {
  const auto found = std::find(wanted.begin(), wanted.end(), parameter);
  return parameter < 0 || found == wanted.end() ? -1 : found - wanted.begin();
}

}  // namespace

ChainAt::ChainAt(const CalibrationChain& chain, const Eigen::VectorXd& values, std::span<const Eigen::Index> wanted) {
  Segment segment;
  std::vector<FormulaPose::Mover> movers;
  const auto append = [&](const Pose<double>& X) {
    segment.X = segment.X * X;
    const Pose<double> back = X.inverse();
    for (Mover& mover : segment.movers) mover.twist = back * mover.twist;
  };
  const auto add = [&](int parameter, const Motion<double>& twist) {
    if (const Eigen::Index column = column_of(parameter, wanted); column >= 0)
      segment.movers.push_back({column, twist});
  };
  const auto close = [&](Segment& done) {
    for (Mover& mover : done.movers) mover.slides = norm(mover.twist.w) == 0.0;
    segments_.push_back(std::exchange(done, {}));
  };
  const auto value = [&](int parameter, double otherwise) { return parameter < 0 ? otherwise : values[parameter]; };

  for (const ChainStep& step : chain.parts().steps) {
    if (step.kind == ChainStep::Kind::Fixed) {
      append(step.X);
    } else if (step.kind == ChainStep::Kind::Formula) {
      append(step.formula->at(values, movers));
      for (const FormulaPose::Mover& mover : movers) add(mover.parameter, mover.twist);
    } else if (step.kind == ChainStep::Kind::Joint) {
      const ChainJoint& joint = chain.parts().joints[static_cast<std::size_t>(step.joint)];
      close(segment);
      joints_.push_back({joint, value(joint.ratio, 1.0), value(joint.change, 0.0), value(joint.compliance, 0.0),
                         column_of(joint.change, wanted), column_of(joint.ratio, wanted),
                         column_of(joint.compliance, wanted)});
    } else {
      append(elementary_pose(step.kind, value(step.parameter, step.value)));
      add(step.parameter, unit_twist(step.kind));
    }
  }
  close(segment);
}

Pose<double> ChainAt::motion_of(const Joint& joint, const JointReading& reading, double& position) const {
  position = joint.joint.multiplier * reading.q[joint.joint.position] + joint.joint.offset;
  double amount = joint.ratio * position + joint.change;
  if (joint.compliance != 0.0) amount -= joint.compliance * reading.gravity_torque[joint.joint.velocity];
  if (joint.joint.kind == JointKind::Prismatic) return translation(Vec3<double>{0.0, 0.0, amount});
  return {Rotation<double>::about_z(sincos(amount)), {0.0, 0.0, joint.joint.pitch * amount}};
}

Pose<double> ChainAt::walk(const JointReading& reading) const {
  Pose<double> X = segments_.front().X;
  double position = 0.0;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    X = X * (motion_of(joints_[i], reading, position) * segments_[i + 1].X);
  return X;
}

Pose<double> ChainAt::walk(const JointReading& reading, double* derivatives, Eigen::Index count) const {
  // columns are the rates of the point of F that is at W's origin, until the walk from the base has come to F
  const auto move = [&](Eigen::Index column, const Motion<double>& twist_W) {
    // a parameter of the file may move several places of the chain
    double* d = derivatives + 6 * column;
    d[0] += twist_W.w.x;
    d[1] += twist_W.w.y;
    d[2] += twist_W.w.z;
    d[3] += twist_W.v.x;
    d[4] += twist_W.v.y;
    d[5] += twist_W.v.z;
  };
  std::fill(derivatives, derivatives + 6 * count, 0.0);
  Pose<double> X_WB = segments_.front().X;
  for (std::size_t i = 0;; ++i) {
    for (const Mover& mover : segments_[i].movers)
      move(mover.column, mover.slides ? Motion<double>{{}, X_WB.R * mover.twist.v} : X_WB * mover.twist);
    if (i == joints_.size()) break;
    const Joint& joint = joints_[i];
    double position = 0.0;
    const Pose<double> J = motion_of(joint, reading, position);
    // the axis of a joint stays where it is when the joint moves: the frame before it will do
    const Motion<double> twist = X_WB * joint_twist(joint.joint);
    if (joint.change_column >= 0) move(joint.change_column, twist);
    if (joint.ratio_column >= 0) move(joint.ratio_column, position * twist);
    if (joint.compliance_column >= 0)
      move(joint.compliance_column, -reading.gravity_torque[joint.joint.velocity] * twist);
    X_WB = X_WB * (J * segments_[i + 1].X);
  }
  const Vec3<double>& p = X_WB.p;
  for (Eigen::Index k = 0; k < count; ++k) {
    double* d = derivatives + 6 * k;
    d[3] += d[1] * p.z - d[2] * p.y;
    d[4] += d[2] * p.x - d[0] * p.z;
    d[5] += d[0] * p.y - d[1] * p.x;
  }
  return X_WB;
}

Pose<double> ChainAt::pose(const JointReading& reading) const {
  return with_instructions(instructions_, [&] { return walk(reading); });
}

Pose<double> ChainAt::pose(const JointReading& reading, TwistColumns& derivatives) const {
  return with_instructions(instructions_, [&] { return walk(reading, derivatives.data(), derivatives.cols()); });
}

}  // namespace sinew
