// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>
#include <utility>
#include <vector>

#include "sinew/calibration/chain/chain_builder.h"
#include "sinew/calibration/chain/formula_pose.h"
#include "sinew/formats/change_robot.h"
#include "sinew/formats/yaml/reader.h"

namespace sinew {
namespace {

/// The robot with its named parameters as symbols.
RobotDescription<Expr> read_with_symbols(const SourceText& source, const ReadOptions& options, ExprGraph& graph) {
  Diagnostics diagnostics(source.file);
  RobotDescription<Expr> robot = read_sinew_yaml<Expr>(
      source, options, [&](const std::string& name, double) { return graph.symbol(name); }, diagnostics);
  diagnostics.throw_if_errors();
  const std::optional<Tree> tree = find_tree(robot, diagnostics);
  diagnostics.throw_if_errors();
  if (options.changes.any()) apply(options.changes, robot, *tree, diagnostics);
  diagnostics.throw_if_errors();
  return robot;
}

/// A number as the file would have it, with all its digits.
std::string value_text(double value, const std::string& unit) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return std::string(digits, end) + (unit.empty() ? "" : " " + unit);
}

/// Those of the symbols that move the frame behind any of these displacements.
std::vector<const Symbol*> moving_symbols(const std::shared_ptr<ExprGraph>& graph,
                                          const std::vector<Pose<Expr>>& poses) {
  FormulaPose::Symbols all;
  for (const Symbol& symbol : graph->symbols()) all.emplace_back(&symbol, static_cast<int>(all.size()));
  std::vector<bool> moves(all.size(), false);
  for (const Pose<Expr>& X : poses) {
    const FormulaPose formula(graph, X, all);
    for (const auto& [symbol, number] : formula.symbols()) moves[static_cast<std::size_t>(number)] = true;
  }
  std::vector<const Symbol*> found;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (moves[k]) found.push_back(all[k].first);
  return found;
}

/// A chain by the formulas of its file.
class FileChain {
 public:
  FileChain(const SourceText& source, const ReadOptions& options, const std::string& frame)
      : builder_(load_robot(source, options), frame), graph_(std::make_shared<ExprGraph>()) {
    if (builder_.description().parameters.empty())
      refuse(source.file, "the file names no parameters that could be calibrated",
             "name its lengths and angles under `parameters`, or calibrate a DH table or poses: --by dh, --by poses");
    robot_ = read_with_symbols(source, options, *graph_);
    read_poses();
    add_parameters();
    builder_.parts().reread = [source, options, named = named_](const Eigen::VectorXd& values) {
      ReadOptions changed = options;
      for (const auto& [parameter, number] : named)
        changed.parameters[parameter.name] = value_text(values[number], parameter.unit);
      return load_robot(source, changed).description;
    };
  }

  CalibrationChain make() {
    for (std::size_t i = 0; i < builder_.path().joints.size(); ++i) {
      const Rotation<double> R_JZ = rotation_taking_z_along<double>(builder_.joint(i).axis);
      add(to_joint_[i]);
      builder_.add_fixed({R_JZ, {}});
      builder_.add_joint(i, -1);
      builder_.add_fixed({R_JZ.inverse(), {}});
      add(behind_joint_[i]);
      builder_.end_link({});
    }
    add(to_frame_);
    return builder_.finish({});
  }

 private:
  void read_poses() {
    const ChainPath& path = builder_.path();
    for (const ChainPath::MovingJoint& moving : path.joints) {
      const JointDescription<Expr>& joint = robot_.joints[static_cast<std::size_t>(moving.joint)];
      to_joint_.push_back(over_fixed_joints(moving.fixed) * joint.X_PJ);
      behind_joint_.push_back(joint.X_JC);
    }
    to_frame_ = over_fixed_joints(path.fixed);
    if (path.end_kind == ChainPath::EndKind::Frame)
      to_frame_ = to_frame_ * robot_.frames[static_cast<std::size_t>(path.end)].X_LF;
  }

  void add_parameters() {
    std::vector<Pose<Expr>> poses = to_joint_;
    poses.insert(poses.end(), behind_joint_.begin(), behind_joint_.end());
    poses.push_back(to_frame_);
    const std::vector<const Symbol*> moving = moving_symbols(graph_, poses);
    for (const ParameterDescription& parameter : builder_.description().parameters)
      for (const Symbol* symbol : moving) {
        if (symbol->name != parameter.name) continue;
        const std::optional<Unit> unit = parse_unit(parameter.unit);
        const int number = builder_.new_parameter({.name = parameter.name,
                                                   .dimension = unit ? unit->dimension : dimension::none,
                                                   .nominal = parameter.value,
                                                   .typical_error = 1e-3,
                                                   .group = "parameter"});
        symbols_.emplace_back(symbol, number);
        named_.emplace_back(parameter, number);
      }
  }

  Pose<Expr> over_fixed_joints(const std::vector<int>& joints) const {
    Pose<Expr> X;
    for (const int j : joints) {
      const JointDescription<Expr>& fixed = robot_.joints[static_cast<std::size_t>(j)];
      X = X * fixed.X_PJ * fixed.X_JC;
    }
    return X;
  }

  void add(const Pose<Expr>& X) {
    auto formula = std::make_shared<const FormulaPose>(graph_, X, symbols_);
    if (formula->symbols().empty()) {
      std::vector<FormulaPose::Mover> none;
      builder_.add_fixed(formula->at({}, none));
    } else {
      builder_.add({.kind = ChainStep::Kind::Formula, .formula = std::move(formula)});
    }
  }

  ChainBuilder builder_;
  std::shared_ptr<ExprGraph> graph_;
  RobotDescription<Expr> robot_;
  std::vector<Pose<Expr>> to_joint_, behind_joint_;
  Pose<Expr> to_frame_;
  FormulaPose::Symbols symbols_;
  std::vector<std::pair<ParameterDescription, int>> named_;
};

}  // namespace

CalibrationChain make_chain_of_file_parameters(const SourceText& source, const ReadOptions& read_options,
                                               const std::string& frame) {
  return FileChain(source, read_options, frame).make();
}

}  // namespace sinew
