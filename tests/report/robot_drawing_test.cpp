// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/report/drawing/robot_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "sinew/analysis/matrices.h"
#include "sinew/print/drawing/svg.h"
#include "sinew/print/drawing/text_width.h"
#include "sinew/report/drawing/drawing_plane.h"
#include "sinew/report/drawing/picture_footer.h"

namespace sinew {
namespace {

struct NamedArm {
  std::string name;
  Arm arm;
};

std::vector<NamedArm> shipped_arms() {
  std::vector<NamedArm> arms;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SINEW_SOURCE_DIR) + "/robots"))
    if (entry.path().extension() == ".yaml")
      arms.push_back({entry.path().stem().string(), load(entry.path().string())});
  std::sort(arms.begin(), arms.end(), [](const NamedArm& a, const NamedArm& b) { return a.name < b.name; });
  return arms;
}

Arm shipped_arm(const std::string& name) { return load(std::string(SINEW_SOURCE_DIR) + "/robots/" + name + ".yaml"); }

/// A few configurations: zero, and others that are the same in every run.
std::vector<Eigen::VectorXd> some_positions(const Arm& arm) {
  std::vector<Eigen::VectorXd> all{Eigen::VectorXd::Zero(arm.position_count())};
  for (int k = 1; k <= 3; ++k) {
    Eigen::VectorXd q(arm.position_count());
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = std::sin(1.7 * k + 2.3 * static_cast<double>(i));
    all.push_back(q);
  }
  return all;
}

RobotScene scene_of(const Arm& arm, const std::vector<Eigen::VectorXd>& positions) {
  RobotScene scene;
  scene.title = arm.model().name();
  for (const Eigen::VectorXd& q : positions)
    scene.poses.push_back({posed_robot(arm, q), {}, std::to_string(scene.poses.size() + 1)});
  return scene;
}

double distance(const Vec3<double>& a, const Vec3<double>& b) { return norm(a - b); }

TEST(PosedRobots, HaveTheirFramesWherePoseSays) {
  for (const auto& [name, arm] : shipped_arms())
    for (const Eigen::VectorXd& q : some_positions(arm)) {
      const PosedRobot robot = posed_robot(arm, q);
      EXPECT_EQ(robot.frames.size(), arm.model().frames().size()) << name;
      for (const PosedFrame& frame : robot.frames) {
        const Pose<double> X = arm.pose(q, frame.name);
        EXPECT_LT(distance(frame.X_WF.p, X.p), 1e-12) << name << " " << frame.name;
        for (int k = 0; k < 3; ++k) EXPECT_LT(distance(frame.X_WF.R.column(k), X.R.column(k)), 1e-12) << frame.name;
      }
    }
}

TEST(PosedRobots, HaveLinksThatBeginAtTheirJointAndReachTheNext) {
  for (const auto& [name, arm] : shipped_arms())
    for (const Eigen::VectorXd& q : some_positions(arm)) {
      const PosedRobot robot = posed_robot(arm, q);
      for (int i = 0; i < arm.model().link_count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        for (const SpacePath& path : robot.links[at].paths)
          EXPECT_LT(distance(path.front(), robot.joints[at].end), 1e-12) << name;
        const int parent = arm.model().link(i).parent;
        if (parent == base_link) continue;
        const std::vector<SpacePath>& of_parent = robot.links[static_cast<std::size_t>(parent)].paths;
        EXPECT_TRUE(
            std::any_of(of_parent.begin(), of_parent.end(),
                        [&](const SpacePath& path) { return distance(path.back(), robot.joints[at].origin) < 1e-9; }))
            << name << ": nothing leads to " << robot.joints[at].name;
      }
    }
}

TEST(PosedRobots, SlideByQ) {
  for (const auto& [name, arm] : shipped_arms())
    for (const Eigen::VectorXd& q : some_positions(arm)) {
      const PosedRobot robot = posed_robot(arm, q);
      for (int i = 0; i < arm.model().link_count(); ++i) {
        const Link<double>& link = arm.model().link(i);
        const PosedJoint& joint = robot.joints[static_cast<std::size_t>(i)];
        const double slide =
            link.kind == JointKind::Prismatic ? link.multiplier * q[link.position_index] + link.offset : 0.0;
        EXPECT_LT(distance(joint.end, joint.origin + slide * joint.axis), 1e-12) << name << " " << joint.name;
      }
    }
}

