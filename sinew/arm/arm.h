// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/analysis/base_parameters.h"
#include "sinew/analysis/cartesian_dynamics.h"
#include "sinew/analysis/gravity_bound.h"
#include "sinew/analysis/jacobian_analysis.h"
#include "sinew/analysis/stiction.h"
#include "sinew/analysis/structure_report.h"
#include "sinew/arm/wrench.h"
#include "sinew/formats/load.h"
#include "sinew/readings/workspace_pool.h"

namespace sinew {

/// In whose axes a velocity or a Jacobian has its numbers.
struct Axes {
  std::string of =
      "world";  ///< "world": W's; "own": those of the frame itself; else a name, as `reference_frame` has it

  static Axes world() { return {}; }
  static Axes own() { return {"own"}; }
};

/// Rates of Euler angles in place of an angular velocity.
enum class EulerAngles { RollPitchYaw, Zyz };

/// A frame's motion as seen from W.
struct FrameMotion {
  Eigen::Vector3d angular_velocity, velocity, angular_acceleration, acceleration;
};

/// Everything about one state's inverse dynamics; vectors in each link's own frame.
struct Trace {
  std::vector<LinkTrace<double>> links;      ///< one per moving link
  std::optional<LinkTrace<double>> base;     ///< of a floating base; f and n are what τ gives it
  std::vector<TorqueParts<double>> torques;  ///< one per velocity
  Eigen::VectorXd tau;
};

struct EnergyReport {
  Energy<double> total;
  std::vector<BodyEnergy<double>> links;
  std::optional<BodyEnergy<double>> base;  ///< where it floats
};

/// dT/dt + dU/dt = q̇ᵀ·τ − friction + external: both sides, in W.
struct PowerBalance {
  double kinetic_rate = 0.0, potential_rate = 0.0;  ///< potential: gravity and springs
  double joints = 0.0, friction = 0.0, external = 0.0;
  double residual() const { return kinetic_rate + potential_rate - joints + friction - external; }
};

struct StaticsReport {
  Eigen::VectorXd tau;            ///< what the joints must hold with
  Eigen::VectorXd from_wrenches;  ///< of which −Σ Jᵀ·W
  Eigen::VectorXd from_gravity;   ///< and against gravity
  Eigen::VectorXd from_springs;
  bool in_equilibrium = false;               ///< nothing to hold: every τ is zero to round-off
  std::vector<LinkTrace<double>> reactions;  ///< f, n of each joint; the rest is zero
  std::optional<LinkTrace<double>> base;     ///< of a floating base: what must hold it
};

/// One robot and everything that can be asked of it, with Eigen's vectors. Copies share the robot, and so does an Arm that was
/// moved from: there is none without a robot.
///
/// Every call checks its input and throws InputError. Calls may come from any number of threads at once.
/// q, qd, qdd, tau are in the order of `joint_names()`; with a floating base its seven (six) numbers come first.
class Arm {
 public:
  explicit Arm(Model<double> model);
  /// A robot that was read; only of its description can more be changed than `without` and `with_gravity` do.
  explicit Arm(LoadedRobot loaded);
  /// The same of a robot that others use as well: it is shared, not copied.
  explicit Arm(const std::shared_ptr<const LoadedRobot>& loaded);
  Arm(const Arm&) = default;
  Arm& operator=(const Arm&) = default;
  ~Arm() = default;

  const Model<double>& model() const noexcept { return *robot_->model; }
  int position_count() const noexcept { return model().position_count(); }
  int velocity_count() const noexcept { return model().velocity_count(); }
  /// Of the independent joints, in the order of q.
  std::vector<std::string> joint_names() const;

  /// The same robot with something changed about it, as the options of every command do. Throws InputError where that does
  /// not fit the robot, or where the Arm was made of a Model alone.
  Arm changed(const RobotChanges& changes) const;
  /// Joints held at a position [rad or m], which leave q: arm.locked({{"panda_finger_joint1", 0.04}}).
  Arm locked(const std::vector<LockedJoint>& joints) const;
  /// Holding a body: arm.with_payload({.mass = 2.5, .com = {0, 0, 0.08}}).
  Arm with_payload(const Payload& payload) const;
  /// With the frame `tool` at this pose of the end of the arm, which is then where the arm ends.
  Arm with_tool(const Pose<double>& X_ET) const;
  /// The same robot without some of its parts.
  Arm without(const Without& parts) const;
  /// The same robot under another gravity [m/s², in W].
  Arm with_gravity(const Eigen::Vector3d& gravity) const;

