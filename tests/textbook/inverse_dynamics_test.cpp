// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "tests/textbook/asked.h"

/// The arms of a tutorial on inverse dynamics (2R, RP, 3R: 22 printed torques), two arms with full inertia tensors that
/// show what those cannot, and two arms of six and three joints from elsewhere.
namespace {

using namespace sinew;
using namespace sinew_test;

constexpr double computed_within = 1e-9;

Asked arm_of(const TorqueCase& c) { return Asked(shipped_robot(c.robot).model); }
Asked weightless(const TorqueCase& c) { return Asked(without(shipped_robot(c.robot).model, {.gravity = true})); }

TEST(PublishedTorques, AreReproducedToTheLastDigit) {
  std::size_t reproduced = 0;
  for (const TorqueCase& c : torque_cases()) {
    if (!c.is_published()) continue;
    EXPECT_THAT(arm_of(c).torques(c.q, c.qd, c.qdd), AreNear(c.printed(true), half_of_fourth_decimal)) << c.arm;
    EXPECT_THAT(weightless(c).torques(c.q, c.qd, c.qdd), AreNear(c.printed(false), half_of_fourth_decimal)) << c.arm;
    reproduced += 2 * c.q.size();
  }
  EXPECT_EQ(reproduced, 22U);
}

TEST(ComputedTorques, AgreeWithAnIndependentDerivation) {
  for (const TorqueCase& c : torque_cases()) {
    EXPECT_THAT(arm_of(c).torques(c.q, c.qd, c.qdd), AreNear(c.tau, computed_within)) << c.arm;
    EXPECT_THAT(weightless(c).torques(c.q, c.qd, c.qdd), AreNear(c.tau_without_gravity, computed_within)) << c.arm;
  }
}

TEST(EquationsOfMotion, HaveTheTermsOfAnIndependentDerivation) {
  for (const TorqueCase& c : torque_cases()) {
    Asked arm = arm_of(c);
    EXPECT_THAT(arm.mass_matrix(c.q), AreNear(values_of(c.entry["M"]), computed_within)) << c.arm;
    EXPECT_THAT(arm.velocity_terms(c.q, c.qd), AreNear(values_of(c.entry["velocity_terms"]), computed_within)) << c.arm;
    EXPECT_THAT(arm.gravity_terms(c.q), AreNear(values_of(c.entry["gravity_terms"]), computed_within)) << c.arm;
  }
}

TEST(Recursion, PassesThroughTheVectorsOfAnIndependentDerivation) {
  for (const TorqueCase& c : torque_cases()) {
    if (!c.entry["links"]) continue;
    Asked arm = arm_of(c);
    const Asked::Trace trace = arm.trace(c.q, c.qd, c.qdd);
    Vec3<double> last;
    for (std::size_t i = 0; i < arm.links(); ++i) {
      SCOPED_TRACE(c.arm + ", link " + std::to_string(i + 1));
      const YAML::Node expected = c.entry["links"][i];
      const LinkTrace<double>& link = trace.links[i];
      const Pose<double> X_WF = arm.pose(c.q, arm.model().link(static_cast<int>(i)).name);
      const Rotation<double> axes = rotation(expected["axes"]);
      for (int k = 0; k < 3; ++k) EXPECT_THAT(list(X_WF.R.row(k)), AreNear(list(axes.row(k)), computed_within));
      EXPECT_THAT(list(X_WF.p - last), AreNear(values_of(expected["from_last"]), computed_within));
      last = X_WF.p;
      const std::pair<const char*, Vec3<double>> vectors[] = {{"w", link.w},   {"wd", link.wd}, {"v", link.v},
                                                              {"vd", link.vd}, {"f", link.f},   {"n", link.n}};
      for (const auto& [name, value] : vectors)
        EXPECT_THAT(list(X_WF.R * value), AreNear(values_of(expected[name]), computed_within)) << name;
    }
  }
}

TEST(TipWrench, IsHeldByTheTorquesOfAnIndependentDerivation) {
  // what the tip does to its surroundings, in the tip's axes; they do the opposite to it
  const Vec3<double> force{3, -2, 5}, moment{0.4, -0.7, 0.2};
  std::size_t held = 0;
  for (const TorqueCase& c : torque_cases()) {
    if (!c.entry["tau_with_tip_wrench"]) continue;
    Asked arm = arm_of(c);
    const Rotation<double> R_WT = arm.pose(c.q, "tip").R;
    EXPECT_THAT(arm.torques(c.q, c.qd, c.qdd, {{"tip", -(R_WT * force), -(R_WT * moment)}}),
                AreNear(values_of(c.entry["tau_with_tip_wrench"]), computed_within))
        << c.arm;
    ++held;
  }
  EXPECT_EQ(held, 6U);
}

TEST(PublishedTorques, CannotShowTheGyroscopicMoment) {
  // ω × I·ω has no part along any joint of the 3R arm, since Ixx = Iyy: any other such value gives the same torques
  for (const TorqueCase& c : torque_cases()) {
    if (c.arm != "3R") continue;
    Asked arm = arm_of(c);
    const Asked::Trace trace = arm.trace(c.q, c.qd, c.qdd);
    for (std::size_t i = 0; i < arm.links(); ++i) {
      const Symmetric3<double> I = inertia_about_com(arm.model().link(static_cast<int>(i)).inertia);
      const Vec3<double>& w = trace.links[i].w;
      EXPECT_NEAR(cross(w, I * w).z, 0.0, 1e-15);
      EXPECT_NEAR(I.xx, I.yy, 1e-15);
    }
  }
}

TEST(Elbow3R, IsReadWithAWarningForItsImpossibleInertias) {
  const LoadedRobot robot = shipped_robot("elbow_3r");
  EXPECT_EQ(robot.warnings.size(), 2U);  // links 1 and 2: 0.2 + 0.2 < 0.8
}

TEST(Elbow3R, WithAnUprightFirstLinkIsNotThePublishedArm) {
  LoadedRobot robot = shipped_robot("elbow_3r");
  robot.description.gravity = {};
  robot.description.joints[1].X_PJ.p = {0, 0, 1};
  robot.description.links[1].inertia =
      Inertia<double>::about_com(20, {0, 0, 0.5}, Symmetric3<double>::diagonal(0.2, 0.2, 0.8));
  Asked arm(build_model(robot.description));
  constexpr double degree = std::numbers::pi / 180;
  EXPECT_THAT(arm.torques({20 * degree, 40 * degree, 10 * degree}, {0.2, 0.15, -0.2}, {0.1, 0.085, 0}),
              AreNear(Numbers{0.39429288, 1.00994669, 0.12105243}, 5e-9));
}

TEST(Puma560, TakesTheTorquesThatSymPyBoticsPublishes) {
  Asked arm(shipped_robot("puma560").model);
  const Numbers q = {0.7504516826728697, 0.8395156106908136, 0.16851233582594916,
                     0.3849629637427072, 0.5252993946810777, 0.6701207256444748};
  const Numbers qd = {0.24721855939629367, 0.9805915670454258, 0.9895299755642817,
                      0.7861135739668947,  0.273842245476577,  0.17182358900767503};
  const Numbers qdd = {0.707405815485141,  0.25295715193420953, 0.9763909835998361,
                       0.8412822676113918, 0.4867768296473465,  0.11480270540937143};
  EXPECT_THAT(arm.torques(q, qd, qdd), AreNear(Numbers{0.986185688341252, 16.1055550633721, -6.54839494827661,
                                                       0.00626452648190803, -0.0208972707132494, 5.59805923645945e-5},
                                               1e-12));
}

}  // namespace
