// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "sinew/calibration/chain/chain_builder.h"
#include "sinew/formats/yaml/reader.h"

namespace sinew {
namespace {

class TransformChain {
 public:
  TransformChain(const SourceText& source, const ReadOptions& options, const std::string& frame)
      : builder_(load_robot(source, options), frame) {
    Diagnostics diagnostics(source.file);
    if (format_of(source) == RobotFormat::Yaml) chains_ = read_sinew_yaml_chains(source, options, diagnostics);
    bool is_any = false;
    for (std::size_t i = 0; i < joint_count(); ++i) is_any = is_any || has_chain(builder_.joint(i));
    if (!is_any)
      refuse(source.file, "no joint on the way to " + in_quotes(frame) + " is placed by a chain of transforms",
             "describe the robot by DH parameters or poses: --by modified, --by poses");
  }

  CalibrationChain make() {
    for (std::size_t i = 0; i < joint_count(); ++i) {
      const JointDescription<double>& joint = builder_.joint(i);
      const Rotation<double> R_JZ = rotation_taking_z_along<double>(joint.axis);
      const bool by_chain = has_chain(joint);
      builder_.add_fixed(builder_.path().joints[i].X_LP);
      if (by_chain)
        add_transforms(joint, true);
      else
        builder_.add_fixed(joint.X_PJ);
      builder_.add_fixed({R_JZ, {}});
      builder_.add_joint(i, -1);
      builder_.add_fixed({R_JZ.inverse(), {}});
      if (by_chain)
        add_transforms(joint, false);
      else
        builder_.add_fixed(joint.X_JC);
      builder_.end_link({});
    }
    return builder_.finish(builder_.path().X_LF);
  }

 private:
  std::size_t joint_count() const { return builder_.path().joints.size(); }

  static ChainStep::Kind kind_of(const ChainTransform& transform) {
    const ChainStep::Kind first = transform.turns ? ChainStep::Kind::TurnX : ChainStep::Kind::SlideX;
    return static_cast<ChainStep::Kind>(static_cast<int>(first) + transform.axis);
  }

  /// Whether its transforms are what places it: something else may have changed its poses.
  bool has_chain(const JointDescription<double>& joint) const {
    const auto chain = chains_.find(joint.child);
    if (chain == chains_.end()) return false;
    Pose<double> before, behind;
    bool moved = false;
    for (const ChainTransform& transform : chain->second) {
      Pose<double>& X = moved ? behind : before;
      X = X * elementary_pose(kind_of(transform), transform.constant);
      moved = moved || transform.is_joint;
    }
    const auto is_same = [](const Pose<double>& A, const Pose<double>& B) {
      constexpr double round_off = 1e-12;
      double worst = norm(A.p - B.p);
      for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(A.R.row(i) - B.R.row(i)));
      return worst < round_off;
    };
    return is_same(before, joint.X_PJ) && is_same(behind, joint.X_JC);
  }

  void add_transforms(const JointDescription<double>& joint, bool before) {
    bool moved = false;
    for (const ChainTransform& transform : chains_.at(joint.child)) {
      const bool is_here = moved != before;
      const ChainStep::Kind kind = kind_of(transform);
      moved = moved || transform.is_joint;
      if (!is_here) continue;
      if (transform.is_joint) {
        builder_.add_fixed(elementary_pose(kind, transform.constant));  // the joint's offset adds to it
        continue;
      }
      const std::string letters = std::string(transform.turns ? "R" : "T") + "xyz"[transform.axis];
      const int number = ++counts_[static_cast<std::size_t>(kind)];
      builder_.add_parameter(kind, letters + std::to_string(number), transform.constant, letters, joint.name);
    }
  }

  ChainBuilder builder_;
  ChainsOfLinks chains_;
  std::array<int, 6> counts_{};
};

}  // namespace

CalibrationChain make_chain_of_transforms(const SourceText& source, const ReadOptions& read_options,
                                          const std::string& frame) {
  return TransformChain(source, read_options, frame).make();
}

}  // namespace sinew
