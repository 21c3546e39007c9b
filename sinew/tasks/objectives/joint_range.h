// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/tasks/joint_limits.h"
#include "sinew/tasks/objectives/objective.h"

namespace sinew {

/// How far the joints are from the middle of their ranges:
///
///     H_range = 1/(2N)·Σ ((qᵢ − q̄ᵢ)/(q_max,i − q_min,i))²,   q̄ᵢ = ½·(q_max,i + q_min,i)
///
/// over the N joints that have a range (Liégeois 1977). A joint without one of its limits, or with both the same, has none
/// and does not count.
class JointRange : public Objective {
 public:
  /// The model must outlive it. Throws InputError if no joint has a range.
  explicit JointRange(const Model<double>& model);
  JointRange(const Model<double>& model, const JointLimits& limits);

  std::string name() const override { return "joint range"; }
  bool more_is_better() const override { return false; }
  double evaluate(In<double> q, Out<double> gradient) override;

 private:
  struct Range {
    std::size_t position, velocity;  ///< where the joint stands in q and q̇
    double middle, scale;            ///< 1/width
  };
  const Model<double>& model_;
  std::vector<Range> ranges_;
};

}  // namespace sinew
