// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/positivity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "sinew/symbolic/factorise.h"

namespace sinew {

namespace {

class PositivityQuestion {
 public:
  PositivityQuestion(Ring& ring, const IsPositive& is_positive) : ring_(ring), is_positive_(is_positive) {}

  Positivity answer(const Polynomial& f) {
    if (f.is_zero()) return {Positivity::Kind::Never, {}, {}};
    const Polynomial freed = without_common_factor(f);
    if (const auto bound = lower_bound(freed); bound && surely_positive(*bound))
      return {Positivity::Kind::Always, {}, {}};
    if (const auto squares = without_squares(freed)) return *squares;
    if (const auto slide = slide_in(freed)) return by_slide(freed, *slide);
    if (const auto corners = values_at_corners(freed)) return decided(conditions_of(*corners));
    if (const auto wave = wave_of(freed)) return decided(conditions_of(*wave));
    return {};
  }

 private:
  /// a + b·cos φ + d·cos² φ + e·sin φ
  struct Wave {
    Polynomial a, b, d, e;
  };

  bool is_positive(const Ring::Generator& g) const { return g.is_parameter() && is_positive_(*g.symbol); }

  /// Is the product of parameters positive (2), at least not negative (1), or of any sign (0)?
  int sign_of_product(std::uint32_t plain) const {
    int sign = 2;
    for (const Ring::PlainFactor& f : ring_.plain(plain))
      if (!is_positive(ring_.generators()[f.generator])) sign = std::min(sign, f.exponent % 2 == 0 ? 1 : 0);
    return sign;
  }

