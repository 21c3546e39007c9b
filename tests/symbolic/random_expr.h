// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/symbolic/expr.h"
#include "tests/support/random.h"

namespace sinew_test {

/// Expressions of every shape over a few symbols, the same for the same seed.
class RandomExpr {
 public:
  RandomExpr(sinew::ExprGraph& graph, std::uint64_t seed) : random_(seed), graph_(graph) {
    for (const char* name : {"m1", "l2", "I2xx", "alpha1"}) parameters_.push_back(graph.symbol(name));
    for (int joint = 0; joint < 3; ++joint) angles_.push_back(graph.position(joint, true));
    parameters_.push_back(graph.velocity(0));
    parameters_.push_back(graph.acceleration(1));
  }

  sinew::Expr made(int depth) {
    if (depth == 0) return leaf();
    const sinew::Expr x = made(depth - 1);
    switch (random_.below(8)) {
      case 0:
        return x - made(depth - 1);
      case 1:
        return graph_.sum({x, -made(depth - 1), leaf()});
      case 2:
        return x * made(depth - 1);
      case 3:
        return graph_.product({leaf(), x, leaf()});
      case 4:
        return sinew::power(x, 2 + random_.below(2));
      case 5:
        return x / positive(depth - 1);
      case 6:
        return -x * constant();
      default:
        return sinew::sqrt(positive(0)) + x;
    }
  }

 private:
  sinew::Expr leaf() {
    switch (random_.below(4)) {
      case 0:
        return sinew::sincos(angle()).sin;
      case 1:
        return sinew::sincos(angle()).cos;
      default:
        return parameters_[static_cast<std::size_t>(random_.below(static_cast<int>(parameters_.size())))];
    }
  }
  sinew::Expr angle() {
    const sinew::Expr first = multiple_of_angle();
    const sinew::Expr sum = first - multiple_of_angle();
    return sum.is_constant() ? first : sum;
  }
  sinew::Expr multiple_of_angle() {
    const sinew::Expr factor(1.0 + random_.below(2));
    return factor * angles_[static_cast<std::size_t>(random_.below(3))];
  }
  sinew::Expr constant() {
    const int numerator = random_.below(9) - 10;
    return sinew::Expr(sinew::Rational(numerator, 1 + random_.below(12)));
  }
  /// What may stand below a bar and under a root: x² + 1.
  sinew::Expr positive(int depth) { return sinew::power(made(depth), 2) + sinew::Expr(1.0); }

  Random random_;
  sinew::ExprGraph& graph_;
  std::vector<sinew::Expr> parameters_, angles_;
};

/// A number for each symbol, by its name.
inline double some_value(const sinew::Symbol& symbol) {
  double value = 0.3;
  for (const char c : symbol.name) value = std::fmod(value * 7.3 + 0.11 * c, 1.7) + 0.2;
  return value;
}

}  // namespace sinew_test
