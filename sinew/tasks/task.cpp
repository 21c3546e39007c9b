// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task.h"

#include <array>
#include <cmath>
#include <utility>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

Eigen::VectorXd zeros(std::size_t rows) { return Eigen::VectorXd::Zero(static_cast<Eigen::Index>(rows)); }

}  // namespace

Task::Task(const Model<double>& model, Workspace* work, std::string name, std::vector<TaskRow> row_names)
    : motions_(model, work), name_(std::move(name)), row_names_(std::move(row_names)) {
  if (row_names_.empty()) refuse("the task has no rows", "choose at least one");
  state_.J = RowMatrix::Zero(static_cast<Eigen::Index>(row_names_.size()), model.velocity_count());
  for (Eigen::VectorXd* x : {&state_.drift, &state_.rate, &state_.value, &state_.error}) *x = zeros(row_names_.size());
}

const TaskState& Task::evaluate(In<double> q, In<double> qd) {
  motions_.read(q, qd);
  return evaluate(motions_);
}

const TaskState& Task::evaluate(In<double> q) {
  motions_.read(q);
  return evaluate(motions_);
}

const TaskState& Task::evaluate(const LinkMotions& motions) {
  if (&motions.model() != &model()) refuse("the motions are those of another robot", "give those of the task's model");
  state_.J.setZero();
  state_.drift.setZero();
  compute(motions, state_);
  const double* J = state_.J.data();
  const In<double> qd = motions.qd();
  for (double& y : state_.rate) {
    y = 0.0;
    if (!motions.at_rest())
      for (const double rate : qd) y += *J++ * rate;
  }
  numbers::expect_in_range(model(), {{"q", motions.q()}, {"qd", qd}}, {in(state_.value), in(state_.drift)});
  return state_;
}

void Task::jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  if (&motions.model() != &model()) refuse("the motions are those of another robot", "give those of the task's model");
  if (!has_jacobian_gradient()) refuse("nothing is known of how its Jacobian changes", "give the task its derivative");
  if (W.rows() != rows() || W.cols() != model().velocity_count())
    refuse("the weights are " + std::to_string(W.rows()) + " times " + std::to_string(W.cols()),
           "give " + std::to_string(rows()) + " times " + std::to_string(model().velocity_count()));
  numbers::expect_length(model(), "gradient", gradient.size(), at(model().velocity_count()));
  for (double& g : gradient) g = 0.0;
  add_jacobian_gradient(motions, W, gradient);
}

void Task::refuse(const std::string& what, const std::string& remedy) const {
  numbers::refuse(model(), "task " + in_quotes(name_) + ": " + what, remedy);
}

void Task::expect_finite(const char* what, In<double> values) const {
  for (const double value : values)
    if (!std::isfinite(value)) refuse(std::string(what) + " has a number that is " + shown(value), "give finite ones");
}

void Task::expect_finite(const char* what, const Vec3<double>& v) const {
  expect_finite(what, std::array<double, 3>{v.x, v.y, v.z});
}

}  // namespace sinew
