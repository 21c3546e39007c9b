// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <glpk.h>

#include <optional>
#include <span>

#include "sinew/redundancy/bounds.h"
#include "sinew/redundancy/scaled_task.h"

namespace sinew_test {

/// The largest s in [0, 1] with J·x = s·y + drift for the last task, the others at the scales given, and x within
/// bounds: by another program, the simplex method of GLPK. Nothing if there is none.
inline std::optional<double> largest_scale(std::span<const sinew::ScaledTask> tasks, std::span<const double> scales,
                                           const sinew::Bounds& bounds) {
  glp_prob* problem = glp_create_prob();
  const auto n = static_cast<int>(bounds.lower.size());
  glp_add_cols(problem, n + 1);
  for (int j = 0; j < n; ++j) {
    const double lower = bounds.lower[j], upper = bounds.upper[j];
    glp_set_col_bnds(problem, j + 1, lower < upper ? GLP_DB : GLP_FX, lower, upper);
  }
  glp_set_col_bnds(problem, n + 1, GLP_DB, 0.0, 1.0);
  glp_set_obj_dir(problem, GLP_MAX);
  glp_set_obj_coef(problem, n + 1, 1.0);
  std::vector<int> columns(static_cast<std::size_t>(n) + 2);
  std::vector<double> values(static_cast<std::size_t>(n) + 2);
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const bool last = k + 1 == tasks.size();
    if (!last && scales[k] < 0.0) continue;
    for (int i = 0; i < tasks[k].rows(); ++i) {
      const int row = glp_add_rows(problem, 1);
      const double right = tasks[k].drift_of(i) + (last ? 0.0 : scales[k] * tasks[k].y[i]);
      glp_set_row_bnds(problem, row, GLP_FX, right, right);
      for (int j = 0; j < n; ++j) {
        columns[static_cast<std::size_t>(j) + 1] = j + 1;
        values[static_cast<std::size_t>(j) + 1] = tasks[k].J(i, j);
      }
      columns[static_cast<std::size_t>(n) + 1] = n + 1;
      values[static_cast<std::size_t>(n) + 1] = -tasks[k].y[i];
      glp_set_mat_row(problem, row, last ? n + 1 : n, columns.data(), values.data());
    }
  }
  glp_smcp options;
  glp_init_smcp(&options);
  options.msg_lev = GLP_MSG_OFF;
  options.tol_bnd = 1e-11;
  options.tol_dj = 1e-11;
  glp_simplex(problem, &options);
  std::optional<double> result;
  if (glp_get_status(problem) == GLP_OPT) result = glp_get_obj_val(problem);
  glp_delete_prob(problem);
  glp_free_env();
  return result;
}

}  // namespace sinew_test
