// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/calibration/measurements/measurement_csv.h"
#include "sinew/calibration/measurements/place_text.h"
#include "tests/calibration/measurements/two_link.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::two_link;
using testing::HasSubstr;

constexpr const char* places_of_broken =
    "tracker frame; block cube 100mm; ball sphere 25mm; anchor point at 1,0,0 known; top plane";

/// A file that must be refused: where, and in which words.
struct BrokenMeasurements {
  const char* name;
  std::string text;
  int line = 0;
  std::string says, remedy;
  MeasurementReading reading = {};
};

void PrintTo(const BrokenMeasurements& file, std::ostream* out) { *out << file.name; }

const BrokenMeasurements broken_measurements[] = {
    {"empty", "", 0, "is empty", "begin with a line that names the columns, such as q.shoulder,x,y,z"},
    {"comments_alone", "# nothing\n\n", 0, "is empty", "begin with a line"},
    {"titles_alone", "q1,q2,x\n", 0, "has no measurements", "add rows of numbers"},
    {"no_titles", "0.1,0.2,0.3\n", 1, "the first line must name the columns, and has the number '0.1'",
     "put a line of names above it, such as q.shoulder,x,y,z, or say the columns beside the file"},
    {"semicolons", "q1;q2;x\n1;2;3\n", 1, "the columns are not separated by commas", "write x,y,z and not x;y;z"},
    {"title_without_name", "q1,q2,,x\n1,2,3,4\n", 1, "a column has no name", "name it, or take its comma away"},
    {"title_twice", "q1,q2,x,x\n1,2,3,4\n", 1, "the column 'x' stands there twice", "keep one"},
    {"joint_twice", "q1,q2,x,q.elbow\n1,2,3,4\n", 1, "the column 'q.elbow' stands there twice", "keep one"},
    {"joint_missing", "q.shoulder,x\n1,2\n", 1, "has no column for the joint 'elbow', which the frame 'tip' hangs on",
     "name them q.elbow"},
    {"joint_misspelt", "q.shoulder,elbw,x\n1,2,3\n", 1, "has no column for the joint 'elbow'",
     "is 'elbw' meant for 'elbow'?"},
    {"joints_of_another_robot", "q.panda_joint1,q.panda_joint2,x\n1,2,3\n", 1, "has no joint 'panda_joint2'",
     "known: shoulder, elbow"},
    {"joint_of_a_near_name", "q.shoulder,q.elbo,x\n1,2,3\n", 1, "has no joint 'elbo'", "did you mean 'elbow'?"},
    {"joint_in_capitals", "q.Shoulder,Elbow,x\n1,2,3\n", 1, "there is no column 'Elbow'", "did you mean 'elbow'?"},
    {"nothing_measured", "q1,q2\n1,2\n", 1, "has joint positions alone, and does not say what was measured",
     "say the kind socket where a ball sat in one"},
    {"two_kinds", "q1,q2,x,y,z,distance\n1,2,3,4,5,6\n", 1,
     "has columns of several kinds of measurements: position or distance", "say which one it is"},
    {"unknown_unit", "q1 [degr],q2,x\n1,2,3\n", 1, "the column 'q1 [degr]' has the unknown unit 'degr'",
     "did you mean 'deg'?"},
    {"unit_of_another_kind", "q1,q2,x [deg]\n1,2,3\n", 1, "the column 'x [deg]' has a unit that does not fit",
     "give it in m or another unit of that kind"},
    {"unit_of_a_quaternion", "q1,q2,x,y,z,qx [rad],qy,qz,qw\n1,2,3,0,0,0,0,0,1\n", 1, "has a unit that does not fit",
     "leave the unit out"},
    {"unit_of_a_name", "q1,q2,socket [mm]\n1,2,s\n", 1, "has a unit that does not fit", "leave the unit out"},
    {"part_of_a_quaternion", "q1,q2,x,y,z,qx,qy,qz\n1,2,3,0,0,0,0,1\n", 1, "has a part of a quaternion",
     "give qx, qy, qz and qw"},
    {"some_angles", "q1,q2,x,y,z,roll,yaw\n1,2,3,0,0,0,0\n", 1, "has some of three angles", "give roll, pitch and yaw"},
    {"two_orientations", "q1,q2,x,y,z,qx,qy,qz,qw,roll,pitch,yaw\n1,2,3,0,0,0,0,0,1,0,0,0\n", 1,
     "has orientations twice", "give a quaternion or roll, pitch, yaw"},
    {"rotation_vector", "q1,q2,x,y,z,rx,ry,rz\n1,2,3,0,0,0,0,0\n", 1,
     "the column 'rx' may be an angle or a part of a rotation vector", "convert rotation vectors to qx,qy,qz,qw"},
    {"pose_without_z", "q1,q2,x,y,qx,qy,qz,qw\n1,2,3,0,0,0,0,1\n", 2, "a pose needs a column 'z', and there is none",
     "add it"},
    {"pose_with_another_z", "q1,q2,x,y,zz,qx,qy,qz,qw\n1,2,3,0,0,0,0,0,1\n", 2, "a pose needs a column 'z'",
     "is 'zz' meant?"},
    {"pose_without_orientation",
     "q1,q2,x,y,z\n1,2,3,0,0\n",
     2,
     "a pose needs an orientation",
     "give qx, qy, qz, qw",
     {.kind = RowKind::Pose}},
    {"position_without_figures",
     "q1,q2\n1,2\n",
     2,
     "a position needs columns x, y, z or some of them",
     "add it",
     {.kind = RowKind::Position}},
    {"place_twice", "q1,q2,distance,place,socket\n1,2,3,a,b\n", 1, "names the place of a measurement twice",
     "keep one of the columns"},
    {"row_too_short", "q1,q2,x\n1,2,3\n1,2\n", 3, "has 2 values under 3 columns", "give one value for each column"},
    {"row_too_long", "q1,q2,x\n1,2,3,4\n", 2, "has 4 values under 3 columns", "give one value for each column"},
    {"no_number", "q1,q2,x\n1,two,3\n", 2, "column 'q2': 'two' is no number", "give one such as"},
    {"empty_cell", "q1,q2,x\n1,2,\n", 2, "has no number for 'x'", "give one, or have rows that lack a number skipped"},
    {"nan", "q1,q2,x\n1,2,3\nnan,2,nan\n", 3, "has no number for 'q1', 'x'", "give one, or have rows"},
    {"infinite", "q1,q2,x\n1,2,inf\n", 2, "column 'x': 'inf' is not finite", "give a finite number"},
    {"cell_of_another_kind", "q1,q2,x\n1,2mm,3\n", 2, "column 'q2': '2mm' is in m", "give it in rad"},
    {"open_quote", "q1,q2,x\n1,\"2,3\n", 2, "has no closing quote", "close it in the same line"},
    {"quaternion_too_long", "q1,q2,x,y,z,qx,qy,qz,qw\n1,2,3,0,0,0,0,1,1\n", 2, "has a quaternion of length 1.41421",
     "give one of length 1"},
    {"distance_from_nowhere", "q1,q2,distance\n1,2,3\n", 2,
     "a distance needs the point that it is from, and there is none",
     "name it in a column 'place', or one for all rows beside the file"},
    {"negative_distance", "q1,q2,distance,place\n1,2,-3,anchor\n", 2, "has the distance -3 m", "give zero or more"},
    {"plane_without_name", "q1,q2,height\n1,2,0\n", 2, "a plane needs a name, and there is none",
     "name it in a column"},
    {"place_misspelt", "q1,q2,x,place\n1,2,3,trackr\n", 2, "there is no place 'trackr'", "did you mean 'tracker'?"},
    {"place_of_another_kind", "q1,q2,distance,place\n1,2,3,tracker\n", 2,
     "the place 'tracker' is a frame, and this row needs a point", "name another place"},
    {"place_of_two_kinds", "q1,q2,kind,place,distance,x\n1,2,distance,new,3,\n1,3,position,new,,1\n", 3,
     "the place 'new' is a point, and this row needs a frame", "say of which kind it is"},
    {"unknown_kind", "q1,q2,kind,x\n1,2,positon,3\n", 2, "there is no kind of measurement 'positon'",
     "did you mean 'position'?"},
    {"no_kind", "q1,q2,kind,x\n1,2,,3\n", 2, "says no kind of measurement", "write pose, position,"},
    {"cube_without_face",
     "q1,q2,place\n1,2,block\n",
     2,
     "a touched cube needs a column 'face'",
     "write +x, -x,",
     {.kind = RowKind::Touch}},
    {"face_empty", "q1,q2,place,face\n1,2,block,\n", 2, "does not say which face", "write +x, -x,"},
    {"face_without_sign", "q1,q2,place,face\n1,2,block,x\n", 2, "'x' is no face of a cube", "write +x, -x,"},
    {"touched_nothing", "q1,q2,face\n1,2,+x\n", 2, "touched points need the place that was touched",
     "name it in a column"},
    {"touched_unknown", "q1,q2,place,face\n1,2,blok,+x\n", 2, "the touched place 'blok' is not among the places",
     "give it as in \"blok cube 100mm\""},
    {"touched_frame", "q1,q2,place,face\n1,2,tracker,+x\n", 2, "'tracker' has no body that could be touched",
     "cube 100mm"},
    {"deviation_zero", "q1,q2,x,deviation\n1,2,3,0\n", 2, "the standard deviation is 0", "give more than zero"},
    {"columns_and_titles",
     "q1,q2,x\n1,2,3\n",
     1,
     "this line names columns, which are named beside the file as well",
     "leave the names beside the file out",
     {.columns = "q1,q2,x"}},
    {"columns_of_another_count",
     "1,2,3\n",
     1,
     "has 3 values under 4 columns",
     "give one value",
     {.columns = "q1,q2,x,y"}},
    {"columns_that_lack_a_joint",
     "1,2,3\n",
     0,
     "has no column for the joint 'elbow'",
     "name them q.elbow",
     {.columns = "q1,x,y"}},
    {"unknown_default_unit", "q1,q2,x\n1,2,3\n", 0, "unknown unit 'degr'", "did you mean 'deg'?", {.units = "mm,degr"}},
    {"two_default_units", "q1,q2,x\n1,2,3\n", 0, "two units of lengths", "keep one of them", {.units = "mm,m"}},
    {"default_unit_of_time",
     "q1,q2,x\n1,2,3\n",
     0,
     "'s' is a unit of neither lengths nor angles",
     "name one of each",
     {.units = "s"}},
    {"negative_deviation",
     "q1,q2,x\n1,2,3\n",
     0,
     "the standard deviation of positions is -1",
     "give more than zero",
     {.position_deviation = -1.0}},
    {"negative_probe",
     "q1,q2,x\n1,2,3\n",
     0,
     "the radius of the probe is -0.1",
     "give zero or more",
     {.probe_radius = -0.1}},
};

