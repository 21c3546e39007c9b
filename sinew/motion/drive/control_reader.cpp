// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>
#include <utility>

#include "sinew/motion/drive/control_law.h"
#include "sinew/motion/drive/drive_readers.h"

namespace sinew {
namespace {

/// Torque or force per position that was divided by time so many times.
Dimension gain_dimension(const DrivenJoints& joints, std::size_t joint, int rate) {
  return joints.effort(joint) / joints.position(joint) * dimension::time.to_the(rate);
}

class ControlReader {
 public:
  ControlReader(const YamlNode& node, DriveReading& reading)
      : reading_(reading), fields_(node, "control", reading.diagnostics()), node_(node) {}

  std::unique_ptr<TorquePart> read() {
    if (!node_.is(YamlNode::Kind::Map)) return nullptr;
    const YamlNode* law = fields_.find("law");
    if (law == nullptr) {
      reading_.diagnostics().error(node_.source, "the control has no law",
                                   "write `law: pd`, computed-torque, impedance or cartesian-impedance");
      return nullptr;
    }
    const auto word = reading_.word(*law, {"pd", "computed-torque", "impedance", "cartesian-impedance"}, "law");
    if (!word) return nullptr;
    const std::optional<Reference> reference = reading_.reference(fields_.find("reference"));
    const std::optional<bool> friction = flag("friction", false);
    std::unique_ptr<TorquePart> part;
    if (reference && friction) {
      const Arm arm = *friction ? reading_.arm() : reading_.arm().without({.friction = true});
      part = *word == "cartesian-impedance" ? cartesian(arm, *reference) : joint_law(*word, arm, *reference);
    }
    if (!reference || !friction) return nullptr;
    fields_.refuse_the_rest();
    return part;
  }

 private:
  std::optional<bool> flag(const char* key, bool otherwise) {
    const YamlNode* node = fields_.find(key);
    return node == nullptr ? otherwise : reading_.values().flag(*node, key);
  }

  const YamlNode* needed(const char* key, const char* example) {
    const YamlNode* node = fields_.find(key);
    if (node == nullptr)
      reading_.diagnostics().error(node_.source, std::string("the law needs `") + key + "`",
                                   std::string("write `") + key + ": " + example + "`");
    return node;
  }

  /// Gains of the joints that are not below zero.
  std::optional<std::vector<double>> gains(const YamlNode* node, const char* key, int rate) {
    if (node == nullptr) return std::nullopt;
    auto values =
        reading_.by_joint(*node, key, 0.0, [&](std::size_t j) { return gain_dimension(reading_.joints(), j, rate); });
    if (values)
      for (const double value : *values)
        if (value < 0.0) {
          reading_.diagnostics().error(node->source, std::string("the ") + key + " is " + shown(value),
                                       "give a gain that is not below zero: a negative one drives the joint away");
          return std::nullopt;
        }
    return values;
  }

  std::optional<JointGains> spring_and_damper(bool may_integrate) {
    const auto stiffness = gains(needed("stiffness", "[100 N*m/rad, 50 N*m/rad]"), "stiffness", 0);
    const auto damping = gains(needed("damping", "[20 N*m*s/rad, 10 N*m*s/rad]"), "damping", 1);
    JointGains all;
    if (const YamlNode* integral = may_integrate ? fields_.find("integral") : nullptr) {
      const auto gain = gains(integral, "integral", -1);
      if (!gain) return std::nullopt;
      all.integral = *gain;
      integrates_at_ = integral->source;
    }
    if (!stiffness || !damping) return std::nullopt;
    all.stiffness = *stiffness;
    all.damping = *damping;
    return all;
  }

  /// `frequency` and `damping_ratio` of the error that computed torque leaves.
  std::optional<JointGains> error_dynamics() {
    constexpr Dimension per_time{0, 0, -1, 0};
    const YamlNode* frequency = needed("frequency", "5 rad/s");
    const YamlNode* ratio = fields_.find("damping_ratio");
    if (frequency == nullptr) return std::nullopt;
    const auto w =
        reading_.by_joint(*frequency, "frequency", 0.0, [&](std::size_t) { return dimension::angle * per_time; });
    const std::optional<double> zeta =
        ratio == nullptr ? 1.0 : reading_.number(*ratio, "damping_ratio", dimension::none, 0.0);
    if (!w || !zeta) return std::nullopt;
    JointGains all;
    for (const double one : *w) {
      if (one < 0.0) {
        reading_.diagnostics().error(frequency->source, "the frequency is " + shown(one) + " rad/s",
                                     "give one that is not below zero, such as 5 rad/s");
        return std::nullopt;
      }
      all.stiffness.push_back(one * one);
      all.damping.push_back(2.0 * *zeta * one);
    }
    return all;
  }

