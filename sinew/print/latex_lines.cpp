// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/latex_lines.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sinew/print/equation_pieces.h"
#include "sinew/print/latex_width.h"

namespace sinew {

namespace {

using Before = EquationPiece::Before;

constexpr double quad = 10, width_of_sign = 12.3;

double indent(int depth) { return quad * (depth + 1); }

PieceStyle latex_pieces(double width) {
  return {
      .language = Language::Latex,
      .minus = "-",
      .open = "\\bigl(",
      .close = [](const std::string& exponent) { return exponent.empty() ? "\\bigr)" : "\\bigr)^{" + exponent + "}"; },
      .fits = [width](const std::string& text,
                      int depth) { return latex_width(text) + width_of_sign + indent(depth) <= width; }};
}

std::string sign(Before before, bool begins_line) {
  switch (before) {
    case Before::Plus:
      return begins_line ? "{}+ " : " + ";
    case Before::Minus:
      return begins_line ? "{}- " : " - ";
    case Before::Times:
      return begins_line ? "{}\\cdot " : " ";
    case Before::Nothing:
      return begins_line ? "" : " ";
  }
  return {};
}

double width_of(const EquationPiece& piece) {
  const bool has_sign = piece.before == Before::Plus || piece.before == Before::Minus;
  return latex_width(piece.text) + (has_sign ? width_of_sign : 0);
}

/// Fills line after line.
class Filler {
 public:
  /// `begins` where nothing stands before the first sign.
  Filler(double width, bool begins) : width_(width), begins_(begins) {}

  void add(const std::vector<EquationPiece>& pieces) {
    for (std::size_t i = 0; i < pieces.size();) {
      std::size_t end = i + 1;
      while (end < pieces.size() && pieces[end].before == Before::Nothing) ++end;
      add_together(pieces, i, end);
      i = end;
    }
  }

  std::vector<std::string> take() { return std::move(lines_); }

 private:
  /// Pieces with no sign between them: on one line if they fit on any.
  void add_together(const std::vector<EquationPiece>& pieces, std::size_t begin, std::size_t end) {
    double total = 0;
    for (std::size_t i = begin; i < end; ++i) total += width_of(pieces[i]);
    if (used_ + total > width_ && !lines_.empty()) start_line(pieces[begin]);
    for (std::size_t i = begin; i < end; ++i) add(pieces[i]);
  }

  void add(const EquationPiece& piece) {
    const double needed = width_of(piece);
    if (!lines_.empty() && !at_start_ && used_ + needed > width_) start_line(piece);
    if (lines_.empty()) lines_.emplace_back();
    lines_.back() += begins_ && piece.before == Before::Minus ? "-" : sign(piece.before, at_start_);
    lines_.back() += piece.text;
    used_ += needed;
    at_start_ = begins_ = false;
  }

  void start_line(const EquationPiece& piece) {
    lines_.emplace_back();
    for (int i = 0; i <= piece.depth; ++i) lines_.back() += "\\quad ";
    used_ = indent(piece.depth);
    at_start_ = true;
  }

  double width_;
  bool begins_;
  std::vector<std::string> lines_;
  double used_ = 0;
  bool at_start_ = true;
};

std::vector<std::string> filled(const std::vector<EquationPiece>& pieces, double width, bool begins) {
  Filler filler(width, begins);
  filler.add(pieces);
  return filler.take();
}

}  // namespace

std::vector<std::string> latex_lines(const Expr& expression, double width) {
  return filled(equation_pieces(expression, latex_pieces(width)), width, true);
}

std::vector<std::string> latex_lines_of_next_term(const Expr& expression, double width) {
  const double left = width - indent(0);
  std::vector<EquationPiece> pieces = equation_pieces(expression, latex_pieces(left));
  if (pieces.front().before == Before::Nothing) pieces.front().before = Before::Plus;
  std::vector<std::string> lines = filled(pieces, left, false);
  lines.front() = "\\quad " + lines.front();
  return lines;
}

}  // namespace sinew
