// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Dense>
#include <algorithm>
#include <tuple>

#include "sinew/model/shapes.h"
#include "sinew/spatial/principal_axes.h"
#include "tests/support/random.h"
#include "tests/textbook/asked.h"

/// A lecture on manipulator dynamics: every equation of its example, the planar 2R arm with point masses at its tips, and
/// the inertia tensors of a box.
namespace {

using namespace sinew;
using namespace sinew_test;

struct Parameters {
  double m1, m2, l1, l2, g;
};

Model<double> point_mass_arm(const Parameters& p) {
  RobotDescription<double> robot = shipped_robot("point_mass_2r").description;
  robot.gravity = {0, -p.g, 0};
  for (LinkDescription<double>& link : robot.links) {
    if (link.name == "link1") link.inertia = point_mass<double>(p.m1, {p.l1, 0, 0});
    if (link.name == "link2") link.inertia = point_mass<double>(p.m2, {p.l2, 0, 0});
  }
  for (JointDescription<double>& joint : robot.joints)
    if (joint.child == "link2") joint.X_PJ.p = {p.l1, 0, 0};
  for (FrameDescription<double>& frame : robot.frames)
    if (frame.name == "tip") frame.X_LF.p = {p.l2, 0, 0};
  return build_model(robot);
}

struct Case {
  std::string name;
  Parameters p;
  Numbers q, qd, qdd;
  YAML::Node entry;
};

std::vector<Case> recorded_cases() {
  std::vector<Case> cases;
  for (const YAML::Node& entry : YAML::LoadFile(textbook_file("point_mass_2r.yaml"))) {
    const YAML::Node p = entry["parameters"];
    cases.push_back(
        {entry["name"].as<std::string>(),
         {p["m1"].as<double>(), p["m2"].as<double>(), p["l1"].as<double>(), p["l2"].as<double>(), p["g"].as<double>()},
         values_of(entry["q"]),
         values_of(entry["qd"]),
         values_of(entry["qdd"]),
         entry});
  }
  return cases;
}

/// The recorded ones, and others at random with the elbow bent.
std::vector<Case> any_cases() {
  std::vector<Case> cases = recorded_cases();
  Random random(11);
  for (int k = 0; k < 50; ++k) {
    const auto some = [&](double low, double high) { return random.uniform(low, high); };
    Case c{"random " + std::to_string(k),
           {some(0.5, 5), some(0.5, 5), some(0.2, 1.5), some(0.2, 1.5), some(1, 10)},
           {random.angle(), (k % 2 == 0 ? 1 : -1) * some(0.4, 2.7)},
           {some(-2, 2), some(-2, 2)},
           {some(-5, 5), some(-5, 5)},
           {}};
    cases.push_back(c);
  }
  return cases;
}

/// Everything that the lecture derives, in its letters.
struct Lecture {
  explicit Lecture(const Case& c)
      : p(c.p),
        s1(std::sin(c.q[0])),
        c1(std::cos(c.q[0])),
        s2(std::sin(c.q[1])),
        c2(std::cos(c.q[1])),
        s12(std::sin(c.q[0] + c.q[1])),
        c12(std::cos(c.q[0] + c.q[1])),
        d1(c.qd[0]),
        d2(c.qd[1]),
        dd1(c.qdd[0]),
        dd2(c.qdd[1]) {}

  Parameters p;
  double s1, c1, s2, c2, s12, c12, d1, d2, dd1, dd2;

  // outward: accelerations as felt, that is less gravity
  Numbers v1_dot() const { return {p.g * s1, p.g * c1, 0}; }
  Numbers vC1_dot() const { return {-p.l1 * d1 * d1 + p.g * s1, p.l1 * dd1 + p.g * c1, 0}; }
  Numbers F1() const { return {p.m1 * vC1_dot()[0], p.m1 * vC1_dot()[1], 0}; }
  Numbers v2_dot() const {
    return {p.l1 * dd1 * s2 - p.l1 * d1 * d1 * c2 + p.g * s12, p.l1 * dd1 * c2 + p.l1 * d1 * d1 * s2 + p.g * c12, 0};
  }
  Numbers vC2_dot() const { return {v2_dot()[0] - p.l2 * (d1 + d2) * (d1 + d2), v2_dot()[1] + p.l2 * (dd1 + dd2), 0}; }
  Numbers F2() const { return {p.m2 * vC2_dot()[0], p.m2 * vC2_dot()[1], 0}; }

