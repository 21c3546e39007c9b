// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "sinew/analysis/base_parameters.h"
#include "sinew/analysis/cartesian_dynamics.h"
#include "sinew/analysis/gravity_bound.h"
#include "sinew/analysis/jacobian_analysis.h"
#include "sinew/analysis/matrices.h"
#include "sinew/analysis/random_states.h"
#include "sinew/analysis/stiction.h"
#include "sinew/analysis/structure_report.h"
#include "sinew/formats/load.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sinew::InputError;
using sinew::Model;
using testing::HasSubstr;

constexpr const char* every_robot[] = {"two_link_2r", "rp",  "elbow_3r",     "spatial_3r", "spatial_rpr",
                                       "puma560",     "ur5", "statics_rr",   "stanford",   "panda",
                                       "iiwa14",      "rrp", "point_mass_2r"};

Model<double> robot(const std::string& name) {
  return sinew::load_robot(SINEW_SOURCE_DIR "/robots/" + name + ".yaml").model;
}

/// Two point masses m₁, m₂ at the ends of l₁, l₂, in a plane with gravity.
constexpr double m1 = 4.6, m2 = 2.3, l1 = 0.5, l2 = 0.5, g = 9.81;
Model<double> point_masses() { return robot("point_mass_2r"); }

TEST(TheAnalysisOfAJacobian, FindsRankAndLostDirections) {
  MatrixXd J(2, 3);
  J << 1, 2, 0, 2, 4, 0;
  const auto y = sinew::analyse_jacobian(J);
  EXPECT_EQ(y.rank, 1);
  EXPECT_NEAR(y.singular_values[0], 5.0, 1e-15);
  EXPECT_TRUE(std::isinf(y.condition));
  ASSERT_EQ(y.lost_directions.cols(), 1);
  EXPECT_NEAR((J.transpose() * y.lost_directions).norm(), 0.0, 1e-15);
  ASSERT_EQ(y.self_motions.cols(), 2);
  EXPECT_NEAR((J * y.self_motions).norm(), 0.0, 1e-15);
}

TEST(Manipulability, IsTheRootOfTheDeterminantOfJJt) {
  MatrixXd J(2, 3);
  J << 1, 2, 3, 0, 1, -1;
  const auto y = sinew::analyse_jacobian(J);
  EXPECT_NEAR(y.manipulability, std::sqrt((J * J.transpose()).determinant()), 1e-14);
  EXPECT_EQ(y.rank, 2);
  EXPECT_EQ(y.lost_directions.cols(), 0);
}

TEST(TheGravityBound, OfTwoPointMassesIsTheirSecondDerivativeStretchedOut) {
  const auto model = point_masses();
  const auto bound = sinew::gravity_bound(model);
  // U = (m₁+m₂)·g·l₁·s₁ + m₂·g·l₂·s₁₂: ∂²U/∂q² is largest where both point up or down
  const double a = (m1 + m2) * g * l1, b = m2 * g * l2;
  Eigen::Matrix2d H;
  H << a + b, b, b, b;
  EXPECT_NEAR(bound.norm, H.operatorNorm(), 1e-9);
  EXPECT_NEAR(std::abs(std::sin(bound.q[0])), 1.0, 1e-4);
  EXPECT_TRUE(bound.bounded);
}

TEST(TheGravityBound, IsNeverExceeded) {
  for (const char* name : {"puma560", "ur5", "spatial_rpr"}) {
    const auto model = robot(name);
    const auto bound = sinew::gravity_bound(model);
    sinew::Workspace work(model);
    sinew::RandomStates random(99);
    for (int k = 0; k < 300; ++k) {
      const VectorXd q = random.position(model);
      const MatrixXd G = sinew::gravity_torque_derivative(model, sinew::in(q), model.gravity(), work);
      EXPECT_LE(G.operatorNorm(), bound.norm * (1 + 1e-9)) << name;
    }
  }
}

