// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/gravity_design.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sinew/symbolic/factorise.h"
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

/// The relation solved for a parameter that stands in exactly one of its terms, to the first power.
void solve(SymbolicRobot& robot, GravityCondition& condition) {
  Ring& ring = *robot.ring;
  std::map<std::uint16_t, int> terms_with, highest;
  for (const Polynomial::Term& term : condition.zero.terms())
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain)) {
      ++terms_with[f.generator];
      highest[f.generator] = std::max(highest[f.generator], static_cast<int>(f.exponent));
    }
  std::optional<std::uint16_t> best;
  for (const auto& [generator, count] : terms_with) {
    if (count != 1 || highest[generator] != 1) continue;
    const Symbol* symbol = ring.generators()[generator].symbol;
    if (symbol == nullptr) continue;
    const auto preference = [&](const Symbol& s) { return std::pair(!places_a_joint(robot, s), s.rank); };
    if (!best || preference(*symbol) > preference(*ring.generators()[*best].symbol)) best = generator;
  }
  if (!best) return;
  const auto parts = ring.coefficients(
      condition.zero, [&](const Ring::Generator& g) { return g.expr == ring.generators()[*best].expr; });
  for (const auto& [selected, rest] : parts) (selected == 0 ? condition.numerator : condition.denominator) = rest;
  condition.numerator = -condition.numerator;
  condition.parameter = ring.generators()[*best].expr;
}

}  // namespace

GravityDesign gravity_design(SymbolicRobot& robot, const MotionEquations& motion,
                             const std::vector<Polynomial>& wanted) {
  Ring& ring = *robot.ring;
  GravityDesign design;
  std::vector<Polynomial> seen;
  for (int k = 0; k < robot.size(); ++k) {
    const Polynomial difference =
        wanted.empty() ? motion.gravity(k, 0) : motion.gravity(k, 0) - wanted[static_cast<std::size_t>(k)];
    // what multiplies each function of q must vanish on its own
    for (const auto& [position, rest] :
         ring.coefficients(difference, [](const Ring::Generator& g) { return !g.is_parameter(); })) {
      std::map<std::uint32_t, std::vector<Polynomial::Term>> by_trig;
      for (const Polynomial::Term& term : rest.terms())
        by_trig[term.key.trig].push_back({{term.key.plain, 0}, term.coefficient});
      for (auto& [trig, terms] : by_trig) {
        // freed of what cannot vanish: a number, and what all terms share of gravity and the like
        Factorisation parts = factorised(ring, ring.from_terms(std::move(terms)));
        Ring::PlainProduct shared;
        for (const Ring::PlainFactor& f : ring.plain(parts.plain))
          if (robot.units.contains(ring.generators()[f.generator].symbol->name) &&
              robot.units.at(ring.generators()[f.generator].symbol->name) == "m")
            shared.push_back(f);  // a length may be zero: it stays in the relation
        Polynomial zero = parts.rest * ring.term({ring.plain_id(std::move(shared)), 0}, Rational(1));
        if (zero.is_constant()) {
          design.impossible = true;
          zero = ring.term({parts.plain, 0}, parts.number);
        }
        if (std::find(seen.begin(), seen.end(), zero) != seen.end()) continue;
        seen.push_back(zero);
        GravityCondition condition{zero, {}, {}, {}};
        solve(robot, condition);
        design.conditions.push_back(std::move(condition));
      }
    }
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
  for (const Polynomial::Term& term : energy.total_potential.terms()) {
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
  if (waves.size() == 2) {
    const Expr &A = result.amplitudes[0], &B = result.amplitudes[1];
    const Expr a = product(0, 0) * A, b = product(1, 1) * B, c = product(0, 1);
    ExprGraph& graph = *robot.graph;
    const Expr root = sqrt(graph.sum({power(a - b, 2), graph.product({Expr(Rational(4)) * c * c, A, B})}));
    result.bound = graph.product({Expr(Rational(1, 2)), graph.sum({a, b, root})});
  }
  return result;
}

}  // namespace sinew
