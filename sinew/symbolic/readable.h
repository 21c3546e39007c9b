// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sinew/symbolic/factorise.h"
#include "sinew/symbolic/ring.h"
#include "sinew/symbolic/trig_forms.h"

namespace sinew {

/// Equations in the shape in which a textbook prints them.
///
/// The normal form of `Ring` decides what is equal; this makes it readable. Sines and cosines take their shortest
/// form, (q̇1 + q̇2)² is found again, and what terms have in common is written once: (m1 + m2)·l1²·q̈1. Factors stand in
/// the order masses, inertias, lengths, gravity, sines and cosines, rates.
class Readable {
 public:
  explicit Readable(Ring& ring) : ring_(ring), trig_(ring) {}

  Expr expr(const Polynomial& polynomial);
  /// The same with all that its terms share in front of one bracket, parameters too: (m2·d2 + m3·l2)·g.
  Expr factored(const Polynomial& polynomial);
  /// The same as expr, one bracket for each product of velocities or accelerations.
  Expr by_rates(const Polynomial& polynomial);
  /// Inertial terms collected, then each product of velocities on its own, then what does not move: how τ is printed.
  Expr torque(const Polynomial& polynomial);
  /// numerator/denominatorᵖ with what they share taken out, term by term: m2 + m1/s2².
  Expr quotient(const Polynomial& numerator, const Factorisation& denominator, int power = 1);
  /// The same, one bracket for each product of velocities or accelerations.
  Expr quotient_by_rates(const Polynomial& numerator, const Factorisation& denominator, int power = 1);
  /// number·plain·sines and cosines·rest: where a determinant vanishes can be read from it.
  Expr expr(const Factorisation& factorisation);

  Ring& ring() { return ring_; }

 private:
  std::vector<ReadableTerm> pieces(const Polynomial& polynomial);
  template <class OfCoefficient>
  Expr bracket_by_bracket(const Polynomial& polynomial, const OfCoefficient& of_coefficient);

  Ring& ring_;
  TrigForms trig_;
};

}  // namespace sinew
