// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/along/equations_along.h"

#include <array>
#include <charconv>
#include <utility>

#include "sinew/equations/along/section_along.h"
#include "sinew/equations/names.h"
#include "sinew/symbolic/derivative.h"

namespace sinew {

namespace {

std::string seconds(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6).ptr;
  return std::string(text.data(), end) + " s";
}

Equation along_the_motion(const Expr& symbol, const Expr& value) {
  return {over_time(name_of(symbol.symbol())), 1, 1, {value}, {}, {}};
}

}  // namespace

bool changes_along_a_motion(EquationPart part) {
  return part != EquationPart::BaseParameters && part != EquationPart::GravityDesign &&
         part != EquationPart::GravityBound;
}

EquationsAlong::EquationsAlong(SymbolicRobot& robot, std::vector<MotionPiece> pieces)
    : robot_(robot), pieces_(std::move(pieces)) {
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    functions_.push_back(
        std::make_unique<TimeFunctions>(robot_, pieces_[p].joints, p == 0 ? "t" : "t" + std::to_string(p + 1)));
}

std::size_t EquationsAlong::piece_at(double t) const {
  std::size_t piece = 0;
  while (piece + 1 < pieces_.size() && t >= pieces_[piece].until) ++piece;
  return piece;
}

std::string EquationsAlong::range(std::size_t piece) const {
  return "from " + seconds(pieces_[piece].from) + " to " + seconds(pieces_[piece].until);
}

Section EquationsAlong::motion(std::size_t piece) const {
  const MotionPiece& p = pieces_[piece];
  const TimeFunctions& functions = *functions_[piece];
  bool turns = false, slides = false;
  for (const Expr& q : robot_.q) (q.symbol().is_angle ? turns : slides) = true;
  Paragraph legend{{name_of(functions.t().symbol())}};
  if (p.zero == 0.0)
    legend.pieces.emplace_back(" is the time in s, " + range(piece));
  else
    legend.pieces.emplace_back(" is the time in s since " + seconds(p.zero) + ", from " + seconds(p.from - p.zero) +
                               " to " + seconds(p.until - p.zero));
  legend.pieces.emplace_back(std::string("; ") + (turns ? "angles are in rad" : "") + (turns && slides ? ", " : "") +
                             (slides ? "lengths are in m" : "") + ".");
  Section section{"Motion", {std::move(legend)}};
  for (std::size_t k = 0; k < functions.q().size(); ++k) {
    section.blocks.emplace_back(along_the_motion(robot_.q[k], functions.q()[k]));
    section.blocks.emplace_back(along_the_motion(robot_.qd[k], functions.qd()[k]));
    section.blocks.emplace_back(along_the_motion(robot_.qdd[k], functions.qdd()[k]));
  }
  return section;
}

Section EquationsAlong::section(std::size_t piece, const Section& section) {
  return section_along(section, *robot_.graph, [&](const Expr& x) { return functions_[piece]->of(x); });
}

Section EquationsAlong::whole(const Section& section, bool simplified) {
  Section result;
  for (std::size_t p = pieces_.size(); p-- > 0;) {
    // each piece's own time is the motion's time less a constant
    const std::map<std::string, Expr> own_time{{t(p).symbol().name, t() - Expr(pieces_[p].zero)}};
    Section here = section_along(section, *robot_.graph, [&](const Expr& x) {
      return substituted(simplified ? functions_[p]->of(x) : functions_[p]->put_in(x), own_time);
    });
    if (p + 1 == pieces_.size()) {
      result = std::move(here);
      continue;
    }
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
      std::vector<Expr> later = expressions_of(result.blocks[b]);
      const std::vector<Expr> values = expressions_of(here.blocks[b]);
      for (std::size_t i = 0; i < values.size(); ++i)
        later[i] = select(t() < Expr(pieces_[p].until), values[i], later[i]);
      if (!values.empty()) put_expressions(result.blocks[b], later);
    }
  }
  return result;
}

}  // namespace sinew
