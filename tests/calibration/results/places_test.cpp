// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <functional>

#include "sinew/calibration/results/measured_sets.h"
#include "tests/calibration/results/imagined_robot.h"

namespace sinew_test {
namespace {

using sinew::CalibrationResult;
using sinew::Measurement;
using sinew::MeasurementKind;
using sinew::MeasuringPlace;
using sinew::PlaceKind;
using sinew::Pose;
using sinew::Vec3;

const Pose<double> X_WM{sinew::Rotation<double>::from(sinew::RollPitchYaw<double>{0.3, -0.2, 0.9}), {0.7, -0.4, 0.2}};

/// A Panda whose second and fourth joints have offsets, which are looked for together with a place.
class FromAPlace : public testing::Test {
 protected:
  FromAPlace() : imagined("panda", "panda_link8", sinew::ChainModel::ModifiedDh, 4) {
    imagined.truth[*imagined.chain->find("theta2")] += 0.01;
    imagined.truth[*imagined.chain->find("theta4")] -= 0.02;
    imagined.truth[*imagined.chain->find("a5")] += 2e-3;
  }

  /// `count` measurements that `read` makes of the true pose of F as seen from the place.
  void measure(const MeasuringPlace& place, MeasurementKind kind, int count,
               const std::function<void(Measurement&, const Pose<double>& X_MF)>& read) {
    measured.places.push_back(place);
    for (int i = 0; i < count; ++i) {
      Measurement m{.kind = kind, .q = imagined.random_q(), .place = place.name, .set = "all"};
      read(m, X_WM.inverse() * imagined.pose(m.q));
      measured.rows.push_back(std::move(m));
    }
  }

  CalibrationResult solved() const {
    sinew::Calibration calibration = imagined.calibration({.choice = {.free = {"theta2", "theta4", "a5"}}});
    calibration.add(measured);
    CalibrationResult result = calibration.solve();
    for (const char* name : {"theta2", "theta4", "a5"}) {
      const Eigen::Index k = *imagined.chain->find(name);
      EXPECT_NEAR(result.chain_values[k], imagined.truth[k], 1e-9) << name;
    }
    EXPECT_LT(result.after.norm(), 1e-8);
    return result;
  }

  static double distance(const Pose<double>& A, const Pose<double>& B) {
    double worst = norm(A.p - B.p);
    for (int i = 0; i < 3; ++i) worst = std::max(worst, norm(A.R.row(i) - B.R.row(i)));
    return worst;
  }

  ImaginedRobot imagined;
  sinew::Measurements measured;
};

TEST_F(FromAPlace, ATrackerOfPosesIsFound) {
  measure({"tracker", PlaceKind::Frame, {}, false}, MeasurementKind::Pose, 20,
          [](Measurement& m, const Pose<double>& X_MF) { m.X_MF = X_MF; });
  EXPECT_LT(distance(*solved().places[0].X_WM, X_WM), 1e-9);
}

TEST_F(FromAPlace, ATrackerOfPositionsIsFound) {
  measure({"tracker", PlaceKind::Frame, {}, false}, MeasurementKind::Position, 25,
          [](Measurement& m, const Pose<double>& X_MF) { m.X_MF.p = X_MF.p; });
  EXPECT_LT(distance(*solved().places[0].X_WM, X_WM), 1e-9);
}

TEST_F(FromAPlace, TheAnchorOfADrawWireIsFound) {
  measure({"anchor", PlaceKind::Point, {}, false}, MeasurementKind::Distance, 40,
          [](Measurement& m, const Pose<double>& X_MF) { m.distance = norm(X_MF.p); });
  EXPECT_LT(norm(solved().places[0].X_WM->p - X_WM.p), 1e-9);
}

TEST_F(FromAPlace, APlaneIsFound) {
  measure({"table", PlaceKind::Plane, {}, false}, MeasurementKind::Plane, 60,
          [](Measurement& m, const Pose<double>& X_MF) { m.distance = X_MF.p.z; });
  const Pose<double> X = *solved().places[0].X_WM;
  EXPECT_NEAR(dot(X.R.column(2), X_WM.R.column(2)), 1.0, 1e-12);
  EXPECT_NEAR(dot(X.p - X_WM.p, X_WM.R.column(2)), 0.0, 1e-9);
}

TEST_F(FromAPlace, ACubeIsFoundByPointsOnItsFaces) {
  // a coordinate across a face is known, as a touch of that face tells it
  int face = 0;
  measure({"block", PlaceKind::Frame, {}, false}, MeasurementKind::Position, 90,
          [&](Measurement& m, const Pose<double>& X_MF) {
            const int axis = face++ % 3;
            m.has_axis = {axis == 0, axis == 1, axis == 2};
            m.X_MF.p[axis] = X_MF.p[axis];
          });
  EXPECT_LT(distance(*solved().places[0].X_WM, X_WM), 1e-8);
}

TEST(SetsOfMeasurements, AreJoinedByKnownDistances) {
  sinew::Measurements m;
  for (const char* name : {"left_socket0", "left_socket1", "right_socket0", "right_socket1"}) {
    m.places.push_back({name, PlaceKind::Point, {}, false});
    m.rows.push_back({.kind = MeasurementKind::Socket, .place = name, .set = name});
  }
  m.distances = {{"left_socket0", "left_socket1", 0.05, 1e-4}, {"right_socket0", "right_socket1", 0.05, 1e-4}};
  const std::vector<sinew::MeasuredSet> sets = sinew::measured_sets(m);
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].name, "left");
  EXPECT_EQ(sets[1].rows, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(sinew::part_of(m, sets[1].rows).distances.size(), 1u);
}

TEST(ACalibration, OfOneMeasurementTooFewSaysSo) {
  const ImaginedRobot imagined("panda", "panda_link8", sinew::ChainModel::ModifiedDh, 4);
  sinew::Calibration calibration = imagined.calibration({});
  EXPECT_THROW(calibration.solve(), sinew::InputError);
  calibration.add(MeasuringPlace{"table", PlaceKind::Plane, {}, false});
  calibration.add(Measurement{.kind = MeasurementKind::Plane, .q = Eigen::VectorXd::Zero(8), .place = "table"});
  EXPECT_THROW(calibration.solve(), sinew::InputError);
  EXPECT_THROW(calibration.add(Measurement{.q = Eigen::VectorXd::Zero(3)}), sinew::InputError);
}

}  // namespace
}  // namespace sinew_test
