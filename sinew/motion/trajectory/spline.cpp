// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/spline.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/errors/diagnostic.h"
#include "sinew/motion/trajectory/banded_system.h"
#include "sinew/motion/trajectory/polynomial_path.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

struct NamedEnd {
  std::string_view name;
  SplineEnd end;
};
constexpr NamedEnd ends[] = {{"natural", SplineEnd::Natural},
                             {"clamped", SplineEnd::Clamped},
                             {"periodic", SplineEnd::Periodic},
                             {"not-a-knot", SplineEnd::NotAKnot}};

[[noreturn]] void refuse_spline(const std::string& what, const std::string& remedy) { refuse("spline", what, remedy); }

double factorial_ratio(int j, int k) {
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= j - i;
  return product;
}

/// The equations for the derivatives at the knots: continuity inside, and what holds at the ends.
class SplineEquations {
 public:
  SplineEquations(const std::vector<double>& knots, const MatrixXd& points, int degree, SplineEnd end)
      : knots_(knots),
        points_(points),
        free_((degree - 1) / 2),
        end_(end),
        hermite_(hermite_coefficients(free_)),
        knot_count_(static_cast<Index>(knots.size()) - (end == SplineEnd::Periodic ? 1 : 0)),
        right_(MatrixXd::Zero(knot_count_ * free_, points.rows())) {}

  std::shared_ptr<const Path> solve() {
    const Index last = static_cast<Index>(knots_.size()) - 1;
    for (Index k = end_ == SplineEnd::Periodic ? 0 : 1; k < last; ++k)
      for (int i = 0; i < free_; ++i) require_continuity(free_ + 1 + i, k, row_of(k) + i);
    for (int i = 0; i < free_; ++i) add_end_conditions(i, last);
    BandedSystem system(right_.rows(), entries_);
    if (!system.solve(right_))
      refuse_spline("its points are too unevenly spaced to be joined", "give times that are further apart");
    return path();
  }

 private:
  /// Where a knot's unknowns stand. A ring is folded, so that neighbours stay near each other: 0, n−1, 1, n−2, …
  Index row_of(Index knot) const {
    if (end_ != SplineEnd::Periodic) return knot * free_;
    const Index k = knot % knot_count_, half = (knot_count_ + 1) / 2;
    return (k < half ? 2 * k : 2 * (knot_count_ - 1 - k) + 1) * free_;
  }
  double width(Index piece) const {
    return knots_[static_cast<std::size_t>(piece + 1)] - knots_[static_cast<std::size_t>(piece)];
  }

  /// Adds `sign` times the derivative of order `k` of a piece, at its end or its start, to an equation = 0.
  void add_derivative(int k, Index piece, bool at_end, double sign, Index row) {
    const double h = width(piece), scale = std::pow(h, -k);
    const int size = 2 * free_ + 2;
    for (int c = 0; c < size; ++c) {  // by the data of the piece: value, derivatives at 0, then at 1
      double factor = 0.0;
      if (at_end)
        for (int j = k; j < size; ++j) factor += factorial_ratio(j, k) * hermite_(j, c);
      else
        factor = factorial_ratio(k, k) * hermite_(k, c);
      factor *= sign * scale;
      const bool of_end = c > free_;
      const int order = of_end ? c - free_ - 1 : c;
      const Index knot = piece + (of_end ? 1 : 0);
      if (order == 0)
        right_.row(row) -= factor * points_.col(knot).transpose();
      else
        entries_.push_back({row, row_of(knot) + order - 1, factor * std::pow(h, order)});
    }
  }

  /// Of the derivative of order `k` at a knot.
  void require_continuity(int k, Index knot, Index row) {
    const Index last = static_cast<Index>(knots_.size()) - 1;
    add_derivative(k, knot == 0 ? last - 1 : knot - 1, true, 1.0, row);
    add_derivative(k, knot, false, -1.0, row);
  }

