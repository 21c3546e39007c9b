// SPDX-License-Identifier: BSD-3-Clause
/// Plots as commands draw them, in characters and as files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/cli/command_line.h"

namespace {

namespace fs = std::filesystem;
using namespace sinew_test;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* homework = "motion rrp --q1 'sin(t)' --q2 '3*cos(2*t)' --q3 '2*sin(3*t)' --until 10s";

/// `t,q.joint1,…` along sines, in a folder of its own.
class States {
 public:
  explicit States(const std::string& heads = "t,q.joint1,q.joint2,q.joint3,qd.joint1,qd.joint2,qd.joint3",
                  int rows = 50) {
    std::ofstream file(path());
    file << heads << '\n';
    for (int k = 0; k < rows; ++k) {
      const double t = 0.05 * k;
      file << t << ',' << std::sin(t) << ',' << std::cos(t) << ',' << 0.1 * t << ',' << std::cos(t) << ','
           << -std::sin(t) << ",0.1\n";
    }
  }
  fs::path path() const { return folder_.path() / "states.csv"; }
  fs::path folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

std::set<std::string> files_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

TEST(Motion, ShowsTheTorquesInCharacters) {
  const Outcome done = sinew(homework);
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("Torques of the joints"));
  EXPECT_THAT(done.out, HasSubstr("[N·m]\n"));
  EXPECT_THAT(done.out, HasSubstr("[N]\n"));
  EXPECT_THAT(done.out, Not(HasSubstr("\x1b"))) << "colours are for terminals";
}

TEST(Motion, PlotsEverythingAsFilesAndAsOnePdf) {
  const TemporaryFolder folder;
  const Outcome done = sinew(std::string(homework) + " --plot all -o '" + (folder.path() / "plots").string() + "'");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, Not(HasSubstr("┤"))) << "the plots are in files";
  const std::set<std::string> files = files_in(folder.path() / "plots");
  for (const char* name :
       {"link1.angular_velocity.svg", "link1.velocity.svg", "link1.com_acceleration.svg",
        "link1.angular_acceleration.svg", "link3.centrifugal.svg", "link3.coriolis.svg", "link1.force.svg",
        "link1.moment.svg", "torque.svg", "link1.gravity.svg", "energy.svg", "q.svg", "plots.pdf", "plots.csv"})
    EXPECT_TRUE(files.contains(name)) << name;
  const std::string svg = text_of(folder.path() / "plots" / "link3.coriolis.svg");
  EXPECT_THAT(svg, HasSubstr("Coriolis acceleration of link3, in its own axes"));
  EXPECT_THAT(svg, HasSubstr("[m/s²]"));
  EXPECT_THAT(text_of(folder.path() / "plots" / "energy.svg"), HasSubstr(">kinetic<"));
}

TEST(Plots, OfStatesAreOfTheQuantitiesThatAreNamed) {
  const States states;
  const std::string folder = (states.folder() / "plots").string();
  const Outcome done = sinew("torque rrp --states '" + states.path().string() +
                             "' --format csv --plot torque,link3.coriolis --plot-format png -o '" + folder + "'");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, StartsWith("t,tau.joint1,tau.joint2,tau.joint3\n"))
      << "the answer is the same without the trace";
  EXPECT_THAT(done.err, HasSubstr("Plots in "));
  EXPECT_EQ(files_in(folder), (std::set<std::string>{"torque.png", "link3.coriolis.png", "plots.csv", "plots.pdf"}));
  EXPECT_THAT(text_of(fs::path(folder) / "plots.csv"),
              StartsWith("t,tau.joint1,tau.joint2,tau.joint3,links.link3.vd_coriolis.x"));
}

TEST(Plots, StandBelowATable) {
  const States states;
  const Outcome done = sinew("pose rrp --states '" + states.path().string() + "' --plot link3.position");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("Position of link3: rrp, states.csv"));
  EXPECT_THAT(done.out, HasSubstr("[m]\n"));
}

TEST(Plots, OfStatesWithoutTimesCountThem) {
  const States states("note,q.joint1,q.joint2,q.joint3,qd.joint1,qd.joint2,qd.joint3");
  const Outcome done = sinew("torque rrp --states '" + states.path().string() + "' --plot torque");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("  state"));
  EXPECT_THAT(done.out, Not(HasSubstr("t [s]")));
}

TEST(Plots, GoToOneFile) {
  const States states;
  const std::string ask = "torque rrp --states '" + states.path().string() + "' --format csv ";
  for (const auto& [name, begin] : {std::pair{"a.svg", "<?xml"}, {"a.PNG", "\x89PNG"}, {"a.pdf", "%PDF"}}) {
    const fs::path file = states.folder() / name;
    ASSERT_EQ(sinew(ask + "--plot torque --plot-to '" + file.string() + "'").code, 0);
    EXPECT_THAT(text_of(file), StartsWith(begin));
  }
  const Outcome two = sinew(ask + "--plot torque,link1.f --plot-to '" + (states.folder() / "b.svg").string() + "'");
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("a picture holds one plot, and 2 are asked for"));
}

TEST(Plots, OfAWrongNameTellTheNearest) {
  const States states;
  const Outcome done = sinew("torque rrp --states '" + states.path().string() + "' --plot link3.corolis");
  EXPECT_EQ(done.code, 2);
  EXPECT_THAT(done.err, HasSubstr("did you mean 'link3.coriolis'?"));
  EXPECT_EQ(done.out, "");
}

