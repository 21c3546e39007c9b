// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/measurement_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "sinew/calibration/measurements/measurement_checks.h"
#include "sinew/calibration/measurements/place_text.h"
#include "tests/calibration/measurements/two_link.h"
#include "tests/support/differences.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::all_texts;
using sinew_test::difference;
using sinew_test::refusal;
using sinew_test::turn_and_slide;
using sinew_test::two_link;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double deg = std::numbers::pi / 180;

MeasurementTable read_two_link(const std::string& text, const MeasurementReading& reading = {},
                               const std::string& places = {}) {
  return read_measurement_csv(text, "folder/data.csv", two_link(), reading, parse_measuring_places(places));
}

TEST(MeasuredPositions, HaveColumnsInAnyOrderAndUnitsInTheirTitles) {
  const std::string rows = "\n300,45,0.1,-0.2,90\n";
  for (const std::string titles :
       {"x [mm],q.elbow [deg],y [m],z,q.shoulder [deg]", "x (mm),elbow (deg),y,z [m],shoulder [deg]",
        "x mm,q.elbow deg,y,z,shoulder deg", "x_mm,elbow_deg,y_m,z,q.shoulder_deg", "x [mm],q2 [deg],y,z,q1 [deg]"}) {
    const MeasurementTable table = read_two_link(titles + rows);
    ASSERT_EQ(table.measurements.rows.size(), 1U) << titles;
    const Measurement& m = table.measurements.rows[0];
    EXPECT_EQ(m.kind, MeasurementKind::Position);
    EXPECT_NEAR(m.q[0], 90 * deg, 1e-15) << titles;
    EXPECT_NEAR(m.q[1], 45 * deg, 1e-15);
    EXPECT_LT(difference(m.X_MF.p, Vec3<double>{0.3, 0.1, -0.2}), 1e-15);
    EXPECT_THAT(m.has_axis, ElementsAre(true, true, true));
    EXPECT_EQ(m.place, "");
    EXPECT_EQ(m.set, "data");
    EXPECT_EQ(m.file, "folder/data.csv");
    EXPECT_EQ(m.line, 2);
    EXPECT_TRUE(table.warnings.empty()) << all_texts(table.warnings);
  }
}

TEST(MeasuredPositions, MayLackAxes) {
  const Measurement m = read_two_link("q1,q2,z\n0.1,0.2,0.3\n0.2,0.3,0.4\n").measurements.rows[1];
  EXPECT_THAT(m.has_axis, ElementsAre(false, false, true));
  EXPECT_EQ(m.X_MF.p.z, 0.4);
}

TEST(MeasuredNumbers, TakeTheUnitOfTheCellThenOfTheTitleThenTheOneBesideTheFile) {
  const MeasurementReading reading{.units = "mm, deg"};
  const Measurement m = read_two_link("q1,q2 [rad],x,y [m],z\n90,0.5,20 cm,0.25,30\n", reading).measurements.rows[0];
  EXPECT_NEAR(m.q[0], 90 * deg, 1e-15);
  EXPECT_EQ(m.q[1], 0.5);
  EXPECT_LT(difference(m.X_MF.p, Vec3<double>{0.2, 0.25, 0.03}), 1e-16);
  const auto slide = read_measurement_csv("shoulder,slide,x\n90,250,1\n", "f.csv", turn_and_slide(), reading);
  EXPECT_NEAR(slide.measurements.rows[0].q[1], 0.25, 1e-16);
}

