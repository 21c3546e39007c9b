// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/formats/states_csv.h"
#include "sinew/model/model.h"

namespace sinew {

/// The joints that a trajectory moves, under the names that files and options have for them: their own, or q1, q2, … in
/// order.
class JointList {
 public:
  /// InputError for a floating base, whose pose is no list of numbers that could be interpolated one by one.
  explicit JointList(const Model<double>& model);

  int count() const noexcept { return static_cast<int>(joints_.size()); }
  const std::string& robot() const noexcept { return robot_; }
  const std::string& name(int joint) const { return joints_[static_cast<std::size_t>(joint)].name; }
  /// Of its position.
  const Dimension& dimension(int joint) const { return joints_[static_cast<std::size_t>(joint)].dimension; }
  /// Of its position divided by so many times.
  Dimension dimension(int joint, int rate) const;

  /// By its own name; by its number where no joint is called so.
  std::optional<int> find(std::string_view name) const;
  /// "two_link has no joint 'elbo'", or why the joint has no position of its own.
  std::string no_such_joint(const std::string& name) const;
  /// "did you mean 'elbow'?"
  std::string nearest(const std::string& name) const;
  /// "shoulder, elbow"
  std::string names() const;

 private:
  const Model<double>& model_;
  std::string robot_;
  std::vector<StateNumber> joints_;
};

}  // namespace sinew
