// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/print/program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sinew/scalar/dual.h"
#include "sinew/scalar/pack.h"
#include "sinew/symbolic/derivative.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/ring.h"
#include "tests/support/soak.h"
#include "tests/symbolic/random_expr.h"

namespace {

using sinew::Assignment;
using sinew::evaluated;
using sinew::Expr;
using sinew::ExprGraph;
using sinew::Language;
using sinew::operation_count;
using sinew::OperationCount;
using sinew::power;
using sinew::Program;
using sinew::program;
using sinew::Rational;
using sinew::sincos;
using sinew::Symbol;
using sinew_test::RandomExpr;
using sinew_test::some_value;

using Results = std::vector<std::pair<std::string, Expr>>;

class Programs : public testing::Test {
 protected:
  ExprGraph graph;
  Expr a = graph.symbol("a"), b = graph.symbol("b"), c = graph.symbol("c");
  Expr q1 = graph.position(0, true), q2 = graph.position(1, true);
};
using Evaluating = Programs;
using Differentiating = Programs;
using Substituting = Programs;
using Counting = Programs;

Results random_results(ExprGraph& graph, std::uint64_t seed) {
  RandomExpr random(graph, seed);
  const Expr shared = random.made(3);
  return {{"tau1", random.made(4) * shared}, {"tau2", random.made(5) - shared}, {"tau3", -shared}};
}

std::vector<Expr> values_of(const Results& results) {
  std::vector<Expr> values;
  for (const auto& [name, value] : results) values.push_back(value);
  return values;
}

/// Step by step, knowing of the symbols what `some_value` says and of the steps what came before.
std::vector<double> carried_out(const Program& program) {
  std::map<std::string, double> steps;
  const auto value = [&](const Symbol& s) { return steps.contains(s.name) ? steps.at(s.name) : some_value(s); };
  for (const Assignment& step : program.steps)
    steps[step.name] = evaluated<double>(std::vector{step.value}, value).front();
  return evaluated<double>(values_of(program.results), value);
}

std::set<std::string> symbols_in(const Expr& x) {
  std::set<std::string> names;
  for (const Expr::Node* node : sinew::nodes_of(std::vector{x}))
    if (node->op == Expr::Op::Symbol) names.insert(node->symbol->name);
  return names;
}

void expect_near(double value, double expected, double tolerance) {
  EXPECT_NEAR(value, expected, tolerance * (1.0 + std::abs(expected)));
}

// laws of programs

TEST_F(Programs, ComputeWhatTheirResultsSay) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Results results = random_results(graph, seed);
    const std::vector<double> expected = evaluated<double>(values_of(results), some_value);
    for (const std::size_t most : {1U, 4U, 12U, 1000U}) {
      const std::vector<double> values = carried_out(program(graph, results, {.most_operations = most}));
      for (std::size_t i = 0; i < expected.size(); ++i) expect_near(values[i], expected[i], 1e-14);
    }
  }
}

TEST_F(Programs, DefineEveryStepOnceBeforeItsUseAndUseIt) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Results results = random_results(graph, seed);
    std::set<std::string> known;
    for (const auto& [name, value] : results) known.merge(symbols_in(value));
    std::set<std::string> used;
    const Program made = program(graph, results);
    const auto use = [&](const Expr& value) {
      for (const std::string& name : symbols_in(value)) {
        EXPECT_TRUE(known.contains(name)) << name;
        used.insert(name);
      }
    };
    for (const Assignment& step : made.steps) {
      use(step.value);
      EXPECT_TRUE(known.insert(step.name).second) << step.name;
    }
    for (const auto& [name, value] : made.results) use(value);
    for (const Assignment& step : made.steps) EXPECT_TRUE(used.contains(step.name)) << step.name;
  }
}

TEST_F(Programs, KeepTheirLinesShort) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Program made = program(graph, random_results(graph, seed));
    for (const Assignment& step : made.steps) EXPECT_LE(operation_count(step.value).total(), 12U);
    for (const auto& [name, value] : made.results) EXPECT_LE(operation_count(value).total(), 12U);
  }
  Expr sum;
  const unsigned terms = sinew_test::case_count(2'000U, 10'000U);
  for (unsigned i = 0; i < terms; ++i) sum += graph.symbol("x" + std::to_string(i)) * a;
  EXPECT_EQ(program(graph, {{"y", sum}}).count, (OperationCount{terms - 1, terms}));
}

TEST_F(Programs, NeverCostMoreThanWritingOut) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Results results = random_results(graph, seed);
    OperationCount written_out;
    for (const auto& [name, value] : results) written_out += operation_count(value);
    EXPECT_LE(program(graph, results).count.total(), written_out.total());
  }
}

// their looks

TEST_F(Programs, NameStepsAfterJoints) {
  const Expr s12 = sincos(q1 + q2).sin, c12 = sincos(q1 + q2).cos, c2 = sincos(q2).cos;
  const Program made =
      program(graph, {{"x", graph.sum({graph.product({a, c12}), graph.product({b, c2})})}, {"y", a * s12}});
  EXPECT_EQ(printed(made, Language::Text),
            "c2 = cos(q2)\n"
            "q12 = q1 + q2\n"
            "s12 = sin(q12)\n"
            "c12 = cos(q12)\n"
            "x = a*c12 + b*c2\n"
            "y = a*s12\n");
  EXPECT_EQ(made.count.text(), "3 ×, 2 +, 3 sin/cos");
}

