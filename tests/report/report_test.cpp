// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/print/diagnostics_json.h"
#include "sinew/print/table.h"
#include "sinew/report/robot_card.h"
#include "sinew/report/totals.h"
#include "tests/support/descriptions.h"
#include "tests/support/differences.h"
#include "tests/support/kinematics.h"

namespace sinew {
namespace {

using sinew_test::difference;
using testing::HasSubstr;
using Json = nlohmann::json;

TEST(ATable, AlignsByWhatIsSeenNotByBytes) {
  Table table({{"joint", Table::Align::Left}, {"θ", Table::Align::Right}, {"never", Table::Align::Left}});
  table.add({"später", "90°"});
  table.add({"b", "1"});
  EXPECT_EQ(table.text(2),
            "  joint     θ\n"
            "  später  90°\n"
            "  b         1\n");
}

TEST(ATable, QuotesWhatCsvMustQuote) {
  Table table({{"a"}, {"b"}});
  table.add({"x,y", "say \"hi\""});
  table.add({"two\nlines"});
  table.add({"#1", " b"});  // no comment, and the space belongs to it
  EXPECT_EQ(table.csv(), "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\n\"#1\",\" b\"\n");
}

LoadedRobot loaded(const RobotDescription<double>& robot) { return {robot, build_model(robot), {}}; }

TEST(TheTotals, AreThoseOfEverythingThatMoves) {
  for (const bool floating : {false, true})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Model<double> model = build_model(sinew_test::a_random_tree(seed, 10, floating));
      // the same by plain kinematics at the zero of the position vector
      std::vector<double> q(static_cast<std::size_t>(model.position_count()), 0.0);
      if (floating) q[6] = 1.0;
      const sinew_test::Placement<double> placement(model, q);
      Inertia<double> all = floating ? model.base_inertia() : Inertia<double>{};
      for (int i = 0; i < model.link_count(); ++i) all = all + placement.of_link(i) * model.link(i).inertia;
      const MassTotals totals = mass_totals(model);
      EXPECT_NEAR(totals.moving + (floating ? totals.base : 0.0), all.m, 1e-12);
      if (all.m > 0) {
        EXPECT_LT(difference(totals.com, centre_of_mass(all)), 1e-12) << seed;
      }
    }
}

TEST(TheJson, PlacesEveryFrameOfABranchingRobot) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const RobotDescription<double> robot = sinew_test::a_random_tree(seed, 8, false);
    const Model<double> model = build_model(robot);
    const Json json = Json::parse(robot_json(loaded(robot)));
    const auto pose = [](const Json& X) {
      const auto vec = [](const Json& v) { return Vec3<double>{v[0], v[1], v[2]}; };
      return Pose<double>{Rotation<double>::from_rows(vec(X["R"][0]), vec(X["R"][1]), vec(X["R"][2])), vec(X["p"])};
    };
    std::map<std::string, Pose<double>> X_WL;
    for (const Json& link : json["links"]) {
      const Pose<double> X_WP = link["parent"].is_null() ? Pose<double>{} : X_WL[link["parent"]];
      const double q = link["joint"].contains("mimic") ? link["joint"]["mimic"]["offset"].get<double>() : 0.0;
      Pose<double> J;
      const std::string kind = link["joint"]["kind"];
      if (kind != "prismatic") J.R = Rotation<double>::about_z(sincos(q));
      if (kind == "prismatic") J.p.z = q;
      if (kind == "helical") J.p.z = link["joint"]["pitch"].get<double>() * q;
      X_WL[link["name"]] = X_WP * pose(link["joint_on_parent"]) * J;
    }
    const sinew_test::Placement<double> placement(
        model, std::vector<double>(static_cast<std::size_t>(model.position_count()), 0.0));
    for (const Json& frame : json["frames"]) {
      const Pose<double> X_WJ = frame["link"].is_null() ? Pose<double>{} : X_WL[frame["link"]];
      EXPECT_LT(difference(X_WJ * pose(frame["pose_on_joint"]), placement.of(frame["name"].get<std::string>())), 1e-12);
    }
  }
}

TEST(TheJson, HasNoLimitAsNull) {
  const Json json = Json::parse(robot_json(loaded(sinew_test::a_sound_arm())));
  EXPECT_TRUE(json["links"][0]["joint"]["limits"]["effort"].is_null());
}

TEST(TheProblems, AreValidJsonWhateverIsInThem) {
  const Json json = Json::parse(diagnostics_json({{Severity::Error, "a\xff.yaml", 0, "\"quoted\"\n", "\x01"}}));
  EXPECT_EQ(json[0]["severity"], "error");
  EXPECT_TRUE(json[0]["line"].is_null());
}

TEST(TheCard, OfALongChainStaysNarrow) {
  RobotDescription<double> chain;
  chain.name = "chain";
  chain.links.push_back(sinew_test::a_link("base"));
  for (int i = 1; i <= 2000; ++i) {
    const std::string name = "link" + std::to_string(i);
    chain.joints.push_back(
        sinew_test::a_joint("j" + std::to_string(i), JointKind::Revolute, chain.links.back().name, name));
    chain.links.push_back(sinew_test::a_link(name, sinew_test::some_inertia()));
  }
  EXPECT_LT(robot_card(loaded(chain)).size(), 2'000'000U);
}

TEST(TheCard, TellsWhatAJointHasBesidesItsMotion) {
  RobotDescription<double> arm = sinew_test::a_sound_arm();
  arm.joints[0].spring = Spring<double>{3.0, 0.1};
  arm.joints[0].motor = Motor<double>{.carrier = "base", .mass = 1.0, .rotor_inertia = 2e-4, .gear_ratio = 50.0};
  arm.joints[1].mimic = Mimic<double>{"shoulder", -1.0, 0.5};
  arm.joints[1].friction = {.viscous = 0.1, .coulomb_plus = 1.0, .coulomb_minus = 2.0};
  const std::string card = robot_card(loaded(arm));
  EXPECT_THAT(card, HasSubstr("spring: 3 N·m/rad"));
  EXPECT_THAT(card, HasSubstr("rotor 0.0002 kg·m², gear 50, carried by the base"));
  EXPECT_THAT(card, HasSubstr("follows shoulder: q = -1·q + 0.5"));
  EXPECT_THAT(card, HasSubstr("viscous 0.1 N·m·s/rad, Coulomb +1/−2 N·m"));
}

}  // namespace
}  // namespace sinew
