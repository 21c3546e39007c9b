// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <map>
#include <random>
#include <string>

#include "sinew/formats/smidata_reader.h"
#include "sinew/model/build_model.h"

namespace sinew {
namespace {

// ---- files ----

struct Placed {
  Vec3<double> p;  // m
  double angle = 0.0;
  Vec3<double> axis;

  Pose<double> pose() const {
    return {angle == 0.0 ? Rotation<double>{} : Rotation<double>::about(axis / norm(axis), sincos(angle)), p};
  }
};

/// Writes a file as smimport does, with the lengths in mm.
class SmiFile {
 public:
  SmiFile& transform(const std::string& id, const Placed& at = {}) {
    const int k = ++transforms_;
    text_ += fmt::format(
        "%Translation Method - Cartesian\n"
        "smiData.RigidTransform({0}).translation = [{1:.17g} {2:.17g} {3:.17g}];  % mm\n"
        "smiData.RigidTransform({0}).angle = {4:.17g};  % rad\n"
        "smiData.RigidTransform({0}).axis = [{5:.17g} {6:.17g} {7:.17g}];\n"
        "smiData.RigidTransform({0}).ID = '{8}';\n\n",
        k, 1e3 * at.p.x, 1e3 * at.p.y, 1e3 * at.p.z, at.angle, at.axis.x, at.axis.y, at.axis.z, id);
    return *this;
  }
  SmiFile& weld(const std::string& pair, const Placed& B = {}, const Placed& F = {}) {
    return transform("B" + pair, B).transform("F" + pair, F);
  }
  SmiFile& joint(const std::string& type, const std::string& pair, const Placed& B = {},
                 const Placed& F = {}) {
    weld(pair, B, F);
    return joint_alone(type, pair);
  }
  SmiFile& joint_alone(const std::string& type, const std::string& id) {
    joints_ += fmt::format("smiData.{}({}).ID = '{}';\n", type, ++count_[type], id);
    return *this;
  }
  SmiFile& cut_joint(const std::string& type, const std::string& pair) {
    joints_ +=
        "%This joint has been chosen as a cut joint. Simscape Multibody treats cut joints as constraints.\n";
    return joint(type, pair);
  }
  SmiFile& solid(const std::string& id, double mass = 1.0, const Vec3<double>& com_mm = {},
                 const Vec3<double>& moments = {1, 1, 1}, const Vec3<double>& products = {}) {
    solids_ += fmt::format(
        "smiData.Solid({0}).mass = {1:.17g};  % kg\n"
        "smiData.Solid({0}).CoM = [{2:.17g} {3:.17g} {4:.17g}];  % mm\n"
        "smiData.Solid({0}).MoI = [{5:.17g} {6:.17g} {7:.17g}];  % kg*m^2\n"
        "smiData.Solid({0}).PoI = [{8:.17g} {9:.17g} {10:.17g}];  % kg*m^2\n"
        "smiData.Solid({0}).color = [1 1 1];\n"
        "smiData.Solid({0}).opacity = 1;\n"
        "smiData.Solid({0}).ID = '{11}';\n\n",
        ++count_["Solid"], mass, com_mm.x, com_mm.y, com_mm.z, moments.x, moments.y, moments.z, products.x,
        products.y, products.z, id);
    return *this;
  }
  std::string text() const { return "%%%VariableName:smiData\n" + text_ + solids_ + joints_; }

 private:
  std::string text_, solids_, joints_;
  int transforms_ = 0;
  std::map<std::string, int> count_;
};

// ---- reading ----

struct Reading {
  RobotDescription<double> robot;
  std::vector<Problem> problems;

