// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <locale>
#include <string>

#include "sinew/errors/diagnostic.h"

namespace {

using namespace std::string_literals;
using sinew::in_quotes;
using sinew::nearest_word;
using sinew::shown;
using sinew::suggestion;

TEST(QuotedText, IsLeftAsItIsWhereItIsReadable) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("link 2"), "'link 2'");
  EXPECT_EQ(in_quotes("épaule-肘-🦾"), "'épaule-肘-🦾'");
}

TEST(QuotedText, ShowsControlCharacters) {
  EXPECT_EQ(in_quotes("a\tb\n\x7F"), "'a\\x09b\\x0a\\x7f'");
  EXPECT_EQ(in_quotes("a\0b"s), "'a\\x00b'");
  EXPECT_EQ(in_quotes("\x1b[31m"), "'\\x1b[31m'");
  EXPECT_EQ(in_quotes("\xC2\x9B"), "'\\xc2\\x9b'") << "CSI, which terminals obey";
}

TEST(QuotedText, ShowsBrokenUtf8) {
  EXPECT_EQ(in_quotes("\xFF"), "'\\xff'");
  EXPECT_EQ(in_quotes("a\xC3"), "'a\\xc3'") << "cut short";
  EXPECT_EQ(in_quotes("\xC3z"), "'\\xc3z'") << "not continued";
  EXPECT_EQ(in_quotes("\xC0\xAF"), "'\\xc0\\xaf'") << "longer than need be";
  EXPECT_EQ(in_quotes("\xE0\x80\xAF"), "'\\xe0\\x80\\xaf'") << "longer than need be";
  EXPECT_EQ(in_quotes("\xF0\x80\x80\xAF"), "'\\xf0\\x80\\x80\\xaf'") << "longer than need be";
  EXPECT_EQ(in_quotes("\xED\xA0\x80"), "'\\xed\\xa0\\x80'") << "half of a surrogate pair";
  EXPECT_EQ(in_quotes("\xF4\x90\x80\x80"), "'\\xf4\\x90\\x80\\x80'") << "beyond Unicode";
}

TEST(QuotedText, IsCutBetweenCharacters) {
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "'" + std::string(60, 'x') + "…'");
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "é";
  EXPECT_EQ(in_quotes("x" + accents), "'x" + accents.substr(0, 60) + "…'");
}

TEST(ANumberInAMessage, HasSixDigits) {
  EXPECT_EQ(shown(0.25), "0.25");
  EXPECT_EQ(shown(-3.0), "-3");
  EXPECT_EQ(shown(1.0 / 3.0), "0.333333");
  EXPECT_EQ(shown(1e-9), "1e-09");
  EXPECT_EQ(shown(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(shown(std::nan("")), "nan");
}

TEST(ANumberInAMessage, HasAPointInEveryCountry) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const std::string text = shown(0.5);
  std::locale::global(before);
  EXPECT_EQ(text, "0.5");
}

TEST(TheNearestWord, AllowsOneSlipInThreeLetters) {
  EXPECT_EQ(nearest_word("elbo", {"shoulder", "elbow"}), "elbow");
  EXPECT_EQ(nearest_word("sholuder", {"shoulder", "elbow"}), "shoulder");
  EXPECT_EQ(nearest_word("l", {"m"}), "m");
  EXPECT_EQ(nearest_word("lnk", {"elbow"}), "");
  EXPECT_EQ(nearest_word("wrist", {"elbow", "shoulder"}), "");
}

TEST(TheNearestWord, IgnoresCase) { EXPECT_EQ(nearest_word("ELBOW", {"elba", "elbow"}), "elbow"); }

TEST(TheNearestWord, IsTheFirstOfTheEquallyNear) { EXPECT_EQ(nearest_word("link9", {"link1", "link2"}), "link1"); }

TEST(TheNearestWord, DoesNotCompareEndlessOnes) {
  EXPECT_EQ(nearest_word(std::string(1000000, 'x'), {std::string(1000000, 'x')}), "");
}

TEST(ASuggestion, AsksForTheNearestWord) {
  EXPECT_EQ(suggestion("elbo", {"shoulder", "elbow"}), "did you mean 'elbow'?");
}

TEST(ASuggestion, ListsWhatIsKnownWhereNothingIsNear) {
  EXPECT_EQ(suggestion("wrist", {"elbow", "shoulder"}), "known: elbow, shoulder");
  EXPECT_EQ(suggestion("wrist", {}), "none is known here");
  EXPECT_EQ(suggestion("wrist", {"\x1b[2J"}), "known: \\x1b[2J");
}

TEST(ASuggestion, ListsThirtyAtMost) {
  std::vector<std::string> names;
  std::string listed;
  for (int i = 0; i < 31; ++i) {
    names.push_back("joint_number_" + std::to_string(i));
    if (i < 30) listed += names.back() + ", ";
  }
  EXPECT_EQ(suggestion("x", names), "known: " + listed + "…");
}

}  // namespace
