// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/motion_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "sinew/equations/along/section_along.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/motion/trajectory/polynomial_pieces.h"
#include "sinew/symbolic/evaluate.h"

namespace sinew {
namespace {

constexpr std::size_t most_pieces = 24;

/// x as p/q with small numbers, where it is one to the last digits that a computation leaves right.
std::optional<Rational> simple_fraction(double x) {
  constexpr double round_off = 4e-15, most = 1e5;
  // continued fractions
  double rest = std::abs(x), p0 = 0.0, q0 = 1.0, p1 = 1.0, q1 = 0.0;
  for (int k = 0; k < 12; ++k) {
    const double whole = std::floor(rest), p = whole * p1 + p0, q = whole * q1 + q0;
    if (p > most || q > most) return {};
    if (std::abs(p - std::abs(x) * q) <= round_off * p)
      return Rational(static_cast<std::int64_t>(std::copysign(p, x)), static_cast<std::int64_t>(q));
    p0 = std::exchange(p1, p);
    q0 = std::exchange(q1, q);
    rest = 1.0 / (rest - whole);
  }
  return {};
}

/// A coefficient as people write it: 3/4, 5·π/8; else a decimal that is printed with few digits.
Expr readable_number(double x) {
  if (x == 0.0) return {};
  if (const auto fraction = simple_fraction(x)) return *fraction;
  if (const auto fraction = simple_fraction(x / std::numbers::pi)) return *fraction * Rational::pi();
  return Rational::decimal(x).rounded();
}

Expr polynomial(ExprGraph& graph, const Expr& t, const Eigen::MatrixXd& coefficients, Eigen::Index joint) {
  std::vector<Expr> terms;
  for (Eigen::Index k = 0; k < coefficients.cols(); ++k)
    if (coefficients(joint, k) != 0.0)
      terms.push_back(readable_number(coefficients(joint, k)) * power(t, static_cast<int>(k)));
  return terms.empty() ? Expr() : graph.sum(std::move(terms));
}

/// The torques of the joints at one time by closed forms, one sum per joint.
Eigen::VectorXd torques_at(const SymbolicRobot& robot, const Section& torques, const Expr& t, double value) {
  std::vector<Expr> sums;
  for (const Block& block : torques.blocks)
    for (const Expr& sum : expressions_of(block)) sums.push_back(sum);
  const std::vector<double> values = evaluated<double>(std::span<const Expr>(sums), [&](const Symbol& symbol) {
    return symbol.name == t.symbol().name ? value : robot.values.at(symbol.name);
  });
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

PiecewiseMotion motion_pieces(const GivenTrajectory& given) {
  const double duration = given.trajectory->duration();
  if (given.formulas) {
    const JointFormulas& formulas = *given.formulas;
    return {formulas.graph, {{{formulas.q, formulas.t}, given.start, given.start + duration, 0.0}}};
  }
  const auto polynomials = polynomial_pieces(*given.trajectory);
  if (!polynomials)
    refuse(given.name, "is given neither by formulas nor by polynomials of the time",
           "give formulas such as --q1 \"sin(t)\" --until 10s, or a --move; `sinew motion` has the numbers along any "
           "motion");
  if (polynomials->size() > most_pieces)
    refuse(
        given.name, fmt::format("has {} pieces with a polynomial each, too many to be read", polynomials->size()),
        fmt::format("give formulas, or a motion of at most {} pieces; `sinew motion` has the numbers along any motion",
                    most_pieces));
  PiecewiseMotion motion{std::make_shared<ExprGraph>(), {}};
  const Expr t = motion.graph->symbol("t");
  for (const PolynomialPiece& piece : *polynomials) {
    MotionPiece& next = motion.pieces.emplace_back();
    next.joints.t = t;
    next.from = given.start + piece.start;
    next.until = given.start + piece.end;
    next.zero = next.from;
    for (Eigen::Index j = 0; j < piece.coefficients.rows(); ++j)
      next.joints.q.push_back(polynomial(*motion.graph, t, piece.coefficients, j));
  }
  return motion;
}

Verdict agreement(const SymbolicRobot& robot, EquationsAlong& along, const Section& torques,
                  const GivenTrajectory& given, const Arm& arm) {
  constexpr int times = 50;
  constexpr double equal = 1e-9;
  std::vector<Section> by_piece;
  for (std::size_t p = 0; p < along.pieces().size(); ++p) by_piece.push_back(along.section(p, torques));
  MotionSample sample = given.trajectory->sample();
  double largest = 0.0, difference = 0.0;
  for (int k = 0; k < times; ++k) {
    const double u = given.trajectory->duration() * (k + 0.5) / times, t = given.start + u;
    given.trajectory->at(u, sample);
    const Eigen::VectorXd numbers = arm.torque(sample.q, sample.qd, sample.qdd);
    const std::size_t p = along.piece_at(t);
    const Eigen::VectorXd closed = torques_at(robot, by_piece[p], along.t(p), t - along.pieces()[p].zero);
    largest = std::max(largest, numbers.lpNorm<Eigen::Infinity>());
    difference = std::max(difference, (closed - numbers).lpNorm<Eigen::Infinity>());
  }
  const double relative = difference / std::max(largest, 1e-12);
  const std::string compared =
      fmt::format("At {} times of the motion these torques equal those of the recursion with numbers", times);
  constexpr double twelve_digits = 1e-12;
  if (relative < twelve_digits) return {true, compared + ", to 12 digits"};
  if (relative < equal) return {true, fmt::format("{}, to {:.0e} of the largest", compared, relative)};
  if (!robot.note.empty())
    return {true,
            fmt::format("{} to {:.0e} of the largest: the recursion takes the rounded figures of the file as they are",
                        compared, relative)};
  return {false, fmt::format("These torques differ from those of the recursion with numbers, by {:.0e} of the largest",
                             relative)};
}

}  // namespace sinew
