// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sinew/readings/numbers.h"

namespace sinew {

/// Something about q that a redundant arm can improve while it does its task: room to its limits, distance to obstacles.
class Objective {
 public:
  Objective() = default;
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;
  virtual ~Objective() = default;

  virtual std::string name() const = 0;
  /// Is more better, as of manipulability, or less, as of H_range?
  virtual bool more_is_better() const = 0;
  /// H(q), and ∂H/∂q, analytic, into `gradient`: one number per velocity. Allocates nothing.
  virtual double evaluate(In<double> q, Out<double> gradient) = 0;
};

}  // namespace sinew
