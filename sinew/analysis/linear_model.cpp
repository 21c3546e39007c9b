// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/analysis/linear_model.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/analysis/matrices.h"
#include "sinew/analysis/stiction.h"

namespace sinew {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

/// Shares of the largest natural frequency below which a pole, or the real part of one, is round-off.
constexpr double pole_round_off = 1e-9;

/// The shape whose largest entry is 1.
VectorXcd scaled_shape(const VectorXcd& shape) {
  Index largest = 0;
  const double size = shape.cwiseAbs().maxCoeff(&largest);
  return size > 0.0 ? VectorXcd(shape / shape[largest]) : shape;
}

LinearMode mode_of(std::complex<double> pole, const VectorXcd& shape) {
  LinearMode mode;
  mode.pole = pole;
  mode.natural_frequency = std::abs(pole);
  mode.damping_ratio = pole == 0.0 ? 0.0 : -pole.real() / std::abs(pole);
  mode.time_constant = pole.real() == 0.0 ? std::numeric_limits<double>::infinity() : -1.0 / pole.real();
  mode.shape = scaled_shape(shape);
  return mode;
}

/// Of the base: −V × δξ for a turn and shift δξ along its own axes, as a matrix.
Eigen::Matrix<double, 6, 6> minus_cross(const Eigen::Vector3d& w, const Eigen::Vector3d& v) {
  const auto skew = [](const Eigen::Vector3d& x) {
    Eigen::Matrix3d m;
    m << 0.0, -x.z(), x.y(), x.z(), 0.0, -x.x(), -x.y(), x.x(), 0.0;
    return m;
  };
  Eigen::Matrix<double, 6, 6> cross = Eigen::Matrix<double, 6, 6>::Zero();
  cross.topLeftCorner<3, 3>() = -skew(w);
  cross.bottomLeftCorner<3, 3>() = -skew(v);
  cross.bottomRightCorner<3, 3>() = -skew(w);
  return cross;
}

/// Modes of M and K alone, and of all poles ±√(−ω²) that they have.
std::optional<UndampedModes> undamped_modes(const MatrixXd& M, const MatrixXd& K) {
  const double size = K.cwiseAbs().maxCoeff();
  if (!((K - K.transpose()).cwiseAbs().maxCoeff() <= 1e-10 * size)) return std::nullopt;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (K + K.transpose()), 0.5 * (M + M.transpose()));
  if (solver.info() != Eigen::Success) return std::nullopt;
  UndampedModes modes{solver.eigenvalues(), solver.eigenvectors()};
  const double largest = modes.squared_frequencies.cwiseAbs().maxCoeff();
  for (Index k = 0; k < modes.shapes.cols(); ++k) {
    double& squared = modes.squared_frequencies[k];
    if (std::abs(squared) <= 1e-12 * largest) squared = 0.0;
    modes.shapes.col(k) = scaled_shape(modes.shapes.col(k).cast<std::complex<double>>()).real();
  }
  return modes;
}

std::vector<LinearMode> modes_without_damping(const UndampedModes& undamped) {
  std::vector<LinearMode> modes;
  for (Index k = 0; k < undamped.squared_frequencies.size(); ++k) {
    const std::complex<double> pole = std::sqrt(std::complex<double>(-undamped.squared_frequencies[k]));
    for (const double sign : {1.0, -1.0})
      modes.push_back(mode_of(pole == 0.0 ? pole : sign * pole, undamped.shapes.col(k).cast<std::complex<double>>()));
  }
  return modes;
}

