// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/plots/figure.h"

#include <gtest/gtest.h>

#include <limits>

#include "sinew/print/plots/picture_layout.h"
#include "sinew/print/plots/thin_curve.h"
#include "sinew/print/table.h"
#include "tests/support/sine_recording.h"

namespace sinew {
namespace {

using sinew_test::joint_names;
using sinew_test::sine_recording;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Figure figure_of_first(const Recording& recording, const ComparedRun* other = nullptr) {
  return figure_of(recording, recording.series.front(), UnitChoice(), other);
}

TEST(AFigure, HasAPanelForEachUnit) {
  const Figure figure = figure_of_first(sine_recording({"q1", "q2", "q3"}, {dimension::torque, dimension::force}));
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].unit, "N·m");
  EXPECT_EQ(figure.panels[0].curves.size(), 2U);
  EXPECT_EQ(figure.panels[1].unit, "N");
  EXPECT_EQ(figure.panels[1].curves.front().name, "q2");
}

TEST(AFigure, SpreadsManyCurvesEvenlyOverPanels) {
  for (const auto& [joints, panels] : {std::pair{1, 1}, {6, 1}, {8, 1}, {9, 2}, {21, 3}, {38, 5}}) {
    const Figure figure = figure_of_first(sine_recording(joint_names(joints)));
    EXPECT_EQ(figure.panels.size(), static_cast<std::size_t>(panels)) << joints;
    std::size_t curves = 0;
    for (const Panel& panel : figure.panels) {
      EXPECT_LE(panel.curves.size(), 8U);
      EXPECT_GE(panel.curves.size() + 1, figure.panels.front().curves.size());
      curves += panel.curves.size();
    }
    EXPECT_EQ(curves, static_cast<std::size_t>(joints));
  }
}

TEST(AFigure, IsInTheUnitsThatWereChosen) {
  const Recording recording = sine_recording({"elbow"});
  const Figure figure = figure_of(recording, recording.series.front(), UnitChoice("Nmm"));
  EXPECT_EQ(figure.panels.front().unit, "N·mm");
  EXPECT_DOUBLE_EQ(figure.panels.front().curves.front().values[7], 1000.0 * recording.series.front().values(0, 7));
}

TEST(AFigure, DrawsLimitsThatAreNearAndTellsOfOthers) {
  Recording recording = sine_recording({"elbow", "wrist"});
  recording.series.front().limits = {{-15.0, 15.0}, {-800.0, 15.0}};
  const Panel panel = figure_of_first(recording).panels.front();
  ASSERT_EQ(panel.limits.size(), 2U);
  EXPECT_EQ(panel.limits[0].value, 15.0);
  EXPECT_EQ(panel.limits[0].name, "limit 15") << "both joints have it";
  EXPECT_EQ(panel.limits[1].value, -15.0);
  EXPECT_EQ(panel.limits[1].name, "limit -15 of elbow");
  EXPECT_EQ(panel.beyond, "outside: limit -800");
  EXPECT_GT(panel.range.upper, 15.0);
  EXPECT_GT(panel.range.lower, -50.0) << "the far limit would squeeze the curves";
}

TEST(AFigure, NamesALimitAboveAndBelowOnce) {
  Recording recording = sine_recording({"elbow", "wrist", "hand"});
  recording.series.front().limits = {{-15.0, 15.0}, {-15.0, 15.0}, {-14.0, 14.0}};
  const Panel panel = figure_of_first(recording).panels.front();
  EXPECT_EQ(panel.limits.size(), 4U);
  EXPECT_EQ(panel.limit_names(), (std::vector<std::string>{"limits ±15 of 2 curves", "limits ±14 of hand"}));
}

TEST(AFigure, ShowsRoundOffAsZero) {
  Recording recording = sine_recording({"x", "y", "z"});
  TimeSeries& noise = recording.series.emplace_back(recording.series.front());
  noise.name = "noise";
  noise.values *= 1e-15;
  const PlotRange range = figure_of(recording, noise, UnitChoice()).panels.front().range;
  EXPECT_GT(range.upper - range.lower, 0.1) << "noise is no mountain range";
}