TEST(PosedRobots, CarryTheirCentreOfMass) {
  for (const auto& [name, arm] : shipped_arms())
    for (const Eigen::VectorXd& q : some_positions(arm)) {
      Vec3<double> moment;
      double mass = 0.0;
      for (const PosedLink& link : posed_robot(arm, q).links) {
        moment += link.mass * link.com;
        mass += link.mass;
      }
      const Centroid<double> centroid = arm.centroid(q, Eigen::VectorXd::Zero(arm.velocity_count()));
      EXPECT_LT(distance(moment / mass, centroid.com), 1e-12) << name;
    }
}

TEST(Views, KeepLengthsInTheirPlane) {
  for (const View& view : {front_view(), side_view(), top_view(), isometric_view()}) {
    EXPECT_NEAR(norm(view.right), 1.0, 1e-15);
    EXPECT_NEAR(norm(view.up), 1.0, 1e-15);
    EXPECT_NEAR(dot(view.right, view.up), 0.0, 1e-15);
    const DrawingPlane plane{view, 250.0, {100.0, 50.0}, 9.0};
    const Vec3<double> a = 0.3 * view.right - 0.2 * view.up, b = -0.5 * view.right + 0.7 * view.up;
    EXPECT_NEAR(length_of(plane.at(a) - plane.at(b)), 250.0 * distance(a, b), 1e-10) << view.name;
    EXPECT_LT(length_of(plane.at(a + view.towards_viewer()) - plane.at(a)), 1e-12) << view.name;
  }
}

TEST(Views, AreIsometricWhereXYAndZAreEquallyLong) {
  const View view = isometric_view();
  const DrawingPlane plane{view, 1.0, {}, 9.0};
  for (const Vec3<double>& axis : {unit_x<double>(), unit_y<double>(), unit_z<double>()})
    EXPECT_NEAR(length_of(plane.flat(axis)), view.scale_along_axes(), 1e-15);
}