class EveryBrokenMeasurement : public testing::TestWithParam<BrokenMeasurements> {};
INSTANTIATE_TEST_SUITE_P(Measurements, EveryBrokenMeasurement, testing::ValuesIn(broken_measurements),
                         [](const auto& file) { return std::string(file.param.name); });

TEST_P(EveryBrokenMeasurement, IsRefusedWithFileLineAndRemedy) {
  const BrokenMeasurements& file = GetParam();
  try {
    read_measurement_csv(file.text, "data.csv", two_link(), file.reading, parse_measuring_places(places_of_broken));
    FAIL() << "it was read";
  } catch (const InputError& e) {
    bool said = false;
    for (const Diagnostic& d : e.diagnostics()) {
      EXPECT_TRUE(d.file == "data.csv" || d.file == "units") << d.text();
      EXPECT_FALSE(d.remedy.empty()) << d.text();
      said = said || (d.severity == Severity::Error && d.line == file.line &&
                      d.what.find(file.says) != std::string::npos && d.remedy.find(file.remedy) != std::string::npos);
    }
    EXPECT_TRUE(said) << "wanted on line " << file.line << ": " << file.says << "; " << file.remedy << "\ngot\n"
                      << e.what();
  }
}

TEST(TheBrokenMeasurements, AreMoreThanThirty) { EXPECT_GT(std::size(broken_measurements), 30U); }

TEST(ABrokenMeasurementFile, TellsAllOfItsProblemsAtOnce) {
  const std::string said = sinew_test::refusal([] {
    read_measurement_csv("q.shoulder,q.wrist,x [kg],roll\n1,2,3,4\n1,x,3,4\n1,2\n1,2,y,5\n", "data.csv", two_link());
  });
  for (const char* part :
       {"data.csv:1: two_link_2r has no joint 'wrist'", "data.csv:1: the column 'x [kg]' has a unit that does not fit",
        "data.csv:1: has some of three angles", "data.csv:1: has no column for the joint 'elbow'",
        "data.csv:4: has 2 values under 4 columns", "data.csv:5: column 'x [kg]': 'y' is no number"})
    EXPECT_THAT(said, HasSubstr(part));
}

TEST(AFloatingRobot, IsNotMeasured) {
  const Model<double> floating =
      load_robot(SINEW_SOURCE_DIR "/robots/two_link_2r.yaml", {.floating_base = true, .solid_of_instance = {}}).model;
  EXPECT_THAT(sinew_test::refusal([&] { read_measurement_csv("q1,q2,x\n1,2,3\n", "data.csv", floating); }),
              HasSubstr("has a floating base"));
}

}  // namespace
}  // namespace sinew
