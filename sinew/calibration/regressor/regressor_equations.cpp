// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/regressor/regressor_equations.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sinew/calibration/chain/symbolic_chain.h"
#include "sinew/calibration/regressor/regressor_page.h"
#include "sinew/symbolic/factorise.h"
#include "sinew/symbolic/readable.h"

namespace sinew {
namespace {

/// Every parameter that an unknown changes, in the order of the chain.
std::vector<Eigen::Index> parameters_behind(std::span<const Unknown> unknowns, const std::string& file) {
  Diagnostics diagnostics(file);
  std::vector<Eigen::Index> all;
  for (const Unknown& unknown : unknowns) {
    if (unknown.moves.empty())
      diagnostics.error({},
                        in_quotes(unknown.parameter.name) + " is no parameter of the robot, so Φ has no column for it",
                        "leave it out: the closed form is of the robot alone");
    for (const auto& [parameter, factor] : unknown.moves) all.push_back(parameter);
  }
  if (unknowns.empty())
    diagnostics.error({}, "no parameter is free, so the regressor has no columns", "free some, such as a or theta");
  diagnostics.throw_if_errors();
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// How long an expression is to read.
std::size_t factor_count(const Expr& x) {
  if (x.is_constant() || x.op() == Expr::Op::Symbol || x.op() == Expr::Op::Sin || x.op() == Expr::Op::Cos) return 1;
  std::size_t count = 0;
  for (const Expr& operand : x.operands()) count += factor_count(operand);
  return count;
}

/// Expressions in the shape in which people read them.
class ReadableForms {
 public:
  explicit ReadableForms(const SymbolicChain& chain)
      : ring_(chain.graph(), chain.parallel_angles()), readable_(ring_) {}

  Expr operator()(const Expr& x) {
    try {
      const Fraction form = ring_.fraction(x);
      if (form.denominator.is_constant())
        return shorter_form(Rational(1) / form.denominator.constant() * form.numerator);
      return readable_.quotient(form.numerator, factorised(ring_, form.denominator));
    } catch (const std::length_error&) {
      return x;  // an angle that is turned more than a hundred times as far as a joint: it stays as it was derived
    }
  }

  Vec3<Expr> operator()(const Vec3<Expr>& v) { return {(*this)(v.x), (*this)(v.y), (*this)(v.z)}; }
  Rotation<Expr> operator()(const Rotation<Expr>& R) {
    return Rotation<Expr>::from_rows((*this)(R.row(0)), (*this)(R.row(1)), (*this)(R.row(2)));
  }

 private:
  Expr shorter_form(const Polynomial& p) {
    const Expr collected = readable_.expr(p), by_lengths = one_bracket_per_length(p);
    return factor_count(by_lengths) < factor_count(collected) ? by_lengths : collected;
  }

  /// a4·(c1·c2·c3 − s1·s3) + …, and at the end what has no length that is a symbol.
  Expr one_bracket_per_length(const Polynomial& p) {
    std::vector<Expr> terms;
    Expr numbers;
    for (const auto& [plain, rest] :
         ring_.coefficients(p, [](const Ring::Generator& generator) { return generator.is_parameter(); })) {
      const Expr length = ring_.expr_of_plain(plain), bracket = readable_.expr(rest);
      const bool begins_with_minus =
          bracket.op() == Expr::Op::Sum && split_coefficient(bracket.operands().front()).coefficient.sign() < 0;
      if (length.is_one())
        numbers = bracket;
      else
        terms.push_back(begins_with_minus ? -(length * readable_.expr(-rest)) : length * bracket);
    }
    const std::vector<Expr> last = numbers.op() == Expr::Op::Sum ? numbers.operands() : std::vector<Expr>{numbers};
    terms.insert(terms.end(), last.begin(), last.end());
    return ring_.graph().sum(std::move(terms));
  }

  Ring ring_;
  Readable readable_;
};

}  // namespace

RegressorEquations regressor_equations(const CalibrationChain& chain, std::span<const Unknown> unknowns,
                                       const RegressorChoice& choice) {
  const SymbolicChain symbolic(
      chain, {.free = parameters_behind(unknowns, chain.parts().description.file), .all_lengths = choice.all_lengths});
  RegressorEquations result;
  result.graph = symbolic.shared_graph();
  result.values = symbolic.values();
  ReadableForms readable(symbolic);
  const Pose<Expr> X = symbolic.nominal_pose();
  result.nominal = {readable(X.R), readable(X.p)};
  for (const Unknown& unknown : unknowns) {
    Motion<Expr> twist;
    for (const auto& [parameter, factor] : unknown.moves) twist += Expr(factor) * symbolic.column(parameter);
    const Vec3<Expr> v = readable(twist.v), w = choice.orientation ? readable(twist.w) : Vec3<Expr>{};
    result.columns.push_back({v.x, v.y, v.z, w.x, w.y, w.z});
    result.unknowns.push_back(unknown.parameter.name);
  }
  result.document = regressor_page(result, symbolic, chain, unknowns, choice);
  return result;
}

}  // namespace sinew
