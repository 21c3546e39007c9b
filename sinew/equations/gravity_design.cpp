// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/gravity_design.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "sinew/symbolic/graph_order.h"
#include "sinew/symbolic/readable.h"
#include "sinew/units/units.h"

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
  std::map<Polynomial::Key, std::vector<Polynomial::Term>, Ring::KeyOrder> sums{Ring::KeyOrder(ring)};
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

namespace {

/// A function of the joints, or only of parameters and numbers?
bool moves_with_joints(const Expr& x) {
  const std::vector<const Expr::Node*> nodes = nodes_of(std::span(&x, 1));
  return std::any_of(nodes.begin(), nodes.end(), [](const Expr::Node* node) {
    return node->op == Expr::Op::Symbol && node->symbol->kind != SymbolKind::Parameter;
  });
}

/// U's part of one angle, cosine·cos(angle) + sine·sin(angle).
struct Wave {
  Polynomial cosine, sine;
};

/// U as waves by the ring's angles; what is constant in q or linear, as for a slide, adds nothing to ∂²U/∂q². Nothing
/// where U holds another function of q.
std::optional<std::map<int, Wave>> waves_of(SymbolicRobot& robot, const Polynomial& potential) {
  Ring& ring = *robot.ring;
  std::map<int, Wave> waves;
  for (const Polynomial::Term& term : potential.terms()) {
    int degree = 0;  // in positions that slide
    for (const Ring::PlainFactor& f : ring.plain(term.key.plain))
      if (moves_with_joints(ring.generators()[f.generator].expr))
        degree += ring.generators()[f.generator].symbol != nullptr && f.exponent > 0 ? f.exponent : 2;
    const auto [joints, geometry] = ring.split_by_joints(term.key.trig);
    if (joints == 0 && degree < 2) continue;
    const Ring::TrigProduct trig = ring.trig(joints);
    if (degree > 0 || trig.size() != 1 || trig.front().cosines + trig.front().sines != 1) return {};
    Wave& wave = waves[trig.front().angle];
    (trig.front().sines > 0 ? wave.sine : wave.cosine) += ring.term({term.key.plain, geometry}, term.coefficient);
  }
  return waves;
}

/// |A| of a wave, right for every sign that the file's figures have. Those that are not negative there are taken not to
/// be anywhere, so that a plain arm has a plain formula.
class Amplitudes {
 public:
  explicit Amplitudes(SymbolicRobot& robot) : robot_(robot), readable_(*robot.ring) {}

  Expr of(const Wave& wave) {
    if (wave.sine.is_zero()) return size(wave.cosine);
    if (wave.cosine.is_zero()) return size(wave.sine);
    const Polynomial cosine_squared = wave.cosine * wave.cosine;
    return sqrt(readable_.expr(cosine_squared + wave.sine * wave.sine));
  }

  bool has_magnitudes() const { return has_magnitudes_; }

 private:
  bool is_not_negative(const Expr& x) const {
    if (x.is_constant()) return x.constant().sign() >= 0;
    switch (x.op()) {
      case Expr::Op::Symbol: {
        const auto value = robot_.values.find(x.symbol().name);
        return value != robot_.values.end() && value->second >= 0.0;
      }
      case Expr::Op::Sum:
      case Expr::Op::Product:
        return std::all_of(x.operands().begin(), x.operands().end(), [&](const Expr& y) { return is_not_negative(y); });
      case Expr::Op::Power:
        return x.exponent() % 2 == 0 || is_not_negative(x.operands().front());
      default:
        return x.op() == Expr::Op::Sqrt || x.op() == Expr::Op::Exp;
    }
  }

  Expr size(const Polynomial& p) {
    Expr x = readable_.factored(p);
    if (split_coefficient(x).coefficient.sign() < 0) x = -x;
    if (x.is_constant() || is_not_negative(x)) return x;
    if (x.op() != Expr::Op::Product) return is_not_negative(-x) ? -x : magnitude_of(x);
    std::vector<Expr> factors;
    for (const Expr& f : x.operands()) factors.push_back(is_not_negative(f) ? f : magnitude_of(f));
    return robot_.graph->product(std::move(factors));
  }

  Expr magnitude_of(const Expr& x) {
    has_magnitudes_ = true;
    return sqrt(power(x, 2));
  }

