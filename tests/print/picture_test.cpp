// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/drawing/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sinew/print/drawing/convex_hull.h"
#include "sinew/print/drawing/gnuplot_picture.h"
#include "sinew/print/drawing/label_placement.h"
#include "sinew/print/drawing/svg.h"
#include "sinew/print/drawing/text_width.h"
#include "sinew/print/plots/gnuplot.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConvexHulls, HoldEveryPointAndTurnOneWay) {
  std::vector<PicturePoint> points;
  for (int i = 0; i < 200; ++i) points.push_back({std::sin(3.7 * i) * i, std::cos(2.1 * i * i)});
  const std::vector<PicturePoint> hull = convex_hull(points);
  ASSERT_GE(hull.size(), 3U);
  const auto sense = [](const PicturePoint& a, const PicturePoint& b, const PicturePoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  };
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const PicturePoint &a = hull[i], &b = hull[(i + 1) % hull.size()];
    EXPECT_GT(sense(a, b, hull[(i + 2) % hull.size()]), 0.0);
    for (const PicturePoint& p : points) EXPECT_GE(sense(a, b, p), -1e-9);
  }
}

TEST(ConvexHulls, OfPointsOnALineAreItsEnds) {
  EXPECT_EQ(convex_hull({{0, 0}, {1, 1}, {2, 2}, {1, 1}}), (std::vector<PicturePoint>{{0, 0}, {2, 2}}));
}

TEST(TextWidths, CountCharactersAndNotBytes) {
  EXPECT_DOUBLE_EQ(text_width("ä", 10.0), text_width("é", 10.0));
  EXPECT_DOUBLE_EQ(text_width("a\u0308", 10.0), text_width("a", 10.0)) << "a mark takes no room";
  EXPECT_GT(text_width("日", 10.0), text_width("a", 10.0));
  EXPECT_EQ(shortened("short", 10.0, 100.0), "short");
  const std::string cut = shortened("a very long name of a joint", 10.0, 60.0);
  EXPECT_TRUE(cut.ends_with("…")) << cut;
  EXPECT_LE(text_width(cut, 10.0), 60.0);
}

/// Whether the label has a place, a pixel from the others, of all places two pixels apart.
bool fits_somewhere(const WantedLabel& label, const PictureBox& room, const std::vector<PictureBox>& others) {
  const PictureBox around_zero = text_box({{}, label.text, label.size, label.colour, label.part});
  const double width = around_zero.width(), height = around_zero.height(), space = 1.001;
  for (double x = room.left; x + width < room.right; x += 2.0)
    for (double y = room.top; y + height < room.bottom; y += 2.0) {
      const PictureBox with_space{x - space, y - space, x + width + space, y + height + space};
      if (std::none_of(others.begin(), others.end(), [&](const PictureBox& b) { return b.overlaps(with_space); }))
        return true;
    }
  return false;
}

TEST(Labels, NeverTouchEachOtherHoweverManyThereAre) {
  Picture picture{300.0, 200.0, "crowd", {}, {}};
  picture.outlines.push_back({{{0, 0}, {300, 200}}, false, {"#000000", {}, 1.0}, "link"});
  std::vector<WantedLabel> labels;
  for (int i = 0; i < 120; ++i) labels.push_back({{150.0 + i % 3, 100.0}, "joint" + std::to_string(i), "joint"});
  const PictureBox room{4.0, 4.0, 296.0, 196.0};
  const std::size_t left_out = place_labels(labels, room, picture);
  EXPECT_EQ(picture.texts.size() + left_out, labels.size());
  EXPECT_GT(left_out, 0U) << "a crowd that leaves nothing out tests nothing";
  std::vector<PictureBox> boxes;
  for (const PictureText& text : picture.texts) boxes.push_back(text_box(text));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_TRUE(room.holds(boxes[i]));
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(boxes[i].overlaps(boxes[j])) << i << " " << j;
  }
  // what was left out fits nowhere
  const auto is_written = [&](const WantedLabel& label) {
    return std::any_of(picture.texts.begin(), picture.texts.end(),
                       [&](const PictureText& text) { return text.text == label.text; });
  };
  for (const WantedLabel& label : labels)
    EXPECT_TRUE(is_written(label) || !fits_somewhere(label, room, boxes)) << label.text;
}

TEST(Labels, KeepClearOfLinesWhereThereIsRoom) {
  Picture picture{300.0, 300.0, "line", {}, {}};
  picture.outlines.push_back({{{0, 150}, {300, 150}}, false, {"#000000", {}, 1.0}, "link"});
  ASSERT_EQ(place_labels({{{150.0, 150.0}, "elbow", "joint"}}, {0.0, 0.0, 300.0, 300.0}, picture), 0U);
  const PictureBox box = text_box(picture.texts[0]);
  EXPECT_TRUE(box.bottom < 150.0 || box.top > 150.0);
}

/// A picture whose text tries what a text may try.
Picture hostile_picture(const std::string& text) {
  Picture picture{200.0, 100.0, text, {}, {}};
  picture.outlines.push_back({{{10, 10}, {190, 90}}, false, {"#112233", {}, 1.5, {4.0, 2.0}}, "link"});
  picture.outlines.push_back({{{20, 20}, {60, 20}, {40, 60}}, true, {"#112233", "#ddeeff", 1.0}, "joint"});
  picture.texts.push_back({{100.0, 50.0}, text, 12.0, "#000000", "joint"});
  return picture;
}

TEST(SvgPictures, ShowEveryTextAsItIs) {
  const std::string page = svg(hostile_picture("</text><script>alert(\"1\")</script> & 'x' \x1b[31m"));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; \\x1b[31m"));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
}

TEST(SvgPictures, SayNumbersShortly) {
  Picture picture{100.0, 50.0, "n", {}, {}};
  picture.outlines.push_back({{{1.0, -0.001}, {1.0 / 3.0, 2.5}}, false, {"#000000", {}, 1.0}, "link"});
  EXPECT_THAT(svg(picture), HasSubstr("points=\"1,0 0.33,2.5\""));
}

class GnuplotPictures : public testing::Test {
 protected:
  void SetUp() override {
    if (gnuplot_program().empty()) GTEST_SKIP() << "gnuplot is not installed";
  }
};

TEST_F(GnuplotPictures, AreWhatTheirFormatIs) {
  EXPECT_TRUE(drawn_by_gnuplot(gnuplot_picture(hostile_picture("q1"), PlotFormat::Png)).starts_with("\x89PNG"));
  EXPECT_TRUE(drawn_by_gnuplot(gnuplot_picture(hostile_picture("q1"), PlotFormat::Pdf)).starts_with("%PDF"));
}

TEST_F(GnuplotPictures, RunNothingThatATextSays) {
  const std::filesystem::path made = "made_by_a_label";
  std::filesystem::remove(made);
  for (const char* text :
       {"`touch made_by_a_label`", "$(touch made_by_a_label)", "'; system('touch made_by_a_label') #",
        "\"; !touch made_by_a_label", "x\nsystem('touch made_by_a_label')\n", "@made {/Bold x}_y^z"})
    EXPECT_TRUE(drawn_by_gnuplot(gnuplot_picture(hostile_picture(text), PlotFormat::Png)).starts_with("\x89PNG"))
        << text;
  EXPECT_FALSE(std::filesystem::exists(made));
}

}  // namespace
}  // namespace sinew
