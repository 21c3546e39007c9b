// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/ring.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sinew {

namespace {

/// In products of terms whose parts are known: a pair that meets for the first time is multiplied out and remembered.
constexpr std::size_t work_of_a_new_product = 20;

constexpr std::uint64_t packed(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32) | b; }

template <class Map, class List>
std::uint32_t number_of(Map& ids, List& list, typename List::value_type product) {
  const auto [found, is_new] = ids.try_emplace(std::move(product), static_cast<std::uint32_t>(list.size()));
  if (is_new) list.push_back(found->first);
  return found->second;
}

void sort_terms(std::vector<Polynomial::Term>& terms) {
  std::erase_if(terms, [](const Polynomial::Term& t) { return t.coefficient.is_zero(); });
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

/// A sum while it is being made.
class Accumulator {
 public:
  void add(Polynomial::Key key, Rational coefficient) {
    std::uint32_t& place = places_[packed(key.plain, key.trig)];
    if (place == FlatTable::none) {
      place = static_cast<std::uint32_t>(terms_.size());
      terms_.push_back({key, std::move(coefficient)});
    } else {
      terms_[place].coefficient += coefficient;
    }
  }
  std::vector<Polynomial::Term> take() {
    sort_terms(terms_);
    return std::move(terms_);
  }

 private:
  FlatTable places_;
  std::vector<Polynomial::Term> terms_;
};

Ring* ring_of(const Polynomial& a, const Polynomial& b) { return a.ring() != nullptr ? a.ring() : b.ring(); }

}  // namespace

Polynomial::Polynomial(Ring& ring, Rational constant) : ring_(&ring) {
  if (!constant.is_zero()) terms_.push_back({Key{}, std::move(constant)});
}

Polynomial operator*(const Rational& k, const Polynomial& a) {
  if (k.is_zero()) return {};
  Polynomial result = a;
  for (Polynomial::Term& term : result.terms_) term.coefficient *= k;
  return result;
}

Polynomial Polynomial::operator-() const { return Rational(-1) * *this; }

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return a.ring_->sum(a, Rational(1), b);
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  if (b.is_zero()) return a;
  if (a.is_zero()) return -b;
  return a.ring_->sum(a, Rational(-1), b);
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.is_zero() || b.is_zero()) return {};
  return ring_of(a, b)->product(a, b);
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return std::equal(a.terms_.begin(), a.terms_.end(), b.terms_.begin(), b.terms_.end(),
                    [](const auto& x, const auto& y) { return x.key == y.key && x.coefficient == y.coefficient; });
}

Fraction operator+(const Fraction& a, const Fraction& b) {
  if (a.denominator == b.denominator) return {a.numerator + b.numerator, a.denominator};
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  if (a.numerator == b.denominator) return {b.numerator, a.denominator};
  if (b.numerator == a.denominator) return {a.numerator, b.denominator};
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}

std::size_t Ring::PlainHash::operator()(const PlainProduct& product) const {
  std::size_t hash = product.size();
  for (const PlainFactor& f : product)
    hash = (hash ^ (std::size_t{f.generator} * 65599U + static_cast<std::size_t>(f.exponent + 32768))) *
           0x9E3779B97F4A7C15U;
  return hash;
}

std::size_t Ring::TrigHash::operator()(const TrigProduct& product) const {
  std::size_t hash = product.size();
  for (const TrigFactor& f : product)
    hash = (hash ^ (std::size_t{f.angle} * 65599U + std::size_t{f.cosines} * 257U + f.sines)) * 0x9E3779B97F4A7C15U;
  return hash;
}

Ring::Ring(ExprGraph& graph, const std::vector<ParallelAngles>& parallels) : graph_(graph) {
  plain_id({});
  trig_id({});
  for (const ParallelAngles& parallel : parallels) {
    std::vector<GroupMember> group;
    for (const ParallelAngles::Member& member : parallel.members) {
      const Expr own = graph_.symbol(member.symbol->name);
      group_of_angle_[own.node()] = {static_cast<int>(groups_.size()), static_cast<int>(group.size())};
      group.push_back({own, member.sign, static_cast<int>(angles_.size())});
      angles_.push_back({static_cast<int>(groups_.size()), static_cast<int>(group.size())});
    }
    groups_.push_back(std::move(group));
  }
}

