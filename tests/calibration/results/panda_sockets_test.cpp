// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sinew/calibration/calibration.h"
#include "sinew/formats/urdf/writer.h"

namespace sinew_test {
namespace {

using sinew::Calibration;
using sinew::ChainModel;
using sinew::Measurement;
using sinew::Measurements;

/// Joint positions of a real Panda whose flange held a ball in sockets, two of them in each of six places
/// (platonics-delft/kinematics_calibration, robot 3: Franzese, Spahn, Kober and Della Santina 2025).
class PandaSockets : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = SINEW_SOURCE_DIR "/../shared/reference/measured/panda_sockets";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the published measurements are not here";
    for (const char* place : {"backcenter", "backleft", "backright", "frontcenter", "frontleft", "frontright"}) {
      for (const char* socket : {"0", "1"}) {
        const std::string name = std::string(place) + "_socket" + socket;
        measured.places.push_back({name, sinew::PlaceKind::Point, {}, false});
        read(folder / (name + ".csv"), name);
      }
      measured.distances.push_back({std::string(place) + "_socket0", std::string(place) + "_socket1", 0.05, 1e-4});
    }
  }

  void read(const std::filesystem::path& file, const std::string& name) {
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      Measurement m{.kind = sinew::MeasurementKind::Socket,
                    .q = Eigen::VectorXd::Zero(8),
                    .place = name,
                    .set = name,
                    .file = file.filename().string(),
                    .line = ++number};
      m.position_deviation = 2e-4;
      std::istringstream fields(line);
      std::string field;
      for (int i = 0; i < 7 && std::getline(fields, field, ','); ++i) m.q[i] = std::stod(field);
      measured.rows.push_back(std::move(m));
    }
  }

  Calibration calibration(ChainModel model, std::vector<std::string> free, std::vector<std::string> priors = {}) const {
    const sinew::LoadedRobot robot = sinew::load_robot(SINEW_SOURCE_DIR "/robots/panda.yaml");
    auto chain =
        std::make_shared<const sinew::CalibrationChain>(sinew::make_chain(robot, "panda_link8", {.model = model}));
    Calibration c(sinew::Arm(robot), chain, {.choice = {.free = std::move(free), .priors = std::move(priors)}});
    c.add(measured);
    return c;
  }

  static double rms(const sinew::CalibrationProblem& problem, const Eigen::VectorXd& residuals) {
    return sinew::residual_statistics(problem, residuals).position.rms;
  }

  Measurements measured;
};

TEST_F(PandaSockets, AreMetToAFifthOfAMillimetre) {
  const auto result =
      calibration(ChainModel::ModifiedDh, {"all", "tool.xyz"}, {"length = 20 mm", "angle = 0.02", "tool = 1 m"})
          .solve();
  EXPECT_NEAR(rms(*result.problem, result.before), 2.84e-3, 0.02e-3);
  EXPECT_LE(rms(*result.problem, result.after), 0.206e-3);
}

TEST_F(PandaSockets, AreForetoldWhereTheyWereLeftOut) {
  const auto each =
      calibration(ChainModel::ModifiedDh, {"all", "tool.xyz"}, {"length = 20 mm", "angle = 0.02", "tool = 1 m"})
          .cross_validate()
          .done;
  ASSERT_EQ(each.size(), 6u);
  double sum = 0.0;
  for (const sinew::Validation& one : each) sum += rms(*one.problem, one.after);
  EXPECT_LE(sum / 6.0, 0.22e-3);
}

TEST_F(PandaSockets, AreMetAsWellByAnyDescription) {
  const auto dh = calibration(ChainModel::ModifiedDh, {"all", "tool.xyz"}).solve();
  const auto standard = calibration(ChainModel::StandardDh, {"all", "tool.xyz"}).solve();
  const auto poses = calibration(ChainModel::Poses, {"all", "tool.xyz"}).solve();
  EXPECT_NEAR(rms(*dh.problem, dh.after), rms(*poses.problem, poses.after), 1e-6);
  EXPECT_NEAR(rms(*dh.problem, dh.after), rms(*standard.problem, standard.after), 1e-6);
  // without what need not be free, the same
  const sinew::Identifiability told = identifiability_of(dh);
  EXPECT_FALSE(told.is_complete());
  std::vector<std::string> least = {"all", "tool.xyz"};
  for (const int held : told.held) least.push_back("-" + dh.numbers[static_cast<std::size_t>(held)].parameter.name);
  const auto minimal = calibration(ChainModel::ModifiedDh, least).solve();
  EXPECT_TRUE(identifiability_of(minimal).is_complete());
  EXPECT_NEAR(rms(*dh.problem, dh.after), rms(*minimal.problem, minimal.after), 1e-6);
}

TEST_F(PandaSockets, HaveTheSameResidualsUnderTheWrittenUrdf) {
  const auto result =
      calibration(ChainModel::ModifiedDh, {"all", "tool.xyz"}, {"length = 20 mm", "angle = 0.02", "tool = 1 m"})
          .solve();
  sinew::Diagnostics notes("");
  const sinew::LoadedRobot again =
      sinew::load_robot(sinew::SourceText{"panda.urdf", sinew::write_urdf(result.robot(), notes)});
  const auto chain = std::make_shared<const sinew::CalibrationChain>(
      sinew::make_chain(again, sinew::CalibrationChain::measured_frame, {.model = ChainModel::Poses}));
  sinew::Measurements placed = measured;
  placed.places = result.places;
  std::vector<sinew::JointReading> readings;
  for (const Measurement& m : measured.rows) readings.push_back({m.q, Eigen::VectorXd::Zero(8)});
  const sinew::CalibrationProblem problem(chain, chain->nominal(), placed, readings, {});
  EXPECT_LT((problem.natural_residuals(Eigen::VectorXd::Zero(problem.unknown_count())) - result.after).norm(), 1e-10);
}

}  // namespace
}  // namespace sinew_test