  // inward
  Numbers f2() const { return F2(); }
  Numbers n2() const { return {0, 0, tau()[1]}; }
  Numbers f1() const {
    const Numbers f = F2(), F = F1();
    return {c2 * f[0] - s2 * f[1] + F[0], s2 * f[0] + c2 * f[1] + F[1], 0};
  }
  Numbers n1() const { return {0, 0, tau()[0]}; }
  Numbers tau() const {
    const double m2l2 = p.m2 * p.l2;
    return {m2l2 * p.l2 * (dd1 + dd2) + m2l2 * p.l1 * c2 * (2 * dd1 + dd2) + (p.m1 + p.m2) * p.l1 * p.l1 * dd1 -
                m2l2 * p.l1 * s2 * d2 * d2 - 2 * m2l2 * p.l1 * s2 * d1 * d2 + m2l2 * p.g * c12 +
                (p.m1 + p.m2) * p.l1 * p.g * c1,
            m2l2 * p.l1 * c2 * dd1 + m2l2 * p.l1 * s2 * d1 * d1 + m2l2 * p.g * c12 + m2l2 * p.l2 * (dd1 + dd2)};
  }

  // τ = M·θ̈ + V + G, V = B·[θ̇1θ̇2] + C·[θ̇²]
  Numbers M() const {
    const double k = p.l2 * p.l2 * p.m2, x = p.l1 * p.l2 * p.m2 * c2;
    return {k + 2 * x + p.l1 * p.l1 * (p.m1 + p.m2), k + x, k + x, k};
  }
  double det_M() const { return p.m2 * p.l1 * p.l1 * p.l2 * p.l2 * (p.m1 + p.m2 * s2 * s2); }
  double coupling() const { return p.m2 * p.l1 * p.l2 * s2; }
  Numbers V() const { return {-coupling() * d2 * d2 - 2 * coupling() * d1 * d2, coupling() * d1 * d1}; }
  Numbers G() const { return {p.m2 * p.l2 * p.g * c12 + (p.m1 + p.m2) * p.l1 * p.g * c1, p.m2 * p.l2 * p.g * c12}; }
  Numbers B() const { return {-2 * coupling(), 0}; }
  Numbers C() const { return {0, -coupling(), coupling(), 0}; }

