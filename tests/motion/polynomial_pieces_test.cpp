// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/motion/trajectory/polynomial_pieces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/motion/trajectory/formula_path.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/motion/trajectory/spline.h"

namespace {

using namespace sinew;

double polynomial_at(const Eigen::MatrixXd& coefficients, Eigen::Index joint, double t) {
  double value = 0.0;
  for (Eigen::Index k = coefficients.cols(); k-- > 0;) value = value * t + coefficients(joint, k);
  return value;
}

void expect_the_same(const Trajectory& trajectory, const std::vector<PolynomialPiece>& pieces) {
  MotionSample sample = trajectory.sample();
  for (const PolynomialPiece& piece : pieces)
    for (const double share : {0.01, 0.37, 0.62, 0.99}) {
      const double t = piece.start + share * (piece.end - piece.start);
      trajectory.at(t, sample);
      for (Eigen::Index j = 0; j < sample.q.size(); ++j)
        EXPECT_NEAR(polynomial_at(piece.coefficients, j, t - piece.start), sample.q[j], 1e-12) << t;
    }
}

TEST(PolynomialPieces, OfEveryProfileAreItsPolynomials) {
  const Eigen::Vector2d from(0.2, -0.4), to(1.7, 0.4);
  for (const auto& [profile, count] : {std::pair{Profile::Linear, 1},
                                       {Profile::Cubic, 1},
                                       {Profile::Quintic, 1},
                                       {Profile::Septic, 1},
                                       {Profile::BangBang, 2},
                                       {Profile::Trapezoidal, 3},
                                       {Profile::DoubleS, 5}}) {
    const Trajectory trajectory(line_path(from, to), profile_clock(profile, 2.5));
    const auto pieces = polynomial_pieces(trajectory);
    ASSERT_TRUE(pieces.has_value()) << name_of(profile);
    EXPECT_EQ(pieces->size(), static_cast<std::size_t>(count)) << name_of(profile);
    expect_the_same(trajectory, *pieces);
  }
}

TEST(PolynomialPieces, HaveRoundCoefficientsAndZeros) {
  // s = 3·(t/2)² − 2·(t/2)³
  const Trajectory trajectory(line_path(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1)),
                              profile_clock(Profile::Cubic, 2.0));
  const auto pieces = polynomial_pieces(trajectory);
  ASSERT_TRUE(pieces.has_value());
  Eigen::RowVectorXd wanted = Eigen::RowVectorXd::Zero(8);
  wanted[2] = 0.75;
  wanted[3] = -0.25;
  EXPECT_EQ(pieces->front().coefficients.row(0), wanted);
}

TEST(PolynomialPieces, OfSplinesAreThoseBetweenTheirPoints) {
  Eigen::MatrixXd points(2, 5);
  points << 0.0, 0.8, 0.3, -0.2, 0.5, 1.0, 1.5, 1.2, 0.4, 0.0;
  for (const int degree : {3, 5}) {
    const auto path = spline_path({0.0, 0.5, 1.1, 1.4, 2.0}, points, degree, SplineEnd::Natural);
    const Trajectory trajectory(path, plain_clock(2.0));
    const auto pieces = polynomial_pieces(trajectory);
    ASSERT_TRUE(pieces.has_value());
    EXPECT_EQ(pieces->size(), 4U);
    expect_the_same(trajectory, *pieces);
  }
}

TEST(PolynomialPieces, AreNotThereWhereTheMotionIsNoPolynomial) {
  ExprGraph graph;
  const Expr t = graph.symbol("t");
  const std::vector<Expr> formulas{sincos(t).sin};
  EXPECT_FALSE(polynomial_pieces(Trajectory(formula_path(formulas, t, 0.0, 2.0), plain_clock(2.0))).has_value());
}

}  // namespace
