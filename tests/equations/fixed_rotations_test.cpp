// SPDX-License-Identifier: BSD-3-Clause
// Arms whose fixed angles are no quarter turns.
#include <cmath>
#include <functional>
#include <random>
#include <regex>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/equations/factorisations.h"
#include "sinew/symbolic/evaluate.h"
#include "tests/equations/published.h"

namespace sinew_test {
namespace {

using Random = std::mt19937_64;

double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
std::string decimals(double x, int count) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*f", count, x);
  return text.data();
}
std::string degrees_of_15(Random& random) {
  return std::to_string(15 * (static_cast<int>(random() % 24) - 12)) + "deg";
}
std::string any_degrees(Random& random) { return decimals(between(random, -180, 180), 1) + "deg"; }

/// How people write where a link is, as an entry of the link after `pose: ` or in place of it.
struct Placement {
  std::string name;
  std::function<std::string(Random&)> text;
};

std::string rpy(const std::string& roll, const std::string& pitch, const std::string& yaw) {
  return "pose: {xyz: [l, 0, 0.1], rpy: [" + roll + ", " + pitch + ", " + yaw + "]}";
}
std::string row(double x, double y, double z) {
  return "[" + decimals(x, 16) + ", " + decimals(y, 16) + ", " + decimals(z, 16) + "]";
}

const std::vector<Placement>& placements() {
  static const std::vector<Placement> all{
      {"MultipleOf15Degrees", [](Random& r) { return "pose: Tx(l) Rx(" + degrees_of_15(r) + ")"; }},
      {"TwoMultiples",
       [](Random& r) { return "pose: Tx(l) Rx(" + degrees_of_15(r) + ") Rz(" + degrees_of_15(r) + ")"; }},
      {"AnyAngle", [](Random& r) { return "pose: Tx(l) Ry(" + any_degrees(r) + ")"; }},
      {"RpyOf15Degrees", [](Random& r) { return rpy(degrees_of_15(r), degrees_of_15(r), degrees_of_15(r)); }},
      {"Rpy", [](Random& r) { return rpy(any_degrees(r), any_degrees(r), any_degrees(r)); }},
      {"RpyInRadians",
       [](Random& r) {
         const auto angle = [&] { return decimals(between(r, -3, 3), 2) + "1 rad"; };
         return rpy(angle(), angle(), angle());
       }},
      {"AxisAngle",
       [](Random& r) {
         const auto whole = [&] { return std::to_string(static_cast<int>(r() % 5) - 2); };
         return "pose: {xyz: [l, 0, 0], axis: [" + whole() + ", " + whole() + ", 3], angle: " + any_degrees(r) + "}";
       }},
      {"Quaternion",
       [](Random& r) {
         Vec3<double> v{between(r, -1, 1), between(r, -1, 1), between(r, -1, 1)};
         const double length = std::sqrt(dot(v, v) + 0.25);
         v = v / length;
         return "pose: {xyz: [l, 0, 0], quaternion: [" + decimals(v.x, 12) + ", " + decimals(v.y, 12) + ", " +
                decimals(v.z, 12) + ", " + decimals(0.5 / length, 12) + "]}";
       }},
      {"Matrix",
       [](Random& r) {
         const auto R =
             Rotation<double>::from(RollPitchYaw<double>{between(r, -3, 3), between(r, -1.5, 1.5), between(r, -3, 3)});
         return "pose: {xyz: [l, 0, 0], matrix: [" + row(R(0, 0), R(0, 1), R(0, 2)) + ", " +
                row(R(1, 0), R(1, 1), R(1, 2)) + ", " + row(R(2, 0), R(2, 1), R(2, 2)) + "]}";
       }},
      {"ObliqueAxis",
       [](Random& r) {
         const auto whole = [&] { return std::to_string(static_cast<int>(r() % 5) - 2); };
         return "pose: Tx(l), axis: [" + whole() + ", 1, " + whole() + "]";
       }},
      {"ObliqueAxisOfDecimals",
       [](Random& r) {
         return "pose: Tx(l), axis: [" + decimals(between(r, 0.1, 1), 4) + ", " + decimals(between(r, 0.1, 1), 4) +
                ", " + decimals(between(r, 0.1, 1), 4) + "]";
       }},
  };
  return all;
}

std::string arm(const Placement& placement, int joints, Random& random) {
  std::string links;
  for (int k = 1; k <= joints; ++k)
    links += "  - {name: link" + std::to_string(k) + ", joint: revolute, " + placement.text(random) +
             ", bodies: [{shape: point, mass: m, pose: Tx(l)}, {mass: 0.3 kg, com: [0.1, 0.02, 0.03], "
             "inertia: [0.01, 0.02, 0.03]}]}\n";
  return "sinew: 1\nname: arm\nparameters: {m: 2 kg, l: 0.5 m, g0: 9.81 m/s^2}\ngravity: [0, -g0, 0]\nlinks:\n" + links;
}

SymbolicRobot robot_of(const std::string& text, const std::string& file = "arm.yaml", SymbolChoice choice = {}) {
  return symbolic_robot(SourceText{file, text}, choice);
}

std::vector<Expr> torques_of(SymbolicRobot& robot) {
  EquationBook book(robot);
  std::vector<Expr> torques;
  for (const Polynomial& entry : book.motion().torque.entries) torques.push_back(book.readable().torque(entry));
  return torques;
}

std::string printed_torques(SymbolicRobot& robot) {
  std::string text;
  for (const Expr& tau : torques_of(robot)) text += printed(tau, Language::Text) + "\n";
  return text;
}

/// Against the recursion on doubles, which knows nothing of exact constants.
void expect_values_of_recursion(SymbolicRobot& robot, const std::vector<Expr>& torques, Random& random) {
  const std::size_t n = robot.q.size();
  InverseDynamicsScratch<double> scratch(robot.numbers);
  for (int state = 0; state < 5; ++state) {
    std::vector<double> q(n), qd(n), qdd(n), tau(n);
    for (std::size_t k = 0; k < n; ++k) {
      q[k] = between(random, -3, 3);
      qd[k] = between(random, -3, 3);
      qdd[k] = between(random, -3, 3);
    }
    inverse_dynamics<double, double>(robot.numbers, q, qd, qdd, scratch, tau);
    const std::function<double(const Symbol&)> value = [&](const Symbol& s) {
      const auto joint = static_cast<std::size_t>(std::max(s.joint, 0));
      return s.kind == SymbolKind::Position       ? q[joint]
             : s.kind == SymbolKind::Velocity     ? qd[joint]
             : s.kind == SymbolKind::Acceleration ? qdd[joint]
                                                  : robot.values.at(s.name);
    };
    const std::vector<double> ours = evaluated<double>(std::span<const Expr>(torques), value);
    double scale = 0.0;
    for (const double x : tau) scale = std::max(scale, std::abs(x));
    for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(ours[k], tau[k], 1e-12 * scale);
  }
}

/// Of every number with an exponent, 1.5e-9.
int largest_exponent(const std::string& text) {
  int largest = 0;
  const std::regex exponent("[0-9]e([-+]?[0-9]+)");
  for (auto it = std::sregex_iterator(text.begin(), text.end(), exponent); it != std::sregex_iterator(); ++it)
    largest = std::max(largest, std::abs(std::stoi((*it)[1])));
  return largest;
}

class FixedRotations : public testing::TestWithParam<Placement> {};
INSTANTIATE_TEST_SUITE_P(Equations, FixedRotations, testing::ValuesIn(placements()),
                         [](const auto& chosen) { return chosen.param.name; });

TEST_P(FixedRotations, BothRoutesAgreeSIsSkewAndTheValuesAreRight) {
  Random random(11);
  for (int trial = 0; trial < 5; ++trial) {
    const std::string text = arm(GetParam(), 2 + trial % 2, random);
    SCOPED_TRACE(text);
    SymbolicRobot robot = robot_of(text);
    EXPECT_EQ(robot.note, "");
    const MotionEquations motion = newton_euler_equations(robot);
    EXPECT_EQ(motion.torque, lagrange_equations(robot, energy_equations(robot)).torque);
    EXPECT_EQ(motion.mass, transposed(motion.mass));
    for (const Polynomial& entry : motion.mass.entries)
      EXPECT_TRUE(robot.ring->derivative(entry, robot.q.front().symbol()).is_zero());
    const VelocityFactorisation S = christoffel_factorisation(robot, motion);
    EXPECT_TRUE(S.is_valid());
    EXPECT_TRUE(S.is_skew());
    expect_values_of_recursion(robot, torques_of(robot), random);
    EXPECT_LE(largest_exponent(printed_torques(robot)), 12);
  }
}

TEST(FixedAngles, AreWrittenWithRoots) {
  SymbolicRobot robot = robot_of(
      "sinew: 1\nname: ang\nparameters: {m: 2 kg, l: 0.5 m, g0: 9.81 m/s^2}\ngravity: [0, -g0, 0]\nlinks:\n"
      "  - {name: k1, joint: revolute, pose: Rz(30deg), bodies: [{shape: point, mass: m, pose: Tx(l)}]}\n"
      "  - {name: k2, joint: revolute, pose: Tx(l) Rx(45deg), bodies: [{shape: point, mass: m, pose: Tx(l)}]}\n");
  EquationBook book(robot);
  EXPECT_EQ(printed(book.readable().expr(book.motion().mass(0, 1)), Language::Unicode), "√2·m·l²/2 + √2·m·l²·c₂/2");
  EXPECT_EQ(printed(book.readable().expr(book.motion().gravity(1, 0)), Language::Unicode),
            "√6·m·l·g₀·c₁·c₂/4 − m·l·g₀·c₁·s₂/2 − √2·m·l·g₀·s₁·c₂/4 − √3·m·l·g₀·s₁·s₂/2");
}

TEST(FixedAngles, APitchHoldsPi) {
  SymbolicRobot robot = robot_of(
      "sinew: 1\nname: screw\nparameters: {m: 2 kg, g0: 9.81 m/s^2}\ngravity: [0, 0, -g0]\nlinks:\n"
      "  - {name: nut, joint: {kind: helical, pitch: 5 mm/rev}, mass: m, com: [0, 0, 0], inertia: [1, 1, 1]}\n");
  EquationBook book(robot);
  EXPECT_EQ(printed(book.readable().expr(book.motion().gravity(0, 0)), Language::Unicode), "m·g₀/(400·π)");
}

/// Two links, the second turned by what is given.
std::string turned(const std::string& pose) {
  return "sinew: 1\nname: arm\nparameters: {m: 2 kg, l: 0.5 m, g0: 9.81 m/s^2}\ngravity: [0, -g0, 0]\nlinks:\n"
         "  - {name: k1, joint: revolute, bodies: [{shape: point, mass: m, pose: Tx(l)}]}\n"
         "  - {name: k2, joint: revolute, " +
         pose + ", bodies: [{shape: point, mass: m, pose: Tx(l)}]}\n";
}

TEST(RoundedFigures, StandForTheMultipleOf15DegreesThatTheyAreRoundedFrom) {
  const struct {
    std::string rounded, exact, note;
  } cases[] = {
      {"pose: Tx(l) Rx(1.5708)", "pose: Tx(l) Rx(90deg)", "1.5708 for 90°"},
      {"pose: Tx(l) Rx(-1.57079632679)", "pose: Tx(l) Rx(-90deg)", "-1.57079632679 for −90°"},
      {"pose: Tx(l) Rx(1.57)", "pose: Tx(l) Rx(90deg)", "1.57 for 90°"},
      {"pose: Tx(l) Rx(0.785398)", "pose: Tx(l) Rx(45deg)", "0.785398 for 45°"},
      {"pose: Tx(l) Rx(0.7853)", "pose: Tx(l) Rx(45deg)", "0.7853 for 45°"},
      {"pose: {xyz: [l, 0, 0], rpy: [0, 0.523599, 3.1416]}", "pose: {xyz: [l, 0, 0], rpy: [0, 30deg, 180deg]}",
       "0.523599 for 30° (line 7); 3.1416 for 180° (line 7)"},
      {"pose: {xyz: [l, 0, 0], rpy: [1e-17, 0, 0.261799]}", "pose: {xyz: [l, 0, 0], rpy: [0, 0, 15deg]}",
       "1e-17 for 0° (line 7); 0.261799 for 15°"},
      {"pose: {xyz: [l, 0, 0], axis: [1, 1, 1], angle: 2.0944}",
       "pose: {xyz: [l, 0, 0], axis: [1, 1, 1], angle: 120deg}", "2.0944 for 120°"},
      {"pose: Tx(l), axis: [0.5, 0, 0.866]", "pose: Tx(l), axis: [sin(30deg), 0, cos(30deg)]",
       "[0.5, 0, 0.866] for [1/2, 0, √3/2]"},
      {"pose: Tx(l), axis: [0.707, 0, 0.7071]", "pose: Tx(l), axis: [1, 0, 1]",
       "[0.707, 0, 0.7071] for [√2/2, 0, √2/2]"},
      {"pose: {xyz: [l, 0, 0], quaternion: [0.382683, 0, 0, 0.92388]}", "pose: Tx(l) Rx(45deg)",
       "[0.382683, 0, 0, 0.92388] for rpy 45°, 0°, 0°"},
      {"pose: {xyz: [l, 0, 0], matrix: [[1, 0, 0], [0, 0.8660254, -0.5], [0, 0.5, 0.8660254]]}",
       "pose: Tx(l) Rx(30deg)", "for rpy 30°, 0°, 0°"},
  };
  for (const auto& c : cases) {
    SymbolicRobot rounded = robot_of(turned(c.rounded)), exact = robot_of(turned(c.exact));
    EXPECT_EQ(printed_torques(rounded), printed_torques(exact)) << c.rounded;
    EXPECT_NE(rounded.note.find(c.note), std::string::npos) << rounded.note;
    EXPECT_EQ(exact.note, "") << c.exact;
  }
}

TEST(RoundedFigures, AreNotGuessedFromFewDigits) {
  for (const char* angle : {"0.26", "0.52", "0.79", "1.05", "1.6", "3", "0.7", "0.785999", "1.571"}) {
    SymbolicRobot robot = robot_of(turned(std::string("pose: Tx(l) Rx(") + angle + ")"));
    EXPECT_EQ(robot.note, "") << angle;
  }
}

TEST(RoundedFigures, AreWhatTheFileSaysInNumbers) {
  SymbolicRobot robot = robot_of(turned("pose: Tx(l) Rx(1.5708)"));
  EXPECT_NEAR(robot.numbers.link(1).X_PJ.R(2, 2), std::cos(1.5708), 1e-15);
  EXPECT_NE(robot.numbers.link(1).X_PJ.R(2, 2), 0.0);
}

std::string urdf(const std::string& rpy, const std::string& axis) {
  const std::string inertial =
      "<inertial><origin xyz=\"0.1 0 0\" rpy=\"" + rpy +
      "\"/><mass value=\"2\"/><inertia ixx=\"0.1\" iyy=\"0.2\" izz=\"0.3\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>";
  const std::string limit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";
  return "<robot name=\"arm\">\n<link name=\"b\"/>\n<link name=\"k1\">" + inertial + "</link>\n<link name=\"k2\">" +
         inertial +
         "</link>\n<joint name=\"j1\" type=\"revolute\"><parent link=\"b\"/><child link=\"k1\"/><origin rpy=\"" + rpy +
         "\"/><axis xyz=\"0 0 1\"/>" + limit +
         "</joint>\n<joint name=\"j2\" type=\"revolute\"><parent link=\"k1\"/><child link=\"k2\"/><origin xyz=\"0.3 0 "
         "0\" "
         "rpy=\"" +
         rpy + "\"/><axis xyz=\"" + axis + "\"/>" + limit + "</joint>\n</robot>\n";
}

TEST(RoundedFigures, OfUrdfAreReadAlike) {
  const SymbolChoice choice{.inertial = true, .lengths = true, .gravity = true};
  SymbolicRobot rounded = robot_of(urdf("1.57079632679 0 -1.5708", "0 0 1"), "arm.urdf", choice);
  SymbolicRobot exact = robot_of(urdf("1.5707963267948966 0 -1.5707963267948966", "0 0 1"), "arm.urdf", choice);
  EXPECT_EQ(printed_torques(rounded), printed_torques(exact));
  EXPECT_NE(rounded.note.find("1.57079632679 for 90° (lines 3, 4, 5, 6); -1.5708 for −90°"), std::string::npos)
      << rounded.note;
  EXPECT_EQ(exact.note, "");
}

TEST(RoundedFigures, RotationsOfUrdfStayRotations) {
  Random random(3);
  for (const char* rpy : {"0.1 0.2 0.3", "0.785398 0.5 0", "1.2 -0.7 2.1", "0.523599 0.785398 1.0472"})
    for (const char* axis : {"0 0 1", "1 1 1", "0.3 0.4 0.5", "0.6 0 0.8"}) {
      SCOPED_TRACE(std::string(rpy) + ", " + axis);
      SymbolicRobot robot = robot_of(urdf(rpy, axis), "arm.urdf", {.inertial = true});
      const MotionEquations motion = newton_euler_equations(robot);
      EXPECT_EQ(motion.torque, lagrange_equations(robot, energy_equations(robot)).torque);
      EXPECT_TRUE(christoffel_factorisation(robot, motion).is_skew());
      if (robot.note.empty()) expect_values_of_recursion(robot, torques_of(robot), random);
    }
}

}  // namespace
}  // namespace sinew_test