TEST(MeasuredPoses, AreReadFromQuaternionsAndAngles) {
  const Rotation<double> R = Rotation<double>::from(RollPitchYaw<double>{0.1, -0.2, 0.3});
  const Quaternion<double> p = quaternion(R);
  const auto text = [](double x) { return std::to_string(x); };
  const std::string places = "tracker frame";
  const std::string by_quaternion = "q1,q2,x,y,z,qx,qy,qz,qw,place\n0,0,1,2,3," + text(p.x) + "," + text(p.y) + "," +
                                    text(p.z) + "," + text(p.w) + ",tracker\n0,0.1,1,2,3,0,0,0,1,tracker\n";
  const MeasurementTable a = read_two_link(by_quaternion, {}, places);
  EXPECT_EQ(a.measurements.rows[0].kind, MeasurementKind::Pose);
  EXPECT_LT(difference(a.measurements.rows[0].X_MF, Pose<double>{R, {1, 2, 3}}), 2e-6) << "six digits";
  EXPECT_EQ(a.measurements.rows[0].place, "tracker");
  const MeasurementTable b =
      read_two_link("q1,q2,x,y,z,roll [rad],pitch,yaw\n0,0,1,2,3,0.1,-0.2,0.3\n", {.place = "tracker"}, places);
  EXPECT_LT(difference(b.measurements.rows[0].X_MF, Pose<double>{R, {1, 2, 3}}), 1e-15);
  EXPECT_EQ(b.measurements.rows[0].place, "tracker");
}

TEST(MeasuredDistances, AreFromPoints) {
  const MeasurementTable table =
      read_two_link("q1,q2,distance [mm],place,deviation [mm],set\n0,0,1500,wire,0.2,a\n0,1,1400,wire,0.3,\n");
  const std::vector<Measurement>& rows = table.measurements.rows;
  EXPECT_EQ(rows[0].kind, MeasurementKind::Distance);
  EXPECT_EQ(rows[0].distance, 1.5);
  EXPECT_NEAR(rows[1].position_deviation, 3e-4, 1e-18);
  EXPECT_EQ(rows[0].set, "a");
  EXPECT_EQ(rows[1].set, "data") << "where the cell is empty";
  ASSERT_EQ(table.measurements.places.size(), 1U);
  EXPECT_EQ(table.measurements.places[0].name, "wire");
  EXPECT_EQ(table.measurements.places[0].kind, PlaceKind::Point);
  EXPECT_FALSE(table.measurements.places[0].is_known);
}

TEST(MeasuredPlanes, HaveHeights) {
  const MeasurementTable table = read_two_link("q1,q2,plane,height [mm]\n0,0,table,10\n0,1,table,-2\n");
  EXPECT_EQ(table.measurements.rows[1].kind, MeasurementKind::Plane);
  EXPECT_EQ(table.measurements.rows[1].distance, -2e-3);
  EXPECT_EQ(table.measurements.places[0].kind, PlaceKind::Plane);
}

TEST(MeasuredSockets, AreNamedByColumnOrByOptionOrByTheFile) {
  const MeasurementTable by_column = read_two_link("q1,q2,socket\n0,0,left\n0,1,left\n1,0,right\n1,1,right\n");
  EXPECT_EQ(by_column.measurements.rows[0].kind, MeasurementKind::Socket);
  EXPECT_EQ(by_column.measurements.rows[2].place, "right");
  EXPECT_EQ(by_column.measurements.places.size(), 2U);
  const MeasurementTable by_file = read_two_link("q1,q2\n0,0\n1,1\n", {.kind = RowKind::Socket});
  EXPECT_EQ(by_file.measurements.rows[0].place, "data");
  EXPECT_EQ(by_file.measurements.rows[0].set, "data");
  const MeasurementTable by_option = read_two_link("q1,q2\n0,0\n1,1\n", {.kind = RowKind::Socket, .place = "s"});
  EXPECT_EQ(by_option.measurements.rows[0].place, "s");
}

