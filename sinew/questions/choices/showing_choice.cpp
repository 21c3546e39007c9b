// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/showing_choice.h"

#include "sinew/errors/formula_error.h"
#include "sinew/questions/usage_error.h"

namespace sinew {

void ShowingChoice::describe_format(Fields& fields) {
  fields.add("format", &format, "table for people; csv and json for programs")
      .one_of({"table", "csv", "json"})
      .shows_initial();
}

void ShowingChoice::describe(Fields& fields) {
  describe_format(fields);
  fields
      .add("units", &units,
           "units of the tables, such as mm,N,Nmm,deg, and of what is made of them: with mm,\n"
           "a torque is in N·mm and an inertia in kg·mm²; csv and json stay in SI")
      .of("UNIT,...");
  fields.add("digits", &digits, "decimals in the tables").between(0, 15).shows_initial();
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