TEST(AFigure, OfAConstantHasHeight) {
  Recording recording = sine_recording({"x"});
  for (const double value : {0.0, -9.82, 1e-300}) {
    recording.series.front().values.setConstant(value);
    const PlotRange range = figure_of_first(recording).panels.front().range;
    EXPECT_LT(range.lower, value);
    EXPECT_GT(range.upper, value);
  }
  recording.series.front().values.setConstant(nan);
  const PlotRange range = figure_of_first(recording).panels.front().range;
  EXPECT_LT(range.lower, range.upper) << "nothing but gaps";
}

TEST(AFigure, HasTheOtherRunBesideTheFirst) {
  const Recording recording = sine_recording({"elbow", "wrist"});
  ComparedRun other{"slow.csv", sine_recording({"wrist", "finger"})};
  const Panel panel = figure_of_first(recording, &other).panels.front();
  ASSERT_EQ(panel.curves.size(), 3U);
  EXPECT_EQ(panel.curves[2].name, "wrist, slow.csv");
  EXPECT_TRUE(panel.curves[2].is_compared);
  EXPECT_EQ(panel.curves[2].style, panel.curves[1].style) << "rows that belong together share a colour";
}

TEST(AThinnedCurve, KeepsEveryPeakAndEveryGap) {
  std::vector<double> t, values;
  for (int k = 0; k < 200000; ++k) {
    t.push_back(1e-3 * k);
    values.push_back(std::sin(1e-3 * k));
  }
  values[123456] = 7.0;
  values[77777] = nan;
  std::vector<double> thin_t = t, thin_values = values;
  thin(thin_t, thin_values);
  EXPECT_LT(thin_t.size(), 5100U);
  EXPECT_EQ(thin_t.front(), t.front());
  EXPECT_EQ(thin_t.back(), t.back());
  EXPECT_EQ(std::count(thin_values.begin(), thin_values.end(), 7.0), 1);
  EXPECT_EQ(std::count_if(thin_values.begin(), thin_values.end(), [](double x) { return std::isnan(x); }), 1);
  EXPECT_TRUE(std::is_sorted(thin_t.begin(), thin_t.end()));
}

TEST(AThinnedCurve, OfFewPointsIsTheCurve) {
  std::vector<double> t = {0.0, 1.0, 2.0}, values = {1.0, nan, 3.0};
  thin(t, values);
  EXPECT_EQ(t.size(), 3U);
}

TEST(ALongText, IsCutInTheMiddle) {
  EXPECT_EQ(shortened("elbow", 5), "elbow");
  EXPECT_EQ(shortened("left_leg_joint_17", 9), "left…t_17");
  EXPECT_LE(display_width(shortened("関節関節関節関節", 7)), 7U);
  EXPECT_EQ(wrapped_lines("Torques of the joints", 12), (std::vector<std::string>{"Torques of", "the joints"}));
}

TEST(ALayout, LeavesRoomForTheLongestLegend) {
  const Figure figure = figure_of_first(sine_recording({"a", std::string(200, 'W')}));
  const PictureLayout layout = layout_of(figure);
  EXPECT_GT(layout.right - layout.left, 0.4 * PictureLayout::width);
  EXPECT_LT(layout.legend, PictureLayout::width);
}

TEST(ALayout, PutsNoPanelBelowAnother) {
  for (const int joints : {1, 6, 21, 38}) {
    const Figure figure = figure_of_first(sine_recording(joint_names(joints)));
    for (const Figure& page : on_pages(figure)) {
      const PictureLayout layout = page_layout_of(page);
      EXPECT_NEAR(layout.height, page_height, 1e-9);
      for (std::size_t i = 1; i < layout.panels.size(); ++i)
        EXPECT_GT(layout.panels[i].top, layout.panels[i - 1].bottom);
    }
  }
}

}  // namespace
}  // namespace sinew
