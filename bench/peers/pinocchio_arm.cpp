// SPDX-License-Identifier: BSD-3-Clause
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include "bench/peers/peers.h"

namespace sinew_peers {
namespace {

using namespace sinew;
using Eigen::VectorXd;

Eigen::Vector3d as_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
VectorXd as_eigen(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}
pinocchio::SE3 as_pinocchio(const Pose<double>& X) {
  Eigen::Matrix3d R;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) R(r, c) = X.R(r, c);
  return {R, as_eigen(X.p)};
}

pinocchio::Model model_of(const Model<double>& arm) {
  pinocchio::Model model;
  model.gravity.linear(as_eigen(arm.gravity()));
  pinocchio::JointIndex last = 0;
  for (const Link<double>& link : arm.links()) {
    const Symmetric3<double> I = inertia_about_com(link.inertia);
    Eigen::Matrix3d about_com;
    about_com << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
    last = model.addJoint(last, pinocchio::JointModelRZ(), as_pinocchio(place(link)), link.joint_name);
    model.appendBodyToJoint(last, pinocchio::Inertia(link.inertia.m, as_eigen(centre_of_mass(link.inertia)), about_com),
                            pinocchio::SE3::Identity());
  }
  return model;
}

class PinocchioArm : public Peer {
 public:
  explicit PinocchioArm(const Model<double>& arm)
      : model_(model_of(arm)), data_(model_), J_(pinocchio::Data::Matrix6x::Zero(6, model_.nv)) {}

  const char* name() const override { return "Pinocchio"; }

  void take(const std::vector<State>& states) override {
    states_.clear();
    for (const State& s : states) states_.push_back({as_eigen(s.q), as_eigen(s.qd), as_eigen(s.qdd), as_eigen(s.tau)});
  }

  void inverse_dynamics(std::size_t k) override {
    pinocchio::rnea(model_, data_, states_[k].q, states_[k].qd, states_[k].qdd);
  }
  void mass_matrix(std::size_t k) override { pinocchio::crba(model_, data_, states_[k].q); }
  void forward_dynamics(std::size_t k) override {
    pinocchio::aba(model_, data_, states_[k].q, states_[k].qd, states_[k].tau);
  }
  void poses(std::size_t k) override { pinocchio::forwardKinematics(model_, data_, states_[k].q); }
  void jacobian(std::size_t k) override {
    pinocchio::computeJointJacobians(model_, data_, states_[k].q);
    pinocchio::getJointJacobian(model_, data_, static_cast<pinocchio::JointIndex>(model_.njoints - 1),
                                pinocchio::LOCAL_WORLD_ALIGNED, J_);
  }

  std::vector<double> tau() const override { return {data_.tau.begin(), data_.tau.end()}; }
  std::vector<double> M() const override {
    std::vector<double> rows;
    for (int r = 0; r < model_.nv; ++r)
      for (int c = 0; c < model_.nv; ++c) rows.push_back(r <= c ? data_.M(r, c) : data_.M(c, r));  // half is filled
    return rows;
  }
  std::vector<double> qdd() const override { return {data_.ddq.begin(), data_.ddq.end()}; }
  std::vector<Pose<double>> X_WL() const override {
    std::vector<Pose<double>> all;
    for (std::size_t i = 1; i < data_.oMi.size(); ++i) {  // joint 0 is the world
      const auto& R = data_.oMi[i].rotation();
      const auto& p = data_.oMi[i].translation();
      all.push_back({Rotation<double>::from_rows({R(0, 0), R(0, 1), R(0, 2)}, {R(1, 0), R(1, 1), R(1, 2)},
                                                 {R(2, 0), R(2, 1), R(2, 2)}),
                     {p.x(), p.y(), p.z()}});
    }
    return all;
  }
  std::vector<double> J() const override {
    std::vector<double> rows;
    for (const int r : {3, 4, 5, 0, 1, 2})  // linear over angular
      for (int c = 0; c < model_.nv; ++c) rows.push_back(J_(r, c));
    return rows;
  }

 private:
  struct PinocchioState {
    VectorXd q, qd, qdd, tau;
  };

  pinocchio::Model model_;
  pinocchio::Data data_;
  pinocchio::Data::Matrix6x J_;
  std::vector<PinocchioState> states_;
};

}  // namespace

std::unique_ptr<Peer> pinocchio_arm(const Model<double>& arm);
std::unique_ptr<Peer> pinocchio_arm(const Model<double>& arm) { return std::make_unique<PinocchioArm>(arm); }

}  // namespace sinew_peers
