// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/operation_count.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <vector>

#include "sinew/symbolic/flatten.h"

namespace sinew {

namespace {

using Op = Expr::Op;

/// The operations that an expression adds to those of what stands in it.
struct Layer {
  OperationCount own;
  std::vector<Expr> inside;
};

std::size_t links_between(std::size_t items) { return items == 0 ? 0 : items - 1; }

/// By repeated squaring.
std::size_t multiplications_of_power(int exponent) {
  const auto n = static_cast<unsigned>(std::abs(exponent));
  return static_cast<std::size_t>(std::bit_width(n)) + static_cast<std::size_t>(std::popcount(n)) - 2;
}

void add_product(const Expr& x, Layer& layer) {
  const FlatProduct product = flat_product(x);
  std::size_t above = magnitude(product.coefficient).is_one() ? 0 : 1, below = 0;
  for (const FlatProduct::Factor& f : product.factors) {
    ++(f.exponent > 0 ? above : below);
    layer.own.multiplications += multiplications_of_power(f.exponent);
    layer.inside.push_back(f.base);
  }
  layer.own.multiplications += links_between(above) + links_between(below);
  layer.own.divisions += below > 0 ? 1 : 0;
}

Layer outer_layer(const Expr& x) {
  Layer layer;
  switch (x.op()) {
    case Op::Constant:
    case Op::Symbol:
      break;
    case Op::Sum: {
      const std::vector<Expr> terms = flat_sum(x);
      layer.own.additions = links_between(terms.size());
      for (const Expr& term : terms) add_product(term, layer);
      break;
    }
    case Op::Product:
    case Op::Power:
      add_product(x, layer);
      break;
    case Op::Sin:
    case Op::Cos:
      layer.own.sines = 1;
      [[fallthrough]];
    case Op::Sqrt:
    case Op::Exp:
    case Op::Sign:
    case Op::Select:
      layer.own.functions = 1;
      layer.inside = x.operands();
      break;
  }
  std::erase_if(layer.inside, [](const Expr& y) { return y.is_constant() || y.op() == Op::Symbol; });
  return layer;
}

std::size_t capped_sum(std::size_t a, std::size_t b) {
  return a > std::numeric_limits<std::size_t>::max() - b ? std::numeric_limits<std::size_t>::max() : a + b;
}

}  // namespace

OperationCount& OperationCount::operator+=(const OperationCount& b) {
  for (std::size_t OperationCount::*member :
       {&OperationCount::additions, &OperationCount::multiplications, &OperationCount::divisions,
        &OperationCount::functions, &OperationCount::sines})
    this->*member = capped_sum(this->*member, b.*member);
  return *this;
}

std::string OperationCount::text() const {
  std::string text;
  const auto list = [&](std::size_t count, const char* what) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  list(multiplications, "×");
  list(divisions, "÷");
  list(additions, "+");
  list(sines, "sin/cos");
  list(functions - sines, "other");
  return text.empty() ? "no operations" : text;
}

OperationCount operation_count(const Expr& x) {
  std::unordered_map<const Expr::Node*, OperationCount> known;
  std::vector<Expr> waiting{x};
  while (!waiting.empty()) {
    const Expr top = waiting.back();
    const Layer layer = outer_layer(top);
    const std::size_t before = waiting.size();
    std::copy_if(layer.inside.begin(), layer.inside.end(), std::back_inserter(waiting),
                 [&](const Expr& y) { return !known.contains(y.node()); });
    if (waiting.size() > before) continue;
    waiting.pop_back();
    OperationCount count = layer.own;
    for (const Expr& y : layer.inside) count += known.at(y.node());
    known.insert_or_assign(top.node(), count);
  }
  return known.at(x.node());
}

}  // namespace sinew
