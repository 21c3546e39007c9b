// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sinew/symbolic/ring.h"

namespace sinew {

/// p/d where d divides p without remainder, else nothing.
std::optional<Polynomial> exact_quotient(Ring& ring, const Polynomial& p, const Polynomial& d);

/// A sine or cosine of an angle that means something: of a joint, or of neighbours with parallel axes added up.
struct TrigAtom {
  Expr expr;
  Polynomial value;
};
/// All of those that p could contain.
std::vector<TrigAtom> trig_atoms(Ring& ring, const Polynomial& p);

/// p = number · plain product · Π sines and cosines^k · Π other^k.
///
/// Sines and cosines are found by trial. What is left after them is split where a factor can be read off the coefficients
/// of a symbol, a + q3 in (a + q3)·l1 + (a + q3)·l2·c2, and where it is a square; else it stays whole.
struct Factorisation {
  Rational number;
  std::uint32_t plain = 0;
  struct TrigPower {
    TrigAtom atom;
    int exponent = 1;
  };
  std::vector<TrigPower> trigs;
  struct SumPower {
    Polynomial base;
    int exponent = 1;
  };
  std::vector<SumPower> others;  ///< sums of at least two terms
};
Factorisation factorised(Ring& ring, const Polynomial& p);

}  // namespace sinew
