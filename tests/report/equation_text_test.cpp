// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sinew/equations/derivation.h"
#include "sinew/print/ascii_text.h"
#include "sinew/report/equations/html.h"
#include "sinew/report/equations/latex.h"
#include "tests/report/documents.h"

namespace sinew {
namespace {

using sinew_test::document_of;
using sinew_test::name;
using testing::HasSubstr;
using testing::Not;

/// The joints' angles, and some symbols.
struct Symbols {
  ExprGraph graph;
  Expr a = graph.symbol("a"), b = graph.symbol("b"), q1 = graph.position(0, true), q2 = graph.position(1, true);
  SinCos<Expr> t2 = sincos(q2), t12 = sincos(q1 + q2);
};

/// 2 for a, 3 for b, the rest 1.
const EquationValues values = [](const Expr& x) -> std::string {
  if (x.op() == Expr::Op::Symbol) return x.symbol().name == "a" ? "2 N·m" : "-3 N·m";
  return x.op() == Expr::Op::Sum ? "-1 N·m" : "0.5";
};

TEST(EquationText, SaysWhatShortNamesMean) {
  Symbols s;
  const EquationDocument document = document_of(Equation{name("M"), 1, 1, {s.a * s.t2.sin + s.b * s.t12.cos}});
  EXPECT_THAT(equation_text(document, {}), HasSubstr("\ns₂ = sin(q₂), c₁₂ = cos(q₁ + q₂).\n"));
  EXPECT_THAT(latex_document(document), HasSubstr("$s_{2} = \\sin\\left(q_{2}\\right)$"));
  EXPECT_THAT(html_document(document), HasSubstr("<main>\n<p><math><msub><mi>s</mi>"));
  const std::string typed = equation_text(document, {.ascii = true});
  EXPECT_THAT(typed, Not(HasSubstr("= sin(q2),"))) << "it writes sines out";
  EXPECT_THAT(equation_text(document_of(Equation{name("M"), 1, 1, {s.a}}), {}), Not(HasSubstr("sin")));
}

TEST(EquationText, TypedIsAscii) {
  SymbolicRobot robot = symbolic_robot(SINEW_SOURCE_DIR "/robots/point_mass_2r.yaml", {});
  EquationBook book(robot);
  EquationDocument document = newton_euler_derivation(book);
  for (const EquationPartName& part : equation_parts()) document.sections.push_back(book.section(part.part));
  const EquationDocument energies = lagrange_derivation(book);
  document.sections.insert(document.sections.end(), energies.sections.begin(), energies.sections.end());
  document.sections.push_back({"", {Verdict{false, "M₂₂ ≠ 0"}}});
  const std::string text = equation_text(document, {.ascii = true});
  for (std::size_t i = 0; i < text.size(); ++i)
    ASSERT_LT(static_cast<unsigned char>(text[i]), 0x80U) << text.substr(i > 40 ? i - 40 : 0, 80);
  EXPECT_THAT(text, HasSubstr("qd1*qd2"));
  EXPECT_THAT(text, HasSubstr("NO: M22 != 0"));
  EXPECT_THAT(text, HasSubstr("qdd1 are the first and second derivative"));
}

TEST(AsciiText, SpellsMathematics) {
  EXPECT_EQ(ascii_text("Ṁ − 2·C″"), "M_dot - 2*C_plain");
  EXPECT_EQ(ascii_text("d/dt ∂T/∂q̇ − ∂T/∂q"), "d/dt dT/d(qd) - dT/dq");
  EXPECT_EQ(ascii_text("c = q̇ᵀ·Γ_i·q̇, q̇₁², q̈"), "c = qd^T*Gamma_i*qd, qd1^2, qdd");
  EXPECT_EQ(ascii_text("ω̇ × P, ½·m·v̇_C"), "omega_dot x P, 1/2*m*v_dot_C");
  EXPECT_EQ(ascii_text("J⁻¹"), "J^-1");
  EXPECT_EQ(ascii_text("B·[q̇q̇] + Csq·[q̇²]"), "B*[qd*qd] + Csq*[qd^2]");
}

TEST(EquationText, NamesTheEntriesOfAFormula) {
  Symbols s;
  std::vector<Expr> many;
  for (int i = 0; i < 30; ++i) many.push_back(s.graph.symbol("x" + std::to_string(i)));
  const Expr wide = s.graph.sum(many);
  const Equation formula{{"N_C", "½·(Ṁ − 2·C″ + transpose)", "N C"}, 2, 2, {wide, s.a, s.b, wide}};
  const std::string text = equation_text(document_of(formula), {});
  EXPECT_THAT(text, HasSubstr("½·(Ṁ − 2·C″ + transpose) = [n], 2×2:\n  n[1,1] = x₀"));
}

TEST(EquationText, PutsNumbersBesideTheTermsAndTheirSumBeneath) {
  Symbols s;
  const LabelledSum sum{name("tau"), {{s.a, "inertial"}, {s.b, "gravity"}}};
  EXPECT_THAT(equation_text(document_of(sum), {.values = values}), HasSubstr("tau = a      inertial   2 N·m\n"
                                                                             "      + b    gravity   −3 N·m\n"
                                                                             "    = −1 N·m\n"));
}

TEST(EquationText, CountsTheFactorInTheNumbersOfAMatrix) {
  Symbols s;
  Equation inverse{name("J"), 1, 2, {s.a, s.b}, power(s.t2.sin, -1)};
  std::vector<Expr> asked;
  const EquationValues asking = [&](const Expr& x) {
    asked.push_back(x);
    return std::string("7");
  };
  EXPECT_THAT(equation_text(document_of(inverse), {.values = asking}), HasSubstr("J = 1/s₂·[ a  b ]\n  = [ 7  7 ]\n"));
  EXPECT_NE(std::find(asked.begin(), asked.end(), s.a / s.t2.sin), asked.end());
  EXPECT_EQ(std::find(asked.begin(), asked.end(), s.a), asked.end());
  asked.clear();
  EXPECT_THAT(html_document(document_of(inverse), &asking), HasSubstr("<mtext>7</mtext>"));
  EXPECT_EQ(std::find(asked.begin(), asked.end(), s.a), asked.end());
  asked.clear();
  EXPECT_THAT(latex_document(document_of(inverse), &asking), HasSubstr("\\text{7}"));
  EXPECT_EQ(std::find(asked.begin(), asked.end(), s.a), asked.end());
}

/// Φ with two rows and two columns that have names.
Equation named_matrix(const std::vector<Expr>& entries) {
  Equation matrix{name("Phi(q)"), 2, 2, entries, {}, {}};
  matrix.row_names = {name("x"), name("r_{z}")};
  matrix.column_names = {name("a"), name("longer")};
  return matrix;
}

TEST(EquationText, WritesNamesBesideRowsAndAboveColumns) {
  Symbols s;
  EXPECT_THAT(equation_text(document_of(named_matrix({s.a, s.b, Expr(0.0), s.a})), {}),
              HasSubstr("               a  longer\n"
                        "Phi(q) = x     ⎡ a  b      ⎤\n"
                        "         r_{z} ⎣ 0  a      ⎦\n"));
}

TEST(EquationText, ListsNamedColumnsOneAfterTheOther) {
  Symbols s;
  std::vector<Expr> many;
  for (int i = 0; i < 30; ++i) many.push_back(s.graph.symbol("x" + std::to_string(i)));
  const Expr wide = s.graph.sum(many);
  // symmetric as numbers go, but a row is no column here
  const std::string text = equation_text(document_of(named_matrix({wide, s.b, s.b, wide})), {.width = 80});
  EXPECT_THAT(text, HasSubstr("Phi(q), 2×2:\n  Phi[x,a] = x₀"));
  const std::size_t b = text.find("Phi[r_{z},a] = b"), c = text.find("Phi[x,longer] = b");
  ASSERT_NE(b, std::string::npos) << text;
  ASSERT_NE(c, std::string::npos) << text;
  EXPECT_LT(b, c);
}

TEST(EquationText, DoesNotSayThatZeroIsANumber) {
  Symbols s;
  const EquationDocument document = document_of(Equation{name("0"), 1, 1, {s.a}});
  EXPECT_THAT(equation_text(document, {.values = values}), HasSubstr("0 = a    (here 2 N·m)\n"));
  EXPECT_THAT(latex_document(document, &values), HasSubstr("(here 2 N"));
  EXPECT_THAT(html_document(document, &values), HasSubstr("here 2 N·m"));
}

}  // namespace
}  // namespace sinew
