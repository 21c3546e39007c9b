// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/ring.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/readable.h"
#include "tests/support/soak.h"

namespace sinew {
namespace {

/// Three joints, the last two with parallel axes (the third one upside down), and two parameters.
struct Fixture {
  ExprGraph graph;
  std::vector<Expr> q{graph.position(0, true), graph.position(1, true), graph.position(2, true)};
  Expr m = graph.symbol("m"), l = graph.symbol("l"), qd1 = graph.velocity(0), d = graph.position(3, false);
  Ring ring{graph, {{{{&q[0].symbol(), 1}}}, {{{&q[1].symbol(), 1}, {&q[2].symbol(), -1}}}}};
};

double value_of(const Expr& x, unsigned seed) {
  const std::array roots{x};
  return evaluated<double>(std::span<const Expr>(roots),
                           [&](const Symbol& symbol) {
                             std::mt19937_64 random(seed * 1000U + static_cast<unsigned>(symbol.index));
                             return std::uniform_real_distribution<double>(-2.0, 2.0)(random);
                           })
      .front();
}

Expr random_expr(Fixture& f, std::mt19937_64& random, int depth) {
  if (depth == 0) {
    switch (random() % 6) {
      case 0:
        return f.m;
      case 1:
        return f.l;
      case 2:
        return f.qd1;
      case 3:
        return f.d;
      default:
        return Expr(Rational(static_cast<std::int64_t>(random() % 7) - 3, static_cast<std::int64_t>(random() % 3) + 1));
    }
  }
  switch (random() % 5) {
    case 0:
      return random_expr(f, random, depth - 1) + random_expr(f, random, depth - 1);
    case 1:
      return random_expr(f, random, depth - 1) - random_expr(f, random, depth - 1);
    case 2:
      return random_expr(f, random, depth - 1) * random_expr(f, random, depth - 1);
    default: {
      Expr angle;
      for (const Expr& q : f.q) angle += Expr(Rational(static_cast<std::int64_t>(random() % 5) - 2)) * q;
      const SinCos<Expr> both = sincos(angle);
      return (random() % 2 == 0 ? both.sin : both.cos) * random_expr(f, random, depth - 1);
    }
  }
}

TEST(Ring, NormalFormHasTheValueOfTheExpression) {
  Fixture f;
  std::mt19937_64 random(3);
  Readable readable(f.ring);
  for (unsigned i = 0; i < sinew_test::case_count(60U, 300U); ++i) {
    const Expr x = random_expr(f, random, 4);
    const double wanted = value_of(x, i), tolerance = 1e-11 * (1.0 + std::abs(wanted));
    const Polynomial p = f.ring.polynomial(x);
    EXPECT_NEAR(value_of(f.ring.expr(p), i), wanted, tolerance);
    EXPECT_NEAR(value_of(readable.expr(p), i), wanted, tolerance);
    EXPECT_NEAR(value_of(readable.by_rates(p), i), wanted, tolerance);
    EXPECT_NEAR(value_of(readable.factored(p), i), wanted, tolerance);
    EXPECT_EQ(f.ring.polynomial(readable.expr(p)), p);
  }
}

TEST(Ring, EqualExpressionsHaveOneNormalForm) {
  Fixture f;
  std::mt19937_64 random(4);
  for (int i = 0; i < 200; ++i) {
    const Expr a = random_expr(f, random, 3), b = random_expr(f, random, 3), c = random_expr(f, random, 2);
    EXPECT_EQ(f.ring.polynomial(a * (b + c)), f.ring.polynomial(a * b + c * a));
    EXPECT_EQ(f.ring.polynomial(a * b - b * a), f.ring.polynomial(Expr()));
    EXPECT_EQ(f.ring.polynomial((a + b) * (a - b)), f.ring.polynomial(power(a, 2) - power(b, 2)));
  }
}

TEST(Ring, KnowsTheAdditionTheorems) {
  Fixture f;
  for (const Expr& a : f.q)
    for (const Expr& b : f.q) {
      const SinCos<Expr> sum = sincos(a + b), x = sincos(a), y = sincos(b);
      EXPECT_EQ(f.ring.polynomial(sum.sin), f.ring.polynomial(x.sin * y.cos + x.cos * y.sin));
      EXPECT_EQ(f.ring.polynomial(sum.cos), f.ring.polynomial(x.cos * y.cos - x.sin * y.sin));
      EXPECT_EQ(f.ring.polynomial(power(x.sin, 2) + power(x.cos, 2)), f.ring.polynomial(Expr(1.0)));
    }
  const SinCos<Expr> quarter = sincos(f.q[0] + Expr(1.5707963267948966));
  EXPECT_EQ(f.ring.polynomial(quarter.sin), f.ring.polynomial(sincos(f.q[0]).cos));
}

TEST(Ring, TellsApartWhatDiffersByATinyNumber) {
  Fixture f;
  EXPECT_NE(f.ring.polynomial(f.m * f.l), f.ring.polynomial(f.m * f.l + Expr(Rational(1, 1'000'000'000'000))));
}

TEST(Ring, DifferentiatesLikeTheGraph) {
  Fixture f;
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    const Expr x = random_expr(f, random, 3);
    for (const Expr& by : {f.q[0], f.q[1], f.q[2], f.d, f.m, f.qd1})
      EXPECT_EQ(f.ring.derivative(f.ring.polynomial(x), by.symbol()), f.ring.polynomial(derivative(x, by.symbol())));
  }
}

TEST(Ring, TimeDerivativeFollowsPositionsAndVelocities) {
  Fixture f;
  const Polynomial p = f.ring.polynomial(f.qd1 * sincos(f.q[0]).sin + f.d);
  const Expr expected =
      f.graph.acceleration(0) * sincos(f.q[0]).sin + power(f.qd1, 2) * sincos(f.q[0]).cos + f.graph.velocity(3);
  EXPECT_EQ(f.ring.time_derivative(p), f.ring.polynomial(expected));
}

TEST(Ring, FractionsAreEqualAcrossDifferentDenominators) {
  Fixture f;
  const SinCos<Expr> t = sincos(f.q[0]);
  EXPECT_EQ(f.ring.fraction(f.m / t.sin), f.ring.fraction(f.m * t.sin / (Expr(1.0) - power(t.cos, 2))));
  EXPECT_FALSE(f.ring.fraction(f.m / t.sin) == f.ring.fraction(f.m / t.cos));
  EXPECT_EQ(f.ring.polynomial(f.m * f.l / f.l), f.ring.polynomial(f.m));
  EXPECT_THROW(f.ring.polynomial(f.m / (f.m + f.l)), std::domain_error);
  EXPECT_THROW(f.ring.fraction(f.m / (f.l - f.l)), std::domain_error);
}

TEST(Ring, CoefficientsPutThePolynomialTogetherAgain) {
  Fixture f;
  std::mt19937_64 random(6);
  const auto is_rate = [](const Ring::Generator& g) {
    return g.symbol != nullptr && g.symbol->kind == SymbolKind::Velocity;
  };
  for (int i = 0; i < 100; ++i) {
    const Polynomial p = f.ring.polynomial(random_expr(f, random, 4));
    Polynomial sum;
    for (const auto& [rates, rest] : f.ring.coefficients(p, is_rate))
      sum += f.ring.term({rates, 0}, Rational(1)) * rest;
    EXPECT_EQ(sum, p);
  }
}

TEST(Ring, IsWatchedWhileItMultiplies) {
  Fixture f;
  Polynomial p = f.ring.polynomial(f.m + f.l + f.qd1 + f.d + Expr(1.0));
  f.ring.watch([](std::size_t) { throw std::runtime_error("enough"); });
  EXPECT_THROW(
      {
        for (int i = 0; i < 8; ++i) p *= p;
      },
      std::runtime_error);
}

}  // namespace
}  // namespace sinew
