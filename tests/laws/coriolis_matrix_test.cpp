// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "tests/laws/quantities.h"
#include "tests/laws/robots.h"

namespace {

using namespace sinew_test;

template <class T>
struct TheCoriolisMatrix : testing::Test {};
TYPED_TEST_SUITE(TheCoriolisMatrix, DoubleAndQuad, NumberNames);

/// Ṁ when the robot moves with qd.
template <class T>
std::vector<T> mass_matrix_rate(const Model<T>& model, const std::vector<T>& q, const std::vector<T>& qd) {
  return rates<T>(mass_matrix_of<T, sinew::Dual<1, T>>(model, moving_position<T, T>(model, q, qd)));
}

template <class T>
std::vector<T> transposed(const std::vector<T>& A, std::size_t n) {
  auto y = A;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) y[j * n + i] = A[i * n + j];
  return y;
}

/// What velocity terms are measured by: the mass matrix at velocities of about one.
template <class T>
double size_of(const Model<T>& model, const State<T>& s) {
  return largest(mass_matrix_of<T, T>(model, s.q));
}

TYPED_TEST(TheCoriolisMatrix, TimesTheVelocitiesGivesTheVelocityTorques) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    worst.see(deviation(product(coriolis_matrix_of<T, T>(model, s.q, s.qd), s.qd),
                        coriolis_torques<T, T>(model, s.q, s.qd), size_of<T>(model, s)),
              where);
  });
}

TYPED_TEST(TheCoriolisMatrix, AndItsTransposeAddUpToTheRateOfTheMassMatrix) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto C = coriolis_matrix_of<T, T>(model, s.q, s.qd);
    auto sum = transposed(C, n_of(model));
    for (std::size_t i = 0; i < C.size(); ++i) sum[i] += C[i];
    worst.see(deviation(sum, mass_matrix_rate<T>(model, s.q, s.qd), size_of<T>(model, s)), where);
  });
}

// not only xᵀ·(Ṁ − 2C)·x with x = q̇, which any C has that gives the right torques
TYPED_TEST(TheCoriolisMatrix, LeavesTheRateOfTheMassMatrixSkewForEveryVector) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), 1, [&](const auto& model, const State<T>& s, const std::string& where) {
    const auto C = coriolis_matrix_of<T, T>(model, s.q, s.qd);
    auto skew = mass_matrix_rate<T>(model, s.q, s.qd);
    for (std::size_t i = 0; i < C.size(); ++i) skew[i] -= C[i] + C[i];
    auto minus = transposed(skew, n_of(model));
    for (T& value : minus) value = -value;
    worst.see(deviation(minus, skew, size_of<T>(model, s)), where);
    worst.see(std::abs(plain(dot(s.qdd, product(skew, s.qdd)))) / size_of<T>(model, s), where);
  });
}

TYPED_TEST(TheCoriolisMatrix, HasTheChristoffelSymbolsOfTheMassMatrix) {
  using T = TypeParam;
  Worst worst(1000 * Precision<T>::unit);
  for_every_robot<T>(random_trees(), Precision<T>::is_quad ? 20 : 4,
                     [&](const auto& model, const State<T>& s, const std::string& where) {
                       const std::size_t n = n_of(model), first = model.floating_base() ? 6 : 0;
                       const double size = size_of<T>(model, s);
                       sinew::CoriolisMatrixScratch<T> scratch(model);
                       std::vector<T> symbols(n * n * n);
                       sinew::christoffel_symbols<T, T>(model, s.q, scratch, symbols);
                       const auto symbol = [&](std::size_t i, std::size_t j, std::size_t k) -> const T& {
                         return symbols[k * n * n + i * n + j];
                       };
                       // ∂M/∂q(k), for the joints
                       std::vector<std::vector<T>> dM(n);
                       for (std::size_t k = first; k < n; ++k) {
                         auto e = zeros<T, T>(model);
                         e[k] = T(1.0);
                         dM[k] = mass_matrix_rate<T>(model, s.q, e);
                       }
                       std::vector<T> found, expected;
                       for (std::size_t i = first; i < n; ++i)
                         for (std::size_t j = first; j < n; ++j)
                           for (std::size_t k = first; k < n; ++k) {
                             found.push_back(symbol(i, j, k));
                             expected.push_back(T(0.5) * (dM[k][i * n + j] + dM[j][i * n + k] - dM[i][j * n + k]));
                           }
                       worst.see(deviation(found, expected, size), where);
                       // and they give C, base and all
                       std::vector<T> C(n * n, T(0.0));
                       for (std::size_t i = 0; i < n; ++i)
                         for (std::size_t j = 0; j < n; ++j)
                           for (std::size_t k = 0; k < n; ++k) C[i * n + j] += symbol(i, j, k) * s.qd[k];
                       worst.see(deviation(C, coriolis_matrix_of<T, T>(model, s.q, s.qd), size), where);
                     });
}

}  // namespace
