// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/scaled_task.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sinew/errors/diagnostic.h"

namespace sinew {

namespace {

bool finite(const double* v, Eigen::Index n) {
  return std::all_of(v, v + n, [](double x) { return std::isfinite(x); });
}

}  // namespace

void ScaledTask::residual(double s, const double* x, double* rest) const {
  for (int i = 0; i < rows(); ++i) {
    const double* row = J.data() + static_cast<std::ptrdiff_t>(i) * J.outerStride();
    double sum = s * y[i] + drift_of(i);
    for (int j = 0; j < J.cols(); ++j) sum -= row[j] * x[j];
    rest[i] = sum;
  }
}

void check_tasks(std::span<const ScaledTask> tasks, int size, int most_rows, std::size_t most_tasks) {
  if (tasks.empty()) refuse("there is no task", "give at least one");
  if (tasks.size() > most_tasks)
    refuse(std::to_string(tasks.size()) + " tasks, but room was made for " + std::to_string(most_tasks),
           "say so when the solver is made");
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const ScaledTask& task = tasks[k];
    const auto name = [&] { return "task " + std::to_string(k + 1); };
    if (task.J.rows() == 0 || task.J.cols() != size || task.rows() > most_rows)
      refuse(name() + " has a Jacobian of " + std::to_string(task.J.rows()) + "×" + std::to_string(task.J.cols()) +
                 " for " + std::to_string(size) + " joints",
             "give it one column per joint and between 1 and " + std::to_string(most_rows) + " rows");
    if (task.y.size() != task.J.rows())
      refuse(
          name() + " wants " + std::to_string(task.y.size()) + " numbers of " + std::to_string(task.J.rows()) + " rows",
          "give one per row");
    bool good = finite(task.y.data(), task.y.size()) &&
                (task.drift == nullptr || finite(task.drift, static_cast<Eigen::Index>(task.y.size())));
    for (int i = 0; good && i < task.rows(); ++i)
      good = finite(task.J.data() + static_cast<std::ptrdiff_t>(i) * task.J.outerStride(), size);
    if (!good) refuse(name() + " has a number that is not finite", "check its Jacobian and what it wants");
  }
}

void check_vector(const Eigen::VectorXd& v, int size, const char* name) {
  if (v.size() != size || !finite(v.data(), v.size()))
    refuse(std::string(name) + " is not " + std::to_string(size) + " finite numbers", "give one per joint");
}

}  // namespace sinew
