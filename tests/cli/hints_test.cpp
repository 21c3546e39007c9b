// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

TEST(AnOptionAskedOfTheWrongCommand, IsToldWhatToDoInstead) {
  const std::pair<const char*, const char*> slips[] = {
      {"accelerate two_link_2r --qdd 1,1", "--tau"},    {"torque two_link_2r --tau 1,1", "--qdd"},
      {"statics two_link_2r --qd 1,1", "sinew torque"}, {"ik two_link_2r --q 1,1", "--start"},
      {"follow two_link_2r --start 1,1", "--q"},        {"info two_link_2r --q 1,1", "sinew pose"},
      {"equations point_mass_2r --q 1,1", "--at"},      {"torque two_link_2r --json", "--format json"}};
  for (const auto& [question, hint] : slips) {
    const Outcome done = sinew(question);
    EXPECT_EQ(done.code, 2) << question;
    EXPECT_THAT(done.err, HasSubstr(hint)) << question;
    EXPECT_THAT(done.err, Not(HasSubstr("did you mean"))) << question;
  }
}

TEST(AnOldName, IsToldTheNewOne) {
  const std::pair<const char*, const char*> slips[] = {
      {"torque two_link_2r --dq 1,1", "torque takes no --dq; it is called --qd now"},
      {"solve --J [[1,2]] --y 1 --limits none", "solve takes no --limits; it is called --without-limits now"},
      {"equations point_mass_2r --show G", "there is no 'G'; it is called 'g' now"},
      {"equations point_mass_2r --show J --axes base", "there is no 'base'; it is called 'world' now"}};
  for (const auto& [question, hint] : slips) {
    const Outcome done = sinew(question);
    EXPECT_EQ(done.code, 2) << question;
    EXPECT_THAT(done.err, HasSubstr(hint)) << question;
  }
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "p.yaml") << "J: [[1, 2]]\ny: 1\nlimits: none\n";
  EXPECT_THAT(sinew("solve --problem p.yaml", folder.path()).err,
              HasSubstr("unknown entry 'limits'; it is called 'without_limits' now"));
}

TEST(Damping, IsWrittenInOneWayInEveryCommand) {
  const std::string terms = "terms two_link_2r --show cartesian --rows x,y --q 0.3,0.7 --format json --damping ";
  EXPECT_EQ(sinew(terms + "0.1").out, sinew(terms + "mu=0.1").out);
  EXPECT_EQ(sinew(terms + "0.1").out, sinew(terms + "mu^2=0.01").out);
  EXPECT_EQ(sinew(terms + "none").out, sinew(terms.substr(0, terms.find(" --damping"))).out);
  EXPECT_THAT(sinew(terms + "'mu=0.1 region=0.05'").err, HasSubstr("leave region out"));
  const std::string solve = "solve --J [[1,2],[0,1]] --y 1,2 --format json --damping ";
  EXPECT_EQ(sinew(solve + "0.1").out, sinew(solve + "mu=0.1").out);
  const std::string follow = "follow two_link_2r --q 0.3,0.7 --rows x,y --line-by 0.1,0,0 --duration 50ms --damping ";
  EXPECT_EQ(sinew(follow + "0.1").out, sinew(follow + "mu=0.1").out);
  for (const std::string& question : {terms, solve, follow}) {
    EXPECT_EQ(sinew(question + "mu=-1").code, 1) << question;
    EXPECT_THAT(sinew(question + "nu=1").err, HasSubstr("'nu'")) << question;
  }
}

TEST(AKindOfJointThatIsNotKnown, IsNotTakenForAnotherOne) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "arm.yaml") << "sinew: 1\nlinks: [{joint: spherical, mass: 1}]\n";
  const Outcome done = sinew("check arm.yaml", folder.path());
  EXPECT_THAT(done.out, Not(HasSubstr("helical")));
  EXPECT_THAT(done.out, HasSubstr("three revolute joints"));
}

TEST(APitch, IsTheNearestDouble) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "screw.yaml")
      << "sinew: 1\nlinks: [{joint: {kind: helical, pitch: 5 mm/rev}, mass: 1}]\n";
  const nlohmann::json robot = sinew_test::json_of("info screw.yaml", folder.path());
  EXPECT_EQ(robot["links"][0]["joint"]["pitch"].get<double>(), 0.0007957747154594767);
}

TEST(APoint, OfAPoseIsPrinted) {
  const nlohmann::json pose = sinew_test::json_of("pose two_link_2r --frame tip --point 0.2,0.1,0");
  sinew_test::expect_near(pose["states"][0]["frames"]["tip"]["point_position"], {2.0, 0.1, 0.0}, 1e-12);
  EXPECT_THAT(sinew("pose two_link_2r --frame tip --point 0.2,0.1,0").out, HasSubstr("position of the point"));
}

TEST(SingularValues, HaveTheirUnit) {
  const std::string two_link_jacobian = "jacobian two_link_2r --frame tip --q 20deg,40deg";
  EXPECT_THAT(sinew(two_link_jacobian + " --rows x,y").out, HasSubstr("singular values 1.8516, 0.2777 m/rad\n"));
  EXPECT_THAT(sinew(two_link_jacobian + " --rows x,y --units mm").out, HasSubstr("mm/rad\n"));
  EXPECT_THAT(sinew(two_link_jacobian).out, HasSubstr("(in mixed units)\n"));
}

}  // namespace
