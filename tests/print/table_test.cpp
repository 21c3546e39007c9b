// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/print/table.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(DisplayWidth, IsWhatATerminalGivesToIt) {
  EXPECT_EQ(display_width("elbow"), 5U);
  EXPECT_EQ(display_width("N·m"), 3U);
  EXPECT_EQ(display_width("ω̇"), 1U) << "a mark stands on its letter";
  EXPECT_EQ(display_width("関節"), 4U);
  EXPECT_EQ(display_width("ｑ"), 2U) << "full-width";
  EXPECT_EQ(display_width("관절1"), 5U);
  EXPECT_EQ(display_width("ｶﾝ"), 2U) << "half-width";
  EXPECT_EQ(display_width("🦾"), 2U);
  EXPECT_EQ(display_width("\xFF\x80"), 1U) << "broken text has some width";
}

TEST(ATable, IsAlignedWhateverItsLetters) {
  Table table({{"joint"}, {"kg", Table::Align::Right}});
  table.add({"関節", "1"});
  table.add({"ω̇", "12"});
  EXPECT_EQ(table.text(),
            "joint  kg\n"
            "関節    1\n"
            "ω̇      12\n");
}

TEST(AGrowingTable, WidensForWhatComes) {
  GrowingTable table({{"t", 3}, {"関節"}});
  table.add({"0", "1"});
  EXPECT_EQ(table.take_text(),
            "  t  関節\n"
            "  0     1\n");
  EXPECT_EQ(table.take_text(), "");
  table.add({"1", "2"});
  table.add({"12345", "-3"});
  EXPECT_EQ(table.take_text(),
            "    1     2\n"
            "12345    -3\n");
}

}  // namespace
}  // namespace sinew