  std::vector<Problem> errors() const {
    std::vector<Problem> errors;
    for (const Problem& p : problems)
      if (p.severity == Severity::Error) errors.push_back(p);
    return errors;
  }
  std::string all_text() const {
    std::string text;
    for (const Problem& p : problems) text += p.text() + "\n";
    return text;
  }
};

Reading read(const std::string& text, const ReadOptions& options = {}) {
  Problems problems("files/arm.m");
  auto robot = read_smidata({"files/arm.m", text}, options, problems);
  return {std::move(robot), problems.all()};
}
Reading read(const SmiFile& file, const ReadOptions& options = {}) { return read(file.text(), options); }

/// The robot of a file without any problem.
RobotDescription<double> robot_of(const SmiFile& file, const ReadOptions& options = {}) {
  const Reading reading = read(file, options);
  EXPECT_TRUE(reading.problems.empty()) << reading.all_text();
  return reading.robot;
}

const JointDescription<double>& joint_named(const RobotDescription<double>& robot, const std::string& name) {
  for (const auto& joint : robot.joints)
    if (joint.name == name) return joint;
  ADD_FAILURE() << "no joint " << name;
  static const JointDescription<double> none;
  return none;
}

std::vector<std::string> link_names(const RobotDescription<double>& robot) {
  std::vector<std::string> names;
  for (const auto& link : robot.links) names.push_back(link.name);
  return names;
}
std::vector<std::string> joint_names(const RobotDescription<double>& robot) {
  std::vector<std::string> names;
  for (const auto& joint : robot.joints) names.push_back(joint.name);
  return names;
}
const LinkDescription<double>& link_named(const RobotDescription<double>& robot, const std::string& name) {
  for (const auto& link : robot.links)
    if (link.name == name) return link;
  ADD_FAILURE() << "no link " << name;
  static const LinkDescription<double> none;
  return none;
}

Pose<double> turn(const Vec3<double>& axis, double q) {
  return {Rotation<double>::about(axis, sincos(q)), {}};
}
Pose<double> slide(const Vec3<double>& axis, double q) { return {{}, q * axis}; }
const Vec3<double> x = unit_x<double>(), y = unit_y<double>(), z = unit_z<double>();

/// Where a link is in the root, by the law of JointDescription.
Pose<double> pose_of(const RobotDescription<double>& robot, const std::string& link,
                     const std::map<std::string, double>& q = {}) {
  for (const auto& joint : robot.joints)
    if (joint.child == link) {
      const auto found = q.find(joint.name);
      const double at = found == q.end() ? 0.0 : found->second;
      const Pose<double> J = joint.kind == JointKind::Revolute    ? turn(joint.axis, at)
                             : joint.kind == JointKind::Prismatic ? slide(joint.axis, at)
                                                                  : Pose<double>{};
      return pose_of(robot, joint.parent, q) * joint.X_PJ * J * joint.X_JC;
    }
  return {};
}

double difference(const Pose<double>& a, const Pose<double>& b) {
  double largest = norm(a.p - b.p);
  for (int i = 0; i < 3; ++i) largest = std::max(largest, norm(a.R.row(i) - b.R.row(i)));
  return largest;
}

Placed anywhere(std::mt19937& random) {
  std::uniform_real_distribution<double> d(-1.0, 1.0);
  return {{d(random), d(random), d(random)}, 3.0 * d(random), {d(random), d(random), d(random)}};
}

SmiFile grounded_pair(const std::string& type, const std::string& pair, const Placed& B, const Placed& F) {
  SmiFile file;
  file.transform("RootGround[base-1]").joint(type, pair, B, F).solid("base*:*Default").solid("arm*:*Default");
  return file;
}

// ---- the law of every joint ----

struct JointLaw {
  const char* type;
  std::vector<const char*> suffixes;
  Pose<double> (*J)(const std::array<double, 6>& q);
};

const JointLaw joint_laws[] = {
    {"WeldJoint", {}, [](const std::array<double, 6>&) { return Pose<double>{}; }},
    {"RevoluteJoint", {""}, [](const std::array<double, 6>& q) { return turn(z, q[0]); }},
    {"PrismaticJoint", {""}, [](const std::array<double, 6>& q) { return slide(z, q[0]); }},
    {"CylindricalJoint",
     {".turn", ".z"},
     [](const std::array<double, 6>& q) { return turn(z, q[0]) * slide(z, q[1]); }},
    {"RectangularJoint",
     {".x", ".y"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], 0}, 1);
     }},
    {"CartesianJoint",
     {".x", ".y", ".z"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], q[2]}, 1);
     }},
    {"PlanarJoint",
     {".x", ".y", ".turn"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], 0}, 1) * turn(z, q[2]);
     }},
    {"PinSlotJoint",
     {".x", ".turn"},
     [](const std::array<double, 6>& q) { return slide(x, q[0]) * turn(z, q[1]); }},
    {"UniversalJoint",
     {".turn_x", ".turn_y"},
     [](const std::array<double, 6>& q) { return turn(x, q[0]) * turn(y, q[1]); }},
    {"GimbalJoint",
     {".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) { return turn(x, q[0]) * turn(y, q[1]) * turn(z, q[2]); }},
    {"BearingJoint",
     {".z", ".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) {
       return slide(z, q[0]) * turn(x, q[1]) * turn(y, q[2]) * turn(z, q[3]);
     }},
    {"BushingJoint",
     {".x", ".y", ".z", ".turn_x", ".turn_y", ".turn_z"},
     [](const std::array<double, 6>& q) {
       return slide({q[0], q[1], q[2]}, 1) * turn(x, q[3]) * turn(y, q[4]) * turn(z, q[5]);
     }},
};

TEST(SmiJoint, OfEveryTypePutsTheChildWhereItsFramesSay) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> d(-2.0, 2.0);
  for (const JointLaw& law : joint_laws) {
    const Placed B = anywhere(random), F = anywhere(random);
    std::array<double, 6> q{};
    for (double& each : q) each = d(random);
    const Pose<double> X_PC = B.pose() * law.J(q) * F.pose().inverse();

    // drawn from the base outwards, and towards it
    const auto along = robot_of(grounded_pair(law.type, "[base-1:-:arm-1]", B, F));
    const auto against = robot_of(grounded_pair(law.type, "[arm-1:-:base-1]", B, F));
    std::map<std::string, double> at;
    for (std::size_t i = 0; i < law.suffixes.size(); ++i)
      at[std::string("base-1--arm-1") + law.suffixes[i]] = q[i];
    ASSERT_EQ(along.joints.size(), 1 + std::max<std::size_t>(1, law.suffixes.size())) << law.type;
    for (const auto& [name, value] : at) {
      EXPECT_EQ(joint_named(along, name).name, name);
      EXPECT_EQ(joint_named(against, name).name, name);
    }
    EXPECT_LT(difference(pose_of(along, "arm-1", at), X_PC), 1e-14) << law.type;
    EXPECT_LT(difference(pose_of(against, "arm-1", at), X_PC.inverse()), 1e-14) << law.type;
  }
}

TEST(SmiJoint, OfEveryTypeSurvivesBeingBuilt) {
  std::mt19937 random(6);
  for (const JointLaw& law : joint_laws) {
    const auto model = build_model(
        robot_of(grounded_pair(law.type, "[arm-1:-:base-1]", anywhere(random), anywhere(random))));
    EXPECT_EQ(model.position_count(), static_cast<int>(law.suffixes.size())) << law.type;
    EXPECT_NE(model.find_frame("arm-1"), nullptr);
  }
}

TEST(SmiJoint, ThatRunsTowardsTheBaseTurnsAboutMinusZ) {
  const auto robot = robot_of(grounded_pair("RevoluteJoint", "[arm-1:-:base-1]", {}, {}));
  const auto& joint = joint_named(robot, "base-1--arm-1");
  EXPECT_EQ(joint.parent, "base-1");
  EXPECT_EQ(joint.child, "arm-1");
  EXPECT_EQ(joint.axis.z, -1.0);
}

