// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sinew/report/motion_report.h"
#include "sinew/report/terms_report.h"
#include "sinew/report/torque_report.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

Arm arm(const std::string& name, bool floating = false) {
  return load(SINEW_SOURCE_DIR "/robots/" + name + ".yaml", {.floating_base = floating});
}

Eigen::VectorXd some(int n, int which) {
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = 0.8 * std::sin(1.3 * i + 0.7 * which + 0.2);
  return x;
}

/// At rest, a floating base turned about its z.
Eigen::VectorXd position(const Arm& arm) {
  Eigen::VectorXd q = some(arm.position_count(), 1);
  if (arm.model().floating_base()) q.segment<4>(3) << 0, 0, 0.6, 0.8;
  return q;
}

std::string terms(const Arm& arm, TermsRequest request, const Showing& showing = {}) {
  const Coordinates of(arm.model());
  const auto list = [](const Eigen::VectorXd& x) { return std::vector<double>(x.begin(), x.end()); };
  const State state{
      list(position(arm)), list(some(arm.velocity_count(), 2)), list(some(arm.velocity_count(), 3)), {}, {}};
  return StateTerms(arm, of, request, state).text(showing);
}

TEST(CartesianForms, SayTauWhereTheyGiveIt) {
  TermsRequest square{.names = {"cartesian"}, .frame = "tip", .rows = {false, false, false, true, true, false}};
  EXPECT_THAT(terms(arm("two_link_2r"), square), HasSubstr("τ = Jᵀ·F = Jᵀ·M_x·Ẍ + B_τ·[q̇q̇] + Csq_τ·[q̇²] + g\n"));
  square.damping = 0.1;
  EXPECT_THAT(terms(arm("two_link_2r"), square), AllOf(HasSubstr("approximately"), Not(HasSubstr("τ = Jᵀ·F"))));
  const TermsRequest redundant{.names = {"cartesian"}, .frame = "panda_link7"};
  EXPECT_THAT(terms(arm("panda"), redundant),
              AllOf(Not(HasSubstr("τ = Jᵀ·F")), HasSubstr("Jᵀ·g_x: the share of τ that the frame feels")));
}

TEST(CartesianForms, NameAndMeasureJAsJacobiansDo) {
  const TermsRequest request{.names = {"cartesian"}, .frame = "tool0"};
  EXPECT_THAT(terms(arm("ur5"), request), AllOf(HasSubstr("ωx"), HasSubstr("m/rad"), Not(HasSubstr("  wx"))));
}

TEST(DerivativesByAngles, AreMeasuredPerAngle) {
  const TermsRequest request{.names = {"dg", "derivatives"}};
  EXPECT_THAT(terms(arm("two_link_2r"), request),
              AllOf(HasSubstr("∂g/∂q [N·m/rad]"), HasSubstr("∂τ/∂q̇ [N·m·s/rad]"), HasSubstr("∂q̈/∂q [1/s²]")));
  EXPECT_THAT(terms(arm("two_link_2r"), request, {UnitChoice("deg"), 4}),
              AllOf(HasSubstr("∂g/∂q [N·m/°]"), HasSubstr("∂τ/∂q̇ [N·m·s/°]"), HasSubstr("∂q̈/∂τ [°/(kg·m²)]")));
}

TEST(TheTerms, CountWrenchesInDerivatives) {
  TermsRequest request{.names = {"derivatives"}};
  const std::string without = terms(arm("two_link_2r"), request);
  request.wrenches = {{"tip", Eigen::Vector3d::Zero(), "", {100, 50, 0}}};
  EXPECT_NE(terms(arm("two_link_2r"), request), without);
}

TEST(TheTerms, HaveTitlesOfTheirOwn) {
  const TermsRequest request{.names = {"C", "Csq"}};
  EXPECT_THAT(terms(arm("two_link_2r"), request), AllOf(HasSubstr("C, Coriolis"), HasSubstr("Csq, of the squares")));
}