TEST_F(Programs, TakeNoNameThatMeansSomethingElse) {
  graph.symbol("t1");
  graph.symbol("c2");
  const Expr product = a * b;
  const Results results{{"t2", graph.sum({sincos(q2).cos, product})}, {"y", product - c}};
  const std::string text = "t3 = cos(q2)\nt4 = a*b\nt2 = t3 + t4\ny = t4 - c\n";
  EXPECT_EQ(printed(program(graph, results), Language::Text), text);
  EXPECT_EQ(printed(program(graph, results), Language::Text), text) << "a second time, in the same graph";
}

TEST_F(Programs, CountNoSignAsUse) {
  EXPECT_EQ(printed(program(graph, {{"x", -(a * b)}}), Language::Text), "x = -a*b\n");
  EXPECT_EQ(printed(program(graph, {{"x", -(a * b)}, {"y", a * b}}), Language::Text), "t1 = a*b\nx = -t1\ny = t1\n");
}

TEST_F(Programs, ArePrintedInEveryLanguage) {
  const Program made = program(graph, {{"tau1", a * sincos(q2).sin}});
  EXPECT_EQ(printed(made, Language::Unicode), "s₂ = sin(q₂)\nτ₁ = a·s₂\n");
  EXPECT_EQ(printed(made, Language::C), "const double s2 = sin(q2);\nconst double tau1 = a*s2;\n");
  EXPECT_EQ(printed(made, Language::Python), "s2 = math.sin(q2)\ntau1 = a*s2\n");
  EXPECT_EQ(printed(made, Language::Matlab), "s2 = sin(q2);\ntau1 = a*s2;\n");
  EXPECT_EQ(printed(made, Language::Latex),
            "\\begin{align*}\ns_{2} &= \\sin\\left(q_{2}\\right) \\\\\n\\tau_{1} &= a s_{2}\n\\end{align*}\n");
}

// counting

TEST_F(Counting, KnowsWhatIsFree) {
  EXPECT_EQ(operation_count(a - b), (OperationCount{.additions = 1}));
  EXPECT_EQ(operation_count(-a), OperationCount{});
  EXPECT_EQ(operation_count(-(a * b)), (OperationCount{.multiplications = 1}));
  EXPECT_EQ(operation_count(a / Expr(3.0)), (OperationCount{.multiplications = 1}));
  EXPECT_EQ(operation_count(power(a, 2)), (OperationCount{.multiplications = 1}));
  EXPECT_EQ(operation_count(power(a, 8)), (OperationCount{.multiplications = 3}));
  EXPECT_EQ(operation_count(a / (b * c)), (OperationCount{.multiplications = 1, .divisions = 1}));
  EXPECT_EQ(operation_count(Expr(2.0) / a), (OperationCount{.divisions = 1}));
  EXPECT_EQ(operation_count(sincos(q1 + q2).sin), (OperationCount{.additions = 1, .functions = 1, .sines = 1}));
}

TEST_F(Counting, CountsEveryOccurrence) {
  const Expr sum = a + b;
  EXPECT_EQ(operation_count(sum * sincos(sum).sin),
            (OperationCount{.additions = 2, .multiplications = 1, .functions = 1, .sines = 1}));
  Expr doubling = a;
  for (int i = 0; i < 200; ++i) doubling = sincos(doubling).sin + sincos(doubling).cos;
  EXPECT_GT(operation_count(doubling).sines, std::size_t{1} << 63U) << "stays at the largest number";
}

TEST_F(Counting, IsReadAsAText) {
  EXPECT_EQ(operation_count(a * b + sqrt(c) / b).text(), "1 ×, 1 ÷, 1 +, 1 other");
  EXPECT_EQ(operation_count(a).text(), "no operations");
}

// evaluation

TEST_F(Evaluating, AgreesAmongAllNumberTypes) {
  using D = sinew::Dual<1>;
  using P = sinew::Pack<2>;
  RandomExpr random(graph, 23);
  std::vector<Expr> roots{sign(a - b), sign(b - a), exp(-a), select(a < b, a, b), select(b < a, a, b), power(a, -3)};
  for (int i = 0; i < 100; ++i) roots.push_back(random.made(4));
  const std::vector<double> plain = evaluated<double>(roots, some_value);
  const auto dual = evaluated<D>(roots, [](const Symbol& s) { return D(some_value(s)); });
  const auto pack = evaluated<P>(roots, [](const Symbol& s) { return P(some_value(s)); });
  const auto wide =
      evaluated<long double>(roots, [](const Symbol& s) { return static_cast<long double>(some_value(s)); });
  for (std::size_t i = 0; i < roots.size(); ++i) {
    expect_near(dual[i].value, plain[i], 1e-14);
    expect_near(pack[i][1], plain[i], 1e-13);
    expect_near(static_cast<double>(wide[i]), plain[i], 1e-12);
  }
}

