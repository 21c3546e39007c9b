// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {

/// Probability that χ² of so many degrees of freedom is larger than `square`; no fewer than one.
double chi_squared_beyond(int degrees_of_freedom, double square);

/// The square that χ² exceeds with this probability, between 0 and 1: 3.84 for one degree of freedom and 5 %.
double chi_squared_exceeded_with(int degrees_of_freedom, double probability);

}  // namespace sinew
