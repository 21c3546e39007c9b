// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/formats/yaml/fields.h"
#include "sinew/motion/given/given_trajectory.h"
#include "sinew/motion/given/joint_list.h"

namespace sinew {

/// One motion of a file as it was read.
struct ReadMotion {
  std::vector<Trajectory::Segment> segments;
  std::optional<JointFormulas> formulas = {};
  double start = 0.0;  ///< [s] what the giver's clock shows when it begins
};

/// What all readers of motions share: the robot, the file's parameters, where the joints are, and what is wrong.
class MotionReading {
 public:
  /// `file`: its name, for messages and for files beside it.
  MotionReading(const Arm& arm, std::string file);
  MotionReading(const MotionReading&) = delete;
  MotionReading& operator=(const MotionReading&) = delete;
  ~MotionReading() = default;

  const Arm& arm() const noexcept { return arm_; }
  const JointList& joints() const noexcept { return joints_; }
  const std::string& file() const noexcept { return diagnostics_.file(); }
  Diagnostics& diagnostics() noexcept { return diagnostics_; }
  const YamlValues<double>& values() const noexcept { return values_; }
  /// The parameters as exact numbers, and the time t.
  const Names<Expr>& names() const noexcept { return names_; }
  const std::shared_ptr<ExprGraph>& graph() const noexcept { return graph_; }
  const Expr& t() const noexcept { return t_; }

  void read_parameters(const YamlNode& node);

  /// Where the joints are when the next motion begins: at `start:`, or where the last motion ended.
  const Eigen::VectorXd& here() const noexcept { return here_; }
  bool knows_here() const noexcept { return knows_here_; }
  void begin_at(const Eigen::VectorXd& q);

  /// One position per joint: a list in order, a map by names, or either as text: "0,90deg", "elbow=90deg". Joints that are
  /// not named have the values of `others`.
  std::optional<Eigen::VectorXd> positions(const YamlNode& node, const Eigen::VectorXd& others,
                                           const std::string& what);
  /// The same of positions divided by so many times; a single value is for all joints.
  std::optional<Eigen::VectorXd> rates(const YamlNode& node, int rate, const std::string& what);
  std::optional<double> seconds(const YamlNode& node, const std::string& what);
  /// Above zero.
  std::optional<double> duration(const YamlNode& node, const std::string& what);
  /// One of the words.
  std::optional<std::string> word(const YamlNode& node, const std::vector<std::string>& known, const std::string& what);

  /// A formula of t for a joint's position.
  std::optional<Expr> formula(const YamlNode& node, int joint);

  /// `make()`; what it refuses is noted at this place of the file, and nothing returned.
  template <class Make>
  auto at(SourceLine source, const Make& make) -> std::optional<decltype(make())> {
    try {
      return make();
    } catch (const InputError& e) {
      note(e, source);
      return std::nullopt;
    }
  }

 private:
  struct Entry {
    std::string name;  ///< empty: the next joint in order
    const YamlNode* value = nullptr;
  };
  std::optional<Eigen::VectorXd> by_joint(const std::vector<Entry>& entries, SourceLine source, int rate,
                                          Eigen::VectorXd values, const std::string& what);
  std::optional<Eigen::VectorXd> joint_values(const YamlNode& node, int rate, const Eigen::VectorXd& others,
                                              const std::string& what);
  void note(const InputError& error, SourceLine source);
  void read_parameter(const YamlNode::Entry& entry);

  const Arm& arm_;
  JointList joints_;
  Diagnostics diagnostics_;
  Symbols<double> symbols_;
  YamlValues<double> values_;
  std::shared_ptr<ExprGraph> graph_ = std::make_shared<ExprGraph>();
  Expr t_;
  Names<Expr> names_;
  Eigen::VectorXd here_;
  bool knows_here_ = false;
};

}  // namespace sinew
