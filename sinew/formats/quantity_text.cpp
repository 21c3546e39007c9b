// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/quantity_text.h"

#include <cmath>

#include "sinew/errors/diagnostic.h"
#include "sinew/units/number_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {

namespace {

Quantity<double> value_of(std::string_view number) {
  const Formula formula(number);
  for (const std::string& name : formula.names())
    if (name != "pi" && name != "π" && !find_unit(name))
      throw FormulaError(in_quotes(number) + " is no number", "give one such as 0.35 or 20deg");
  try {
    return formula.value<double>({});
  } catch (const FormulaError& e) {
    throw FormulaError(in_quotes(number) + " " + e.what(), e.remedy);
  }
}

}  // namespace

Quantity<double> quantity_of_any_kind(std::string_view text) {
  const std::string_view number = trimmed(text);
  // nearly all are plain decimals
  const NumberText plain = leading_number(number);
  Quantity<double> value{plain.value, {}};
  if (number.empty()) throw FormulaError("is empty", "give a number such as 0.35 or 20deg");
  if (plain.length != number.size() || plain.out_of_range) value = value_of(number);
  if (!std::isfinite(value.value)) throw FormulaError(in_quotes(number) + " is not finite", "give a finite number");
  return value;
}

double quantity(std::string_view text, const Dimension& wanted) {
  const Quantity<double> read = quantity_of_any_kind(text);
  if (!wanted.accepts(read.dimension))
    throw FormulaError(
        in_quotes(trimmed(text)) + " is in " + read.dimension.si_text(),
        wanted.is_plain() ? "give a plain number" : "give it in " + wanted.si_text() + " or another unit of that kind");
  return read.value;
}

Vec3<double> vector_quantity(std::string_view text, const Dimension& wanted) {
  const std::vector<std::string> parts = list_parts(text);
  if (parts.size() != 3)
    throw FormulaError(in_quotes(text) + " is no vector", "give three numbers with commas between, such as [0.3,0,0]");
  return {quantity(parts[0], wanted), quantity(parts[1], wanted), quantity(parts[2], wanted)};
}

}  // namespace sinew
