// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "tests/cli/command_line.h"

namespace {

using Json = nlohmann::json;
using sinew_test::json_of;
using sinew_test::sinew;
using testing::HasSubstr;
using testing::Not;

constexpr const char* logged_swing = "two_link_2r examples/logs/two_link_swing.csv";

/// The log of the example with its columns multiplied by factors.
std::string changed_log(const sinew_test::TemporaryFolder& folder, const std::vector<double>& factors) {
  std::istringstream in(sinew_test::text_of(sinew_test::tree / "examples/logs/two_link_swing.csv"));
  const std::string path = (folder.path() / "changed.csv").string();
  std::ofstream out(path);
  std::string line;
  bool has_titles = false;
  while (std::getline(in, line)) {
    if (line.starts_with("#")) continue;
    if (!std::exchange(has_titles, true)) {
      out << line << '\n';
      continue;
    }
    std::istringstream cells(line);
    std::string cell;
    for (std::size_t k = 0; std::getline(cells, cell, ','); ++k)
      out << (k > 0 ? "," : "") << std::stod(cell) * factors[k];
    out << '\n';
  }
  return path;
}

TEST(Audit, ClosesTheExample) {
  const auto page = sinew(std::string("audit ") + logged_swing);
  EXPECT_EQ(page.code, 0) << page.out << page.err;
  EXPECT_THAT(page.out, HasSubstr("The energy closes"));
  EXPECT_THAT(page.out, HasSubstr("No signal is suspect."));
  const Json y = json_of(std::string("audit ") + logged_swing);
  EXPECT_TRUE(y["closes"]);
  EXPECT_TRUE(y["suspect"].is_null());
  const Json& whole = y["whole"];
  const auto number = [&](const char* key) { return whole[key].get<double>(); };
  EXPECT_NEAR(number("stored"),
              number("drive") - number("viscous") - number("dry") + number("wrenches") + number("unexplained"), 1e-9);
  EXPECT_EQ(y["windows"].size(), 10U);
}

TEST(Audit, NamesTorquesThatAreScaled) {
  const sinew_test::TemporaryFolder folder;
  const auto page = sinew("audit two_link_2r " + changed_log(folder, {1, 1, 1, 1, 1, 1.1, 1.1}));
  EXPECT_EQ(page.code, 1);
  EXPECT_THAT(page.out, HasSubstr("The energy does not close"));
  EXPECT_THAT(page.out, HasSubstr("Suspect: the torques of all joints are 1.1"));
}

TEST(Audit, NamesVelocitiesThatAreFlipped) {
  const sinew_test::TemporaryFolder folder;
  const auto page = sinew("audit two_link_2r " + changed_log(folder, {1, 1, 1, 1, -1, 1, 1}));
  EXPECT_EQ(page.code, 1);
  EXPECT_THAT(page.out, HasSubstr("Suspect: the velocity of elbow has the wrong sign"));
  EXPECT_THAT(page.out, Not(HasSubstr("velocity of shoulder")));
}

TEST(Audit, NamesAPayload) {
  const auto page = sinew(std::string("audit ") + logged_swing + " --payload \"3kg at 0,0,0\"");
  EXPECT_EQ(page.code, 1) << page.err;
  EXPECT_THAT(page.out, HasSubstr("kg less than its model"));
}

TEST(Audit, WritesTheLedgerOverTime) {
  const auto csv = sinew(std::string("audit ") + logged_swing + " --format csv");
  EXPECT_THAT(csv.out, HasSubstr("t,stored.kinetic,stored.potential,stored.springs,stored.total,work.drive"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 302);
  EXPECT_THAT(sinew(std::string("audit ") + logged_swing + " --plot stored").out, HasSubstr("kinetic"));
  EXPECT_EQ(sinew(std::string("audit ") + logged_swing + " --plot store").code, 2);
}

TEST(Audit, RefusesWhatIsNoLog) {
  EXPECT_EQ(sinew("audit two_link_2r robots/two_link_2r.yaml").code, 1);
  EXPECT_EQ(sinew("audit two_link_2r").code, 2);
  EXPECT_THAT(sinew("audit two_link_2r examples/measurements/planar_2r.csv").err, HasSubstr("torques"));
}

}  // namespace