TEST_F(Evaluating, DividesFractionsInTheNumberTypeItself) {
  const auto no_symbol = [](const Symbol&) { return 0.0L; };
  EXPECT_EQ(evaluated<long double>(std::vector{Expr(Rational(1, 3))}, no_symbol).front(), 1.0L / 3.0L);
}

TEST_F(Evaluating, AsksForEachSymbolOnce) {
  int asked = 0;
  const auto count = [&](const Symbol&) { return static_cast<double>(++asked); };
  evaluated<double>(std::vector{a * a + sincos(a).sin, a / b}, count);
  EXPECT_EQ(asked, 2);
}

TEST_F(Evaluating, IsNotAfraidOfDepth) {
  Expr deep = a;
  for (int i = 0; i < 100'000; ++i) deep = sincos(deep).sin + b;
  EXPECT_TRUE(std::isfinite(evaluated<double>(std::vector{deep}, some_value).front()));
}

// derivatives

TEST_F(Differentiating, AgreesWithDualNumbers) {
  using D = sinew::Dual<1>;
  RandomExpr random(graph, 31);
  for (const char* name : {"m1", "q2"}) {
    const Symbol& x = *graph.find(name);
    const auto seeded = [&](const Symbol& s) { return &s == &x ? D::variable(some_value(s), 0) : D(some_value(s)); };
    for (int i = 0; i < 100; ++i) {
      const std::vector<Expr> y{random.made(1 + i % 4)};
      const double slope = evaluated<double>(std::vector{derivative(y.front(), x)}, some_value).front();
      const double expected = evaluated<D>(y, seeded).front().d[0];
      EXPECT_NEAR(slope, expected, 1e-11 * (1.0 + std::abs(expected))) << printed(y.front(), Language::Text);
    }
  }
}

TEST_F(Differentiating, GivesTheTextbooksForms) {
  const auto slope = [&](const Expr& x) { return printed(derivative(x, a.symbol()), Language::Text); };
  EXPECT_EQ(slope(b), "0");
  EXPECT_EQ(slope(a), "1");
  EXPECT_EQ(slope(b * a + c), "b");
  EXPECT_EQ(slope(power(a, 3)), "3*a^2");
  EXPECT_EQ(slope(sincos(Expr(2.0) * a).cos), "-2*sin(2*a)");
  EXPECT_EQ(slope(sqrt(a)), "1/(2*sqrt(a))");
  EXPECT_EQ(slope(exp(b * a)), "b*exp(a*b)");
  EXPECT_EQ(slope(sign(a)), "0");
  EXPECT_EQ(slope(select(a < b, a * c, b)), "(a < b ? c : 0)");
}

// substitution

TEST_F(Substituting, CommutesWithEvaluation) {
  RandomExpr random(graph, 41);
  const Expr m1 = random.made(2), q2_now = q1 + a;
  const double value_of_m1 = evaluated<double>(std::vector{m1}, some_value).front();
  const double value_of_q2 = evaluated<double>(std::vector{q2_now}, some_value).front();
  const auto value = [&](const Symbol& s) {
    return s.name == "m1" ? value_of_m1 : s.name == "q2" ? value_of_q2 : some_value(s);
  };
  for (int i = 0; i < 100; ++i) {
    const Expr x = random.made(1 + i % 4);
    const Expr replaced = substituted(x, {{"m1", m1}, {"q2", q2_now}});
    const double expected = evaluated<double>(std::vector{x}, value).front();
    EXPECT_NEAR(evaluated<double>(std::vector{replaced}, some_value).front(), expected,
                1e-11 * (1.0 + std::abs(expected)))
        << printed(x, Language::Text);
  }
}

TEST_F(Substituting, DropsWhatVanishesAndKeepsTheOrder) {
  const Expr x = graph.sum({graph.product({Expr(2.0), c, a}), graph.product({b, c}), a});
  const auto with = [&](const std::map<std::string, Expr>& replacements) {
    return printed(substituted(x, replacements), Language::Text);
  };
  EXPECT_EQ(with({}), "2*c*a + b*c + a");
  EXPECT_EQ(with({{"z", a}}), "2*c*a + b*c + a");
  EXPECT_EQ(with({{"b", Expr()}}), "2*c*a + a");
  EXPECT_EQ(with({{"c", Expr(3.0)}}), "7*a + 3*b");
  EXPECT_EQ(with({{"a", c}}), "2*c^2 + b*c + c");
  EXPECT_EQ(with({{"a", Expr()}, {"b", Expr()}}), "0");
  EXPECT_EQ(with({{"a", b}, {"b", a}}), "2*c*b + a*c + b");
}

TEST_F(Substituting, MakesNumbersOfNumbers) {
  const Expr x = sqrt(a) * exp(b) + sincos(q1).cos / sign(c);
  EXPECT_EQ(substituted(x, {{"a", Expr(4.0)}, {"b", Expr()}, {"q1", Expr()}, {"c", Expr(-2.0)}}), Expr(1.0));
}

}  // namespace
