// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <map>

#include "sinew/model/shapes.h"
#include "tests/textbook/asked.h"
#include "tests/textbook/rrp_series.h"

/// A report on an RRP arm that swings through q = (sin t, 3 cos 2t, sin 3t): every vector of both passes at 101
/// instants, for each reading of its third link. The series were computed by an independent recursion and agree with the
/// Lagrangian to 2.3e-13 and with exact differentiation to 3e-14.
namespace {

using namespace sinew;
using namespace sinew_test;

struct Instant {
  Numbers q, qd, qdd;
};
Instant instant(double t, double amplitude) {
  return {{std::sin(t), 3 * std::cos(2 * t), amplitude * std::sin(3 * t)},
          {std::cos(t), -6 * std::sin(2 * t), 3 * amplitude * std::cos(3 * t)},
          {-std::sin(t), -12 * std::cos(2 * t), -9 * amplitude * std::sin(3 * t)}};
}

/// A rod along z that ends at the origin of link 3's frame.
Inertia<double> rod_behind_tip(double mass, double length) {
  return Inertia<double>::about_com(mass, {0, 0, -length / 2}, thin_rod(mass, length, Axis::Z).I);
}

/// The third link as each variant has it, when the slide stands at q3.
struct Variant {
  const char* name;
  std::vector<std::string> files;
  double amplitude;
  Model<double> (*model)(double q3);
};

Model<double> with_point(double) { return shipped_robot("rrp").model; }
Model<double> with_rod(double) { return shipped_robot("rrp_rod_tip").model; }
/// As long as the slide is out: at every instant the rigid body that it is then. No rigid body in truth.
Model<double> with_telescope(double q3) {
  static const RobotDescription<double> rrp = shipped_robot("rrp_rod_tip").description;
  RobotDescription<double> robot = rrp;
  for (LinkDescription<double>& link : robot.links)
    if (link.name == "link3") link.inertia = rod_behind_tip(1.0, q3);
  return build_model(robot);
}

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"point", {"rrp_motion", "rrp_point_tip"}, 1, with_point},
      {"rod", {"rrp_motion", "rrp_rod_tip"}, 1, with_rod},
      {"telescope", {"rrp_motion", "rrp_telescoping_tip"}, 1, with_telescope},
      {"telescope, amplitude 2", {"rrp_motion", "rrp_telescoping_tip_amplitude2"}, 2, with_telescope}};
  return all;
}

/// The series hold to 1e-9; the numbers reach a few hundred.
constexpr double series_within = 1e-9;

/// The moment of the slide's joint, about its place on link 2. The trace has it where the slide has got to.
Vec3<double> moment_at_joint(const LinkTrace<double>& link, int number, double q3) {
  return number == 3 ? link.n + cross(Vec3<double>{0, 0, q3}, link.f) : link.n;
}

class EveryRrp : public testing::TestWithParam<std::size_t> {
 protected:
  /// Calls `check(arm, instant, series, number of the instant)` 101 times.
  template <class Check>
  void at_every_instant(const Check& check) {
    const Variant& variant = variants()[GetParam()];
    const RrpSeries series(variant.files);
    const bool rigid = variant.model != with_telescope;
    Asked fixed(variant.model(0));
    for (std::size_t k = 0; k <= 100; ++k) {
      const double t = 0.1 * static_cast<double>(k);
      SCOPED_TRACE(std::string(variant.name) + ", t = " + std::to_string(t));
      const Instant at = instant(t, variant.amplitude);
      if (rigid) {
        check(fixed, at, series, k);
      } else {
        Asked arm(variant.model(at.q[2]));
        check(arm, at, series, k);
      }
      if (HasFailure()) return;  // the first instant tells enough
    }
  }
};

TEST_P(EveryRrp, PassesThroughTheVectorsOfTheSeries) {
  at_every_instant([](Asked& arm, const Instant& at, const RrpSeries& series, std::size_t k) {
    const Asked::Trace trace = arm.trace(at.q, at.qd, at.qdd);
    for (int i = 1; i <= 3; ++i) {
      const LinkTrace<double>& link = trace.links[static_cast<std::size_t>(i - 1)];
      const std::pair<const char*, Vec3<double>> vectors[] = {{"w", link.w},
                                                              {"wd", link.wd},
                                                              {"v", link.v},
                                                              {"vd", link.vd},
                                                              {"v_com", link.v_com},
                                                              {"vd_com", link.vd_com},
                                                              {"centrifugal", link.parts.centrifugal},
                                                              {"coriolis", link.parts.coriolis},
                                                              {"gravity", link.gravity},
                                                              {"f", link.f},
                                                              {"n", moment_at_joint(link, i, at.q[2])}};
      for (const auto& [name, value] : vectors)
        EXPECT_THAT(list(value), AreNear(series.at(name + std::to_string(i), {".x", ".y", ".z"}, k), series_within))
            << name << i;
      EXPECT_THAT(list(link.parts.transport + link.parts.centrifugal + link.parts.coriolis + link.parts.joint),
                  AreNear(list(link.vd), series_within));
    }
  });
}