  // where and how it moves
  Pose<double> pose(const Eigen::VectorXd& q, std::string_view frame) const;
  FrameMotion motion(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd,
                     std::string_view frame, const Axes& axes = Axes::world(),
                     const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) const;
  /// 6×n, angular over linear, of a point given in the frame.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q, std::string_view frame, const Axes& axes = Axes::world(),
                           const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) const;
  /// Its time derivative, entry by entry: in own axes that of the components in the moving axes.
  Eigen::MatrixXd jacobian_rate(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, std::string_view frame,
                                const Axes& axes = Axes::world(),
                                const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) const;
  /// With the rates of Euler angles on top. Throws where the angles are singular.
  Eigen::MatrixXd analytic_jacobian(const Eigen::VectorXd& q, std::string_view frame,
                                    EulerAngles angles = EulerAngles::RollPitchYaw,
                                    const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) const;

  // dynamics
  Eigen::VectorXd torque(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd,
                         const std::vector<Wrench>& wrenches = {}) const;
  Eigen::VectorXd acceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& tau,
                               const std::vector<Wrench>& wrenches = {}) const;
  /// What dry friction does at the joints that are at rest, which `acceleration` leaves out with sgn(0) = 0.
  Stiction stiction(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& tau,
                    const std::vector<Wrench>& wrenches = {}) const;
  Trace trace(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd,
              const std::vector<Wrench>& wrenches = {}) const;
  StaticsReport statics(const Eigen::VectorXd& q, const std::vector<Wrench>& wrenches) const;

  Eigen::MatrixXd mass_matrix(const Eigen::VectorXd& q) const;
  Eigen::MatrixXd inverse_mass_matrix(const Eigen::VectorXd& q) const;
  /// c(q, q̇).
  Eigen::VectorXd coriolis_torque(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) const;
  /// C(q, q̇), with Ṁ − 2C skew-symmetric.
  Eigen::MatrixXd coriolis_matrix(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) const;
  /// Γ(i, j, k): matrix k holds rows i and columns j.
  std::vector<Eigen::MatrixXd> christoffel_symbols(const Eigen::VectorXd& q) const;
  /// Craig's B(q): columns for q̇₁q̇₂, q̇₁q̇₃, ..., q̇ₙ₋₁q̇ₙ.
  Eigen::MatrixXd coriolis_coefficients(const Eigen::VectorXd& q) const;
  /// Craig's C(q): columns for q̇₁², ..., q̇ₙ².
  Eigen::MatrixXd centrifugal_coefficients(const Eigen::VectorXd& q) const;
  /// g(q).
  Eigen::VectorXd gravity_torque(const Eigen::VectorXd& q) const;
  /// ∂g/∂q.
  Eigen::MatrixXd gravity_stiffness(const Eigen::VectorXd& q) const;
  Eigen::VectorXd friction_torque(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) const;
  Eigen::VectorXd spring_torque(const Eigen::VectorXd& q) const;

  struct TorqueDerivatives {
    Eigen::MatrixXd by_q, by_qd, by_qdd;
  };
  TorqueDerivatives torque_derivatives(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd,
                                       const std::vector<Wrench>& wrenches = {}) const;
  struct AccelerationDerivatives {
    Eigen::MatrixXd by_q, by_qd, by_tau;
  };
  AccelerationDerivatives acceleration_derivatives(const Eigen::VectorXd& q, const Eigen::VectorXd& qd,
                                                   const Eigen::VectorXd& tau,
                                                   const std::vector<Wrench>& wrenches = {}) const;

  /// Y with (link part of τ) = Y·inertial_parameters().
  Eigen::MatrixXd regressor(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd) const;
  Eigen::VectorXd inertial_parameters() const;

  EnergyReport energy(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) const;
  PowerBalance power_balance(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd,
                             const std::vector<Wrench>& wrenches = {}) const;
  Centroid<double> centroid(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) const;

  /// A frame of the file, its link and where on it a point given in the frame lies; throws with the nearest name.
  PointOnLink<double> point_on(std::string_view frame, const Eigen::Vector3d& point = Eigen::Vector3d::Zero()) const;
  /// Whose axes are meant, of a Jacobian of `frame`; nothing for W's.
  std::optional<Frame<double>> axes_frame(const Axes& axes, std::string_view frame) const;
  /// Working memory that no other call has, for as long as the answer lives.
  WorkspacePool::Borrowed workspace() const { return WorkspacePool::Borrowed(robot_->workspaces); }

 private:
  /// What copies share.
  struct Robot {
    explicit Robot(std::shared_ptr<const Model<double>> made,
                   std::shared_ptr<const RobotDescription<double>> described = nullptr)
        : description(std::move(described)), model(std::move(made)), workspaces(*model) {}

    std::shared_ptr<const RobotDescription<double>> description;  ///< what further changes are made of; may be null
    std::shared_ptr<const Model<double>> model;
    WorkspacePool workspaces;
  };

  std::shared_ptr<const Robot> robot_;
};

/// Reads a robot file in any format that we know, or the robot of that name that ships: load("puma560").
Arm load(const std::string& path_or_name, const ReadOptions& options = {});

}  // namespace sinew
