// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/motion/motion_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sinew/errors/formula_error.h"
#include "sinew/motion/trajectory/profile.h"
#include "sinew/report/motion/motion_recording.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

RobotMotion motion_of(const char* name) {
  Arm arm = load(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml");
  Eigen::VectorXd from = Eigen::VectorXd::Constant(arm.velocity_count(), 0.01), to = from;
  for (Eigen::Index i = 0; i < to.size(); ++i) to[i] = 0.02 + 0.1 * static_cast<double>(i % 3);
  auto trajectory = std::make_shared<const Trajectory>(line_path(from, to), profile_clock(Profile::Quintic, 2.0));
  return {std::move(arm), std::move(trajectory)};
}

std::string written(const RobotMotion& motion, const std::vector<NamedQuantity>& quantities, int samples, int threads,
                    const MotionRowFormat& format) {
  std::string text;
  write_motion_rows(motion, quantities, SampleTimes::counted(motion.trajectory->duration(), samples), 0.0, format,
                    threads, [&](std::string_view more, long) {
                      text += more;
                      return true;
                    });
  return text;
}

TEST(MotionRows, are_the_same_bits_for_any_number_of_threads) {
  const RobotMotion motion = motion_of("panda");
  const std::vector<NamedQuantity> all = QuantityCatalogue(motion).chosen("all");
  const CsvMotionRows csv(all);
  const JsonMotionRows json(all);
  const std::string one = written(motion, all, 1500, 1, csv), one_json = written(motion, all, 700, 1, json);
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 1500);
  for (const int threads : {2, 3, 4}) {
    EXPECT_EQ(written(motion, all, 1500, threads, csv), one) << threads;
    EXPECT_EQ(written(motion, all, 700, threads, json), one_json) << threads;
  }
}