TEST(TheStructureOf, EveryShippedRobotIsAsItMustBe) {
  for (const char* name : every_robot) {
    // massless directions are published with the robot: M of the point-mass tip is singular where cos q₂ = 0 only
    const auto report = sinew::structure_report(robot(name), 10);
    for (const auto& property : report.properties)
      EXPECT_TRUE(property.holds) << name << ": " << property.name << ": " << property.residual << " "
                                  << property.detail;
  }
}

TEST(AMassMatrix, ThatNeverChangesHasItsStructure) {
  const char* constant[] = {R"(sinew: 1
name: slides
base: base
links:
  - {name: x, joint: {name: x, kind: prismatic}, mass: 3, com: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}
  - {name: y, joint: {name: y, kind: prismatic}, pose: Rx(70deg), mass: 2, com: [0, 0.2, 0], inertia: [0.1, 0.1, 0.1]}
  - {name: turn, joint: {name: turn, kind: revolute}, pose: Ry(40deg)*Tx(0.3), mass: 1, com: [0, 0, 0.1], inertia: [0.1, 0.2, 0.3]}
)",
                            R"(sinew: 1
name: coaxial
base: base
links:
  - {name: one, joint: {name: one, kind: revolute}, pose: Tx(0.2)*Rx(35deg), mass: 3, com: [0.1, 0, 0], inertia: [0.1, 0.2, 0.3]}
  - {name: two, joint: {name: two, kind: revolute}, pose: {xyz: [0, 0, 0.4]}, mass: 2, com: [0, 0.2, 0], inertia: [0.3, 0.1, 0.3]}
)"};
  for (const char* text : constant) {
    const auto model = sinew::load_robot(sinew::SourceText{"constant.yaml", text}).model;
    for (const auto& property : sinew::structure_report(model).properties)
      EXPECT_TRUE(property.holds) << model.name() << ": " << property.name << ": " << property.residual;
  }
  const sinew::MatrixOfQ M = [](const VectorXd&) { return MatrixXd(Eigen::Vector2d(100.0, 1e-3).asDiagonal()); };
  const auto with_wrong_entry = [&](double wrong) {
    return sinew::check_claimed_matrices(2, M, [wrong](const VectorXd&, const VectorXd& qd) {
      MatrixXd C = MatrixXd::Zero(2, 2);
      C(1, 1) = wrong * qd[0];
      return C;
    });
  };
  EXPECT_TRUE(with_wrong_entry(0.0).all_hold());
  EXPECT_FALSE(with_wrong_entry(1e-8).all_hold()) << "small beside M, but not beside the entry that it belongs to";
}

TEST(TheSmallestInABox, HasNoSlopeInsideAndNoneThatWouldLeaveABound) {
  sinew::RandomStates random(3);
  for (int sample = 0; sample < 200; ++sample) {
    const int n = 1 + sample % 9;
    const auto vector = [&](double low, double high) {
      VectorXd x(n);
      for (double& value : x) value = random.uniform(low, high);
      return x;
    };
    MatrixXd root(n, n);
    for (double& value : root.reshaped()) value = random.uniform(-1.0, 1.0);
    const MatrixXd A = root * root.transpose() + 1e-3 * MatrixXd::Identity(n, n);
    const VectorXd a = vector(-3.0, 3.0), upper = vector(0.0, 1.0);
    VectorXd lower = -vector(0.0, 1.0);
    if (n > 2) lower[1] = -std::numeric_limits<double>::infinity();
    const VectorXd f = sinew::smallest_in_box(A, a, lower, upper), slope = A * f + a;
    for (int i = 0; i < n; ++i) {
      EXPECT_LE(lower[i], f[i]);
      EXPECT_LE(f[i], upper[i]);
      EXPECT_TRUE(f[i] == lower[i] || slope[i] < 1e-9) << sample;
      EXPECT_TRUE(f[i] == upper[i] || slope[i] > -1e-9) << sample;
    }
  }
}

