// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/task_goal.h"

#include <cmath>

#include "sinew/readings/door.h"

namespace sinew {

TaskGoal::TaskGoal(const Task& task) : task_(task) {
  for (Eigen::VectorXd* x : {&K_, &K_P_, &K_D_, &velocity_, &acceleration_, &y_})
    *x = Eigen::VectorXd::Zero(task.rows());
}

void TaskGoal::refuse(const std::string& what, const std::string& remedy) const {
  numbers::refuse(task_.model(), "goal of task " + in_quotes(task_.name()) + ": " + what, remedy);
}

void TaskGoal::set(Eigen::VectorXd& x, const char* what, In<double> values) const {
  for (const double value : values)
    if (!std::isfinite(value)) refuse(std::string(what) + " is " + shown(value), "give a finite number");
  for (Eigen::Index r = 0; r < x.size(); ++r) x[r] = values[values.size() == 1 ? 0 : static_cast<std::size_t>(r)];
}

void TaskGoal::set_gain(Eigen::VectorXd& x, const char* what, In<double> values) const {
  if (values.size() != 1 && values.size() != at(task_.rows()))
    refuse(std::string(what) + " has " + std::to_string(values.size()) + " numbers",
           "give one, or " + std::to_string(task_.rows()) + ", one per row");
  for (const double value : values)
    if (value < 0.0)
      refuse(std::string(what) + " is " + shown(value), "give a gain that is not negative: the error would grow");
  set(x, what, values);
}

void TaskGoal::set_velocity_gain(double K) { set_velocity_gain(In<double>(&K, 1)); }

void TaskGoal::set_velocity_gain(In<double> K) {
  set_gain(K_, "K", K);
  has_K_ = !K_.isZero(0.0);
}

void TaskGoal::set_acceleration_gains(double K_P, double K_D) {
  set_acceleration_gains(In<double>(&K_P, 1), In<double>(&K_D, 1));
}

void TaskGoal::set_acceleration_gains(In<double> K_P, In<double> K_D) {
  set_gain(K_P_, "K_P", K_P);
  set_gain(K_D_, "K_D", K_D);
  has_K_P_ = !K_P_.isZero(0.0);
}

void TaskGoal::set_motion(In<double> velocity, In<double> acceleration) {
  set_motion(velocity_, "the desired velocity", velocity);
  set_motion(acceleration_, "the desired acceleration", acceleration);
}

void TaskGoal::set_motion(Eigen::VectorXd& x, const char* what, In<double> values) const {
  if (values.empty()) {
    x.setZero();
    return;
  }
  if (values.size() != at(task_.rows()))
    refuse(std::string(what) + " has " + std::to_string(values.size()) + " numbers",
           "give " + std::to_string(task_.rows()) + ", one per row");
  set(x, what, values);
}

void TaskGoal::expect_fit(const TaskState& state, bool with_gain) const {
  if (state.error.size() != y_.size())
    refuse("the state has " + std::to_string(state.error.size()) + " rows", "give the task's own");
  if (with_gain && !task_.has_goal()) refuse("there is a gain and nowhere to go", "give the task a goal");
}

const Eigen::VectorXd& TaskGoal::velocity(const TaskState& state) {
  expect_fit(state, has_K_);
  for (Eigen::Index r = 0; r < y_.size(); ++r) y_[r] = velocity_[r] + K_[r] * state.error[r];
  return y_;
}

const Eigen::VectorXd& TaskGoal::acceleration(const TaskState& state) {
  expect_fit(state, has_K_P_);
  for (Eigen::Index r = 0; r < y_.size(); ++r)
    y_[r] = acceleration_[r] + K_D_[r] * (velocity_[r] - state.rate[r]) + K_P_[r] * state.error[r] - state.drift[r];
  return y_;
}

}  // namespace sinew