TEST(MotionRows, end_where_the_reader_has_enough) {
  const RobotMotion motion = motion_of("two_link_2r");
  const std::vector<NamedQuantity> all = QuantityCatalogue(motion).chosen("torque");
  long rows = 0;
  write_motion_rows(motion, all, SampleTimes::counted(2.0, 1'000'000'000), 0.0, CsvMotionRows(all), 2,
                    [&](std::string_view, long done) {
                      rows = done;
                      return false;
                    });
  EXPECT_GT(rows, 0);
  EXPECT_LT(rows, 200'000);
}

TEST(MotionRows, pass_on_what_is_wrong_from_any_thread) {
  const Arm arm = load(std::string(SINEW_SOURCE_DIR) + "/robots/two_link_2r.yaml");
  // so fast at its end that no torque is finite there
  const auto bursts = std::make_shared<const Trajectory>(std::vector<Trajectory::Segment>{
      {line_path(Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 1)), profile_clock(Profile::Cubic, 1.0)},
      {line_path(Eigen::Vector2d(1, 1), Eigen::Vector2d(2, 2)), Clock({{0.0, {0.0, 1e160}}}, 1e-160)}});
  const RobotMotion motion{arm, bursts};
  const std::vector<NamedQuantity> torque = QuantityCatalogue(motion).chosen("torque");
  for (const int threads : {1, 2})
    EXPECT_THROW(written(motion, torque, 200'000, threads, CsvMotionRows(torque)), InputError) << threads;
}

TEST(MotionRows, have_the_same_numbers_in_csv_json_and_recordings) {
  const RobotMotion motion = motion_of("rrp");
  const std::vector<NamedQuantity> all = QuantityCatalogue(motion).chosen("all");
  const nlohmann::json rows = nlohmann::json::parse("[" + written(motion, all, 5, 1, JsonMotionRows(all)) + "]");
  const CsvMotionRows csv(all);
  std::istringstream lines(written(motion, all, 5, 1, csv));
  const Recording recording = motion_recording(motion, all, SampleTimes::counted(2.0, 5), 0.0, "rrp");
  ASSERT_THAT(rows, SizeIs(5));
  ASSERT_THAT(recording.series, SizeIs(all.size()));
  for (std::size_t k = 0; k < 5; ++k) {
    std::string line, cell;
    std::getline(lines, line);
    std::istringstream cells(line);
    std::getline(cells, cell, ',');
    EXPECT_EQ(std::stod(cell), 0.5 * static_cast<double>(k));
    EXPECT_EQ(rows[k]["t"], 0.5 * static_cast<double>(k));
    EXPECT_EQ(recording.t[k], 0.5 * static_cast<double>(k));
    for (std::size_t s = 0; s < all.size(); ++s) {
      const nlohmann::json* place = &rows[k];
      for (const std::string& key : all[s].path) place = &place->at(key);
      for (std::size_t i = 0; i < all[s].measures.size(); ++i) {
        std::getline(cells, cell, ',');
        const double own = recording.series[s].values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
        EXPECT_EQ(std::stod(cell), own) << all[s].name;
        EXPECT_EQ((all[s].rows ? place->at(i) : *place).get<double>(), own) << all[s].name;
      }
    }
  }
}

TEST(MotionRecording, has_the_limits_of_the_joints) {
  const RobotMotion motion = motion_of("panda");
  const Recording recording = motion_recording(motion, QuantityCatalogue(motion).chosen("q,qd,torque,energy"),
                                               SampleTimes::counted(2.0, 3), 1.0, "");
  EXPECT_THAT(recording.t, ElementsAre(1.0, 2.0, 3.0));
  EXPECT_THAT(recording.series[0].limits, SizeIs(8));
  EXPECT_EQ(recording.series[0].limits[0].upper, motion.arm.model().link(0).limits.upper);
  EXPECT_EQ(recording.series[1].limits[0].lower, -motion.arm.model().link(0).limits.velocity);
  EXPECT_EQ(recording.series[2].limits[0].upper, motion.arm.model().link(0).limits.effort);
  EXPECT_TRUE(recording.series[3].limits.empty());
}

std::vector<std::string> names_of(const std::vector<NamedQuantity>& quantities) {
  std::vector<std::string> names;
  for (const NamedQuantity& one : quantities) names.push_back(one.name);
  return names;
}

TEST(QuantityCatalogue, finds_quantities_by_all_their_names) {
  const QuantityCatalogue catalogue(motion_of("rrp"));
  EXPECT_THAT(names_of(catalogue.chosen("torque,link3.coriolis")), ElementsAre("torque", "link3.vd_coriolis"));
  EXPECT_THAT(names_of(catalogue.chosen("tau, links.link3.vd_coriolis,link3.coriolis")),
              ElementsAre("torque", "link3.vd_coriolis"));
  EXPECT_THAT(names_of(catalogue.chosen("links.force")), ElementsAre("link1.f", "link2.f", "link3.f"));
  EXPECT_THAT(names_of(catalogue.chosen("energy")), ElementsAre("energy.kinetic", "energy.potential", "energy.total"));
  EXPECT_THAT(catalogue.chosen("link2"), SizeIs(15));
  EXPECT_THAT(catalogue.chosen("links"), SizeIs(45));
  EXPECT_THAT(catalogue.chosen("causes"), SizeIs(7));
  EXPECT_THAT(catalogue.chosen("all"), SizeIs(catalogue.all().size()));
  EXPECT_EQ(catalogue.chosen("link3.coriolis")[0].title, "Coriolis acceleration of link3, in its own axes");
  std::set<std::string> names;
  for (const NamedQuantity& one : catalogue.all()) EXPECT_TRUE(names.insert(one.name).second) << one.name;
  try {
    catalogue.chosen("link3.corolis");
    FAIL() << "there is none";
  } catch (const FormulaError& e) {
    EXPECT_THAT(e.remedy, HasSubstr("link3.coriolis"));
  }
  EXPECT_THROW(catalogue.chosen(""), FormulaError);
}

}  // namespace
}  // namespace sinew
