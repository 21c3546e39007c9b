// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/terminal_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "sinew/print/table.h"
#include "tests/support/sine_recording.h"

namespace sinew {
namespace {

using sinew_test::joint_names;
using sinew_test::sine_recording;
using testing::HasSubstr;
using testing::Not;

ColoredPage page_of(const Recording& recording, int columns = 80) {
  return terminal_plot(figure_of(recording, recording.series.front(), UnitChoice()), columns);
}
std::string text_of(const Recording& recording, int columns = 80) { return plain_text(page_of(recording, columns)); }

TEST(ATerminalPlot, IsNoWiderThanItsPage) {
  for (const int columns : {40, 80, 132})
    for (const int joints : {1, 6, 21, 38}) {
      std::istringstream lines(text_of(sine_recording(joint_names(joints)), columns));
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(display_width(line), static_cast<std::size_t>(columns)) << line;
    }
}

TEST(ATerminalPlot, HasTitleUnitsNumbersAndLegend) {
  const std::string text = text_of(sine_recording({"elbow", "slide"}, {dimension::torque, dimension::force}));
  for (const char* part :
       {"Sines of torque: panda, homework\n", "[N·m]\n", "[N]\n", "elbow", "slide", " 0 ┤", "t [s]", "12.1 ┤", "-11 ┤"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(ATerminalPlot, OfARampIsARamp) {
  Recording recording = sine_recording({""}, {measure::energy});
  for (std::size_t k = 0; k < recording.t.size(); ++k)
    recording.series.front().values(0, static_cast<Eigen::Index>(k)) = recording.t[k];
  EXPECT_EQ(text_of(recording, 40),
            "Sines of torque: panda, homework\n"
            "  [J]\n"
            " 10.5 ┤                               ⢀⡠\n"
            "      │                            ⢀⡠⠞⠉\n"
            "      │                         ⢀⡤⠖⠉\n"
            "      │                      ⢀⡤⠚⠉\n"
            "      │                   ⢀⡤⠞⠉\n"
            "      │                ⢀⡤⠚⠁\n"
            "      │             ⢀⡤⠚⠉\n"
            "      │          ⣀⡴⠚⠁\n"
            "      │       ⣀⡤⠚⠁\n"
            "      │    ⣀⠴⠚⠁\n"
            "      │ ⣀⡴⠚⠁\n"
            " -0.5 ┤⠊⠁┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈\n"
            "      └0               5  t [s]       10\n");
}

TEST(ATerminalPlot, TellsCurvesApartWithoutColours) {
  const std::string text = text_of(sine_recording(joint_names(6)));
  for (int i = 1; i <= 6; ++i) EXPECT_THAT(text, HasSubstr(std::to_string(i) + " joint" + std::to_string(i)));
  const std::string vector = text_of(sine_recording({"x", "y", "z"}));
  EXPECT_THAT(vector, HasSubstr("x   y   z\n")) << "names of one letter are signs already";
}

TEST(ATerminalPlot, HasColoursOnlyForTerminals) {
  const ColoredPage page = page_of(sine_recording(joint_names(2)));
  EXPECT_THAT(plain_text(page), Not(HasSubstr("\x1b")));
  EXPECT_THAT(terminal_text(page), HasSubstr("\x1b[34m"));
  const std::string hostile = terminal_text({{"\x1b[2J", 0}});
  EXPECT_EQ(hostile, "\x1b[34m\\x1b[2J\x1b[0m") << "names bring no colours of their own";
}

TEST(ATerminalPlot, LeavesGaps) {
  Recording recording = sine_recording({"elbow"});
  recording.series.front().values.setConstant(1.0);
  const std::string whole = text_of(recording);
  for (Eigen::Index k = 90; k < 110; ++k)
    recording.series.front().values(0, k) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(text_of(recording), HasSubstr("   "));
  EXPECT_NE(text_of(recording), whole);
}

}  // namespace
}  // namespace sinew
