// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/unit_choice.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/formula_error.h"
#include "sinew/units/text_parts.h"

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
bool is_said_in_newtons(const Dimension& d) { return d.mass == 1 && (d.time == -2 || d.time == -1); }

}  // namespace

UnitChoice::UnitChoice(std::string_view list) {
  for (const std::string& name : list_parts(list)) {
    const std::optional<Unit> unit = parse_unit(name);
    if (!unit) throw FormulaError(in_quotes(name) + " is no unit", unit_suggestion(name));
    if (name == "J" || name == "W") continue;  // as energy and power are shown anyway, and no moment
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

UnitChoice::Chosen UnitChoice::base_unit(const Dimension& dimension, const char* si_name) const {
  const Chosen* unit = find(dimension);
  return unit ? *unit : Chosen{dimension, 1.0, si_name};
}

PrintedUnit UnitChoice::unit_of(const Measure& measure) const {
  if (measure.own_name) return {1.0, measure.own_name};
  if (const Chosen* unit = find(measure.dimension)) return {unit->factor, unit->text};
  Dimension rest = measure.dimension;
  double factor = 1.0;
  std::vector<std::pair<std::string, int>> parts;
  const auto take = [&](const Chosen& unit, int exponent) {
    factor *= std::pow(unit.factor, exponent);
    parts.emplace_back(unit.text, exponent);
    rest = rest / unit.dimension.to_the(exponent);
  };
  const Chosen* torque = find(dimension::torque);
  if (is_said_in_newtons(rest))
    take(torque && rest.length == dimension::torque.length ? *torque : base_unit(dimension::force, "N"), 1);
  take(base_unit(dimension::mass, "kg"), rest.mass);
  take(base_unit(dimension::length, "m"), rest.length);
  const Chosen angle = base_unit(dimension::angle, "rad"), time = base_unit(dimension::time, "s");
  // "N·m·s/rad", but "rad/s"
  const bool time_first = rest.time > 0;
  if (time_first) take(time, rest.time);
  take(angle, rest.angle);
  take(time, rest.time);
  return {factor, fraction(parts)};
}

}  // namespace sinew