TEST(SmiJoint, MovesFromItsFramesAndNotFromTheDrawnPosition) {
  const SmiFile file = grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {{0.1, 0, 0}}, {});
  const auto drawn = read(file.text() + "smiData.RevoluteJoint(1).Rz.Pos = 57;  % deg\n");
  ASSERT_TRUE(drawn.problems.empty()) << drawn.all_text();
  EXPECT_LT(difference(pose_of(drawn.robot, "arm-1"), pose_of(robot_of(file), "arm-1")), 1e-15);
}

TEST(SmiJoint, ThatIsNoChainIsRefusedByNameWithItsLine) {
  for (const char* type : {"SphericalJoint", "TelescopingJoint", "LeadScrewJoint", "ConstantVelocityJoint",
                           "SixDofJoint", "UnheardOfJoint"}) {
    const auto errors = read(grounded_pair(type, "[base-1:-:arm-1]", {}, {})).errors();
    ASSERT_EQ(errors.size(), 1U) << type;
    EXPECT_NE(errors[0].what.find(type), std::string::npos) << errors[0].what;
    EXPECT_NE(errors[0].what.find("[base-1:-:arm-1]"), std::string::npos) << errors[0].what;
    EXPECT_GT(errors[0].line, 0);
    EXPECT_FALSE(errors[0].remedy.empty());
  }
}

// ---- ground, free parts, the root ----

TEST(SmiGround, PutsAPartInTheWorldWithItsPose) {
  std::mt19937 random(7);
  const Placed G = anywhere(random);
  const auto robot = robot_of(SmiFile().transform("RootGround[base-1]", G).solid("base*:*Default"));
  EXPECT_EQ(link_names(robot), (std::vector<std::string>{"world", "base-1"}));
  EXPECT_EQ(joint_names(robot), (std::vector<std::string>{"world--base-1"}));
  EXPECT_FALSE(robot.links[0].inertia.has_value());
  EXPECT_LT(difference(pose_of(robot, "base-1"), G.pose()), 1e-15);
  EXPECT_FALSE(robot.floating_base);
  EXPECT_EQ(robot.name, "arm");
}

TEST(SmiGround, IsAnEmptySideOfAJoint) {
  std::mt19937 random(8);
  const Placed B = anywhere(random), F = anywhere(random);
  const auto child = robot_of(SmiFile().joint("RevoluteJoint", "[:-:a-1]", B, F).solid("a*:*Default"));
  EXPECT_LT(
      difference(pose_of(child, "a-1", {{"world--a-1", 0.7}}), B.pose() * turn(z, 0.7) * F.pose().inverse()),
      1e-14);
  const auto parent = robot_of(SmiFile().joint("RevoluteJoint", "[a-1:-:]", B, F).solid("a*:*Default"));
  EXPECT_LT(difference(pose_of(parent, "a-1", {{"world--a-1", 0.7}}),
                       F.pose() * turn(z, -0.7) * B.pose().inverse()),
            1e-14);
}

TEST(SmiGround, OfASubAssemblyHoldsItsPartsToo) {
  std::mt19937 random(9);
  const Placed G = anywhere(random), S = anywhere(random), P = anywhere(random);
  // the sub-assembly has the name of one of its parts, whose mass must count once
  const auto robot = robot_of(SmiFile()
                                  .transform("AssemblyGround[motor-1:gear-1:wheel-2]", P)
                                  .transform("AssemblyGround[motor-1:gear-1]", S)
                                  .transform("AssemblyGround[motor-1:motor-1]")
                                  .transform("RootGround[motor-1]", G)
                                  .solid("wheel*:*Default", 3.0)
                                  .solid("motor*:*Default", 5.0));
  EXPECT_LT(difference(pose_of(robot, "motor-1:gear-1:wheel-2"), G.pose() * S.pose() * P.pose()), 1e-14);
  EXPECT_FALSE(link_named(robot, "motor-1").inertia.has_value());
  EXPECT_FALSE(link_named(robot, "motor-1:gear-1").inertia.has_value());
  EXPECT_EQ(link_named(robot, "motor-1:motor-1").inertia->m, 5.0);
  EXPECT_EQ(build_model(robot).base_inertia().m, 8.0);
}

TEST(SmiGround, OfAnAssemblyThatIsNotNamedIsTheWorld) {
  const auto robot =
      robot_of(SmiFile().transform("AssemblyGround[base-1]", {{1, 2, 3}}).solid("base*:*Default"));
  EXPECT_EQ(joint_names(robot), (std::vector<std::string>{"world--base-1"}));
  EXPECT_LT(difference(pose_of(robot, "base-1"), slide({1, 2, 3}, 1)), 1e-15);
}

SmiFile drone() {
  return SmiFile()
      .transform("SixDofRigidTransform[body-1]", {{1, 2, 3}})
      .joint("RevoluteJoint", "[propeller-1:-:body-1]")
      .solid("body*:*Default")
      .solid("propeller*:*Default");
}

TEST(SmiFreePart, FloatsIfNothingIsGrounded) {
  const auto robot = robot_of(drone());
  EXPECT_TRUE(robot.floating_base);
  EXPECT_EQ(robot.links[0].name, "body-1");
  EXPECT_EQ(build_model(robot).position_count(), 8);
}

TEST(SmiFreePart, MayBeSaidByAJointOfSixFreedomsToTheWorld) {
  const auto robot = robot_of(SmiFile()
                                  .joint("SixDofJoint", "[:-:body-1]")
                                  .joint("RevoluteJoint", "[body-1:-:propeller-1]")
                                  .solid("body*:*Default")
                                  .solid("propeller*:*Default"));
  EXPECT_TRUE(robot.floating_base);
  EXPECT_EQ(robot.links[0].name, "body-1");
}

