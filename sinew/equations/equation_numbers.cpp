// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/equation_numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/symbolic/evaluate.h"
#include "sinew/symbolic/graph_order.h"
#include "sinew/units/text_parts.h"

namespace sinew {

namespace {

/// qd1 and qdd1 of dq1 and ddq1, which many write.
std::string with_rates_behind(const std::string& name) {
  const std::size_t number = name.find_first_of("0123456789");
  if (number == std::string::npos) return name;
  const std::string letters = name.substr(0, number);
  if (letters == "dq") return "qd" + name.substr(number);
  if (letters == "ddq") return "qdd" + name.substr(number);
  return name;
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

/// Units of expressions, node by node. Radians do not count: a torque is a mass times rates of angles and also a weight
/// times a length.
class Units {
 public:
  Units(const SymbolicRobot& robot, const std::map<std::string, std::string>& units) : robot_(robot), units_(units) {}

  /// Nothing where terms of one sum differ, or a symbol has none that is known.
  std::optional<Dimension> of(const Expr& root) {
    const std::array roots{root};
    std::unordered_map<const Expr::Node*, std::optional<Dimension>> known;
    const auto at = [&](const Expr& x) -> std::optional<Dimension> {
      return x.is_constant() ? Dimension{} : known.at(x.node());
    };
    for (const Expr::Node* node : nodes_of(std::span<const Expr>(roots))) known.emplace(node, of_node(Expr(node), at));
    return at(root);
  }

 private:
  template <class At>
  std::optional<Dimension> of_node(const Expr& x, const At& at) const {
    switch (x.op()) {
      case Expr::Op::Symbol:
        return of_symbol(x.symbol());
      case Expr::Op::Sum:
      case Expr::Op::Select: {
        const std::size_t first = x.op() == Expr::Op::Sum ? 0 : 2;
        std::optional<Dimension> common = at(x.operands()[first]);
        for (std::size_t i = first; i < x.operands().size(); ++i)
          if (!common || at(x.operands()[i]) != common) return {};
        return common;
      }
      case Expr::Op::Product: {
        Dimension product;
        for (const Expr& factor : x.operands()) {
          const std::optional<Dimension> own = at(factor);
          if (!own) return {};
          product = product * *own;
        }
        return product;
      }
      case Expr::Op::Power: {
        const std::optional<Dimension> base = at(x.operands().front());
        return base ? std::optional(base->to_the(x.exponent())) : std::nullopt;
      }
      case Expr::Op::Sqrt: {
        const std::optional<Dimension> square = at(x.operands().front());
        if (!square || square->length % 2 != 0 || square->mass % 2 != 0 || square->time % 2 != 0) return {};
        return Dimension{square->length / 2, square->mass / 2, square->time / 2, 0};
      }
      default:
        return Dimension{};
    }
  }

  std::optional<Dimension> of_symbol(const Symbol& symbol) const {
    if (symbol.kind == SymbolKind::Parameter && !units_.contains(symbol.name)) return {};
    Symbol own = symbol;
    if (own.joint >= 0) own.is_angle = robot_.q[static_cast<std::size_t>(own.joint)].symbol().is_angle;
    Dimension dimension = dimension_of(own, units_);
    dimension.angle = 0;
    return dimension;
  }

  const SymbolicRobot& robot_;
  const std::map<std::string, std::string>& units_;
};

/// Do the robot's torques, made of its symbols, have the unit of torques and forces? They have not where a mass or a
/// length is left a number.
bool torques_have_units(const SymbolicRobot& robot) {
  InverseDynamicsScratch<Expr> scratch(robot.model);
  std::vector<Expr> tau(robot.q.size());
  inverse_dynamics<Expr, Expr>(robot.model, robot.q, robot.qd, robot.qdd, scratch, tau);
  Units units(robot, robot.units);
  for (std::size_t k = 0; k < tau.size(); ++k) {
    const Dimension wanted = robot.q[k].symbol().is_angle ? dimension::torque : dimension::force;
    if (!tau[k].is_zero() && units.of(tau[k]) != wanted) return false;
  }
  return true;
}

}  // namespace

EquationNumbers::EquationNumbers(const SymbolicRobot& robot)
    : robot_(robot), values_(robot.values), units_(robot.units), has_units_(torques_have_units(robot)) {
  for (const auto* vector : {&robot.q, &robot.qd, &robot.qdd})
    for (const Expr& x : *vector) values_[x.symbol().name] = 0.0;
}

void EquationNumbers::set_one(const std::string& given, const std::string& text) {
  const std::string name = with_rates_behind(given);
  if (!values_.contains(name)) {
    std::vector<std::string> known;
    for (const auto& [other, value] : values_) known.push_back(other);
    refuse("--at", "the equations have no symbol " + in_quotes(given), suggestion(name, known));
  }
  // rates are kept with the kind of their joint
  Symbol symbol = *robot_.graph->find(name);
  if (symbol.joint >= 0) symbol.is_angle = robot_.q[static_cast<std::size_t>(symbol.joint)].symbol().is_angle;
  try {
    values_[name] = quantity(text, dimension_of(symbol, units_));
  } catch (const FormulaError& e) {
    refuse("--at", name + ": " + e.what(), e.remedy);
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
      refuse("--at", in_quotes(part) + " gives nothing a number", "write it like q=20deg,40deg; m1=4kg");
    const std::string name(trimmed(std::string_view(part).substr(0, equals)));
    const std::string text = part.substr(equals + 1);
    const std::vector<Expr>* whole = name == "q"                      ? &robot_.q
                                     : name == "dq" || name == "qd"   ? &robot_.qd
                                     : name == "ddq" || name == "qdd" ? &robot_.qdd
                                                                      : nullptr;
    const std::string key = whole == nullptr || whole->empty() ? name : whole->front().symbol().name + ", …";
    if (!given_.insert(key).second) refuse("--at", name + " is given twice", "keep one of them");
    if (whole == nullptr) {
      set_one(name, text);
      continue;
    }
    const std::vector<std::string> numbers = list_parts(text);
    if (numbers.size() != whole->size())
      refuse(
          "--at",
          name + " has " + std::to_string(numbers.size()) + " numbers for " + std::to_string(whole->size()) + " joints",
          "give one per joint");
    for (std::size_t k = 0; k < numbers.size(); ++k) set_one((*whole)[k].symbol().name, numbers[k]);
  }
}

void EquationNumbers::set_time(const Expr& t, double value) {
  for (const auto* vector : {&robot_.q, &robot_.qd, &robot_.qdd})
    for (const Expr& x : *vector) values_.erase(x.symbol().name);
  has_units_ = false;  // 2·t may be an angle as well as a length
  values_[t.symbol().name] = value;
  units_[t.symbol().name] = "s";
}

void EquationNumbers::define(SymbolicRobot& robot, const MinimalParametrisation& parametrisation) {
  for (std::size_t k = 0; k < parametrisation.symbols.size(); ++k) {
    const Expr stands_for = robot.ring->expr(parametrisation.coefficients[k]);
    const std::string& name = parametrisation.symbols[k].symbol().name;
    values_[name] = value(stands_for);
    if (const std::optional<Dimension> unit = Units(robot_, units_).of(stands_for)) units_[name] = unit->si_text();
  }
}

std::string EquationNumbers::text(const Expr& expr) const {
  const double number = value(expr);
  if (!std::isfinite(number)) return "undefined";
  const std::optional<Dimension> unit = has_units_ ? Units(robot_, units_).of(expr) : std::nullopt;
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number == 0.0 ? 0.0 : number,
                                 std::chars_format::general, 6)
                       .ptr;
  const std::string text(digits.data(), end);
  if (!unit || unit->is_plain()) return text;
  const std::string name = unit->si_text();
  return text + " " + (name == "1/s" ? "s⁻¹" : name == "1/s²" ? "s⁻²" : name);  // "0 1/s" would be misread
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
