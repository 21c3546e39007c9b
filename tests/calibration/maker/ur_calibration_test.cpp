// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/maker/ur_calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/formats/load.h"
#include "sinew/formats/urdf/writer.h"
#include "sinew/formats/yaml/writer.h"
#include "tests/calibration/maker/published_calibrations.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"
#include "tests/support/refusal.h"

namespace sinew {
namespace {

using sinew_test::difference;
using sinew_test::inertia_in_own_frame;
using sinew_test::Placement;
using sinew_test::Random;
using sinew_test::random_position;
using sinew_test::refusal;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;

/// Rows as Universal Robots publishes them for a type, in urcontrol.conf.
struct PublishedRows {
  double d[6], a[6];
  static constexpr double alpha[6] = {pi / 2, 0, 0, pi / 2, -pi / 2, 0};
};
constexpr PublishedRows ur5{{0.089159, 0, 0, 0.10915, 0.09465, 0.0823}, {0, -0.425, -0.39225, 0, 0, 0}};
constexpr PublishedRows ur5e{{0.1625, 0, 0, 0.1333, 0.0997, 0.0996}, {0, -0.425, -0.3922, 0, 0, 0}};

constexpr PublishedRows ur10{{0.1273, 0, 0, 0.163941, 0.1157, 0.0922}, {0, -0.612, -0.5723, 0, 0, 0}};

/// An arm whose links' frames are those of the rows.
RobotDescription<double> arm_of_rows(const PublishedRows& rows) {
  std::string text = "sinew: 1\nname: arm\ndh: standard\nlinks:\n";
  const char* const alpha[] = {"90deg", "0", "0", "90deg", "-90deg", "0"};
  for (int i = 0; i < 6; ++i)
    text += "  - {mass: " + std::to_string(i + 1) +
            ", com: [0.01, 0.02, 0.03], inertia: [0.1, 0.1, 0.1], dh: {d: " + std::to_string(rows.d[i]) +
            ", a: " + std::to_string(rows.a[i]) + ", alpha: " + alpha[i] + "}}\n";
  return load_robot(SourceText{"arm.yaml", text}).description;
}

RobotDescription<double> shipped_ur5() {
  return load_robot(std::string(SINEW_SOURCE_DIR "/robots/ur5.yaml")).description;
}

/// The product of the matrices that textbooks write for standard DH rows: nothing of Sinew is in it.
Pose<double> textbook_pose(const PublishedRows& rows, const UrCalibration& calibration, const std::vector<double>& q,
                           int count = 6) {
  double T[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const DhRow<double>& change = calibration.changes[k];
    const double t = q[k] + change.theta, d = rows.d[k] + change.d, a = rows.a[k] + change.a,
                 alpha = PublishedRows::alpha[k] + change.alpha;
    const double ct = std::cos(t), st = std::sin(t), ca = std::cos(alpha), sa = std::sin(alpha);
    const double A[4][4] = {
        {ct, -st * ca, st * sa, a * ct}, {st, ct * ca, -ct * sa, a * st}, {0, sa, ca, d}, {0, 0, 0, 1}};
    double next[3][4] = {};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c)
        for (int m = 0; m < 4; ++m) next[r][c] += T[r][m] * A[m][c];
    std::copy(&next[0][0], &next[0][0] + 12, &T[0][0]);
  }
  const auto row = [&](int r) { return Vec3<double>{T[r][0], T[r][1], T[r][2]}; };
  return {Rotation<double>::from_rows(row(0), row(1), row(2)), {T[0][3], T[1][3], T[2][3]}};
}

UrCalibration calibration_of(const std::string& text) { return read_ur_calibration(text, "calibration.conf"); }

/// Figures as of an arm whose axes are nearly parallel, at the size that is asked for.
UrCalibration far_astray(double d2, double alpha) {
  UrCalibration calibration = calibration_of(sinew_test::ur5e_calibration());
  calibration.changes[1] = {-0.231, d2, 0.011, alpha};
  calibration.changes[2] = {0.219, -d2 - 0.7, -7e-5, -alpha};
  calibration.changes[3].d = 0.7;
  calibration.changes[5] = {1e-5, 2e-4, 3e-4, 4e-4};  // of real arms a and alpha of the last row are zero
  return calibration;
}

std::vector<UrCalibration> calibrations() {
  return {calibration_of(sinew_test::ur5e_calibration()), calibration_of(sinew_test::other_calibration()),
          far_astray(1935.7, 1e-4)};
}

TEST(UrCalibration, HasTheFiguresOfTheFile) {
  const UrCalibration calibration = calibration_of(sinew_test::ur5e_calibration());
  EXPECT_EQ(calibration.changes[2].theta, 6.50222213863359411);
  EXPECT_EQ(calibration.changes[1].d, -204.077105406530421);
  EXPECT_EQ(calibration.changes[1].a, 0.0111645466532434012);
  EXPECT_EQ(calibration.changes[4].alpha, 0.00184534917359324702);
  EXPECT_EQ(calibration.changes[5].alpha, 0.0);
  EXPECT_THAT(calibration.joint_checksums,
              testing::ElementsAre("0xb84e3393", "0xb858ac7b", "0x3948d4db", "0xa6e947f5", "0xa6e1a65c", "0xa6fdfb5d"));
  EXPECT_EQ(calibration.status, 2);
  EXPECT_TRUE(calibration.warnings.empty());
}

/// Parallel axes may share their offsets out otherwise, which is the same arm.
constexpr PublishedRows shared_ur5{{0.089159, 0.13585, -0.1197, 0.093, 0.09465, 0.0823},
                                   {0, -0.425, -0.39225, 0, 0, 0}};

TEST(ACalibratedUrArm, HasTheForwardKinematicsOfTheMakersRows) {
  Random random(3);
  for (const auto& [rows, robot, base, flange] :
       {std::tuple{ur5e, arm_of_rows(ur5e), "base", "link6"}, std::tuple{ur5, shipped_ur5(), "base", "tool0"},
        std::tuple{ur5, arm_of_rows(shared_ur5), "base", "link6"}, std::tuple{ur5, shipped_ur5(), "base", "ee_link"}})
    for (const UrCalibration& calibration : calibrations()) {
      const Model<double> model = build_model(with_ur_calibration(robot, calibration, flange));
      const Model<double> nominal = build_model(robot);
      for (int k = 0; k < 50; ++k) {
        const std::vector<double> q = random_position(model, random);
        const Placement<double> here(model, q), as_built(nominal, q);
        const Pose<double> X_BF = here.of(base).inverse() * here.of(flange);
        const Pose<double> wanted = textbook_pose(rows, calibration, q);
        EXPECT_LT(difference(X_BF.p, wanted.p), 1e-9) << flange;
        // the flange's own axes may be others than the row's, but they are fixed to them
        const Rotation<double> R_RF =
            textbook_pose(rows, UrCalibration{}, q).R.inverse() * (as_built.of(base).inverse() * as_built.of(flange)).R;
        EXPECT_LT(difference(X_BF.R, wanted.R * R_RF), 1e-9) << flange;
      }
    }
}

TEST(ACalibratedUrArm, StandsWhereItsControllerSaysThatItStands) {
  const RobotDescription<double> robot = arm_of_rows(ur5e);
  const Model<double> nominal = build_model(robot);
  const Model<double> model = build_model(with_ur_calibration(robot, calibration_of(sinew_test::ur5e_calibration())));
  double worst = 0.0, best_nominal = 1.0;
  for (const sinew_test::RecordedPose& recorded : sinew_test::ur5e_poses) {
    std::vector<double> q(6);
    for (std::size_t i = 0; i < 6; ++i) q[i] = recorded.q_deg[i] * pi / 180;
    const Vec3<double> p{recorded.p_mm[0] / 1e3, recorded.p_mm[1] / 1e3, recorded.p_mm[2] / 1e3};
    worst = std::max(worst, norm(Placement<double>(model, q).of("link6").p - p));
    best_nominal = std::min(best_nominal, norm(Placement<double>(nominal, q).of("link6").p - p));
  }
  // its figures are rounded to 0.01 deg and 0.01 mm
  EXPECT_LT(worst, 0.1e-3);
  EXPECT_GT(best_nominal, 0.3e-3) << "the calibration is what brings it there";
}

TEST(ACalibratedUrArm, KeepsItsLinksWhereTheyWere) {
  Random random(5);
  for (const auto& [robot, calibration] :
       {std::pair{shipped_ur5(), calibrations()[0]}, std::pair{arm_of_rows(ur5e), calibrations()[0]},
        std::pair{arm_of_rows(ur10), calibrations()[1]}}) {
    const Model<double> nominal = build_model(robot);
    const Model<double> model = build_model(with_ur_calibration(robot, calibration));
    for (int k = 0; k < 20; ++k) {
      const std::vector<double> q = random_position(model, random);
      const Placement<double> here(model, q), there(nominal, q);
      for (const auto& link : robot.links) {
        const Pose<double> X = there.of(link.name).inverse() * here.of(link.name);
        EXPECT_LT(norm(X.p), 0.006) << link.name;
        EXPECT_LT(axis_angle(X.R).angle, 0.012) << link.name;
      }
    }
    for (int i = 0; i < 6; ++i) {
      EXPECT_LT(difference(inertia_in_own_frame(model, i), inertia_in_own_frame(nominal, i)), 1e-12);
    }
  }
}

TEST(ACalibratedUrArm, DiffersInThePosesOfItsJointsAlone) {
  RobotDescription<double> robot = shipped_ur5();
  robot.frames.push_back({"camera", "forearm_link", translation(Vec3<double>{0.1, 0.2, 0.3}), {}});
  robot.joints[3].motor =
      Motor<double>{.carrier = "shoulder_link", .mass = 0.3, .p = {0.1, 0, 0}, .rotor_inertia = 1e-4};
  const RobotDescription<double> now = with_ur_calibration(robot, calibrations()[0]);
  ASSERT_EQ(now.joints.size(), robot.joints.size());
  int changed = 0;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const JointDescription<double>&a = robot.joints[j], &b = now.joints[j];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(difference(a.axis, b.axis), 0.0);
    EXPECT_EQ(difference(a.X_JC, b.X_JC), 0.0) << "so that the robot can be written as URDF as before";
    EXPECT_EQ(a.limits.upper, b.limits.upper);
    EXPECT_EQ(a.motor.has_value(), b.motor.has_value());
    const double change = difference(a.X_PJ, b.X_PJ);
    EXPECT_EQ(change > 1e-6, a.kind != JointKind::Fixed) << a.name;
    EXPECT_EQ(change == 0.0, a.kind == JointKind::Fixed) << a.name;
    changed += change > 0.0 ? 1 : 0;
  }
  EXPECT_EQ(changed, 6);
  for (std::size_t l = 0; l < robot.links.size(); ++l) {
    ASSERT_EQ(robot.links[l].inertia.has_value(), now.links[l].inertia.has_value());
    const Inertia<double> none;
    EXPECT_EQ(difference(robot.links[l].inertia.value_or(none), now.links[l].inertia.value_or(none)), 0.0);
  }
  EXPECT_EQ(difference(robot.frames.back().X_LF, now.frames.back().X_LF), 0.0);
}