TEST(SmiFreePart, IsAnErrorBesideAnotherOrBesideTheGround) {
  auto errors = read(drone().transform("SixDofRigidTransform[screw-1]").solid("screw*:*Default")).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("'screw-1'"), std::string::npos);
  errors = read(drone().transform("RootGround[floor-1]").solid("floor*:*Default")).errors();
  ASSERT_GE(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("'body-1' is free"), std::string::npos) << errors[0].what;
}

TEST(SmiRoot, FloatsWhenTheUserSaysSo) {
  ReadOptions options;
  options.floating_base = true;
  EXPECT_TRUE(robot_of(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}), options).floating_base);
}

SmiFile ungrounded(const std::string& first, const std::string& second) {
  return SmiFile()
      .joint("RevoluteJoint", first)
      .joint("RevoluteJoint", second)
      .solid("a*:*Default")
      .solid("b*:*Default")
      .solid("c*:*Default");
}

TEST(SmiRoot, IsTheOnlyPartThatIsNobodysChildIfNothingIsGrounded) {
  const Reading reading = read(ungrounded("[b-1:-:c-1]", "[a-1:-:b-1]"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.problems.size(), 1U);  // a warning
  EXPECT_EQ(link_names(reading.robot), (std::vector<std::string>{"a-1", "b-1", "c-1"}));
}

TEST(SmiRoot, HasToBeSaidIfSeveralPartsAreNobodysChild) {
  const auto errors = read(ungrounded("[a-1:-:b-1]", "[c-1:-:b-1]")).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].remedy.find("RootGround[a-1]"), std::string::npos) << errors[0].remedy;
}

TEST(SmiRoot, IsTheAssemblyThatHoldsAGroundedPart) {
  const Reading reading = read(SmiFile()
                                   .joint("RevoluteJoint", "[elbow-1:-:sub-1:base-1]")
                                   .transform("AssemblyGround[sub-1:base-1]")
                                   .solid("base*:*Default")
                                   .solid("elbow*:*Default"));
  EXPECT_TRUE(reading.errors().empty()) << reading.all_text();
  EXPECT_EQ(link_names(reading.robot), (std::vector<std::string>{"sub-1", "sub-1:base-1", "elbow-1"}));
}

// ---- the tree ----

TEST(SmiTree, GrowsFromTheGroundWhateverTheDirectionAndOrderOfTheJoints) {
  const auto robot = robot_of(SmiFile()
                                  .joint("RevoluteJoint", "[hand-1:-:elbow-1]")
                                  .joint("PrismaticJoint", "[elbow-1:-:base-1]")
                                  .joint("RevoluteJoint", "[base-1:-:lamp-1]")
                                  .transform("RootGround[base-1]")
                                  .solid("base*:*Default")
                                  .solid("elbow*:*Default")
                                  .solid("hand*:*Default")
                                  .solid("lamp*:*Default"));
  EXPECT_EQ(joint_names(robot), (std::vector<std::string>{"world--base-1", "base-1--elbow-1",
                                                          "elbow-1--hand-1", "base-1--lamp-1"}));
  EXPECT_EQ(build_model(robot).position_count(), 3);
}

TEST(SmiTree, KeepsEachPairOfFramesWithoutAJointAsAWeld) {
  std::mt19937 random(10);
  const Placed B = anywhere(random), F = anywhere(random);
  const auto robot = robot_of(SmiFile()
                                  .transform("RootGround[base-1]")
                                  .weld("[plate-1:-:base-1]", B, F)
                                  .solid("base*:*Default")
                                  .solid("plate*:*Default"));
  EXPECT_EQ(joint_named(robot, "base-1--plate-1").kind, JointKind::Fixed);
  EXPECT_LT(difference(pose_of(robot, "plate-1"), F.pose() * B.pose().inverse()), 1e-14);
}

TEST(SmiTree, RefusesACutJointByNameWithItsLine) {
  const SmiFile file = SmiFile()
                           .transform("RootGround[a-1]")
                           .joint("RevoluteJoint", "[a-1:-:b-1]")
                           .joint("RevoluteJoint", "[a-1:-:c-1]")
                           .cut_joint("PlanarJoint", "[b-1:-:c-1]")
                           .solid("a*:*Default")
                           .solid("b*:*Default")
                           .solid("c*:*Default");
  const Reading reading = read(file);
  ASSERT_EQ(reading.errors().size(), 1U) << reading.all_text();
  const Problem error = reading.errors()[0];
  EXPECT_NE(error.what.find("[b-1:-:c-1]"), std::string::npos);
  EXPECT_NE(error.remedy.find("loops are not supported"), std::string::npos);
  const std::string text = file.text();
  EXPECT_EQ(error.line,
            1 + std::count(text.begin(),
                           text.begin() + static_cast<std::ptrdiff_t>(text.find("PlanarJoint(1).ID")), '\n'));
}

TEST(SmiTree, RefusesAnyOtherLoop) {
  for (const char* closing : {"[b-1:-:c-1]", "[c-1:-:a-1]", "[:-:c-1]"}) {
    const auto errors = read(SmiFile()
                                 .transform("RootGround[a-1]")
                                 .joint("RevoluteJoint", "[a-1:-:b-1]")
                                 .joint("RevoluteJoint", "[a-1:-:c-1]")
                                 .weld(closing)
                                 .solid("a*:*Default")
                                 .solid("b*:*Default")
                                 .solid("c*:*Default"))
                            .errors();
    ASSERT_EQ(errors.size(), 1U) << closing;
    EXPECT_NE(errors[0].what.find("closes a loop"), std::string::npos) << errors[0].what;
    EXPECT_GT(errors[0].line, 0);
  }
}

