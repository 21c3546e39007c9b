// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sinew/formats/smidata/reader.h"
#include "sinew/model/build_model.h"
#include "tests/formats/smidata_file.h"

namespace sinew::smidata_test {
namespace {

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
  for (const char* part : {"'MOz0wMIn'", "'MoeQPJ+'"}) EXPECT_NE(errors[0].what.find(part), std::string::npos);
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
  options.solid_of_instance = {{"MOz0wMIn", "JFX"}, {"MoeQPJ+", "JFD*:*706f55"}, {"MOzOwMIn", "JFD*:*706f55"}};
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
  const Reading reading = read(grounded_pair("RevoluteJoint", "[base-1:-:arm-1]", {}, {}).solid("spare*:*Default"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.diagnostics.size(), 1U);
  EXPECT_NE(reading.diagnostics[0].what.find("'spare*:*Default'"), std::string::npos);
}

TEST(SmiSolid, MayBeMissingAltogetherWithAWarning) {
  const Reading reading = read(SmiFile().transform("RootGround[a-1]").joint("RevoluteJoint", "[a-1:-:b-1]"));
  EXPECT_TRUE(reading.errors().empty());
  ASSERT_EQ(reading.diagnostics.size(), 1U);
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
  const auto robot =
      robot_of(SmiFile().transform("RootGround[box-1]").solid("box*:*Default", 8 * m, 1e3 * X.p, moments, products));
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
  const std::string in_pounds = fmt::format("smiData.Solid(2).mass = {:.17g};  % lbm\n", motor.mass / 0.45359237);
  const Reading reading = read(statics_arm().text() + in_pounds);
  ASSERT_TRUE(reading.diagnostics.empty()) << reading.all_text();
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

}  // namespace
}  // namespace sinew::smidata_test
