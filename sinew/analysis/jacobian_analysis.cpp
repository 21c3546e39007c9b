// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/jacobian_analysis.h"

#include <algorithm>
#include <limits>

#include "sinew/decompositions/singular_values.h"
#include "sinew/errors/diagnostic.h"

namespace sinew {

JacobianAnalysis analyse_jacobian(const Eigen::MatrixXd& J, double relative_tolerance) {
  JacobianAnalysis y;
  if (J.size() == 0) return y;
  if (!J.allFinite())
    throw InputError(
        {{Severity::Error, "Jacobian", 0, "J has an entry that is not finite", "give a matrix of finite numbers"}});
  const SingularValues svd = singular_values(J, SingularVectors::WholeBoth);
  y.singular_values = svd.sigma;
  const double largest = y.singular_values[0], smallest = y.singular_values[y.singular_values.size() - 1];
  const double relative = relative_tolerance > 0.0 ? relative_tolerance
                                                   : std::numeric_limits<double>::epsilon() *
                                                         static_cast<double>(std::max(J.rows(), J.cols()));
  y.tolerance = relative * largest;
  y.rank = static_cast<int>((y.singular_values.array() > y.tolerance).count());
  y.manipulability = y.singular_values.prod();
  y.condition = smallest > y.tolerance ? largest / smallest : std::numeric_limits<double>::infinity();
  y.lost_directions = svd.U.rightCols(J.rows() - y.rank);
  y.self_motions = svd.V.rightCols(J.cols() - y.rank);
  return y;
}

}  // namespace sinew