TEST(AClaimedMatrix, ThatIsNotSymmetricIsFoundOut) {
  const auto report = sinew::check_claimed_matrices(2, [](const VectorXd& q) {
    MatrixXd M(2, 2);
    M << 3 + std::cos(q[1]), 0.5, 0.4, 1;
    return M;
  });
  EXPECT_FALSE(report.properties[0].holds);
  EXPECT_THAT(report.properties[0].detail, HasSubstr("M(2, 1) = 0.4 but M(1, 2) = 0.5"));
}

TEST(AClaimedMatrix, ThatDependsOnTheFirstJointIsFoundOut) {
  const auto report =
      sinew::check_claimed_matrices(1, [](const VectorXd& q) { return MatrixXd::Constant(1, 1, 2 + std::cos(q[0])); });
  EXPECT_TRUE(report.properties[1].holds);
  EXPECT_FALSE(report.properties[2].holds);
}

TEST(AClaimedMatrix, WithTheWrongFactorisationLosesTheSkewSymmetry) {
  // 2R arm: the Christoffel C keeps it, C with its rows' terms swapped about does not
  const double a = 2.0, b = 0.7;
  const sinew::MatrixOfQ M = [&](const VectorXd& q) {
    MatrixXd m(2, 2);
    m << 3 * a + 2 * b * std::cos(q[1]), a + b * std::cos(q[1]), a + b * std::cos(q[1]), a;
    return m;
  };
  const sinew::MatrixOfQAndRate right = [&](const VectorXd& q, const VectorXd& qd) {
    const double h = -b * std::sin(q[1]);
    MatrixXd c(2, 2);
    c << h * qd[1], h * (qd[0] + qd[1]), -h * qd[0], 0;
    return c;
  };
  const sinew::MatrixOfQAndRate wrong = [&](const VectorXd& q, const VectorXd& qd) {
    const double h = -b * std::sin(q[1]);
    MatrixXd c(2, 2);
    c << 2 * h * qd[1], h * qd[1], -h * qd[0], 0;  // the same C·q̇
    return c;
  };
  EXPECT_TRUE(sinew::check_claimed_matrices(2, M, right).all_hold());
  const auto report = sinew::check_claimed_matrices(2, M, wrong);
  EXPECT_FALSE(report.properties[3].holds);
}

TEST(AClaimedMassMatrix, IsComparedWithTheRobotsOwn) {
  const auto model = point_masses();
  const VectorXd q = Eigen::Vector2d(0.3, 0.8);
  const double c2 = std::cos(0.8);
  MatrixXd M(2, 2);
  M << m1 * l1 * l1 + m2 * (l1 * l1 + l2 * l2 + 2 * l1 * l2 * c2), m2 * (l2 * l2 + l1 * l2 * c2),
      m2 * (l2 * l2 + l1 * l2 * c2), m2 * l2 * l2;
  EXPECT_TRUE(sinew::check_claimed_mass_matrix(model, q, M).all_hold());
  M(1, 1) *= 1.01;
  const auto report = sinew::check_claimed_mass_matrix(model, q, M);
  EXPECT_FALSE(report.properties[2].holds);
  EXPECT_THAT(report.properties[2].detail, HasSubstr("M(2, 2)"));
  EXPECT_THROW(sinew::check_claimed_mass_matrix(model, q, MatrixXd::Identity(3, 3)), InputError);
}