TEST(ACalibratedUrArm, IsTheArmItselfWhereNothingWasMeasured) {
  const RobotDescription<double> robot = shipped_ur5(), now = with_ur_calibration(robot, UrCalibration{});
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    EXPECT_EQ(difference(robot.joints[j].X_PJ, now.joints[j].X_PJ), 0.0) << robot.joints[j].name;
    EXPECT_EQ(difference(robot.joints[j].X_JC, now.joints[j].X_JC), 0.0) << robot.joints[j].name;
  }
}

/// The same arm with other frames on its links, and joints' frames that are turned and stand elsewhere on their axes.
RobotDescription<double> with_other_frames(RobotDescription<double> robot, std::uint64_t seed) {
  Random random(seed);
  Pose<double> X_LN;  // the new frame of the link before, in its old one
  for (JointDescription<double>& joint : robot.joints) {
    const Pose<double> X_JK = translation(random.uniform(-0.3, 0.3) * joint.axis) * Pose<double>{random.rotation(), {}};
    joint.X_PJ = X_LN.inverse() * joint.X_PJ * X_JK;
    joint.axis = X_JK.R.inverse() * joint.axis;
    X_LN = random.pose();
    joint.X_JC = X_JK.inverse() * joint.X_JC * X_LN;
  }
  robot.frames.push_back({"flange", robot.joints.back().child, X_LN.inverse(), {}});
  return robot;
}

