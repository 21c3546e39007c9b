// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/stl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "sinew/model/shapes.h"
#include "tests/support/differences.h"
#include "tests/support/problem_texts.h"

namespace {

using sinew::Diagnostics;
using sinew::Triangle;
using sinew_test::difference;
using sinew_test::texts;
using testing::ElementsAre;
using testing::HasSubstr;

const Triangle first{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
const Triangle second{{0.5, -1.5, 3}, {1, 0, 0}, {0, 2.25, 1e-3F}};

std::vector<Triangle> sound(const std::string& text, double scale = 1.0) {
  Diagnostics diagnostics("part.stl");
  auto triangles = sinew::read_stl({"part.stl", text}, scale, diagnostics);
  EXPECT_THAT(texts(diagnostics), ElementsAre());
  return triangles;
}

std::vector<std::string> complaints(const std::string& text, double scale = 1.0) {
  Diagnostics diagnostics("part.stl");
  EXPECT_TRUE(sinew::read_stl({"part.stl", text}, scale, diagnostics).empty());
  EXPECT_TRUE(diagnostics.has_errors());
  return texts(diagnostics);
}

double difference_of(const Triangle& a, const Triangle& b) {
  return std::max({difference(a.a, b.a), difference(a.b, b.b), difference(a.c, b.c)});
}

std::string little_endian(std::uint32_t value) {
  std::string bytes;
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xFFU);
  return bytes;
}

std::string little_endian(double value) {
  const auto single = static_cast<float>(value);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &single, sizeof bits);
  return little_endian(bits);
}

/// With a header that begins with "solid", as many programs write it, and normals of NaN, which nobody reads.
std::string binary(const std::vector<Triangle>& triangles, std::string header = "solid part") {
  header.resize(80);
  std::string bytes = header + little_endian(static_cast<std::uint32_t>(triangles.size()));
  for (const Triangle& t : triangles) {
    for (int k = 0; k < 3; ++k) bytes += little_endian(std::nan(""));
    for (const sinew::Vec3<double>& p : {t.a, t.b, t.c})
      bytes += little_endian(p.x) + little_endian(p.y) + little_endian(p.z);
    bytes += "\x01\x02";
  }
  return bytes;
}

const std::string ascii = R"(solid part with a name
  facet normal 0 0 1
    outer loop
      vertex 0 0 0
      vertex 1 0 0
      vertex 0 2 0
    endloop
  endfacet
  facet normal nan nan nan
    outer loop
      vertex 0.5 -1.5 +3
      vertex 1.0e0 0 -0
      vertex 0 225e-2 1.000000047497451305389404296875E-3
    endloop
  endfacet
endsolid part with a name
)";

/// `ascii` with one passage exchanged.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = ascii;
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

TEST(AsciiStl, IsRead) {
  const auto triangles = sound(ascii);
  ASSERT_EQ(triangles.size(), 2U);
  EXPECT_EQ(difference_of(triangles[0], first), 0.0);
  EXPECT_EQ(difference_of(triangles[1], second), 0.0);
}

TEST(AsciiStl, MayBeInCapitalsWithAnyWhiteSpace) {
  std::string loud = ascii;
  for (char& c : loud) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (c == ' ') c = '\t';
  }
  loud = "\xEF\xBB\xBF\n" + loud.replace(loud.find('\n'), 1, "\r\n");
  EXPECT_EQ(sound(loud).size(), 2U);
}

TEST(AsciiStl, MayHoldSeveralSolidsWithoutNames) {
  EXPECT_EQ(sound(ascii + changed("solid part with a name", "solid") + "\n\n").size(), 4U);
}

TEST(BinaryStl, IsReadThoughItBeginsWithSolid) {
  const auto triangles = sound(binary({first, second}));
  ASSERT_EQ(triangles.size(), 2U);
  EXPECT_EQ(difference_of(triangles[0], first), 0.0);
  EXPECT_EQ(difference_of(triangles[1], second), 0.0);
  EXPECT_EQ(sound(binary({first, second}, std::string(80, ' '))).size(), 2U);
  EXPECT_EQ(sound(binary({first, second}, "solid " + std::string(74, ' '))).size(), 2U);
  EXPECT_EQ(sound(binary({first, second}, "facet normal")).size(), 2U);
}

TEST(EitherStl, IsScaled) {
  for (const std::string& text : {ascii, binary({first, second})})
    EXPECT_EQ(difference_of(sound(text, 0.001)[0], {{0, 0, 0}, {0.001, 0, 0}, {0, 0.002, 0}}), 0.0);
}

TEST(EitherStl, GivesABodyThatIsClosed) {
  const sinew::Vec3<double> o, x = sinew::unit_x<double>(), y = sinew::unit_y<double>(), z = sinew::unit_z<double>();
  Diagnostics diagnostics("part.stl");
  const auto triangles =
      sinew::read_stl({"part.stl", binary({{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}})}, 0.001, diagnostics);
  const auto body = sinew::inertia_of_mesh(triangles, 1000.0, diagnostics, {});
  EXPECT_THAT(texts(diagnostics), ElementsAre());
  ASSERT_TRUE(body);
  EXPECT_NEAR(body->m, 1000.0 / 6 * 1e-9, 1e-21);
}