TEST(Views, LookAtThePlaneInWhichAnArmMoves) {
  for (const char* planar : {"two_link_2r", "point_mass_2r", "statics_rr", "statics_pr"})
    EXPECT_EQ(automatic_view(shipped_arm(planar).model()).name, "top") << planar;
  for (const char* spatial : {"rrp", "puma560", "panda", "ur5", "stanford", "spatial_elbow_3r"})
    EXPECT_EQ(automatic_view(shipped_arm(spatial).model()).name, "isometric") << spatial;
  const auto hinged = [](const std::string& axis) {
    const LoadedRobot robot = load_robot(
        SourceText{"hinged.yaml", "sinew: 1\nname: hinged\nlinks:\n  - {name: a, axis: " + axis +
                                      ", mass: 1, joint: {kind: revolute}}\n  - {name: b, pose: Tx(1), axis: " + axis +
                                      ", mass: 1, joint: {kind: revolute}}\n"});
    return automatic_view(robot.model);
  };
  EXPECT_EQ(hinged("y").name, "front");
  EXPECT_EQ(hinged("[0, -1, 0]").name, "front");
  EXPECT_EQ(hinged("x").name, "side");
  const View askew = hinged("[1, 1, 0]");
  EXPECT_NEAR(std::abs(dot(askew.towards_viewer(), Vec3<double>{1.0, 1.0, 0.0})), std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(askew.up.z, 1.0, 1e-12);
}

/// Everything that must hold of the texts of a picture.
void expect_readable(const Picture& picture, const std::string& what) {
  const PictureBox page{0.0, 0.0, picture.width, picture.height};
  std::vector<PictureBox> boxes;
  for (const PictureText& text : picture.texts) {
    boxes.push_back(text_box(text));
    EXPECT_TRUE(page.holds(boxes.back())) << what << ": '" << text.text << "' leaves the picture";
    for (std::size_t i = 0; i + 1 < boxes.size(); ++i)
      EXPECT_FALSE(boxes[i].overlaps(boxes.back()))
          << what << ": '" << text.text << "' touches '" << picture.texts[i].text << "'";
  }
}

DrawingStyle everything(const Arm& arm, const View& view) {
  DrawingStyle style;
  style.view = view;
  style.com = style.label_links = style.label_com = true;
  for (const Link<double>& link : arm.model().links()) style.frames.push_back(link.name);
  return style;
}

TEST(Drawings, HaveEveryJointsNameOnceAndNoTextOverAnother) {
  for (const auto& [name, arm] : shipped_arms()) {
    const RobotScene scene = scene_of(arm, some_positions(arm));
    RobotScene one = scene;
    one.poses.erase(one.poses.begin(), one.poses.end() - 1);
    for (const View& view : {front_view(), side_view(), top_view(), isometric_view()})
      for (const RobotScene* drawn : {&std::as_const(one), &scene})
        for (const bool all : {false, true}) {
          DrawingStyle style = everything(arm, view);
          if (!all) style = DrawingStyle{.view = view};
          const RobotDrawing drawing = robot_drawing(*drawn, style);
          const std::string what = name + " " + view.name;
          EXPECT_EQ(drawing.labels_left_out, 0U) << what;
          expect_readable(drawing.picture, what);
          std::multiset<std::string> names;
          for (const PictureText& text : drawing.picture.texts)
            if (text.part == "joint") names.insert(text.text);
          EXPECT_EQ(names.size(), drawn->poses.back().robot.joints.size()) << what;
          for (const PosedJoint& joint : drawn->poses.back().robot.joints)
            EXPECT_EQ(names.count(joint.name), 1U) << what;
        }
  }
}

TEST(Drawings, SideBySideHaveACaptionForEachPose) {
  const Arm arm = shipped_arm("puma560");
  DrawingStyle style{.view = isometric_view(), .side_by_side = true};
  const RobotDrawing drawing = robot_drawing(scene_of(arm, some_positions(arm)), style);
  expect_readable(drawing.picture, "strip");
  std::vector<std::string> captions;
  for (const PictureText& text : drawing.picture.texts)
    if (text.part == "caption") captions.push_back(text.text);
  EXPECT_THAT(captions, testing::ElementsAre("1", "2", "3", "4"));
}

TEST(Drawings, StayInsideThePictureWhateverItsSize) {
  const Arm arm = shipped_arm("panda");
  for (const auto& [width, height] : {std::pair{200.0, 200.0}, {300.0, 1200.0}, {1500.0, 300.0}}) {
    DrawingStyle style = everything(arm, isometric_view());
    style.width = width;
    style.height = height;
    const RobotDrawing drawing = robot_drawing(scene_of(arm, some_positions(arm)), style);
    EXPECT_EQ(drawing.picture.width, width);
    EXPECT_EQ(drawing.picture.height, height);
    expect_readable(drawing.picture, "size");
  }
}

/// The places of a part's outlines.
std::vector<PicturePoint> places_of(const Picture& picture, const std::string& part) {
  std::vector<PicturePoint> points;
  for (const PictureOutline& outline : picture.outlines)
    if (outline.part == part) points.insert(points.end(), outline.points.begin(), outline.points.end());
  return points;
}

TEST(Drawings, OfARobotThatIsHundredTimesLargerLookTheSame) {
  const auto arm_of = [](const std::string& length) {
    return Arm(load_robot(
        SourceText{"arm.yaml", "sinew: 1\nname: arm\nlinks:\n  - {name: a, mass: 1}\n  - {name: b, pose: Tx(" + length +
                                   "), mass: 1}\nframes:\n  - {name: tip, pose: Tx(" + length + ")}\n"}));
  };
  const auto drawn = [&](const std::string& length) {
    return robot_drawing(scene_of(arm_of(length), {Eigen::Vector2d(0.4, 0.7)}), {.view = top_view()}).picture;
  };
  const Picture small = drawn("0.01"), large = drawn("1");
  ASSERT_EQ(small.outlines.size(), large.outlines.size());
  for (const char* part : {"link", "joint", "base"}) {
    const auto a = places_of(small, part), b = places_of(large, part);
    ASSERT_EQ(a.size(), b.size());
    ASSERT_FALSE(a.empty()) << part;
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length_of(a[i] - b[i]), 1e-6) << part;
  }
}

TEST(Drawings, AreTheSameEveryTime) {
  const Arm arm = shipped_arm("ur5");
  const RobotScene scene = scene_of(arm, some_positions(arm));
  const DrawingStyle style = everything(arm, isometric_view());
  EXPECT_EQ(svg(robot_drawing(scene, style).picture), svg(robot_drawing(scene, style).picture));
}

