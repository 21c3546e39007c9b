// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew_bench {

/// Medians over programs of 12 variables and 24 rows, a call each, in nanoseconds.
struct QuadraticProgramTimes {
  double ours_ns, slsqp_ns;
  double ours_warm_ns;  ///< from the active set of a program nearby
};

/// Ours beside NLopt's SLSQP on the same programs, by turns. Throws std::runtime_error if their solutions differ.
QuadraticProgramTimes time_quadratic_programs();

}  // namespace sinew_bench