TEST(ACalibratedUrArm, IsTheSameWhateverFramesItsLinksHave) {
  Random random(11);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RobotDescription<double> robot = arm_of_rows(ur5e), other = with_other_frames(robot, seed);
    const UrCalibration calibration = calibrations()[seed % 3];
    const Model<double> a = build_model(with_ur_calibration(robot, calibration));
    const Model<double> b = build_model(with_ur_calibration(other, calibration, "flange"));
    for (int k = 0; k < 10; ++k) {
      const std::vector<double> q = random_position(a, random);
      EXPECT_LT(difference(Placement<double>(a, q).of("link6"), Placement<double>(b, q).of("flange")), 1e-9) << seed;
    }
  }
}

TEST(ACalibratedUrArm, IsTheSameOnceItIsWrittenAndRead) {
  const RobotDescription<double> robot = with_ur_calibration(shipped_ur5(), calibrations()[0]);
  Diagnostics notes("ur5.urdf");
  const Model<double> model = build_model(robot);
  Random random(2);
  const std::vector<double> q = random_position(model, random);
  for (const SourceText& file :
       {SourceText{"ur5.urdf", write_urdf(robot, notes)}, SourceText{"ur5.yaml", write_sinew_yaml(robot)}}) {
    const Model<double> read = load_robot(file).model;
    EXPECT_LT(difference(Placement<double>(read, q).of("tool0"), Placement<double>(model, q).of("tool0")), 1e-12);
  }
}

