// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/identifiability/measurement_worth.h"

#include <cmath>

#include "sinew/calibration/identifiability/null_space.h"
#include "sinew/decompositions/singular_values.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

double longest_row(const Eigen::MatrixXd& rows) { return rows.size() > 0 ? rows.rowwise().norm().maxCoeff() : 0.0; }

/// Orthonormal columns that span the rows; rows up to `least` are zero.
Eigen::MatrixXd span_of_rows(Eigen::MatrixXd rows, double least, double tolerance) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    if (rows.row(r).norm() <= least) rows.row(r).setZero();
  const SingularValues svd = singular_values(rows, SingularVectors::ThinV);
  return svd.V.leftCols(svd.rank(tolerance));
}

bool spans_same(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& P) {
  constexpr double round_off = 1e-7;
  return Q.cols() == P.cols() && (Q - P * (P.transpose() * Q)).norm() <= round_off;
}

}  // namespace

std::vector<DeadRows> dead_rows_of(const Sensitivity& sensitivity, const Eigen::MatrixXd& unit_columns,
                                   double tolerance) {
  const std::vector<int> first = sensitivity.first_rows();
  const double least = tolerance * longest_row(unit_columns);
  std::vector<DeadRows> found;
  for (std::size_t i = 0; i < sensitivity.measurements.size(); ++i) {
    DeadRows dead{static_cast<int>(i), {}, false};
    for (int row = first[i]; row < first[i + 1]; ++row)
      if (unit_columns.row(row).norm() <= least)
        dead.rows.push_back(sensitivity.measurements[i].names[at(row - first[i])]);
    dead.is_whole = dead.rows.size() == sensitivity.measurements[i].names.size();
    if (!dead.rows.empty()) found.push_back(dead);
  }
  return found;
}

std::vector<int> idle_measurements(const Sensitivity& sensitivity, const SeenSpace& space,
                                   const Eigen::MatrixXd& unit_columns, const Eigen::MatrixXd& functionals,
                                   double least_gain) {
  const std::vector<int> first = sensitivity.first_rows();
  const Eigen::MatrixXd S_inverse = space.singular_values.head(space.rank).cwiseInverse().asDiagonal();
  const Eigen::MatrixXd U = unit_columns * space.V.leftCols(space.rank) * S_inverse;  // UᵀU = I
  const Eigen::MatrixXd H = space.covariance_factor().transpose() * functionals;
  const Eigen::RowVectorXd variance = H.colwise().squaredNorm();
  // beyond this leverage the rank hangs on the measurement alone
  constexpr double all_of_it = 1.0 - 1e-12;
  std::vector<int> idle;
  for (std::size_t i = 0; i < sensitivity.measurements.size(); ++i) {
    const Eigen::MatrixXd G = U.middleRows(first[i], first[i + 1] - first[i]);
    if (G.size() == 0) {
      idle.push_back(static_cast<int>(i));
      continue;
    }
    const SymmetricAxes leverage = symmetric_axes(G * G.transpose());
    if (leverage.values.maxCoeff() >= all_of_it) continue;
    const Eigen::VectorXd left = 1.0 - leverage.values.array();
    const Eigen::MatrixXd part = leverage.V.transpose() * (G * H);
    const Eigen::RowVectorXd rise = (left.cwiseInverse().asDiagonal() * part.cwiseAbs2()).colwise().sum();
    const double most = (1.0 + least_gain) * (1.0 + least_gain) - 1.0;
    if ((rise.array() <= most * variance.array()).all()) idle.push_back(static_cast<int>(i));
  }
  return idle;
}

std::vector<AlikeMeasurements> alike_measurements(const Sensitivity& sensitivity, const SeenSpace& space,
                                                  const Eigen::MatrixXd& unit_columns, double tolerance) {
  const std::vector<int> first = sensitivity.first_rows();
  const double least = tolerance * longest_row(unit_columns);
  std::vector<AlikeMeasurements> classes;
  std::vector<Eigen::MatrixXd> spans;
  for (std::size_t i = 0; i < sensitivity.measurements.size(); ++i) {
    if (first[i + 1] == first[i]) continue;
    Eigen::MatrixXd Q = span_of_rows(unit_columns.middleRows(first[i], first[i + 1] - first[i]), least, tolerance);
    if (Q.cols() == 0 || Q.cols() == space.rank) continue;
    std::size_t k = 0;
    while (k < spans.size() && !spans_same(Q, spans[k])) ++k;
    if (k == spans.size()) {
      classes.emplace_back();
      spans.push_back(std::move(Q));
    }
    classes[k].measurements.push_back(static_cast<int>(i));
  }
  std::erase_if(classes, [](const AlikeMeasurements& one) { return one.measurements.size() < 2; });
  for (AlikeMeasurements& one : classes) {
    const std::size_t i = at(one.measurements.front());
    const Eigen::MatrixXd A = unit_columns.middleRows(first[i], first[i + 1] - first[i]) * space.lengths.asDiagonal();
    one.seen = null_space(seen_space(A, tolerance), sensitivity.unknowns).all_seen(sensitivity.unknowns);
  }
  return classes;
}

}  // namespace sinew
