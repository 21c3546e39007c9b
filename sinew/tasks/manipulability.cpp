// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/manipulability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

double dot(const double* a, const double* b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// a ← a + s·b
void add(double* a, double s, const double* b, int n) {
  for (int i = 0; i < n; ++i) a[i] += s * b[i];
}

const Task& existing(const std::unique_ptr<Task>& task) {
  if (!task) throw InputError({{Severity::Error, "", 0, "there is no task to be manipulable", "give one"}});
  return *task;
}

}  // namespace

Manipulability::Manipulability(std::unique_ptr<Task> task, Workspace* work)
    : task_(std::move(task)),
      motions_(existing(task_).model(), work),
      weights_(RowMatrix::Zero(task_->rows(), task_->model().velocity_count())),
      count_(std::min(task_->rows(), task_->model().velocity_count())),
      length_(std::max(task_->rows(), task_->model().velocity_count())),
      Q_(at(count_ * length_)),
      R_(at(count_ * count_)) {
  if (!task_->has_jacobian_gradient())
    numbers::refuse(task_->model(), "task " + in_quotes(task_->name()) + " does not know how its Jacobian changes",
                    "give its function a gradient");
}

double Manipulability::volume(const RowMatrix& J) {
  // the rows of J (its columns, where those are fewer) = Rᵀ·Q, by Gram-Schmidt, twice over
  const bool by_rows = J.rows() <= J.cols();
  const auto q = [&](int i) { return &Q_[at(i * length_)]; };
  const auto r = [&](int i, int j) -> double& { return R_[at(i * count_ + j)]; };
  double w = 1.0;
  is_singular_ = false;
  for (int j = 0; j < count_; ++j) {
    double* v = q(j);
    for (int k = 0; k < length_; ++k) v[k] = by_rows ? J(j, k) : J(k, j);
    const double size = std::sqrt(dot(v, v, length_));
    for (int i = 0; i < j; ++i) r(i, j) = 0.0;
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < j; ++i) {
        const double part = dot(q(i), v, length_);
        r(i, j) += part;
        add(v, -part, q(i), length_);
      }
    r(j, j) = std::sqrt(dot(v, v, length_));
    constexpr double round_off = 16.0 * std::numeric_limits<double>::epsilon();
    if (!(r(j, j) > round_off * length_ * size)) {
      is_singular_ = true;
      return 0.0;
    }
    w *= r(j, j);
    for (int k = 0; k < length_; ++k) v[k] /= r(j, j);
  }
  // J⁺ᵀ = R⁻¹·Q, in place of Q
  for (int i = count_ - 1; i >= 0; --i) {
    for (int k = i + 1; k < count_; ++k) add(q(i), -r(i, k), q(k), length_);
    for (int k = 0; k < length_; ++k) q(i)[k] /= r(i, i);
  }
  for (int i = 0; i < count_; ++i)
    for (int k = 0; k < length_; ++k) (by_rows ? weights_(i, k) : weights_(k, i)) = q(i)[k];
  return w;
}

double Manipulability::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_length(task_->model(), "gradient", gradient.size(), at(task_->model().velocity_count()));
  motions_.read(q);
  const double w = volume(task_->evaluate(motions_).J);
  if (is_singular_) {
    for (double& g : gradient) g = 0.0;
    return 0.0;
  }
  task_->jacobian_gradient(motions_, weights_, gradient);
  for (double& g : gradient) g *= w;
  return w;
}

}  // namespace sinew