  // the same for the tool, in its own axes
  Numbers J() const { return {p.l1 * s2, 0, p.l1 * c2 + p.l2, p.l2}; }
  Numbers J_inverse() const {
    const double k = p.l1 * p.l2 * s2;
    return {p.l2 / k, 0, (-p.l1 * c2 - p.l2) / k, p.l1 * s2 / k};
  }
  Numbers J_rate() const { return {p.l1 * c2 * d2, 0, -p.l1 * s2 * d2, 0}; }
  Numbers Mx() const { return {p.m2 + p.m1 / (s2 * s2), 0, 0, p.m2}; }
  Numbers Vx() const {
    return {-(p.m2 * p.l1 * c2 + p.m2 * p.l2) * d1 * d1 - p.m2 * p.l2 * d2 * d2 -
                (2 * p.m2 * p.l2 + p.m2 * p.l1 * c2 + p.m1 * p.l1 * c2 / (s2 * s2)) * d1 * d2,
            p.m2 * p.l1 * s2 * d1 * d1 + p.l1 * p.m2 * s2 * d1 * d2};
  }
  Numbers Gx() const { return {p.m1 * p.g * c1 / s2 + p.m2 * p.g * s12, p.m2 * p.g * c12}; }
  /// Not in the lecture: V for the acceleration as seen from the base.
  Numbers Vx_seen_from_base() const {
    return {p.m1 * (p.l1 * c2 * d1 * d1 + p.l2 * (d1 + d2) * (d1 + d2)) / (s2 * s2), 0};
  }
};

/// As closely as the recorded values hold.
double within(const Numbers& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return 1e-12 + 1e-13 * largest;
}

/// What we find is what the lecture says, and what was recorded.
void expect(const Numbers& found, const Numbers& lecture, const Case& c, const char* recorded) {
  EXPECT_THAT(found, AreNear(lecture, within(lecture))) << recorded;
  if (c.entry.IsMap()) {
    ASSERT_TRUE(c.entry[recorded].IsDefined()) << recorded;
    const Numbers values = values_of(c.entry[recorded]);
    EXPECT_THAT(found, AreNear(values, within(values))) << recorded;
  }
}

TEST(PointMass2R, IsTheShippedRobot) {
  const Model<double> shipped = shipped_robot("point_mass_2r").model;
  const Numbers q = {0.3, -1.1}, qd = {1.2, 0.9}, qdd = {-2.0, 3.5};
  EXPECT_EQ(Asked(shipped).torques(q, qd, qdd), Asked(point_mass_arm({4.6, 2.3, 0.5, 0.5, 9.81})).torques(q, qd, qdd));
}

TEST(PointMass2R, ObeysTheLecturesEquations) {
  for (const Case& c : any_cases()) {
    SCOPED_TRACE(c.name);
    const Lecture lecture(c);
    Asked arm(point_mass_arm(c.p));
    expect(arm.torques(c.q, c.qd, c.qdd), lecture.tau(), c, "tau");
    expect(arm.mass_matrix(c.q), lecture.M(), c, "M");
    expect(arm.velocity_terms(c.q, c.qd), lecture.V(), c, "V");
    expect(arm.gravity_terms(c.q), lecture.G(), c, "G");
    const Numbers M = arm.mass_matrix(c.q);
    EXPECT_NEAR(M[0] * M[3] - M[1] * M[2], lecture.det_M(), within(M) * M[0]);
  }
}

TEST(PointMass2R, HasTheLecturesCoriolisAndCentrifugalCoefficients) {
  for (const Case& c : any_cases()) {
    SCOPED_TRACE(c.name);
    Asked arm(point_mass_arm(c.p));
    Numbers symbols(8);  // Γ(k; i, j), k outermost
    numbers::christoffel_symbols(arm.model(), c.q, arm.work(), symbols);
    const auto symbol = [&](int i, int j, int k) { return symbols[at(4 * k + 2 * i + j)]; };
    expect({symbol(0, 0, 1) + symbol(0, 1, 0), symbol(1, 0, 1) + symbol(1, 1, 0)}, Lecture(c).B(), c, "B");
    expect({symbol(0, 0, 0), symbol(0, 1, 1), symbol(1, 0, 0), symbol(1, 1, 1)}, Lecture(c).C(), c, "C");
  }
}

TEST(PointMass2R, PassesThroughTheLecturesVectors) {
  for (const Case& c : any_cases()) {
    SCOPED_TRACE(c.name);
    const Lecture lecture(c);
    const Asked::Trace trace = Asked(point_mass_arm(c.p)).trace(c.q, c.qd, c.qdd);
    const LinkTrace<double>&link1 = trace.links[0], &link2 = trace.links[1];
    const std::tuple<const char*, Vec3<double>, Numbers> vectors[] = {
        {"v1'", link1.vd - link1.gravity, lecture.v1_dot()},
        {"vC1'", link1.vd_com - link1.gravity, lecture.vC1_dot()},
        {"F1", link1.F - c.p.m1 * link1.gravity, lecture.F1()},
        {"v2'", link2.vd - link2.gravity, lecture.v2_dot()},
        {"vC2'", link2.vd_com - link2.gravity, lecture.vC2_dot()},
        {"F2", link2.F - c.p.m2 * link2.gravity, lecture.F2()},
        {"N1", link1.N, {0, 0, 0}},
        {"N2", link2.N, {0, 0, 0}},
        {"f2", link2.f, lecture.f2()},
        {"n2", link2.n, lecture.n2()},
        {"f1", link1.f, lecture.f1()},
        {"n1", link1.n, lecture.n1()}};
    for (const auto& [name, found, expected] : vectors)
      EXPECT_THAT(list(found), AreNear(expected, within(expected))) << name;
  }
}

Numbers rows(const Eigen::MatrixXd& M) {
  Numbers all;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = 0; j < M.cols(); ++j) all.push_back(M(i, j));
  return all;
}
Eigen::Matrix2d square(const Numbers& v) { return (Eigen::Matrix2d() << v[0], v[1], v[2], v[3]).finished(); }
Eigen::Vector2d pair(const Numbers& v) { return {v[0], v[1]}; }

/// J of the tool's x and y in its own axes, and its rate: entry by entry, or of the velocity as seen from the base.
struct ToolJacobian {
  Eigen::Matrix2d J, J_rate, J_rate_seen_from_base;

  ToolJacobian(Asked& arm, const Case& c) {
    const Frame<double>& tip = arm.model().frame("tip");
    const Rotation<double> R_WT = arm.pose(c.q, "tip").R;
    Numbers six_rows = arm.jacobian(c.q, "tip"), rate(12);
    numbers::jacobian_rate(arm.model(), c.q, c.qd, {tip.link, tip.X_LF.p}, arm.work(), rate);
    turn_rows<double>(R_WT, six_rows);
    turn_rows<double>(R_WT, rate);
    J = square({six_rows.begin() + 6, six_rows.begin() + 10});
    J_rate_seen_from_base = square({rate.begin() + 6, rate.begin() + 10});
    // d/dt(Rᵀ·J) = Rᵀ·(J̇ − ω × J)
    const double w = c.qd[0] + c.qd[1];
    J_rate = J_rate_seen_from_base - w * (Eigen::Matrix2d() << -J.row(1), J.row(0)).finished();
  }
};