  bool all_terms_have_sign(const Polynomial& p, int sign) const {
    return std::all_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& t) {
      return t.key.trig == 0 && t.coefficient.sign() == sign && sign_of_product(t.key.plain) > 0;
    });
  }
  bool surely_positive(const Polynomial& p) const {
    return all_terms_have_sign(p, 1) && std::any_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& t) {
             return sign_of_product(t.key.plain) == 2;
           });
  }
  bool surely_not_positive(const Polynomial& p) const { return all_terms_have_sign(p, -1); }

  /// Positive parameters that stand in every term say nothing about the sign.
  Polynomial without_common_factor(const Polynomial& f) {
    if (f.is_zero()) return f;
    std::map<std::uint16_t, int> common;
    for (const Ring::PlainFactor& factor : ring_.plain(f.terms().front().key.plain))
      if (is_positive(ring_.generators()[factor.generator])) common[factor.generator] = factor.exponent;
    for (const Polynomial::Term& t : f.terms())
      for (auto& [generator, exponent] : common) {
        const Ring::PlainProduct& product = ring_.plain(t.key.plain);
        const auto there = std::find_if(product.begin(), product.end(),
                                        [&, wanted = generator](const auto& x) { return x.generator == wanted; });
        exponent = std::min(exponent, there == product.end() ? 0 : static_cast<int>(there->exponent));
      }
    Ring::PlainProduct inverse;
    for (const auto& [generator, exponent] : common)
      if (exponent != 0) inverse.push_back({generator, static_cast<std::int16_t>(-exponent)});
    return f * ring_.term({ring_.plain_id(std::move(inverse)), 0}, Rational(1));
  }

  static bool is_decided(const Positivity& p) {
    return p.kind == Positivity::Kind::Always || p.kind == Positivity::Kind::Conditional;
  }

  bool is_slide(std::uint16_t generator) const {
    const Symbol* symbol = ring_.generators()[generator].symbol;
    return symbol != nullptr && symbol->kind == SymbolKind::Position;
  }

  /// By what is left without squares as factors; nothing where there are none.
  std::optional<Positivity> without_squares(const Polynomial& f) {
    const Factorisation factors = factorised(ring_, f);
    Polynomial core = ring_.constant(factors.number);
    std::vector<Polynomial> zeros;
    bool has_squares = false;
    const auto take = [&](const Polynomial& base, int exponent, bool may_vanish) {
      has_squares = has_squares || exponent > 1;
      if (exponent % 2 != 0)
        core *= base;
      else if (may_vanish)
        zeros.push_back(base);
    };
    Ring::PlainProduct plain;
    for (const Ring::PlainFactor& x : ring_.plain(factors.plain)) {
      if (is_slide(x.generator) && x.exponent > 0)
        take(ring_.generator(ring_.generators()[x.generator].expr), x.exponent, true);
      else
        plain.push_back(x);
    }
    core *= ring_.term({ring_.plain_id(std::move(plain)), 0}, Rational(1));
    for (const Factorisation::TrigPower& x : factors.trigs) take(x.atom.value, x.exponent, true);
    for (const Factorisation::SumPower& x : factors.others)
      take(x.base, x.exponent, x.exponent % 2 == 0 && !has_one_sign(x.base));
    if (!has_squares) return {};
    Positivity result = answer(core);
    if (is_decided(result)) result.zeros.insert(result.zeros.end(), zeros.begin(), zeros.end());
    return result;
  }

  /// For all parameters, and zero nowhere.
  bool has_one_sign(const Polynomial& f) {
    for (const Polynomial& either : {f, -f})
      if (const Positivity p = answer(either); p.kind == Positivity::Kind::Always && p.zeros.empty()) return true;
    return false;
  }

  std::optional<std::uint16_t> slide_in(const Polynomial& f) const {
    for (const Polynomial::Term& t : f.terms())
      for (const Ring::PlainFactor& x : ring_.plain(t.key.plain))
        if (is_slide(x.generator)) return x.generator;
    return {};
  }

  /// Some place makes it other than zero, whatever the parameters.
  bool surely_not_zero(const Polynomial& p) const {
    if (p.terms().size() != 1) return surely_positive(p) || (!p.is_zero() && surely_not_positive(p));
    const Ring::PlainProduct& product = ring_.plain(p.terms().front().key.plain);
    return std::all_of(product.begin(), product.end(), [&](const Ring::PlainFactor& x) {
      return is_slide(x.generator) || is_positive(ring_.generators()[x.generator]);
    });
  }

  /// As a polynomial in one slide x, which may be anything from −∞ to ∞.
  Positivity by_slide(const Polynomial& f, std::uint16_t slide) {
    std::map<int, Polynomial> by_power;
    for (const auto& [plain, rest] :
         ring_.coefficients(f, [&](const Ring::Generator& g) { return g.symbol == ring_.generators()[slide].symbol; }))
      by_power[plain == 0 ? 0 : ring_.plain(plain).front().exponent] = rest;
    const auto& [degree, leading] = *by_power.rbegin();
    if (by_power.begin()->first < 0) return {};
    if (degree % 2 != 0 && surely_not_zero(leading)) return {Positivity::Kind::Never, {}, {}};
    if (degree != 2) return {};
    const Polynomial &a = leading, b = by_power[1], c = by_power[0];
    if (surely_not_positive(a)) return {Positivity::Kind::Never, {}, {}};
    const Polynomial discriminant = Rational(4) * a * c - b * b;  // positive where there is no root
    if (discriminant.is_zero()) return square_of_slide(slide, a, b);
    const Positivity at_zero = answer(c), rootless = answer(discriminant);
    const bool has_root = rootless.kind == Positivity::Kind::Never && surely_positive(a);
    if (at_zero.kind == Positivity::Kind::Never || has_root) return {Positivity::Kind::Never, {}, {}};
    if (!is_decided(at_zero) || !is_decided(rootless) || !at_zero.zeros.empty() || !rootless.zeros.empty()) return {};
    std::vector<PositivityCondition> both = at_zero.conditions;
    both.insert(both.end(), rootless.conditions.begin(), rootless.conditions.end());
    return decided(std::move(both));
  }

  /// a·(x + b/(2·a))²
  Positivity square_of_slide(std::uint16_t slide, const Polynomial& a, const Polynomial& b) {
    Positivity result = answer(a);
    if (!is_decided(result)) return result;
    const Polynomial root = Rational(2) * a * ring_.generator(ring_.generators()[slide].expr) + b;
    const Polynomial freed = without_common_factor(root);
    result.zeros.push_back(Rational(1) / freed.terms().front().coefficient * freed);
    return result;
  }

  /// Σ of what each term is at least; nothing where a term has no bound.
  std::optional<Polynomial> lower_bound(const Polynomial& f) {
    Polynomial bound;
    for (const Polynomial::Term& t : f.terms()) {
      const Ring::TrigProduct trig = ring_.trig(t.key.trig);
      bool is_square = std::all_of(trig.begin(), trig.end(),
                                   [](const Ring::TrigFactor& x) { return x.sines == 0 && x.cosines % 2 == 0; });
      Ring::PlainProduct parameters;
      bool moves = false;
      for (const Ring::PlainFactor& x : ring_.plain(t.key.plain)) {
        if (ring_.generators()[x.generator].is_parameter()) {
          parameters.push_back(x);
          continue;
        }
        moves = true;
        is_square = is_square && x.exponent % 2 == 0 && ring_.generators()[x.generator].symbol != nullptr;
      }
      const std::uint32_t plain = ring_.plain_id(std::move(parameters));
      if (sign_of_product(plain) == 0) return {};
      const bool is_still = trig.empty() && !moves;
      if (is_square && t.coefficient.sign() > 0 && !is_still) continue;  // at least zero
      if (moves) return {};
      bound += ring_.term({plain, 0}, is_still ? t.coefficient : -magnitude(t.coefficient));
    }
    return bound;
  }

  /// 1 or 2 by angle, where each comes only as cosine or only as cosine squared, and nothing else moves.
  std::optional<std::map<std::uint16_t, int>> cosine_powers(const Polynomial& f) const {
    std::map<std::uint16_t, int> powers;
    for (const Polynomial::Term& t : f.terms()) {
      const Ring::PlainProduct& product = ring_.plain(t.key.plain);
      if (!std::all_of(product.begin(), product.end(),
                       [&](const auto& x) { return ring_.generators()[x.generator].is_parameter(); }))
        return {};
      for (const Ring::TrigFactor& x : ring_.trig(t.key.trig))
        if (x.sines > 0 || x.cosines > 2 || powers.try_emplace(x.angle, x.cosines).first->second != x.cosines)
          return {};
    }
    return powers;
  }

  /// Linear in each cosine or its square, a function is smallest at a corner: cosines of ±1, squares of 0 or 1.
  std::optional<std::vector<Polynomial>> values_at_corners(const Polynomial& f) {
    constexpr std::size_t most_angles = 4;
    const auto powers = cosine_powers(f);
    if (!powers || powers->size() > most_angles) return {};
    std::vector<Polynomial> corners;
    for (unsigned corner = 0; corner < 1U << powers->size(); ++corner) {
      std::map<std::uint16_t, int> value;
      unsigned bits = corner;
      for (const auto& [angle, power] : *powers) {
        value[angle] = bits % 2 == 1 ? 1 : power == 1 ? -1 : 0;
        bits /= 2;
      }
      Polynomial sum;
      for (const Polynomial::Term& t : f.terms()) {
        int product = 1;
        for (const Ring::TrigFactor& x : ring_.trig(t.key.trig)) product *= value[x.angle];
        sum += ring_.term({t.key.plain, 0}, Rational(product) * t.coefficient);
      }
      if (std::find(corners.begin(), corners.end(), sum) == corners.end()) corners.push_back(std::move(sum));
    }
    return corners;
  }

  static std::vector<PositivityCondition> conditions_of(const std::vector<Polynomial>& corners) {
    std::vector<PositivityCondition> conditions;
    for (const Polynomial& corner : corners) conditions.push_back({corner, {}});
    return conditions;
  }

  std::optional<Wave> wave_of(const Polynomial& f) {
    Wave wave;
    std::optional<std::uint16_t> angle;
    for (const Polynomial::Term& t : f.terms()) {
      for (const Ring::PlainFactor& x : ring_.plain(t.key.plain))
        if (!ring_.generators()[x.generator].is_parameter()) return {};
      const Ring::TrigProduct& trig = ring_.trig(t.key.trig);
      if (trig.size() > 1 || (!trig.empty() && angle && trig.front().angle != *angle)) return {};
      if (!trig.empty()) angle = trig.front().angle;
      const int cosines = trig.empty() ? 0 : trig.front().cosines, sines = trig.empty() ? 0 : trig.front().sines;
      if (cosines + sines > 2 || cosines * sines > 0) return {};
      Polynomial& part = sines == 1 ? wave.e : cosines == 2 ? wave.d : cosines == 1 ? wave.b : wave.a;
      part += ring_.term({t.key.plain, 0}, t.coefficient);
    }
    if (!wave.e.is_zero() && !wave.d.is_zero()) return {};
    return wave;
  }

  std::vector<PositivityCondition> conditions_of(const Wave& w) {
    if (!w.e.is_zero()) return {{w.a, {}}, {w.a * w.a - w.b * w.b - w.e * w.e, {}}};
    // the ends, and the vertex where it lies between them
    const Polynomial ends = w.a + w.d, slope = Rational(2) * w.d;
    return {{ends + w.b, {}}, {ends - w.b, {}}, {Rational(4) * w.a * w.d - w.b * w.b, {slope - w.b, slope + w.b}}};
  }

  Positivity decided(std::vector<PositivityCondition> conditions) {
    Positivity result{Positivity::Kind::Always, {}, {}};
    for (PositivityCondition& condition : conditions) {
      std::erase_if(condition.guards, [&](const Polynomial& guard) { return surely_positive(guard); });
      const bool is_idle = std::any_of(condition.guards.begin(), condition.guards.end(),
                                       [&](const Polynomial& guard) { return surely_not_positive(guard); });
      if (is_idle || surely_positive(condition.positive)) continue;
      if (condition.guards.empty() && surely_not_positive(condition.positive)) return {Positivity::Kind::Never, {}, {}};
      condition.positive = without_common_factor(condition.positive);
      result.kind = Positivity::Kind::Conditional;
      add_unless_implied(result.conditions, std::move(condition));
    }
    return result;
  }

  /// What exceeds something positive is positive.
  void add_unless_implied(std::vector<PositivityCondition>& conditions, PositivityCondition added) const {
    const auto implies = [&](const PositivityCondition& a, const PositivityCondition& b) {
      return a.guards.empty() && all_terms_have_sign(b.positive - a.positive, 1);
    };
    if (std::any_of(conditions.begin(), conditions.end(), [&](const auto& known) { return implies(known, added); }))
      return;
    std::erase_if(conditions, [&](const PositivityCondition& known) { return implies(added, known); });
    conditions.push_back(std::move(added));
  }

  Ring& ring_;
  const IsPositive& is_positive_;
};

}  // namespace

Positivity positivity(Ring& ring, const Polynomial& f, const IsPositive& is_positive) {
  return PositivityQuestion(ring, is_positive).answer(f);
}

}  // namespace sinew
