// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// All rows; a row that is wrong is one field with its message.
std::vector<CsvRow> rows_of(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in, "table.csv");
  std::vector<CsvRow> rows;
  for (CsvRow row;;) try {
      if (!reader.next(row)) return rows;
      rows.push_back(row);
    } catch (const InputError& e) {
      rows.push_back({e.diagnostics().front().line, {e.what()}});
    }
}

std::vector<std::string> fields_of(const std::string& line) {
  const std::vector<CsvRow> rows = rows_of(line);
  return rows.size() == 1 ? rows.front().fields : std::vector<std::string>{"not one row"};
}

TEST(Csv, HasFieldsWithOrWithoutQuotesAndSpaces) {
  EXPECT_THAT(fields_of("a, b ,\tc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(fields_of(R"("a", "b,c" ,"say ""hi""")"), ElementsAre("a", "b,c", "say \"hi\""));
  EXPECT_THAT(fields_of(R"("","""",)"), ElementsAre("", "\"", ""));
  EXPECT_THAT(fields_of(R"(" kept ",5" pipe)"), ElementsAre(" kept ", "5\" pipe"));
}

TEST(Csv, IsTheSameFromEveryEditor) {
  for (const std::string text : {"a,b\n1,2\n",
                                 "\xEF\xBB\xBF"
                                 "a,b\r\n1,2",
                                 "\r\n# about\r\n\"a\",b\r\n\r\n1,\"2\" \r\n", "\xEF\xBB\xBF\n\n a , b\n1,2\n \n"}) {
    const std::vector<CsvRow> rows = rows_of(text);
    ASSERT_EQ(rows.size(), 2U) << text;
    EXPECT_THAT(rows[0].fields, ElementsAre("a", "b")) << text;
    EXPECT_THAT(rows[1].fields, ElementsAre("1", "2")) << text;
  }
}

TEST(Csv, CountsItsLines) {
  const std::vector<CsvRow> rows = rows_of("\n# note\na\n\nb\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].line, 3);
  EXPECT_EQ(rows[1].line, 5);
}

TEST(Csv, WithWrongQuotesIsRefusedWithItsLineAndReadOn) {
  const std::vector<CsvRow> rows = rows_of("q,w\n\"1\"5,2\n\"1\" + 5,2\n1,\"2\n\"\"\"\n3,4\n");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_THAT(rows[1].fields[0],
              HasSubstr("table.csv:2: field 1 has '5' after its closing quote; put the whole field"));
  EXPECT_THAT(rows[2].fields[0], HasSubstr("table.csv:3: field 1 has '+ 5' after its closing quote"));
  EXPECT_THAT(rows[3].fields[0], HasSubstr("table.csv:4: field 2 has no closing quote; close it in the same line"));
  EXPECT_THAT(rows[4].fields[0], HasSubstr("table.csv:5: field 1 has no closing quote"));
  EXPECT_THAT(rows[5].fields, ElementsAre("3", "4"));
}

TEST(Csv, HasLinesOfAnyLengthUpToAStatedOne) {
  for (const std::size_t length : {4094U, 4095U, 4096U, 4097U, 8190U, 8191U, 100'000U})
    for (const char* end : {"", "\n", "\r\n"}) {
      const std::vector<CsvRow> rows = rows_of("a\n" + std::string(length, 'x') + end);
      ASSERT_EQ(rows.size(), 2U) << length;
      EXPECT_EQ(rows[1].fields.front().size(), length);
      EXPECT_EQ(rows[1].line, 2);
    }
  const std::vector<CsvRow> rows = rows_of("a\n" + std::string(17'000'000, 'x') + "\nb\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_THAT(rows[1].fields.front(), HasSubstr("table.csv:2: has more than 16 million characters"));
}

}  // namespace
}  // namespace sinew
