// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/motion/drive/reference.h"
#include "sinew/motion/drive/torque_part.h"

namespace sinew {

/// How a law in the space of the joints uses its gains; e = q_r − q.
enum class JointLaw {
  Pd,              ///< τ = K·e + D·ė + I·∫e dt + g(q)
  ComputedTorque,  ///< τ = M(q)·(q̈_r + D·ė + K·e) + c(q, q̇) + g(q); D in 1/s, K in 1/s²
  Impedance        ///< τ = M(q)·q̈_r + C(q, q̇)·q̇_r + g(q) + K·e + D·ė
};

/// One number per joint; a floating base has none.
struct JointGains {
  std::vector<double> stiffness, damping, integral;
};

/// A feedback law in the space of the joints. It knows the robot that it was made with, and not the body that this one
/// picks up later. A floating base gets no torque.
class JointControl final : public TorquePart {
 public:
  /// `gravity`: of Pd, whether it bears the weight (and the springs) of the robot. `arm`: the robot that the law
  /// believes in.
  JointControl(JointLaw law, const Arm& arm, JointGains gains, Reference reference, bool gravity = true);

  void add(double t, In<double> q, In<double> qd, Out<double> tau) override;
  void begin_sample(double period) override { period_ = period; }
  double next_jump(double t) const override { return reference_.next_jump(t); }
  std::vector<double> memory() const override { return integral_; }
  void remember(In<double> memory) override { integral_.assign(memory.begin(), memory.end()); }

 private:
  /// What the model says, in tau_.
  void feed_forward(In<double> q, In<double> qd);

  JointLaw law_;
  Arm arm_;
  Workspace work_;
  JointGains gains_;
  Reference reference_;
  bool gravity_;
  double period_ = 0.0;
  std::size_t first_q_, first_v_;
  std::vector<double> integral_;  ///< ∫e dt; empty where no gain asks for it
  std::vector<double> tau_, qdd_, at_rest_, C_;
};

/// Gains of a spring and a damper between a frame and its reference, in the axes of the world.
struct CartesianGains {
  Vec3<double> rotational_stiffness, stiffness;  ///< N·m/rad, N/m
  Vec3<double> rotational_damping, damping;      ///< N·m·s/rad, N·s/m
  std::vector<double> joint_damping;             ///< of every joint
};

/// Impedance of a frame: τ = Jᵀ·(K·x_e + D·ẋ_e) − D_q·q̇ + g(q), with x_e the rotation and the way from the frame to
/// where it is in the reference.
class CartesianControl final : public TorquePart {
 public:
  CartesianControl(const Arm& arm, const std::string& frame, CartesianGains gains, Reference reference,
                   bool gravity = true);

  void add(double t, In<double> q, In<double> qd, Out<double> tau) override;
  double next_jump(double t) const override { return reference_.next_jump(t); }

 private:
  /// Pose of the frame and, in `J`, its Jacobian.
  Pose<double> look(In<double> q, std::vector<double>& J);

  Arm arm_;
  Workspace work_;
  CartesianGains gains_;
  Reference reference_;
  bool gravity_;
  Frame<double> frame_;
  std::size_t first_v_;
  std::vector<Pose<double>> X_WL_;
  std::vector<double> J_, J_r_, tau_, at_rest_;
};

}  // namespace sinew
