// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/term_remarks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "sinew/symbolic/trig_forms.h"

namespace sinew {

namespace {

using TrigSum = TrigForms::Sum;

/// What multiplies one product of symbols.
using SumByProduct = std::map<Polynomial::Key, TrigSum, Ring::KeyOrder>;  // by plain products
SumByProduct by_product(const Ring& ring, const Polynomial& p) {
  SumByProduct result{Ring::KeyOrder(ring)};
  for (const Polynomial::Term& t : p.terms()) result[{t.key.plain, 0}].emplace_back(t.key.trig, t.coefficient);
  return result;
}

/// k with yours = k·right.
std::optional<Rational> constant_ratio(const TrigSum& yours, const TrigSum& right) {
  if (yours.size() != right.size() || right.empty()) return {};
  const Rational ratio = yours.front().second / right.front().second;
  for (std::size_t i = 0; i < right.size(); ++i)
    if (yours[i].first != right[i].first || yours[i].second != ratio * right[i].second) return {};
  return ratio;
}

class TermComparison {
 public:
  TermComparison(Readable& readable, const CauseOfProduct& cause)
      : readable_(readable), ring_(readable.ring()), forms_(ring_), cause_(cause) {}

  std::vector<TermRemark> work(const Polynomial& yours, const Polynomial& right) {
    const SumByProduct own = by_product(ring_, yours), wanted = by_product(ring_, right);
    for (const auto& [key, sum] : wanted) compare(key.plain, own.contains(key) ? own.at(key) : TrigSum{}, sum);
    for (const auto& [key, sum] : own)
      if (!wanted.contains(key)) compare(key.plain, sum, {});
    for (const auto& [key, sum] : collected_) add_terms(key, sum);
    return std::move(remarks_);
  }

 private:
  using Key = std::tuple<TermFault, Rational, std::string>;

  Polynomial polynomial(std::uint32_t plain, const TrigSum& sum) {
    std::vector<Polynomial::Term> terms;
    for (const auto& [trig, coefficient] : sum) terms.push_back({{plain, trig}, coefficient});
    return ring_.from_terms(std::move(terms));
  }

  void collect(TermFault fault, const Rational& factor, std::uint32_t plain, const Polynomial& term) {
    collected_[{fault, factor, cause_(plain)}] += term;
  }

  void collect_ratio(const Rational& ratio, std::uint32_t plain, const Polynomial& right) {
    if (ratio.is_one()) return;
    if (ratio.is_minus_one())
      collect(TermFault::WrongSign, Rational(1), plain, right);
    else
      collect(TermFault::WrongFactor, ratio, plain, right);
  }

  void compare(std::uint32_t plain, const TrigSum& yours, const TrigSum& right) {
    if (yours.empty())
      collect(TermFault::Missing, Rational(1), plain, polynomial(plain, right));
    else if (right.empty())
      collect(TermFault::Extra, Rational(1), plain, polynomial(plain, yours));
    else if (const auto ratio = constant_ratio(yours, right))
      collect_ratio(*ratio, plain, polynomial(plain, right));
    else if (!compare_forms(plain, yours, right))
      remarks_.push_back({TermFault::Different,
                          readable_.factored(polynomial(plain, right)),
                          Rational(1),
                          readable_.factored(polynomial(plain, yours)),
                          cause_(plain),
                          {}});
  }

  using FormKey = std::vector<std::pair<const Expr::Node*, int>>;
  std::map<FormKey, ReadableTerm> forms_of(const TrigSum& sum) {
    std::map<FormKey, ReadableTerm> result;
    for (ReadableTerm& term : forms_.shortest(sum)) {
      FormKey key;
      for (const ReadableFactor& f : term.factors) key.emplace_back(f.base.node(), f.exponent);
      std::sort(key.begin(), key.end());
      result.emplace(std::move(key), std::move(term));
    }
    return result;
  }

  Polynomial polynomial(std::uint32_t plain, const ReadableTerm& form) {
    Polynomial product = ring_.term({plain, 0}, form.coefficient);
    for (const ReadableFactor& f : form.factors) product *= ring_.polynomial(power(f.base, f.exponent));
    return product;
  }

  /// Of c2 + c23 only c23 may be missing. False where terms are missing and others too many: another function.
  bool compare_forms(std::uint32_t plain, const TrigSum& yours, const TrigSum& right) {
    const auto own = forms_of(yours), wanted = forms_of(right);
    const auto lacks = [](const auto& forms, const auto& others) {
      for (const auto& [key, form] : others)
        if (!forms.contains(key)) return true;
      return false;
    };
    if (lacks(own, wanted) && lacks(wanted, own)) return false;
    for (const auto& [key, form] : wanted) {
      if (const auto found = own.find(key); found != own.end())
        collect_ratio(found->second.coefficient / form.coefficient, plain, polynomial(plain, form));
      else
        collect(TermFault::Missing, Rational(1), plain, polynomial(plain, form));
    }
    for (const auto& [key, form] : own)
      if (!wanted.contains(key)) collect(TermFault::Extra, Rational(1), plain, polynomial(plain, form));
    return true;
  }

  void add_terms(const Key& key, const Polynomial& sum) {
    const auto& [fault, factor, cause] = key;
    const Expr whole = readable_.torque(sum);
    const std::vector<Expr> single{whole};
    for (const Expr& term : whole.op() == Expr::Op::Sum ? whole.operands() : single)
      remarks_.push_back({fault, term, factor, {}, cause, {}});
  }

  Readable& readable_;
  Ring& ring_;
  TrigForms forms_;
  const CauseOfProduct& cause_;
  std::map<Key, Polynomial> collected_;
  std::vector<TermRemark> remarks_;
};

}  // namespace

std::vector<TermRemark> term_remarks(Readable& readable, const Polynomial& yours, const Polynomial& right,
                                     const CauseOfProduct& cause) {
  return TermComparison(readable, cause).work(yours, right);
}

}  // namespace sinew
