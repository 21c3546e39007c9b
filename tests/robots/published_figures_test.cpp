// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "tests/robots/shipped_robots.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"

/// The robots have the figures that they cite. Recorded values come from the publications' worked results, as
/// named beside each, or from an independent computation with 15 digits where those give none.
namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::Placement;
using sinew_test::Random;
using sinew_test::random_position;
using sinew_test::shipped;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr double degree = std::numbers::pi / 180;
constexpr double figure_tolerance = 1e-12;

Rotation<double> rows(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return Rotation<double>::from_rows(a, b, c);
}

MATCHER_P2(AreNear, expected, within, "") {
  if (arg.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(arg[i] - expected[i]) <= within)) return false;
  return true;
}

auto near(std::vector<double> values, double within = figure_tolerance) { return AreNear(std::move(values), within); }

// ---- 2R, RP, 3R: link frames and gravity terms of the published exercises

TEST(TwoLink2R, HasTheFramesAndGravityTorquesOfTheExercise) {
  const Model<double> arm = shipped("two_link_2r").model;
  const Placement<double> at(arm, {20 * degree, 40 * degree});
  const double c1 = 0.9396926207859084, s1 = 0.3420201433256687;
  EXPECT_LT(difference(at.of("link1"), {rows({c1, -s1, 0}, {s1, c1, 0}, {0, 0, 1}), {}}), figure_tolerance);
  const double c = 0.5, s = 0.8660254037844386;
  EXPECT_LT(difference(at.of("link2"), {rows({c, -s, 0}, {s, c, 0}, {0, 0, 1}), {c1, s1, 0}}), figure_tolerance);
  EXPECT_THAT(at.holding_efforts(), near({313.82953829729286, 37.278}));
}

TEST(Rp, HasTheFramesAndGravityEffortsOfTheExercise) {
  const Model<double> arm = shipped("rp").model;
  const Placement<double> at(arm, {20 * degree, 0.2});
  const double c = 0.9396926207859084, s = 0.3420201433256687;
  EXPECT_LT(
      difference(at.of("link2"), {rows({0, -s, c}, {0, c, s}, {-1, 0, 0}), {1.12763114494309, 0.41042417199080244, 0}}),
      figure_tolerance);
  EXPECT_THAT(at.holding_efforts(), near({112.46429224089908, 20.131305636148863}));
  EXPECT_THAT(Placement<double>(arm, {120 * degree, 0.6}).holding_efforts(), near({-71.613, 50.97425526675206}));
}

TEST(Elbow3R, HasTheFramesAndGravityTorquesOfTheExercise) {
  const Model<double> arm = shipped("elbow_3r").model;
  const Placement<double> at(arm, {20 * degree, 40 * degree, 10 * degree});
  EXPECT_LT(difference(at.of("link3"), {rows({0.6040227735550536, -0.7198463103929541, 0.3420201433256687},
                                             {0.21984631039295413, -0.2620026302293849, -0.9396926207859084},
                                             {0.7660444431189779, 0.6427876096865393, 0.0}),
                                        {0.9396926207859084 + 0.5758770483143634,
                                         0.3420201433256687 + 0.20960210418350794, 0.5142300877492314}}),
            figure_tolerance);
  EXPECT_THAT(at.holding_efforts(), near({0.0, 102.81170240714003, 6.621033773576198}));
}

// ---- the arms with full tensors: gravity terms of an independent computation with 40 digits

TEST(Spatial3R, HasTheGravityTorquesOfTheReference) {
  const Model<double> arm = shipped("spatial_3r").model;
  EXPECT_THAT(Placement<double>(arm, {0.7, -0.4, 1.3}).holding_efforts(),
              near({0.0, 125.87887431117412, 6.402893478171979}));
}

TEST(SpatialRpr, HasTheGravityEffortsOfTheReference) {
  const Model<double> arm = shipped("spatial_rpr").model;
  EXPECT_THAT(Placement<double>(arm, {0.7, -0.4, 1.3}).holding_efforts(),
              near({-21.225586207976615, 50.558204094413995, -1.26789940993299}));
}

// ---- closed forms