TEST(CartesianDynamics, OfTwoPointMassesInTheToolFrameIsTheLecturesForm) {
  const auto model = point_masses();
  sinew::Workspace work(model);
  const Eigen::Vector2d q(0.4, 0.9), qd(0.7, -0.3);
  const double s2 = std::sin(q[1]), c2 = std::cos(q[1]), d1 = qd[0], d12 = qd[0] + qd[1];
  sinew::CartesianTask task;
  const auto& tip = model.frame("tip");
  task.point = {tip.link, tip.X_LF.p};
  task.axes = tip;
  task.rows = sinew::linear_rows;
  const VectorXd qv = q, qdv = qd;
  const auto ask = [&] {
    return sinew::cartesian_dynamics(model, sinew::in(qv), sinew::in(qdv), task, model.gravity(), work);
  };
  EXPECT_THROW(ask(), InputError) << "three rows cannot be had from two joints in a plane";
  task.rows = {false, false, false, true, true, false};
  const auto y = ask();
  const auto near = [](const MatrixXd& a, const MatrixXd& b) { return (a - b).cwiseAbs().maxCoeff(); };
  const double s12 = std::sin(q[0] + q[1]), c12 = std::cos(q[0] + q[1]), c1 = std::cos(q[0]);
  Eigen::Matrix2d J, M_x;
  J << l1 * s2, 0, l1 * c2 + l2, l2;
  M_x << m2 + m1 / (s2 * s2), 0, 0, m2;
  EXPECT_LT(near(y.J, J), 1e-14);
  EXPECT_LT(near(y.M_x, M_x), 1e-12);
  // c_x of the components, as the lecture prints it; of the inertial acceleration, as the reference corrects it
  const double d2 = qd[1];
  const Eigen::Vector2d V(-(m2 * l1 * c2 + m2 * l2) * d1 * d1 - m2 * l2 * d2 * d2 -
                              (2 * m2 * l2 + m2 * l1 * c2 + m1 * l1 * c2 / (s2 * s2)) * d1 * d2,
                          m2 * l1 * s2 * d1 * d1 + l1 * m2 * s2 * d1 * d2);
  const Eigen::Vector2d G(m1 * g * c1 / s2 + m2 * g * s12, m2 * g * c12);
  EXPECT_LT(near(y.g_x, G), 1e-12);
  EXPECT_LT(near(y.c_x, V), 1e-12);
  task.acceleration = sinew::CartesianTask::Acceleration::SeenFromWorld;
  const auto seen = ask();
  EXPECT_NEAR(seen.c_x[0], m1 * (l1 * c2 * d1 * d1 + l2 * d12 * d12) / (s2 * s2), 1e-12);
  EXPECT_NEAR(seen.c_x[1], 0.0, 1e-12);
  // the difference is M_x·(ω × v)
  const Eigen::Vector2d v = y.J * qdv;
  EXPECT_LT(near(y.c_x - seen.c_x, y.M_x * Eigen::Vector2d(-d12 * v.y(), d12 * v.x())), 1e-12);
}

TEST(CartesianDynamics, GivesTheJointTorquesBackThroughTheJacobian) {
  for (const char* name : {"puma560", "ur5", "panda", "iiwa14"}) {
    const auto model = robot(name);
    sinew::Workspace work(model);
    sinew::RandomStates random(5);
    const int n = model.velocity_count();
    for (int sample = 0; sample < 5; ++sample) {
      const VectorXd q = random.position(model), qd = random.rate(model), qdd = random.rate(model);
      for (const bool own : {false, true})
        for (const auto which :
             {sinew::CartesianTask::Acceleration::OfComponents, sinew::CartesianTask::Acceleration::SeenFromWorld}) {
          sinew::CartesianTask task;
          const int last = std::min(6, model.link_count() - 1);
          task.point = {last, {0.1, -0.05, 0.2}};
          if (own) task.axes = sinew::Frame<double>{"own", last, {}};
          task.acceleration = which;
          const auto y = sinew::cartesian_dynamics(model, sinew::in(q), sinew::in(qd), task, model.gravity(), work);
          // F that the joints' motion needs at the task, and Jᵀ·F against the torques' own share of it
          const VectorXd acceleration = y.J * qdd + y.J_rate * qd;
          const VectorXd F = y.M_x * acceleration + y.c_x + y.g_x;
          sinew::RowMatrix M(n, n);
          VectorXd c(n), grav(n);
          sinew::numbers::mass_matrix(model, sinew::in(q), work, sinew::out(M));
          sinew::numbers::coriolis_torque(model, sinew::in(q), sinew::in(qd), work, sinew::out(c));
          sinew::numbers::gravity_torque(model, sinew::in(q), model.gravity(), work, sinew::out(grav));
          const VectorXd tau = M * qdd + c + grav;
          // what a redundant robot does in its null space does not show at the task: compare through J·M⁻¹
          const MatrixXd through = y.J * M.inverse();
          EXPECT_LT((through * (y.J.transpose() * F - tau)).norm(), 1e-8 * through.norm() * tau.norm()) << name;
          // the configuration-space coefficients make the same V
          VectorXd products(n * (n - 1) / 2);
          Eigen::Index column = 0;
          for (int j = 0; j < n; ++j)
            for (int k = j + 1; k < n; ++k) products[column++] = qd[j] * qd[k];
          const VectorXd V = y.B_x * products + y.Csq_x * qd.cwiseAbs2();
          EXPECT_LT((V - y.c_x).norm(), 1e-9 * (1 + y.c_x.norm()) * y.condition) << name;
        }
    }
  }
}

