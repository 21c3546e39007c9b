// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Dense>

#include "sinew/model/shapes.h"
#include "tests/textbook/asked.h"

/// A formula summary on redundancy and dynamics: its right dynamics formulas hold here, and the wrong ones fail by as
/// much as an independent computation found.
namespace {

using namespace sinew;
using namespace sinew_test;
using Eigen::Matrix3d;
using Eigen::Vector3d;

Asked summary_arm() { return Asked(load_robot(textbook_file("formula_summary_3r.yaml")).model); }

const Numbers q = {0.4, -0.9, 1.3}, qd = {0.7, -1.1, 0.5}, qdd = {-0.3, 0.8, 1.9}, rest = {0, 0, 0};
const Numbers tau = {-0.7038956697089543, 8.627881095875173, 1.783077885592125};

Numbers sum(const Numbers& a, double k, const Numbers& b) {
  Numbers y = a;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += k * b[i];
  return y;
}
Numbers scaled(double k, const Numbers& a) { return sum(Numbers(a.size(), 0.0), k, a); }
Vector3d column(const Numbers& a) { return {a[0], a[1], a[2]}; }
Matrix3d square(const Numbers& a) {
  return (Matrix3d() << a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).finished();
}
double energy(Asked& arm, const Numbers& at, const Numbers& rates) {
  const Energy<double> e = numbers::energy(arm.model(), at, rates, arm.model().gravity(), arm.work());
  return e.kinetic + e.potential;
}

TEST(FormulaSummary, HasAnArmWithTheTermsOfAnIndependentDerivation) {
  Asked arm = summary_arm();
  EXPECT_THAT(arm.torques(q, qd, qdd), AreNear(tau, 1e-13));
  EXPECT_THAT(arm.mass_matrix(q), AreNear(Numbers{0.5559970654214644, 0.039118796821950456, -0.0030443971537334373,
                                                  0.039118796821950456, 0.5365123154570757, 0.07658301079672138,
                                                  -0.0030443971537334373, 0.07658301079672138, 0.03887592835858929},
                                          1e-14));
  EXPECT_THAT(arm.velocity_terms(q, qd),
              AreNear(Numbers{-0.5626072329479818, -0.09760713782502416, 0.09481718169155016}, 1e-14));
  EXPECT_THAT(arm.gravity_terms(q), AreNear(Numbers{0, 8.162506299867351, 1.5522167122357582}, 1e-14));
}

TEST(FormulaSummary, NeedsGravityOffForVelocityTermsAndColumnsOfM) {
  Asked arm = summary_arm(), weightless(without(summary_arm().model(), {.gravity = true}));
  const Numbers c = arm.velocity_terms(q, qd), first = {1, 0, 0};
  EXPECT_THAT(weightless.torques(q, qd, rest), AreNear(c, 1e-14));
  EXPECT_NEAR((column(arm.torques(q, qd, rest)) - column(c)).cwiseAbs().maxCoeff(), 8.16250629986735, 1e-12);
  const Matrix3d M = square(arm.mass_matrix(q));
  EXPECT_LT((column(weightless.torques(q, rest, first)) - M.col(0)).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR((column(arm.torques(q, rest, first)) - M.col(0)).cwiseAbs().maxCoeff(), 8.16250629986735, 1e-12);
}

TEST(FormulaSummary, HasAFactorisationThatIsNotSkewButMakesMDotMinusTwiceItSkew) {
  Asked arm = summary_arm();
  Numbers C(9);
  numbers::coriolis_matrix(arm.model(), q, qd, arm.work(), C);
  const Matrix3d S = square(C);
  constexpr double step = 1e-5;
  const Matrix3d M_dot =
      (square(arm.mass_matrix(sum(q, step, qd))) - square(arm.mass_matrix(sum(q, -step, qd)))) / (2 * step);
  const Matrix3d N = M_dot - 2 * S;
  EXPECT_LT((S * column(qd) - column(arm.velocity_terms(q, qd))).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((N + N.transpose()).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_GT((N - N.transpose()).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT((S + S.transpose()).cwiseAbs().maxCoeff(), 0.1);
}

TEST(FormulaSummary, LosesEnergyOnlyToTheJointsWhateverGravityDoes) {
  Asked arm = summary_arm();
  constexpr double step = 1e-5;
  const double after = energy(arm, sum(sum(q, step, qd), step * step / 2, qdd), sum(qd, step, qdd));
  const double before = energy(arm, sum(sum(q, -step, qd), step * step / 2, qdd), sum(qd, -step, qdd));
  EXPECT_NEAR((after - before) / (2 * step), column(qd).dot(column(tau)), 1e-8);
}

TEST(FormulaSummary, StretchesAMotionInTimeByItsLaw) {
  Asked arm = summary_arm();
  const Numbers g = arm.gravity_terms(q);
  for (const double k : {0.5, 2.0, 3.0})
    EXPECT_THAT(arm.torques(q, scaled(1 / k, qd), scaled(1 / (k * k), qdd)),
                AreNear(sum(scaled(1 / (k * k), sum(tau, -1, g)), 1, g), 1e-13));
}

TEST(FormulaSummary, HasAMassMatrixThatTheFirstJointDoesNotChange) {
  Asked arm = summary_arm();
  EXPECT_THAT(arm.mass_matrix(sum(q, 0.9, {1, 0, 0})), AreNear(arm.mass_matrix(q), 1e-15));
}

TEST(FormulaSummary, HasTheKineticEnergyOfHalfItsMassMatrix) {
  // M is the Hessian of T, without the printed factor 2
  Asked arm = summary_arm();
  const Energy<double> e = numbers::energy(arm.model(), q, qd, arm.model().gravity(), arm.work());
  EXPECT_NEAR(e.kinetic, 0.5 * column(qd).dot(square(arm.mass_matrix(q)) * column(qd)), 1e-15);
}

TEST(FormulaSummary, ForgetsThatASlidingLinkTurnsWithTheJointsBefore) {
  // RP arm: link 2 slides, and carries 0.3 kg·m² round at q̇1 = 0.4 rad/s
  Asked arm(shipped_robot("rp").model);
  const Numbers at = {0.3, 0.6}, rates = {0.4, -0.08};
  std::vector<BodyEnergy<double>> links(2);
  numbers::energy(arm.model(), at, rates, arm.model().gravity(), arm.work(), links);
  EXPECT_NEAR(links[1].rotation, 0.024, 1e-15);
}

TEST(FormulaSummary, HasTheInertiaOfAnEmptyCylinderAlongX) {
  const double m = 2.5, a = 0.1, b = 0.3, c = 0.7;  // inner and outer radius, height
  const Symmetric3<double> I = hollow_cylinder(m, a, b, c, Axis::X).I;
  const double across = m / 12 * (3 * a * a + 3 * b * b + c * c);
  EXPECT_THAT((Numbers{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}),
              AreNear(Numbers{m / 12 * 6 * (a * a + b * b), across, across, 0, 0, 0}, 1e-15));
}

}  // namespace
