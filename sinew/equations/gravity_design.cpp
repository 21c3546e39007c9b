// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/gravity_design.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "sinew/formats/units.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

namespace {

/// Does the parameter place a joint? Those that do not, centres of mass above all, are what a designer can move.
bool places_a_joint(const SymbolicRobot& robot, const Symbol& symbol) {
  const auto contains = [&](const Expr& x) {
    std::vector<Expr> stack{x};
    while (!stack.empty()) {
      const Expr top = stack.back();
      stack.pop_back();
      if (top.is_constant()) continue;
      if (top.op() == Expr::Op::Symbol && top.symbol().name == symbol.name) return true;
      stack.insert(stack.end(), top.operands().begin(), top.operands().end());
    }
    return false;
  };
  for (int i = 0; i < robot.model.link_count(); ++i) {
    const Vec3<Expr>& p = robot.model.link(i).X_PJ.p;
    if (contains(p.x) || contains(p.y) || contains(p.z)) return true;
  }
  return false;
}

std::string unit_of(const SymbolicRobot& robot, const Ring::Generator& generator) {
  const auto found = generator.symbol == nullptr ? robot.units.end() : robot.units.find(generator.symbol->name);
  return found == robot.units.end() ? "" : found->second;
}

/// A mass or gravity: never zero in a robot that has to be balanced.
bool is_weight(const SymbolicRobot& robot, const Ring::Generator& generator) {
  const std::string unit = unit_of(robot, generator);
  return unit == dimension::mass.si_text() || unit == dimension::acceleration.si_text();
}

/// A centre of mass, or the first moment that stands for one.
bool is_centre(const SymbolicRobot& robot, const Ring::Generator& generator) {
  const std::string unit = unit_of(robot, generator);
  return unit == dimension::first_moment.si_text() ||
         (unit == dimension::length.si_text() && !places_a_joint(robot, *generator.symbol));
}

/// A sum whose terms are numbers, masses and gravity alone and of one sign.
bool cannot_vanish(const SymbolicRobot& robot, const Polynomial& p) {
  const Ring& ring = *robot.ring;
  const int sign = p.terms().front().coefficient.sign();
  return std::all_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& term) {
    const Ring::PlainProduct& plain = ring.plain(term.key.plain);
    return term.coefficient.sign() == sign && term.key.trig == 0 &&
           std::all_of(plain.begin(), plain.end(),
                       [&](const Ring::PlainFactor& f) { return is_weight(robot, ring.generators()[f.generator]); });
  });
}

/// Solved for a centre of mass that stands in exactly one of the terms, to the first power, times masses and gravity.
void solve(SymbolicRobot& robot, GravityCondition& condition, std::set<std::uint16_t>& solved) {
  Ring& ring = *robot.ring;
  std::map<std::uint16_t, int> terms_with, highest;
  for (const Polynomial::Term& term : condition.zero.terms())
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) {
      ++terms_with[f.generator];
      highest[f.generator] = std::max(highest[f.generator], static_cast<int>(f.exponent));
    }
  for (const auto& [generator, count] : terms_with) {
    if (count != 1 || highest[generator] != 1 || solved.contains(generator)) continue;
    if (!is_centre(robot, ring.generators()[generator])) continue;
    const Expr parameter = ring.generators()[generator].expr;
    Polynomial numerator, denominator;
    for (const auto& [selected, rest] :
         ring.coefficients(condition.zero, [&](const Ring::Generator& g) { return g.expr == parameter; }))
      (selected == 0 ? numerator : denominator) = rest;
    if (numerator.is_zero() || !cannot_vanish(robot, denominator)) continue;
    solved.insert(generator);
    condition.parameter = parameter;
    condition.numerator = -numerator;
    condition.denominator = denominator;
    return;
  }
}

/// What multiplies each function of q.
std::vector<Polynomial> coefficients_of_positions(Ring& ring, const Polynomial& p) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Polynomial::Term>> sums;
  for (const auto& [position, rest] : ring.coefficients(p, [](const Ring::Generator& g) { return !g.is_parameter(); }))
    for (const Polynomial::Term& term : rest.terms()) {
      const auto [joints, geometry] = ring.split_by_joints(term.key.trig);
      sums[{position, joints}].push_back({{term.key.plain, geometry}, term.coefficient});
    }
  std::vector<Polynomial> result;
  for (auto& [place, terms] : sums) result.push_back(ring.from_terms(std::move(terms)));
  return result;
}

/// Keeps those that are no sum of others, each times a number, and no multiple of another.
class Independent {
 public:
  explicit Independent(Ring& ring) : ring_(ring) {}

  bool add(const Polynomial& p) {
    Polynomial rest = p;
    for (const auto& [key, known] : basis_) {
      const auto found = std::find_if(rest.terms().begin(), rest.terms().end(),
                                      [&, wanted = key](const Polynomial::Term& t) { return t.key == wanted; });
      if (found != rest.terms().end()) rest = rest - Rational(found->coefficient) * known;
    }
    if (rest.is_zero()) return false;
    for (const Polynomial& other : kept_)
      if (is_multiple(p, other)) return false;
    const Polynomial::Term lead = rest.terms().front();
    rest = Rational(1) / lead.coefficient * rest;
    for (auto& [key, known] : basis_) {
      const auto found = std::find_if(known.terms().begin(), known.terms().end(),
                                      [&](const Polynomial::Term& t) { return t.key == lead.key; });
      if (found != known.terms().end()) known = known - Rational(found->coefficient) * rest;
    }
    basis_.emplace_back(lead.key, std::move(rest));
    kept_.push_back(p);
    return true;
  }