TEST(TouchedPlaces, BecomeMeasurementsOfTheProbesCentre) {
  const MeasurementReading reading{.kind = RowKind::Touch, .probe_radius = 3e-3};
  const MeasurementTable table = read_two_link(
      "q1,q2,place,face\n0,0,block,+x\n0,1,block,-y\n1,0,block,−z\n1,1,ball,\n1,2,ball,\n2,0,top,\n2,1,top,\n", reading,
      "block cube 100mm; ball sphere diameter 50mm; top plane at 0,0,0.2 known");
  const std::vector<Measurement>& rows = table.measurements.rows;
  EXPECT_EQ(rows[0].kind, MeasurementKind::Position);
  EXPECT_THAT(rows[0].has_axis, ElementsAre(true, false, false));
  EXPECT_NEAR(rows[0].X_MF.p.x, 0.053, 1e-16);
  EXPECT_THAT(rows[1].has_axis, ElementsAre(false, true, false));
  EXPECT_NEAR(rows[1].X_MF.p.y, -0.053, 1e-16);
  EXPECT_NEAR(rows[2].X_MF.p.z, -0.053, 1e-16);
  EXPECT_EQ(rows[3].kind, MeasurementKind::Distance);
  EXPECT_NEAR(rows[3].distance, 0.028, 1e-16);
  EXPECT_EQ(rows[5].kind, MeasurementKind::Plane);
  EXPECT_EQ(rows[5].distance, 3e-3);
  EXPECT_EQ(table.measurements.places[0].kind, PlaceKind::Frame);
  EXPECT_EQ(table.measurements.places[1].kind, PlaceKind::Point);
  EXPECT_TRUE(table.warnings.empty()) << all_texts(table.warnings);
}

TEST(Rows, MayBeOfSeveralKinds) {
  const MeasurementTable table = read_two_link(
      "q1,q2,kind,place,x,y,z,distance\n0,0,position,,1,2,3,\n0,1,distance,wire,,,,1.5\n0,2,distance,wire,,,,1.6\n0,3,"
      "socket,s,,,,"
      "\n0,4,socket,s,,,,\n");
  EXPECT_EQ(table.measurements.rows[0].kind, MeasurementKind::Position);
  EXPECT_EQ(table.measurements.rows[1].distance, 1.5);
  EXPECT_EQ(table.measurements.rows[3].kind, MeasurementKind::Socket);
  EXPECT_EQ(table.measurements.places.size(), 2U);
}

TEST(FilesWithoutTitles, HaveTheirColumnsNamedBesideThem) {
  const MeasurementReading reading{.columns = "q1, elbow [deg], -, x, y, z", .units = "mm"};
  const MeasurementTable table = read_two_link("0.1,45,7,1,2,3\n0.2,50,8,4,5,6\n", reading);
  ASSERT_EQ(table.measurements.rows.size(), 2U);
  EXPECT_EQ(table.measurements.rows[0].line, 1);
  EXPECT_EQ(table.measurements.rows[0].q[0], 0.1);
  EXPECT_NEAR(table.measurements.rows[1].q[1], 50 * deg, 1e-15);
  EXPECT_LT(difference(table.measurements.rows[1].X_MF.p, Vec3<double>{4e-3, 5e-3, 6e-3}), 1e-16);
  EXPECT_TRUE(table.warnings.empty()) << all_texts(table.warnings);
}

TEST(Files, AreReadWhateverEditorWroteThem) {
  for (const std::string text : {"q1,q2,x\n1,2,3\n4,5,6\n", "\xEF\xBB\xBFq1,q2,x\r\n1,2,3\r\n\r\n4,5,6",
                                 "# made on Monday\n q1 , \"q2\",x\n\n1, 2,3\n\"4\",5,6\n \n"})
    EXPECT_EQ(read_two_link(text).measurements.rows[1].q[0], 4.0) << text;
}

TEST(Joints, ThatTheFrameDoesNotHangOnNeedNoColumn) {
  const Model<double> panda = sinew_test::shipped_model("panda");
  const std::string titles = "q1,q2,q3,q4,q5,q6,q7", row = "\n0.1,0.2,0.3,-1.4,0.5,1.6,0.7\n";
  const auto table = read_measurement_csv(titles + ",x" + row.substr(0, row.size() - 1) + ",1\n", "f.csv", panda,
                                          {.frame = "panda_link8"});
  EXPECT_EQ(table.measurements.rows[0].q.size(), 8);
  EXPECT_EQ(table.measurements.rows[0].q[7], 0.0);
  const auto with_finger =
      read_measurement_csv(titles + ",panda_finger_joint1 [mm],x\n0.1,0.2,0.3,-1.4,0.5,1.6,0.7,30,1\n", "f.csv", panda,
                           {.frame = "panda_link8"});
  EXPECT_NEAR(with_finger.measurements.rows[0].q[7], 0.03, 1e-16);
  EXPECT_THAT(
      refusal([&] {
        read_measurement_csv(titles + ",x\n1,2,3,4,5,6,7,8\n", "f.csv", panda, {.frame = "panda_leftfinger"});
      }),
      HasSubstr("has no column for the joint 'panda_finger_joint1', which the frame 'panda_leftfinger' hangs on"));
}

