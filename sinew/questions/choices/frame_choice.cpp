// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/questions/choices/frame_choice.h"

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/row_words.h"
#include "sinew/formats/quantity_text.h"
#include "sinew/questions/choices/text_values.h"
#include "sinew/questions/usage_error.h"

namespace sinew {

void AxesChoice::describe(Fields& fields) {
  fields
      .add("axes", &axes,
           "The axes in which the numbers are given: world, own for the frame's own axes, or the name of a link or "
           "frame. "
           "The name base means the root link unless another link has that name.")
      .of("world|own|NAME")
      .shows_initial();
}

void RowsChoice::describe(Fields& fields) {
  fields
      .add("rows", &rows,
           "The rows that are wanted: all (angular over linear), angular, linear, or a list of wx, wy, wz, vx, vy, vz. "
           "The letters x, y, z are short for vx, vy, vz. The answer has the rows in the given order.")
      .of("ROW,...")
      .shows_initial();
}

Rows RowsChoice::value() const {
  try {
    return rows_named(rows);
  } catch (const InputError& e) {
    throw UsageError("rows", e.diagnostics().front().what + "; " + e.diagnostics().front().remedy);
  }
}

void describe_end_frame(Fields& fields, std::string& frame, const std::string& meaning) {
  fields.add("frame", &frame, meaning + " If it is left out, it is the frame where the arm ends.").of("NAME");
}

Eigen::Vector3d point_given(const std::string& text) {
  if (text.empty()) return Eigen::Vector3d::Zero();
  return vector(value_of("--point", [&] { return vector_quantity(text, dimension::length); }));
}

}  // namespace sinew