TEST(AsciiStl, CutShortIsRefusedWithItsLine) {
  EXPECT_THAT(complaints(ascii.substr(0, ascii.find("endsolid"))),
              ElementsAre("part.stl:16: the file ends where 'facet' should stand; it is cut short: export it again"));
  EXPECT_THAT(complaints(ascii.substr(0, ascii.find("vertex 0 2"))),
              ElementsAre("part.stl:6: the file ends where 'vertex' should stand; it is cut short: export it again"));
  EXPECT_THAT(complaints("solid"), ElementsAre(HasSubstr("part.stl:1: the file ends where 'facet' should stand")));
}

TEST(AsciiStl, IsRefusedAnywhereItIsCut) {
  for (std::size_t length = 0; length < ascii.find("endsolid") + 8; ++length)
    EXPECT_FALSE(complaints(ascii.substr(0, length)).empty()) << length;
}

TEST(AsciiStl, OutOfOrderIsRefusedWithItsLine) {
  EXPECT_THAT(complaints(changed("outer loop", "inner loop")),
              ElementsAre("part.stl:3: 'inner' stands where 'outer' should; is this an STL file? export it again"));
  EXPECT_THAT(complaints(changed("vertex 0 2 0\n", "")),
              ElementsAre(HasSubstr("part.stl:6: 'endloop' stands where 'vertex'")));
  EXPECT_THAT(complaints(ascii + "rubbish"),
              ElementsAre(HasSubstr("part.stl:17: 'rubbish' stands where 'solid' should")));
}

TEST(AsciiStl, WithCoordinatesThatAreNoNumbersIsRefusedWithEveryLine) {
  EXPECT_THAT(complaints(changed("vertex 1 0 0", "vertex 1,5 0 0")),
              ElementsAre("part.stl:5: a corner has the coordinate '1,5'; give a finite number"));
  EXPECT_THAT(complaints(changed("0 0 0\n      vertex 1 0 0", "0 nan 0\n      vertex inf 0 1e999")),
              ElementsAre(HasSubstr("part.stl:4: a corner has the coordinate 'nan'"),
                          HasSubstr("part.stl:5: a corner has the coordinate 'inf'"),
                          HasSubstr("part.stl:5: a corner has the coordinate '1e999'")));
  EXPECT_THAT(complaints(changed("vertex 1 0 0", "vertex +-1 0 0")), ElementsAre(HasSubstr("'+-1'")));
}

TEST(BinaryStl, CutShortIsRefusedWithItsTriangle) {
  const std::string whole = binary({first, second});
  EXPECT_THAT(
      complaints(whole.substr(0, whole.size() - 1)),
      ElementsAre("part.stl: the file announces 2 triangles and ends in number 2; it is cut short or no STL file: "
                  "export it again"));
  EXPECT_THAT(complaints(whole.substr(0, 84)), ElementsAre(HasSubstr("announces 2 triangles and ends in number 1")));
  EXPECT_THAT(complaints(whole.substr(0, 83)), ElementsAre(HasSubstr("the file has 83 bytes, too few")));
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(complaints(whole.substr(0, length)).empty()) << length;
}

TEST(BinaryStl, ThatAnnouncesFourThousandMillionTrianglesIsRefused) {
  std::string bytes = binary({first});
  bytes.replace(80, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_THAT(complaints(bytes), ElementsAre(HasSubstr("announces 4294967295 triangles and ends in number 2")));
}

TEST(BinaryStl, ThatGoesOnAfterItsEndIsReadWithAWarning) {
  Diagnostics diagnostics("part.stl");
  EXPECT_EQ(sinew::read_stl({"part.stl", binary({first, second}) + "more"}, 1.0, diagnostics).size(), 2U);
  EXPECT_THAT(texts(diagnostics),
              ElementsAre("part.stl: warning: the file goes on after the 2 triangles that it announces; "
                          "export it again if some are missing"));
}

TEST(BinaryStl, WithCoordinatesThatAreNoNumbersIsRefusedWithItsTriangle) {
  Triangle bad = second;
  bad.b.z = std::nan("");
  EXPECT_THAT(complaints(binary({first, bad})),
              ElementsAre("part.stl: triangle 2 has the coordinate nan; export it again with finite numbers"));
  bad.b.z = -std::numeric_limits<double>::infinity();
  EXPECT_THAT(complaints(binary({bad, first})), ElementsAre(HasSubstr("triangle 1 has the coordinate -inf")));
}

TEST(EitherStl, WithoutTrianglesIsRefused) {
  EXPECT_THAT(complaints(""), ElementsAre(HasSubstr("the file has 0 bytes")));
  EXPECT_THAT(complaints("solid nothing\nendsolid nothing\n"),
              ElementsAre("part.stl: the file has no triangle; check that it is the right file"));
  EXPECT_THAT(complaints(binary({})), ElementsAre(HasSubstr("the file has no triangle")));
}

TEST(EitherStl, NeedsAPositiveScale) {
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    for (const std::string& text : {ascii, binary({first})})
      EXPECT_THAT(complaints(text, bad), ElementsAre(HasSubstr("the mesh has a scale of")));
  EXPECT_THAT(complaints(changed("vertex 1 0 0", "vertex 1e200 0 0"), 1e200), ElementsAre(HasSubstr("'1e200'")));
}

TEST(EitherStl, NamesItsOwnFileInTheProblemsOfAnother) {
  Diagnostics robot("arm.yaml");
  sinew::read_stl({"part.stl", "solid\nrubbish"}, 1.0, robot);
  EXPECT_THAT(texts(robot), ElementsAre(HasSubstr("part.stl:2: 'rubbish' stands where 'facet' should")));
}

}  // namespace