std::uint32_t Ring::plain_id(PlainProduct product) { return number_of(plain_ids_, plains_, std::move(product)); }
std::uint32_t Ring::trig_id(TrigProduct product) { return number_of(trig_ids_, trigs_, std::move(product)); }

std::uint16_t Ring::generator_index(const Expr& expr) {
  const auto [found, is_new] =
      generator_by_node_.try_emplace(expr.node(), static_cast<std::uint16_t>(generators_.size()));
  if (is_new) {
    if (generators_.size() > 60000) throw std::length_error("more than 60,000 different factors");
    generators_.push_back({expr, expr.op() == Expr::Op::Symbol ? &expr.symbol() : nullptr});
  }
  return found->second;
}

Polynomial Ring::generator(const Expr& expr) { return term({plain_id({{generator_index(expr), 1}}), 0}, Rational(1)); }

Polynomial Ring::term(Polynomial::Key key, Rational coefficient) {
  Polynomial result(*this, Rational());
  if (!coefficient.is_zero()) result.terms_.push_back({key, std::move(coefficient)});
  return result;
}

Polynomial Ring::from_terms(std::vector<Polynomial::Term> terms) {
  Accumulator sum;
  for (Polynomial::Term& t : terms) sum.add(t.key, std::move(t.coefficient));
  Polynomial result(*this, Rational());
  result.terms_ = sum.take();
  return result;
}

Polynomial Ring::sum(const Polynomial& a, const Rational& k, const Polynomial& b) {
  Polynomial result(*this, Rational());
  note_products((a.terms_.size() + b.terms_.size()) / 4);  // a sum is quicker work
  result.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto x = a.terms_.begin();
  for (const Polynomial::Term& y : b.terms_) {
    for (; x != a.terms_.end() && x->key < y.key; ++x) result.terms_.push_back(*x);
    Rational coefficient = k * y.coefficient;
    if (x != a.terms_.end() && x->key == y.key) coefficient += (x++)->coefficient;
    if (!coefficient.is_zero()) result.terms_.push_back({y.key, std::move(coefficient)});
  }
  result.terms_.insert(result.terms_.end(), x, a.terms_.end());
  return result;
}

std::uint32_t Ring::product_of_plains(std::uint32_t a, std::uint32_t b) {
  if (a == 0) return b;
  if (b == 0) return a;
  const std::uint64_t key = packed(std::min(a, b), std::max(a, b));
  if (const std::uint32_t known = plain_products_[key]; known != FlatTable::none) return known;
  note_products(work_of_a_new_product);
  PlainProduct product;
  const PlainProduct &x = plains_[a], &y = plains_[b];
  auto j = y.begin();
  for (const PlainFactor& f : x) {
    for (; j != y.end() && j->generator < f.generator; ++j) product.push_back(*j);
    if (j != y.end() && j->generator == f.generator) {
      const int exponent = f.exponent + (j++)->exponent;
      if (std::abs(exponent) > 30000) throw std::length_error("a power beyond 30,000");
      if (exponent != 0) product.push_back({f.generator, static_cast<std::int16_t>(exponent)});
    } else {
      product.push_back(f);
    }
  }
  product.insert(product.end(), j, y.end());
  return plain_products_[key] = plain_id(std::move(product));
}