TEST(PointMass2R, HasTheGravityTorquesOfTheLectureNotes) {
  const LoadedRobot arm = shipped("point_mass_2r");
  std::map<std::string, double> p;
  for (const ParameterDescription& parameter : arm.description.parameters) p[parameter.name] = parameter.value;
  Random random(3);
  for (int sample = 0; sample < 20; ++sample) {
    const auto q = random_position(arm.model, random);
    const double tau2 = p["m2"] * p["l2"] * p["g"] * std::cos(q[0] + q[1]);
    const double tau1 = tau2 + (p["m1"] + p["m2"]) * p["l1"] * p["g"] * std::cos(q[0]);
    EXPECT_THAT(Placement<double>(arm.model, q).holding_efforts(), near({tau1, tau2}));
  }
  EXPECT_THAT(Placement<double>(arm.model, {0.3, -1.1}).holding_efforts(),
              near({40.19278254771162, 7.859896741500047}));
}

TEST(Rrp, IsWhereItsThreeTransformsSay) {
  for (const char* variant : {"rrp", "rrp_rod_tip"}) {
    const Model<double> arm = shipped(variant).model;
    Random random(4);
    for (int sample = 0; sample < 20; ++sample) {
      const auto q = random_position(arm, random);
      const Placement<double> at(arm, q);
      const Vec3<double> along{std::cos(q[0]) * std::cos(q[1]), std::sin(q[0]) * std::cos(q[1]), std::sin(q[1])};
      const Vec3<double> top{0, 0, 2};
      EXPECT_LT(difference(at.of("link1").p, top), figure_tolerance);
      EXPECT_LT(difference(at.of("link2").p, top + along), figure_tolerance);
      EXPECT_LT(difference(at.of("link3").p, top + (1.0 + q[2]) * along), figure_tolerance);
      EXPECT_LT(difference(at.of("link3").R.column(2), along), figure_tolerance);
    }
  }
}

TEST(Rrp, HasTheGravityEffortsOfTheSeries) {
  const std::vector<double> q = {0.644217687237691, 0.5099014287007231, 0.8632093666488738};  // t = 0.7 s
  EXPECT_THAT(Placement<double>(shipped("rrp").model, q).holding_efforts(),
              near({0.0, 24.540062309632976, 4.793055750462285}));
  EXPECT_THAT(Placement<double>(shipped("rrp_rod_tip").model, q).holding_efforts(),
              near({0.0, 20.25465052740713, 4.793055750462285}));
}

// ---- statics: the published torques are whole N·mm, cut off and not rounded

std::vector<double> whole_newton_millimetres(const std::vector<double>& efforts) {
  std::vector<double> whole;
  for (const double effort : efforts) whole.push_back(std::trunc(effort * 1e3 + 1e-6));
  return whole;
}

TEST(StaticsRr, HoldsItsWeightWithThePublishedTorques) {
  const Model<double> arm = shipped("statics_rr").model;
  const Placement<double> first(arm, {90 * degree, -90 * degree});
  EXPECT_THAT(whole_newton_millimetres(first.holding_efforts()), ElementsAre(579770.0, 579770.0));
  const Placement<double> second(arm, {0.0, 90 * degree});
  EXPECT_THAT(whole_newton_millimetres(second.holding_efforts()), ElementsAre(1694925.0, 0.0));
}

TEST(StaticsRr, AddsUpLinkAndMotor) {
  const Model<double> arm = shipped("statics_rr").model;
  EXPECT_NEAR(arm.link(0).inertia.m, 111.91251747051325, figure_tolerance);
  EXPECT_NEAR(arm.link(1).inertia.m, 122.47390431138622, figure_tolerance);
  EXPECT_LT(difference(centre_of_mass(arm.link(0).inertia), {0.4494706911117618, 0, 0}), figure_tolerance);
  EXPECT_LT(difference(centre_of_mass(arm.link(1).inertia), {0.482551382058377, 0, 0}), figure_tolerance);
}

TEST(StaticsPr, HoldsItsWeightWithThePublishedEfforts) {
  const Model<double> arm = shipped("statics_pr").model;
  EXPECT_THAT(whole_newton_millimetres(Placement<double>(arm, {0.0, 45 * degree}).holding_efforts()),
              ElementsAre(0.0, 409959.0));
  EXPECT_THAT(whole_newton_millimetres(Placement<double>(arm, {0.0, 90 * degree}).holding_efforts()),
              ElementsAre(0.0, 0.0));
}