TEST_P(EveryRrp, TakesTheGeneralisedForcesOfTheSeries) {
  at_every_instant([](Asked& arm, const Instant& at, const RrpSeries& series, std::size_t k) {
    EXPECT_THAT(arm.torques(at.q, at.qd, at.qdd), AreNear(series.at("tau", {".1", ".2", ".3"}, k), series_within));
    EXPECT_THAT(arm.trace(at.q, at.qd, at.qdd).tau, AreNear(series.at("tau", {".1", ".2", ".3"}, k), series_within));
  });
}

TEST_P(EveryRrp, HasTheTermsOfTheSeries) {
  at_every_instant([](Asked& arm, const Instant& at, const RrpSeries& series, std::size_t k) {
    EXPECT_THAT(arm.gravity_terms(at.q), AreNear(series.at("g", {".1", ".2", ".3"}, k), series_within));
    EXPECT_THAT(arm.velocity_terms(at.q, at.qd), AreNear(series.at("c", {".1", ".2", ".3"}, k), series_within));
    EXPECT_THAT(
        arm.mass_matrix(at.q),
        AreNear(series.at("M", {".11", ".12", ".13", ".21", ".22", ".23", ".31", ".32", ".33"}, k), series_within));
  });
}

TEST_P(EveryRrp, TakesTheSumOfItsPartsByCause) {
  at_every_instant([](Asked& arm, const Instant& at, const RrpSeries& series, std::size_t k) {
    const Asked::Trace trace = arm.trace(at.q, at.qd, at.qdd);
    const Numbers c = series.at("c", {".1", ".2", ".3"}, k), tau = series.at("tau", {".1", ".2", ".3"}, k);
    for (std::size_t i = 0; i < 3; ++i) {
      const TorqueParts<double>& part = trace.parts[i];
      EXPECT_NEAR(part.coriolis + part.centrifugal, c[i], series_within);
      EXPECT_NEAR(part.inertial + part.coriolis + part.centrifugal + part.gravity, tau[i], series_within);
    }
  });
}

/// M = diag(D cos² q2, D, m3) and so on, with e = l2 + q3 − lc3 and D = m2 l2²/3 + Ic3 + m3 e².
TEST_P(EveryRrp, ObeysItsClosedForm) {
  const std::string name = variants()[GetParam()].name;
  at_every_instant([&](Asked& arm, const Instant& at, const RrpSeries&, std::size_t) {
    constexpr double l2 = 1, m2 = 2, m3 = 1, g = 9.82;
    const double length = name == "point" ? 0.0 : name == "rod" ? 1.0 : at.q[2];
    const double e = l2 + at.q[2] - length / 2, D = m2 * l2 * l2 / 3 + m3 * length * length / 12 + m3 * e * e;
    const double s = std::sin(at.q[1]), c = std::cos(at.q[1]), d1 = at.qd[0], d2 = at.qd[1], d3 = at.qd[2];
    EXPECT_THAT(arm.mass_matrix(at.q), AreNear(Numbers{D * c * c, 0, 0, 0, D, 0, 0, 0, m3}, 1e-12));
    EXPECT_THAT(arm.velocity_terms(at.q, at.qd),
                AreNear(Numbers{-2 * D * s * c * d1 * d2 + 2 * m3 * e * c * c * d1 * d3,
                                D * s * c * d1 * d1 + 2 * m3 * e * d2 * d3, -m3 * e * (d1 * d1 * c * c + d2 * d2)},
                        1e-12));
    EXPECT_THAT(arm.gravity_terms(at.q), AreNear(Numbers{0, g * (m2 * l2 / 2 + m3 * e) * c, m3 * g * s}, 1e-12));
    const Vec3<double> out{std::cos(at.q[0]) * c, std::sin(at.q[0]) * c, s};
    EXPECT_THAT(list(arm.pose(at.q, "link3").p), AreNear(list(Vec3<double>{0, 0, 2} + (l2 + at.q[2]) * out), 1e-14));
  });
}

INSTANTIATE_TEST_SUITE_P(Arm, EveryRrp, testing::Range(std::size_t{0}, variants().size()), [](const auto& variant) {
  std::string name = variants()[variant.param].name;
  std::erase_if(name, [](char c) { return c == ',' || c == ' '; });
  return name;
});

// ---- the report's curves, which it computed with q3 = 2 sin 3t and a telescoping third link

struct Extremes {
  Vec3<double> max{-infinity, -infinity, -infinity}, min{infinity, infinity, infinity};
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void add(const Vec3<double>& v) {
    for (int k = 0; k < 3; ++k) {
      max[k] = std::max(max[k], v[k]);
      min[k] = std::min(min[k], v[k]);
    }
  }
};