  void add_end_conditions(int i, Index last) {
    const Index first_row = i, last_row = last * free_ + i;
    switch (end_) {
      case SplineEnd::Clamped:
        entries_.push_back({first_row, row_of(0) + i, 1.0});
        entries_.push_back({last_row, row_of(last) + i, 1.0});
        break;
      case SplineEnd::Natural:
        add_derivative(free_ + 1 + i, 0, false, 1.0, first_row);
        add_derivative(free_ + 1 + i, last - 1, true, 1.0, last_row);
        break;
      case SplineEnd::NotAKnot:
        require_continuity(2 * free_ + 1, 1 + i, first_row);
        require_continuity(2 * free_ + 1, last - 1 - i, last_row);
        break;
      case SplineEnd::Periodic:
        break;
    }
  }

  std::shared_ptr<const Path> path() const {
    const Index knots = static_cast<Index>(knots_.size());
    std::vector<MatrixXd> derivatives(static_cast<std::size_t>(free_) + 1, points_);
    for (int i = 1; i <= free_; ++i)
      for (Index k = 0; k < knots; ++k)
        derivatives[static_cast<std::size_t>(i)].col(k) = right_.row(row_of(k) + i - 1).transpose();
    return hermite_path(knots_, derivatives);
  }

  const std::vector<double>& knots_;
  const MatrixXd& points_;
  int free_;  ///< derivatives at each knot that are unknown
  SplineEnd end_;
  MatrixXd hermite_;
  Index knot_count_;  ///< of different ones
  std::vector<BandedSystem::Entry> entries_;
  MatrixXd right_;
};

void check_points(const std::vector<double>& parameters, const MatrixXd& points, int degree, SplineEnd end) {
  if (degree != 3 && degree != 5)
    refuse_spline("its degree is " + std::to_string(degree), "choose 3 (cubic) or 5 (quintic)");
  const int least = least_points(degree, end);
  if (points.cols() < least)
    refuse_spline("it has " + std::to_string(points.cols()) + " points",
                  std::string("give at least ") + std::to_string(least) + ", which a " + name_of(end) +
                      (degree == 3 ? " cubic" : " quintic") + " needs, or choose other ends");
  if (static_cast<Index>(parameters.size()) != points.cols())
    refuse_spline(
        "it has " + std::to_string(points.cols()) + " points and " + std::to_string(parameters.size()) + " times",
        "give one time per point");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string which = "point " + std::to_string(i + 1);
    if (!std::isfinite(parameters[i]) || !points.col(static_cast<Index>(i)).allFinite())
      refuse_spline(which + " has a number that is not finite", "give finite numbers");
    if (i > 0 && !(parameters[i] > parameters[i - 1]))
      refuse_spline(
          which + " is at " + shown(parameters[i]) + ", not after the one before at " + shown(parameters[i - 1]),
          "let the times rise");
  }
  if (end != SplineEnd::Periodic) return;
  const double scale = std::max(1.0, points.cwiseAbs().maxCoeff());
  if (!((points.col(0) - points.col(points.cols() - 1)).cwiseAbs().maxCoeff() <= 1e-9 * scale))
    refuse_spline("it is periodic and ends elsewhere than it begins", "repeat the first point as the last one");
}

}  // namespace

std::optional<SplineEnd> spline_end_named(std::string_view name) {
  for (const NamedEnd& entry : ends)
    if (entry.name == name) return entry.end;
  return std::nullopt;
}

const char* name_of(SplineEnd end) {
  for (const NamedEnd& entry : ends)
    if (entry.end == end) return entry.name.data();
  return "";
}

int least_points(int degree, SplineEnd end) {
  if (end == SplineEnd::NotAKnot) return degree + 1;
  if (end == SplineEnd::Natural) return (degree + 1) / 2;  // fewer leave a polynomial of lower degree open
  return end == SplineEnd::Periodic ? 3 : 2;
}

std::shared_ptr<const Path> spline_path(const std::vector<double>& parameters, const MatrixXd& points, int degree,
                                        SplineEnd end) {
  check_points(parameters, points, degree, end);
  std::vector<double> knots = parameters;
  for (double& knot : knots) knot -= parameters.front();
  return SplineEquations(knots, points, degree, end).solve();
}

}  // namespace sinew
