// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/equation_numbers.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "sinew/formats/quantity_text.h"
#include "sinew/symbolic/evaluate.h"

namespace sinew {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
  throw InputError({{Severity::Error, "--at", 0, what, remedy}});
}

Dimension dimension_of(const Symbol& symbol, const std::map<std::string, std::string>& units) {
  const Dimension position = symbol.is_angle ? dimension::angle : dimension::length;
  switch (symbol.kind) {
    case SymbolKind::Position:
      return position;
    case SymbolKind::Velocity:
      return position / dimension::time;
    case SymbolKind::Acceleration:
      return position / (dimension::time * dimension::time);
    case SymbolKind::Parameter:
      break;
  }
  const auto unit = units.find(symbol.name);
  const auto known = unit == units.end() ? std::nullopt : parse_unit(unit->second);
  return known ? known->dimension : Dimension{};
}

}  // namespace

EquationNumbers::EquationNumbers(const SymbolicRobot& robot) : robot_(robot), values_(robot.values) {
  for (const auto* vector : {&robot.q, &robot.qd, &robot.qdd})
    for (const Expr& x : *vector) values_[x.symbol().name] = 0.0;
}

void EquationNumbers::set_one(const std::string& name, const std::string& text) {
  if (!values_.contains(name)) {
    std::vector<std::string> known;
    for (const auto& [other, value] : values_) known.push_back(other);
    refuse("the equations have no symbol " + in_quotes(name), suggestion(name, known));
  }
  // rates are kept with the kind of their joint
  Symbol symbol = *robot_.graph->find(name);
  if (symbol.joint >= 0) symbol.is_angle = robot_.q[static_cast<std::size_t>(symbol.joint)].symbol().is_angle;
  try {
    values_[name] = quantity(text, dimension_of(symbol, robot_.units));
  } catch (const FormulaError& e) {
    refuse(name + ": " + e.what(), e.remedy);
  }
}

void EquationNumbers::set(const std::string& assignments) {
  for (std::size_t begin = 0; begin <= assignments.size();) {
    const std::size_t end = std::min(assignments.find(';', begin), assignments.size());
    const std::string part(trimmed(std::string_view(assignments).substr(begin, end - begin)));
    begin = end + 1;
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos)
      refuse(in_quotes(part) + " gives nothing a number", "write it like q=20deg,40deg; m1=4kg");
    const std::string name(trimmed(std::string_view(part).substr(0, equals)));
    const std::string text = part.substr(equals + 1);
    const std::vector<Expr>* whole = name == "q"                      ? &robot_.q
                                     : name == "dq" || name == "qd"   ? &robot_.qd
                                     : name == "ddq" || name == "qdd" ? &robot_.qdd
                                                                      : nullptr;
    if (whole == nullptr) {
      set_one(name, text);
      continue;
    }
    const std::vector<std::string> numbers = list_parts(text);
    if (numbers.size() != whole->size())
      refuse(
          name + " has " + std::to_string(numbers.size()) + " numbers for " + std::to_string(whole->size()) + " joints",
          "give one per joint");
    for (std::size_t k = 0; k < numbers.size(); ++k) set_one((*whole)[k].symbol().name, numbers[k]);
  }
}

void EquationNumbers::define(SymbolicRobot& robot, const MinimalParametrisation& parametrisation) {
  for (std::size_t k = 0; k < parametrisation.symbols.size(); ++k)
    values_[parametrisation.symbols[k].symbol().name] = value(robot.ring->expr(parametrisation.coefficients[k]));
}

double EquationNumbers::value(const Expr& expr) const {
  const std::array roots{expr};
  return evaluated<double>(std::span<const Expr>(roots),
                           [&](const Symbol& symbol) {
                             const auto found = values_.find(symbol.name);
                             return found == values_.end() ? 1.0 : found->second;  // the k of S′, which may be any
                           })
      .front();
}

}  // namespace sinew
