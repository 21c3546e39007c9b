// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/decompositions/singular_values.h"

#include <Eigen/SVD>

namespace sinew {
namespace {

unsigned options_of(SingularVectors wanted) {
  switch (wanted) {
    case SingularVectors::None:
      break;
    case SingularVectors::ThinV:
      return Eigen::ComputeThinV;
    case SingularVectors::WholeV:
      return Eigen::ComputeFullV;
    case SingularVectors::ThinBoth:
      return Eigen::ComputeThinU | Eigen::ComputeThinV;
    case SingularVectors::WholeBoth:
      return Eigen::ComputeFullU | Eigen::ComputeFullV;
  }
  return 0;
}

template <class Decomposition>
SingularValues found_by(const Decomposition& svd) {
  SingularValues found;
  found.sigma = svd.singularValues();
  if (svd.computeU()) found.U = svd.matrixU();
  if (svd.computeV()) found.V = svd.matrixV();
  return found;
}

/// Of a matrix without rows or without columns, which Eigen does not take.
SingularValues of_nothing(const Eigen::MatrixXd& A, SingularVectors wanted) {
  const auto basis = [](Eigen::Index size, bool whole) {
    return whole ? Eigen::MatrixXd(Eigen::MatrixXd::Identity(size, size)) : Eigen::MatrixXd(size, 0);
  };
  SingularValues found;
  const bool whole = wanted == SingularVectors::WholeV || wanted == SingularVectors::WholeBoth;
  if (wanted != SingularVectors::None) found.V = basis(A.cols(), whole);
  if (wanted == SingularVectors::ThinBoth || wanted == SingularVectors::WholeBoth) found.U = basis(A.rows(), whole);
  return found;
}

}  // namespace

Eigen::Index SingularValues::rank(double relative_tolerance) const {
  const double least = sigma.size() > 0 ? relative_tolerance * sigma[0] : 0.0;
  return (sigma.array() > least).count();
}

SingularValues singular_values(const Eigen::MatrixXd& A, SingularVectors wanted) {
  if (A.size() == 0) return of_nothing(A, wanted);
  return found_by(Eigen::JacobiSVD<Eigen::MatrixXd>(A, options_of(wanted)));
}

SingularValues singular_values_of_many(const Eigen::MatrixXd& A, SingularVectors wanted) {
  if (A.size() == 0) return of_nothing(A, wanted);
  return found_by(Eigen::BDCSVD<Eigen::MatrixXd>(A, options_of(wanted)));
}

}  // namespace sinew
