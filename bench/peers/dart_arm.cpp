// SPDX-License-Identifier: BSD-3-Clause
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "bench/peers/peers.h"

namespace sinew_peers {
namespace {

using namespace sinew;
using Eigen::VectorXd;

Eigen::Vector3d as_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Eigen::Matrix3d as_eigen(const Rotation<double>& R) {
  Eigen::Matrix3d m;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m(r, c) = R(r, c);
  return m;
}
VectorXd as_eigen(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}
std::vector<double> rows_of(const Eigen::MatrixXd& m) {
  std::vector<double> rows;
  for (Eigen::Index r = 0; r < m.rows(); ++r)
    for (Eigen::Index c = 0; c < m.cols(); ++c) rows.push_back(m(r, c));
  return rows;
}

class DartArm : public Peer {
 public:
  explicit DartArm(const Model<double>& arm) {
    using namespace dart::dynamics;
    skeleton_ = Skeleton::create(arm.name());
    skeleton_->setGravity(as_eigen(arm.gravity()));
    BodyNode* parent = nullptr;
    for (const Link<double>& link : arm.links()) {
      const Pose<double> X_PJ = place(link);
      RevoluteJoint::Properties joint;
      joint.mName = link.joint_name;
      joint.mAxis = Eigen::Vector3d::UnitZ();
      joint.mT_ParentBodyToJoint.linear() = as_eigen(X_PJ.R);
      joint.mT_ParentBodyToJoint.translation() = as_eigen(X_PJ.p);
      const Symmetric3<double> I = inertia_about_com(link.inertia);
      BodyNode::Properties body;
      body.mName = link.name;
      body.mInertia.setMass(link.inertia.m);
      body.mInertia.setLocalCOM(as_eigen(centre_of_mass(link.inertia)));
      body.mInertia.setMoment(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz);
      parent = skeleton_->createJointAndBodyNodePair<RevoluteJoint>(parent, joint, body).second;
    }
  }

  const char* name() const override { return "DART"; }

  void take(const std::vector<State>& states) override {
    states_.clear();
    for (const State& s : states) states_.push_back({as_eigen(s.q), as_eigen(s.qd), as_eigen(s.qdd), as_eigen(s.tau)});
  }

  void inverse_dynamics(std::size_t k) override {
    skeleton_->setPositions(states_[k].q);
    skeleton_->setVelocities(states_[k].qd);
    skeleton_->setAccelerations(states_[k].qdd);
    skeleton_->computeInverseDynamics();
  }
  void mass_matrix(std::size_t k) override {
    skeleton_->setPositions(states_[k].q);
    M_ = &skeleton_->getMassMatrix();
  }
  void forward_dynamics(std::size_t k) override {
    skeleton_->setPositions(states_[k].q);
    skeleton_->setVelocities(states_[k].qd);
    skeleton_->setForces(states_[k].tau);
    skeleton_->computeForwardDynamics();
  }
  void poses(std::size_t k) override {
    skeleton_->setPositions(states_[k].q);
    for (std::size_t i = 0; i < skeleton_->getNumBodyNodes(); ++i) skeleton_->getBodyNode(i)->getWorldTransform();
  }
  void jacobian(std::size_t k) override {
    skeleton_->setPositions(states_[k].q);
    J_ = skeleton_->getWorldJacobian(skeleton_->getBodyNode(skeleton_->getNumBodyNodes() - 1));
  }

  std::vector<double> tau() const override { return rows_of(skeleton_->getForces()); }
  std::vector<double> M() const override { return rows_of(*M_); }
  std::vector<double> qdd() const override { return rows_of(skeleton_->getAccelerations()); }
  std::vector<Pose<double>> X_WL() const override {
    std::vector<Pose<double>> all;
    for (std::size_t i = 0; i < skeleton_->getNumBodyNodes(); ++i) {
      const Eigen::Matrix4d X = skeleton_->getBodyNode(i)->getWorldTransform().matrix();
      all.push_back({Rotation<double>::from_rows({X(0, 0), X(0, 1), X(0, 2)}, {X(1, 0), X(1, 1), X(1, 2)},
                                                 {X(2, 0), X(2, 1), X(2, 2)}),
                     {X(0, 3), X(1, 3), X(2, 3)}});
    }
    return all;
  }
  std::vector<double> J() const override { return rows_of(J_); }

 private:
  struct DartState {
    VectorXd q, qd, qdd, tau;
  };

  dart::dynamics::SkeletonPtr skeleton_;
  std::vector<DartState> states_;
  const Eigen::MatrixXd* M_ = nullptr;
  dart::math::Jacobian J_;
};

}  // namespace

std::unique_ptr<Peer> dart_arm(const Model<double>& arm);
std::unique_ptr<Peer> dart_arm(const Model<double>& arm) { return std::make_unique<DartArm>(arm); }

}  // namespace sinew_peers
