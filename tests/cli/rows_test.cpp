// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/command_line.h"

namespace {

using Json = nlohmann::json;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using testing::HasSubstr;

const std::string two_link = "two_link_2r --frame tip --q 20deg,40deg --qd 0.2,0.15";

/// Rows of a matrix, one after the other.
Json rows_of(const Json& matrix, const std::vector<std::size_t>& order) {
  Json rows = Json::array();
  for (const std::size_t i : order) rows.push_back(matrix[i]);
  return rows;
}

TEST(Rows, OfAJacobianComeInTheOrderAskedFor) {
  const Json all = json_of("jacobian " + two_link + " --rate");
  const Json some = json_of("jacobian " + two_link + " --rate --rows y,wz,x");
  EXPECT_EQ(some["rows"], Json({"vy", "wz", "vx"}));
  EXPECT_EQ(some["states"][0]["J"], rows_of(all["states"][0]["J"], {4, 2, 3}));
  EXPECT_EQ(some["states"][0]["J_rate"], rows_of(all["states"][0]["J_rate"], {4, 2, 3}));
  const std::string page = sinew("jacobian " + two_link + " --rows y,wz,x").out;
  EXPECT_LT(page.find("vy"), page.find("ωz"));
  EXPECT_LT(page.find("ωz"), page.find("vx"));
}

TEST(Rows, OfCartesianTermsComeInTheOrderAskedFor) {
  const auto cartesian = [](const std::string& rows) {
    return json_of("terms " + two_link + " --show cartesian --rows " + rows);
  };
  const Json xy = cartesian("x,y"), yx = cartesian("y,x");
  EXPECT_EQ(yx["cartesian"]["rows"], Json({"vy", "vx"}));
  const Json &a = xy["states"][0]["cartesian"], &b = yx["states"][0]["cartesian"];
  for (const char* key : {"J", "J_rate", "c_x", "g_x", "B_x", "Csq_x"})
    for (std::size_t i = 0; i < 2; ++i) {
      const Json one = a[key][i].is_array() ? a[key][i] : Json::array({a[key][i]});
      const Json other = b[key][1 - i].is_array() ? b[key][1 - i] : Json::array({b[key][1 - i]});
      for (std::size_t j = 0; j < one.size(); ++j)
        EXPECT_NEAR(one[j].get<double>(), other[j].get<double>(), 1e-9) << key;
    }
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      EXPECT_NEAR(a["M_x"][i][j].get<double>(), b["M_x"][1 - i][1 - j].get<double>(), 1e-9);
}

TEST(Rows, OfEquationsComeInTheOrderAskedFor) {
  const Outcome done = sinew("equations point_mass_2r --show J --frame tip --rows y,x");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("vy, vx"));
}

TEST(Rows, OfATaskComeInTheOrderAskedFor) {
  const Json solved = json_of("solve two_link_2r --q 20deg,40deg --task \"tip position rows=y,x velocity=[0.2,0.1]\"");
  const Json& task = solved["tasks"][0];
  EXPECT_EQ(task["rows"], Json({"tip y", "tip x"}));
  EXPECT_NEAR(task["achieved"][0].get<double>(), 0.2, 1e-12);
  EXPECT_NEAR(task["achieved"][1].get<double>(), 0.1, 1e-12);
}

TEST(Json, NamesRowsFrameAndAxesEverywhere) {
  const Json jacobian = json_of("jacobian " + two_link + " --axes own --point 0.1,0,0 --rows linear");
  EXPECT_EQ(jacobian["frame"], "tip");
  EXPECT_EQ(jacobian["axes"], "own");
  EXPECT_EQ(jacobian["point"], Json({0.1, 0.0, 0.0}));
  EXPECT_EQ(jacobian["rows"], Json({"vx", "vy", "vz"}));
  const Json terms = json_of("terms " + two_link + " --show cartesian,momentum,B,regressor --rows x,y --axes link1");
  EXPECT_EQ(terms["cartesian"]["frame"], "tip");
  EXPECT_EQ(terms["cartesian"]["axes"], "link1");
  EXPECT_EQ(terms["momentum"]["axes"], "world");
  EXPECT_EQ(terms["products"], Json::array({"shoulder*elbow"}));
  EXPECT_EQ(terms["regressor"]["columns"].size(), terms["states"][0]["regressor"][0].size());
  const Json pose = json_of("pose " + two_link.substr(0, two_link.find(" --qd")) + " --qd 1,1 --axes own");
  EXPECT_EQ(pose["axes"], "world");
  EXPECT_EQ(pose["point"], Json({0.0, 0.0, 0.0}));
  EXPECT_EQ(pose["motion"]["axes"], "own");
  EXPECT_EQ(json_of("statics two_link_2r")["links"]["axes"], "own");
  EXPECT_EQ(json_of("torque two_link_2r --trace")["links"]["rows"], Json({"x", "y", "z"}));
  const Json ik = json_of("ik ur5 --position 0.4,0.2,0.3 --rows z,x,y");
  EXPECT_EQ(ik["rows"], Json({"z", "x", "y"}));
  EXPECT_EQ(ik["axes"], "world");
  const Json solved = json_of(
      "solve panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --task \"panda_hand position velocity=[0.1,0,0]\""
      " --task \"joints joints=q2 velocity=0.1 priority=2\"");
  EXPECT_EQ(solved["tasks"][0]["frames"], Json({"panda_hand", "panda_hand", "panda_hand"}));
  EXPECT_EQ(solved["tasks"][0]["axes"], Json({"world", "world", "world"}));
  EXPECT_EQ(solved["tasks"][1]["frames"], Json::array({nullptr}));
}

}  // namespace
