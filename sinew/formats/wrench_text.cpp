// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/wrench_text.h"

#include <algorithm>
#include <set>

#include "sinew/errors/diagnostic.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/units/text_parts.h"

namespace sinew {
namespace {

constexpr const char* example = "write it like link2@[300mm,0,0]:F=[-0.7,-0.5,0]:M=[0,0,2N*m]:in=link2";
constexpr std::string_view field_marks[] = {":F=", ":M=", ":in="};

/// Where the next field begins; a name may hold colons of its own.
std::size_t next_field(std::string_view text) {
  std::size_t first = text.size();
  for (const std::string_view field : field_marks) first = std::min(first, text.find(field));
  return first;
}

/// LINK, LINK@[x,y,z] or, in another frame, LINK@FRAME[x,y,z].
void read_place(std::string_view place, WrenchText& wrench) {
  place = trimmed(place);
  const std::size_t mark = place.ends_with(']') ? place.rfind('@') : std::string_view::npos;
  const std::size_t bracket = place.find('[', std::min(mark, place.size()));
  wrench.link = trimmed(place.substr(0, mark));
  if (bracket == std::string_view::npos) return;
  wrench.point_in = trimmed(place.substr(mark + 1, bracket - mark - 1));
  wrench.point = vector_quantity(place.substr(bracket), dimension::length);
}

}  // namespace

WrenchText parse_wrench(std::string_view text) {
  WrenchText wrench;
  const std::size_t end_of_place = next_field(text);
  read_place(text.substr(0, end_of_place), wrench);
  if (wrench.link.empty()) throw FormulaError(in_quotes(text) + " names no link", example);
  std::set<std::string_view> given;
  for (std::string_view rest = text.substr(end_of_place); !rest.empty();) {
    const std::size_t equals = rest.find('=');
    const std::string_view name = rest.substr(1, equals - 1), value_and_more = rest.substr(equals + 1);
    const std::string_view value = value_and_more.substr(0, next_field(value_and_more));
    if (!given.insert(name).second)
      throw FormulaError(in_quotes(text) + " gives " + std::string(name) + "= twice",
                         "keep one, or make two wrenches of it");
    if (name == "F")
      wrench.force = vector_quantity(value, dimension::force);
    else if (name == "M")
      wrench.moment = vector_quantity(value, dimension::torque);
    else
      wrench.axes = trimmed(value);
    rest = value_and_more.substr(value.size());
  }
  if (!given.contains("F") && !given.contains("M"))
    throw FormulaError(in_quotes(text) + " has neither a force nor a moment", example);
  return wrench;
}

}  // namespace sinew