TEST(ARobotOfAnotherMaker, IsRefused) {
  const UrCalibration calibration = calibrations()[0];
  const auto said = [&](const char* robot, const std::string& flange = {}) {
    return refusal([&] {
      with_ur_calibration(load_robot(std::string(SINEW_SOURCE_DIR "/robots/") + robot + ".yaml").description,
                          calibration, flange);
    });
  };
  EXPECT_THAT(said("iiwa14"), HasSubstr("is no Universal Robots arm with the dimensions of its type: it has 7 joints"));
  EXPECT_THAT(said("puma560"), HasSubstr("is no Universal Robots arm"));
  EXPECT_THAT(said("stanford"), HasSubstr("joint"));
  EXPECT_THAT(said("ur5", "forearm_link"), HasSubstr("it has 3 joints, not 6"));
  EXPECT_THAT(said("ur5", "tol0"), HasSubstr("did you mean 'tool0'?"));
}

TEST(AnArmThatIsCalibratedAlready, IsRefused) {
  const RobotDescription<double> once = with_ur_calibration(shipped_ur5(), calibrations()[0]);
  EXPECT_THAT(refusal([&] { with_ur_calibration(once, calibrations()[0]); }),
              HasSubstr("as it was before any calibration"));
}

TEST(AFlange, StandsOnTheLastAxis) {
  RobotDescription<double> robot = shipped_ur5();
  robot.frames.push_back({"gripper", "tool0", translation(Vec3<double>{0.1, 0.0, 0.05}), {}});
  EXPECT_THAT(refusal([&] { with_ur_calibration(robot, calibrations()[0], "gripper"); }),
              HasSubstr("the frame 'gripper' stands 0.1 m beside the axis of the last joint"));
}

/// The file with one of its lines written otherwise.
std::string with_line(int line, const std::string& instead) {
  std::istringstream in(sinew_test::ur5e_calibration());
  std::string text, read;
  for (int i = 1; std::getline(in, read); ++i) text += (i == line ? instead : read) + "\n";
  return text;
}

