// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sinew/motion/given/time_formula.h"
#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/polynomial_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/smoothing_spline.h"
#include "sinew/motion/trajectory/spline.h"
#include "sinew/motion/trajectory/trajectory.h"
#include "tests/support/quad.h"

namespace sinew {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew_test::Quad;

Quad quad(double x) { return Quad(x); }

/// A joint's position by time, in quads.
using QuadMotion = std::function<Quad(int joint, const Quad& t)>;

/// A trajectory with the same pieces and formulas in quads.
struct RandomTrajectory {
  std::string kind;
  Trajectory trajectory;
  std::vector<QuadMotion> segments;  ///< by the time since the segment began
};

Quad polynomial(const double* a, int degree, std::ptrdiff_t stride, const Quad& u) {
  Quad sum;
  for (int k = degree; k >= 0; --k) sum = sum * u + quad(a[k * stride]);
  return sum;
}

Quad clock_value(const Clock& clock, const Quad& t) {
  const std::vector<Clock::Piece>& pieces = clock.pieces();
  std::size_t i = 0;
  while (i + 1 < pieces.size() && !(t < quad(pieces[i + 1].start))) ++i;
  return polynomial(pieces[i].a.data(), 7, 1, t - quad(pieces[i].start));
}

QuadMotion motion_on(std::shared_ptr<const PolynomialPath> path) {
  return [path](int joint, const Quad& t) {
    const std::vector<double>& knots = path->all_knots();
    std::size_t i = 0;
    while (i + 2 < knots.size() && !(t < quad(knots[i + 1]))) ++i;
    const std::ptrdiff_t n = path->joint_count();
    const double* a = path->coefficients().data() + static_cast<std::ptrdiff_t>(i) * (path->degree() + 1) * n + joint;
    return polynomial(a, path->degree(), n, t - quad(knots[i]));
  };
}

class TrajectoryMaker {
 public:
  explicit TrajectoryMaker(unsigned seed) : random_(seed) {}

  RandomTrajectory next(int i) {
    joints_ = 2 + i % 6;
    switch (i % 5) {
      case 0:
        return one("move", move());
      case 1:
        return one("spline", spline());
      case 2:
        return one("formulas", formulas());
      case 3:
        return one("smoothing spline", smoothed());
      default:
        return mix();
    }
  }

