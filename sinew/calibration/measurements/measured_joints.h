// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/model.h"
#include "sinew/units/units.h"

namespace sinew {

/// A joint as files of measurements have it.
struct MeasuredJoint {
  std::string name;
  Dimension dimension;  ///< of its position
  Limits limits;
  bool moves_frame = false;  ///< the measured frame hangs on it, so that its position must be known
};

/// The joints of a robot in the order of q, of which one frame is measured.
class MeasuredJoints {
 public:
  /// The end of the arm where `frame` is empty. Throws InputError for a floating base, and for a frame that nothing
  /// moves.
  MeasuredJoints(const Model<double>& model, const std::string& frame);

  int count() const noexcept { return static_cast<int>(joints_.size()); }
  const MeasuredJoint& operator[](int i) const { return joints_[static_cast<std::size_t>(i)]; }
  const std::string& frame() const noexcept { return frame_; }

  /// By its own name, or by its number, q1, q2, …, where no joint is called so.
  std::optional<int> find(std::string_view name) const;
  /// "panda has no joint 'elbo'", or why the joint has no position of its own.
  std::string no_such_joint(const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  const Model<double>& model_;
  std::string frame_;
  std::vector<MeasuredJoint> joints_;
};

}  // namespace sinew
