// SPDX-License-Identifier: BSD-3-Clause
/// Pictures as gnuplot draws them: what is in them, and that names in them do nothing.
#include "sinew/print/plots/gnuplot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <regex>

#include "sinew/errors/diagnostic.h"
#include "sinew/print/plots/gnuplot_script.h"
#include "sinew/print/plots/gnuplot_text.h"
#include "sinew/print/plots/picture_layout.h"
#include "tests/support/command.h"
#include "tests/support/sine_recording.h"

namespace sinew {
namespace {

using sinew_test::joint_names;
using sinew_test::sine_recording;
using testing::HasSubstr;
using testing::StartsWith;

Figure torques(const Recording& recording) { return figure_of(recording, recording.series.front(), UnitChoice()); }

std::string picture(const Recording& recording, PlotFormat format = PlotFormat::Svg) {
  return drawn_by_gnuplot(gnuplot_script(torques(recording), format));
}

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

/// What an SVG shows of a text.
std::string in_xml(std::string text) {
  for (const auto& [from, to] : {std::pair{"&", "&amp;"}, {"<", "&lt;"}})
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + std::string(to).size()))
      text.replace(at, 1, to);
  return text;
}

/// PATH as it was, once this ends.
class OtherPath {
 public:
  explicit OtherPath(const std::string& path) : before_(std::getenv("PATH")) { ::setenv("PATH", path.c_str(), 1); }
  ~OtherPath() { ::setenv("PATH", before_.c_str(), 1); }
  OtherPath(const OtherPath&) = delete;
  OtherPath& operator=(const OtherPath&) = delete;

 private:
  std::string before_;
};

TEST(ASvg, HasTitleUnitsTimesAndACurveForEachName) {
  Recording recording = sine_recording({"q1", "q2", "q3"}, {dimension::torque, dimension::force});
  recording.series.front().limits = {{-12.0, 12.0}, {}, {}};
  const std::string svg = picture(recording);
  for (const char* text : {"Sines of torque", "panda, homework", "[N·m]", "[N]", "t [s]", ">q1<", ">q2<", ">q3<",
                           ">limits ±12 of q1<", ">10<"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_EQ(count(svg, "<title>q[123]</title>"), 3U);
  EXPECT_EQ(count(svg, "<title>limits ±12 of q1</title>"), 1U) << "of two lines, below and above";
}

TEST(APicture, OfOneCurveOrOfThirtyEightIsDrawn) {
  for (const int joints : {1, 6, 21, 38}) {
    const std::string svg = picture(sine_recording(joint_names(joints)));
    EXPECT_EQ(count(svg, "<title>joint[0-9]+</title>"), static_cast<std::size_t>(joints));
  }
}

TEST(APicture, OfASingleNumberNeedsNoLegend) {
  const std::string svg = picture(sine_recording({""}, {measure::energy}));
  EXPECT_THAT(svg, HasSubstr("[J]"));
  EXPECT_EQ(count(svg, "<title>gnuplot_plot"), 2U) << "the range and the curve";
}

TEST(APng, HasTwiceThePixelsOfTheLayout) {
  const Recording recording = sine_recording(joint_names(6));
  const std::string png = picture(recording, PlotFormat::Png);
  ASSERT_THAT(png, StartsWith("\x89PNG\r\n\x1a\n"));
  const auto number_at = [&](std::size_t at) {
    unsigned number = 0;
    for (std::size_t i = at; i < at + 4; ++i) number = 256U * number + static_cast<unsigned char>(png[i]);
    return number;
  };
  EXPECT_EQ(number_at(16), 1600U);
  EXPECT_EQ(number_at(20), static_cast<unsigned>(std::lround(2.0 * layout_of(torques(recording)).height)));
}

TEST(ADocument, HasAPageForEachFigureBehindItsTitle) {
  Recording recording = sine_recording(joint_names(38));
  recording.series.push_back(
      sinew_test::sines("link3.coriolis", {"x", "y", "z"}, {Measure({1, 0, -2, 0})}, recording.t));
  std::vector<Figure> figures;
  for (const TimeSeries& series : recording.series) figures.push_back(figure_of(recording, series, UnitChoice()));
  const std::string pdf = drawn_by_gnuplot(gnuplot_document("panda, homework", figures));
  ASSERT_THAT(pdf, StartsWith("%PDF"));
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "all.pdf", std::ios::binary) << pdf;
  const sinew_test::Outcome info = sinew_test::run("pdfinfo all.pdf", folder.path());
  const std::size_t pages = 1 + on_pages(figures[0]).size() + 1;
  EXPECT_THAT(info.out, testing::ContainsRegex("Pages: +" + std::to_string(pages)));
  EXPECT_THAT(info.out, HasSubstr("(A4)"));
}

TEST(AGap, IsLeftWhereThereIsNoNumber) {
  Recording recording = sine_recording({"elbow"});
  const auto moves = [&] {
    const std::string svg = picture(recording);
    return count(svg.substr(svg.find("<title>elbow</title>")), "M[0-9.]+,[0-9.]+");
  };
  const std::size_t whole = moves();
  for (Eigen::Index k = 80; k < 120; ++k)
    recording.series.front().values(0, k) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(moves(), whole + 1) << "the pen goes up once";
  recording.series.front().values.setConstant(std::numeric_limits<double>::infinity());
  EXPECT_THAT(picture(recording), HasSubstr("elbow")) << "nothing but gaps is a picture, too";
}

TEST(AHostileName, RunsNothingAndIsPrintedAsItIs) {
  const sinew_test::TemporaryFolder folder;
  const std::string trap = (folder.path() / "trap").string();
  const std::vector<std::string> names = {"`touch " + trap + "`",
                                          "$(touch " + trap + ")",
                                          "';system('touch " + trap + "');'",
                                          "\";!touch " + trap + "\n!touch " + trap,
                                          "it's {/Bold b}_1^2",
                                          "@PATH ~a{b} &{c}",
                                          "back\\slash\\",
                                          "<b>&amp;</b> ünï %s $c0"};
  Recording recording = sine_recording(names);
  recording.title = names[0] + names[2];
  recording.t_label = names[1];
  recording.series.front().title = "`touch " + trap + "` $(touch " + trap + ") it's";
  for (const PlotFormat format : {PlotFormat::Svg, PlotFormat::Png, PlotFormat::Pdf})
    EXPECT_FALSE(picture(recording, format).empty());
  drawn_by_gnuplot(gnuplot_document(recording.title, {torques(recording)}));
  EXPECT_FALSE(std::filesystem::exists(trap));
  const std::string svg = picture(recording);
  for (const std::string& name : {names[4], names[5], names[6], names[7]})
    EXPECT_THAT(svg, HasSubstr(">" + in_xml(name) + "<"));
  EXPECT_THAT(svg, HasSubstr("touch "));
}

TEST(AHostileName, OfAnyCharactersIsPrintedAsItIs) {
  const sinew_test::TemporaryFolder folder;
  const std::string trap = (folder.path() / "trap").string();
  const std::vector<std::string> pieces = {"'",
                                           "''",
                                           "`touch " + trap + "`",
                                           "$(touch " + trap + ")",
                                           "@PATH",
                                           "\\",
                                           "\\n",
                                           "{/Bold x}",
                                           "\"",
                                           "%s",
                                           "#",
                                           "!touch " + trap,
                                           ";",
                                           "[",
                                           "apostrophe",
                                           "ü",
                                           "$c0",
                                           "<",
                                           "system('touch " + trap + "')"};
  std::mt19937 random(7);
  for (int round = 0; round < 8; ++round) {
    std::vector<std::string> names;
    for (int i = 0; i < 8; ++i) {
      std::string name;
      for (int k = 0; k < 4; ++k) name += pieces[random() % pieces.size()];
      names.push_back("n" + name);
      if (i % 2 == 0) names.back().erase(0, 1);
    }
    const std::string svg = picture(sine_recording(names));
    for (const std::string& name : names) EXPECT_THAT(svg, HasSubstr(">" + in_xml(shortened(name, 34)) + "<"));
  }
  EXPECT_FALSE(std::filesystem::exists(trap));
}

TEST(AHostileName, StaysOnItsLine) {
  EXPECT_EQ(gnuplot_text("new\nline"), "'new\\x0aline'");
  EXPECT_EQ(gnuplot_text("it's"), "'it' . apostrophe . 's'");
  EXPECT_EQ(gnuplot_text("\xFF"), "'\\xff'");
}

TEST(Gnuplot, IsNamedWithItsPackageWhereItIsMissing) {
  const OtherPath none("/nowhere");
  EXPECT_EQ(gnuplot_program(), "");
  try {
    drawn_by_gnuplot("plot sin(x)");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("apt-get install gnuplot-nox"));
  }
}

