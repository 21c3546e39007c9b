// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sinew/readings/numbers.h"

namespace sinew {

/// A matrix that is its rows one after the other, as the algorithms write it.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline In<double> in(const Eigen::VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
/// Every number of a matrix, column by column.
inline In<double> entries(const Eigen::MatrixXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
inline Out<double> out(Eigen::VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
inline Out<double> out(RowMatrix& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

/// The numbers of a list, such as q of a State; valid as long as the list is.
inline Eigen::Map<const Eigen::VectorXd> vector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
inline Eigen::Vector3d vector(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Vec3<double> vec3(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Eigen::Matrix3d matrix(const Rotation<double>& R) {
  Eigen::Matrix3d m;
  for (int i = 0; i < 3; ++i) m.row(i) = vector(R.row(i)).transpose();
  return m;
}

}  // namespace sinew
