// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/measurements/place_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/errors/diagnostic.h"
#include "sinew/errors/formula_error.h"
#include "tests/support/differences.h"

namespace sinew {
namespace {

using sinew_test::difference;
using testing::HasSubstr;

/// What a parser says and advises, or "read".
std::string complaint(const auto& call) {
  try {
    call();
  } catch (const FormulaError& e) {
    return std::string(e.what()) + "; " + e.remedy;
  }
  return "read";
}

TEST(APlace, SaysWhatItIsAndWhere) {
  const MeasuringPlace tracker = parse_measuring_place("tracker frame");
  EXPECT_EQ(tracker.name, "tracker");
  EXPECT_EQ(tracker.kind, PlaceKind::Frame);
  EXPECT_FALSE(tracker.X_WM.has_value() || tracker.is_known);
  const MeasuringPlace anchor = parse_measuring_place(" anchor point at 1, 0, 20mm known ");
  EXPECT_EQ(anchor.kind, PlaceKind::Point);
  EXPECT_TRUE(anchor.is_known);
  EXPECT_LT(difference(anchor.X_WM.value(), translation(Vec3<double>{1.0, 0.0, 0.02})), 1e-16);
  const MeasuringPlace table = parse_measuring_place("table plane at {xyz: [0, 0, 0.7], rpy: [90deg, 0, 0]}");
  EXPECT_EQ(table.kind, PlaceKind::Plane);
  EXPECT_FALSE(table.is_known) << "it begins there";
  EXPECT_LT(difference(table.X_WM->R.column(2), Vec3<double>{0.0, -1.0, 0.0}), 1e-15);
}

TEST(ABody, HasASize) {
  const MeasuringPlace cube = parse_measuring_place("block cube 100 mm at Tx(1)");
  EXPECT_EQ(cube.body, TouchedBody::Cube);
  EXPECT_EQ(cube.kind, PlaceKind::Frame);
  EXPECT_NEAR(cube.size, 0.1, 1e-17);
  EXPECT_NEAR(parse_measuring_place("block cube edge 100mm").size, 0.1, 1e-17);
  for (const char* text : {"ball sphere 25mm", "ball sphere radius 2.5 cm", "ball sphere diameter 50mm"}) {
    const MeasuringPlace ball = parse_measuring_place(text);
    EXPECT_EQ(ball.body, TouchedBody::Ball);
    EXPECT_EQ(ball.kind, PlaceKind::Point);
    EXPECT_NEAR(ball.size, 0.025, 1e-16) << text;
  }
}

TEST(Places, StandBetweenSemicolonsOrLineEnds) {
  EXPECT_EQ(parse_measuring_places("a frame; b point\n c plane at {xyz: [0, 0, 1]};").size(), 3U);
  EXPECT_TRUE(parse_measuring_places("").empty());
}

TEST(AWrongPlace, IsRefusedWithARemedy) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "'' is no place; write it like \"tracker frame\""},
      {"tracker", "'tracker' is no place"},
      {"tracker fram", "a place cannot be a 'fram'; did you mean 'frame'?"},
      {"tracker frame 10mm", "'10mm' says nothing of a frame"},
      {"anchor point known", "'anchor' is known, and does not say where it is; write \"anchor point at 1,0,0 known\""},
      {"anchor point known at 1,0,0", "has 'at' after known; put known at the end"},
      {"anchor point at 1,0", "has 2 numbers"},
      {"anchor point at 1,0,x", "x"},
      {"block cube", "'block' has no size; give the edge of the cube"},
      {"block cube big", "'big' is no number"},
      {"block cube 20deg", "'20deg' is in rad"},
      {"block cube -1", "the size of 'block' is -1 m"},
      {"ball sphere diameter", "'diameter' is no number"},
      {"a frame; a point", "the place 'a' is given twice"},
  };
  for (const auto& [text, says] : wrong) {
    const bool several = std::string_view(text).find(';') != std::string_view::npos;
    EXPECT_THAT(
        complaint([&, t = text] { several ? void(parse_measuring_places(t)) : void(parse_measuring_place(t)); }),
        HasSubstr(says));
  }
}

TEST(AKnownDistance, NamesTwoPoints) {
  const std::vector<KnownDistance> known =
      parse_known_distances("socket0-socket1=50mm+-0.1mm, a - b = 1.2 m ; c-d=0.3±2e-5");
  ASSERT_EQ(known.size(), 3U);
  EXPECT_EQ(known[0].from, "socket0");
  EXPECT_EQ(known[0].to, "socket1");
  EXPECT_NEAR(known[0].distance, 0.05, 1e-17);
  EXPECT_NEAR(known[0].deviation, 1e-4, 1e-18);
  EXPECT_EQ(known[1].from, "a");
  EXPECT_EQ(known[1].distance, 1.2);
  EXPECT_EQ(known[1].deviation, 1e-4);
  EXPECT_EQ(known[2].deviation, 2e-5);
}

TEST(AKnownDistance, MayBeOfPointsWithHyphens) {
  const std::vector<std::string> points = {"block-1", "block-2", "block", "1-block"};
  const std::vector<KnownDistance> known = parse_known_distances("block-1-block-2=50mm", points);
  EXPECT_EQ(known[0].from, "block-1");
  EXPECT_EQ(known[0].to, "block-2");
  EXPECT_THAT(complaint([&] { parse_known_distances("block-1-block=50mm", points); }),
              HasSubstr("can be cut at more than one hyphen; call the points by names without hyphens"));
}

TEST(AWrongDistance, IsRefusedWithARemedy) {
  const std::pair<const char*, const char*> wrong[] = {
      {"a-b", "'a-b' has no distance; write it like socket0-socket1=50mm+-0.1mm"},
      {"ab=1", "'ab' names no two points"},
      {"a-socket=1", "there is no point 'socket'; known: a, bee"},
      {"a-be=1", "there is no point 'be'; did you mean 'bee'?"},
      {"a-bee=one", "'one' is no number"},
      {"a-bee=1deg", "'1deg' is in rad"},
      {"a-bee=0", "the distance is 0 m; give more than zero"},
      {"a-bee=1+-0", "the deviation is 0 m"},
      {"a-bee=1+-", "is empty"},
      {"a-a=1", "'a' is at no distance from itself"},
  };
  for (const auto& [text, says] : wrong)
    EXPECT_THAT(complaint([t = text] { parse_known_distances(t, {"a", "bee"}); }), HasSubstr(says));
}

}  // namespace
}  // namespace sinew
