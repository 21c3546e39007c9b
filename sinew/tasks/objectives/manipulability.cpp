// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/manipulability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

/// Four sums at once, which do not wait for each other.
template <class Size>
double dot(const double* a, const double* b, Size n) {
  double sums[4] = {};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sums[i % 4] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// a ← a + s·b
template <class Size>
void add(double* a, double s, const double* b, Size n) {
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
      R_(at(count_ * count_)),
      part_(at(count_)) {
  if (!task_->has_jacobian_gradient())
    numbers::refuse(task_->model(), "task " + in_quotes(task_->name()) + " does not know how its Jacobian changes",
                    "give its function a gradient");
}

template <class Size>
double Manipulability::volume(const RowMatrix& J, Size length) {
  // the rows of J (its columns, where those are fewer) = Rᵀ·Q, by Gram-Schmidt
  const bool by_rows = J.rows() <= J.cols();
  const auto q = [&](int i) { return &Q_[at(i * length)]; };
  const auto r = [&](int i, int j) -> double& { return R_[at(i * count_ + j)]; };
  double w = 1.0;
  is_singular_ = false;
  for (int j = 0; j < count_; ++j) {
    double* v = q(j);
    for (int k = 0; k < length; ++k) v[k] = by_rows ? J(j, k) : J(k, j);
    const double size = std::sqrt(dot(v, v, length));
    for (int i = 0; i < j; ++i) r(i, j) = 0.0;
    // once more where most of the vector went away, and with it the digits of what is left
    double before = size, after = size;
    for (int pass = 0; pass < 2 && (pass == 0 || after < 0.5 * before); ++pass) {
      for (int i = 0; i < j; ++i) part_[at(i)] = dot(q(i), v, length);
      for (int i = 0; i < j; ++i) {
        r(i, j) += part_[at(i)];
        add(v, -part_[at(i)], q(i), length);
      }
      before = after;
      after = std::sqrt(dot(v, v, length));
    }
    r(j, j) = after;
    constexpr double round_off = 16.0 * std::numeric_limits<double>::epsilon();
    if (!(after > round_off * length * size)) {
      is_singular_ = true;
      return 0.0;
    }
    w *= after;
    for (int k = 0; k < length; ++k) v[k] /= after;
  }
  // J⁺ᵀ = R⁻¹·Q, in place of Q
  for (int i = count_ - 1; i >= 0; --i) {
    for (int k = i + 1; k < count_; ++k) add(q(i), -r(i, k), q(k), length);
    for (int k = 0; k < length; ++k) q(i)[k] /= r(i, i);
  }
  for (int i = 0; i < count_; ++i)
    for (int k = 0; k < length; ++k) (by_rows ? weights_(i, k) : weights_(k, i)) = q(i)[k];
  return w;
}

double Manipulability::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_length(task_->model(), "gradient", gradient.size(), at(task_->model().velocity_count()));
  motions_.read(q);
  const RowMatrix& J = task_->evaluate(motions_).J;
  double w = 0.0;
  with_size(length_, [&](auto length) { w = volume(J, length); });
  if (is_singular_) {
    for (double& g : gradient) g = 0.0;
    return 0.0;
  }
  task_->jacobian_gradient(motions_, weights_, gradient);
  for (double& g : gradient) g *= w;
  return w;
}

}  // namespace sinew