TEST(Drawings, ShowForcesFromWhereTheyActInTheirDirection) {
  const Arm arm = shipped_arm("statics_rr");
  const Eigen::VectorXd q = Eigen::Vector2d(0.5, -1.0);
  RobotScene scene = scene_of(arm, {q});
  Wrench wrench{.link = "P1", .force = {0.0, -100.0, 0.0}, .moment = {0.0, 0.0, 5.0}};
  const PosedWrench posed = posed_wrench(arm.model(), scene.poses[0].robot, wrench);
  EXPECT_LT(distance(posed.point, arm.pose(q, "P1").p), 1e-12);
  scene.poses[0].wrenches.push_back(posed);
  const RobotDrawing drawing = robot_drawing(scene, {.view = top_view()});
  const std::vector<PicturePoint> arrow = places_of(drawing.picture, "force");
  ASSERT_GE(arrow.size(), 2U);
  EXPECT_NEAR(arrow[0].x, arrow[1].x, 1e-9);
  EXPECT_GT(arrow[1].y, arrow[0].y) << "down in W is down in the picture";
  EXPECT_FALSE(places_of(drawing.picture, "moment").empty());
  std::vector<std::string> texts;
  for (const PictureText& text : drawing.picture.texts) texts.push_back(text.text);
  EXPECT_THAT(texts, testing::IsSupersetOf({"F = 100 N", "M = 5 N·m"}));

  wrench.axes = "link2";
  wrench.point_in = "world";
  wrench.point = {1.0, 2.0, 0.0};
  const PosedWrench turned = posed_wrench(arm.model(), scene.poses[0].robot, wrench);
  EXPECT_LT(distance(turned.point, {1.0, 2.0, 0.0}), 1e-15);
  EXPECT_LT(distance(turned.force, arm.pose(q, "link2").R * Vec3<double>{0.0, -100.0, 0.0}), 1e-12);
}

TEST(Drawings, ShowTheShapesOfTheFile) {
  const LoadedRobot robot = load_robot(SourceText{
      "arm.urdf",
      "<robot name=\"r\"><link name=\"base\"><visual><geometry><box size=\"0.2 0.4 0.6\"/></geometry></visual></link>"
      "<link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
      "izz=\"1\"/></inertial><visual><origin xyz=\"0 0 1\"/><geometry><cylinder radius=\"0.1\" "
      "length=\"2\"/></geometry>"
      "</visual><visual><geometry><sphere radius=\"0.3\"/></geometry></visual>"
      "<visual><geometry><sphere radius=\"wide\"/></geometry></visual></link>"
      "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 0 "
      "1\"/></joint></robot>"});
  ASSERT_EQ(robot.description.shapes.size(), 3U);
  EXPECT_TRUE(std::any_of(robot.warnings.begin(), robot.warnings.end(), [](const Diagnostic& warning) {
    return warning.what.find("cannot be drawn") != std::string::npos;
  })) << "a shape that cannot be read is warned of";
  Diagnostics faults("arm.urdf");
  const std::vector<RobotShape> shapes = robot_shapes(robot.description, faults);
  ASSERT_EQ(shapes.size(), 3U);
  const auto reach = [](const RobotShape& shape, int k) {
    double most = -1e9;
    for (const Vec3<double>& p : shape.points) most = std::max(most, p[k]);
    return most;
  };
  EXPECT_NEAR(reach(shapes[0], 1), 0.2, 1e-15);
  EXPECT_NEAR(reach(shapes[1], 2), 2.0, 1e-15);
  EXPECT_NEAR(reach(shapes[1], 0), 0.1, 1e-15);
  EXPECT_NEAR(reach(shapes[2], 2), 0.3, 1e-15);
}

TEST(ScaleBars, HaveRoundLengths) {
  EXPECT_DOUBLE_EQ(round_length(1.0), 1.0);
  EXPECT_DOUBLE_EQ(round_length(0.99), 0.5);
  EXPECT_DOUBLE_EQ(round_length(4.9), 2.0);
  EXPECT_DOUBLE_EQ(round_length(0.0499), 0.02);
  EXPECT_DOUBLE_EQ(round_length(700.0), 500.0);
}

}  // namespace
}  // namespace sinew
