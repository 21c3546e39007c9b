// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/equations/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "sinew/print/mathml_of_latex.h"
#include "tests/report/documents.h"

namespace sinew {
namespace {

using sinew_test::document_of;
using sinew_test::name;
using testing::HasSubstr;
using testing::Not;

bool has_no_end(std::string_view tag) {
  return tag.starts_with("<meta") || tag.starts_with("<!") || tag.ends_with("/>");
}

std::string_view element_of(std::string_view tag) {
  const std::size_t begin = tag.starts_with("</") ? 2 : 1;
  return tag.substr(begin, tag.find_first_of(" >", begin) - begin);
}

/// The first tag that does not close what was opened last; empty for a page that is well-formed.
std::string first_wrong_tag(std::string_view html) {
  std::vector<std::string_view> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::string_view tag = html.substr(at, html.find('>', at) + 1 - at);
    if (has_no_end(tag)) continue;
    if (!tag.starts_with("</")) {
      open.push_back(element_of(tag));
    } else {
      if (open.empty() || open.back() != element_of(tag)) return std::string(tag);
      open.pop_back();
    }
  }
  return open.empty() ? "" : "unclosed " + std::string(open.back());
}

/// A page with one of everything.
EquationDocument everything(ExprGraph& graph) {
  const Expr a = graph.symbol("a"), b = graph.symbol("b"), q = graph.position(0, true);
  std::vector<Expr> many;
  for (int i = 0; i < 50; ++i) many.push_back(graph.symbol("x" + std::to_string(i)) * sincos(q).cos);
  const Expr bracket = graph.product({a, graph.sum(many), graph.velocity(0)});
  EquationDocument document{"<Arm> & \"co\"", {}};
  document.sections.push_back({"Words with τ",
                               {Paragraph{{std::string("q̇² < 5 & `code`, "), name("{}^{1}\\omega_{C1}")}},
                                Verdict{true, "fine"}, Verdict{false, "not <fine>"}}});
  Equation named{name("\\Phi(q)"), 1, 2, {a, b}};
  named.row_names = {name("r_{x}")};
  named.column_names = {name("\\alpha_{2}"), name("y_{\\mathrm{tool}}")};
  document.sections.push_back({"Equations",
                               {named, Equation{name("\\dot{M} - 2 C'"), 1, 1, {bracket}, {}, "½·m·v_C²"},
                                Equation{name("M(q)"), 2, 1, {a / b, bracket}, power(b, -1)},
                                LabelledSum{name("\\tau_{1}"), {{a + b, "inertial"}, {-bracket, "Coriolis"}}}}});
  return document;
}

TEST(MathMl, IsMadeOfTheLatexOfNames) {
  EXPECT_EQ(mathml_of_latex("M_{11}"), "<msub><mi>M</mi><mrow><mrow><mn>11</mn></mrow></mrow></msub>");
  EXPECT_THAT(mathml_of_latex("\\dot{\\omega}"), HasSubstr("<mi>ω</mi></mrow></mrow><mo>˙</mo>"));
  EXPECT_THAT(mathml_of_latex("a \\times \\left(b - c\\right)"), HasSubstr("<mo>×</mo>"));
  EXPECT_THAT(mathml_of_latex("\\unheard{a}"), HasSubstr("<mtext>\\unheard</mtext>")) << "shown as it is typed";
}

TEST(MathMl, KeepsTheDigitsOfADecimalTogether) {
  EXPECT_EQ(mathml_of_latex("a = 0.5"), "<mi>a</mi><mo>=</mo><mn>0.5</mn>");
  EXPECT_EQ(mathml_of_latex("12."), "<mn>12</mn><mo>.</mo>");
}

TEST(MathMl, EscapesNames) { EXPECT_THAT(mathml_of_latex("\\mathrm{a<b}"), HasSubstr("<mi>a&lt;b</mi>")); }

TEST(MathMl, SurvivesBrokenLatex) {
  for (const char* broken : {"{", "}", "_", "^", "\\", "\\frac{1}", "\\dot", "a_", "{}^"})
    EXPECT_EQ(first_wrong_tag(mathml_of_latex(broken)), "") << broken;
}

TEST(HtmlDocument, IsWellFormedWhateverIsInIt) {
  ExprGraph graph;
  const EquationValues values = [](const Expr&) { return std::string("<1>"); };
  std::string html = html_document(everything(graph), &values);
  const std::size_t style = html.find("<style>"), end_of_style = html.find("</style>");
  html.erase(style, end_of_style + 8 - style);
  EXPECT_EQ(first_wrong_tag(html), "");
}

TEST(HtmlDocument, EscapesTitlesNamesAndValues) {
  ExprGraph graph;
  const EquationValues values = [](const Expr&) { return std::string("<1>"); };
  const std::string html = html_document(everything(graph), &values);
  EXPECT_THAT(html, HasSubstr("<title>&lt;Arm&gt; &amp; &quot;co&quot;</title>"));
  EXPECT_THAT(html, HasSubstr("not &lt;fine&gt;"));
  EXPECT_THAT(html, HasSubstr("= &lt;1&gt;"));
}

TEST(HtmlDocument, NeedsNothingFromElsewhere) {
  ExprGraph graph;
  const std::string html = html_document(everything(graph));
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST(HtmlDocument, PutsNamesBesideRowsAndAboveColumns) {
  ExprGraph graph;
  const std::string html = html_document(everything(graph));
  EXPECT_THAT(html, HasSubstr("<mtable class=\"named\"><mtr><mtd></mtd><mtd><msub><mi>α</mi>"));
  EXPECT_THAT(html, HasSubstr("</mtr><mtr><mtd><msub><mi>r</mi>"));
  EXPECT_THAT(html, HasSubstr("<mtd class=\"cell left tl bl\">"));
  EXPECT_THAT(html, HasSubstr("<mtd class=\"cell right tr br\">"));
}

TEST(HtmlDocument, LinksToItsSections) {
  ExprGraph graph;
  const std::string html = html_document(everything(graph));
  EXPECT_THAT(html, HasSubstr("<a href=\"#s2\">Equations</a>"));
  EXPECT_THAT(html, HasSubstr("<section id=\"s2\">"));
}

TEST(HtmlDocument, TagsTermsByTheirCause) {
  ExprGraph graph;
  const Expr a = graph.symbol("a");
  const std::string html = html_document(document_of(LabelledSum{name("F_{1}"), {{a, "Coriolis"}, {a, "difference"}}}));
  EXPECT_THAT(html, HasSubstr("<span class=\"label coriolis\">Coriolis</span>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"label\">difference</span>")) << "one that the style does not know";
}

TEST(HtmlDocument, LetsLinesEndBetweenTerms) {
  ExprGraph graph;
  const Expr sum = graph.sum({graph.symbol("a"), -graph.symbol("b")});
  const std::string html = html_document(document_of(Equation{name("T"), 1, 1, {sum}}));
  EXPECT_THAT(html, HasSubstr("<div class=\"terms\"><math displaystyle=\"true\"><mrow><mi>a</mi>")) << "no sign yet";
  EXPECT_THAT(html, HasSubstr("</math> <math displaystyle=\"true\"><mo form=\"infix\" lspace=\"0\">−</mo>"));
}

TEST(HtmlDocument, ListsAMatrixThatAWindowOfAThousandPixelsWouldCut) {
  ExprGraph graph;
  Expr sum;
  for (int i = 0; i < 12; ++i) sum += graph.symbol("x" + std::to_string(i));
  const auto matrix = [&](int columns) {
    return html_document(document_of(Equation{name("M(q)"), 1, columns, {sum, graph.symbol("a")}}));
  };
  EXPECT_THAT(matrix(2), HasSubstr("<mtable"));
  for (int i = 12; i < 24; ++i) sum += graph.symbol("x" + std::to_string(i));
  EXPECT_THAT(matrix(2), Not(HasSubstr("<mtable")));
}

TEST(HtmlDocument, GivesNoRowAScrollbarOfItsOwn) {
  const std::string style = html_document({});
  const std::size_t terms = style.find(".terms {");
  EXPECT_THAT(style.substr(terms, style.find('}', terms) - terms), Not(HasSubstr("overflow")));
  EXPECT_THAT(style, HasSubstr("overflow: auto hidden")) << "sideways alone: tall fractions are no reason to scroll";
}

TEST(HtmlDocument, ListsAMatrixThatNoScreenHolds) {
  ExprGraph graph;
  std::vector<Expr> many;
  for (int i = 0; i < 80; ++i) many.push_back(graph.symbol("x" + std::to_string(i)));
  const Expr wide = graph.sum(many);
  const std::string html = html_document(document_of(Equation{name("M(q)"), 2, 2, {wide, wide, wide, Expr(0.0)}}));
  EXPECT_THAT(html, HasSubstr("entry by entry. It is symmetric. Entries that are not listed are zero."));
  EXPECT_THAT(html, Not(HasSubstr("<mtable")));
}

}  // namespace
}  // namespace sinew
