// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "sinew/formats/load.h"
#include "tests/misuse/broken_files.h"
#include "tests/support/command.h"

namespace sinew {
namespace {

using sinew_test::BrokenFile;

class EveryBrokenFile : public testing::TestWithParam<BrokenFile> {};

INSTANTIATE_TEST_SUITE_P(Misuse, EveryBrokenFile, testing::ValuesIn(sinew_test::broken_files()), [](const auto& file) {
  std::string name = file.param.name;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
});

TEST_P(EveryBrokenFile, IsRefusedWithItsLineAndARemedy) {
  const BrokenFile& broken = GetParam();
  const auto start = std::chrono::steady_clock::now();
  try {
    load_robot(SourceText{broken.name, broken.text});
    FAIL() << "it was read";
  } catch (const InputError& e) {
    ASSERT_FALSE(e.diagnostics().empty());
    bool said = false;
    std::string all;
    for (const Diagnostic& p : e.diagnostics()) {
      EXPECT_EQ(p.file, broken.name);
      EXPECT_FALSE(p.remedy.empty()) << p.what << ": every problem says what to do";
      EXPECT_LT(p.text().size(), 2000U);
      const bool here = broken.line == 0 || p.line == broken.line;
      said = said || (p.severity == Severity::Error && here && p.text().find(broken.says) != std::string::npos);
      if (all.size() < 4000) all += p.text() + "\n";
    }
    EXPECT_TRUE(said) << "wanted on line " << broken.line << ": " << broken.says << "\ngot\n" << all;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_P(EveryBrokenFile, EndsTheCommandWithCodeOne) {
  const BrokenFile& broken = GetParam();
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / broken.name, std::ios::binary) << broken.text;
  const sinew_test::Outcome refused = sinew_test::run("'" SINEW_COMMAND "' info " + broken.name, folder.path());
  const std::string begin = refused.err.substr(0, 2000);
  EXPECT_EQ(refused.code, 1) << begin;
  EXPECT_THAT(refused.out, testing::IsEmpty()) << "nothing is printed as a result";
  EXPECT_THAT(refused.err, testing::StartsWith(broken.name)) << begin;
  const std::string place = broken.name + (broken.line > 0 ? ":" + std::to_string(broken.line) + ": " : "");
  EXPECT_NE(refused.err.find(place), std::string::npos) << begin;
}

TEST(TheBrokenFiles, AreMoreThanSixty) { EXPECT_GE(sinew_test::broken_files().size(), 60U); }

/// A format has a folder with a reader, broken files, tests of its own and a fuzzer.
TEST(EveryFormat, IsBrokenTestedAndFuzzed) {
  namespace fs = std::filesystem;
  const fs::path sources = SINEW_SOURCE_DIR;
  std::set<RobotFormat> broken;
  for (const BrokenFile& file : sinew_test::broken_files()) broken.insert(format_of({file.name, file.text}));
  std::size_t formats = 0;
  for (const auto& folder : fs::directory_iterator(sources / "sinew/formats")) {
    if (!fs::exists(folder.path() / "reader.h")) continue;
    ++formats;
    const std::string name = folder.path().filename().string();
    for (const auto& [tests, ending] : {std::pair{"formats", "_test.cpp"}, {"fuzz", "_fuzz.cpp"}}) {
      bool found = false;
      for (const auto& test : fs::directory_iterator(sources / "tests" / tests)) {
        const std::string file = test.path().filename().string();
        found = found || (file.find(name) != std::string::npos && file.ends_with(ending));
      }
      EXPECT_TRUE(found) << "tests/" << tests << " has no file for " << name << ": write " << name << ending;
    }
  }
  EXPECT_EQ(broken.size(), formats)
      << "tests/misuse/broken_files.cpp must have files of each format that has a folder with a reader";
}

TEST(AFileThat, IsNotThereIsRefused) {
  EXPECT_THROW(load_robot("no/such/robot.yaml"), InputError);
  EXPECT_THROW(load_robot(testing::TempDir()), InputError);
}

}  // namespace
}  // namespace sinew
