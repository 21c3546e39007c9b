// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/unit_choice.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "sinew/errors/problem.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {
namespace {

/// "N*mm" and "Nmm" as they are printed: "N·mm".
std::string printed(std::string text) {
  const std::pair<const char*, const char*> changes[] = {{"Nmm", "N·mm"}, {"Nm", "N·m"}, {"*", "·"},
                                                         {"^2", "²"},     {"^3", "³"},   {"deg", "°"}};
  for (const auto& [from, to] : changes)
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + std::string(to).size()))
      text.replace(at, std::string(from).size(), to);
  return text;
}

std::string power(const std::string& name, int exponent) {
  return exponent == 1   ? name
         : exponent == 2 ? name + "²"
         : exponent == 3 ? name + "³"
                         : name + "^" + std::to_string(exponent);
}

/// (name, exponent) pairs as a fraction: "m/s²", "1/s".
std::string fraction(const std::vector<std::pair<std::string, int>>& parts) {
  std::string over, under;
  for (const auto& [name, exponent] : parts) {
    std::string& side = exponent > 0 ? over : under;
    if (exponent != 0) side += (side.empty() ? "" : "·") + power(name, std::abs(exponent));
  }
  if (under.empty()) return over;
  return (over.empty() ? "1" : over) + "/" + (under.find("·") == std::string::npos ? under : "(" + under + ")");
}

/// In newtons where that is how people say it: "N·m·s", not "kg·m²/s".
std::string si_name(const Dimension& d) {
  if (d.mass == 1 && (d.time == -2 || d.time == -1))
    return fraction({{"N", 1}, {"m", d.length - 1}, {"s", d.time + 2}, {"rad", d.angle}});
  return fraction({{"kg", d.mass}, {"m", d.length}, {"rad", d.angle}, {"s", d.time}});
}

}  // namespace

UnitChoice::UnitChoice(std::string_view list) {
  for (const std::string& name : list_parts(list)) {
    const std::optional<Unit> unit = parse_unit(name);
    if (!unit) throw FormulaError(in_quotes(name) + " is no unit", suggestion(name, unit_names()));
    if (find(unit->dimension) != nullptr)
      throw FormulaError(in_quotes(name) + " is the second unit of its kind", "keep one of them");
    chosen_.push_back({unit->dimension, unit->factor, printed(name)});
  }
}

const UnitChoice::Chosen* UnitChoice::find(const Dimension& dimension) const {
  for (const Chosen& unit : chosen_)
    if (unit.dimension == dimension) return &unit;
  return nullptr;
}

UnitChoice UnitChoice::with_degrees() const {
  UnitChoice choice = *this;
  if (!find(dimension::angle)) choice.chosen_.push_back({dimension::angle, std::numbers::pi / 180, "°"});
  return choice;
}

PrintedUnit UnitChoice::unit_of(const Measure& measure) const {
  const Dimension& d = measure.dimension;
  if (measure.own_name) return {1.0, measure.own_name};
  if (const Chosen* unit = find(d)) return {unit->factor, unit->text};
  if (d.mass != 0) return {1.0, si_name(d)};
  const Chosen* length = find(dimension::length);
  const Chosen* angle = find(dimension::angle);
  const double factor =
      std::pow(length ? length->factor : 1.0, d.length) * std::pow(angle ? angle->factor : 1.0, d.angle);
  return {factor,
          fraction({{length ? length->text : "m", d.length}, {angle ? angle->text : "rad", d.angle}, {"s", d.time}})};
}

}  // namespace sinew
