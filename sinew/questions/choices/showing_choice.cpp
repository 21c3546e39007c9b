// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/showing_choice.h"

#include "sinew/errors/formula_error.h"
#include "sinew/questions/usage_error.h"

namespace sinew {

void ShowingChoice::describe_format(Fields& fields) {
  fields.add("format", &format, "The form of the answer: a table for people, csv or json for programs.")
      .one_of({"table", "csv", "json"})
      .shows_initial();
}

void ShowingChoice::describe(Fields& fields) {
  describe_format(fields);
  fields
      .add("units", &units,
           "The units of the tables, such as mm,N,Nmm,deg. Units made of them follow: with mm, an inertia is in "
           "kg·mm². The "
           "formats csv and json stay in SI units.")
      .of("UNIT,...");
  fields.add("digits", &digits, "The number of decimals in the tables.").between(0, 15).shows_initial();
}

Showing ShowingChoice::showing() const {
  if (units.empty()) return {{}, digits};
  try {
    return {UnitChoice(units), digits};
  } catch (const FormulaError& e) {
    throw UsageError("units", std::string(e.what()) + "; " + e.remedy);
  }
}

}  // namespace sinew