TEST(Gnuplot, IsNotTakenFromTheFolderThatSomebodyStandsIn) {
  const sinew_test::TemporaryFolder folder;
  std::ofstream(folder.path() / "gnuplot") << "#!/bin/sh\necho trapped\n";
  std::filesystem::permissions(folder.path() / "gnuplot", std::filesystem::perms::owner_all);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const OtherPath here(".::");
  EXPECT_EQ(gnuplot_program(), "");
  std::filesystem::current_path(before);
}

TEST(Gnuplot, ThatFailsSaysWhy) {
  try {
    drawn_by_gnuplot("set terminal svg\nplot '/does/not/exist'\n");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("gnuplot: has failed"));
  }
}

TEST(Gnuplot, ReadsNobodysSettings) {
  const sinew_test::TemporaryFolder home;
  std::ofstream(home.path() / ".gnuplot") << "set title 'mine'\n";
  const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::setenv("HOME", home.path().c_str(), 1);
  EXPECT_THAT(picture(sine_recording({"elbow"})), testing::Not(HasSubstr("mine")));
  ::setenv("HOME", before.c_str(), 1);
}

TEST(AFormat, IsNamedByTheEndingOfAFile) {
  EXPECT_EQ(format_of_file("plots/torque.svg"), PlotFormat::Svg);
  EXPECT_EQ(format_of_file("a.PDF"), PlotFormat::Pdf);
  EXPECT_EQ(format_of_file("plots"), std::nullopt);
  EXPECT_EQ(format_of_file("plots.d/"), std::nullopt);
  EXPECT_EQ(format_of_file(""), std::nullopt);
}

}  // namespace
}  // namespace sinew