/// Modes of A by a real Schur form. Directions in which nothing pushes back, ∂q̈/∂q·n = 0, are poles of exactly zero:
/// they are split off first, because with the zero of their rates they make a double pole, which round-off would
/// spread.
std::vector<LinearMode> modes_of(const MatrixXd& A) {
  const Index n = A.rows() / 2;
  const bool stands = A.topLeftCorner(n, n).isZero(0.0);
  MatrixXd free(n, 0), rest = MatrixXd::Identity(n, n);
  if (stands && n > 0) {
    const Eigen::JacobiSVD<MatrixXd> svd(A.bottomLeftCorner(n, n), Eigen::ComputeFullV);
    const VectorXd& sizes = svd.singularValues();
    Index rank = 0;
    while (rank < n && sizes[rank] > 1e-11 * sizes[0]) ++rank;
    free = svd.matrixV().rightCols(n - rank);
    if (rank < n) rest = svd.matrixV().leftCols(rank);
  }
  const Index r = rest.cols();
  MatrixXd reduced(r + n, r + n);
  reduced << rest.transpose() * A.topLeftCorner(n, n) * rest, rest.transpose() * A.topRightCorner(n, n),
      A.bottomLeftCorner(n, n) * rest, A.bottomRightCorner(n, n);
  const Eigen::EigenSolver<MatrixXd> solver(reduced);
  const VectorXcd& poles = solver.eigenvalues();
  const double largest = poles.size() == 0 ? 0.0 : poles.cwiseAbs().maxCoeff();
  std::vector<LinearMode> modes;
  for (Index k = 0; k < free.cols(); ++k) modes.push_back(mode_of(0.0, free.col(k).cast<std::complex<double>>()));
  for (Index k = 0; k < poles.size(); ++k) {
    std::complex<double> pole = poles[k];
    if (std::abs(pole.real()) <= pole_round_off * largest) pole.real(0.0);
    if (std::abs(pole) <= pole_round_off * largest) pole = 0.0;
    const VectorXcd vector = solver.eigenvectors().col(k);
    // at rest δq̇ = λ·δq: both have the same shape, and the rates have one also where δq is split off
    const VectorXcd shape = stands ? VectorXcd(vector.tail(n)) : VectorXcd(rest * vector.head(r));
    modes.push_back(mode_of(pole, shape));
  }
  return modes;
}

void sort_modes(std::vector<LinearMode>& modes) {
  std::stable_sort(modes.begin(), modes.end(), [](const LinearMode& a, const LinearMode& b) {
    if (a.natural_frequency != b.natural_frequency) return a.natural_frequency < b.natural_frequency;
    if (a.pole.real() != b.pole.real()) return a.pole.real() < b.pole.real();
    return a.pole.imag() > b.pole.imag();
  });
}

}  // namespace

LinearModel linear_model(const Model<double>& model, const numbers::DrivenState& state, Workspace& work) {
  const int n = model.velocity_count();
  if (n == 0)
    refuse(model.name(), "nothing on this robot moves",
           "give it a joint that is not fixed, or free its base with --floating-base");
  RowMatrix by_q(n, n), by_qd(n, n), by_tau(n, n);
  numbers::acceleration_derivatives(model, state, numbers::own_loads(model), work,
                                    {out(by_q), out(by_qd), out(by_tau)});
  LinearModel y;
  y.qdd.resize(n);
  numbers::acceleration(model, state.q, state.qd, state.tau, work, out(y.qdd));
  const Eigen::Index states = 2 * static_cast<Eigen::Index>(n);
  y.A = MatrixXd::Zero(states, states);
  y.B = MatrixXd::Zero(states, n);
  y.A.topRightCorner(n, n).setIdentity();
  y.A.bottomLeftCorner(n, n) = by_q;
  y.A.bottomRightCorner(n, n) = by_qd;
  y.B.bottomRows(n) = by_tau;
  const Eigen::Map<const VectorXd> rate(state.qd.data(), n);
  if (model.floating_base()) y.A.topLeftCorner<6, 6>() = minus_cross(rate.head<3>(), rate.segment<3>(3));
  for (const RestingJoint& joint : resting_joints(model, state.q, state.qd)) y.resting.push_back(joint.velocity_index);
  if (rate.isZero(0.0)) {
    RowMatrix K(n, n), D(n, n), M(n, n);
    numbers::torque_derivatives(model, {state.q, state.qd, in(y.qdd)}, numbers::own_loads(model), work,
                                {out(K), out(D), out(M)});
    y.undamped = undamped_modes(M, K);
  }
  const bool is_undamped = y.undamped && by_qd.isZero(0.0);
  y.modes = is_undamped ? modes_without_damping(*y.undamped) : modes_of(y.A);
  sort_modes(y.modes);
  return y;
}

}  // namespace sinew