TEST(StaticsPr, SlidesAlongXAndTurnsAtItsEnd) {
  const Model<double> arm = shipped("statics_pr").model;
  const Placement<double> at(arm, {0.3, 90 * degree});
  EXPECT_LT(difference(at.of("link1"), {{}, {0.3, 0, 0}}), figure_tolerance);
  EXPECT_LT(difference(at.of("link2"), {rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}), {1.3, 0, 0}}), figure_tolerance);
  EXPECT_LT(difference(at.of("P2").p, {1.3, 0.65, 0}), figure_tolerance);
}

// ---- six joints

TEST(Puma560, IsWhereItsDhTableSays) {
  // the state of SymPyBotics' published test; pose and torques of an independent computation
  const Model<double> arm = shipped("puma560").model;
  const Placement<double> at(arm, {0.7504516826728697, 0.8395156106908136, 0.16851233582594916, 0.3849629637427072,
                                   0.5252993946810777, 0.6701207256444748});
  EXPECT_LT(difference(at.of("link6"), {rows({-0.6551138706553425, -0.47427792527436136, -0.5881209621093456},
                                             {0.524340309498464, 0.27503816339114906, -0.8058667684632979},
                                             {0.543960528264717, -0.8363100252154525, 0.06850171832953585}),
                                        {0.0540498757911011, -0.1547615598338063, 0.5689447341025126}}),
            figure_tolerance);
  EXPECT_THAT(at.holding_efforts(),
              near({0.0, 16.81358912830216, -7.290336335678024, 0.004499921820160013, -0.026719893613901997, 0.0}));
}

TEST(Stanford, StandsUprightAtZero) {
  const Model<double> arm = shipped("stanford").model;
  const Placement<double> at(arm, {0.0, 0.0, 0.5, 0.0, 0.0, 0.0});
  EXPECT_LT(difference(at.of("link2").p, {0, 0.154, 0.412}), figure_tolerance);
  EXPECT_LT(difference(at.of("hand"), {rows({0, 1, 0}, {-1, 0, 0}, {0, 0, 1}), {0, 0.154, 0.412 + 0.5 + 0.263}}),
            figure_tolerance);
}

TEST(Stanford, HasThePoseAndGravityEffortsOfAnIndependentComputation) {
  const Model<double> arm = shipped("stanford").model;
  const Placement<double> at(arm, {0.3, -0.4, 0.6, 0.5, -0.7, 0.9});
  EXPECT_LT(difference(at.of("link6"), {rows({0.66879481393065, 0.17155504533827526, -0.7233825843068449},
                                             {0.1632483796488604, 0.9153761403106585, 0.3680169673968623},
                                             {0.7253023255177724, -0.36421887398780417, 0.5841927322635632}),
                                        {-0.26872544299120205, 0.07807322592728212, 0.9646365964017309}}),
            figure_tolerance);
  EXPECT_THAT(at.holding_efforts(),
              near({0.0, 5.0274829251930635, 58.46038603205893, -0.23750135418320267, 0.8298606869164948, 0.0}));
}

TEST(Cobra600, IsWhereItsDhTableSays) {
  const Model<double> arm = shipped("cobra600").model;
  Random random(5);
  for (int sample = 0; sample < 20; ++sample) {
    const auto q = random_position(arm, random);
    const Placement<double> at(arm, q);
    const double c1 = std::cos(q[0]), s1 = std::sin(q[0]), c12 = std::cos(q[0] + q[1]), s12 = std::sin(q[0] + q[1]);
    const double c = std::cos(q[0] + q[1] - q[3]), s = std::sin(q[0] + q[1] - q[3]);
    EXPECT_LT(difference(at.of("link1").p, {0.325 * c1, 0.325 * s1, 0.387}), figure_tolerance);
    EXPECT_LT(difference(at.of("link4"), {rows({c, s, 0}, {s, -c, 0}, {0, 0, -1}),
                                          {0.325 * c1 + 0.275 * c12, 0.325 * s1 + 0.275 * s12, 0.387 - q[2]}}),
              figure_tolerance);
    // axes that stand upright carry the arms: only the slide holds a weight, of the quill and the flange
    EXPECT_THAT(at.holding_efforts(), near({0.0, 0.0, -1.15 * 9.81, 0.0}));
  }
}