TEST(CartesianDynamics, AtASingularityIsAnErrorUnlessDamped) {
  const auto model = robot("ur5");
  sinew::Workspace work(model);
  const VectorXd zero = VectorXd::Zero(model.velocity_count());  // stretched out
  sinew::CartesianTask task;
  task.point = {5, {}};
  try {
    sinew::cartesian_dynamics(model, sinew::in(zero), sinew::in(zero), task, model.gravity(), work);
    FAIL() << "no error at a singularity";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("singular"));
    EXPECT_THAT(e.what(), HasSubstr("damp"));
  }
  task.damping = 0.1;
  const auto y = sinew::cartesian_dynamics(model, sinew::in(zero), sinew::in(zero), task, model.gravity(), work);
  EXPECT_TRUE(y.M_x.allFinite());
}

TEST(BaseParameters, OfAPlanarArmAreThoseOfTheTextbooks) {
  // two revolute joints in a plane that gravity lies in: Izz₁ + l₁²m₂, hx₁ + l₁m₂, hy₁, Izz₂, hx₂, hy₂
  const auto y = sinew::base_parameters(point_masses());
  EXPECT_THAT(y.groups, testing::ElementsAre("link1.hx + 0.5 link2.m", "link1.hy", "link1.Izz + 0.25 link2.m",
                                             "link2.hx", "link2.hy", "link2.Izz"));
}

TEST(BaseParameters, OfTheWellKnownArmsAreAsManyAsPublished) {
  // Gautier and Khalil: Puma 560 with all ten parameters per link, no rotors: 36
  EXPECT_EQ(sinew::base_parameters(robot("puma560")).rank, 36);
  // a general 6R arm on a base whose first axis is vertical: 36; with 7: 43
  EXPECT_EQ(sinew::base_parameters(robot("iiwa14")).rank, 43);
}

TEST(BaseParameters, GiveTheTorquesBack) {
  for (const char* name : {"puma560", "ur5", "spatial_rpr", "stanford"}) {
    const auto model = sinew::without(robot(name), {.friction = true, .motors = true, .springs = true});
    const auto base = sinew::base_parameters(model);
    sinew::Workspace work(model);
    sinew::RandomStates random(77);
    const int n = model.velocity_count();
    for (int sample = 0; sample < 5; ++sample) {
      const VectorXd q = random.position(model), qd = random.rate(model), qdd = random.rate(model);
      sinew::RowMatrix Y(n, sinew::regressor_columns(model));
      VectorXd tau(n);
      sinew::numbers::regressor(model, sinew::in(q), sinew::in(qd), sinew::in(qdd), model.gravity(), work,
                                sinew::out(Y));
      sinew::numbers::torque(model, sinew::in(q), sinew::in(qd), sinew::in(qdd), work, sinew::out(tau));
      VectorXd sum = VectorXd::Zero(n);
      for (int k = 0; k < base.rank; ++k) sum += Y.col(base.independent[static_cast<std::size_t>(k)]) * base.values[k];
      EXPECT_LT((sum - tau).norm(), 1e-8 * tau.norm()) << name;
    }
    for (const int column : base.without_effect) EXPECT_EQ(base.grouping.col(column).norm(), 0.0) << name;
  }
}

}  // namespace
