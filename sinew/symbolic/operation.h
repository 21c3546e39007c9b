// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "sinew/scalar/scalar.h"
#include "sinew/symbolic/expr.h"

namespace sinew {

template <Scalar T>
T to_the(T x, int exponent) {
  T result(1.0);
  for (unsigned n = static_cast<unsigned>(std::abs(exponent)); n > 0; n /= 2) {
    if (n % 2 == 1) result *= x;
    x *= x;
  }
  return exponent < 0 ? T(1.0) / result : result;
}

/// What an operation of expressions gives in numbers, wherever they are evaluated: `operand(i)` is the value of its i-th of
/// `count` operands. A symbol and a constant are no operations; they have a value.
template <Scalar T, class Operand>
T operation(Expr::Op op, int exponent, std::size_t count, const Operand& operand) {
  using std::exp, std::sqrt;
  T x = operand(0);
  switch (op) {
    case Expr::Op::Sum:
      for (std::size_t i = 1; i < count; ++i) x += operand(i);
      return x;
    case Expr::Op::Product:
      for (std::size_t i = 1; i < count; ++i) x *= operand(i);
      return x;
    case Expr::Op::Power:
      return to_the(x, exponent);
    case Expr::Op::Sin:
      return sincos(x).sin;
    case Expr::Op::Cos:
      return sincos(x).cos;
    case Expr::Op::Sqrt:
      return sqrt(x);
    case Expr::Op::Exp:
      return exp(x);
    case Expr::Op::Sign:
      return select(T(0.0) < x, T(1.0), select(x < T(0.0), T(-1.0), T(0.0)));
    case Expr::Op::Select:
      return select(x < operand(1), operand(2), operand(3));
    case Expr::Op::Constant:
    case Expr::Op::Symbol:
      break;
  }
  return x;
}

}  // namespace sinew
