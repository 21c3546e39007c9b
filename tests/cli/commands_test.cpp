// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sinew/formats/load.h"
#include "tests/cli/command_line.h"

namespace {

namespace fs = std::filesystem;
using sinew_test::Outcome;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using sinew_test::text_of;
using sinew_test::tree;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Lines as the README quotes them.
std::string quoted(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += (line.empty() ? "" : "    ") + line + "\n";
  return all;
}

TEST(TheReadme, ShowsWhatTheCommandPrints) {
  const std::string question = "torque two_link_2r --q 20deg,40deg --qd 0.2,0.15 --qdd 0.1,0.085";
  const Outcome shown = sinew(question);
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.err, IsEmpty());
  EXPECT_THAT(text_of(tree / "README.md"), HasSubstr("    $ build/bin/sinew " + question + "\n" + quoted(shown.out)));
}

TEST(Info, ShowsTheCard) {
  const Outcome shown = sinew("info robots/two_link_2r.yaml");
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.err, IsEmpty());
  EXPECT_EQ(shown.out, text_of(tree / "tests/cli/expected/info_two_link_2r.txt"));
}

TEST(Info, FindsAShippedRobotByItsName) {
  const TemporaryFolder elsewhere;
  const Outcome shown = sinew("info puma560", elsewhere.path());
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, StartsWith("puma560: 6 joints"));
}

TEST(Info, AnswersProgramsInSi) {
  const Outcome json = sinew("info robots/two_link_2r.yaml --format json");
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(json.out, HasSubstr("\"moving_mass\": 41.0"));
  const Outcome csv = sinew("info robots/two_link_2r.yaml --format csv");
  EXPECT_THAT(csv.out, StartsWith("link,parent,joint,kind,lower,upper,"));
  EXPECT_THAT(csv.out, HasSubstr("\nlink2,link1,elbow,revolute,,,,,,,19,0.4,0,0,"));
}

TEST(Check, ListsWhatIsOddAndStillSucceeds) {
  const Outcome odd = sinew("check robots/elbow_3r.yaml");
  EXPECT_EQ(odd.code, 0);
  EXPECT_THAT(odd.out, HasSubstr("link 'link1' has the inertia diag(0.2, 0.2, 0.8) kg·m²"));
  EXPECT_THAT(odd.out, HasSubstr("0 errors, 2 warnings"));
  EXPECT_EQ(sinew("check robots/elbow_3r.yaml --strict").code, 1);
  EXPECT_THAT(sinew("check robots/two_link_2r.yaml").out, HasSubstr("nothing wrong found"));
}

TEST(Check, AnswersProgramsWithEveryProblem) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "bad.yaml") << "sinew: 1\nlinks:\n  - {mass: -1}\n  - {mass: 2 m, colour: red}\n";
  const Outcome text = sinew("check bad.yaml", folder.path());
  EXPECT_EQ(text.code, 1);
  EXPECT_THAT(text.out, HasSubstr("bad.yaml:3: "));
  EXPECT_THAT(text.out, HasSubstr("bad.yaml: 3 errors, 0 warnings"));
  const Outcome csv = sinew("check bad.yaml --format csv", folder.path());
  EXPECT_THAT(csv.out, StartsWith("severity,file,line,what,remedy\nerror,bad.yaml,3,"));
  const Outcome json = sinew("check bad.yaml --format json", folder.path());
  EXPECT_THAT(json.out, HasSubstr("\"line\": 4"));
  EXPECT_EQ(json.code, 1);
}

TEST(Convert, WritesWhatReadsBack) {
  const TemporaryFolder folder;
  for (const std::string out : {"a.urdf", "a.yaml", "b.yaml --dh modified", "c.csv"}) {
    const Outcome done = sinew("convert puma560 " + out, folder.path());
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, IsEmpty());
  }
  for (const std::string again : {"a.urdf", "a.yaml", "b.yaml"})
    EXPECT_NEAR(sinew::load_robot((folder.path() / again).string()).model.link(1).inertia.m, 17.4, 1e-12) << again;
  EXPECT_THAT(text_of(folder.path() / "c.csv"),
              HasSubstr("standard,joint3,revolute,0,0.15005,0.0203,-1.5707963267948966"));
  EXPECT_THAT(sinew("convert puma560 - --to urdf").out, HasSubstr("<robot name=\"puma560\">"));
}

