// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace sinew {

/// Joint positions at one place of a path, with their first three derivatives by the path's parameter s.
struct PathSample {
  Eigen::VectorXd q, d1, d2, d3;
  std::vector<double> work;  ///< working memory of paths that need some

  explicit PathSample(Eigen::Index joints) : q(Eigen::VectorXd::Zero(joints)), d1(q), d2(q), d3(q) {}
};

/// Geometry: joint positions q(s) for every s from 0 to `end()`.
///
/// The end is 1 where only the shape counts, such as a straight line between two configurations. Where the positions are
/// given over time, as formulas and timed points are, s is that time, and the plain clock s = t makes it a motion.
/// Evaluation allocates nothing and may happen in any number of threads at once.
class Path {
 public:
  Path() = default;
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;
  virtual ~Path() = default;

  virtual int joint_count() const noexcept = 0;
  virtual double end() const noexcept = 0;
  /// The numbers that `PathSample::work` begins with, for paths that need working memory.
  virtual std::vector<double> work() const { return {}; }
  /// `s` is between 0 and `end()`; the sample has `joint_count()` joints, and its work began as `work()` says.
  virtual void at(double s, PathSample& sample) const noexcept = 0;
  /// The places between 0 and the end where a derivative may jump, rising.
  virtual std::vector<double> knots() const { return {}; }
};

/// The straight line in joint space, with end 1. InputError for vectors of different lengths or of numbers that are not
/// finite.
std::shared_ptr<const Path> line_path(const Eigen::VectorXd& from, const Eigen::VectorXd& to);

}  // namespace sinew