TEST(RowsThatLackANumber, AreSkippedAndCountedWhereTheCallerSaysSo) {
  const std::string text = "q1,q2,x,y,z\n0,0,1,2,3\n0,1,,2,3\n0,nan,1,2,3\n0,2,1,2,NaN\n0,3,4,5,6\n";
  const MeasurementTable table = read_two_link(text, {.skip_missing = true});
  EXPECT_EQ(table.measurements.rows.size(), 2U);
  EXPECT_EQ(table.skipped_rows, 3U);
  EXPECT_EQ(table.measurements.rows[1].line, 6);
  const std::string said = refusal([&] { read_two_link(text); });
  EXPECT_THAT(said, HasSubstr("folder/data.csv:3: has no number for 'x'; give one, or have rows that lack"));
  EXPECT_THAT(said, HasSubstr("folder/data.csv:4: has no number for 'q2'"));
  EXPECT_THAT(said, HasSubstr("folder/data.csv:5: has no number for 'z'"));
  EXPECT_THAT(refusal([&] { read_two_link("q1,q2,x\n0,0,\n", {.skip_missing = true}); }),
              HasSubstr("has no row without a missing number"));
  EXPECT_THAT(refusal([&] { read_two_link("q1,q2,x\n0,0,\n0,0,many\n", {.skip_missing = true}); }),
              HasSubstr("folder/data.csv:3: column 'x': 'many' is no number"))
      << "nonsense is never skipped";
}

std::string warnings_of(const std::string& text, const MeasurementReading& reading = {}) {
  return all_texts(read_two_link(text, reading).warnings);
}

TEST(OddMeasurements, AreWarnedOfWithTheLikelyUnit) {
  const Model<double> panda = sinew_test::shipped_model("panda");
  const auto warned = read_measurement_csv("q1,q2,q3,q4,q5,q6,q7,x\n0,20,30,-90,10,100,45,1\n5,20,30,-90,10,100,45,1\n",
                                           "f.csv", panda, {.frame = "panda_link8"});
  const std::string said = all_texts(warned.warnings);
  EXPECT_THAT(
      said, HasSubstr("f.csv:3: warning: joint 'panda_joint1' is at 5 rad, far beyond its limits of -2.8973 to 2.8973; "
                      "the numbers look like deg: write q.panda_joint1 [deg] in the heading"));
  EXPECT_THAT(said, HasSubstr("f.csv:2: warning: joint 'panda_joint2' is at 20 rad"));
  EXPECT_THAT(warnings_of("q1,q2,x\n0,0,350\n0,1,360\n"),
              HasSubstr("data.csv:2: warning: a length of 350 m was measured; the numbers look like mm"));
  EXPECT_THAT(warnings_of("q1 [deg],q2 [deg],x\n0,0.1,1\n0.5,1,1\n1.2,1.5,1\n"),
              HasSubstr("no joint turns by more than 1.5 deg; the numbers look like radians"));
  EXPECT_THAT(warnings_of("q1 [deg],q2 [deg],x\n0,0.1,1\n0.5,1,1\n1.2,15,1\n"), IsEmpty());
  const auto slide = read_measurement_csv("shoulder,slide,x\n0,250,1\n", "f.csv", turn_and_slide());
  EXPECT_THAT(all_texts(slide.warnings), HasSubstr("joint 'slide' is at 250 m"));
  EXPECT_THAT(all_texts(slide.warnings), HasSubstr("look like mm: write q.slide [mm]"));
}

