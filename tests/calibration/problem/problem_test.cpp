// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sinew/calibration/problem/calibration_problem.h"

namespace sinew_test {
namespace {

using sinew::CalibrationChain;
using sinew::CalibrationProblem;
using sinew::Measurement;
using sinew::MeasurementKind;
using sinew::Measurements;
using sinew::PlaceKind;
using sinew::Pose;
using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const CalibrationChain> panda_chain() {
  static const auto chain = std::make_shared<const CalibrationChain>(
      sinew::make_chain(sinew::load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml"), "panda_hand",
                        {.model = sinew::ChainModel::ModifiedDh}));
  return chain;
}

Pose<double> some_pose(double a, const sinew::Vec3<double>& p) {
  return {sinew::Rotation<double>::from(sinew::RollPitchYaw<double>{a, -0.6 * a, 1.3 * a}), p};
}

/// Two measurements of each kind from places that are known and unknown.
Measurements of_every_kind() {
  Measurements all;
  all.places = {{"tracker", PlaceKind::Frame, some_pose(0.4, {1.0, -0.5, 0.3}), false},
                {"table", PlaceKind::Plane, some_pose(0.1, {0.2, 0.1, -0.1}), false},
                {"socket", PlaceKind::Point, sinew::translation(sinew::Vec3<double>{0.5, 0.1, 0.2}), false},
                {"other", PlaceKind::Point, sinew::translation(sinew::Vec3<double>{0.5, 0.2, 0.2}), false},
                {"anchor", PlaceKind::Point, sinew::translation(sinew::Vec3<double>{-1.0, 0.4, 0.0}), true}};
  const auto add = [&](MeasurementKind kind, const char* place, double deviation) {
    Measurement m{.kind = kind,
                  .place = place,
                  .X_MF = some_pose(1.1, {0.3, 0.2, 0.4}),
                  .distance = 0.7,
                  .position_deviation = deviation,
                  .angle_deviation = 2.0 * deviation};
    all.rows.push_back(m);
    all.rows.push_back(m);
  };
  add(MeasurementKind::Pose, "", 1e-3);
  add(MeasurementKind::Pose, "tracker", 2e-3);
  add(MeasurementKind::Position, "tracker", 1e-3);
  all.rows.back().has_axis = {false, true, false};
  add(MeasurementKind::Distance, "anchor", 1e-3);
  add(MeasurementKind::Distance, "socket", 1e-3);
  add(MeasurementKind::Plane, "table", 1e-3);
  add(MeasurementKind::Socket, "socket", 1e-4);
  add(MeasurementKind::Socket, "other", 1e-4);
  all.distances = {{"socket", "other", 0.05, 1e-4}, {"anchor", "other", 1.6, 1e-3}};
  return all;
}

std::vector<sinew::JointReading> random_readings(std::size_t count) {
  std::mt19937 engine{3};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  std::vector<sinew::JointReading> readings(count);
  for (sinew::JointReading& reading : readings) {
    reading.q.resize(8);
    reading.gravity_torque.resize(8);
    for (double& q : reading.q) q = unit(engine);
    for (double& tau : reading.gravity_torque) tau = 20.0 * unit(engine);
  }
  return readings;
}

TEST(CalibrationProblem, HasTheDerivativesThatDifferencesShowForEveryKind) {
  const Measurements measured = of_every_kind();
  const CalibrationProblem problem(panda_chain(), measured, random_readings(measured.rows.size()),
                                   unknowns_of(*panda_chain(), {.free = {"all", "base", "tool", "ratio", "compliance"},
                                                                .tied = {"a4 = -0.5*a5"},
                                                                .priors = {"length = 20 mm", "alpha2 = 1 deg"},
                                                                .bounds = {}}));
  std::mt19937 engine{5};
  std::uniform_real_distribution<double> unit{-3.0, 3.0};
  Eigen::VectorXd x(problem.unknown_count());
  for (double& one : x) one = unit(engine);
  Eigen::VectorXd r, above, below;
  Eigen::MatrixXd J;
  problem.evaluate(x, r, &J);
  ASSERT_EQ(r.size(), problem.residual_count());
  ASSERT_EQ(J.cols(), problem.unknown_count());
  constexpr double h = 1e-3;  // of a typical error, which is small already
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    Eigen::VectorXd y = x;
    y[k] += h;
    problem.evaluate(y, above, nullptr);
    y[k] -= 2.0 * h;
    problem.evaluate(y, below, nullptr);
    const Eigen::VectorXd expected = (above - below) / (2.0 * h);
    EXPECT_LT((J.col(k) - expected).norm(), 1e-7 * (1.0 + expected.norm()))
        << problem.unknowns()[static_cast<std::size_t>(k)].parameter.name;
  }
}

TEST(CalibrationProblem, HasNoResidualAtTheTruth) {
  Measurements measured = of_every_kind();
  measured.distances.clear();
  std::erase_if(measured.rows, [](const Measurement& m) { return m.kind == MeasurementKind::Socket; });
  const std::vector<sinew::JointReading> readings = random_readings(measured.rows.size());
  const sinew::ChainAt at(*panda_chain(), panda_chain()->nominal(), {});
  for (std::size_t i = 0; i < measured.rows.size(); ++i) {
    Measurement& m = measured.rows[i];
    m.X_MF = at.pose(readings[i]);
    for (const sinew::MeasuringPlace& place : measured.places)
      if (place.name == m.place) m.X_MF = place.X_WM->inverse() * m.X_MF;
    m.distance = m.kind == MeasurementKind::Plane ? m.X_MF.p.z : norm(m.X_MF.p);
  }
  const CalibrationProblem problem(panda_chain(), measured, readings, unknowns_of(*panda_chain(), {.free = {"all"}}));
  EXPECT_LT(problem.natural_residuals(Eigen::VectorXd::Zero(problem.unknown_count())).norm(), 1e-13);
}

TEST(Unknowns, AreReadByNamesAndGroups) {
  const auto names = [](const std::vector<std::string>& free) {
    std::vector<std::string> found;
    for (const sinew::Unknown& u : unknowns_of(*panda_chain(), {.free = free})) found.push_back(u.parameter.name);
    return found;
  };
  EXPECT_THAT(names({"a", "-a1"}), ElementsAre("a2", "a3", "a4", "a5", "a6", "a7"));
  EXPECT_THAT(names({"tool.xyz", "joint2.offset"}), ElementsAre("theta2", "tool.x", "tool.y", "tool.z"));
  EXPECT_THAT(names({"joint3"}), ElementsAre("alpha3", "a3", "theta3", "d3"));
  EXPECT_THAT(names({"panda_joint3.ratio"}), ElementsAre("panda_joint3.ratio"));
  EXPECT_EQ(names({"all"}).size(), 28u);
}

TEST(Unknowns, ThatAreTiedAreOne) {
  const auto unknowns = unknowns_of(*panda_chain(), {.free = {"a4", "a5", "d3"}, .tied = {"a5 = -2*a4"}});
  ASSERT_EQ(unknowns.size(), 2u);
  const sinew::Unknown& tied = unknowns[0].parameter.name == "a4" ? unknowns[0] : unknowns[1];
  ASSERT_EQ(tied.moves.size(), 2u);
  EXPECT_EQ(tied.moves[1].first, *panda_chain()->find("a5"));
  EXPECT_EQ(tied.moves[1].second, -2.0);
}

TEST(Unknowns, TakeUnitsInPriorsAndBounds) {
  const auto unknowns = unknowns_of(
      *panda_chain(), {.free = {"d1", "alpha2"}, .priors = {"angle = 1 deg"}, .bounds = {"d1 = 330 mm .. 0.34"}});
  ASSERT_EQ(unknowns.size(), 2u);
  for (const sinew::Unknown& u : unknowns) {
    if (u.parameter.name == "d1") {
      EXPECT_DOUBLE_EQ(u.lower, 0.33);
      EXPECT_DOUBLE_EQ(u.upper, 0.34);
    } else {
      EXPECT_NEAR(u.prior_deviation, 0.0174533, 1e-7);
    }
  }
}

TEST(Unknowns, AreRefusedAllAtOnce) {
  try {
    unknowns_of(*panda_chain(), {.free = {"a9", "d1", "joint3.ofset"},
                                 .tied = {"d1", "d1 = theta1"},
                                 .priors = {"d1 = 5 deg", "d2 = 1 mm", "d1 5mm"},
                                 .bounds = {"d1 = 1 m .. 2 m"}});
    FAIL() << "nothing was refused";
  } catch (const sinew::InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 8u) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'joint3.offset'"));
  }
}

}  // namespace
}  // namespace sinew_test
