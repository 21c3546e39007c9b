// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "tests/cli/command_line.h"

namespace sinew_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Read by a parser that stops at the first fault.
bool is_well_formed(const std::filesystem::path& file) {
  return run("python3 -c 'import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' '" + file.string() + "'",
             tree)
             .code == 0;
}

TEST(Draw, WritesSvgToTheStandardOutput) {
  const Outcome done = sinew("draw puma560");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_TRUE(done.out.starts_with("<?xml")) << done.out.substr(0, 80);
  for (int joint = 1; joint <= 6; ++joint) EXPECT_EQ(count_of(done.out, ">joint" + std::to_string(joint) + "<"), 1U);
}

TEST(Draw, TakesTheFormatFromTheEndingOfTheFile) {
  const TemporaryFolder folder;
  const std::pair<std::string, std::string> formats[] = {
      {"arm.svg", "<?xml"}, {"arm.PNG", "\x89PNG"}, {"arm.pdf", "%PDF"}};
  for (const auto& [name, begin] : formats) {
    if (name != "arm.svg" && run("command -v gnuplot", tree).code != 0) continue;
    const std::filesystem::path file = folder.path() / name;
    const Outcome done = sinew("draw two_link_2r --q 20deg,40deg --out '" + file.string() + "'");
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_TRUE(text_of(file).starts_with(begin)) << name;
  }
  EXPECT_TRUE(is_well_formed(folder.path() / "arm.svg"));
}

TEST(Draw, RefusesWhatItCannotWrite) {
  const Outcome unknown = sinew("draw two_link_2r --out arm.jpg");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr(".svg, .pdf, .png"));
  const Outcome nowhere = sinew("draw two_link_2r --out /nowhere/arm.svg");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("/nowhere"));
  const TemporaryFolder folder;
  const Outcome without = run("PATH=/nowhere '" SINEW_COMMAND "' draw two_link_2r --out arm.png", folder.path());
  EXPECT_EQ(without.code, 1);
  EXPECT_THAT(without.err, HasSubstr("gnuplot-nox"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "arm.png"));
}

TEST(Draw, RefusesWhatMakesNoSense) {
  const std::pair<const char*, const char*> wrong[] = {
      {"--view above", "auto"},
      {"--q 1", "has 1 value"},
      {"--size 10x10", "200 to 8000"},
      {"--size big", "800x600"},
      {"--show wheels", "wheels"},
      {"--show none,axes", "beside others"},
      {"--labels com --show axes", "add com to --show"},
      {"--frame nobody", "there is no frame 'nobody'"},
      {"--layout strip", "there is one"},
      {"--poses 4", "of a trajectory"},
      {"--gravity 0,0,0", "of poses alone"},
      {"--move \"0,0 -> 1,1 in 1s\" --q 1,1", "does not go with a trajectory"},
      {"--wrench nobody:F=[1,0,0]", "no link or frame"},
  };
  for (const auto& [options, why] : wrong) {
    const Outcome done = sinew(std::string("draw two_link_2r ") + options);
    EXPECT_NE(done.code, 0) << options;
    EXPECT_THAT(done.err, HasSubstr(why)) << options;
    EXPECT_EQ(done.out, "") << options;
  }
}

TEST(Draw, ShowsSeveralConfigurations) {
  const Outcome repeated = sinew("draw statics_rr --q 90deg,-90deg --q 0,0 --q 30deg,-60deg");
  EXPECT_EQ(repeated.code, 0) << repeated.err;
  for (const char* caption : {">90°, -90°<", ">0°, 0°<", ">30°, -60°<"}) EXPECT_EQ(count_of(repeated.out, caption), 1U);
  EXPECT_EQ(count_of(repeated.out, ">joint1<"), 1U) << "names stand at the last one alone";

  const TemporaryFolder folder;
  std::ofstream(folder.path() / "states.csv") << "t,q.joint1,q.joint2\n0,0,0\n0.5,0.3,0.4\n";
  const std::string states = "'" + (folder.path() / "states.csv").string() + "'";
  const Outcome rows = sinew("draw statics_rr --layout strip --states " + states);
  EXPECT_EQ(rows.code, 0) << rows.err;
  EXPECT_EQ(count_of(rows.out, ">t = 0.5<"), 1U);
  EXPECT_EQ(count_of(rows.out, ">joint1<"), 2U) << "side by side, each has its names";
}

