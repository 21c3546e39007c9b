// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/calibration/problem/unknowns.h"
#include "sinew/equations/document.h"

namespace sinew {

/// What a regressor is to show.
struct RegressorChoice {
  bool orientation = true;   ///< rows rx, ry, rz as well; false: the position alone is measured
  bool all_lengths = false;  ///< lengths that are known stay symbols, too; otherwise they are numbers
};

/// The regressor Φ of Δr = Φ(q)·Δψ in closed form, and the page that derives it.
///
/// r = f(ψ, q) is the pose of the chain's frame in W, ψ the unknowns. Φ = ∂f/∂ψ is evaluated in nominal conditions,
/// with the lengths that are not zero as symbols: see `SymbolicChain`.
struct RegressorEquations {
  std::shared_ptr<ExprGraph> graph;  ///< owner of every expression here
  std::vector<std::string> unknowns;
  Pose<Expr> nominal;  ///< f in nominal conditions
  /// For each unknown, how it moves the frame: x, y, z of its origin, then its angular velocity about W's axes, rx, ry,
  /// rz.
  std::vector<std::array<Expr, 6>> columns;
  std::map<std::string, double> values;  ///< of the symbols that are in them, in SI
  EquationDocument document;
};

/// Throws InputError for an unknown that no parameter of the chain stands behind, such as one of a place.
RegressorEquations regressor_equations(const CalibrationChain& chain, std::span<const Unknown> unknowns,
                                       const RegressorChoice& choice = {});

}  // namespace sinew
