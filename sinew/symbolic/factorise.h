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
/// Sines and cosines are found by trial; what is left after them stays whole, unless it is a power of something.
struct Factorisation {
  Rational number;
  std::uint32_t plain = 0;
  struct TrigPower {
    TrigAtom atom;
    int exponent = 1;
  };
  std::vector<TrigPower> trigs;
  Polynomial rest;  ///< 1 where all of it was found
};
Factorisation factorised(Ring& ring, const Polynomial& p);

}  // namespace sinew