TEST(PointMass2R, HasTheLecturesJacobianOfItsTool) {
  for (const Case& c : any_cases()) {
    SCOPED_TRACE(c.name);
    Asked arm(point_mass_arm(c.p));
    const ToolJacobian tool(arm, c);
    const Lecture lecture(c);
    expect(rows(tool.J), lecture.J(), c, "Jt");
    expect(rows(tool.J_rate), lecture.J_rate(), c, "Jt_rate");
    EXPECT_THAT(rows(tool.J.inverse()), AreNear(lecture.J_inverse(), within(lecture.J_inverse())));
  }
}

TEST(PointMass2R, ObeysTheLecturesEquationsOfItsTool) {
  // F = Mx·Ẍ + Vx + Gx with Mx = J⁻ᵀ·M·J⁻¹, Vx = J⁻ᵀ·(V − M·J⁻¹·J̇·θ̇), Gx = J⁻ᵀ·G
  for (const Case& c : any_cases()) {
    SCOPED_TRACE(c.name);
    Asked arm(point_mass_arm(c.p));
    const ToolJacobian tool(arm, c);
    const Lecture lecture(c);
    const Eigen::Matrix2d inverse = tool.J.inverse(), M = square(arm.mass_matrix(c.q));
    const Eigen::Vector2d V = pair(arm.velocity_terms(c.q, c.qd)), G = pair(arm.gravity_terms(c.q));
    const auto Vx = [&](const Eigen::Matrix2d& J_rate) -> Eigen::Vector2d {
      return inverse.transpose() * (V - M * inverse * J_rate * pair(c.qd));
    };
    expect(rows(inverse.transpose() * M * inverse), lecture.Mx(), c, "Mx");
    expect(rows(Vx(tool.J_rate)), lecture.Vx(), c, "Vx");
    expect(rows(Vx(tool.J_rate_seen_from_base)), lecture.Vx_seen_from_base(), c, "Vx_seen_from_base");
    expect(rows(inverse.transpose() * G), lecture.Gx(), c, "Gx");
    // and the torque form: τ = M·J⁻¹·Ẍ + (V − M·J⁻¹·J̇·θ̇) + G
    const Eigen::Vector2d Xdd = tool.J * pair(c.qdd) + tool.J_rate * pair(c.qd);
    expect(rows(M * inverse * (Xdd - tool.J_rate * pair(c.qd)) + V + G), lecture.tau(), c, "tau");
  }
}

TEST(PointMass2R, HasNoEquationsOfItsToolWithAStraightElbow) {
  const Case straight{"straight", {1, 1, 1, 1, 9.81}, {0.5, 0}, {0, 0}, {0, 0}, {}};
  Asked arm(point_mass_arm(straight.p));
  EXPECT_NEAR(ToolJacobian(arm, straight).J.determinant(), 0.0, 1e-15);
}

// ---- inertia tensors of a box: w along x, l along y, h along z

constexpr double m = 3.0, w = 0.2, l = 0.5, h = 0.3;

Numbers elements(const Symmetric3<double>& S) { return {S.xx, S.xy, S.xz, S.yy, S.yz, S.zz}; }

const Numbers about_corner = {0.34, -0.075, -0.045, 0.13, -0.1125, 0.29};
const Numbers about_centre = {0.085, 0, 0, 0.0325, 0, 0.0725};

TEST(Box, HasTheLecturesTensors) {
  EXPECT_THAT(elements(box_about_corner<double>(m, {w, l, h}).I), AreNear(about_corner, 1e-14));
  EXPECT_THAT(elements(box<double>(m, {w, l, h}).I), AreNear(about_centre, 1e-14));
}

TEST(Box, GoesFromItsCentreToItsCornerByTheParallelAxisTheorem) {
  const Inertia<double> corner = Pose<double>{{}, {w / 2, l / 2, h / 2}} * box<double>(m, {w, l, h});
  EXPECT_THAT(elements(corner.I), AreNear(about_corner, 1e-14));
  EXPECT_THAT(elements(inertia_about_com(box_about_corner<double>(m, {w, l, h}))), AreNear(about_centre, 1e-14));
}

TEST(Box, ContradictsTheLecturesParallelAxisTheoremForProducts) {
  // with Ixy = ∫xy dm, the tensor's element being −Ixy; printed: Ixy(corner) = Ixy(centre) − m·x·y
  const double product = -box_about_corner<double>(m, {w, l, h}).I.xy, shift = m * (w / 2) * (l / 2);
  EXPECT_NEAR(product, 0.0 + shift, 1e-14);
  EXPECT_NEAR(product - (0.0 - shift), m * w * l / 2, 1e-14);
}

TEST(Box, HasThePrincipalMomentsOfItsCorner) {
  EXPECT_THAT(list(principal_axes(box_about_corner<double>(m, {w, l, h}).I).moment),
              AreNear(Numbers{0.04603013881414022, 0.3465627192183453, 0.36740714196751445}, 1e-14));
}

}  // namespace
