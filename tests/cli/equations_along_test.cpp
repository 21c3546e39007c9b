// SPDX-License-Identifier: BSD-3-Clause
// `sinew equations` along a motion.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/cli/command_line.h"

namespace {

using Json = nlohmann::json;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string three_formulas = " --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 '0.2*sin(3*t)' --until 2s";

/// Rows of a CSV by their columns.
std::vector<std::map<std::string, double>> csv_rows(const std::string& csv) {
  std::vector<std::map<std::string, double>> rows;
  std::istringstream lines(csv);
  std::string line, cell;
  std::vector<std::string> names;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<std::string> all;
    while (std::getline(cells, cell, ',')) all.push_back(cell);
    if (names.empty()) {
      names = all;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < all.size(); ++i) rows.back()[names[i]] = std::stod(all[i]);
  }
  return rows;
}

/// The sum of a labelled equation's terms.
double torque_in(const Json& answer, const std::string& name) {
  double sum = NAN;
  for (const Json& equation : answer["equations"]) {
    if (equation["name"] != name || !equation.contains("terms")) continue;
    sum = 0.0;
    for (const Json& term : equation["terms"]) sum += term["value"].get<double>();
  }
  return sum;
}

TEST(EquationsAlong, HaveTheTorquesThatTheMotionHas) {
  for (const std::string robot : {"rrp", "spatial_elbow_3r", "elbow_3r"}) {
    const Outcome motion = sinew("motion " + robot + three_formulas + " --samples 5 --show torque --format csv");
    ASSERT_EQ(motion.code, 0) << motion.err;
    const auto rows = csv_rows(motion.out);
    ASSERT_EQ(rows.size(), 5U);
    for (const auto& row : rows) {
      const Json answer =
          json_of("equations " + robot + three_formulas + " --show tau --at t=" + std::to_string(row.at("t")));
      int joint = 0;
      for (const Json& name : answer["joints"]) {
        const double wanted = row.at("tau." + name.get<std::string>());
        EXPECT_NEAR(torque_in(answer, "tau" + std::to_string(++joint)), wanted, 1e-9 * (1.0 + std::abs(wanted)))
            << robot;
      }
    }
  }
}

TEST(EquationsAlong, TellTheMotionInJson) {
  const Json answer = json_of("equations point_mass_2r --move '0,0 -> 1,0.5 in 3s with trapezoidal' --show tau,M");
  ASSERT_EQ(answer["motion"].size(), 3U);
  EXPECT_EQ(answer["motion"][0]["time"], "t");
  EXPECT_EQ(answer["motion"][1]["time"], "t2");
  EXPECT_NEAR(answer["motion"][1]["from"].get<double>(), 1.0, 1e-9);
  EXPECT_NEAR(answer["motion"][1]["to"].get<double>(), 2.0, 1e-9);
  EXPECT_EQ(answer["equations"][0]["part"], "motion");
  EXPECT_EQ(answer["equations"][0]["name"], "q1");
  EXPECT_EQ(answer["equations"][0]["piece"], 1);
  EXPECT_EQ(answer["equations"].back()["piece"], 3);
  EXPECT_EQ(answer["verdicts"][0]["holds"], true);
}

TEST(EquationsAlong, PrintOnlyThePieceOfTheTimeGiven) {
  const Outcome done =
      sinew("equations point_mass_2r --move '0,0 -> 1,0.5 in 3s with trapezoidal' --show M --at t=1.5s");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("from 1 to 2 seconds"), Not(HasSubstr("from 0 to 1 seconds"))));
}

TEST(EquationsAlong, ComeInEveryFormat) {
  for (const std::string format : {"unicode", "text", "latex", "html", "json", "c", "c++", "python", "matlab"})
    for (const std::string more : {"", " --count", " --intermediate"}) {
      const Outcome done = sinew("equations rrp" + three_formulas + " --format " + format + more);
      EXPECT_EQ(done.code, 0) << format << more << done.err;
      EXPECT_THAT(done.out, Not(HasSubstr("sin(q"))) << format << more;
    }
}

TEST(EquationsAlong, FollowADerivation) {
  const Outcome done = sinew("equations point_mass_2r --explain --q1 'sin(t)' --q2 t --until 1s");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("Motion"), HasSubstr("τ₁(t) = "), HasSubstr("✓")));
}

TEST(EquationsAlong, NeedNoSymbolsAndAreShortForALongArmOfWhichLittleMoves) {
  const Outcome done =
      sinew("equations puma560 --q1 'sin(t)' --q2 '-0.5' --q3 '0.3*cos(t)' --until 5s --show tau,energy");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("τ₆(t) = "), HasSubstr("✓ At 50 times")));
  EXPECT_LT(done.out.size(), 30000U);
}

TEST(EquationsAlong, ReadTrajectoriesFromFiles) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "swing.yaml") << "q1: 20deg*sin(2*t)\nq2: 0.5\nuntil: 4 s\n";
  const Outcome done = sinew("equations point_mass_2r --along swing.yaml --show M,g", folder.path());
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("sin(2·t)"), HasSubstr("in seconds, from 0 to 4;")));
}

TEST(EquationsAlong, RefuseWhatHasNoFormAlongAMotion) {
  const Outcome bound = sinew("equations rrp --show tau,bound" + three_formulas);
  EXPECT_EQ(bound.code, 2);
  EXPECT_THAT(bound.err, HasSubstr("bound does not change along a motion"));
  const Outcome late = sinew("equations rrp --at t=3s" + three_formulas);
  EXPECT_EQ(late.code, 1);
  EXPECT_THAT(late.err, HasSubstr("give a time from 0 s to 2 s"));
  EXPECT_EQ(sinew("equations rrp --at q1=1" + three_formulas).code, 1);
  const Outcome idle = sinew("equations rrp --until 2s");
  EXPECT_EQ(idle.code, 2);
  EXPECT_THAT(idle.err, HasSubstr("--until"));
  const TemporaryFolder folder;
  std::ofstream samples(folder.path() / "samples.csv");
  samples << "t,q.shoulder,q.elbow\n";
  for (int k = 0; k < 40; ++k) samples << 0.1 * k << "," << std::sin(0.1 * k) << ",0\n";
  samples.close();
  const Outcome many = sinew("equations point_mass_2r --along samples.csv", folder.path());
  EXPECT_EQ(many.code, 1);
  EXPECT_THAT(many.err, AllOf(HasSubstr("pieces"), HasSubstr("sinew motion")));
}

}  // namespace
