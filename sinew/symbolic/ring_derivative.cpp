// SPDX-License-Identifier: BSD-3-Clause
#include <utility>
#include <vector>

#include "sinew/symbolic/ring.h"

namespace sinew {

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
  std::vector<Polynomial::Term> sum;
  for (const Polynomial::Term& t : p.terms()) {
    if (plain_place != generator_by_node_.end()) {
      PlainProduct product = plains_[t.key.plain];
      for (std::size_t i = 0; i < product.size(); ++i)
        if (product[i].generator == plain_place->second) {
          const int exponent = product[i].exponent--;
          if (product[i].exponent == 0) product.erase(product.begin() + static_cast<std::ptrdiff_t>(i));
          sum.push_back({{plain_id(std::move(product)), t.key.trig}, Rational(exponent) * t.coefficient});
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
        sum.push_back({{t.key.plain, with(n - 1, 1)}, Rational(-n) * k});
      } else {  // (cⁿ·s)′ = cⁿ⁺¹ − n·cⁿ⁻¹·s² = (n + 1)·cⁿ⁺¹ − n·cⁿ⁻¹
        sum.push_back({{t.key.plain, with(n + 1, 0)}, Rational(n + 1) * k});
        if (n > 0) sum.push_back({{t.key.plain, with(n - 1, 0)}, Rational(-n) * k});
      }
    }
  }
  return from_terms(std::move(sum));
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

}  // namespace sinew