TEST(Plots, HaveAnotherRunBesideThem) {
  const States states;
  const std::string ask = "torque rrp --states '" + states.path().string() + "' --format csv ";
  const fs::path other = states.folder() / "heavy.csv", picture = states.folder() / "a.svg";
  std::ofstream(other) << sinew(ask + "--payload '2 kg at 0,0,0'").out;
  const Outcome done =
      sinew(ask + "--plot torque --plot-to '" + picture.string() + "' --compare '" + other.string() + "'");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(text_of(picture), HasSubstr(">joint2, heavy.csv<"));
  std::ofstream(other) << "t,speed\n0,1\n";
  const Outcome none =
      sinew(ask + "--plot torque --plot-to '" + picture.string() + "' --compare '" + other.string() + "'");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("has none of the quantities that are plotted"));
}

TEST(Plots, InAFolderThatCannotBeWrittenAreRefusedBeforeAnythingIsComputed) {
  const States states;
  std::ofstream(states.folder() / "taken") << "a file\n";
  for (const std::string& place : {(states.folder() / "taken").string(), (states.folder() / "taken/plots").string(),
                                   std::string("/proc/plots"), std::string("/proc/plots.svg")}) {
    const Outcome done =
        sinew("torque rrp --states '" + states.path().string() + "' --plot torque --format csv -o " + place);
    EXPECT_EQ(done.code, 1) << place;
    EXPECT_EQ(done.out, "") << "nothing was computed";
    EXPECT_THAT(done.err, HasSubstr(place));
  }
}

TEST(Plots, LeaveNoFolderBehindWhereTheQuestionIsWrong) {
  const States states;
  std::ofstream(states.path()) << "t,q.joint1\n0,nonsense\n";
  const fs::path folder = states.folder() / "a/b/plots";
  const Outcome done =
      sinew("torque rrp --states '" + states.path().string() + "' --format csv -o '" + folder.string() + "'");
  EXPECT_EQ(done.code, 1);
  EXPECT_FALSE(fs::exists(states.folder() / "a"));
}

TEST(Plots, WithoutGnuplotLeaveTheAnswerAndTheNumbers) {
  const States states;
  const fs::path folder = states.folder() / "plots";
  const Outcome done = run("PATH=/nowhere '" SINEW_COMMAND "' torque rrp --states '" + states.path().string() +
                               "' --format csv --plot torque -o '" + folder.string() + "'",
                           tree);
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.out, StartsWith("t,tau.joint1"));
  EXPECT_THAT(done.err, HasSubstr("apt-get install gnuplot-nox"));
  EXPECT_EQ(files_in(folder), std::set<std::string>{"plots.csv"});
}

TEST(Plots, ThatWouldDoNothingAreRefused) {
  const States states;
  const std::string of_states = "torque rrp --states '" + states.path().string() + "' ";
  for (const auto& [arguments, why] :
       {std::pair<std::string, std::string>{"torque rrp --q 0,0,0 --plot torque", "give them with --states"},
        {of_states + "--format csv --plot torque", "say where the pictures go with --plot-to"},
        {of_states + "--compare a.csv", "name them with --plot"},
        {of_states + "--plot torque --plot-to a.svg --plot-format png", "the ending of a file says its own"}}) {
    const Outcome done = sinew(arguments);
    EXPECT_EQ(done.code, 2) << arguments;
    EXPECT_THAT(done.err, HasSubstr(why));
  }
}

TEST(Plots, OfHostileNamesRunNothing) {
  const TemporaryFolder folder;
  const fs::path trap = folder.path() / "trap", robot = folder.path() / "hostile.yaml";
  const std::string names[] = {"`touch " + trap.string() + "`", "$(touch " + trap.string() + ")",
                               "it's \"{a}_b^c@d~e\""};
  std::ofstream(robot) << "sinew: 1\nname: '$(touch " << trap.string() << ")'\n"
                       << "base: base\nlinks:\n";
  const std::string links[] = {"../../up", "`x`", "c"};
  for (int i = 0; i < 3; ++i) {
    std::string quoted = names[i];
    if (i == 2) quoted.insert(quoted.find('\''), "'");
    std::ofstream(robot, std::ios::app) << "  - name: '" << links[i] << "'\n    joint: {name: '" << quoted
                                        << "', kind: revolute}\n    pose: {xyz: [1 m, 0, 0]}\n    mass: 1 kg\n"
                                        << "    com: [0.5, 0, 0]\n    inertia: [0.3, 0.3, 0.3]\n";
  }
  const Outcome done = sinew("motion '" + robot.string() + "' --move '0,0,0 -> 1,1,1 in 1s' --plot all -o '" +
                             (folder.path() / "plots").string() + "'");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_FALSE(fs::exists(trap));
  EXPECT_FALSE(fs::exists(folder.path() / "up.angular_velocity.svg"));
  const std::string svg = text_of(folder.path() / "plots" / "torque.svg");
  EXPECT_THAT(svg, HasSubstr(">it's \"{a}_b^c@d~e\"<"));
  EXPECT_TRUE(files_in(folder.path() / "plots").contains("_.._.._up.angular_velocity.svg"));
}

TEST(Follow, DrawsItsCourse) {
  const TemporaryFolder folder;
  const std::string ask =
      "follow panda --q 0,-0.6,0,-2.2,0,1.7,0.8,0 --line-by 0,0.05,0 --duration 0.5s --period 10ms ";
  const Outcome done = sinew(ask + "--out '" + (folder.path() / "way.csv").string() + "' --plot qd,error");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("Velocities of the joints"));
  EXPECT_THAT(done.out, HasSubstr("Distance from the path"));
  EXPECT_EQ(sinew(ask + "--plot qd").code, 2) << "the trajectory goes to stdout";
  const fs::path picture = folder.path() / "q.svg";
  ASSERT_EQ(sinew(ask + "--plot q --plot-to '" + picture.string() + "'").code, 0);
  EXPECT_THAT(text_of(picture), HasSubstr("[rad]"));
}

}  // namespace
