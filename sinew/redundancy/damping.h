// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sinew {

/// How a solution gives up accuracy to stay slow near a singularity.
struct Damping {
  enum class Kind {
    None,
    Constant,  ///< μ everywhere: simple, and an error everywhere
    Variable,  ///< nothing far from a singularity, up to μ at it: μ²·(1 − (σ/region)²) where the smallest σ < region
    Filtered  ///< the same for each direction by its own σ: only what is being lost is slowed down
  };
  Kind kind = Kind::None;
  double mu = 0.0;      ///< in the units of J
  double region = 0.0;  ///< of singular values, in the units of J

  /// μ² for a direction of singular value σ.
  double squared(double sigma) const {
    if (kind == Kind::None) return 0.0;
    if (kind == Kind::Constant) return mu * mu;
    return sigma < region ? mu * mu * (1.0 - (sigma / region) * (sigma / region)) : 0.0;
  }
};

}  // namespace sinew