std::span<const Ring::TrigTerm> Ring::product_of_trigs(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t key = packed(std::min(a, b), std::max(a, b));
  std::uint32_t range = trig_products_[key];
  if (range == FlatTable::none) {
    note_products(work_of_a_new_product);
    // c^i·s^j times c^k·s^l per angle; where both have a sine, s² = 1 − c² makes two of it
    std::vector<std::pair<int, TrigProduct>> sum{{1, {}}};
    const TrigProduct x = trigs_[a], y = trigs_[b];
    auto i = x.begin(), j = y.begin();
    while (i != x.end() || j != y.end()) {
      TrigFactor factor;
      if (j == y.end() || (i != x.end() && i->angle < j->angle)) {
        factor = *i++;
      } else if (i == x.end() || j->angle < i->angle) {
        factor = *j++;
      } else {
        if (i->cosines + j->cosines > 250) throw std::length_error("a power of a cosine beyond 250");
        factor = {i->angle, static_cast<std::uint8_t>(i->cosines + j->cosines),
                  static_cast<std::uint8_t>(i->sines + j->sines)};
        ++i, ++j;
      }
      if (factor.sines < 2) {
        for (auto& [coefficient, product] : sum) product.push_back(factor);
      } else {
        factor.sines = 0;
        const TrigFactor raised{factor.angle, static_cast<std::uint8_t>(factor.cosines + 2), 0};
        const std::size_t count = sum.size();
        for (std::size_t n = 0; n < count; ++n) {
          auto other = sum[n];
          if (factor.cosines > 0) sum[n].second.push_back(factor);
          other.first = -other.first;
          other.second.push_back(raised);
          sum.push_back(std::move(other));
        }
      }
    }
    const auto begin = static_cast<std::uint32_t>(trig_terms_.size());
    for (auto& [coefficient, product] : sum) trig_terms_.push_back({coefficient, trig_id(std::move(product))});
    range = static_cast<std::uint32_t>(trig_ranges_.size());
    trig_ranges_.emplace_back(begin, static_cast<std::uint32_t>(sum.size()));
    trig_products_[key] = range;
  }
  const auto [begin, count] = trig_ranges_[range];
  return {trig_terms_.data() + begin, count};
}

Polynomial Ring::product(const Polynomial& a, const Polynomial& b) {
  Polynomial result(*this, Rational());
  if (a.is_constant()) return a.is_zero() ? result : a.constant() * b;
  if (b.is_constant()) return b.is_zero() ? result : b.constant() * a;
  Accumulator sum;
  for (const Polynomial::Term& x : a.terms_) {
    note_products(b.terms_.size());
    for (const Polynomial::Term& y : b.terms_) {
      const std::uint32_t p = product_of_plains(x.key.plain, y.key.plain);
      Rational coefficient = x.coefficient * y.coefficient;
      if (x.key.trig == 0 || y.key.trig == 0) {
        sum.add({p, x.key.trig + y.key.trig}, std::move(coefficient));
        continue;
      }
      for (const TrigTerm& t : product_of_trigs(x.key.trig, y.key.trig))
        sum.add({p, t.id}, t.coefficient == 1 ? coefficient : -coefficient);
    }
  }
  result.terms_ = sum.take();
  return result;
}

void Ring::note_products(std::size_t count) {
  constexpr std::size_t watch_every = 1'000'000;
  products_ += count;
  if (!watcher_ || products_ < products_watched_ + watch_every) return;
  products_watched_ = products_;
  watcher_(products_);
}

std::pair<int, int> Ring::place_of_angle(const Expr& expr) {
  const auto [found, is_new] = group_of_angle_.try_emplace(expr.node(), static_cast<int>(groups_.size()), 0);
  if (is_new) {
    groups_.push_back({{expr, 1, static_cast<int>(angles_.size())}});
    angles_.push_back({found->second.first, 1});
  }
  return found->second;
}

SinCos<Polynomial> Ring::sincos_of_angles(const std::vector<std::pair<int, int>>& angle_and_factor) {
  SinCos<Polynomial> total{Polynomial(), constant(Rational(1))};
  for (const auto& [angle, factor] : angle_and_factor) {
    const auto index = static_cast<std::uint16_t>(angle);
    const Polynomial cosine = term({0, trig_id({{index, 1, 0}})}, Rational(1));
    const Polynomial sine = term({0, trig_id({{index, 0, 1}})}, Rational(factor < 0 ? -1 : 1));
    for (int n = 0; n < std::abs(factor); ++n)
      total = {total.sin * cosine + total.cos * sine, total.cos * cosine - total.sin * sine};
  }
  return total;
}

