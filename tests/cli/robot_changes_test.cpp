// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/command_line.h"

namespace {

using sinew_test::expect_near;
using sinew_test::json_of;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

TEST(ChangesOfARobot, MayStandSeveralTimesOrWithCommasBetween) {
  const std::string rest = " --q 0.1,0.2,0.3,-1,0.5,1.5 --format json";
  const Outcome repeated = sinew("torque panda --lock panda_finger_joint1=40mm --lock panda_joint7=45deg" + rest);
  EXPECT_EQ(repeated.code, 0) << repeated.err;
  EXPECT_EQ(repeated.out, sinew("torque panda --lock panda_finger_joint1=0.04,panda_joint7=45deg" + rest).out);
  const nlohmann::json one = json_of("torque point_mass_2r --payload '3 kg on tip'")["states"][0]["tau"];
  expect_near(json_of("torque point_mass_2r --payload '1 kg' --payload '2 kg'")["states"][0]["tau"], one, 1e-12);
  EXPECT_EQ(sinew("torque point_mass_2r --set m2=3kg,l2=1m --format json").out,
            sinew("torque point_mass_2r --set l2=2*l1 --set m2=3 --format json").out);
}

TEST(ChangesOfARobot, ThatAreWrongSayWhatToDo) {
  const std::tuple<const char*, int, const char*> slips[] = {
      {"torque panda --lock panda_finger_jont1=0.04", 1, "did you mean 'panda_finger_joint1'?"},
      {"torque panda --lock panda_finger_joint1", 1, "--lock: 'panda_finger_joint1' has no value; write NAME=VALUE"},
      {"torque panda --lock ''", 2, "--lock: is empty"},
      {"pose panda --gravity 0,0,0", 2, "--gravity: changes forces, and the answer is of poses alone"},
      {"ik panda --position 0.3,0,0.5 --without friction", 2, "--without: changes forces"},
      {"torque panda --payload '2 kg at 0,0'", 1, "--payload: '0,0' is no vector"},
      {"info panda --tool 1,2", 1, "--tool: has 2 numbers; give x,y,z alone"},
      {"info point_mass_2r --set m7=3kg", 1, "there is no parameter 'm7' to set; did you mean 'm1'?"},
      {"info point_mass_2r --set m1=3kg --set m1=4kg", 2, "--set: names 'm1' twice; keep one"},
      {"solve --J '[[1,2]]' --y 1 --lock elbow=0", 2, "--lock: is for a robot, and there is none"},
      {"verify --inertia '[[1,0],[0,1]]' --tool 0,0,1", 2, "--tool: is for a robot, and --inertia goes without"}};
  for (const auto& [question, code, what] : slips) {
    const Outcome done = sinew(question);
    EXPECT_EQ(done.code, code) << question;
    EXPECT_THAT(done.err, HasSubstr(what)) << question;
  }
}

TEST(ChangesOfARobot, AreWrittenByConvert) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "held.urdf").string();
  EXPECT_EQ(sinew("convert panda " + out + " --lock panda_finger_joint1=40mm --tool 0,0,50mm --payload '1 kg'").code,
            0);
  const Outcome card = sinew("info " + out);
  EXPECT_THAT(card.out, HasSubstr("tool"));
  EXPECT_THAT(card.out, HasSubstr("with a payload of 1 kg at tool"));
  EXPECT_EQ(sinew("torque " + out + " --q 0,0,0,0,0,0,0").code, 0);
  EXPECT_THAT(sinew("info panda").out, Not(HasSubstr("payload")));
}

TEST(ATool, IsTheUsualFrame) {
  const std::string q = " --q 0.1,0.2,0.3,-1,0.5,1.5,0.2,0.01 --format json";
  EXPECT_EQ(sinew("jacobian panda --tool 0,0,100mm" + q).out,
            sinew("jacobian panda --tool 0,0,0.1 --frame tool" + q).out);
  EXPECT_EQ(sinew("jacobian panda --lock panda_finger_joint1=0.01 --q 0.1,0.2,0.3,-1,0.5,1.5,0.2").code, 0);
  EXPECT_THAT(sinew("jacobian panda --lock panda_finger_joint1=0.01 --q 0.1,0.2,0.3,-1,0.5,1.5,0.2").out,
              HasSubstr("panda_hand_tcp"));
}

}  // namespace
