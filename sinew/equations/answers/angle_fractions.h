// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/symbolic/ring.h"

namespace sinew {

/// Halves and other fractions of angles in the sines of formulas: cos(q2/2).
///
/// A ring knows whole multiples of its angles, and q2/2 would be one of its own that has nothing to do with q2. In finer
/// angles, q2 = 2·p with p written q2 again, all multiples are whole and the ring decides what is equal.
class AngleFractions {
 public:
  /// None of the formulas may divide by zero in its angles.
  AngleFractions(Ring& ring, const std::vector<Expr>& formulas);

  bool none() const { return parts_.empty(); }
  /// Are there some that were left alone, because they are too small: cos(0.37·q2)?
  bool left_alone() const { return left_alone_; }
  bool has(const Symbol& symbol) const { return parts_.contains(symbol.name); }

  Expr in_finer_angles(const Expr& formula) const;
  Expr back(const Expr& formula) const;
  /// A function of finer angles as one of the angles themselves, without fractions: 2·sin(q2)·cos(q2) as sin(q2).
  /// False where it has none such.
  bool in_whole_angles(Ring& ring, const Polynomial& finer, Expr& whole) const;

 private:
  std::map<std::string, int> parts_;  ///< by symbol: how many of the finer angles it is
  std::map<std::string, Expr> finer_, coarser_;
  bool left_alone_ = false;
};

/// The formula with whole angles in place of fractions where it can be written so, else as it is. Throws FormulaError.
Expr with_whole_angles(Ring& ring, const Expr& formula);

}  // namespace sinew