std::map<std::string, Extremes> extremes_of_the_curves() {
  std::map<std::string, Extremes> curves;
  for (int k = 0; k <= 1000; ++k) {
    const Instant at = instant(0.01 * k, 2);
    Asked arm(with_telescope(at.q[2]));
    const Asked::Trace trace = arm.trace(at.q, at.qd, at.qdd);
    curves["generalised forces"].add({trace.tau[0], trace.tau[1], trace.tau[2]});
    curves["force on link 1"].add(trace.links[0].f);
    curves["moment on link 1"].add(trace.links[0].n);
    curves["centrifugal acceleration of link 3"].add(trace.links[2].parts.centrifugal);
    curves["Coriolis acceleration of link 3"].add(trace.links[2].parts.coriolis);
    curves["velocity of link 1"].add(trace.links[0].v);
    curves["acceleration of link 1's centre of mass"].add(trace.links[0].vd_com);
    curves["gravity in frame 1"].add(trace.links[0].gravity);
  }
  return curves;
}

struct Curve {
  const char* name;
  Extremes read_off;  ///< the plot: to one per cent of its range
  Extremes sound;     ///< of the arm as described, from an independent computation
  bool is_sound;      ///< the plot shows the arm as described
};

const std::vector<Curve> curves = {
    {"generalised forces",
     {{210, 44.5, 62}, {-102, -62, -41}},
     {{18.07362449731335, 120.0378529049697, 27.805119827477494},
      {-19.620829728047966, -108.49817532583074, -76.91338721037938}},
     false},
    {"force on link 1",
     {{110, 175, 10.5}, {-53, 15, -22}},
     {{77.6372503313437, 190.62518708428908, 17.946382175286246},
      {-122.38609801735507, -25.300135415728995, -26.833842457866577}},
     false},
    {"moment on link 1",
     {{35, 210, 45}, {-227, -102, -62}},
     {{26.80431971315969, 18.07362449731335, 346.87256956434146},
      {-98.330624541892, -19.620829728047966, -259.18354021195813}},
     false},
    {"centrifugal acceleration of link 3",
     {{9, 0.8, 62.7}, {-2, -0.8, -62.7}},
     {{8.981968624393337, 0.7595047650397294, 62.66618365364297},
      {-1.9610084184874486, -0.7596181495748185, -62.66769358409588}},
     true},
    {"Coriolis acceleration of link 3",
     {{2.4, 65.4, 0}, {-12, -65.4, 0}},
     {{2.3636158849834805, 65.36565662407736, 0}, {-11.879909959205346, -65.36372474120706, 0}},
     true},
    {"velocity of link 1", {{2, 0, 0}, {-2, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}, false},
    {"acceleration of link 1's centre of mass", {{1, 0, 0}, {-1, 0, -1}}, {{0, 0, 0}, {0, 0, 0}}, false},
    {"gravity in frame 1", {{0, -9.82, 0}, {0, -9.82, 0}}, {{0, -9.82, 0}, {0, -9.82, 0}}, true},
};

TEST(RrpCurves, AreThoseOfTheArmWhereTheReportKeptItsFramesApart) {
  const std::map<std::string, Extremes> found = extremes_of_the_curves();
  for (const Curve& curve : curves) {
    const Extremes& e = found.at(curve.name);
    EXPECT_THAT(list(e.max), AreNear(list(curve.sound.max), series_within)) << curve.name;
    EXPECT_THAT(list(e.min), AreNear(list(curve.sound.min), series_within)) << curve.name;
    // what can be read off a plot
    double range = 0, off = 0;
    for (int k = 0; k < 3; ++k) {
      range = std::max(range, curve.read_off.max[k] - curve.read_off.min[k]);
      off = std::max({off, std::abs(e.max[k] - curve.read_off.max[k]), std::abs(e.min[k] - curve.read_off.min[k])});
    }
    EXPECT_EQ(off <= 0.01 * range, curve.is_sound) << curve.name << " is off by " << off << " of " << range;
  }
}

TEST(RrpReport, LosesATorqueWithTheAngularAccelerationOfTheLinkBefore) {
  // its ω̇ of a turning joint lacks ω̇ of the link before: at t = 4.71 s, where q̇1 is zero and only q̈1 is left of the
  // first joint's motion, links 2 and 3 would not feel it and τ1 would be zero in place of 4.57 N·m
  const Instant at = instant(4.71, 1);
  Asked arm(with_point(0));
  const double tau1 = arm.torques(at.q, at.qd, at.qdd)[0];
  EXPECT_NEAR(tau1, 4.57, 0.005);
  EXPECT_NEAR(tau1, arm.mass_matrix(at.q)[0] * at.qdd[0], 0.1);
  EXPECT_NEAR(arm.trace(at.q, at.qd, at.qdd).links[1].wd.y, std::cos(at.q[1]) * at.qdd[0], 0.1);
}

}  // namespace