 private:
  using Piece = std::pair<Trajectory::Segment, QuadMotion>;

  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  int choose(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  VectorXd position() {
    return VectorXd::NullaryExpr(joints_, [&] { return between(-2.0, 2.0); });
  }

  static RandomTrajectory one(std::string kind, Piece piece) {
    return {std::move(kind), Trajectory(std::vector<Trajectory::Segment>{piece.first}), {piece.second}};
  }

  RandomTrajectory mix() {
    std::vector<Trajectory::Segment> segments;
    std::vector<QuadMotion> motions;
    for (int k = 0; k < 4; ++k) {
      Piece piece = k == 0 ? move() : k == 1 ? formulas() : k == 2 ? spline() : move();
      segments.push_back(piece.first);
      motions.push_back(piece.second);
    }
    return {"mix", Trajectory(std::move(segments)), std::move(motions)};
  }

  Piece move() {
    constexpr Profile profiles[] = {Profile::Linear,   Profile::Cubic,       Profile::Quintic, Profile::Septic,
                                    Profile::BangBang, Profile::Trapezoidal, Profile::DoubleS};
    const Profile profile = profiles[choose(7)];
    const VectorXd from = position(), to = position();
    const Clock clock = choose(2) == 0
                            ? profile_clock(profile, between(0.3, 5.0))
                            : fastest_clock(profile, {between(0.2, 3.0), between(0.2, 9.0), between(0.2, 30.0)});
    const VectorXd way = to - from;
    return {{line_path(from, to), clock}, [from, way, clock](int joint, const Quad& t) {
              return quad(from[joint]) + clock_value(clock, t) * quad(way[joint]);
            }};
  }

  std::vector<double> times(int count) {
    std::vector<double> times = {between(-3.0, 3.0)};
    while (static_cast<int>(times.size()) < count) times.push_back(times.back() + between(0.1, 1.5));
    return times;
  }

  Piece spline() {
    constexpr SplineEnd ends[] = {SplineEnd::Natural, SplineEnd::Clamped, SplineEnd::Periodic, SplineEnd::NotAKnot};
    const SplineEnd end = ends[choose(4)];
    const int degree = choose(2) == 0 ? 3 : 5, count = least_points(degree, end) + choose(8);
    MatrixXd points = MatrixXd::NullaryExpr(joints_, count, [&] { return between(-2.0, 2.0); });
    if (end == SplineEnd::Periodic) points.col(count - 1) = points.col(0);
    const auto path = std::dynamic_pointer_cast<const PolynomialPath>(spline_path(times(count), points, degree, end));
    return {{path, plain_clock(path->end())}, motion_on(path)};
  }

  Piece smoothed() {
    const int count = 6 + choose(40);
    const MatrixXd points = MatrixXd::NullaryExpr(joints_, count, [&] { return between(-2.0, 2.0); });
    const auto path =
        std::dynamic_pointer_cast<const PolynomialPath>(smoothed_path(times(count), points, between(0.05, 1.0)).path);
    return {{path, plain_clock(path->end())}, motion_on(path)};
  }

  /// A·sin(w·t + φ) + B·exp(−(t − c)²) + polynomial / (1 + t²), by text in doubles, by hand in quads.
  Piece formulas() {
    ExprGraph& graph = graphs_.emplace_back();
    const Expr t = graph.symbol("t");
    std::vector<Expr> all;
    std::vector<std::vector<double>> numbers;
    for (int joint = 0; joint < joints_; ++joint) {
      std::vector<double> x;
      for (int k = 0; k < 7; ++k) x.push_back(std::round(between(-200.0, 200.0)) / 64.0);
      std::ostringstream text;
      text.precision(17);
      text << "(" << x[0] << ")*sin((" << x[1] << ")*t + (" << x[2] << ")) + (" << x[3] << ")*exp(-(t - (" << x[4]
           << "))^2) + ((" << x[5] << ")*t + (" << x[6] << ")*t^3)/(1 + t^2)*sqrt(2 + cos(t))";
      all.push_back(time_formula(text.str(), {}, t, dimension::angle));
      numbers.push_back(std::move(x));
    }
    const double start = std::round(between(-64.0, 64.0)) / 64.0, duration = between(0.5, 4.0);
    return {{formula_path(all, t, start, duration), plain_clock(duration)},
            [numbers, start](int joint, const Quad& since) {
              const std::vector<double>& x = numbers[static_cast<std::size_t>(joint)];
              const Quad s = since + quad(start), off = s - quad(x[4]);
              return quad(x[0]) * sincos(quad(x[1]) * s + quad(x[2])).sin + quad(x[3]) * exp(-(off * off)) +
                     (quad(x[5]) * s + quad(x[6]) * s * s * s) / (quad(1.0) + s * s) * sqrt(quad(2.0) + sincos(s).cos);
            }};
  }

  std::mt19937 random_;
  std::deque<ExprGraph> graphs_;
  int joints_ = 2;
};

/// q, q̇, q̈ and q⃛ by differences of quads: five places at ±h and ±2h, whose error is of h⁴.
struct Derivatives {
  double q, qd, qdd, qddd;
};
Derivatives differentiated(const QuadMotion& motion, int joint, double t, double step) {
  const Quad h = quad(step), x = quad(t), two = quad(2.0);
  const Quad m3 = motion(joint, x - quad(3.0) * h), m2 = motion(joint, x - two * h), m1 = motion(joint, x - h),
             o = motion(joint, x), p1 = motion(joint, x + h), p2 = motion(joint, x + two * h),
             p3 = motion(joint, x + quad(3.0) * h);
  const Quad d1 = (quad(8.0) * (p1 - m1) - (p2 - m2)) / (quad(12.0) * h);
  const Quad d2 = (quad(16.0) * (p1 + m1) - (p2 + m2) - quad(30.0) * o) / (quad(12.0) * h * h);
  const Quad d3 = (quad(13.0) * (m1 - p1) + quad(8.0) * (p2 - m2) - (p3 - m3)) / (quad(8.0) * h * h * h);
  return {static_cast<double>(o), static_cast<double>(d1), static_cast<double>(d2), static_cast<double>(d3)};
}

void expect_near(double value, double wanted, double scale, const char* what) {
  EXPECT_LT(std::abs(value - wanted), 1e-10 * scale) << what << " " << value << " and " << wanted;
}

void check(const RandomTrajectory& c) {
  MotionSample y = c.trajectory.sample();
  const std::vector<double> knots = c.trajectory.knots();
  std::size_t segment = 0;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const double width = knots[k + 1] - knots[k];
    if (width < 1e-3) continue;
    const auto& segments = c.trajectory.segments();
    while (segment + 1 < segments.size() && segments[segment + 1].start <= knots[k] + 0.5 * width) ++segment;
    for (const double share : {0.11, 0.5, 0.83}) {
      const double t = knots[k] + share * width;
      c.trajectory.at(t, y);
      for (int joint = 0; joint < c.trajectory.joint_count(); ++joint) {
        // the doubles' own sum of times is what both are asked about
        const Derivatives d = differentiated(c.segments[segment], joint, t - segments[segment].start, 1e-6 * width);
        const double unit = std::min(width, 1.0);
        const double size = std::abs(d.q) + unit * std::abs(d.qd) + unit * unit * std::abs(d.qdd) + 1.0;
        SCOPED_TRACE(c.kind + ", joint " + std::to_string(joint) + " at " + std::to_string(t));
        expect_near(y.q[joint], d.q, size, "position");
        expect_near(y.qd[joint], d.qd, size / unit, "velocity");
        expect_near(y.qdd[joint], d.qdd, size / unit / unit, "acceleration");
        expect_near(y.qddd[joint], d.qddd, 10.0 * size / std::pow(unit, 3), "jerk");
      }
    }
  }
}

TEST(RandomTrajectories, OfEveryKindHaveTheDerivativesOfTheirPositions) {
  TrajectoryMaker random(11);
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) check(random.next(i));
}

}  // namespace
}  // namespace sinew
