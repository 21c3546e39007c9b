// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/ring.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sinew {

namespace {

/// In products of terms whose parts are known: a pair that meets for the first time is multiplied out and remembered.
constexpr std::size_t work_of_a_new_product = 20;

constexpr std::uint64_t packed(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32) | b; }

/// One factor in 16 bits, such that a smaller number comes first; `is_exact` tells whether it is the only one of its number.
struct FactorCode {
  unsigned code = 0;
  bool is_exact = true;
};
FactorCode code_of(const Ring::PlainFactor& f) {
  constexpr int most_generators = 0xFFF, least_exponent = -8, most_exponent = 7;
  const int generator = std::min(f.generator + 1, most_generators);
  const int exponent = std::clamp<int>(f.exponent, least_exponent, most_exponent);
  return {static_cast<unsigned>(generator * 16 + most_exponent - exponent),
          generator < most_generators && exponent > least_exponent && exponent < most_exponent};
}
FactorCode code_of(const Ring::TrigFactor& f) {
  constexpr int most_angles = 0xFF, most_cosines = 0x7F;
  const int angle = std::min(f.angle + 1, most_angles), cosines = std::min<int>(f.cosines, most_cosines);
  return {static_cast<unsigned>(angle * 256 + cosines * 2 + f.sines), angle < most_angles && cosines < most_cosines};
}

/// The first four factors in one number: products with different beginnings are ordered as these are.
template <class Product>
std::uint64_t beginning_of(const Product& product) {
  std::uint64_t beginning = 0;
  int shift = 48;
  for (auto f = product.begin(); f != product.end() && shift >= 0; ++f, shift -= 16) {
    const FactorCode factor = code_of(*f);
    beginning |= std::uint64_t{factor.code} << shift;
    if (!factor.is_exact) break;
  }
  return beginning;
}

template <class Map, class List>
std::uint32_t number_of(Map& ids, List& list, std::vector<std::uint64_t>& beginnings,
                        typename List::value_type product) {
  const auto [found, is_new] = ids.try_emplace(std::move(product), static_cast<std::uint32_t>(list.size()));
  if (is_new) {
    list.push_back(found->first);
    beginnings.push_back(beginning_of(found->first));
  }
  return found->second;
}

/// Leaves out decimals below 10⁻³⁰ of the largest coefficient: one way of computing keeps such a product of small numbers,
/// another loses it beside a large one, and neither means it.
void drop_rounding(std::vector<Polynomial::Term>& terms) {
  constexpr double least_that_counts = 1e-30;
  const auto is_decimal = [](const Polynomial::Term& t) {
    return !t.coefficient.is_small() && t.coefficient.is_decimal();
  };
  if (std::none_of(terms.begin(), terms.end(), is_decimal)) return;
  double largest = 0.0;
  for (const Polynomial::Term& t : terms) largest = std::max(largest, std::abs(t.coefficient.to_double()));
  std::erase_if(terms, [&](const Polynomial::Term& t) {
    return is_decimal(t) && std::abs(t.coefficient.to_double()) < least_that_counts * largest;
  });
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
    std::erase_if(terms_, [](const Polynomial::Term& t) { return t.coefficient.is_zero(); });
    drop_rounding(terms_);
    return std::move(terms_);
  }

 private:
  FlatTable places_;
  std::vector<Polynomial::Term> terms_;
};

}  // namespace

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
  // The symbols that are known have their places from the start, so that no order hangs on which one is met first.
  for (const Symbol& symbol : graph_.symbols()) {
    const Expr own = graph_.symbol(symbol.name);
    if (symbol.is_angle) place_of_angle(own);
    generator_index(own);
  }
}

std::uint32_t Ring::plain_id(PlainProduct product) {
  return number_of(plain_ids_, plains_, plain_beginnings_, std::move(product));
}
std::uint32_t Ring::trig_id(TrigProduct product) {
  return number_of(trig_ids_, trigs_, trig_beginnings_, std::move(product));
}

void Ring::put_in_order(std::vector<Polynomial::Term>& terms) const {
  std::sort(terms.begin(), terms.end(), [this](const auto& a, const auto& b) { return precedes(a.key, b.key); });
}

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
  put_in_order(result.terms_);
  return result;
}

Polynomial Ring::sum(const Polynomial& a, const Rational& k, const Polynomial& b) {
  Polynomial result(*this, Rational());
  note_products((a.terms_.size() + b.terms_.size()) / 4);  // a sum is quicker work
  result.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto x = a.terms_.begin();
  for (const Polynomial::Term& y : b.terms_) {
    for (; x != a.terms_.end() && precedes(x->key, y.key); ++x) result.terms_.push_back(*x);
    Rational coefficient = k * y.coefficient;
    if (x != a.terms_.end() && x->key == y.key) coefficient += (x++)->coefficient;
    if (!coefficient.is_zero()) result.terms_.push_back({y.key, std::move(coefficient)});
  }
  result.terms_.insert(result.terms_.end(), x, a.terms_.end());
  drop_rounding(result.terms_);
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
  put_in_order(result.terms_);
  return result;
}

void Ring::note_products(std::size_t count) {
  constexpr std::size_t watch_every = 1'000'000;
  products_ += count;
  if (products_ > products_allowed_) throw std::length_error("too many products of terms");
  if (!watcher_ || products_ < products_watched_ + watch_every) return;
  products_watched_ = products_;
  watcher_(products_);
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

std::vector<std::pair<std::uint32_t, Polynomial>> Ring::coefficients(
    const Polynomial& p, const std::function<bool(const Generator&)>& selected) {
  std::vector<bool> is_selected;
  for (const Generator& g : generators_) is_selected.push_back(selected(g));
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> parts;
  std::unordered_map<std::uint32_t, std::vector<Polynomial::Term>> sums;
  for (const Polynomial::Term& t : p.terms()) {
    const auto [found, is_new] = parts.try_emplace(t.key.plain);
    if (is_new) {
      PlainProduct in, out;
      for (const PlainFactor& f : plains_[t.key.plain]) (is_selected[f.generator] ? in : out).push_back(f);
      found->second = {plain_id(std::move(in)), plain_id(std::move(out))};
    }
    sums[found->second.first].push_back({{found->second.second, t.key.trig}, t.coefficient});
  }
  std::vector<std::pair<std::uint32_t, Polynomial>> result;
  for (auto& [product, terms] : sums) {
    Polynomial& rest = result.emplace_back(product, Polynomial(*this, Rational())).second;
    put_in_order(terms);  // distinct already
    rest.terms_ = std::move(terms);
  }
  std::sort(result.begin(), result.end(), [this](const auto& a, const auto& b) {
    return precedes({a.first, 0}, {b.first, 0});
  });
  return result;
}

}  // namespace sinew