TEST(OddMeasurements, AreWarnedOfWhereColumnsAndPlacesAreNotUsed) {
  EXPECT_THAT(warnings_of("q1,q2,x,temperature,t,qd.elbow\n0,0,1,20,0,0\n0,1,1,20,1,0\n"),
              HasSubstr("data.csv:1: warning: columns left alone, for no measurement has them: 'temperature'"));
  EXPECT_THAT(warnings_of("q1,q2,x,t,qd.elbow\n0,0,1,0,0\n"), IsEmpty());
  EXPECT_THAT(warnings_of("q1,q2,x,distance\n0,0,1,2\n", {.kind = RowKind::Position}),
              HasSubstr("a position has no use for the columns 'distance'"));
  EXPECT_THAT(warnings_of("q1,q2,socket\n0,0,left\n0,1,left\n1,0,Ieft\n"),
              HasSubstr("data.csv:4: warning: the place 'Ieft' is not known, and this row alone measures from it"));
  EXPECT_THAT(all_texts(read_two_link("q1,q2,x\n0,0,1\n", {}, "tracker frame").warnings),
              HasSubstr("nothing is measured from the place 'tracker'"));
}

TEST(JointsThatNeverMove, AreFound) {
  const Measurements measurements = read_two_link("q1,q2,x\n0.1,0.5,1\n0.2,0.5000001,1\n").measurements;
  EXPECT_THAT(joints_that_never_move(measurements, two_link()), ElementsAre("elbow"));
  EXPECT_THAT(joints_that_never_move({}, two_link()), ElementsAre("shoulder", "elbow"));
}

TEST(SeveralFiles, ShareTheirPlacesAndTellAllTheirProblems) {
  const std::filesystem::path folder = testing::TempDir();
  const auto write = [&](const char* name, const std::string& text) {
    const std::string path = (folder / name).string();
    std::ofstream(path) << text;
    return path;
  };
  const MeasurementReading socket{.kind = RowKind::Socket};
  const MeasurementReading in_one{.kind = RowKind::Socket, .place = "block", .set = "evening"};
  const std::string a = write("a.csv", "q1,q2\n0,0\n1,1\n"), b = write("b.csv", "q1,q2\n0,2\n1,3\n");
  const MeasurementTable table = load_measurements({{a, socket}, {b, in_one}, {a, in_one}}, two_link());
  EXPECT_EQ(table.measurements.rows.size(), 6U);
  EXPECT_EQ(table.measurements.rows[0].place, "a");
  EXPECT_EQ(table.measurements.rows[3].set, "evening");
  EXPECT_EQ(table.measurements.places.size(), 2U);
  const std::string bad = write("bad.csv", "q1,q2\n0,zero\n"), worse = write("worse.csv", "q1\n0\n");
  const std::string said = refusal([&] {
    load_measurements({{bad, socket}, {(folder / "none.csv").string(), socket}, {worse, socket}}, two_link());
  });
  EXPECT_THAT(said, HasSubstr("bad.csv:2: column 'q2': 'zero' is no number"));
  EXPECT_THAT(said, HasSubstr("none.csv: there is no such file"));
  EXPECT_THAT(said, HasSubstr("worse.csv:1: has no column for the joint 'elbow'"));
}

/// Real data without titles: 12 files of a Franka Panda with a ball in sockets.
TEST(ThePandasSockets, AreRead) {
  const std::filesystem::path folder = SINEW_SOURCE_DIR "/../shared/reference/measured/panda_sockets";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the reference data are not here";
  const Model<double> panda = sinew_test::shipped_model("panda");
  const MeasurementReading reading{.frame = "panda_link8", .kind = RowKind::Socket, .columns = "q1,q2,q3,q4,q5,q6,q7"};
  std::vector<MeasurementFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back({entry.path().string(), reading});
  const MeasurementTable table = load_measurements(files, panda);
  EXPECT_EQ(files.size(), 12U);
  EXPECT_EQ(table.measurements.places.size(), 12U);
  EXPECT_GT(table.measurements.rows.size(), 300U);
  EXPECT_TRUE(table.warnings.empty()) << all_texts(table.warnings);
  for (const Measurement& m : table.measurements.rows)
    if (m.place == "backcenter_socket0" && m.line == 1) {
      EXPECT_EQ(m.q[0], -1.714467206415374756);
    }
  EXPECT_THAT(joints_that_never_move(table.measurements, panda, "panda_link8"), IsEmpty());
}

}  // namespace
}  // namespace sinew
