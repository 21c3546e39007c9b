// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/print/print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sinew/formats/formula.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/ring.h"
#include "tests/support/command.h"
#include "tests/symbolic/random_expr.h"

namespace {

using sinew::Angles;
using sinew::Expr;
using sinew::ExprGraph;
using sinew::Language;
using sinew::power;
using sinew::printed;
using sinew::printed_name;
using sinew::Rational;
using sinew::sincos;
using sinew_test::RandomExpr;
using sinew_test::some_value;

constexpr Language every_language[] = {Language::Text, Language::Unicode, Language::Latex,  Language::MathMl,
                                       Language::C,    Language::Cpp,     Language::Python, Language::Matlab};

class Printing : public testing::Test {
 protected:
  Expr symbol(const char* name) { return graph.symbol(name); }

  ExprGraph graph;
  Expr m1 = symbol("m1"), m2 = symbol("m2"), l1 = symbol("l1"), l2 = symbol("l2"), g = symbol("g");
  Expr a = symbol("a"), b = symbol("b"), c = symbol("c");
  Expr q1 = graph.position(0, true), q2 = graph.position(1, true), q3 = graph.position(2, true);
  Expr qd1 = graph.velocity(0), qdd1 = graph.acceleration(0), qdd2 = graph.acceleration(1);
  Expr elbow = graph.sum({graph.product({m2, l1, l2, sincos(q2).cos, graph.sum({Expr(2.0) * qdd1, qdd2})}),
                          graph.product({Expr(-1.0), m2, l2, g, sincos(q1 + q2).cos})});
  Expr rod = graph.product({Expr(Rational(1, 3)), m2, power(l2, 2)});
};

// laws

Expr read_back(ExprGraph& graph, const Expr& x) {
  sinew::Names<Expr> names;
  for (const sinew::Symbol& s : graph.symbols()) names[s.name] = {graph.symbol(s.name), {}};
  return sinew::Formula(printed(x, Language::Text)).value(names).value;
}

TEST_F(Printing, TextReadsBackAsTheSameFunction) {
  RandomExpr random(graph, 7);
  sinew::Ring ring(graph);
  for (int i = 0; i < 300; ++i) {
    const Expr x = random.made(1 + i % 3);
    EXPECT_TRUE(ring.fraction(read_back(graph, x)) == ring.fraction(x)) << printed(x, Language::Text);
  }
}

/// What Python makes of each expression, the symbols standing for `some_value`.
std::vector<double> values_by_python(ExprGraph& graph, const std::vector<Expr>& expressions) {
  std::ostringstream script;
  script.precision(17);
  script << "import math\n";
  for (const sinew::Symbol& s : graph.symbols())
    script << printed_name(s.name, Language::Python) << " = " << some_value(s) << "\n";
  for (const Expr& x : expressions) script << "print(repr(float(" << printed(x, Language::Python) << ")))\n";
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "expressions.py") << script.str();
  const sinew_test::Outcome outcome = sinew_test::run("python3 expressions.py", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::vector<double> values;
  std::istringstream lines(outcome.out);
  for (double value = 0.0; lines >> value;) values.push_back(value);
  return values;
}

TEST_F(Printing, PythonComputesWhatTheGraphDoes) {
  RandomExpr random(graph, 11);
  std::vector<Expr> expressions{sign(a - b),          sign(b - a), exp(-a),         select(a < b, a, -b),
                                select(b < a, a, -b), Expr(0.1),   Expr(1e-30) * a, Expr(12345678901234567890.0) + a,
                                symbol("lambda") + a};
  for (int i = 0; i < 200; ++i) expressions.push_back(random.made(1 + i % 5));
  const std::vector<double> computed = values_by_python(graph, expressions);
  const std::vector<double> expected = sinew::evaluated<double>(expressions, some_value);
  ASSERT_EQ(computed.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(computed[i], expected[i], 1e-12 * (1.0 + std::abs(expected[i])))
        << printed(expressions[i], Language::Text);
}

TEST_F(Printing, LeavesTheGraphAlone) {
  RandomExpr random(graph, 3);
  for (int i = 0; i < 50; ++i) {
    const Expr x = random.made(4);
    const std::size_t before = graph.size();
    for (const Language language : every_language) printed(x, language);
    EXPECT_EQ(graph.size(), before);
  }
}

TEST_F(Printing, OpensWhatItCloses) {
  RandomExpr random(graph, 5);
  for (int i = 0; i < 100; ++i) {
    const Expr x = random.made(3);
    for (const Language language : every_language) {
      int depth = 0;
      for (const char mark : printed(x, language)) {
        depth += mark == '(' || mark == '{' ? 1 : mark == ')' || mark == '}' ? -1 : 0;
        ASSERT_GE(depth, 0);
      }
      ASSERT_EQ(depth, 0) << printed(x, language);
    }
  }
}

TEST_F(Printing, IsNotAfraidOfDepth) {
  Expr sum = a, horner = a;
  for (int i = 0; i < 100'000; ++i) {
    sum = graph.node(Expr::Op::Sum, {sum, i % 2 == 0 ? b : c});
    horner = graph.node(Expr::Op::Sum, {graph.node(Expr::Op::Product, {horner, b}), c});
  }
  EXPECT_EQ(printed(sum, Language::Text).size(), 1 + 4 * 100'000U);
  EXPECT_EQ(printed(horner, Language::Text).size(), 1 + 8 * 100'000U - 2);
}

// plain text

TEST_F(Printing, OfTextIsWhatOneTypes) {
  const auto text = [](const Expr& x) { return printed(x, Language::Text); };
  EXPECT_EQ(text(elbow), "m2*l1*l2*cos(q2)*(2*qdd1 + qdd2) - m2*l2*g*cos(q1 + q2)");
  EXPECT_EQ(text(rod), "m2*l2^2/3");
  EXPECT_EQ(text(graph.product({m1, g, sincos(q1).cos, power(sincos(q2).sin, -1)})), "m1*g*cos(q1)/sin(q2)");
  EXPECT_EQ(text(sign(qd1)), "sgn(qd1)");
  EXPECT_EQ(text(graph.product({sqrt(a), exp(b)})), "sqrt(a)*exp(b)");
  EXPECT_EQ(text(select(a < b, a, -b)), "(a < b ? a : -b)");
}

TEST_F(Printing, PutsBracketsWhereTheyAreNeededAndNowhereElse) {
  const auto text = [](const Expr& x) { return printed(x, Language::Text); };
  EXPECT_EQ(text(a - (b - c)), "a - (b - c)");
  EXPECT_EQ(text(graph.sum({a, graph.sum({b, c})})), "a + b + c");
  EXPECT_EQ(text(graph.sum({-a, b})), "-a + b");
  EXPECT_EQ(text(-(a + b)), "-(a + b)");
  EXPECT_EQ(text((a + b) / Expr(2.0)), "(a + b)/2");
  EXPECT_EQ(text(Expr(1.5) * (a + b)), "3*(a + b)/2");
  EXPECT_EQ(text(power(a + b, 2)), "(a + b)^2");
  EXPECT_EQ(text(graph.node(Expr::Op::Power, {a * b}, 2)), "(a*b)^2");
  EXPECT_EQ(text(graph.node(Expr::Op::Power, {graph.node(Expr::Op::Power, {a}, 2)}, 2)), "(a^2)^2");
  EXPECT_EQ(text(graph.node(Expr::Op::Power, {-a}, 2)), "(-a)^2");
  EXPECT_EQ(text(a / b), "a/b");
  EXPECT_EQ(text(power(a, -2)), "1/a^2");
  EXPECT_EQ(text(a / (b * c)), "a/(b*c)");
  EXPECT_EQ(text(a / (b * power(c, 2))), "a/(b*c^2)");
  EXPECT_EQ(text(a / (b + c)), "a/(b + c)");
  EXPECT_EQ(text(a / (Expr(2.0) * b)), "a/(2*b)");
  EXPECT_EQ(text(graph.product({a, power(b, -1), c})), "a*c/b");
  EXPECT_EQ(text(a * b * a), "a^2*b");
  EXPECT_EQ(text(sincos(-(a + b)).sin), "-sin(a + b)");
}

TEST_F(Printing, OfNumbersIsExactAndShort) {
  const auto text = [](const Expr& x) { return printed(x, Language::Text); };
  EXPECT_EQ(text(Expr()), "0");
  EXPECT_EQ(text(Expr(-2.0)), "-2");
  EXPECT_EQ(text(Expr(Rational(-1, 12))), "-1/12");
  EXPECT_EQ(text(Expr(0.5)), "1/2");
  EXPECT_EQ(text(Expr(9.81) * a), "9.81*a");
  EXPECT_EQ(text(Expr(Rational(1, 24)) * a), "a/24");
  EXPECT_EQ(text(Expr(0.29552020666133955)), "0.29552020666133955");
  EXPECT_EQ(text(Expr(2e-30) * a), "2e-30*a");
  EXPECT_EQ(printed(Expr(2e-30) * a, Language::Unicode), "2·10⁻³⁰·a");
  EXPECT_EQ(printed(Expr(2e-30) * a, Language::Latex), R"(2 \cdot 10^{-30} a)");
}

// for people

TEST_F(Printing, OfUnicodeIsWhatATextbookPrints) {
  const auto unicode = [](const Expr& x) { return printed(x, Language::Unicode); };
  EXPECT_EQ(unicode(elbow), "m₂·l₁·l₂·c₂·(2·q̈₁ + q̈₂) − m₂·l₂·g·c₁₂");
  EXPECT_EQ(unicode(rod), "m₂·l₂²/3");
  EXPECT_EQ(unicode(power(qd1, 2)), "q̇₁²");
  EXPECT_EQ(unicode(power(sincos(q2).cos, 2)), "c₂²");
  EXPECT_EQ(unicode(sincos(q2 + q3).sin), "s₂₃");
  EXPECT_EQ(unicode(sincos(q1 - q2).cos), "c₁₋₂");
  EXPECT_EQ(unicode(sincos(q3 + q1 - q2).cos), "c₁₃₋₂");
  EXPECT_EQ(unicode(power(a, 12)), "a¹²");
  EXPECT_EQ(unicode(graph.sum({-a, -b})), "−a − b");
}

TEST_F(Printing, SpellsOutAnglesThatHaveNoShortForm) {
  const auto unicode = [](const Expr& x) { return printed(x, Language::Unicode); };
  EXPECT_EQ(unicode(sincos(Expr(2.0) * q2).sin), "sin(2·q₂)");
  EXPECT_EQ(unicode(power(sincos(Expr(2.0) * q2).sin, 2)), "sin²(2·q₂)");
  EXPECT_EQ(unicode(sincos(symbol("alpha1")).cos), "cos(α₁)");
  EXPECT_EQ(unicode(sincos(q1 + a).cos), "cos(a + q₁)");
  EXPECT_EQ(unicode(sincos(graph.position(9, true)).cos), "cos(q₁₀)");
  EXPECT_EQ(unicode(sincos(graph.position(4, false)).cos), "cos(q₅)");
  EXPECT_EQ(printed(sincos(q1 + q2).cos, Language::Unicode, Angles::Full), "cos(q₁ + q₂)");
}

TEST_F(Printing, GivesAShortAngleNoOtherThingsName) {
  symbol("c2");
  EXPECT_EQ(printed(sincos(q2).cos * symbol("c2"), Language::Unicode), "c₂·cos(q₂)");
  EXPECT_EQ(printed(sincos(q2).sin, Language::Unicode), "s₂");
}

TEST_F(Printing, OfLatexNeedsAmsmathOnly) {
  const auto latex = [](const Expr& x) { return printed(x, Language::Latex); };
  EXPECT_EQ(latex(elbow),
            R"(m_{2} l_{1} l_{2} c_{2} \left(2 \ddot{q}_{1} + \ddot{q}_{2}\right) - m_{2} l_{2} g c_{12})");
  EXPECT_EQ(latex(rod), R"(\frac{m_{2} l_{2}^{2}}{3})");
  EXPECT_EQ(latex(power(qd1, 2)), R"(\dot{q}_{1}^{2})");
  EXPECT_EQ(latex(power(sincos(q2).cos, 2)), "c_{2}^{2}");
  EXPECT_EQ(latex(sincos(q1 - q2).sin), "s_{1-2}");
  EXPECT_EQ(latex(sincos(Expr(2.0) * q2).sin), R"(\sin\left(2 q_{2}\right))");
  EXPECT_EQ(latex(power(sincos(Expr(2.0) * q2).sin, 2)), R"(\sin^{2}\left(2 q_{2}\right))");
  EXPECT_EQ(latex((a + b) / (Expr(2.0) * c)), R"(\frac{a + b}{2 c})");
  EXPECT_EQ(latex(graph.product({m1, a + b, power(c, -1)})), R"(\frac{m_{1} \left(a + b\right)}{c})");
  EXPECT_EQ(latex(graph.node(Expr::Op::Power, {a / b}, 2)), R"(\left(\frac{a}{b}\right)^{2})");
  EXPECT_EQ(latex(sqrt(a + b)), R"(\sqrt{a + b})");
  EXPECT_EQ(latex(sign(qd1)), R"(\operatorname{sgn}\left(\dot{q}_{1}\right))");
  EXPECT_EQ(latex(select(a < b, a, b)), R"(\begin{cases} a & \text{if } a < b \\ b & \text{otherwise} \end{cases})");
}

TEST_F(Printing, OfMathMlIsWellFormed) {
  EXPECT_EQ(printed(rod, Language::MathMl),
            "<mrow><mfrac><mrow><msub><mi>m</mi><mn>2</mn></msub><mo>&#x2062;</mo>"
            "<msup><mrow><msub><mi>l</mi><mn>2</mn></msub></mrow><mn>2</mn></msup></mrow>"
            "<mrow><mn>3</mn></mrow></mfrac></mrow>");
  EXPECT_EQ(printed(qd1, Language::MathMl),
            "<mrow><msub><mover accent=\"true\"><mi>q</mi><mo>˙</mo></mover><mn>1</mn></msub></mrow>");
  EXPECT_EQ(printed(sincos(q1 - q2).cos, Language::MathMl),
            "<mrow><msub><mi>c</mi><mrow><mn>1</mn><mo>−</mo><mn>2</mn></mrow></msub></mrow>");
  EXPECT_NE(printed(select(a < b, a, b), Language::MathMl).find("<mo>&lt;</mo>"), std::string::npos);
  EXPECT_EQ(printed_name("a_<&>", Language::MathMl), "<msub><mi>a</mi><mi>&lt;&amp;&gt;</mi></msub>");
}

TEST_F(Printing, WritesTheRootOfASquareAsAMagnitude) {
  const Expr size = sqrt(power(a - b, 2));
  EXPECT_EQ(printed(size, Language::Unicode), "|a − b|");
  EXPECT_EQ(printed(size, Language::Latex), R"(\left|a - b\right|)");
  EXPECT_EQ(printed(size, Language::Text), "sqrt((a - b)^2)");
  EXPECT_EQ(printed(graph.product({m1, size}), Language::Unicode), "m₁·|a − b|");
}

// for compilers

TEST_F(Printing, OfCMultipliesOutSmallPowers) {
  const auto in_c = [](const Expr& x) { return printed(x, Language::C); };
  EXPECT_EQ(in_c(rod), "(1.0/3.0)*m2*l2*l2");
  EXPECT_EQ(in_c(power(a, 3)), "a*a*a");
  EXPECT_EQ(in_c(power(a, 4)), "pow(a, 4)");
  EXPECT_EQ(in_c(power(a + b, 2)), "pow(a + b, 2)");
  EXPECT_EQ(in_c(power(a, -2)), "1.0/(a*a)");
  EXPECT_EQ(in_c(b / power(a, 4)), "b/pow(a, 4)");
  EXPECT_EQ(in_c(sign(a + b)), "((a + b > 0) - (a + b < 0))");
  EXPECT_EQ(in_c(select(a < b, a, -b)), "(a < b ? a : -b)");
  EXPECT_EQ(in_c(-a / Expr(2.0)), "-(1.0/2.0)*a");
  EXPECT_EQ(in_c(Expr(9.81)), "(981.0/100.0)");
  EXPECT_EQ(in_c(Expr(0.29552020666133955) * a), "0.29552020666133955*a");
}

TEST_F(Printing, UsesEachLanguagesOwnWords) {
  const Expr x = graph.product({power(a, 2), sincos(q1 + q2).cos});
  EXPECT_EQ(printed(x, Language::C), "a*a*cos(q1 + q2)");
  EXPECT_EQ(printed(x, Language::Cpp), "a*a*std::cos(q1 + q2)");
  EXPECT_EQ(printed(x, Language::Python), "a**2*math.cos(q1 + q2)");
  EXPECT_EQ(printed(x, Language::Matlab), "a^2*cos(q1 + q2)");
  EXPECT_EQ(printed(power(a, 4), Language::Cpp), "std::pow(a, 4)");
  EXPECT_EQ(printed(sign(a), Language::Python), "(1.0*(a > 0) - (a < 0))");
  EXPECT_EQ(printed(sign(a), Language::Matlab), "sign(a)");
  EXPECT_EQ(printed(select(a < b, a, b), Language::Python), "((a < b)*(a) + (1.0 - (a < b))*(b))");
  EXPECT_EQ(printed(select(a < b, a, b), Language::Matlab), "subsref([b, a], substruct('()', {1 + (a < b)}))");
}

// names

TEST(PrintedNames, HaveTheirDigitsBelowTheLine) {
  const auto unicode = [](const char* name) { return printed_name(name, Language::Unicode); };
  EXPECT_EQ(unicode("m12"), "m₁₂");
  EXPECT_EQ(unicode("I2xx"), "I₂xx");
  EXPECT_EQ(unicode("qdd3"), "q̈₃");
  EXPECT_EQ(unicode("qd"), "qd");
  EXPECT_EQ(unicode("dq3"), "q̇₃") << "as many write it";
  EXPECT_EQ(unicode("alpha1"), "α₁");
  EXPECT_EQ(unicode("Omega"), "Ω");
  EXPECT_EQ(unicode("tau_ext"), "τₑₓₜ");
  EXPECT_EQ(unicode("m_B"), "m_B");
}

TEST(PrintedNames, OfJointsStayReadable) {
  const std::string name = "d_finger_lower_to_tip_joint";
  EXPECT_EQ(printed_name(name, Language::Unicode), name);
  EXPECT_EQ(printed_name(name, Language::Text), name);
  EXPECT_EQ(printed_name(name, Language::Latex), R"(d_{\mathrm{finger\_lower\_to\_tip\_joint}})");
  EXPECT_EQ(printed_name(name, Language::MathMl), "<msub><mi>d</mi><mi>finger_lower_to_tip_joint</mi></msub>");
  EXPECT_EQ(printed_name(name, Language::C), name);
  EXPECT_EQ(printed_name("a_shoulder", Language::Unicode), "a_shoulder");  // partly below the line it would be torn
  EXPECT_EQ(printed_name("a_top_nail", Language::Unicode), "a_top_nail");
  EXPECT_EQ(printed_name("a_tool", Language::Unicode), "aₜₒₒₗ");
  EXPECT_EQ(printed_name("m_tool_2", Language::Latex), R"(m_{\mathrm{tool},2})");
  EXPECT_EQ(printed_name("m_1_2", Language::Unicode), "m₁₂");
}

TEST(PrintedNames, AreCleanLatex) {
  const auto latex = [](const char* name) { return printed_name(name, Language::Latex); };
  EXPECT_EQ(latex("I2xx"), "I_{2xx}");
  EXPECT_EQ(latex("qd1"), R"(\dot{q}_{1})");
  EXPECT_EQ(latex("alpha1"), R"(\alpha_{1})");
  EXPECT_EQ(latex("Gamma"), R"(\Gamma)");
  EXPECT_EQ(latex("Alpha"), R"(\mathrm{A})");
  EXPECT_EQ(latex("θ1"), R"(\theta_{1})");
  EXPECT_EQ(latex("payload"), R"(\mathrm{payload})");
  EXPECT_EQ(latex("a_elbow%1"), R"(a_{\mathrm{elbow\%1}})");
}

TEST(PrintedNames, AreIdentifiersInCode) {
  EXPECT_EQ(printed_name("lambda", Language::Python), "lambda_");
  EXPECT_EQ(printed_name("lambda", Language::C), "lambda");
  EXPECT_EQ(printed_name("a_left-arm", Language::Cpp), "a_left_arm");
  EXPECT_EQ(printed_name("θ1", Language::Matlab), "theta1");
}

}  // namespace