/// The angle is Σ whole number · product + constant; each product is an angle of its own.
SinCos<Polynomial> Ring::sincos_of(const Polynomial& angle) {
  std::map<int, int> factor_of;  // of the ring's angles
  Rational rest;
  for (const Polynomial::Term& t : angle.terms()) {
    if (t.key == Polynomial::Key{}) {
      rest = t.coefficient;
      continue;
    }
    Expr atom = expr(term(t.key, Rational(1)));
    Rational whole = t.coefficient;
    if (!whole.is_whole()) {
      atom = atom * Expr(Rational(1) / whole.denominator());
      whole = whole.numerator();
    }
    if (!whole.is_small() || magnitude(whole) > Rational(100))
      throw std::length_error("a multiple of an angle beyond 100");
    const auto [group, member] = place_of_angle(atom);
    const std::vector<GroupMember>& members = groups_[static_cast<std::size_t>(group)];
    const auto own = static_cast<std::size_t>(member);
    // a joint's own angle is the difference of two of the ring's
    const int k = static_cast<int>(whole.small_numerator()) * members[own].sign;
    factor_of[members[own].angle] += k;
    if (own > 0) factor_of[members[own - 1].angle] -= k;
  }
  const SinCos<Polynomial> turning = sincos_of_angles({factor_of.begin(), factor_of.end()});
  if (rest.is_zero()) return turning;
  const SinCos<Expr> fixed = sincos_of_constant(Expr(rest));
  const Rational &s = fixed.sin.constant(), &c = fixed.cos.constant();
  return {c * turning.sin + s * turning.cos, c * turning.cos - s * turning.sin};
}

Fraction Ring::fraction(const Expr& expr) {
  if (expr.is_constant()) return {constant(expr.constant()), constant(Rational(1))};
  // operands first, without recursion: a graph may be as deep as it is large
  std::vector<Expr> stack{expr};
  while (!stack.empty()) {
    const Expr top = stack.back();
    if (known_.contains(top.node())) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Expr& operand : top.operands())
      if (!operand.is_constant() && !known_.contains(operand.node())) stack.push_back(operand);
    if (stack.size() > before) continue;
    known_.emplace(top.node(), fraction_of_node(top));
    stack.pop_back();
  }
  return known_.at(expr.node());
}

Polynomial Ring::polynomial(const Expr& expr) {
  Fraction result = fraction(expr);
  if (!result.denominator.is_constant()) throw std::domain_error("a division by a sum");
  return Rational(1) / result.denominator.constant() * result.numerator;
}

Fraction Ring::fraction_of_node(const Expr& expr) {
  const Polynomial one = constant(Rational(1));
  Fraction number;  // of the constant asked for last
  const auto of = [&](const Expr& x) -> const Fraction& {
    if (!x.is_constant()) return known_.at(x.node());
    return number = {constant(x.constant()), one};
  };
  switch (expr.op()) {
    case Expr::Op::Constant:
      break;
    case Expr::Op::Symbol:
      return {generator(expr), one};
    case Expr::Op::Sum: {
      Fraction sum{Polynomial(*this, Rational()), one};
      for (const Expr& x : expr.operands()) sum = sum + of(x);
      return sum;
    }
    case Expr::Op::Product: {
      Fraction product{one, one};
      for (const Expr& x : expr.operands()) product = product * of(x);
      return product;
    }
    case Expr::Op::Power: {
      const Fraction& base = of(expr.operands().front());
      Fraction result{one, one};
      for (int n = 0; n < std::abs(expr.exponent()); ++n) result = result * base;
      if (expr.exponent() > 0) return result;
      // a single product of symbols turns over within the ring; anything else becomes a denominator
      const auto turned_over = [&](const Polynomial& p) -> std::optional<Polynomial> {
        if (p.terms().size() != 1 || p.terms().front().key.trig != 0) return {};
        PlainProduct product = plains_[p.terms().front().key.plain];
        for (PlainFactor& f : product) f.exponent = static_cast<std::int16_t>(-f.exponent);
        return term({plain_id(std::move(product)), 0}, Rational(1) / p.terms().front().coefficient);
      };
      if (result.numerator.is_zero()) throw std::domain_error("division by zero");
      if (const auto simple = turned_over(result.numerator)) return {*simple * result.denominator, one};
      return {result.denominator, result.numerator};
    }
    case Expr::Op::Sin:
    case Expr::Op::Cos: {
      const Fraction& angle = of(expr.operands().front());
      if (!angle.denominator.is_constant()) return {generator(expr), one};
      const SinCos<Polynomial> both = sincos_of(Rational(1) / angle.denominator.constant() * angle.numerator);
      return {expr.op() == Expr::Op::Sin ? both.sin : both.cos, one};
    }
    case Expr::Op::Sqrt:
    case Expr::Op::Exp:
    case Expr::Op::Sign:
    case Expr::Op::Select:
      return {generator(expr), one};
  }
  throw std::logic_error("an expression of no kind");
}

