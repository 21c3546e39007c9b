// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/term_units.h"

#include <optional>
#include <string>

namespace sinew {

namespace {

/// Radians do not count: a torque is a mass times rates of angles and also a weight times a length.
std::optional<Dimension> dimension_of(const SymbolicRobot& robot, const Symbol& symbol) {
  if (symbol.kind == SymbolKind::Parameter) {
    const auto unit = robot.units.find(symbol.name);
    const std::optional<Unit> known = unit == robot.units.end() ? std::nullopt : parse_unit(unit->second);
    if (!known) return {};
    Dimension dimension = known->dimension;
    dimension.angle = 0;
    return dimension;
  }
  const bool turns = robot.q[static_cast<std::size_t>(symbol.joint)].symbol().is_angle;
  const Dimension position = turns ? dimension::none : dimension::length;
  const int rate = symbol.kind == SymbolKind::Position ? 0 : symbol.kind == SymbolKind::Velocity ? 1 : 2;
  return position / dimension::time.to_the(rate);
}

std::optional<Dimension> dimension_of(const SymbolicRobot& robot, const Ring::PlainProduct& product) {
  Dimension result;
  for (const Ring::PlainFactor& f : product) {
    const Ring::Generator& generator = robot.ring->generators()[f.generator];
    if (generator.symbol == nullptr && generator.expr.op() == Expr::Op::Sign) continue;
    const std::optional<Dimension> factor =
        generator.symbol == nullptr ? std::nullopt : dimension_of(robot, *generator.symbol);
    if (!factor) return {};
    result = result * factor->to_the(f.exponent);
  }
  return result;
}

/// Of all terms, where they have the same.
std::optional<Dimension> dimension_of(const SymbolicRobot& robot, const Polynomial& p) {
  std::optional<Dimension> common;
  for (const Polynomial::Term& t : p.terms()) {
    const std::optional<Dimension> own = dimension_of(robot, robot.ring->plain(t.key.plain));
    if (!own || (common && !(*common == *own))) return {};
    common = own;
  }
  return common;
}

std::string unit_text(const Dimension& d) { return d.is_plain() ? "none" : d.si_text(); }

}  // namespace

void note_wrong_units(SymbolicRobot& robot, const Polynomial& right, const Dimension& wanted,
                      std::vector<TermRemark>& remarks) {
  if (dimension_of(robot, right) != wanted) return;
  for (TermRemark& remark : remarks) {
    if (remark.fault != TermFault::Extra) continue;
    const std::optional<Dimension> own = dimension_of(robot, robot.ring->polynomial(remark.term));
    if (own && !(*own == wanted))
      remark.note = "its unit is " + unit_text(*own) + ", where " + unit_text(wanted) + " is wanted";
  }
}

}  // namespace sinew