  SymbolicRobot& robot_;
  Readable readable_;
  bool has_magnitudes_ = false;
};

/// Σ terms, multiples of one product added up, in the order in which they first appear.
Expr added_up(ExprGraph& graph, const std::vector<Expr>& terms) {
  std::vector<Scaled> sums;
  for (const Expr& term : terms) {
    const Scaled s = split_coefficient(term);
    const auto known =
        std::find_if(sums.begin(), sums.end(), [&](const Scaled& other) { return other.rest == s.rest; });
    if (known == sums.end())
      sums.push_back(s);
    else
      known->coefficient += s.coefficient;
  }
  std::vector<Expr> sum;
  for (const Scaled& s : sums) sum.push_back(Expr(s.coefficient) * s.rest);
  return graph.sum(std::move(sum));
}

/// Π factors in their order, with the numbers among them multiplied.
Expr multiplied(ExprGraph& graph, const std::vector<Expr>& factors) {
  Rational number(1);
  std::vector<Expr> product{Expr()};
  for (const Expr& f : factors) {
    const Scaled s = split_coefficient(f);
    number *= s.coefficient;
    if (!s.rest.is_one()) product.push_back(s.rest);
  }
  product.front() = Expr(number);
  return graph.product(std::move(product));
}

/// The joints that an angle of the ring is made of, each with its sign.
std::vector<int> direction_of(const SymbolicRobot& robot, int angle) {
  std::vector<int> direction(robot.q.size(), 0);
  const Ring::Angle& a = robot.ring->angles()[static_cast<std::size_t>(angle)];
  for (int m = 0; m < a.count; ++m) {
    const auto& member = robot.ring->groups()[static_cast<std::size_t>(a.group)][static_cast<std::size_t>(m)];
    if (member.expr.op() == Expr::Op::Symbol && member.expr.symbol().kind == SymbolKind::Position)
      direction[static_cast<std::size_t>(member.expr.symbol().joint)] = member.sign;
  }
  return direction;
}

/// The larger eigenvalue of [[a, c·√(A·B)], [c·√(A·B), b]] with a = κ₁²·A, b = κ₂²·B, c = κ₁·κ₂.
Expr larger_eigenvalue(ExprGraph& graph, const Expr& A, const Expr& B, int kappa_1, int kappa_2, int c) {
  const Expr a = Expr(Rational(kappa_1)) * A, b = Expr(Rational(kappa_2)) * B;
  const Scaled x = split_coefficient(A), y = split_coefficient(B);
  if (x.rest == y.rest) {  // both are multiples of one product, and so is the eigenvalue
    const Rational p = Rational(kappa_1) * x.coefficient, r = Rational(kappa_2) * y.coefficient;
    const Expr root = sqrt(Expr((p - r) * (p - r) + Rational(4 * c * c) * x.coefficient * y.coefficient));
    return Expr(Rational(1, 2)) * (Expr(p + r) + root) * x.rest;
  }
  const Expr root =
      sqrt(graph.sum({power(graph.sum({a, -b}), 2), multiplied(graph, {Expr(Rational(4 * c * c)), A, B})}));
  return graph.product({Expr(Rational(1, 2)), graph.sum({a, b, root})});
}

}  // namespace

std::optional<GravitySlopeBound> gravity_slope_bound(SymbolicRobot& robot, const EnergyEquations& energy) {
  const std::optional<std::map<int, Wave>> waves = waves_of(robot, energy.gravity_potential);
  if (!waves) return {};
  ExprGraph& graph = *robot.graph;
  GravitySlopeBound result;
  Amplitudes amplitudes(robot);
  for (const auto& [angle, wave] : *waves) {
    result.amplitudes.push_back(amplitudes.of(wave));
    result.directions.push_back(direction_of(robot, angle));
  }
  result.has_magnitudes = amplitudes.has_magnitudes();
  const std::size_t n = robot.q.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Expr> terms;
      for (std::size_t k = 0; k < waves->size(); ++k)
        if (const int sign = result.directions[k][i] * result.directions[k][j]; sign != 0)
          terms.push_back(Expr(Rational(sign)) * result.amplitudes[k]);
      result.matrix.push_back(added_up(graph, terms));
    }
  const auto product = [&](std::size_t a, std::size_t b) {
    return std::inner_product(result.directions[a].begin(), result.directions[a].end(), result.directions[b].begin(),
                              0);
  };
  const auto eigenvalue = [&](std::size_t k) { return Expr(Rational(product(k, k))) * result.amplitudes[k]; };
  // the matrix has as many eigenvalues that are not zero as there are waves, those of [A_j·κ_j·κ_k]
  if (waves->empty()) result.bound = Expr();
  if (waves->size() == 1) result.bound = eigenvalue(0);
  if (waves->size() == 2 && product(0, 1) == 0)
    result.eigenvalues = {eigenvalue(0), eigenvalue(1)};
  else if (waves->size() == 2)
    result.bound = larger_eigenvalue(graph, result.amplitudes[0], result.amplitudes[1], product(0, 0), product(1, 1),
                                     product(0, 1));
  return result;
}

}  // namespace sinew
