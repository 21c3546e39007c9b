// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/quantities/motion_evaluator.h"

#include <cmath>
#include <optional>

#include "sinew/analysis/matrices.h"
#include "sinew/arm/placed_wrenches.h"
#include "sinew/model/end_frame.h"

namespace sinew {
namespace {

bool is_scalar(const MotionQuantity& quantity) {
  return std::holds_alternative<EnergyPart>(quantity) || std::holds_alternative<TotalPower>(quantity) ||
         std::holds_alternative<FrameMagnitude>(quantity);
}

/// The part of the frame's motion that a quantity needs, if it needs one.
std::optional<FramePart> frame_part(const MotionQuantity& quantity) {
  if (const auto* part = std::get_if<FramePart>(&quantity)) return *part;
  if (const auto* magnitude = std::get_if<FrameMagnitude>(&quantity)) return magnitude->of;
  return std::nullopt;
}

[[noreturn]] void refuse_time(const Model<double>& model, double t) {
  refuse(model.name(), "at t = " + shown(t) + " s the motion is so fast that its forces are no finite numbers",
         "give the motion more time, or correct it");
}

}  // namespace

int size_of(const MotionQuantity& quantity, const Model<double>& model) {
  if (is_scalar(quantity)) return 1;
  if (const auto* part = std::get_if<FramePart>(&quantity)) return *part == FramePart::Quaternion ? 4 : 3;
  return std::holds_alternative<LinkVector>(quantity) ? 3 : model.velocity_count();
}

void check_motion(const RobotMotion& motion) {
  const Model<double>& model = motion.arm.model();
  if (model.floating_base())
    refuse(model.name(), "its base floats, and a trajectory moves joints alone",
           "leave --floating-base out, or compute the states of a file with `sinew torque --states`");
  if (motion.trajectory->joint_count() != model.velocity_count())
    refuse(model.name(),
           "it has " + std::to_string(model.velocity_count()) + " joints and the trajectory " +
               std::to_string(motion.trajectory->joint_count()),
           "give every joint its motion");
}

/// The working memory of one thread, and which parts of it the quantities need.
class MotionEvaluator::Work {
 public:
  Work(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities)
      : model_(motion.arm.model()),
        trajectory_(*motion.trajectory),
        keep_alive_(motion),
        quantities_(quantities),
        pulls_(model_, motion.wrenches),
        loads_(numbers::own_loads(model_)),
        frame_(model_.frame(motion.frame.empty() ? end_frame(model_) : motion.frame)),
        place_{frame_.link, frame_.X_LF.p},
        link_axes_world_(motion.axes == VectorAxes::World),
        frame_axes_own_(motion.axes == VectorAxes::Own),
        sample_(trajectory_.sample()),
        work_(model_),
        tau_(at_zero()),
        traced_tau_(tau_),
        links_(sinew::at(model_.link_count())),
        shares_(sinew::at(model_.velocity_count())),
        J_(RowMatrix::Zero(6, model_.velocity_count())),
        Jd_(J_) {
    for (const MotionQuantity& quantity : quantities_) note_needs(quantity);
    has_wrenches_ = !motion.wrenches.empty();
    if (has_wrenches_) external_forces(model_, sample_.q, motion.wrenches);  // throws for numbers that are not finite
  }

  void compute(double t) {
    trajectory_.at(t, sample_);
    if (needs_torque_ || needs_trace_) find_loads();
    const In<double> q = in(sample_.q), qd = in(sample_.qd), qdd = in(sample_.qdd);
    if (needs_torque_) numbers::torque(model_, q, qd, qdd, loads_, work_, out(tau_));
    if (needs_trace_) numbers::trace(model_, {q, qd, qdd}, loads_, work_, {links_, shares_, out(traced_tau_)});
    if (needs_energy_) energy_ = numbers::energy(model_, q, qd, model_.gravity(), work_);
    if (needs_frame_motion_) {
      find_frame_motion();
    } else if (needs_poses_) {
      numbers::poses(model_, q, work_, work_.jacobian.X_WL, work_.jacobian.X_WB);
    }
  }

  void write(Out<double> row) {
    double* to = row.data();
    for (const MotionQuantity& quantity : quantities_) std::visit([&](const auto& of) { to = put(of, to); }, quantity);
  }

  void check(double t, In<double> row) const {
    if (numbers_are_finite(row)) return;
    refuse_time(model_, t);
  }

 private:
  static bool numbers_are_finite(In<double> row) {
    double sum = 0.0;
    for (const double x : row) sum += x * 0.0;
    return sum == 0.0;
  }

  Eigen::VectorXd at_zero() const { return Eigen::VectorXd::Zero(model_.velocity_count()); }

  void note_needs(const MotionQuantity& quantity) {
    const std::optional<FramePart> part = frame_part(quantity);
    const bool is_link_vector = std::holds_alternative<LinkVector>(quantity);
    needs_torque_ = needs_torque_ || std::holds_alternative<JointTorques>(quantity) ||
                    std::holds_alternative<JointPowers>(quantity) || std::holds_alternative<TotalPower>(quantity);
    needs_trace_ = needs_trace_ || is_link_vector || std::holds_alternative<TorqueShare>(quantity);
    needs_energy_ = needs_energy_ || std::holds_alternative<EnergyPart>(quantity);
    needs_poses_ = needs_poses_ || part || (is_link_vector && link_axes_world_);
    needs_frame_motion_ = needs_frame_motion_ || (part && *part >= FramePart::AngularVelocity);
  }

