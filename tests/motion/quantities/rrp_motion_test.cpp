// SPDX-License-Identifier: BSD-3-Clause
/// A published arm whose third link is a rod as long as the slide is out: no rigid body, so the robot is built anew at every
/// instant of the motion. What the command can show, tests/cli/motion_textbook_test.cpp holds against the same series.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/analysis/matrices.h"
#include "sinew/model/build_model.h"
#include "sinew/model/shapes.h"
#include "sinew/motion/extremes/motion_search.h"
#include "sinew/motion/quantities/motion_evaluator.h"
#include "tests/motion/quantities/motions.h"
#include "tests/textbook/rrp_series.h"

namespace sinew {
namespace {

/// A rod along z that ends at the origin of link 3's frame.
Arm with_rod(double length) {
  static const RobotDescription<double> rrp =
      load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/rrp_rod_tip.yaml").description;
  RobotDescription<double> robot = rrp;
  for (LinkDescription<double>& link : robot.links)
    if (link.name == "link3")
      link.inertia = Inertia<double>::about_com(1.0, {0, 0, -length / 2}, thin_rod(1.0, length, Axis::Z).I);
  return Arm(build_model(robot));
}

struct Vectors {
  const char* name;  ///< in the series
  Vec3<double> (*of)(const LinkTrace<double>&);
};
constexpr Vectors vectors[] = {
    {"w", [](const auto& l) { return l.w; }},
    {"wd", [](const auto& l) { return l.wd; }},
    {"v", [](const auto& l) { return l.v; }},
    {"vd", [](const auto& l) { return l.vd; }},
    {"v_com", [](const auto& l) { return l.v_com; }},
    {"vd_com", [](const auto& l) { return l.vd_com; }},
    {"centrifugal", [](const auto& l) { return l.parts.centrifugal; }},
    {"coriolis", [](const auto& l) { return l.parts.coriolis; }},
    {"gravity", [](const auto& l) { return l.gravity; }},
    {"f", [](const auto& l) { return l.f; }},
    {"n", [](const auto& l) { return l.n; }},
};

std::vector<double> row_of(const RobotMotion& motion, const std::vector<MotionQuantity>& quantities, double t) {
  MotionEvaluator evaluator(motion, quantities);
  std::vector<double> row(at(evaluator.size()));
  evaluator.at(t, row);
  return row;
}

TEST(TelescopingTip, moves_with_the_vectors_of_the_series_at_every_instant) {
  for (const double amplitude : {1.0, 2.0}) {
    const sinew_test::RrpSeries series(
        {"rrp_motion", amplitude == 1.0 ? "rrp_telescoping_tip" : "rrp_telescoping_tip_amplitude2"});
    const auto trajectory = sinew_test::rrp_motion(amplitude);
    for (std::size_t k = 0; k <= 100; ++k) {
      const double t = 0.1 * static_cast<double>(k), q3 = amplitude * std::sin(3.0 * t);
      const RobotMotion motion{with_rod(q3), trajectory};
      const std::vector<double> tau = row_of(motion, {JointTorques{}}, t);
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(tau[i], series.at("tau." + std::to_string(i + 1), k), 1e-9) << amplitude << " at " << t;
      for (int link = 0; link < 3; ++link)
        for (const Vectors& v : vectors) {
          std::vector<double> x = row_of(motion, {LinkVector{link, v.of}}, t);
          const std::string name = v.name + std::to_string(link + 1);
          if (name == "n3") {
            // the series has the moment about the slide's place on link 2
            const std::vector<double> f = row_of(motion, {LinkVector{2, [](const auto& l) { return l.f; }}}, t);
            x[0] -= q3 * f[1];
            x[1] += q3 * f[0];
          }
          const std::vector<double> wanted = series.at(name, {".x", ".y", ".z"}, k);
          for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(x[i], wanted[i], 1e-9) << amplitude << " " << name << " " << t;
        }
      if (HasFailure()) return;
    }
  }
}

/// The published curves that are right were drawn with q₃ = 2·sin 3t; their extremes were read off the plots.
TEST(PublishedCurves, have_the_extremes_of_the_motion) {
  struct Curve {
    const char* name;
    int link;
    Vec3<double> most, least;
  };
  const Curve curves[] = {{"centrifugal", 2, {9, 0.8, 62.7}, {-2, -0.8, -62.7}},
                          {"coriolis", 2, {2.4, 65.4, 0}, {-12, -65.4, 0}},
                          {"gravity", 0, {0, -9.82, 0}, {0, -9.82, 0}}};
  const auto trajectory = sinew_test::rrp_motion(2.0);
  for (const Curve& curve : curves) {
    const auto* of = std::find_if(std::begin(vectors), std::end(vectors),
                                  [&](const Vectors& v) { return std::string(v.name) == curve.name; });
    const std::vector<CurveExtremes> found =
        search_motion({with_rod(1.0), trajectory}, {LinkVector{curve.link, of->of}}).curves;
    double range = 9.82;
    for (int i = 0; i < 3; ++i) range = std::max(range, curve.most[i] - curve.least[i]);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(found[at(i)].most.value, curve.most[i], 0.01 * range) << curve.name;
      EXPECT_NEAR(found[at(i)].least.value, curve.least[i], 0.01 * range) << curve.name;
    }
  }
}

}  // namespace
}  // namespace sinew