TEST(SmiTree, NamesPartsThatNoJointReaches) {
  const auto errors = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {})
                               .joint("RevoluteJoint", "[lost-1:-:lost-2]")
                               .solid("lost*:*Default"))
                          .errors();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_NE(errors[0].what.find("'lost-1'"), std::string::npos);
  EXPECT_NE(errors[1].what.find("'lost-2'"), std::string::npos);
}

TEST(SmiTree, NeedsBothFramesOfAJointAndAJointOfTwoParts) {
  const auto broken = [](const SmiFile& file) { return read(file).errors(); };
  const SmiFile ground = SmiFile().transform("RootGround[a-1]").solid("a*:*Default");
  for (const SmiFile& file :
       {SmiFile(ground).transform("B[a-1:-:b-1]"), SmiFile(ground).transform("F[a-1:-:b-1]"),
        SmiFile(ground).transform("B[a-1:-:b-1]").joint_alone("RevoluteJoint", "[a-1:-:b-1]"),
        SmiFile(ground).joint_alone("RevoluteJoint", "[a-1:-:b-1]"),
        SmiFile(ground).joint_alone("SixDofJoint", "ConstraintSixDof[Parallel]"),
        SmiFile(ground).weld("[a-1:-:a-1]"), SmiFile(ground).weld("[:-:]"),
        SmiFile(ground).transform("RootGround[a-1]")}) {
    const auto errors = broken(file);
    ASSERT_EQ(errors.size(), 1U) << file.text();
    EXPECT_GT(errors[0].line, 0);
  }
  // twice the same
  EXPECT_EQ(broken(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).transform("B[base-1:-:arm-1]"))
                .size(),
            1U);
  EXPECT_EQ(broken(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {})
                       .joint_alone("PrismaticJoint", "[base-1:-:arm-1]"))
                .size(),
            1U);
}

TEST(SmiTree, WarnsOfATransformThatItDoesNotUnderstand) {
  const Reading reading =
      read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).transform("Mystery[base-1]"));
  EXPECT_TRUE(reading.errors().empty());
  EXPECT_EQ(reading.problems.size(), 1U);
}

TEST(SmiTree, FindsTheFramesOfASubAssemblysJointsUnderItsDesign) {
  std::mt19937 random(11);
  const Placed B = anywhere(random), F = anywhere(random), W = anywhere(random), G = anywhere(random);
  const std::string design = "cylinder.iam_{DF54-41F4}";
  const auto robot = robot_of(SmiFile()
                                  .transform("RootGround[base:1]")
                                  .weld("[base:1:-:cylinder:1:tube:1]")
                                  .weld("[base:1:-:cylinder:2:tube:1]")
                                  .weld("[" + design + ":tube:1:-:" + design + ":rod:1]", B, F)
                                  .weld("[" + design + ":cap:1:-:" + design + ":rod:1]", W, {})
                                  .transform("AssemblyGround[" + design + ":tube:1]", G)
                                  .joint_alone("PrismaticJoint", "[cylinder:1:tube:1:-:cylinder:1:rod:1]")
                                  .joint_alone("PrismaticJoint", "[cylinder:2:tube:1:-:cylinder:2:rod:1]")
                                  .solid("base.ipt_{1}")
                                  .solid("tube.ipt_{2}")
                                  .solid("rod.ipt_{3}")
                                  .solid("cap.ipt_{4}"));
  for (const std::string each : {"cylinder:1", "cylinder:2"}) {
    const std::string joint = each + ":tube:1--" + each + ":rod:1";
    const Pose<double> X_BR = B.pose() * slide(z, 0.3) * F.pose().inverse();
    EXPECT_LT(difference(pose_of(robot, each + ":rod:1", {{joint, 0.3}}), X_BR), 1e-14);
    EXPECT_LT(difference(pose_of(robot, each + ":cap:1", {{joint, 0.3}}), X_BR * W.pose().inverse()), 1e-14);
    EXPECT_LT(difference(pose_of(robot, each), G.pose().inverse()), 1e-14);
  }
  EXPECT_EQ(build_model(robot).position_count(), 2);
}

TEST(SmiTree, ReadsCoordinateSystemsAsFrames) {
  std::mt19937 random(12);
  const Placed U = anywhere(random);
  const Reading reading = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {})
                                   .transform("UCS[arm*:*Default:tool tip]", U)
                                   .transform("UCS[the assembly:origin]"));
  EXPECT_TRUE(reading.errors().empty());
  EXPECT_EQ(reading.problems.size(), 1U);  // the assembly itself is no part
  ASSERT_EQ(reading.robot.frames.size(), 1U);
  EXPECT_EQ(reading.robot.frames[0].name, "arm-1:tool tip");
  EXPECT_EQ(reading.robot.frames[0].link, "arm-1");
  EXPECT_LT(difference(reading.robot.frames[0].X_LF, U.pose()), 1e-15);
  EXPECT_NE(build_model(reading.robot).find_frame("arm-1:tool tip"), nullptr);
}

// ---- solids and instances ----

TEST(SmiSolid, IsSharedByTheInstancesOfItsDesign) {
  const auto robot = robot_of(SmiFile()
                                  .transform("RootGround[Part1-1]")
                                  .weld("[Part1-1:-:Frame-3:Part1-2]")
                                  .weld("[Part1-1:-:Middle v2:1]")
                                  .weld("[Part1-1:-:end_b^all-2]")
                                  .solid("Part1*:*Default", 1.0)
                                  .solid("Middle v2.ipt_{C2612A30-42A4-AD4D}", 2.0)
                                  .solid("end_b^all*:*Domyślna", 3.0));
  EXPECT_EQ(link_named(robot, "Part1-1").inertia->m, 1.0);
  EXPECT_EQ(link_named(robot, "Frame-3:Part1-2").inertia->m, 1.0);
  EXPECT_EQ(link_named(robot, "Middle v2:1").inertia->m, 2.0);
  EXPECT_EQ(link_named(robot, "end_b^all-2").inertia->m, 3.0);
}

