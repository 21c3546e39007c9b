// SPDX-License-Identifier: BSD-3-Clause
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "bench/peers/peers.h"

namespace sinew_peers {
namespace {

using namespace sinew;

KDL::Vector as_kdl(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
KDL::Frame as_kdl(const Pose<double>& X) {
  const Rotation<double>& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)), as_kdl(X.p)};
}
KDL::RigidBodyInertia as_kdl(const Inertia<double>& body) {
  const Symmetric3<double> I = inertia_about_com(body);
  return KDL::RigidBodyInertia(body.m, as_kdl(centre_of_mass(body)),
                               KDL::RotationalInertia(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz));
}
Vec3<double> from_kdl(const KDL::Vector& v) { return {v.x(), v.y(), v.z()}; }
Pose<double> from_kdl(const KDL::Frame& X) {
  return {Rotation<double>::from_rows(from_kdl(X.M.UnitX()), from_kdl(X.M.UnitY()), from_kdl(X.M.UnitZ())).inverse(),
          from_kdl(X.p)};
}

/// A segment is a joint and what follows it up to the next one, where the segment's frame is: X_(k)(k+1) at q = 0.
KDL::Frame tip(const Model<double>& arm, int link) {
  return link + 1 < arm.link_count() ? as_kdl(place(arm.link(link + 1))) : KDL::Frame::Identity();
}

KDL::Chain chain_of(const Model<double>& arm) {
  KDL::Chain chain;
  const KDL::Frame first = as_kdl(place(arm.link(0)));
  if (!(first == KDL::Frame::Identity()))
    chain.addSegment(KDL::Segment("base", KDL::Joint("base", KDL::Joint::None), first));
  for (int i = 0; i < arm.link_count(); ++i) {
    const Link<double>& link = arm.link(i);
    const KDL::Frame end = tip(arm, i);
    chain.addSegment(KDL::Segment(link.name, KDL::Joint(link.joint_name, KDL::Joint::RotZ), end,
                                  end.Inverse() * as_kdl(link.inertia)));
  }
  return chain;
}

class KdlArm : public Peer {
 public:
  explicit KdlArm(const Model<double>& arm)
      : arm_(arm),
        count_(static_cast<unsigned>(arm.link_count())),
        chain_(chain_of(arm)),
        inverse_(chain_, as_kdl(arm.gravity())),
        forward_(chain_, as_kdl(arm.gravity())),
        parameters_(chain_, as_kdl(arm.gravity())),
        positions_(chain_),
        jacobians_(chain_),
        tau_(count_),
        qdd_(count_),
        M_(arm.link_count()),
        J_(count_),
        frames_(chain_.getNrOfSegments()),
        no_wrenches_(chain_.getNrOfSegments()) {}

  const char* name() const override { return "KDL"; }

  void take(const std::vector<State>& states) override {
    states_.clear();
    for (const State& s : states) states_.push_back({as_array(s.q), as_array(s.qd), as_array(s.qdd), as_array(s.tau)});
  }

  void inverse_dynamics(std::size_t k) override {
    inverse_.CartToJnt(states_[k].q, states_[k].qd, states_[k].qdd, no_wrenches_, tau_);
  }
  void mass_matrix(std::size_t k) override { parameters_.JntToMass(states_[k].q, M_); }
  void forward_dynamics(std::size_t k) override {
    forward_.CartToJnt(states_[k].q, states_[k].qd, states_[k].tau, no_wrenches_, qdd_);
  }
  void poses(std::size_t k) override { positions_.JntToCart(states_[k].q, frames_); }
  void jacobian(std::size_t k) override { jacobians_.JntToJac(states_[k].q, J_); }

  std::vector<double> tau() const override { return {tau_.data.begin(), tau_.data.end()}; }
  std::vector<double> qdd() const override { return {qdd_.data.begin(), qdd_.data.end()}; }
  std::vector<double> M() const override {
    std::vector<double> rows;
    for (unsigned r = 0; r < count_; ++r)
      for (unsigned c = 0; c < count_; ++c) rows.push_back(M_(r, c));
    return rows;
  }
  std::vector<Pose<double>> X_WL() const override {
    std::vector<Pose<double>> X;
    const std::size_t before = frames_.size() - count_;
    for (unsigned i = 0; i < count_; ++i)
      X.push_back(from_kdl(frames_[before + i] * tip(arm_, static_cast<int>(i)).Inverse()));
    return X;
  }
  std::vector<double> J() const override {
    std::vector<double> rows;
    for (const unsigned r : {3U, 4U, 5U, 0U, 1U, 2U})  // linear over angular
      for (unsigned c = 0; c < count_; ++c) rows.push_back(J_(r, c));
    return rows;
  }

 private:
  static KDL::JntArray as_array(const std::vector<double>& x) {
    KDL::JntArray y(static_cast<unsigned>(x.size()));
    for (unsigned i = 0; i < y.rows(); ++i) y(i) = x[i];
    return y;
  }

  struct KdlState {
    KDL::JntArray q, qd, qdd, tau;
  };

  const Model<double>& arm_;
  unsigned count_;
  KDL::Chain chain_;
  KDL::ChainIdSolver_RNE inverse_;
  KDL::ChainFdSolver_RNE forward_;
  KDL::ChainDynParam parameters_;
  KDL::ChainFkSolverPos_recursive positions_;
  KDL::ChainJntToJacSolver jacobians_;
  std::vector<KdlState> states_;
  KDL::JntArray tau_, qdd_;
  KDL::JntSpaceInertiaMatrix M_;
  KDL::Jacobian J_;
  std::vector<KDL::Frame> frames_;
  KDL::Wrenches no_wrenches_;
};

}  // namespace

std::unique_ptr<Peer> kdl_arm(const Model<double>& arm);
std::unique_ptr<Peer> kdl_arm(const Model<double>& arm) { return std::make_unique<KdlArm>(arm); }

}  // namespace sinew_peers
