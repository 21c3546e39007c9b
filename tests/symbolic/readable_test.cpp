// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "sinew/symbolic/factorise.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/readable.h"

namespace sinew {
namespace {

/// A planar arm's symbols: parallel axes, so that q1 + q2 is an angle.
struct Planar {
  ExprGraph graph;
  Expr m1 = graph.symbol("m1", SymbolKind::Parameter, 0), m2 = graph.symbol("m2", SymbolKind::Parameter, 0);
  Expr l1 = graph.symbol("l1", SymbolKind::Parameter, 3), l2 = graph.symbol("l2", SymbolKind::Parameter, 3);
  Expr q1 = graph.position(0, true), q2 = graph.position(1, true), q3 = graph.position(2, false);
  Expr qd1 = graph.velocity(0), qd2 = graph.velocity(1), qdd1 = graph.acceleration(0), qdd2 = graph.acceleration(1);
  Ring ring{graph, {{{{&q1.symbol(), 1}, {&q2.symbol(), 1}}}}};
  Readable readable{ring};
  SinCos<Expr> t1 = sincos(q1), t2 = sincos(q2), t12 = sincos(q1 + q2);

  std::string shown(const Expr& x) { return printed(readable.expr(ring.polynomial(x)), Language::Text); }
};

TEST(Readable, FindsAngleSums) {
  Planar p;
  EXPECT_EQ(p.shown(p.t1.cos * p.t2.cos - p.t1.sin * p.t2.sin), "cos(q1 + q2)");
  EXPECT_EQ(p.shown(p.t12.cos * p.t1.cos + p.t12.sin * p.t1.sin), "cos(q2)");
  EXPECT_EQ(p.shown(Expr(2.0) * p.t1.cos * p.t12.cos), "2*cos(q1)*cos(q1 + q2)");
}

TEST(Readable, ChoosesSquaresAndDoubleAnglesWhereTheyAreShorter) {
  Planar p;
  EXPECT_EQ(p.shown(Expr(1.0) - power(p.t2.cos, 2)), "sin(q2)^2");
  EXPECT_EQ(p.shown(power(p.t2.cos, 2) - power(p.t2.sin, 2)), "cos(2*q2)");
  EXPECT_EQ(p.shown(Expr(2.0) * p.t2.sin * p.t2.cos), "sin(2*q2)");
  EXPECT_EQ(p.shown(power(p.t2.cos, 2)), "cos(q2)^2");
}

TEST(Readable, FindsTheSquareOfASumAgain) {
  Planar p;
  EXPECT_EQ(p.shown(p.m2 * power(p.qd1 + p.qd2, 2)), "m2*(qd1 + qd2)^2");
  EXPECT_EQ(p.shown(p.m2 * power(p.l2 + p.q3, 2)), "m2*(l2 + q3)^2");
  EXPECT_EQ(p.shown(p.m2 * power(p.qd1 - Expr(2.0) * p.qd2, 2)), "m2*(qd1 - 2*qd2)^2");
}

TEST(Readable, DoesNotSeeASquareWhereThereIsNone) {
  Planar p;
  EXPECT_EQ(p.shown(power(p.qd1, 2) + p.qd1 * p.qd2 + power(p.qd2, 2)), "qd1^2 + qd1*qd2 + qd2^2");
}

TEST(Readable, WritesWhatTermsShareOnce) {
  Planar p;
  EXPECT_EQ(p.shown(p.m1 * power(p.l1, 2) + p.m2 * power(p.l1, 2)), "(m1 + m2)*l1^2");
  EXPECT_EQ(p.shown(p.m2 * p.l1 * (Expr(2.0) * p.qdd1 + p.qdd2)), "m2*l1*(2*qdd1 + qdd2)");
  EXPECT_EQ(p.shown(p.m1 / Expr(3.0) * (power(p.l1, 2) + power(p.l2, 2))), "m1*(l1^2 + l2^2)/3");
}

TEST(Readable, LeavesTextbookTermsApart) {
  Planar p;
  EXPECT_EQ(p.shown(p.m2 * power(p.l2, 2) + p.m2 * p.l1 * p.l2 * p.t2.cos), "m2*l1*l2*cos(q2) + m2*l2^2");
}

TEST(Readable, CancelsTermByTerm) {
  Planar p;
  const Factorisation below = factorised(p.ring, p.ring.polynomial(power(p.t2.sin, 2)));
  const Polynomial above = p.ring.polynomial(p.m1 + p.m2 * power(p.t2.sin, 2));
  EXPECT_EQ(printed(p.readable.quotient(above, below), Language::Text), "m1/sin(q2)^2 + m2");
}

TEST(ExactQuotient, UndoesAProduct) {
  Planar p;
  const Polynomial a = p.ring.polynomial(p.l1 * p.t1.cos + p.l2 * p.t12.cos);
  const Polynomial b = p.ring.polynomial(p.m1 * p.t2.sin - p.m2 * p.l2 * power(p.t1.cos, 3) + Expr(2.0));
  const auto quotient = exact_quotient(p.ring, a * b, a);
  ASSERT_TRUE(quotient);
  EXPECT_EQ(*quotient, b);
  EXPECT_FALSE(exact_quotient(p.ring, a * b + p.ring.constant(Rational(1)), a));
}

TEST(Factorised, MultipliesBackAndFindsSines) {
  Planar p;
  const Polynomial whole =
      p.ring.polynomial(Expr(-3.0) * p.l1 * p.l2 * p.t2.sin * (p.l1 * p.t1.cos + p.l2 * p.t12.cos));
  const Factorisation parts = factorised(p.ring, whole);
  EXPECT_EQ(p.ring.polynomial(p.readable.expr(parts)), whole);
  ASSERT_EQ(parts.trigs.size(), 1U);
  EXPECT_EQ(printed(parts.trigs.front().atom.expr, Language::Text), "sin(q2)");
}

TEST(Factorised, FindsSquaresAndWhatCoefficientsShare) {
  Planar p;
  const Expr slide = p.l2 + p.q3, reach = p.l1 + p.l2 * p.t2.cos;
  const Polynomial whole = p.ring.polynomial(Expr(-2.0) * p.m1 * power(slide, 2) * reach * p.t1.sin);
  const Factorisation parts = factorised(p.ring, whole);
  EXPECT_EQ(p.ring.polynomial(p.readable.expr(parts)), whole);
  ASSERT_EQ(parts.others.size(), 2U);
  EXPECT_EQ(parts.others[0].exponent + parts.others[1].exponent, 3);
  const Factorisation square = factorised(p.ring, p.ring.polynomial(power(reach, 2)));
  ASSERT_EQ(square.others.size(), 1U);
  EXPECT_EQ(square.others.front().exponent, 2);
}

TEST(Readable, ReducesAFractionBySumsInIt) {
  Planar p;
  const Expr slide = p.l2 + p.q3;
  const Factorisation below = factorised(p.ring, p.ring.polynomial(power(slide, 2)));
  EXPECT_EQ(printed(p.readable.quotient(p.ring.polynomial(p.m1 * slide), below), Language::Text), "m1/(l2 + q3)");
}

TEST(Readable, TakesANumberOutOfABracketOnlyWhereThatHelps) {
  Planar p;
  EXPECT_EQ(p.shown((Expr(2.5) + p.m1 * power(p.l1, 2) / Expr(3.0)) * p.qdd1), "(5/2 + m1*l1^2/3)*qdd1");
  EXPECT_EQ(p.shown(p.t2.sin * (Expr(15.2) * p.qd1 + Expr(7.6) * p.qd2)), "7.6*sin(q2)*(2*qd1 + qd2)");
}

TEST(Readable, SeesManyAnglesInOneSum) {
  Planar p;
  // 6 + 4·c2 + 2·s1 + 3·s12, as it comes: in sines and cosines of q1 and of q1 + q2
  const Expr c2 = p.t12.cos * p.t1.cos + p.t12.sin * p.t1.sin;
  EXPECT_EQ(p.shown(Expr(6.0) + Expr(4.0) * c2 + Expr(2.0) * p.t1.sin + Expr(3.0) * p.t12.sin + p.t1.cos),
            "6 + cos(q1) + 2*sin(q1) + 4*cos(q2) + 3*sin(q1 + q2)");
}

TEST(ExprGraph, HasNoZerosInWhatIsRead) {
  Planar p;
  EXPECT_TRUE(p.graph.product({Expr(), p.m1, p.m2}).is_zero());
  EXPECT_EQ(p.graph.sum({p.m1, Expr()}), p.m1);
}

}  // namespace
}  // namespace sinew