TEST(Draw, ShowsPosesAlongATrajectory) {
  const Outcome strip = sinew("draw two_link_2r --move \"0,0 -> 90deg,45deg in 2s\" --poses 5");
  EXPECT_EQ(strip.code, 0) << strip.err;
  for (const char* caption : {">t = 0 s<", ">t = 0.5 s<", ">t = 1 s<", ">t = 1.5 s<", ">t = 2 s<"})
    EXPECT_EQ(count_of(strip.out, caption), 1U) << caption;
  EXPECT_EQ(count_of(strip.out, "class=\"trace\""), 5U);
  const Outcome overlay = sinew("draw two_link_2r --q1 \"sin(t)\" --until 2s --poses 3 --layout overlay");
  EXPECT_EQ(overlay.code, 0) << overlay.err;
  EXPECT_EQ(count_of(overlay.out, "class=\"trace\""), 1U);
}

TEST(Draw, ShowsWrenchesAndFramesWithTheirNames) {
  const Outcome done = sinew(
      "draw statics_rr --q 30deg,-60deg --wrench P1:F=[0,-100N,0] --wrench P3:M=[0,0,2N*m] --frame link2 --labels "
      "wrenches,frames");
  EXPECT_EQ(done.code, 0) << done.err;
  for (const char* text : {">F1 = 100 N<", ">M2 = 2 N·m<", ">link2<", ">x<", ">y<"})
    EXPECT_THAT(done.out, HasSubstr(text));
  EXPECT_THAT(done.out, Not(HasSubstr(">joint1<")));
}

/// A robot whose names try what names may try.
constexpr const char* hostile_robot = R"yaml(sinew: 1
name: "</title><script>alert(1)</script>"
links:
  - {name: "$(touch made)", mass: 1, joint: {name: "`touch made` \"'&<b>", kind: revolute}}
  - {name: "x'; system('touch made') #", pose: Tx(1), mass: 1, joint: {name: "{/Bold a}_b^c @d", kind: revolute}}
frames:
  - {name: "tip \e[31m", pose: Tx(1)}
)yaml";

TEST(Draw, KeepsHostileNamesInTheirPlace) {
  const TemporaryFolder folder;
  const std::filesystem::path picture = folder.path() / "arm.svg";
  std::ofstream(folder.path() / "hostile.yaml") << hostile_robot;
  const Outcome svg = sinew("draw hostile.yaml --labels joints,links --out arm.svg", folder.path());
  EXPECT_EQ(svg.code, 0) << svg.err;
  EXPECT_TRUE(is_well_formed(picture));
  EXPECT_THAT(text_of(picture), HasSubstr(">`touch made` &quot;&#39;&amp;&lt;b&gt;<"));
  EXPECT_THAT(text_of(picture), Not(HasSubstr("<script>")));
  const bool has_gnuplot = run("command -v gnuplot", tree).code == 0;
  EXPECT_EQ(sinew("draw hostile.yaml --labels joints,links --out arm.png", folder.path()).code, has_gnuplot ? 0 : 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "made"));
}

TEST(Draw, AnswersRequests) {
  const Outcome done =
      run("echo '{\"command\": \"draw\", \"robot\": \"two_link_2r\", \"q\": [0.1, \"40deg\"]}\n"
          "{\"command\": \"draw\", \"robot\": \"two_link_2r\", \"configurations\": [[0.1, 0.2], {\"elbow\": 1}]}'"
          " | '" SINEW_COMMAND "' ask",
          tree);
  EXPECT_EQ(done.code, 0) << done.out << done.err;
  EXPECT_EQ(count_of(done.out, "{\"answer\": \"<?xml"), 2U);
  EXPECT_EQ(count_of(done.out, ">5.73°, 11.46°<"), 1U);
}

}  // namespace
}  // namespace sinew_test
