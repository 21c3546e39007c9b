// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/redundancy/reduced_gradient.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "sinew/decompositions/general.h"
#include "sinew/decompositions/triangles.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/redundancy/generalised_inverse.h"
#include "sinew/redundancy/scaled_task.h"

namespace sinew {

namespace {

constexpr double most_choices = 1e5;

double choices(int n, int r) {
  double result = 1.0;
  for (int i = 1; i <= r; ++i) result *= static_cast<double>(n - r + i) / i;
  return result;
}

/// The next choice of as many columns, in order; false after the last.
bool next_choice(std::vector<int>& columns, int n) {
  const auto r = static_cast<int>(columns.size());
  for (int i = r - 1; i >= 0; --i)
    if (columns[static_cast<std::size_t>(i)] < n - r + i) {
      int value = ++columns[static_cast<std::size_t>(i)];
      for (int j = i + 1; j < r; ++j) columns[static_cast<std::size_t>(j)] = ++value;
      return true;
    }
  return false;
}

}  // namespace

ReducedGradient reduced_gradient(const Eigen::MatrixXd& J, const Eigen::VectorXd& y, const Eigen::VectorXd& x_preferred,
                                 const std::vector<int>& columns, double relative_tolerance) {
  if (J.size() == 0 || !J.allFinite()) refuse("J is empty or has a number that is not finite", "give finite numbers");
  check_vector(y, static_cast<int>(J.rows()), "y");
  check_vector(x_preferred, static_cast<int>(J.cols()), "the preferred motion");
  for (const int column : columns)
    if (column < 0 || column >= J.cols())
      refuse("J_a is to have column " + std::to_string(column + 1) + ", and J has " + std::to_string(J.cols()),
             "give columns that J has");
  const auto n = static_cast<int>(J.cols());
  const int rank = pseudo_inverse(J, relative_tolerance).rank;
  ReducedGradient result;
  // rows that do not depend on others, in their order
  const Eigen::VectorXi by_pivots = columns_by_pivots(J.transpose());
  for (int i = 0; i < rank; ++i) result.rows.push_back(by_pivots[i]);
  std::sort(result.rows.begin(), result.rows.end());
  Eigen::MatrixXd kept(rank, n);
  Eigen::VectorXd wanted(rank);
  for (int i = 0; i < rank; ++i) {
    kept.row(i) = J.row(result.rows[static_cast<std::size_t>(i)]);
    wanted[i] = y[result.rows[static_cast<std::size_t>(i)]];
  }
  const auto minor = [&](const std::vector<int>& choice) {
    Eigen::MatrixXd A(rank, static_cast<Eigen::Index>(choice.size()));
    for (std::size_t j = 0; j < choice.size(); ++j) A.col(static_cast<Eigen::Index>(j)) = kept.col(choice[j]);
    return A;
  };
  if (!columns.empty()) {
    result.independent = columns;
    std::sort(result.independent.begin(), result.independent.end());
    if (static_cast<int>(columns.size()) != rank ||
        std::adjacent_find(result.independent.begin(), result.independent.end()) != result.independent.end())
      refuse("J_a has " + std::to_string(columns.size()) + " columns, but J has rank " + std::to_string(rank),
             "give as many different columns");
  } else {
    if (choices(n, rank) > most_choices)
      refuse("there are more than 100,000 choices of " + std::to_string(rank) + " of " + std::to_string(n) + " columns",
             "say which columns make J_a");
    std::vector<int> choice(static_cast<std::size_t>(rank));
    std::iota(choice.begin(), choice.end(), 0);
    double most = -1.0;
    do {
      const double det = determinant(minor(choice));
      result.minors.emplace_back(choice, det);
      if (std::abs(det) > most * (1.0 + 1e-12)) {  // of equal ones the first
        most = std::abs(det);
        result.independent = choice;
      }
    } while (next_choice(choice, n));
  }
  for (int j = 0; j < n; ++j)
    if (std::find(result.independent.begin(), result.independent.end(), j) == result.independent.end())
      result.dependent.push_back(j);
  const Eigen::MatrixXd Ja = minor(result.independent), Jb = minor(result.dependent);
  result.determinant = rank > 0 ? determinant(Ja) : 1.0;
  // what J_a is divided into: J_b, and behind it y
  Eigen::MatrixXd right(rank, Jb.cols() + 1);
  right << Jb, wanted;
  const std::optional<Eigen::MatrixXd> solved = solve_if_regular(Ja, right);
  if (!solved) refuse("J_a is singular", "choose other columns, or let the largest determinant decide");
  const auto part = [](const Eigen::VectorXd& x, const std::vector<int>& which) {
    Eigen::VectorXd result_part(static_cast<Eigen::Index>(which.size()));
    for (std::size_t i = 0; i < which.size(); ++i) result_part[static_cast<Eigen::Index>(i)] = x[which[i]];
    return result_part;
  };
  const Eigen::MatrixXd F = solved->leftCols(Jb.cols());
  result.gradient = part(x_preferred, result.dependent) - F.transpose() * part(x_preferred, result.independent);
  const Eigen::VectorXd xa = solved->rightCols(1) - F * result.gradient;
  result.x.resize(n);
  for (std::size_t i = 0; i < result.independent.size(); ++i)
    result.x[result.independent[i]] = xa[static_cast<Eigen::Index>(i)];
  for (std::size_t i = 0; i < result.dependent.size(); ++i)
    result.x[result.dependent[i]] = result.gradient[static_cast<Eigen::Index>(i)];
  return result;
}

}  // namespace sinew
