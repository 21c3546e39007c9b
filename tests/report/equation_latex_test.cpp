// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/latex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "sinew/print/latex_lines.h"
#include "sinew/print/latex_width.h"
#include "sinew/print/latex_words.h"
#include "sinew/print/prose.h"
#include "tests/report/documents.h"

namespace sinew {
namespace {

using sinew_test::document_of;
using sinew_test::name;
using testing::HasSubstr;
using testing::Not;

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// x1 + x2 + … with long names, to fill lines.
Expr long_sum(ExprGraph& graph, int terms, const std::string& letter = "x") {
  std::vector<Expr> sum;
  for (int i = 1; i <= terms; ++i) {
    const Expr l = graph.symbol("l" + std::to_string(i)), x = graph.symbol(letter + std::to_string(i));
    sum.push_back((i % 3 == 0 ? -1.0 : 1.0) * l * x);
  }
  return graph.sum(sum);
}

TEST(Prose, FindsFormulasAmongWords) {
  using Kind = ProseRun::Kind;
  EXPECT_EQ(prose_runs("ω̇ follows: F = m·v̇_C, see `sinew terms`."), (std::vector<ProseRun>{{Kind::Math, "ω̇"},
                                                                                           {Kind::Words, " follows: "},
                                                                                           {Kind::Math, "F = m·v̇_C"},
                                                                                           {Kind::Words, ", see "},
                                                                                           {Kind::Code, "sinew terms"},
                                                                                           {Kind::Words, "."}}));
}

TEST(Prose, LeavesNamesAndWordsOfOneLetterAlone) {
  for (const char* words :
       {"A link", "as a whole", "shoulder_pan turns", "joint's axis", "e.g. this", "skew-symmetric"})
    EXPECT_EQ(prose_runs(words), (std::vector<ProseRun>{{ProseRun::Kind::Words, words}})) << words;
}

TEST(LatexMath, WritesEachSignOfOurTexts) {
  EXPECT_EQ(latex_math("q̇ᵀ·Γ_i·q̇"), "\\dot{q}^{T}\\cdot\\Gamma_{i}\\cdot\\dot{q}");
  EXPECT_EQ(latex_math("²ω₂"), "{}^{2}\\omega_{2}");
  EXPECT_EQ(latex_math("J⁻¹"), "J^{-1}");
  EXPECT_EQ(latex_math("½·(Ṁ − 2·C″)"), "\\tfrac{1}{2}\\cdot(\\dot{M} - 2\\cdot C'')");
  EXPECT_EQ(latex_math("‖∂g/∂q‖ ≤ α"), "\\|\\partial g/\\partial q\\| \\le \\alpha");
  EXPECT_EQ(latex_math("V_τ"), "V_{\\tau}");
  EXPECT_EQ(latex_math("{i}"), "\\{i\\}");
  EXPECT_EQ(latex_math("ωx"), "\\omega_{x}");
}

TEST(LatexMath, NeverPutsTwoIndicesOnOneLetter) {
  EXPECT_EQ(latex_math("a_b_c"), "a_{b}{}_{c}");
  EXPECT_EQ(latex_math("q²′"), "q^{2}{}'");
  EXPECT_EQ(latex_math("q̇ᵢ²"), "\\dot{q}_{i}^{2}");
}

TEST(LatexWords, EscapesWhatLatexReads) {
  EXPECT_EQ(latex_words("5% of link_1 & #2 {b} cost$"), "5\\% of link\\_1 \\& \\#2 $\\{b\\}$ cost$\\$$");
  EXPECT_EQ(latex_words("C:\\tmp ^ ~"), "C:\\textbackslash{}tmp \\^{} \\~{}");
  EXPECT_EQ(latex_words("`sinew terms --show`"), "\\texttt{sinew terms -{}-show}");
}

TEST(LatexWords, WritesUnknownCharactersAsTheirCodes) {
  EXPECT_EQ(latex_words("link 関節"), "link [U+95A2][U+7BC0]");
  EXPECT_EQ(latex_words("Gelenk für Öse"), "Gelenk für Öse") << "LaTeX composes these itself";
}

TEST(LatexWords, SurvivesBrokenText) {
  for (const char* broken :
       {"\xFF", "\xC3", "a\x80\x80\x80\x80\x80\x80\x80\x80\x80", "\u0307", "\u0308\u0307", "\x01", "_", "q_"})
    EXPECT_TRUE(is_ascii(latex_words(broken))) << broken;
}

/// Widths as pdfTeX 3.14 gives them for \hbox{$\displaystyle …$} at 10 pt.
TEST(LatexWidth, IsNeverTooSmallAndNotMuchTooLarge) {
  const std::pair<const char*, double> measured[] = {
      {"m_{2} l_{1} c_{2} + m_{2} l_{2}", 62.508},
      {"{}- \\left(m_{2} + m_{3} + m_{4} + m_{5} + m_{6}\\right) a_{2} c_{2}^{2} \\dot{q}_{1}^{2} - "
       "\\left(m_{2} + m_{3} + m_{4} + m_{5} + m_{6}\\right) a_{2} \\dot{q}_{2}^{2}",
       320.749}};
  for (const auto& [formula, width] : measured) {
    EXPECT_GE(latex_width(formula), width) << formula;
    EXPECT_LE(latex_width(formula), 1.25 * width) << formula;
  }
}

TEST(LatexWidth, OfAFractionIsThatOfItsWiderHalf) {
  EXPECT_NEAR(latex_width("\\frac{a b c}{d}"), latex_width("\\frac{d}{a b c}"), 1e-12);
  EXPECT_LT(latex_width("\\frac{a b c}{a b c}"), latex_width("a b c a b c"));
}

TEST(LatexWidth, OfAnIndexAndAnExponentIsThatOfTheWiderOne) {
  EXPECT_NEAR(latex_width("c_{12}^{2}"), latex_width("c_{12}"), 1e-12);
}

TEST(LatexLines, KeepAShortSumOnOne) {
  ExprGraph graph;
  EXPECT_THAT(latex_lines(long_sum(graph, 3), 400), testing::ElementsAre("l_{1} x_{1} + l_{2} x_{2} - l_{3} x_{3}"));
}

TEST(LatexLines, EndBeforeASign) {
  ExprGraph graph;
  const std::vector<std::string> lines = latex_lines(long_sum(graph, 40), 300);
  ASSERT_GT(lines.size(), 2U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_LE(latex_width(lines[i]), 300) << lines[i];
    const bool begins_with_sign = lines[i].starts_with("\\quad {}+ ") || lines[i].starts_with("\\quad {}- ");
    EXPECT_EQ(begins_with_sign, i > 0) << lines[i];
  }
}

TEST(LatexLines, BreakATermThatIsTooLongInsideItsBracket) {
  ExprGraph graph;
  const Expr term = graph.product({Expr(-2.0), graph.symbol("m"), long_sum(graph, 40), graph.symbol("qd1")});
  const std::vector<std::string> lines = latex_lines(graph.sum({graph.symbol("a"), term}), 300);
  std::string all;
  for (const std::string& line : lines) {
    EXPECT_LE(latex_width(line), 300) << line;
    EXPECT_EQ(count(line, "\\left"), count(line, "\\right")) << "a bracket that grows ends on its line: " << line;
    all += line;
  }
  EXPECT_EQ(count(all, "\\bigl("), 1U);
  EXPECT_EQ(count(all, "\\bigr)"), 1U);
  EXPECT_TRUE(all.ends_with("\\dot{q}_{1}")) << all;
}

TEST(LatexLines, BreakAFractionWithALongNumeratorInsideABracket) {
  ExprGraph graph;
  const Expr quotient = long_sum(graph, 40) / graph.symbol("d");
  const std::vector<std::string> lines = latex_lines(quotient, 300);
  ASSERT_GT(lines.size(), 2U);
  EXPECT_TRUE(lines.front().starts_with("\\frac{1}{d}\\bigl(")) << lines.front();
}

TEST(LatexLines, BreakALongProductBetweenFactors) {
  ExprGraph graph;
  std::vector<Expr> factors;
  for (int i = 1; i <= 60; ++i) factors.push_back(graph.symbol("x" + std::to_string(i)));
  const std::vector<std::string> lines = latex_lines(graph.product(factors), 200);
  ASSERT_GT(lines.size(), 1U);
  for (const std::string& line : lines) EXPECT_LE(latex_width(line), 200) << line;
  EXPECT_THAT(lines[1], HasSubstr("{}\\cdot "));
}

TEST(LatexLines, OfALaterTermBeginWithItsSign) {
  ExprGraph graph;
  EXPECT_EQ(latex_lines_of_next_term(graph.symbol("a"), 300).front(), "\\quad {}+ a");
  EXPECT_EQ(latex_lines_of_next_term(-graph.symbol("a"), 300).front(), "\\quad {}- a");
}

TEST(LatexDocument, IsAFileOfItsOwn) {
  const std::string latex = latex_document({"Arm of 50%", {{"Words", {Paragraph{{std::string("Hello.")}}}}}});
  EXPECT_TRUE(latex.starts_with("\\documentclass"));
  EXPECT_TRUE(latex.ends_with("\\end{document}\n"));
  EXPECT_THAT(latex, HasSubstr("Arm of 50\\%"));
  EXPECT_THAT(latex_fragment({"T", {}}), Not(HasSubstr("documentclass")));
}

TEST(LatexDocument, SetsAMatrixThatFits) {
  ExprGraph graph;
  const Expr a = graph.symbol("a");
  const std::string latex = latex_fragment(document_of(Equation{name("M(q)"), 2, 2, {a, Expr(0.0), Expr(0.0), a}}));
  EXPECT_THAT(latex, HasSubstr("a & 0 \\\\\n"));
  EXPECT_THAT(latex, Not(HasSubstr("entry by entry")));
}

TEST(LatexDocument, ListsAMatrixThatIsTooWide) {
  ExprGraph graph;
  const Expr wide = long_sum(graph, 12), other = long_sum(graph, 12, "y");
  const Equation matrix{name("M(q)"), 2, 2, {wide, other, other, Expr(0.0)}};
  const std::string latex = latex_fragment(document_of(matrix));
  EXPECT_THAT(latex, HasSubstr("It is symmetric. Entries that are not listed are zero."));
  EXPECT_THAT(latex, HasSubstr("M_{11} &="));
  EXPECT_THAT(latex, HasSubstr("M_{12} &="));
  EXPECT_THAT(latex, Not(HasSubstr("M_{21}")));
  EXPECT_THAT(latex, Not(HasSubstr("M_{22}")));
}

TEST(LatexDocument, GivesEntriesAStandInWhereAFactorStandsInFront) {
  ExprGraph graph;
  const Expr wide = long_sum(graph, 12);
  Equation matrix{name("J^{-1}"), 1, 2, {wide, wide}};
  matrix.factor = power(graph.symbol("d"), -1);
  const std::string latex = latex_fragment(document_of(matrix));
  EXPECT_THAT(latex, HasSubstr("$J^{-1} = \\frac{1}{d} \\bigl[n_{ij}\\bigr]$"));
  EXPECT_THAT(latex, HasSubstr("n_{1} &="));
}

TEST(LatexDocument, PutsNamesBesideRowsAndAboveColumns) {
  ExprGraph graph;
  const Expr a = graph.symbol("a"), wide = long_sum(graph, 12);
  Equation matrix{name("\\Phi(q)"), 2, 2, {a, Expr(0.0), Expr(1.0), a}};
  matrix.row_names = {name("x"), name("y")};
  matrix.column_names = {name("l_{1}"), name("l_{2}")};
  EXPECT_THAT(latex_fragment(document_of(matrix)), HasSubstr("\\bordermatrix{\n    & l_{1} & l_{2} \\cr\n"
                                                             "    x & a & 0 \\cr\n"
                                                             "    y & 1 & a \\cr\n  }"));
  matrix.entries = {wide, wide, Expr(0.0), wide};
  EXPECT_THAT(latex_fragment(document_of(matrix)),
              testing::AllOf(HasSubstr("\\Phi_{x,l_{1}} &="), HasSubstr("\\Phi_{y,l_{2}} &="),
                             Not(HasSubstr("\\Phi_{y,l_{1}}")), Not(HasSubstr("bordermatrix"))));
}

TEST(LatexDocument, LabelsTermsAtTheRight) {
  ExprGraph graph;
  const LabelledSum sum{name("\\tau_{1}"), {{graph.symbol("a"), "inertial"}, {-graph.symbol("b"), "Coriolis"}}};
  const std::string latex = latex_fragment(document_of(sum));
  EXPECT_THAT(latex, HasSubstr("\\tau_{1} &= a \\tag*{\\sinewlabel{inertial}} \\\\\n"));
  EXPECT_THAT(latex, HasSubstr("& \\quad {}- b \\tag*{\\sinewlabel{Coriolis}}\n"));
}

TEST(LatexDocument, SaysWhenALabelledSumIsEmpty) {
  EXPECT_THAT(latex_fragment(document_of(LabelledSum{name("V_{1}"), {}})), HasSubstr("V_{1} &= 0"));
}

TEST(LatexDocument, ShowsVerdictsWithTheSignsOfItsFonts) {
  EXPECT_THAT(latex_fragment(document_of(Verdict{true, "same"})), HasSubstr("$\\checkmark$"));
  EXPECT_THAT(latex_fragment(document_of(Verdict{false, "other"})), HasSubstr("\\times"));
}

TEST(LatexDocument, PutsValuesBeneath) {
  ExprGraph graph;
  const EquationValues values = [](const Expr&) { return std::string("-3.4642"); };
  const std::string latex = latex_fragment(document_of(Equation{name("T"), 1, 1, {graph.symbol("a")}}), &values);
  EXPECT_THAT(latex, HasSubstr("T &= a \\\\\n   &= \\text{$-$3.4642}"));
}

TEST(LatexDocument, ReplacesCharactersInNamesThatLatexDoesNotKnow) {
  ExprGraph graph;
  EXPECT_TRUE(is_ascii(latex_fragment(document_of(Equation{name("質_{1}"), 1, 1, {graph.symbol("m_関節")}}))));
}

}  // namespace
}  // namespace sinew
