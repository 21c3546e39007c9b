// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/given/time_formula.h"

#include "sinew/errors/diagnostic.h"

namespace sinew {
namespace {

Expr value_with_time(const Formula& formula, Names<Expr> names, const Quantity<Expr>& t, const Dimension& wanted) {
  names["t"] = t;
  const Quantity<Expr> value = formula.value(names);
  if (!wanted.accepts(value.dimension))
    throw FormulaError("is in " + value.dimension.si_text(),
                       "give it in " + wanted.si_text() + " or another unit of that kind");
  return value.value;
}

}  // namespace

Expr time_formula(std::string_view text, const Names<Expr>& names, const Expr& t, const Dimension& wanted) {
  const Formula formula(text, "t");
  try {
    return value_with_time(formula, names, {t, dimension::time}, wanted);
  } catch (const FormulaError& as_time) {
    try {
      return value_with_time(formula, names, {t, dimension::none}, wanted);
    } catch (const FormulaError& as_number) {
      const bool alike = std::string_view(as_time.what()) == as_number.what();
      if (alike) throw;
      throw FormulaError(std::string("fits no unit: with t as a time it ") + as_time.what() +
                             ", with t as a plain number it " + as_number.what(),
                         "write it like 20deg*sin(2 rad/s*t), or without units like 0.35*sin(2*t)");
    }
  }
}

}  // namespace sinew
