// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sinew/arm/arm.h"
#include "sinew/print/figures.h"

namespace sinew {

/// What one copy of a run came to.
struct CopyResult {
  std::vector<double> rows;    ///< q, q̇ and τ of every row, one after the other; shorter where it ended sooner
  std::vector<double> end;     ///< q at its end
  std::vector<double> torque;  ///< largest size, per velocity
  std::vector<double> speed;   ///< the same of velocities
  double t = 0.0;              ///< when it ended [s]
  double gained = 0.0;         ///< energy that integration gained [J]
  std::string varied;          ///< "m2 = 1.03, q2 = 0.52": its numbers
  std::string failed;          ///< why it has no end; empty where it has one
};

/// Mean, standard deviation, least and most of numbers, and whose the most is.
struct Spread {
  double mean = 0.0, deviation = 0.0;
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
  long worst = -1;  ///< the copy whose size is largest, counted from 0
  long count = 0;
};

/// All copies together.
class CopiesReport {
 public:
  CopiesReport(const Arm& arm, std::vector<double> times, std::vector<CopyResult> copies)
      : arm_(arm), times_(std::move(times)), copies_(std::move(copies)) {}

  /// Of every row: t, how many copies got so far, and mean, deviation, least and most of q, qd, tau.
  std::string csv() const;
  std::string json() const;
  std::string page(const std::string& title, const Showing& showing) const;
  long failed_count() const;

 private:
  template <class Value>
  Spread spread(const Value& value) const;
  std::vector<std::string> columns() const;
  Spread of_row(std::size_t row, std::size_t number) const;

  Arm arm_;
  std::vector<double> times_;
  std::vector<CopyResult> copies_;
};

}  // namespace sinew