 private:
  bool is_multiple(const Polynomial& p, const Polynomial& other) const {
    const auto quotient = exact_quotient(ring_, p, other);
    return quotient && std::all_of(quotient->terms().begin(), quotient->terms().end(), [&](const Polynomial::Term& t) {
             const Ring::PlainProduct& plain = ring_.plain(t.key.plain);
             return std::all_of(plain.begin(), plain.end(), [](const Ring::PlainFactor& f) { return f.exponent > 0; });
           });
  }

  Ring& ring_;
  std::vector<std::pair<Polynomial::Key, Polynomial>> basis_;  // each the only one with its key
  std::vector<Polynomial> kept_;
};

}  // namespace

GravityDesign gravity_design(SymbolicRobot& robot, const MotionEquations& motion,
                             const std::vector<Polynomial>& wanted) {
  Ring& ring = *robot.ring;
  std::vector<Polynomial> all;
  for (int k = 0; k < robot.size(); ++k) {
    const Polynomial difference =
        wanted.empty() ? motion.gravity(k, 0) : motion.gravity(k, 0) - wanted[static_cast<std::size_t>(k)];
    for (Polynomial& coefficient : coefficients_of_positions(ring, difference)) all.push_back(std::move(coefficient));
  }
  // short ones first: what follows from them is dropped
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return all[a].terms().size() < all[b].terms().size(); });
  Independent independent(ring);
  std::vector<bool> needed(all.size(), false);
  for (const std::size_t i : order) needed[i] = independent.add(all[i]);

  GravityDesign design;
  std::set<std::uint16_t> solved;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!needed[i]) continue;
    GravityCondition condition{all[i], factorised(ring, all[i]), {}, {}, {}, cannot_vanish(robot, all[i])};
    condition.factors.number = Rational(1);  // it does not matter for what is to be zero
    if (condition.impossible)
      design.impossible = true;
    else
      solve(robot, condition, solved);
    design.conditions.push_back(std::move(condition));
  }
  return design;
}

std::optional<GravitySlopeBound> gravity_slope_bound(SymbolicRobot& robot, const EnergyEquations& energy) {
  Ring& ring = *robot.ring;
  Readable readable(ring);
  // U as waves: each sine and cosine of one of the ring's angles alone, with what multiplies it
  struct Wave {
    Polynomial cosine, sine;
  };
  std::map<int, Wave> waves;
  for (const Polynomial::Term& term : energy.gravity_potential.terms()) {
    const Ring::TrigProduct& trig = ring.trig(term.key.trig);
    const bool slides =
        std::any_of(ring.plain(term.key.plain).begin(), ring.plain(term.key.plain).end(),
                    [&](const Ring::PlainFactor& f) { return !ring.generators()[f.generator].is_parameter(); });
    if (trig.empty()) {
      if (slides) return {};  // constant force, or worse: no wave
      continue;
    }
    if (slides || trig.size() > 1 || trig.front().cosines + trig.front().sines > 1) return {};
    Wave& wave = waves[trig.front().angle];
    (trig.front().sines > 0 ? wave.sine : wave.cosine) += ring.term({term.key.plain, 0}, term.coefficient);
  }
  const std::size_t n = robot.q.size();
  GravitySlopeBound result;
  result.matrix.assign(n * n, Expr());
  for (const auto& [angle, wave] : waves) {
    const auto size_of = [&](const Polynomial& p) {
      const Expr x = readable.factored(p);
      return split_coefficient(x).coefficient.sign() < 0 ? -x : x;
    };
    const Expr amplitude = wave.sine.is_zero() ? size_of(wave.cosine)
                           : wave.cosine.is_zero()
                               ? size_of(wave.sine)
                               : sqrt(readable.expr(wave.cosine * wave.cosine + wave.sine * wave.sine));
    std::vector<int> direction(n, 0);
    const Ring::Angle& a = ring.angles()[static_cast<std::size_t>(angle)];
    for (int m = 0; m < a.count; ++m) {
      const auto& member = ring.groups()[static_cast<std::size_t>(a.group)][static_cast<std::size_t>(m)];
      if (member.expr.op() == Expr::Op::Symbol && member.expr.symbol().kind == SymbolKind::Position)
        direction[static_cast<std::size_t>(member.expr.symbol().joint)] = member.sign;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (direction[i] * direction[j] != 0)
          result.matrix[i * n + j] += Expr(Rational(direction[i] * direction[j])) * amplitude;
    result.amplitudes.push_back(amplitude);
    result.directions.push_back(std::move(direction));
  }
  const auto product = [&](std::size_t a, std::size_t b) {
    int sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += result.directions[a][i] * result.directions[b][i];
    return Expr(Rational(sum));
  };
  // the matrix has as many eigenvalues that are not zero as there are waves, those of [A_j·κ_j·κ_k]
  if (waves.empty()) result.bound = Expr();
  if (waves.size() == 1) result.bound = product(0, 0) * result.amplitudes[0];
  if (waves.size() == 2 && product(0, 1).is_zero()) {
    result.eigenvalues = {product(0, 0) * result.amplitudes[0], product(1, 1) * result.amplitudes[1]};
  } else if (waves.size() == 2) {
    const Expr &A = result.amplitudes[0], &B = result.amplitudes[1];
    const Expr a = product(0, 0) * A, b = product(1, 1) * B, c = product(0, 1);
    ExprGraph& graph = *robot.graph;
    const Expr root = sqrt(graph.sum({power(a - b, 2), graph.product({Expr(Rational(4)) * c * c, A, B})}));
    result.bound = graph.product({Expr(Rational(1, 2)), graph.sum({a, b, root})});
  }
  return result;
}

}  // namespace sinew