TEST(Cobra600, HasTheRangesOfTheToolbox) {
  const Model<double> arm = shipped("cobra600").model;
  const double lower[] = {-50 * degree, -88 * degree, 0.0}, upper[] = {50 * degree, 88 * degree, 0.210};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(arm.link(i).limits.lower, lower[i], figure_tolerance);
    EXPECT_NEAR(arm.link(i).limits.upper, upper[i], figure_tolerance);
  }
}

TEST(Ur5, IsWhereFiveOtherLibrariesPutIt) {
  // computed by Pinocchio 3.7 and confirmed by RBDL, KDL, DART and MuJoCo to 1e-9, from the published URDF
  // with its quarter turns of 1.57079632679
  const Model<double> arm = shipped("ur5").model;
  const Placement<double> at(arm, {1.8603345761060142, 2.42860524379101, -2.1223723613661165, -2.425519400014718,
                                   2.472458643460034, 0.6318154185502494});
  EXPECT_LT(difference(at.of("ee_link"), {rows({0.8440525910102356, 0.24161250821746713, -0.4787469263418539},
                                               {-0.08602315667634775, 0.9421929235033136, 0.3238402560147756},
                                               {0.5293158226657735, -0.23215488530966405, 0.816044648963837}),
                                          {-0.07319742507046159, 0.08950097541693959, -0.21417000213068768}}),
            1e-10);
  EXPECT_LT(difference(centre_of_mass(at.whole()), {-0.04567472861407498, -0.12496009879981661, -0.10928055341705224}),
            1e-10);
  EXPECT_THAT(at.holding_efforts(),
              near({0.0, 17.79100091392447, -15.103030050859408, -0.1488759751782878, 0.0, 0.0}, 1e-9));
}

// ---- masses of everything that moves, in kg

TEST(ShippedRobots, WeighWhatIsPublished) {
  const std::map<std::string, double> moving_mass = {{"two_link_2r", 22.0 + 19.0},
                                                     {"rp", 10.0 + 6.0},
                                                     {"elbow_3r", 20.0 + 20.0 + 6.0},
                                                     {"spatial_3r", 20.0 + 20.0 + 6.0},
                                                     {"spatial_rpr", 8.0 + 5.0 + 3.0},
                                                     {"point_mass_2r", 4.6 + 2.3},
                                                     {"spatial_elbow_3r", 12.0 + 20.0 + 6.0},
                                                     {"rrp", 5.0 + 2.0 + 1.0},
                                                     {"rrp_rod_tip", 5.0 + 2.0 + 1.0},
                                                     {"statics_rr", 111.91251747051325 + 122.47390431138622},
                                                     {"statics_pr", 111.91251747051325 + 122.47390431138622},
                                                     {"puma560", 17.4 + 4.8 + 0.82 + 0.34 + 0.09},
                                                     {"stanford", 9.29 + 5.01 + 4.25 + 1.08 + 0.63 + 0.51},
                                                     {"cobra600", 9.0 + 7.0 + 1.0 + 0.15},
                                                     {"ur5", 16.9939},
                                                     {"panda", 17.451901 - 0.629769},
                                                     {"iiwa14", 22.5 - 5.0}};
  const auto names = sinew_test::shipped_robots();
  for (const auto& [name, mass] : moving_mass) EXPECT_THAT(names, testing::Contains(name)) << "it is not shipped";
  for (const std::string& name : names) {
    ASSERT_TRUE(moving_mass.contains(name)) << "say what " << name << " weighs";
    const Model<double> model = shipped(name).model;
    const std::vector<double> zero(static_cast<std::size_t>(model.position_count()), 0.0);
    EXPECT_NEAR(Placement<double>(model, zero).whole().m, moving_mass.at(name), figure_tolerance) << name;
  }
}

TEST(Panda, ClosesItsFingersTogether) {
  const Model<double> arm = shipped("panda").model;
  ASSERT_EQ(arm.position_count(), 8);
  const Placement<double> at(arm, {0, 0, 0, -1.5, 0, 1.5, 0, 0.03});
  const Pose<double> X_hand_left = at.of("panda_hand").inverse() * at.of("panda_leftfinger");
  const Pose<double> X_hand_right = at.of("panda_hand").inverse() * at.of("panda_rightfinger");
  EXPECT_LT(difference(X_hand_left, {{}, {0, 0.03, 0.0584}}), figure_tolerance);
  EXPECT_LT(difference(X_hand_right, {{}, {0, -0.03, 0.0584}}), figure_tolerance);
}

}  // namespace
