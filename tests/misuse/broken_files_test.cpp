// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sinew/formats/load.h"
#include "tests/misuse/broken_files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using sinew_test::BrokenFile;

class EveryBrokenFile : public testing::TestWithParam<BrokenFile> {};

INSTANTIATE_TEST_SUITE_P(Misuse, EveryBrokenFile, testing::ValuesIn(sinew_test::broken_files()),
                         [](const auto& file) {
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
    ASSERT_FALSE(e.problems().empty());
    bool said = false;
    std::string all;
    for (const Problem& p : e.problems()) {
      EXPECT_EQ(p.file, broken.name);
      EXPECT_FALSE(p.remedy.empty()) << p.what << ": every problem says what to do";
      EXPECT_LT(p.text().size(), 2000U);
      const bool here = broken.line == 0 || p.line == broken.line;
      said =
          said || (p.severity == Severity::Error && here && p.text().find(broken.says) != std::string::npos);
      if (all.size() < 4000) all += p.text() + "\n";
    }
    EXPECT_TRUE(said) << "wanted on line " << broken.line << ": " << broken.says << "\ngot\n" << all;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_P(EveryBrokenFile, EndsTheCommandWithCodeOne) {
  const BrokenFile& broken = GetParam();
  const fs::path folder = fs::path(testing::TempDir()) / ("sinew_misuse_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / broken.name, std::ios::binary) << broken.text;
  const std::string command =
      "cd '" + folder.string() + "' && '" SINEW_COMMAND "' info " + broken.name + " 2>&1 >stdout";
  FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string complaint;
  std::array<char, 4096> block{};
  for (std::size_t n = 0; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
    complaint.append(block.data(), n);
  const int status = ::pclose(pipe);
  EXPECT_TRUE(WIFEXITED(status)) << complaint.substr(0, 2000);
  EXPECT_EQ(WEXITSTATUS(status), 1) << complaint.substr(0, 2000);
  EXPECT_EQ(complaint.find(broken.name), 0U) << complaint.substr(0, 2000);
  if (broken.line > 0) {
    EXPECT_NE(complaint.find(broken.name + ":" + std::to_string(broken.line) + ": "), std::string::npos)
        << complaint.substr(0, 2000);
  }
  EXPECT_EQ(fs::file_size(folder / "stdout"), 0U) << "nothing is printed as a result";
  fs::remove_all(folder);
}

TEST(TheBrokenFiles, AreMoreThanSixty) { EXPECT_GE(sinew_test::broken_files().size(), 60U); }

TEST(AFileThat, IsNotThereIsRefused) {
  EXPECT_THROW(load_robot("no/such/robot.yaml"), InputError);
  EXPECT_THROW(load_robot(testing::TempDir()), InputError);
}

}  // namespace
}  // namespace sinew