  void find_loads() {
    if (!has_wrenches_) return;
    pulls_.read(model_, in(sample_.q));
    loads_.external = pulls_.on_links;
  }

  /// The twist and its derivative, as `Arm::motion` finds them.
  void find_frame_motion() {
    numbers::jacobian_rate(model_, in(sample_.q), in(sample_.qd), place_, work_, out(Jd_));
    numbers::jacobian(model_, in(sample_.q), place_, work_, out(J_));
    rate_.noalias() = J_ * sample_.qd;
    gain_.noalias() = J_ * sample_.qdd;
    gain_.noalias() += Jd_ * sample_.qd;
  }

  static double* put(const Vec3<double>& v, double* to) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    return to + 3;
  }
  static double* put(const Eigen::VectorXd& v, double* to) {
    for (Eigen::Index i = 0; i < v.size(); ++i) to[i] = v[i];
    return to + v.size();
  }

  double* put(const JointSeries& of, double* to) const { return put(sample_.*of.of, to); }
  double* put(const JointTorques&, double* to) const { return put(tau_, to); }
  double* put(const TorqueShare& of, double* to) const {
    for (const TorqueParts<double>& share : shares_) *to++ = share.*of.of;
    return to;
  }
  double* put(const LinkVector& of, double* to) const {
    const Vec3<double> v = of.of(links_[sinew::at(of.link)]);
    if (!link_axes_world_) return put(v, to);
    return put(work_.jacobian.X_WL[sinew::at(of.link)].R * (model_.own_frame(of.link).R * v), to);
  }
  double* put(EnergyPart part, double* to) const {
    const Energy<double>& e = energy_;
    *to = part == EnergyPart::Kinetic     ? e.kinetic
          : part == EnergyPart::Potential ? e.potential
          : part == EnergyPart::Springs   ? e.springs
                                          : e.kinetic + e.potential + e.springs;
    return to + 1;
  }
  double* put(const JointPowers&, double* to) const {
    for (Eigen::Index i = 0; i < tau_.size(); ++i) to[i] = tau_[i] * sample_.qd[i];
    return to + tau_.size();
  }
  double* put(const TotalPower&, double* to) const {
    *to = tau_.dot(sample_.qd);
    return to + 1;
  }
  double* put(FramePart part, double* to) const {
    const Pose<double> X_WF = work_.jacobian.pose(frame_.link) * frame_.X_LF;
    const auto seen = [&](const Eigen::Vector3d& v) {
      return frame_axes_own_ ? X_WF.R.inverse_times(vec3(v)) : vec3(v);
    };
    switch (part) {
      case FramePart::Position:
        return put(X_WF.p, to);
      case FramePart::RollPitchYaw: {
        const RollPitchYaw<double> a = roll_pitch_yaw(X_WF.R);
        return put(Vec3<double>{a.roll, a.pitch, a.yaw}, to);
      }
      case FramePart::Quaternion: {
        const Quaternion<double> p = quaternion(X_WF.R);
        to = put(Vec3<double>{p.x, p.y, p.z}, to);
        *to = p.w;
        return to + 1;
      }
      case FramePart::AngularVelocity:
        return put(seen(rate_.head<3>()), to);
      case FramePart::Velocity:
        return put(seen(rate_.tail<3>()), to);
      case FramePart::AngularAcceleration:
        return put(seen(gain_.head<3>()), to);
      case FramePart::Acceleration:
        return put(seen(gain_.tail<3>()), to);
    }
    return to;
  }

  double* put(const FrameMagnitude& of, double* to) const {
    double v[4] = {};
    const double* end = put(of.of, v);
    double sum = 0.0;
    for (const double* x = v; x != end; ++x) sum += *x * *x;
    *to = std::sqrt(sum);
    return to + 1;
  }

  const Model<double>& model_;
  const Trajectory& trajectory_;
  RobotMotion keep_alive_;  ///< shares the robot and the trajectory
  std::vector<MotionQuantity> quantities_;
  PlacedWrenches<double> pulls_;
  bool has_wrenches_ = false;
  Loads<double> loads_;
  Frame<double> frame_;
  PointOnLink<double> place_;
  bool link_axes_world_, frame_axes_own_;
  bool needs_torque_ = false, needs_trace_ = false, needs_energy_ = false, needs_poses_ = false,
       needs_frame_motion_ = false;
  MotionSample sample_;
  Workspace work_;
  Eigen::VectorXd tau_, traced_tau_;
  std::vector<LinkTrace<double>> links_;
  std::vector<TorqueParts<double>> shares_;
  Energy<double> energy_;
  RowMatrix J_, Jd_;
  Eigen::Matrix<double, 6, 1> rate_, gain_;
};

MotionEvaluator::MotionEvaluator(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities) {
  check_motion(motion);
  work_ = std::make_unique<Work>(motion, quantities);
  for (const MotionQuantity& quantity : quantities) size_ += size_of(quantity, motion.arm.model());
}
MotionEvaluator::~MotionEvaluator() = default;

void MotionEvaluator::at(double t, Out<double> row) {
  if (row.size() != sinew::at(size_))
    refuse("motion", "a row has room for " + std::to_string(row.size()) + " numbers", "give it as many as size() says");
  work_->compute(t);
  work_->write(row);
  work_->check(t, row);
}

}  // namespace sinew