TEST(ABrokenUrCalibration, IsRefusedWithLineAndRemedy) {
  const struct {
    std::string text, says;
  } broken[] = {
      {"", "calibration.conf: has no section [mounting]; take the file calibration.conf"},
      {with_line(1, ""),
       "calibration.conf:2: a value before the first section; begin the file with the line [mounting]"},
      {with_line(1, "[mouting]"), "calibration.conf: has no section [mounting]"},
      {with_line(1, "[mounting"), "calibration.conf:1: '[mounting' has no closing bracket"},
      {with_line(7, "[mounting]"), "calibration.conf:7: a second section [mounting]"},
      {with_line(2, "delta_teta = [1,2,3,4,5,6]"), "has no delta_theta; is it 'delta_teta' on line 2?"},
      {with_line(3, ""), "has no delta_a; a calibration has delta_theta"},
      {with_line(3, "delta_a = [0, 0, 0, 0, 0]"), "calibration.conf:3: delta_a has 5 numbers; give six"},
      {with_line(3, "delta_a = 0, 0, 0, 0, 0, 0"), "calibration.conf:3: delta_a is no list in brackets"},
      {with_line(4, "delta_d = [0, 0,"), "calibration.conf:4: delta_d is no list in brackets, in one line"},
      {with_line(4, "delta_d = [0, x, 0, 0, nan, 0]"), "calibration.conf:4: delta_d of joint 2: 'x' is no number"},
      {with_line(4, "delta_d = [0, x, 0, 0, nan, 0]"), "calibration.conf:4: delta_d of joint 5: 'nan' is not finite"},
      {with_line(4, "delta_d = [0, 0, 0, 0, 3deg, 0]"), "delta_d of joint 5: '3deg' is in rad"},
      {with_line(4, "delta_d = [0, 0, -1e6, 0, 0, 0]"), "calibration.conf:4: delta_d of joint 3 is -1e+06 m; check"},
      {with_line(8, "delta_a = [0, 0, 0, 0, 0, 0]"),
       "calibration.conf:8: 'delta_a' stands here again, first on line 3"},
      {with_line(6, "joint_checksum = [ 0xb84e3393, 7, 0x, 0x123456789, 0xa6e1a65c, 0xg]"),
       "calibration.conf:6: the joint_checksum '7' is no hexadecimal number"},
      {with_line(7, "calibration_status = linearised"), "the calibration_status is 'linearised'; it is 0, 1 or 2"},
      {with_line(9, "what is this?"), "calibration.conf:9: 'what is this?' is neither a section nor a key"},
  };
  for (const auto& file : broken) EXPECT_THAT(refusal([&] { calibration_of(file.text); }), HasSubstr(file.says));
}

TEST(ABrokenUrCalibration, IsRefusedWithEveryProblemAtOnce) {
  const std::string said = refusal([] {
    calibration_of("[mounting]\ndelta_a = [1]\ndelta_d = [0, 0, 0, 0, 0, y]\ndelta_alpha = [0, 0, 0, 0, 0, 0]\n");
  });
  EXPECT_THAT(said, HasSubstr("delta_a has 1 numbers"));
  EXPECT_THAT(said, HasSubstr("delta_d of joint 6"));
  EXPECT_THAT(said, HasSubstr("has no delta_theta"));
}

TEST(AnOddUrCalibration, IsWarnedOf) {
  const auto warnings = [](const std::string& text) {
    std::string all;
    for (const Diagnostic& warning : calibration_of(text).warnings) all += warning.text() + "\n";
    return all;
  };
  EXPECT_THAT(warnings(with_line(7, "calibration_status = 1")),
              HasSubstr("calibration.conf:7: warning: the calibration_status is 1, and only 2 is"));
  EXPECT_THAT(warnings(with_line(5, "delta_alpha = [0, 0, 0, 0.5, 0, 0]")),
              HasSubstr("calibration.conf:5: warning: delta_alpha of joint 4 is 0.5 rad"));
  EXPECT_THAT(warnings(with_line(4, "delta_d = [0, -204.08, 0, 0, 0, 0]")),
              HasSubstr("calibration.conf:4: warning: delta_d of joints 2, 3 and 4 add up to -204.08 m"));
  EXPECT_THAT(warnings(with_line(9, "delta_beta = [0]")), HasSubstr("calibration.conf:9: warning: left alone"));
}

TEST(AUrCalibration, IsReadFromFilesOfEveryEditor) {
  std::string text = "\xEF\xBB\xBF; copied\n" + sinew_test::ur5e_calibration();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, "\r");
  EXPECT_EQ(calibration_of(text).changes[5].d, -0.000130827480128062335);
}

}  // namespace
}  // namespace sinew
