// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_custom.h"

#include <utility>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

std::vector<TaskRow> numbered(const std::string& name, Eigen::Index count) {
  std::vector<TaskRow> names;
  for (Eigen::Index r = 1; r <= count; ++r) names.push_back({name + " " + std::to_string(r), ""});
  return names;
}

}  // namespace

CustomTask::CustomTask(const Model<double>& model, const std::string& name, const Eigen::MatrixXd& J,
                       const Eigen::VectorXd& drift, Workspace* work)
    : Task(model, work, name, numbered(name, J.rows())), goal_(Eigen::VectorXd::Zero(J.rows())) {
  set(J, drift);
}

CustomTask::CustomTask(const Model<double>& model, std::string name, std::vector<TaskRow> row_names, Function function,
                       Gradient gradient, Workspace* work)
    : Task(model, work, std::move(name), std::move(row_names)),
      goal_(Eigen::VectorXd::Zero(rows())),
      function_(std::move(function)),
      gradient_(std::move(gradient)) {
  if (!function_) refuse("there is no function to compute it", "give one, or numbers");
}

void CustomTask::set(const Eigen::MatrixXd& J, const Eigen::VectorXd& drift) {
  if (function_) refuse("it is computed by a function", "change that, or make a task of numbers");
  if (J.rows() != rows() || J.cols() != model().velocity_count())
    refuse("J is " + std::to_string(J.rows()) + " times " + std::to_string(J.cols()),
           "give " + std::to_string(rows()) + " times " + std::to_string(model().velocity_count()) +
               ", a column per velocity of the robot");
  if (drift.size() != rows())
    refuse("the drift has " + std::to_string(drift.size()) + " numbers",
           "give " + std::to_string(rows()) + ", one per row of J");
  expect_finite("J", entries(J));
  expect_finite("the drift", in(drift));
  J_ = J;
  drift_ = drift;
}

void CustomTask::set_goal(In<double> values) {
  numbers::expect_length(model(), "the goal", values.size(), at(rows()));
  expect_finite("the goal", values);
  for (std::size_t r = 0; r < values.size(); ++r) goal_[static_cast<Eigen::Index>(r)] = values[r];
  goal_is_set();
}

void CustomTask::expect_answer(const char* what, In<double> values) const {
  if (numbers::poison(values) != 0.0) [[unlikely]]
    refuse(std::string("its function gives a ") + what + " that is not finite", "look at what it divides by");
}

void CustomTask::compute(const LinkMotions& motions, TaskState& state) {
  state.value.setZero();
  if (function_) {
    const Eigen::Index m = rows(), n = state.J.cols();
    function_(motions.q(), motions.qd(), state);
    if (state.J.rows() != m || state.J.cols() != n || state.drift.size() != m || state.value.size() != m ||
        state.rate.size() != m || state.error.size() != m)
      refuse("its function has changed the size of J, drift or value", "write into what is there");
    expect_answer("J", out(state.J));
    expect_answer("drift", in(state.drift));
    expect_answer("value", in(state.value));
  } else {
    state.J = J_;
    if (!motions.at_rest()) state.drift = drift_;
  }
  if (has_goal()) state.error = goal_ - state.value;
}

void CustomTask::add_jacobian_gradient(const LinkMotions& motions, const RowMatrix& W, Out<double> gradient) {
  if (!gradient_) return;  // J is constant
  gradient_(motions.q(), W, gradient);
  expect_answer("gradient", gradient);
}

}  // namespace sinew