SmiFile opaque() {
  return SmiFile()
      .transform("RootGround[MOz0wMIn]")
      .joint("RevoluteJoint", "[MoeQPJ+:-:MOz0wMIn]")
      .solid("JFD*:*706f55", 1.0)
      .solid("JFP*:*706f55", 2.0);
}

TEST(SmiSolid, OfAnOpaqueInstanceIsAskedForWithBothSidesListed) {
  const auto errors = read(opaque()).errors();
  ASSERT_EQ(errors.size(), 1U);
  for (const char* part : {"'MOz0wMIn'", "'MoeQPJ+'"})
    EXPECT_NE(errors[0].what.find(part), std::string::npos);
  for (const char* solid : {"--map", "'JFD*:*706f55'", "'JFP*:*706f55'"})
    EXPECT_NE(errors[0].remedy.find(solid), std::string::npos);
}

TEST(SmiSolid, CanBeMappedByTheUser) {
  ReadOptions options;
  options.solid_of_instance = {{"MOz0wMIn", "JFP*:*706f55"}, {"MoeQPJ+", "JFD"}};
  const auto robot = robot_of(opaque(), options);
  EXPECT_EQ(link_named(robot, "MOz0wMIn").inertia->m, 2.0);
  EXPECT_EQ(link_named(robot, "MoeQPJ+").inertia->m, 1.0);
}

TEST(SmiSolid, ThatIsMappedFromOrToAnUnknownNameIsAnErrorWithASuggestion) {
  ReadOptions options;
  options.solid_of_instance = {
      {"MOz0wMIn", "JFX"}, {"MoeQPJ+", "JFD*:*706f55"}, {"MOzOwMIn", "JFD*:*706f55"}};
  const auto errors = read(opaque(), options).errors();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_NE(errors[0].what.find("'JFX'"), std::string::npos) << errors[0].what;
  EXPECT_NE(errors[1].remedy.find("'MOz0wMIn'"), std::string::npos) << errors[1].remedy;
}

TEST(SmiSolid, IsNeverGuessedWhereTwoFit) {
  SmiFile file = SmiFile().transform("RootGround[rod-1]").solid("rod*:*short", 1.0).solid("rod*:*long", 2.0);
  const auto errors = read(file).errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].what.find("'rod*:*long'"), std::string::npos);
  ReadOptions options;
  options.solid_of_instance = {{"rod-1", "rod*:*long"}};
  const Reading mapped = read(file, options);
  EXPECT_TRUE(mapped.errors().empty());
  EXPECT_EQ(link_named(mapped.robot, "rod-1").inertia->m, 2.0);
  options.solid_of_instance = {{"rod-1", "rod"}};
  EXPECT_GE(read(file, options).errors().size(), 1U);
}

TEST(SmiSolid, ThatIsListedTwiceIsAnError) {
  EXPECT_EQ(read(SmiFile().transform("RootGround[a-1]").solid("a*:*x").solid("a*:*x")).errors().size(), 1U);
}

TEST(SmiSolid, ThatNoPartUsesIsAWarning) {
  const Reading reading =
      read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).solid("spare*:*Default"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.problems.size(), 1U);
  EXPECT_NE(reading.problems[0].what.find("'spare*:*Default'"), std::string::npos);
}

