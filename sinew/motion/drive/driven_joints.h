// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/formats/states_csv.h"
#include "sinew/model/model.h"

namespace sinew {

/// The joints that can be driven, under the names that files and options have for them: their own, or q1, q2, … in
/// order. A floating base is not among them, because nothing drives it.
class DrivenJoints {
 public:
  explicit DrivenJoints(const Model<double>& model);

  std::size_t count() const noexcept { return joints_.size(); }
  std::size_t velocity_count() const noexcept { return first_ + joints_.size(); }
  const std::string& name(std::size_t joint) const { return joints_[joint].name; }
  /// N·m or N.
  const Dimension& effort(std::size_t joint) const { return joints_[joint].dimension; }
  /// rad or m.
  const Dimension& position(std::size_t joint) const { return positions_[joint]; }
  /// Its number among the velocities.
  std::size_t velocity(std::size_t joint) const { return first_ + joint; }

  /// By its own name; by its number where no joint is called so.
  std::optional<std::size_t> find(std::string_view name) const;
  /// "two_link has no joint 'elbo'", or why it has no state of its own.
  std::string no_such_joint(const std::string& name) const;
  /// "did you mean 'elbow'?"
  std::string nearest(const std::string& name) const;
  /// "shoulder, elbow"
  std::string names() const;

 private:
  const Model<double>& model_;
  std::size_t first_;
  std::vector<StateNumber> joints_;
  std::vector<Dimension> positions_;
};

}  // namespace sinew
