// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/curves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sinew {
namespace {

constexpr double tolerance = 1e-9;  ///< of a curve's size
constexpr double noise = 1e-12;     ///< of the largest curve of its group
constexpr double shortest = 1e-8;   ///< [s]
constexpr long most_evaluations = 10'000'000;
constexpr int least_pieces = 16;  ///< of the whole time, so that no oscillation is sampled in step

class Halving {
 public:
  Halving(const Curves& curves, const std::function<void(const CurvePieces&)>& see)
      : curves_(curves),
        see_(see),
        values_(static_cast<std::size_t>(curves.count)),
        at_nodes_(values_.size()),
        sizes_(values_.size(), 0.0),
        group_sizes_(static_cast<std::size_t>(
                         curves.groups.empty() ? 1 : 1 + *std::max_element(curves.groups.begin(), curves.groups.end())),
                     0.0) {
    pieces_.curves.reserve(values_.size());
  }

  void split(double from, double to) {
    pieces_.from = from;
    pieces_.to = to;
    fit();
    const double middle = from + 0.5 * (to - from);
    const bool is_short = to - from <= shortest || !(from < middle && middle < to);
    pieces_.are_smooth = fits();
    if (!pieces_.are_smooth && !is_short && evaluations_ < most_evaluations) {
      split(from, middle);
      split(middle, to);
      return;
    }
    is_complete_ = is_complete_ && (pieces_.are_smooth || is_short);
    see_(pieces_);
  }

  bool is_complete() const { return is_complete_; }

 private:
  void evaluate(double x) {
    curves_.at(pieces_.time_at(x), values_);
    ++evaluations_;
  }

  double& group_size(std::size_t i) {
    return group_sizes_[curves_.groups.empty() ? 0 : static_cast<std::size_t>(curves_.groups[i])];
  }

  void fit() {
    const CurvePiece::Numbers& nodes = CurvePiece::nodes();
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      evaluate(nodes[j]);
      for (std::size_t i = 0; i < values_.size(); ++i) {
        at_nodes_[i][j] = values_[i];
        sizes_[i] = std::max(sizes_[i], std::abs(values_[i]));
        group_size(i) = std::max(group_size(i), sizes_[i]);
      }
    }
    pieces_.curves.clear();
    for (const CurvePiece::Numbers& values : at_nodes_) pieces_.curves.emplace_back(values);
  }

  /// Are the polynomials the curves? Their last terms are small, and they are right between their own points, too.
  bool fits() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!(pieces_.curves[i].tail() <= allowed(i))) return false;
    for (const double x : {-0.9987, 0.0713}) {
      evaluate(x);
      for (std::size_t i = 0; i < values_.size(); ++i)
        if (!(std::abs(pieces_.curves[i].at(x) - values_[i]) <= 4.0 * allowed(i))) return false;
    }
    return true;
  }

  double allowed(std::size_t i) { return std::max({tolerance * sizes_[i], noise * group_size(i), 1e-300}); }

  const Curves& curves_;
  const std::function<void(const CurvePieces&)>& see_;
  std::vector<double> values_;
  std::vector<CurvePiece::Numbers> at_nodes_;
  std::vector<double> sizes_, group_sizes_;  ///< largest so far
  CurvePieces pieces_;
  long evaluations_ = 0;
  bool is_complete_ = true;
};

}  // namespace

double CurvePieces::look_at(double x) const {
  const double inwards = 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(from), std::abs(to));
  const double middle = time_at(0.0);
  return x <= -1.0 ? std::min(from + inwards, middle) : x >= 1.0 ? std::max(to - inwards, middle) : time_at(x);
}

std::vector<double> CurvePieces::stations(const CurvePiece& curve) const {
  if (are_smooth) return curve.turning_points();
  std::vector<double> places(CurvePiece::nodes().begin(), CurvePiece::nodes().end());
  std::reverse(places.begin(), places.end());
  return places;
}

bool for_each_piece(const Curves& curves, const std::vector<double>& knots,
                    const std::function<void(const CurvePieces&)>& see) {
  Halving halving(curves, see);
  if (knots.size() < 2) return true;
  const double longest = (knots.back() - knots.front()) / least_pieces;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double width = knots[k + 1] - knots[k];
    if (!(width > 0.0)) continue;
    const int parts = std::max(1, static_cast<int>(std::ceil(width / longest - 1e-9)));
    for (int i = 0; i < parts; ++i)
      halving.split(i == 0 ? knots[k] : knots[k] + width * i / parts,
                    i + 1 == parts ? knots[k + 1] : knots[k] + width * (i + 1) / parts);
  }
  return halving.is_complete();
}

}  // namespace sinew
