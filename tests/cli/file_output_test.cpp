// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "tests/cli/command_line.h"

namespace {

namespace fs = std::filesystem;
using sinew_test::Outcome;
using sinew_test::run;
using sinew_test::sinew;
using sinew_test::TemporaryFolder;
using sinew_test::text_of;
using testing::HasSubstr;
using testing::IsEmpty;

/// A folder to write into, and what is in it.
class Output : public testing::Test {
 protected:
  Outcome convert(const std::string& to) const { return sinew("convert two_link_2r " + to, folder_.path()); }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::vector<std::string> hidden_files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (const std::string name = entry.path().filename().string(); name.starts_with('.')) names.push_back(name);
    return names;
  }
  void expect_refusal(const Outcome& done, const std::string& why) const {
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("cannot be written: "));
    EXPECT_THAT(done.err, HasSubstr(why));
    EXPECT_THAT(hidden_files(), IsEmpty());
  }
  TemporaryFolder folder_;
};

TEST_F(Output, BeyondTheLimitOnFilesIsAnErrorAndKeepsTheOldFile) {
  write("arm.urdf", "old");
  const std::string command = "'" SINEW_COMMAND "' ";
  const Outcome done = run("bash -c \"ulimit -f 1; " + command + "convert two_link_2r arm.urdf\"", folder_.path());
  expect_refusal(done, "ulimit -f");
  EXPECT_EQ(text_of(path("arm.urdf")), "old");
  const Outcome page = run("bash -c \"ulimit -f 1; " + command + "info ur5 --format json >page\"", folder_.path());
  EXPECT_EQ(page.code, 1);
  EXPECT_THAT(page.err, HasSubstr("the result could not be written"));
}

TEST_F(Output, DoesNotReplaceAReadOnlyFileUnlessForced) {
  write("arm.urdf", "old");
  fs::permissions(path("arm.urdf"), fs::perms::owner_read | fs::perms::group_read);
  expect_refusal(convert("arm.urdf"), "read-only; name another, or give --force");
  EXPECT_EQ(text_of(path("arm.urdf")), "old");
  EXPECT_EQ(convert("arm.urdf --force").code, 0);
  EXPECT_THAT(text_of(path("arm.urdf")), HasSubstr("<robot"));
  EXPECT_EQ(fs::status(path("arm.urdf")).permissions(), fs::perms::owner_read | fs::perms::group_read);
}

