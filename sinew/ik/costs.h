// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/ik/question.h"
#include "sinew/ik/self_motion.h"

namespace sinew::ik {

/// ½·Σ ((q − start)/size)²
class Nearness : public Cost {
 public:
  Nearness(const Chain& chain, const std::vector<double>& start) : chain_(chain), start_(start) {}

  double evaluate(const double* q, double* gradient) override;

 private:
  const Chain& chain_;
  const std::vector<double>& start_;
};

/// How far q is beyond a box: ½·Σ ((q − nearest q of the box)/size)²
class BoxExcess : public Cost {
 public:
  BoxExcess(const Chain& chain, const JointBox& box) : chain_(chain), box_(box) {}

  double evaluate(const double* q, double* gradient) override;

 private:
  const Chain& chain_;
  const JointBox& box_;
};

/// Σ weight·H, each turned so that less is better.
class WeightedObjectives : public Cost {
 public:
  WeightedObjectives(const Chain& chain, int velocity_count);

  void set(std::vector<IkObjective> parts);
  bool empty() const noexcept { return parts_.empty(); }
  /// Where the joints are that the chain does not have.
  void set_others(In<double> q) { q_.assign(q.begin(), q.end()); }

  double evaluate(const double* x, double* gradient) override;
  /// Of each, as last evaluated.
  const std::vector<double>& values() const noexcept { return values_; }

 private:
  const Chain& chain_;
  std::vector<IkObjective> parts_;
  std::vector<double> q_, gradient_, values_;
};

}  // namespace sinew::ik
