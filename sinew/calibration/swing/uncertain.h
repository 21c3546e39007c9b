// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A measured number with its standard uncertainty, in the same unit.
struct UncertainNumber {
  double value = 0.0;
  double deviation = 0.0;
};

/// What the uncertainty u(x) of one input makes of the uncertainty of a result f: |∂f/∂x|·u(x).
struct UncertaintyShare {
  std::string input;
  double deviation = 0.0;
};

/// A result with the standard uncertainty that its inputs give it, to first order and for independent inputs:
///
///     u(f)² = Σ (∂f/∂x_k)²·u(x_k)²
///
/// This is the law of propagation of uncertainty, equation 10 of JCGM 100:2008 (GUM).
struct UncertainResult {
  double value = 0.0;
  double deviation = 0.0;
  std::vector<UncertaintyShare> shares;  ///< one for each input, in the order of the inputs
};

}  // namespace sinew