TEST(Convert, SaysWhyThereIsNoDhTable) {
  const TemporaryFolder folder;
  const Outcome refused = sinew("convert panda panda.csv", folder.path());
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("it branches at 'panda_link7'"));
  EXPECT_FALSE(fs::exists(folder.path() / "panda.csv"));
}

TEST(Convert, LosesNothingWhenItCannotWrite) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "old.yaml") << "precious";
  const Outcome same = sinew_test::run(
      "cp '" + (tree / "robots/rp.yaml").string() + "' rp.yaml && '" SINEW_COMMAND "' convert rp.yaml rp.yaml",
      folder.path());
  EXPECT_EQ(same.code, 2);
  EXPECT_EQ(text_of(folder.path() / "rp.yaml"), text_of(tree / "robots/rp.yaml"));
  const Outcome broken =
      sinew_test::run("echo rubbish > bad.yaml; '" SINEW_COMMAND "' convert bad.yaml old.yaml", folder.path());
  EXPECT_EQ(broken.code, 1);
  EXPECT_EQ(text_of(folder.path() / "old.yaml"), "precious");
  const Outcome nowhere = sinew("convert rp no/such/folder/rp.yaml", folder.path());
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot be written"));
  // a limit on file size stands for a full disk
  const Outcome full =
      sinew_test::run("trap '' XFSZ; ulimit -f 0; '" SINEW_COMMAND "' convert rp old.yaml 2>/dev/null", folder.path());
  EXPECT_EQ(full.code, 1);
  EXPECT_EQ(text_of(folder.path() / "old.yaml"), "precious");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 3)
      << "no half-written file is left";
}

TEST(Results, ThatCannotBeWrittenAreNotSuccess) {
  EXPECT_EQ(sinew("info puma560 > /dev/full").code, 1);
  EXPECT_EQ(sinew("convert puma560 - --to yaml > /dev/full").code, 1);
}

TEST(Help, TellsOfEveryCommandWithAnExampleThatWorks) {
  const Outcome overview = sinew("help");
  EXPECT_EQ(overview.code, 0);
  EXPECT_EQ(overview.out, sinew("--help").out);
  const TemporaryFolder folder;
  for (const std::string command : {"info", "check", "convert"}) {
    EXPECT_THAT(overview.out, HasSubstr("\n  " + command));
    const Outcome page = sinew("help " + command);
    EXPECT_EQ(page.code, 0);
    EXPECT_EQ(page.out, sinew(command + " --help").out);
    const std::size_t at = page.out.find("example: sinew ");
    ASSERT_NE(at, std::string::npos) << command;
    std::string example = page.out.substr(at + 15, page.out.find('\n', at) - at - 15);
    if (const std::size_t file = example.find("robots/"); file != std::string::npos)
      example.insert(file, tree.string() + "/");
    EXPECT_EQ(sinew(example, folder.path()).code, 0) << example;
  }
}

TEST(BadUsage, EndsWithCodeTwoAndPointsToHelp) {
  for (const std::string wrong :
       {"", "frobnicate", "info", "info puma560 --formt json", "info puma560 --format xml", "help frobnicate",
        "convert puma560", "convert puma560 out.doc", "convert puma560 a.urdf --dh standard", "info puma560 --map x"}) {
    const Outcome refused = sinew(wrong);
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_THAT(refused.out, IsEmpty()) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("help")) << wrong;
  }
}

TEST(ARobotThatIsNotThere, IsRefusedWithTheNearestName) {
  const Outcome refused = sinew("info puma650");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("did you mean 'puma560'?"));
}

}  // namespace
