// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/formats/formula.h"
#include "sinew/formats/quantity_text.h"

/// Any bytes as a formula: refused, or a tree with a value, as numbers and as symbols, of one dimension.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Formula formula(text);
    Names<double> numbers;
    Names<Expr> symbols;
    ExprGraph graph;
    for (const std::string& name : formula.names()) {
      numbers[name] = {0.7, dimension::length};
      symbols[name] = {graph.symbol(name), dimension::length};
    }
    const Quantity<double> value = formula.value(numbers);
    if (!(formula.value(symbols).dimension == value.dimension)) std::abort();
    if (!std::isfinite(quantity(text, value.dimension))) std::abort();
  } catch (const FormulaError&) {
    return 0;
  }
  return 0;
}