TEST(TheTermsOfAFloatingRobot, SayWhoseAxesTheyAreInAndHaveItsBase) {
  const std::string text = terms(arm("ur5", true), {.names = {"energy", "momentum"}});
  EXPECT_THAT(text, AllOf(HasSubstr("zero where the world's origin is"), HasSubstr("in the world's axes"),
                          HasSubstr("\nbase  "), Not(HasSubstr("base's"))));
}

TEST(TheWeights, OfAFloatingRobotAddUpToWhatHoldsIt) {
  const Arm robot = arm("ur5", true);
  const Eigen::VectorXd q = position(robot);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Weight& weight : weights(robot, q)) sum += weight.force;
  EXPECT_NEAR(sum.z(), -robot.statics(q, {}).tau[5], 1e-12) << "the base is turned about z alone";
}

TEST(ATrace, OfAFloatingRobotBeginsWithItsBase) {
  const Arm robot = arm("ur5", true);
  const Coordinates of(robot.model());
  const Eigen::VectorXd qd = some(robot.velocity_count(), 2);
  const Trace trace = robot.trace(position(robot), qd, qd);
  EXPECT_THAT(trace_text(robot.model(), of, trace, {}), HasSubstr("\nbase, floating\n"));
  const Json json = Json::parse(json_object(trace_data(robot.model(), of, trace)));
  EXPECT_DOUBLE_EQ(json["links"]["base"]["f"][2].get<double>(), trace.tau[5]);
}

TEST(AJacobian, ListsTheSameLostDirectionsForPeopleAndPrograms) {
  const Arm robot = arm("two_link_2r");
  const Coordinates of(robot.model());
  JacobianReport report;
  name_rows(report, linear_rows, std::nullopt);
  report.J = chosen_rows(robot.jacobian(Eigen::Vector2d(0.3, 0.8), "tip"), linear_rows);
  report.analysis = analyse_jacobian(report.J);
  const Json json = Json::parse(json_object(jacobian_data(of, report)));
  EXPECT_TRUE(json["rank"].is_number_integer());
  EXPECT_EQ(json["lost_directions"].size(), 1U);
  EXPECT_THAT(jacobian_text(of, report, {}),
              AllOf(HasSubstr("rank            2 of 2\n"), HasSubstr("motions that no q̇ gives here\n  vz\n")));
}

TEST(TheStructure, CallsAnEigenvalueByItsName) {
  const StructureReport report = structure_report(arm("two_link_2r").model());
  EXPECT_THAT(structure_text(report), HasSubstr("smallest eigenvalue "));
  const Json json = Json::parse(structure_json(report));
  EXPECT_TRUE(json[1].contains("smallest_eigenvalue"));
  EXPECT_FALSE(json[1].contains("residual"));
  EXPECT_TRUE(json[0].contains("residual"));
}

TEST(Stiction, IsToldWithTheAccelerationsThatComeOfIt) {
  const Coordinates of(arm("two_link_2r").model());
  const Stiction one_goes{{{0, 3, 3, 2.5, true}, {1, 4, 4, -7, false}}, Eigen::Vector2d(0, -1.5)};
  EXPECT_THAT(stiction_text(of, one_goes, {}),
              AllOf(HasSubstr("shoulder: holds from -3.0000 N·m to 3.0000 N·m; the push is 2.5000 N·m: it stays\n"),
                    HasSubstr("the push is -7.0000 N·m: it breaks away\n"), HasSubstr("elbow     -1.5000 rad/s²\n")));
  const Stiction both_stay{{{0, 3, 3, 2.5, true}, {1, 4, 4, -3, true}}, Eigen::Vector2d(0, 0)};
  EXPECT_THAT(stiction_text(of, both_stay, {}), HasSubstr("the robot remains at rest"));
  EXPECT_EQ(stiction_text(of, {}, {}), "");
  const Json json = Json::parse(json_object(stiction_data(of, one_goes)));
  EXPECT_EQ(json["static_friction"]["elbow"]["holds"], false);
  EXPECT_EQ(json["qdd_with_static_friction"], Json({0.0, -1.5}));
}

}  // namespace
}  // namespace sinew
