// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/formats/wrench_text.h"

#include <algorithm>

#include "sinew/errors/problem.h"
#include "sinew/formats/quantity_text.h"

namespace sinew {
namespace {

constexpr const char* example = "write it like link2@[300mm,0,0]:F=[-0.7,-0.5,0]:M=[0,0,2N*m]:in=link2";
constexpr std::string_view fields[] = {":F=", ":M=", ":in="};

/// Where the next field begins; a name may hold colons of its own.
std::size_t next_field(std::string_view text) {
  std::size_t first = text.size();
  for (const std::string_view field : fields) first = std::min(first, text.find(field));
  return first;
}

}  // namespace

WrenchText parse_wrench(std::string_view text) {
  WrenchText wrench;
  const std::size_t end_of_place = next_field(text);
  const std::string_view place = text.substr(0, end_of_place);
  std::string_view rest = text.substr(end_of_place);
  // LINK, LINK@[x,y,z] or LINK@base[x,y,z]
  const std::size_t on_link = place.rfind("@["), in_base = place.rfind("@base[");
  wrench.point_in_base = in_base != std::string_view::npos;
  const std::size_t mark = wrench.point_in_base ? in_base : on_link;
  wrench.link = trimmed(place.substr(0, mark));
  if (mark != std::string_view::npos)
    wrench.point = vector_quantity(place.substr(mark + (wrench.point_in_base ? 5U : 1U)), dimension::length);
  if (wrench.link.empty()) throw FormulaError(in_quotes(text) + " names no link", example);
  bool given = false;
  while (!rest.empty()) {
    const std::string_view value_and_more = rest.substr(rest.find('=') + 1);
    const std::string_view value = value_and_more.substr(0, next_field(value_and_more));
    if (rest.starts_with(":F="))
      wrench.force = vector_quantity(value, dimension::force);
    else if (rest.starts_with(":M="))
      wrench.moment = vector_quantity(value, dimension::torque);
    else
      wrench.axes = trimmed(value);
    given = given || !rest.starts_with(":in=");
    rest = value_and_more.substr(value.size());
  }
  if (!given) throw FormulaError(in_quotes(text) + " has neither a force nor a moment", example);
  return wrench;
}

}  // namespace sinew
