// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/flatten.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace sinew {

namespace {

/// Collects factors in the order in which they come.
class TermCollector {
 public:
  void add(const Expr& base, int exponent) {
    if (base.is_constant()) {
      product_.coefficient *= power(base.constant(), exponent);
      return;
    }
    const auto [place, is_new] = places_.try_emplace({base.node(), exponent > 0}, product_.factors.size());
    if (is_new)
      product_.factors.push_back({base, exponent});
    else
      product_.factors[place->second].exponent += exponent;
  }
  FlatProduct take() { return std::move(product_); }

 private:
  FlatProduct product_;
  std::map<std::pair<const Expr::Node*, bool>, std::size_t> places_;  // by base, and by the side of the bar
};

}  // namespace

FlatProduct flat_product(const Expr& x) {
  TermCollector collector;
  std::vector<FlatProduct::Factor> waiting{{x, 1}};
  while (!waiting.empty()) {
    const FlatProduct::Factor f = waiting.back();
    waiting.pop_back();
    const bool opens = f.exponent == 1 || f.exponent == -1;
    if (opens && f.base.op() == Expr::Op::Power)
      waiting.push_back({f.base.operands().front(), f.exponent * f.base.exponent()});
    else if (opens && f.base.op() == Expr::Op::Product)
      std::transform(f.base.operands().rbegin(), f.base.operands().rend(), std::back_inserter(waiting),
                     [&](const Expr& y) {
                       return FlatProduct::Factor{y, f.exponent};
                     });
    else
      collector.add(f.base, f.exponent);
  }
  return collector.take();
}

bool is_negation(const Expr& x) {
  return x.op() == Expr::Op::Product && x.operands().size() == 2 && x.operands().front() == Expr(-1.0);
}

std::vector<Expr> flat_sum(const Expr& x) {
  std::vector<Expr> terms, waiting{x};
  while (!waiting.empty()) {
    const Expr y = waiting.back();
    waiting.pop_back();
    if (y.op() == Expr::Op::Sum)
      waiting.insert(waiting.end(), y.operands().rbegin(), y.operands().rend());
    else
      terms.push_back(y);
  }
  return terms;
}

}  // namespace sinew
