// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "sinew/formats/source_text.h"

namespace {

std::string text_of(const std::string& path) {
  return sinew::read_source_text(std::string(SINEW_SOURCE_DIR "/") + path).text;
}

/// The functions of sinew/algorithms that take a position, but for what stands in namespace detail.
std::set<std::string> algorithms() {
  std::set<std::string> names;
  const std::regex declaration(R"(([a-z_]+)\(const Model<P>& model, In<T> q[,)])");
  for (const auto& file : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/sinew/algorithms")) {
    std::string text = sinew::read_source_text(file.path().string()).text;
    for (std::size_t begin = 0; (begin = text.find("\nnamespace detail {", begin)) != std::string::npos;)
      text.erase(begin, text.find("\n}  // namespace detail", begin) - begin);
    for (std::sregex_iterator found(text.begin(), text.end(), declaration), end; found != end; ++found)
      names.insert((*found)[1]);
  }
  // steps of others
  for (const char* step : {"read", "link_motions", "add_joint_forces"}) EXPECT_EQ(names.erase(step), 1U) << step;
  return names;
}

/// What is not in everything.h is computed in no other number than the laws' own, and this fails.
TEST(Everything, HasEveryAlgorithm) {
  const std::string everything = text_of("tests/laws/everything.h") + text_of("tests/laws/quantities.h");
  const std::set<std::string> names = algorithms();
  EXPECT_GE(names.size(), 20U);
  for (const std::string& name : names)
    EXPECT_NE(everything.find("sinew::" + name + "<"), std::string::npos)
        << name << " is an algorithm that tests/laws/everything.h does not run";
}

}  // namespace