bool Ring::is_joint_angle(int angle) const {
  const Expr& own = groups_[static_cast<std::size_t>(angles_[static_cast<std::size_t>(angle)].group)].front().expr;
  return own.op() == Expr::Op::Symbol && own.symbol().kind == SymbolKind::Position;
}

std::pair<std::uint32_t, std::uint32_t> Ring::split_by_joints(std::uint32_t trig) {
  TrigProduct joints, geometry;
  for (const TrigFactor& f : trigs_[trig]) (is_joint_angle(f.angle) ? joints : geometry).push_back(f);
  return {trig_id(std::move(joints)), trig_id(std::move(geometry))};
}

Expr Ring::expr_of_angle(int angle) const {
  const Angle& a = angles_[static_cast<std::size_t>(angle)];
  Expr sum;
  for (int m = 0; m < a.count; ++m) {
    const GroupMember& member = groups_[static_cast<std::size_t>(a.group)][static_cast<std::size_t>(m)];
    sum += member.sign > 0 ? member.expr : -member.expr;
  }
  return sum;
}

Expr Ring::readable_angle(int group, const std::vector<int>& frequency) {
  const auto& members = groups_[static_cast<std::size_t>(group)];
  std::vector<Expr> sum;
  int factor = 0;  // a joint's own angle is in all of the ring's angles from it on
  std::vector<int> own(members.size(), 0);
  for (std::size_t m = members.size(); m-- > 0;) own[m] = (factor += frequency[m]) * members[m].sign;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (own[m] != 0) sum.push_back(Expr(Rational(own[m])) * members[m].expr);
  return graph_.sum(std::move(sum));
}

Expr Ring::expr_of_plain(std::uint32_t plain) {
  std::vector<Expr> factors;
  for (const PlainFactor& f : plains_[plain]) factors.push_back(power(generators_[f.generator].expr, f.exponent));
  return graph_.product(std::move(factors));
}

Expr Ring::expr(const Polynomial& polynomial) {
  std::vector<Expr> sum;
  for (const Polynomial::Term& t : polynomial.terms()) {
    std::vector<Expr> factors{Expr(t.coefficient)};
    for (const PlainFactor& f : plains_[t.key.plain])
      factors.push_back(power(generators_[f.generator].expr, f.exponent));
    for (const TrigFactor& f : trigs_[t.key.trig]) {
      const SinCos<Expr> both = sincos(expr_of_angle(f.angle));
      if (f.cosines > 0) factors.push_back(power(both.cos, f.cosines));
      if (f.sines > 0) factors.push_back(both.sin);
    }
    sum.push_back(graph_.product(std::move(factors)));
  }
  return graph_.sum(std::move(sum));
}

