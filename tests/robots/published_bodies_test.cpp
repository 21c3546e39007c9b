// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "tests/robots/shipped_robots.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"

/// Every body, every frame at q = 0 and the gravity of the robots that come from books, figure by figure. The
/// robots that come from a URDF are held against that instead (urdf_agreement_test.cpp).
namespace {

using namespace sinew;
using sinew_test::difference;
using sinew_test::Placement;
using sinew_test::shipped;

constexpr double tolerance = 1e-12;

enum class About { Com, Origin };

struct PublishedBody {
  std::string robot, link;
  double mass;
  Vec3<double> com;
  Symmetric3<double> inertia;  // xx, xy, xz, yy, yz, zz
  About about = About::Com;
};

Symmetric3<double> diagonal(double xx, double yy, double zz) { return Symmetric3<double>::diagonal(xx, yy, zz); }

const std::vector<PublishedBody>& published_bodies() {
  static const std::vector<PublishedBody> bodies = {
      {"two_link_2r", "link1", 22, {0.5, 0, 0}, diagonal(0.4, 0.4, 0.4)},
      {"two_link_2r", "link2", 19, {0.4, 0, 0}, diagonal(0.3, 0.3, 0.3)},
      {"rp", "link1", 10, {0.5, 0, 0}, diagonal(0.4, 0.4, 0.4)},
      {"rp", "link2", 6, {0, 0, 0}, diagonal(0.3, 0.3, 0.3)},
      {"elbow_3r", "link1", 20, {0.5, 0, 0}, diagonal(0.2, 0.2, 0.8)},
      {"elbow_3r", "link2", 20, {0.4, 0, 0}, diagonal(0.2, 0.2, 0.8)},
      {"elbow_3r", "link3", 6, {0.175, 0, 0}, diagonal(0.08, 0.08, 0.1)},
      {"spatial_3r", "link1", 20, {0.5, 0, 0}, diagonal(0.5, 0.6, 0.8)},
      {"spatial_3r", "link2", 20, {0.4, 0.05, -0.02}, {0.4, 0.02, -0.03, 0.7, 0.01, 0.8}},
      {"spatial_3r", "link3", 6, {0.175, 0, 0.03}, {0.06, 0.01, 0, 0.09, 0.01, 0.1}},
      {"spatial_rpr", "link1", 8, {0.1, 0, 0.05}, {0.2, 0.02, 0, 0.3, 0.01, 0.4}},
      {"spatial_rpr", "link2", 5, {0, 0.03333333333333333, -0.2}, {0.1, 0, 0.02, 0.14, 0, 0.06}},
      {"spatial_rpr", "link3", 3, {0.25, 0, 0.025}, {0.03, 0.01, 0.01, 0.08, -0.01, 0.09}},
      {"point_mass_2r", "link1", 4.6, {0.5, 0, 0}, {}},
      {"point_mass_2r", "link2", 2.3, {0.5, 0, 0}, {}},
      {"rrp", "link1", 5, {0, -1, 0}, diagonal(5.0 / 3, 0, 5.0 / 3)},
      {"rrp", "link2", 2, {0, 0, -0.5}, diagonal(1.0 / 6, 1.0 / 6, 0)},
      {"rrp", "link3", 1, {0, 0, 0}, {}},
      {"rrp_rod_tip", "link1", 5, {0, -1, 0}, diagonal(5.0 / 3, 0, 5.0 / 3)},
      {"rrp_rod_tip", "link2", 2, {0, 0, -0.5}, diagonal(1.0 / 6, 1.0 / 6, 0)},
      {"rrp_rod_tip", "link3", 1, {0, 0, -0.5}, diagonal(1.0 / 12, 1.0 / 12, 0)},
      {"puma560", "link1", 0, {0, 0, 0}, diagonal(0, 0.35, 0)},
      {"puma560", "link2", 17.4, {-0.3638, 0.006, 0.2275}, diagonal(0.13, 0.524, 0.539)},
      {"puma560", "link3", 4.8, {-0.0203, -0.0141, 0.070}, diagonal(0.066, 0.086, 0.0125)},
      {"puma560", "link4", 0.82, {0, 0.019, 0}, diagonal(1.8e-3, 1.3e-3, 1.8e-3)},
      {"puma560", "link5", 0.34, {0, 0, 0}, diagonal(0.3e-3, 0.4e-3, 0.3e-3)},
      {"puma560", "link6", 0.09, {0, 0, 0.032}, diagonal(0.15e-3, 0.15e-3, 0.04e-3)},
      {"stanford", "link1", 9.29, {0, 0.0175, -0.1105}, diagonal(0.276, 0.255, 0.071), About::Origin},
      {"stanford", "link2", 5.01, {0, -0.1054, 0}, diagonal(0.108, 0.018, 0.100), About::Origin},
      {"stanford", "link3", 4.25, {0, 0, -0.6447}, diagonal(2.51, 2.51, 0.006), About::Origin},
      {"stanford", "link4", 1.08, {0, 0.0092, -0.0054}, diagonal(0.002, 0.001, 0.001), About::Origin},
      {"stanford", "link5", 0.63, {0, 0, 0.0566}, diagonal(0.003, 0.003, 0.0004), About::Origin},
      {"stanford", "link6", 0.51, {0, 0, 0.1554}, diagonal(0.013, 0.013, 0.0003), About::Origin},
  };
  return bodies;
}

TEST(PublishedBodies, AreThoseOfTheFiles) {
  for (const PublishedBody& body : published_bodies()) {
    bool found = false;
    for (const auto& link : shipped(body.robot).description.links) {
      if (link.name != body.link) continue;
      found = true;
      const Inertia<double> published = body.about == About::Com
                                            ? Inertia<double>::about_com(body.mass, body.com, body.inertia)
                                            : Inertia<double>{body.mass, body.mass * body.com, body.inertia};
      ASSERT_TRUE(link.inertia) << body.robot << ' ' << body.link;
      EXPECT_LT(difference(*link.inertia, published), tolerance) << body.robot << ' ' << body.link;
    }
    EXPECT_TRUE(found) << body.robot << ' ' << body.link;
  }
}

TEST(PublishedBodies, OfTheStaticsExercisesAreLinkAndMotor) {
  for (const char* name : {"statics_rr", "statics_pr"}) {
    const auto links = shipped(name).description.links;
    const Inertia<double> motor = Inertia<double>::about_com(11.309724327455827, {}, {});
    EXPECT_LT(difference(*links[1].inertia, motor + Inertia<double>::about_com(100.60279314305743, {0.5, 0, 0}, {})),
              tolerance);
    EXPECT_LT(difference(*links[2].inertia,
                         motor + Inertia<double>::about_com(111.1641799839304, {0.531645641609448, 0, 0}, {})),
              tolerance);
  }
}

struct PublishedFrame {
  std::string robot, frame;
  Vec3<double> p;            // at q = 0
  RollPitchYaw<double> rpy;  // at q = 0
};

TEST(PublishedFrames, AreThoseOfTheFilesAtZero) {
  constexpr double quarter = std::numbers::pi / 2;
  const std::vector<PublishedFrame> frames = {
      {"two_link_2r", "link1", {0, 0, 0}, {0, 0, 0}},
      {"two_link_2r", "link2", {1, 0, 0}, {0, 0, 0}},
      {"two_link_2r", "tip", {1.8, 0, 0}, {0, 0, 0}},
      {"rp", "link1", {0, 0, 0}, {0, 0, 0}},
      {"rp", "link2", {1, 0, 0}, {0, quarter, 0}},
      {"elbow_3r", "link1", {0, 0, 0}, {0, 0, 0}},
      {"elbow_3r", "link2", {1, 0, 0}, {quarter, 0, 0}},
      {"elbow_3r", "link3", {1.8, 0, 0}, {quarter, 0, 0}},
      {"elbow_3r", "tip", {2.15, 0, 0}, {quarter, 0, 0}},
      {"spatial_3r", "link1", {0, 0, 0}, {0, 0, 0}},
      {"spatial_3r", "link2", {1, 0, 0}, {quarter, 0, 0}},
      {"spatial_3r", "link3", {1.8, 0, 0}, {quarter, 0, 0}},
      {"spatial_3r", "tip", {2.15, 0, 0}, {quarter, 0, 0}},
      {"spatial_rpr", "link1", {0, 0, 0.3}, {0, 0, 0}},
      {"spatial_rpr", "link2", {0.2, 0, 0.4}, {0, quarter, 0}},
      {"spatial_rpr", "link3", {0.25, 0.1, 0.4}, {-quarter, quarter, 0}},
      {"spatial_rpr", "tip", {0.25, 0.1, 0.05}, {-quarter, quarter, 0}},
      {"point_mass_2r", "link2", {0.5, 0, 0}, {0, 0, 0}},
      {"point_mass_2r", "tip", {1, 0, 0}, {0, 0, 0}},
      {"rrp", "link1", {0, 0, 2}, {quarter, 0, 0}},
      {"rrp_rod_tip", "link1", {0, 0, 2}, {quarter, 0, 0}},
      {"statics_rr", "link2", {1, 0, 0}, {0, 0, 0}},
      {"statics_rr", "P1", {2, 0, 0}, {0, 0, 0}},
      {"statics_rr", "P2", {1.3, 0, 0}, {0, 0, 0}},
      {"statics_rr", "P3", {0.9, 0, 0}, {0, 0, 0}},
      {"statics_pr", "link2", {1, 0, 0}, {0, 0, 0}},
      {"statics_pr", "P1", {2, 0, 0}, {0, 0, 0}},
      {"statics_pr", "P2", {1.65, 0, 0}, {0, 0, 0}},
  };
  for (const PublishedFrame& frame : frames) {
    const Model<double> model = shipped(frame.robot).model;
    const std::vector<double> zero(static_cast<std::size_t>(model.position_count()), 0.0);
    const Pose<double> X{Rotation<double>::from(frame.rpy), frame.p};
    EXPECT_LT(difference(Placement<double>(model, zero).of(frame.frame), X), tolerance)
        << frame.robot << ' ' << frame.frame;
  }
}

TEST(Gravity, PointsWhereTheSourcesSay) {
  const std::map<std::string, Vec3<double>> gravity = {{"two_link_2r", {0, -9.81, 0}}, {"rp", {0, -9.81, 0}},
                                                       {"spatial_rpr", {0, -9.81, 0}}, {"point_mass_2r", {0, -9.81, 0}},
                                                       {"statics_rr", {0, -9.81, 0}},  {"statics_pr", {0, -9.81, 0}},
                                                       {"rrp", {0, 0, -9.82}},         {"rrp_rod_tip", {0, 0, -9.82}}};
  for (const std::string& name : sinew_test::shipped_robots()) {
    const auto found = gravity.find(name);
    const Vec3<double> wanted = found == gravity.end() ? Vec3<double>{0, 0, -9.81} : found->second;
    EXPECT_LT(difference(shipped(name).model.gravity(), wanted), 1e-15) << name;
  }
}

TEST(Stanford, HasTheRangesOfTheToolbox) {
  const Model<double> arm = shipped("stanford").model;
  constexpr double degree = std::numbers::pi / 180, inch = 0.0254;
  const double upper[] = {170 * degree, 170 * degree, 50 * inch, 170 * degree, 90 * degree, 170 * degree};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(arm.link(i).limits.upper, upper[i], tolerance);
    EXPECT_NEAR(arm.link(i).limits.lower, i == 2 ? 12 * inch : -upper[i], tolerance);
  }
}

}  // namespace