TEST(SmiSolid, MayBeMissingAltogetherWithAWarning) {
  const Reading reading = read(SmiFile().transform("RootGround[a-1]").joint("RevoluteJoint", "[a-1:-:b-1]"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.problems.size(), 1U);
  EXPECT_FALSE(link_named(reading.robot, "b-1").inertia.has_value());
}

TEST(SmiSolid, OfASkewedBoxTurnsAsTheBoxDoes) {
  // a box of the same mass and second moments: eight points, at the Gauss points of its three axes
  const Pose<double> X{Rotation<double>::from(RollPitchYaw<double>{0.3, -0.8, 1.1}), {0.2, -0.1, 0.4}};
  std::vector<Vec3<double>> points;
  for (const double i : {-1.0, 1.0})
    for (const double j : {-1.0, 1.0})
      for (const double k : {-1.0, 1.0}) points.push_back(X.R * Vec3<double>{0.5 * i, 0.2 * j, 0.1 * k});
  const double m = 0.75;
  Vec3<double> moments, products;
  for (const Vec3<double>& r : points) {
    moments += m * Vec3<double>{r.y * r.y + r.z * r.z, r.z * r.z + r.x * r.x, r.x * r.x + r.y * r.y};
    products -= m * Vec3<double>{r.y * r.z, r.z * r.x, r.x * r.y};  // Simscape: Iyz = −∫ y·z dm
  }
  const auto robot = robot_of(
      SmiFile().transform("RootGround[box-1]").solid("box*:*Default", 8 * m, 1e3 * X.p, moments, products));
  const Inertia<double> inertia = *link_named(robot, "box-1").inertia;
  // angular momentum about the part's origin, by Σ m·r×(ω×r) and by the inertia that was read
  for (const Vec3<double>& w : {x, y, z, Vec3<double>{1, -2, 3}}) {
    Vec3<double> L;
    for (const Vec3<double>& r : points) L += m * cross(r + X.p, cross(w, r + X.p));
    EXPECT_LT(norm(inertia.I * w - L), 1e-14);
  }
  EXPECT_LT(norm(centre_of_mass(inertia) - X.p), 1e-15);
}

// ---- the arm of the statics problems ----

struct Body {
  double mass = 0.0;
  double com_mm = 0.0;
  Vec3<double> moments;
};
const Body motor{11.309724327455827, 0.0, {0.15, 0.15, 0.03}};
const Body link1{100.60279314305743, 500.0, {0.7, 5.6, 5.7}};
const Body link2{111.1641799839304, 531.645641609448, {1.1, 4.7, 4.3}};

SmiFile statics_arm() {
  const auto add = [](SmiFile& file, const char* id, const Body& body) {
    file.solid(id, body.mass, {body.com_mm, 0, 0}, body.moments);
  };
  SmiFile file;
  file.transform("RootGround[base:1]")
      .joint("RevoluteJoint", "[base:1:-:motor:1]")
      .weld("[motor:1:-:link 1:1]")
      .joint("RevoluteJoint", "[link 1:1:-:motor:2]", {{1.0, 0, 0}})
      .weld("[link 2:1:-:motor:2]");
  file.solid("base.ipt_{0}", 700.0);
  add(file, "motor.ipt_{1}", motor);
  add(file, "link 1.ipt_{2}", link1);
  add(file, "link 2.ipt_{3}", link2);
  return file;
}

/// Two bodies on the x axis as one, about the origin: masses, first moments and Steiner terms by hand.
void expect_merged(const Inertia<double>& merged, const Body& a, const Body& b) {
  EXPECT_NEAR(merged.m, a.mass + b.mass, 1e-9);
  const double ca = 1e-3 * a.com_mm, cb = 1e-3 * b.com_mm;
  EXPECT_NEAR(merged.I.xx, a.moments.x + b.moments.x, 1e-9);
  EXPECT_NEAR(merged.I.yy, a.moments.y + b.moments.y + a.mass * ca * ca + b.mass * cb * cb, 1e-9);
  EXPECT_NEAR(merged.I.zz, a.moments.z + b.moments.z + a.mass * ca * ca + b.mass * cb * cb, 1e-9);
  EXPECT_NEAR(merged.I.xy, 0.0, 1e-12);
  EXPECT_NEAR(merged.I.xz, 0.0, 1e-12);
  EXPECT_NEAR(merged.I.yz, 0.0, 1e-12);
}

TEST(StaticsArm, MergesWhatIsWeldedToThePublishedMassesAndCentres) {
  const Model<double> model = build_model(robot_of(statics_arm()));
  ASSERT_EQ(model.link_count(), 2);
  const Inertia<double>& body1 = model.link(0).inertia;
  const Inertia<double>& body2 = model.link(1).inertia;
  EXPECT_EQ(model.link(0).joint_name, "base:1--motor:1");
  EXPECT_EQ(model.link(1).joint_name, "link 1:1--motor:2");
  EXPECT_NEAR(body1.m, 111.91251747051325, 1e-9);
  EXPECT_NEAR(1e3 * centre_of_mass(body1).x, 449.4706911117618, 1e-9);
  EXPECT_NEAR(body2.m, 122.47390431138622, 1e-9);
  EXPECT_NEAR(1e3 * centre_of_mass(body2).x, 482.551382058377, 1e-9);
  expect_merged(body1, motor, link1);
  expect_merged(body2, motor, link2);
  EXPECT_NEAR(model.link(1).X_PJ.p.x, 1.0, 1e-15);
  for (const char* part : {"world", "base:1", "motor:1", "link 1:1", "motor:2", "link 2:1"})
    EXPECT_NE(model.find_frame(part), nullptr) << part;
}

TEST(StaticsArm, IsTheSameWithAMassInPounds) {
  const std::string in_pounds =
      fmt::format("smiData.Solid(2).mass = {:.17g};  % lbm\n", motor.mass / 0.45359237);
  const Reading reading = read(statics_arm().text() + in_pounds);
  ASSERT_TRUE(reading.problems.empty()) << reading.all_text();
  const Model<double> model = build_model(reading.robot);
  EXPECT_NEAR(model.link(0).inertia.m, 111.91251747051325, 1e-9);
  EXPECT_NEAR(1e3 * centre_of_mass(model.link(1).inertia).x, 482.551382058377, 1e-9);
}

TEST(StaticsArm, IsRefusedPartByPartWhereTheExportLostItsJoints) {
  const Reading reading = read(SmiFile()
                                   .transform("RootGround[base:1]")
                                   .transform("SixDofRigidTransform[link 1:1]")
                                   .transform("SixDofRigidTransform[link 2:1]", {{1.0, 0, 0}})
                                   .solid("base.ipt_{0}")
                                   .solid("link 1.ipt_{2}")
                                   .solid("link 2.ipt_{3}"));
  EXPECT_EQ(reading.errors().size(), 2U) << reading.all_text();
}

// ---- whole files ----

TEST(SmiFile, AsSmimportWritesItReads) {
  const Reading reading = read(R"(% Simscape(TM) Multibody(TM) version: 7.3

% This is a model data file derived from a Simscape Multibody Import XML file using the smimport function.

%%%VariableName:EXOsmiData


%============= RigidTransform =============%

%Initialize the RigidTransform structure array by filling in null values.
EXOsmiData.RigidTransform(3).translation = [0.0 0.0 0.0];
EXOsmiData.RigidTransform(3).angle = 0.0;
EXOsmiData.RigidTransform(3).axis = [0.0 0.0 0.0];
EXOsmiData.RigidTransform(3).ID = "";

%Translation Method - Cartesian
%Rotation Method - Arbitrary Axis
EXOsmiData.RigidTransform(1).translation = [0 12 -0];  % cm
EXOsmiData.RigidTransform(1).angle = 1.5707963267948966;  % rad
EXOsmiData.RigidTransform(1).axis = [-1 -0 -0];
EXOsmiData.RigidTransform(1).ID = "B[it's the base-1:-:arm-1]";

EXOsmiData.RigidTransform(2).translation = [1 0 0];  % in
EXOsmiData.RigidTransform(2).angle = 0;  % rad
EXOsmiData.RigidTransform(2).axis = [0 0 0];
EXOsmiData.RigidTransform(2).ID = 'F[it''s the base-1:-:arm-1]';

EXOsmiData.RigidTransform(3).translation = [0 0 1e-1];  % m
EXOsmiData.RigidTransform(3).angle = 0;  % rad
EXOsmiData.RigidTransform(3).axis = [0 0 0];
EXOsmiData.RigidTransform(3).ID = "RootGround[it's the base-1]";


%============= Solid =============%
%Center of Mass (CoM) %Moments of Inertia (MoI) %Product of Inertia (PoI)

%Initialize the Solid structure array by filling in null values.
EXOsmiData.Solid(2).mass = 0.0;
EXOsmiData.Solid(2).CoM = [0.0 0.0 0.0];
EXOsmiData.Solid(2).MoI = [0.0 0.0 0.0];
EXOsmiData.Solid(2).PoI = [0.0 0.0 0.0];
EXOsmiData.Solid(2).color = [0.0 0.0 0.0];
EXOsmiData.Solid(2).opacity = 0.0;
EXOsmiData.Solid(2).ID = "";

%Inertia Type - Custom
%Visual Properties - Simple
EXOsmiData.Solid(1).mass = 3;  % kg
EXOsmiData.Solid(1).CoM = [0 0 0];  % mm
EXOsmiData.Solid(1).MoI = [1 1 1];  % kg*mm^2
EXOsmiData.Solid(1).PoI = [0 0 0];  % kg*mm^2
EXOsmiData.Solid(1).color = [0.5 0.5 0.5];
EXOsmiData.Solid(1).opacity = 1;
EXOsmiData.Solid(1).ID = "it's the base*:*Default";

EXOsmiData.Solid(2).mass = 500;  % g
EXOsmiData.Solid(2).CoM = [1 0 0];  % cm
EXOsmiData.Solid(2).MoI = [1 1 1];  % lbm*mm^2
EXOsmiData.Solid(2).PoI = [0 0 0];  % kg*mm^2
EXOsmiData.Solid(2).color = [0.5 0.5 0.5];
EXOsmiData.Solid(2).opacity = 1;
EXOsmiData.Solid(2).ID = "arm*:*Default";


%============= Joint =============%
%X Revolute Primitive (Rx) %Y Revolute Primitive (Ry) %Z Revolute Primitive (Rz)

%Initialize the RevoluteJoint structure array by filling in null values.
EXOsmiData.RevoluteJoint(1).Rz.Pos = 0.0;
EXOsmiData.RevoluteJoint(1).ID = "";

EXOsmiData.RevoluteJoint(1).Rz.Pos = -22.9;  % deg
EXOsmiData.RevoluteJoint(1).ID = "[it's the base-1:-:arm-1]";
)");
  ASSERT_TRUE(reading.problems.empty()) << reading.all_text();
  EXPECT_EQ(joint_names(reading.robot),
            (std::vector<std::string>{"world--it's the base-1", "it's the base-1--arm-1"}));
  const auto& joint = reading.robot.joints[1];
  EXPECT_NEAR(joint.X_PJ.p.y, 0.12, 1e-16);
  EXPECT_EQ(joint.X_PJ.R(1, 2), 1.0);
  EXPECT_NEAR(joint.X_JC.p.x, -0.0254, 1e-16);
  EXPECT_EQ(joint.source.line, 73);
  EXPECT_NEAR(reading.robot.joints[0].X_PJ.p.z, 0.1, 1e-16);
  EXPECT_NEAR(link_named(reading.robot, "arm-1").inertia->m, 0.5, 1e-16);
}

TEST(SmiFile, GivesAllItsProblemsAtOnce) {
  std::string text = grounded_pair("SphericalJoint", "[base-1:-:arm-1]", {}, {}).text();
  text += "smiData.Solid(1).mass = NaN;\nsmiData.Solid(2).mass = 5;\nrun('other.m');\n";
  text += "smiData.RigidTransform(1).translation = [1 2 3];\n";
  EXPECT_EQ(read(text).errors().size(), 5U) << read(text).all_text();
}

TEST(SmiFile, ThatIsEmptyOrForeignIsRefused) {
  for (const char* text : {"", "robot: two_link\nlinks: []\n", "<robot name='x'/>",
                           "smiData.Solid(1).ID = 'a';", "smiData.Foo(1).ID = 'a';"})
    EXPECT_GE(read(text).errors().size(), 1U) << text;
}

TEST(SmiFile, OfAHundredThousandLinesIsReadInALinearTime) {
  SmiFile file;
  file.transform("RootGround[part-1]");
  constexpr int count = 10'000;
  for (int i = 1; i < count; ++i)
    file.joint("RevoluteJoint",
               fmt::format("[part-{}:-:part-{}]", i % 2 == 0 ? i : i + 1, i % 2 == 0 ? i + 1 : i),
               {{0.1, 0, 0}});
  file.solid("part*:*Default");
  const std::string text = file.text();
  ASSERT_GT(std::count(text.begin(), text.end(), '\n'), 100'000);
  const auto start = std::chrono::steady_clock::now();
  const Reading reading = read(text);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_TRUE(reading.problems.empty()) << reading.problems.front().text();
  EXPECT_EQ(reading.robot.links.size(), count + 1U);
  EXPECT_LT(taken.count(),
            10.0);  // generous: sanitizers and loaded machines; a quadratic reader takes minutes
  RecordProperty("milliseconds", static_cast<int>(1e3 * taken.count()));
}

}  // namespace
}  // namespace sinew