Polynomial Ring::derivative(const Polynomial& p, const Symbol& symbol) {
  const Expr variable = graph_.symbol(symbol.name);
  // where the symbol stands: as a plain factor, and in which of the ring's angles
  const auto plain_place = generator_by_node_.find(variable.node());
  std::vector<int> slope(angles_.size(), 0);
  if (const auto found = group_of_angle_.find(variable.node()); found != group_of_angle_.end()) {
    const auto& group = groups_[static_cast<std::size_t>(found->second.first)];
    for (auto m = static_cast<std::size_t>(found->second.second); m < group.size(); ++m)
      slope[static_cast<std::size_t>(group[m].angle)] = group[static_cast<std::size_t>(found->second.second)].sign;
  }
  Accumulator sum;
  for (const Polynomial::Term& t : p.terms()) {
    if (plain_place != generator_by_node_.end()) {
      PlainProduct product = plains_[t.key.plain];
      for (std::size_t i = 0; i < product.size(); ++i)
        if (product[i].generator == plain_place->second) {
          const int exponent = product[i].exponent--;
          if (product[i].exponent == 0) product.erase(product.begin() + static_cast<std::ptrdiff_t>(i));
          sum.add({plain_id(std::move(product)), t.key.trig}, Rational(exponent) * t.coefficient);
          break;
        }
    }
    const TrigProduct trig = trigs_[t.key.trig];
    for (std::size_t i = 0; i < trig.size(); ++i) {
      if (slope[trig[i].angle] == 0) continue;
      const auto with = [&](int cosines, int sines) {
        TrigProduct changed = trig;
        if (cosines == 0 && sines == 0)
          changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
        else
          changed[i] = {trig[i].angle, static_cast<std::uint8_t>(cosines), static_cast<std::uint8_t>(sines)};
        return trig_id(std::move(changed));
      };
      const Rational k = Rational(slope[trig[i].angle]) * t.coefficient;
      const int n = trig[i].cosines;
      if (trig[i].sines == 0) {  // (cⁿ)′ = −n·cⁿ⁻¹·s
        sum.add({t.key.plain, with(n - 1, 1)}, Rational(-n) * k);
      } else {  // (cⁿ·s)′ = cⁿ⁺¹ − n·cⁿ⁻¹·s² = (n + 1)·cⁿ⁺¹ − n·cⁿ⁻¹
        sum.add({t.key.plain, with(n + 1, 0)}, Rational(n + 1) * k);
        if (n > 0) sum.add({t.key.plain, with(n - 1, 0)}, Rational(-n) * k);
      }
    }
  }
  Polynomial result(*this, Rational());
  result.terms_ = sum.take();
  return result;
}

Polynomial Ring::time_derivative(const Polynomial& p) {
  Polynomial sum(*this, Rational());
  const std::size_t count = graph_.symbols().size();
  for (std::size_t i = 0; i < count; ++i) {
    const Symbol symbol = graph_.symbols()[i];
    if (symbol.kind == SymbolKind::Position)
      sum += derivative(p, symbol) * generator(graph_.velocity(symbol.joint));
    else if (symbol.kind == SymbolKind::Velocity)
      sum += derivative(p, symbol) * generator(graph_.acceleration(symbol.joint));
  }
  return sum;
}

std::map<std::uint32_t, Polynomial> Ring::coefficients(const Polynomial& p,
                                                       const std::function<bool(const Generator&)>& selected) {
  std::vector<bool> is_selected;
  for (const Generator& g : generators_) is_selected.push_back(selected(g));
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> parts;
  std::map<std::uint32_t, std::vector<Polynomial::Term>> sums;
  for (const Polynomial::Term& t : p.terms()) {
    const auto [found, is_new] = parts.try_emplace(t.key.plain);
    if (is_new) {
      PlainProduct in, out;
      for (const PlainFactor& f : plains_[t.key.plain]) (is_selected[f.generator] ? in : out).push_back(f);
      found->second = {plain_id(std::move(in)), plain_id(std::move(out))};
    }
    sums[found->second.first].push_back({{found->second.second, t.key.trig}, t.coefficient});
  }
  std::map<std::uint32_t, Polynomial> result;
  for (auto& [product, terms] : sums) {
    Polynomial& rest = result[product] = Polynomial(*this, Rational());
    sort_terms(terms);  // distinct already
    rest.terms_ = std::move(terms);
  }
  return result;
}

}  // namespace sinew
