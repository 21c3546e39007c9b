// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>

#include "sinew/calibration/chain/chain_builder.h"
#include "sinew/formats/dh_table.h"

namespace sinew {
namespace {

using StepKind = ChainStep::Kind;

/// Neighbouring axes closer to parallel than this get β: their common normal moves by metres where an axis tilts by a
/// little.
constexpr double nearly_parallel = 5.0 * std::numbers::pi / 180.0;

/// A chain by the rows of its DH table.
class DhChain {
 public:
  DhChain(const LoadedRobot& robot, const std::string& frame, const ChainOptions& options)
      : builder_(robot, frame), options_(options) {
    Diagnostics diagnostics(robot.description.file);
    const bool standard = options.model == ChainModel::StandardDh;
    const std::optional<DhTable> table =
        dh_table(description_of_path(robot.description, builder_.path()),
                 standard ? DhConvention::Standard : DhConvention::Modified, diagnostics);
    diagnostics.throw_if_errors();
    table_ = *table;
  }

  CalibrationChain make() {
    const std::size_t n = table_.rows.size();
    builder_.add_fixed(table_.base);
    for (std::size_t i = 0; i < n; ++i) {
      if (table_.convention == DhConvention::Standard)
        add_standard_row(i);
      else
        add_modified_row(i);
      builder_.end_link(table_.rows[i].after);
    }
    return builder_.finish(table_.rows.back().after * builder_.path().X_LF);
  }

 private:
  const DhRow<double>& row(std::size_t i) const { return table_.rows[i].row; }

  bool slides(std::size_t i) const { return !turns(table_.rows[i].kind); }

  /// Are the axes of joint i and of the next one nearly parallel?
  bool next_is_parallel(std::size_t i) const {
    if (!options_.minimal || i + 1 >= table_.rows.size()) return false;
    // the angle between the axes i and i + 1 stands in row i of a standard table, in row i + 1 of a modified one
    const double alpha = row(table_.convention == DhConvention::Standard ? i : i + 1).alpha;
    return std::abs(std::sin(alpha)) < std::sin(nearly_parallel);
  }

  /// Along parallel axes only the last d can be told, or that of a joint that slides.
  bool has_d(std::size_t i) const {
    if (slides(i)) return true;
    return !next_is_parallel(i) && !(i > 0 && slides(i - 1) && next_is_parallel(i - 1));
  }

  int add(StepKind kind, const char* letter, std::size_t i, double nominal) {
    const int parameter =
        builder_.add_parameter(kind, letter + std::to_string(i + 1), nominal, letter, table_.rows[i].joint);
    builder_.also_called("." + std::string(letter), i, parameter);
    return parameter;
  }

  /// Turn and slide about the joint's own axis, of which one is added to q.
  int add_along_axis(std::size_t i) {
    const int theta = add(StepKind::TurnZ, "theta", i, row(i).theta);
    int d = -1;
    if (has_d(i))
      d = add(StepKind::SlideZ, "d", i, row(i).d);
    else
      builder_.add(ChainStep::of(StepKind::SlideZ, row(i).d));
    return slides(i) ? d : theta;
  }

  /// The way across from the axis of joint k − 1 to that of joint k, or from the last one to the end of a standard
  /// table.
  double across(std::size_t k) const {
    const bool standard = table_.convention == DhConvention::Standard;
    if (standard) return k == 0 ? 0.0 : row(k - 1).a;
    return k < table_.rows.size() ? row(k).a : 0.0;
  }

  /// Of an axis along which a joint slides only the direction counts, so one of the ways to it and from it will do: the
  /// way to it, unless that is zero.
  bool has_a(std::size_t k) const {
    if (!options_.minimal) return true;
    const std::size_t count = table_.rows.size() + (table_.convention == DhConvention::Standard ? 1 : 0);
    if (k < table_.rows.size() && slides(k) && across(k) == 0.0 && k + 1 < count) return false;
    return !(k > 0 && slides(k - 1) && across(k - 1) != 0.0);
  }

  void add_a(std::size_t i, std::size_t k) {
    if (has_a(k))
      add(StepKind::SlideX, "a", i, row(i).a);
    else
      builder_.add(ChainStep::of(StepKind::SlideX, row(i).a));
  }

  void add_standard_row(std::size_t i) {
    // turns and slides along the axis commute with the joint's motion, so they may stand before it
    builder_.add_joint(i, add_along_axis(i));
    add_a(i, i + 1);
    add(StepKind::TurnX, "alpha", i, row(i).alpha);
    if (next_is_parallel(i)) add(StepKind::TurnY, "beta", i, 0.0);
  }

  void add_modified_row(std::size_t i) {
    add(StepKind::TurnX, "alpha", i, row(i).alpha);
    add_a(i, i);
    if (i > 0 && next_is_parallel(i - 1)) add(StepKind::TurnY, "beta", i, 0.0);
    builder_.add_joint(i, add_along_axis(i));
  }

  ChainBuilder builder_;
  ChainOptions options_;
  DhTable table_;
};

CalibrationChain chain_of_poses(const LoadedRobot& robot, const std::string& frame) {
  ChainBuilder builder(robot, frame);
  const std::size_t n = builder.path().joints.size();
  for (std::size_t i = 0; i < n; ++i) {
    const JointDescription<double>& joint = builder.joint(i);
    const Rotation<double> R_JZ = rotation_taking_z_along<double>(joint.axis);
    builder.add_fixed(builder.path().joints[i].X_LP * joint.X_PJ);
    builder.add_displacement(joint.name, "pose", joint.name);
    builder.add_fixed({R_JZ, {}});
    builder.add_joint(i, -1);
    builder.add_fixed(Pose<double>{R_JZ.inverse(), {}} * joint.X_JC);
    builder.end_link({});
  }
  return builder.finish(builder.path().X_LF);
}

}  // namespace

CalibrationChain make_chain(const LoadedRobot& robot, const std::string& frame, const ChainOptions& options) {
  if (options.model == ChainModel::Poses) return chain_of_poses(robot, frame);
  return DhChain(robot, frame, options).make();
}

}  // namespace sinew
