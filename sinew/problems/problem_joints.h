// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/problems/problem_values.h"

namespace sinew {

/// The joints that a problem is about: a robot's, or so many that only their number is known, q1, q2, …
class ProblemJoints {
 public:
  /// The robot must outlive it.
  explicit ProblemJoints(const Arm& robot);
  ProblemJoints(int count, std::vector<std::string> names);

  bool are_a_robots() const noexcept { return robot_ != nullptr; }
  const Arm* robot() const noexcept { return robot_; }
  /// Of the robot; or joints that hang on nothing and weigh nothing, for their limits and formulas to have a place.
  const Model<double>& model() const noexcept { return robot_ ? robot_->model() : *alone_; }

  Eigen::Index count() const noexcept { return model().velocity_count(); }
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// Of the k-th time derivative of q, 0 to 2, and of τ, per entry of q̇; empty where nobody knows.
  std::vector<Dimension> dimensions(int derivative) const;
  std::vector<Dimension> effort_dimensions() const;

  /// q or q̇ from its entry: a list, one number per joint, or a map by joint name. Zero at what is not given.
  Eigen::VectorXd read_position(const YamlNode& node, const ProblemValues& values) const;
  Eigen::VectorXd read_velocity(const YamlNode& node, const ProblemValues& values) const;
  Eigen::VectorXd zero_position() const;

  /// One number per entry of q̇: a list, or a map by joint, `otherwise` for joints that it leaves out.
  std::optional<Eigen::VectorXd> read_each(const YamlNode& node, const std::string& what,
                                           const std::vector<Dimension>& dimensions, double otherwise,
                                           const ProblemValues& values) const;

  /// Which entry of q̇ a joint's name, or its number from 1, means; −1 and a note if none.
  int velocity_index(const YamlNode& node, const ProblemValues& values) const;

 private:
  Eigen::VectorXd read(const YamlNode& node, const char* what, const std::vector<std::string>& names,
                       const std::vector<Dimension>& dimensions, Eigen::VectorXd start,
                       const ProblemValues& values) const;

  const Arm* robot_ = nullptr;
  std::shared_ptr<const Model<double>> alone_;
  std::vector<std::string> names_, position_names_;
  std::vector<Dimension> position_, velocity_, effort_;
};

}  // namespace sinew
