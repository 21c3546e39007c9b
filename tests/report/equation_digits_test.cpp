// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/digits.h"

#include <gtest/gtest.h>

#include "sinew/report/equations/text.h"

namespace sinew {
namespace {

TEST(EquationDigits, RoundWhatIsPrintedAndNothingElse) {
  ExprGraph graph, rounded;
  const Expr m = graph.symbol("m"), q = graph.position(0, true);
  const Expr cosine = sincos_of_constant(Expr(Rational(2, 9) * Rational::pi())).cos;
  const Expr sum = graph.sum({cosine * m * sincos(q).cos, Expr(9.80665) * m, Expr(Rational(1, 3)) * m});
  const EquationDocument document{"", {{"", {Equation{{"x", "x", "x"}, 1, 1, {sum}, {}, {}}}}}, "A note."};
  const EquationDocument shorter = with_digits(document, 3, rounded);
  EXPECT_EQ(equation_text(document, {}), "A note.\n\nx = 0.766044·m·c₁ + 9.80665·m + m/3\n\n");
  EXPECT_EQ(equation_text(shorter, {}), "A note.\n\nx = 0.766·m·c₁ + 9.81·m + m/3\n\n");
  const Expr& entry = std::get<Equation>(shorter.sections.front().blocks.front()).entries.front();
  EXPECT_EQ(entry.operands().front().operands().front().constant(), cosine.constant());
}

}  // namespace
}  // namespace sinew
