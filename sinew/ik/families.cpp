// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/ik/families.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/ik/costs.h"

namespace sinew::ik {
namespace {

constexpr double curve_stride = 0.05;  // rad between two points of a curve
constexpr int most_points = 4000;      // thirty turns
constexpr int slide_steps = 200;

}  // namespace

Families::Families(Search& search, SelfMotion& self_motion, const Goal& goal, bool limits, const Criteria& criteria)
    : search_(search), self_motion_(self_motion), goal_(goal), limits_(limits), criteria_(criteria) {}

bool Families::has(const std::vector<double>& q) {
  return std::any_of(families_.begin(), families_.end(), [&](const Points& points) {
    const std::vector<double>* nearest = nullptr;
    double least = points.size() > 1 ? 2.0 * curve_stride : Limits::none;  // of a curve, the nearest point is next to q
    for (const std::vector<double>& point : points) {
      const double d = distance(point, q, least);
      if (!(d < least)) continue;
      least = d;
      nearest = &point;
    }
    return nearest != nullptr && (slides(q, *nearest) || slides(*nearest, q));
  });
}

std::vector<double> Families::add(const std::vector<double>& q, int freedom, Cost& cost,
                                  const std::vector<double>& near) {
  Points points = {q};
  if (freedom == 1) {
    // of the ways that one joint could go, the one that the frame hinders least
    std::vector<double> tangent;
    double most = 0.0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      std::vector<double> way(q.size(), 0.0);
      way[i] = 1.0;
      const double left = make_tangent(q, way);
      if (left <= most) continue;
      most = left;
      tangent = way;
    }
    std::vector<double> back = tangent;
    for (double& x : back) x = -x;
    if (most > 0.0 && !follow(q, tangent, points)) follow(q, back, points);
  }
  std::vector<double> best = q, gradient(q.size());
  search_.bring_near(limits_, near, best);
  double least = cost.evaluate(best.data(), gradient.data());
  for (const std::vector<double>& point : points) {
    std::vector<double> here = point;
    search_.bring_near(limits_, near, here);
    const double value = cost.evaluate(here.data(), gradient.data());
    if (!(value < least)) continue;
    least = value;
    best = here;
  }
  self_motion_.lower(cost, goal_, search_.box(limits_), criteria_, slide_steps, best.data());
  if (freedom > 1) points = {best};
  families_.push_back(std::move(points));
  return best;
}

bool Families::follow(const std::vector<double>& q, std::vector<double> tangent, Points& points) {
  constexpr int steps_back_to_goal = 12;
  constexpr double shortest = 1e-3, longer = 1.5;
  const Criteria held{criteria_.position, criteria_.orientation, steps_back_to_goal};
  const std::vector<Coordinate>& of = search_.chain().coordinates();
  std::vector<double> here = q, there(q.size());
  double step = curve_stride;
  for (int k = 0; k < most_points; ++k) {
    constexpr double least = 0.1;
    if (make_tangent(here, tangent) < least) return false;
    // shorter where the curve bends, and before a limit
    const auto is_next = [&] {
      for (std::size_t i = 0; i < q.size(); ++i) there[i] = here[i] + step * of[i].size * tangent[i];
      if (!search_.descent().reach(goal_, search_.box(false), held, there.data()).reached) return false;
      double along = 0.0, square = 0.0;
      for (std::size_t i = 0; i < q.size(); ++i) {
        const double d = (there[i] - here[i]) / of[i].size;
        along += d * tangent[i];
        square += d * d;
      }
      constexpr double straight = 0.9;
      return along > straight * step && along > straight * std::sqrt(square) && is_inside(there);
    };
    while (!is_next())
      if ((step *= 0.5) < shortest) return false;
    for (std::size_t i = 0; i < q.size(); ++i) tangent[i] = (there[i] - here[i]) / of[i].size;
    here = there;
    if (k > 2 && distance(here, q) < 0.7 * step) return true;
    search_.bring_inside(limits_, here, there);
    points.push_back(there);
    step = std::min(curve_stride, longer * step);
  }
  return true;
}

double Families::make_tangent(const std::vector<double>& q, std::vector<double>& tangent) {
  std::vector<double> against = tangent;
  double before = 0.0, after = 0.0;
  for (double& x : against) {
    before += x * x;
    x = -x;
  }
  search_.descent().free_direction(goal_, search_.box(false), q.data(), against.data(), tangent.data());
  for (const double x : tangent) after += x * x;
  if (!(after > 0.0)) return 0.0;
  for (double& x : tangent) x /= std::sqrt(after);
  return std::sqrt(after / before);
}

bool Families::is_inside(const std::vector<double>& q) {
  std::vector<double> inside(q.size());
  search_.bring_inside(limits_, q, inside);
  constexpr double nothing = 1e-9;
  return distance(q, inside) < nothing;
}

bool Families::slides(const std::vector<double>& from, const std::vector<double>& to) {
  constexpr double there = 1e-2;  // rad: a slide ends about there
  std::vector<double> q = from;
  search_.bring_near(limits_, to, q);
  if (distance(q, to) < there) return true;
  Nearness nearness(search_.chain(), to);
  self_motion_.lower(nearness, goal_, search_.box(limits_), criteria_, slide_steps, q.data());
  return distance(q, to) < there;
}

double Families::distance(const std::vector<double>& a, const std::vector<double>& b, double enough) const {
  constexpr double turn = 2.0 * std::numbers::pi;
  double most = 0.0;
  for (std::size_t i = 0; i < a.size() && most < enough; ++i) {
    const Coordinate& of = search_.chain().coordinates()[i];
    double d = a[i] - b[i];
    if (of.wraps) d -= turn * std::nearbyint(d / turn);
    most = std::max(most, std::abs(d) / of.size);
  }
  return most;
}

}  // namespace sinew::ik