  std::unique_ptr<TorquePart> joint_law(const std::string& word, const Arm& arm, const Reference& reference) {
    const std::optional<bool> gravity = word == "pd" ? flag("gravity", true) : true;
    const std::optional<JointGains> gains =
        word == "computed-torque" ? error_dynamics() : spring_and_damper(word == "pd");
    if (!gravity || !gains) return nullptr;
    const JointLaw law = word == "pd"                ? JointLaw::Pd
                         : word == "computed-torque" ? JointLaw::ComputedTorque
                                                     : JointLaw::Impedance;
    return std::make_unique<JointControl>(law, arm, *gains, reference, *gravity);
  }

  /// `{rotation: …, translation: …}`, each one number or three.
  bool read_pair(const YamlNode* node, const char* what, int rate, Vec3<double>& rotation, Vec3<double>& translation) {
    if (node == nullptr) return false;
    YamlFields parts(*node, what, reading_.diagnostics());
    const Dimension of_force = dimension::force / dimension::length * dimension::time.to_the(rate),
                    of_moment = dimension::torque / dimension::angle * dimension::time.to_the(rate);
    const bool read =
        read_axes(parts.find("rotation"), std::string(what) + " of rotation", of_moment, rotation) &&
        read_axes(parts.find("translation"), std::string(what) + " of translation", of_force, translation);
    if (node->is(YamlNode::Kind::Map)) parts.refuse_the_rest();
    return read && node->is(YamlNode::Kind::Map);
  }

  /// Zero where nothing is said.
  bool read_axes(const YamlNode* node, const std::string& what, const Dimension& wanted, Vec3<double>& axes) {
    if (node == nullptr) return true;
    const auto three = node->is(YamlNode::Kind::Sequence) ? reading_.values().vec3(*node, wanted, what)
                                                          : std::optional<Vec3<double>>();
    const auto one =
        node->is(YamlNode::Kind::Sequence) ? std::optional<double>() : reading_.number(*node, what, wanted, 0.0);
    if (three) axes = *three;
    if (one) axes = {*one, *one, *one};
    if (axes.x >= 0.0 && axes.y >= 0.0 && axes.z >= 0.0) return three || one;
    reading_.diagnostics().error(node->source, "the " + what + " has a number below zero",
                                 "a negative gain drives the frame away; correct it");
    return false;
  }

  std::unique_ptr<TorquePart> cartesian(const Arm& arm, const Reference& reference) {
    CartesianGains gains;
    const YamlNode* frame = needed("frame", "tip");
    const bool stiff = read_pair(needed("stiffness", "{rotation: 20 N*m/rad, translation: 500 N/m}"), "stiffness", 0,
                                 gains.rotational_stiffness, gains.stiffness);
    const bool damped = read_pair(needed("damping", "{rotation: 2 N*m*s/rad, translation: 50 N*s/m}"), "damping", 1,
                                  gains.rotational_damping, gains.damping);
    const std::optional<bool> gravity = flag("gravity", true);
    bool whole = stiff && damped && gravity && frame != nullptr;
    if (const YamlNode* joints = fields_.find("joint_damping")) {
      const auto read = this->gains(joints, "joint_damping", 1);
      whole = whole && read;
      if (read) gains.joint_damping = *read;
    }
    if (!whole) return nullptr;
    auto made = reading_.at_line(frame->source, [&] {
      return std::make_unique<CartesianControl>(arm, frame->text, gains, reference, *gravity);
    });
    return made ? std::move(*made) : nullptr;
  }

 public:
  /// Where an integral is asked for: it needs samples.
  std::optional<SourceLine> integrates_at() const { return integrates_at_; }

 private:
  DriveReading& reading_;
  YamlFields fields_;
  const YamlNode& node_;
  std::optional<SourceLine> integrates_at_;
};

}  // namespace

std::unique_ptr<TorquePart> read_control(const YamlNode& node, bool is_sampled, DriveReading& reading) {
  ControlReader reader(node, reading);
  std::unique_ptr<TorquePart> part = reader.read();
  if (!is_sampled && reader.integrates_at())
    reading.diagnostics().error(*reader.integrates_at(), "an integral needs a controller that runs at samples",
                                "write `sampling: 1 ms` at the top of the file");
  return part;
}

}  // namespace sinew