TEST_F(Output, KeepsOwnerAndModeOfTheFileBehindALink) {
  write("arm.urdf", "old");
  fs::permissions(path("arm.urdf"), static_cast<fs::perms>(0640));
  const bool may_give_away = ::chown(path("arm.urdf").c_str(), 1234, 1235) == 0;
  fs::create_symlink("arm.urdf", path("link.urdf"));
  EXPECT_EQ(convert("link.urdf").code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link.urdf")));
  EXPECT_THAT(text_of(path("arm.urdf")), HasSubstr("<robot"));
  struct stat now {};
  ASSERT_EQ(::stat(path("arm.urdf").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 07777U, 0640U);
  EXPECT_EQ(now.st_uid, may_give_away ? 1234U : ::getuid());
  EXPECT_EQ(now.st_gid, may_give_away ? 1235U : ::getgid());
}

TEST_F(Output, TakesNamesOfAnyLengthThatTheDiskTakes) {
  for (const std::size_t length : {200U, 248U, 249U, 254U, 255U}) {
    const std::string name = std::string(length - 5, 'n') + ".urdf";
    EXPECT_EQ(convert(name).code, 0) << length;
    EXPECT_TRUE(fs::exists(path(name)));
  }
  expect_refusal(convert(std::string(251, 'n') + ".urdf"), "give it a shorter name");
}

TEST_F(Output, FollowsALinkToNothing) {
  fs::create_symlink("new.urdf", path("link.urdf"));
  EXPECT_EQ(convert("link.urdf").code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link.urdf")));
  EXPECT_THAT(text_of(path("new.urdf")), HasSubstr("<robot"));
  fs::create_symlink("no/such/folder/arm.urdf", path("lost.urdf"));
  expect_refusal(convert("lost.urdf"), "check that the folder exists, and where the link leads");
  fs::create_symlink("b.urdf", path("a.urdf"));
  fs::create_symlink("a.urdf", path("b.urdf"));
  expect_refusal(convert("a.urdf"), "lead in a circle");
}

TEST_F(Output, ThatDoesNotFitKeepsTheOldFile) {
  const Outcome device = convert("/dev/full --to urdf");
  EXPECT_EQ(device.code, 1);
  EXPECT_THAT(device.err, HasSubstr("/dev/full: cannot be written: No space left on device"));
  const Outcome page = run("'" SINEW_COMMAND "' info ur5 >/dev/full", folder_.path());
  EXPECT_EQ(page.code, 1);
  EXPECT_THAT(page.err, HasSubstr("the result could not be written"));
}

TEST_F(Output, RemovesWhatAKilledRunHasLeft) {
  // a run whose folder holds the file of a dead process, of a running one, and of another target
  ASSERT_EQ(convert("arm.urdf").code, 0);
  ASSERT_EQ(convert("other.urdf").code, 0);
  const Outcome traced =
      run("bash -c \"ulimit -f 1; '" SINEW_COMMAND "' convert two_link_2r arm.urdf\"", folder_.path());
  ASSERT_EQ(traced.code, 1);
  // the name that a run gives to its temporary file, seen by stopping it before the file is in place
  const auto left_by = [&](const std::string& target, const std::string& process) {
    // FNV-1a of the target's name, as the command has it
    unsigned long long hash = 14695981039346656037ULL;
    for (const char c : target) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    char name[64];
    std::snprintf(name, sizeof name, ".sinew-%016llx-%s-0", hash, process.c_str());
    write(name, "half");
    return std::string(name);
  };
  const std::string dead = left_by("arm.urdf", "999999999"), running = left_by("arm.urdf", std::to_string(::getpid())),
                    elsewhere = left_by("other.urdf", "999999999");
  EXPECT_EQ(convert("arm.urdf").code, 0);
  EXPECT_FALSE(fs::exists(path(dead)));
  EXPECT_TRUE(fs::exists(path(running))) << "its process runs";
  EXPECT_TRUE(fs::exists(path(elsewhere))) << "of another target";
}

TEST_F(Output, IsWholeWhateverSignalComes) {
  write("way.csv", "old");
  // killed a moment after it has begun: the file is the old one or the new one, and nothing else is left
  for (const char* signal : {"TERM", "INT", "HUP"})
    for (const char* delay : {"0.02", "0.1", "0.3"}) {
      run(std::string("timeout --foreground -s ") + signal + " " + delay +
              " '" SINEW_COMMAND "' follow two_link_2r --q 20deg,40deg --line-by 0.1,0,0 --rows x,y --out way.csv",
          folder_.path());
      const std::string text = text_of(path("way.csv"));
      EXPECT_TRUE(text == "old" || (text.starts_with("t,") && text.ends_with("\n"))) << signal << " after " << delay;
      EXPECT_THAT(hidden_files(), IsEmpty());
    }
}

TEST_F(Output, ThatIsCutOffByItsReaderSaysNothing) {
  const Outcome done = run("'" SINEW_COMMAND "' terms ur5 --show all | head -1", folder_.path());
  EXPECT_EQ(done.code, 0);
  EXPECT_THAT(done.err, IsEmpty());
}

TEST_F(Output, GoesToNoFileThatHappensToGetAClosedStreamsNumber) {
  const Outcome done = run("'" SINEW_COMMAND "' convert two_link_2r arm.urdf >&- 2>&-", folder_.path());
  EXPECT_EQ(done.code, 0);
  EXPECT_TRUE(text_of(path("arm.urdf")).starts_with("<?xml")) << text_of(path("arm.urdf"));
}

TEST(Memory, ThatRunsOutIsAnErrorOfEveryCommand) {
#ifdef SINEW_SANITIZED
  GTEST_SKIP() << "a sanitizer reserves more addresses than the limit allows";
#endif
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "big.yaml")
      << "sinew: 1\n# " << std::string(30'000'000, 'x') << "\nlinks: [{mass: 1}]\n";
  for (const char* question :
       {"info big.yaml", "check big.yaml", "convert big.yaml - --to yaml", "pose big.yaml", "jacobian big.yaml",
        "torque big.yaml", "accelerate big.yaml", "terms big.yaml", "statics big.yaml", "equations big.yaml",
        "solve --problem big.yaml", "ik big.yaml --position 1,0,0", "follow big.yaml --line-by 1,0,0",
        "verify big.yaml M11=1"}) {
    const Outcome done =
        run(std::string("bash -c \"ulimit -v 60000; '" SINEW_COMMAND "' ") + question + "\"", folder.path());
    EXPECT_EQ(done.code, 1) << question;
    EXPECT_EQ(done.err,
              "sinew: out of memory; raise the limit (`ulimit -v`), close other programs, or ask for less at a time\n")
        << question;
  }
}

}  // namespace
