// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/extremes/curve_extremes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {
namespace {

/// Less than this is no larger extreme: equal ones differ by what the polynomials are off.
double nearly_equal(double size) { return 1e-9 * size; }

}  // namespace

const Extreme& CurveExtremes::largest() const {
  const double upwards = most.value, downwards = -least.value;
  if (std::abs(upwards - downwards) <= nearly_equal(upwards)) return most.t <= least.t ? most : least;
  return downwards > upwards ? least : most;
}

ExtremesSearch::ExtremesSearch(int curves) : courses_(static_cast<std::size_t>(curves)) {}

void ExtremesSearch::see(const CurvePieces& pieces) {
  const double width = pieces.to - pieces.from;
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    const CurvePiece& curve = pieces.curves[i];
    courses_[i].sum += width * curve.mean();
    courses_[i].square_sum += width * curve.mean_square();
    see(pieces, curve, courses_[i]);
  }
  time_ += width;
  began_ = true;
}

void ExtremesSearch::see_instant(double t, std::span<const double> values) {
  for (std::size_t i = 0; i < courses_.size(); ++i) see({t, values[i], t}, !began_, courses_[i]);
  began_ = true;
}

void ExtremesSearch::see(const CurvePieces& pieces, const CurvePiece& curve, Course& course) const {
  const double highest = curve.middle() + curve.reach(), lowest = curve.middle() - curve.reach();
  if (began_ && highest <= course.most.value && lowest >= course.least.value) return;
  bool is_first = !began_;
  for (const double x : pieces.stations(curve)) {
    see({pieces.time_at(x), curve.at(x), pieces.look_at(x)}, is_first, course);
    is_first = false;
  }
}

void ExtremesSearch::see(const Candidate& here, bool is_first, Course& course) {
  const double size = std::max({std::abs(here.value), std::abs(course.most.value), std::abs(course.least.value)});
  if (is_first || here.value > course.most.value + nearly_equal(size)) course.most = here;
  if (is_first || here.value < course.least.value - nearly_equal(size)) course.least = here;
}

std::vector<CurveExtremes> ExtremesSearch::found(const Curves& curves) const {
  std::vector<CurveExtremes> all;
  std::vector<double> values(static_cast<std::size_t>(curves.count));
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    const Course& course = courses_[i];
    const auto own = [&](const Candidate& found) {
      curves.at(found.look_at, values);
      return Extreme{found.t, values[i]};
    };
    const double time = time_ > 0.0 ? time_ : 1.0;
    all.push_back({own(course.least), own(course.most), course.sum / time, std::sqrt(course.square_sum / time)});
  }
  return all;
}

}  // namespace sinew
