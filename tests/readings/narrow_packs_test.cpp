// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "sinew/formats/source_text.h"
#include "tests/readings/every_call.h"

namespace {

using sinew::Instructions;
using sinew::Workspace;

int pack_width_of(const sinew::JointPositions<double>& joints) {
  int found = 0;
  joints.with_width([&](auto width) { found = width; });
  return found;
}

// a register of plain x86-64 holds two doubles, and packs of four would be spilled

TEST(AWorkspaceOfPlainInstructions, HasPacksOfTwoWhereverItReadsJoints) {
  const auto model = sinew_test::a_rich_robot(1, true);
  const Workspace work(model, Instructions::Plain);
  for (const auto* joints :
       {&work.inverse_dynamics.joints, &work.mass_matrix.joints, &work.forward_dynamics.bias.joints,
        &work.forward_dynamics.mass.joints, &work.derivatives.inverse.motions.joints, &work.coriolis.motions.joints,
        &work.jacobian.poses.joints, &work.energy.joints, &work.regressor.motions.joints, &work.trace.dynamics.joints})
    EXPECT_EQ(pack_width_of(*joints), 2);
}

/// A member of a scratch under a name that workspace.cpp does not look for would keep its packs of four.
TEST(AWorkspaceOfPlainInstructions, LooksForEveryMemberOfAScratchThatReadsJoints) {
  const std::string sources = SINEW_SOURCE_DIR "/sinew/";
  const std::string workspace = sinew::read_source_text(sources + "readings/workspace.cpp").text;
  const std::regex member(R"((?:JointPositions|BodyMotions|\w+Scratch)<T> (\w+);)");
  int members = 0;
  for (const auto& file : std::filesystem::directory_iterator(sources + "algorithms")) {
    const std::string text = sinew::read_source_text(file.path().string()).text;
    for (std::sregex_iterator found(text.begin(), text.end(), member), end; found != end; ++found, ++members)
      EXPECT_NE(workspace.find("requires { scratch." + (*found)[1].str()), std::string::npos)
          << file.path().filename() << " has a member '" << (*found)[1] << "', which workspace.cpp does not look for";
  }
  EXPECT_GE(members, 12);
}

}  // namespace
