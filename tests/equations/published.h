// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sinew/equations/equation_book.h"
#include "sinew/formats/formula.h"
#include "sinew/symbolic/print/print.h"

namespace sinew_test {

using namespace sinew;

/// A formula as a book prints it, in the symbols of the robot.
inline Expr published(const SymbolicRobot& robot, const std::string& formula) {
  Names<Expr> names;
  for (const Symbol& symbol : robot.graph->symbols()) names[symbol.name] = {robot.graph->symbol(symbol.name), {}};
  return Formula(formula).value(names).value;
}

/// The terms of a sum, each with its sign.
inline void add_terms(const Expr& x, const Rational& factor, std::vector<Expr>& terms) {
  const Scaled s = split_coefficient(x);
  if (s.rest.op() == Expr::Op::Sum && (s.coefficient.is_one() || s.coefficient.is_minus_one())) {
    for (const Expr& term : s.rest.operands()) add_terms(term, factor * s.coefficient, terms);
    return;
  }
  terms.push_back(Expr(factor) * x);
}

/// How much there is to read: every symbol, sine, cosine and number.
inline std::size_t length(const Expr& x) {
  if (x.is_constant()) return magnitude(x.constant()).is_one() ? 0 : 1;
  if (x.op() == Expr::Op::Symbol || x.op() == Expr::Op::Sin || x.op() == Expr::Op::Cos) return 1;
  std::size_t sum = 0;
  for (const Expr& operand : x.operands()) sum += length(operand);
  return sum;
}

/// Equal, term for term in any order, and no longer.
inline void expect_same_shape(SymbolicRobot& robot, const std::string& what, const Expr& ours,
                              const std::string& formula) {
  const Expr theirs = published(robot, formula);
  const std::string shown = what + ": ours " + printed(ours, Language::Text) + ", published " + formula;
  Ring& ring = *robot.ring;
  EXPECT_EQ(ring.fraction(ours), ring.fraction(theirs)) << shown;
  EXPECT_LE(length(ours), length(theirs)) << shown;
  std::vector<Expr> own, other;
  add_terms(ours, Rational(1), own);
  add_terms(theirs, Rational(1), other);
  EXPECT_EQ(own.size(), other.size()) << shown;
  for (const Expr& term : other)
    EXPECT_TRUE(
        std::any_of(own.begin(), own.end(), [&](const Expr& x) { return ring.fraction(x) == ring.fraction(term); }))
        << shown << "\nno term is " << printed(term, Language::Text);
}

inline const Equation& equation_named(const EquationDocument& document, const std::string& name) {
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks)
      if (const auto* equation = std::get_if<Equation>(&block); equation != nullptr && equation->name.plain == name)
        return *equation;
  throw std::runtime_error("no equation of the name " + name);
}

inline Expr sum_named(const EquationDocument& document, const std::string& name, ExprGraph& graph) {
  for (const Section& section : document.sections)
    for (const Block& block : section.blocks)
      if (const auto* sum = std::get_if<LabelledSum>(&block); sum != nullptr && sum->name.plain == name) {
        std::vector<Expr> terms;
        for (const auto& [term, label] : sum->terms) terms.push_back(term);
        return graph.sum(terms);
      }
  throw std::runtime_error("no sum of the name " + name);
}

inline std::string shipped(const std::string& robot) { return SINEW_SOURCE_DIR "/robots/" + robot + ".yaml"; }

}  // namespace sinew_test
