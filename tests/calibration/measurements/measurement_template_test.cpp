// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/calibration/measurements/place_text.h"
#include "tests/calibration/measurements/two_link.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::turn_and_slide;
using testing::HasSubstr;

struct FilledTemplate {
  RowKind kind;
  const char* figures;
  MeasurementKind becomes;
};

class EveryTemplate : public testing::TestWithParam<FilledTemplate> {};
INSTANTIATE_TEST_SUITE_P(
    Measurements, EveryTemplate,
    testing::Values(FilledTemplate{RowKind::Pose, "100,200,300,10,20,30,tracker", MeasurementKind::Pose},
                    FilledTemplate{RowKind::Position, "100,200,300,tracker", MeasurementKind::Position},
                    FilledTemplate{RowKind::Distance, "1500,anchor", MeasurementKind::Distance},
                    FilledTemplate{RowKind::Plane, "0,top", MeasurementKind::Plane},
                    FilledTemplate{RowKind::Socket, "anchor", MeasurementKind::Socket},
                    FilledTemplate{RowKind::Touch, "block,+x", MeasurementKind::Position}));

TEST_P(EveryTemplate, IsReadOnceItIsFilledIn) {
  const FilledTemplate& filled = GetParam();
  const std::string empty = measurement_template(filled.kind, turn_and_slide());
  EXPECT_THAT(empty, HasSubstr("Kind: " + std::string(name_of(filled.kind))));
  const std::string row = std::string("90,250,") + filled.figures + "\n";
  std::vector<MeasuringPlace> all = parse_measuring_places("tracker frame; anchor point; top plane; block cube 100mm");
  const MeasurementTable table =
      read_measurement_csv(empty + row + row, "filled.csv", turn_and_slide(), {.kind = filled.kind}, all);
  for (const Diagnostic& warning : table.warnings) EXPECT_THAT(warning.text(), HasSubstr("nothing is measured from"));
  ASSERT_EQ(table.measurements.rows.size(), 2U);
  const Measurement& m = table.measurements.rows[1];
  EXPECT_EQ(m.kind, filled.becomes);
  EXPECT_NEAR(m.q[0], std::numbers::pi / 2, 1e-15);
  EXPECT_NEAR(m.q[1], 0.25, 1e-16);
  const bool has_position = filled.kind == RowKind::Pose || filled.kind == RowKind::Position;
  EXPECT_NEAR(m.X_MF.p.z, has_position ? 0.3 : 0.0, 1e-16);
  EXPECT_NEAR(roll_pitch_yaw(m.X_MF.R).yaw, filled.kind == RowKind::Pose ? std::numbers::pi / 6 : 0.0, 1e-15);
  // empty, it is refused as what it is
  EXPECT_THAT(sinew_test::refusal(
                  [&] { read_measurement_csv(empty, "filled.csv", turn_and_slide(), {.kind = filled.kind}, all); }),
              HasSubstr("filled.csv: has no measurements"));
}

TEST(ATemplate, HasTheJointsThatTheFrameHangsOn) {
  const Model<double> panda = sinew_test::shipped_model("panda");
  EXPECT_THAT(
      measurement_template(RowKind::Socket, panda, "panda_link4"),
      HasSubstr("\nq.panda_joint1 [deg],q.panda_joint2 [deg],q.panda_joint3 [deg],q.panda_joint4 [deg],socket\n"));
  EXPECT_THAT(measurement_template(RowKind::Socket, panda, "panda_leftfinger"),
              HasSubstr("q.panda_finger_joint1 [mm]"));
}

TEST(ATemplate, IsReadWithJointsOfAnyName) {
  const Model<double> model =
      load_robot(SourceText{"odd.yaml",
                            "sinew: 1\nname: odd\nlinks:\n  - {name: a, mass: 1, joint: {name: 'one, \"two\"'}}\n"})
          .model;
  const std::string text = measurement_template(RowKind::Position, model) + "90,1,2,3,\n";
  EXPECT_NEAR(read_measurement_csv(text, "odd.csv", model).measurements.rows[0].q[0], std::numbers::pi / 2, 1e-15);
}

}  // namespace
}  // namespace sinew
