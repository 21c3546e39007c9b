// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "sinew/redundancy/programs/quadratic_program.h"

namespace sinew_bench {

/// What random programs look like.
struct ProgramShape {
  int variables = 12;
  int rows = 24;
};

/// Dense programs that have a solution, the same for the same seed.
///
/// H = BᵀB + I for a random square B; rows of normal entries, every second one with two sides. All are met at one random
/// point near zero, while the minimum without them lies outside: at the solution 8 of 24 hold the 12 variables.
inline std::vector<sinew::QuadraticProgram> random_programs(int count, const ProgramShape& shape, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const auto fill = [&](auto& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) x.data()[i] = normal(engine);
  };
  std::vector<sinew::QuadraticProgram> programs;
  for (int i = 0; i < count; ++i) {
    sinew::QuadraticProgram& program = programs.emplace_back(shape.variables, 0, shape.rows);
    Eigen::MatrixXd B(shape.variables, shape.variables);
    fill(B);
    program.H = B.transpose() * B + Eigen::MatrixXd::Identity(shape.variables, shape.variables);
    fill(program.g);
    program.g *= 3.0;
    fill(program.C);
    Eigen::VectorXd inside(shape.variables);
    fill(inside);
    inside *= 0.3;
    const Eigen::VectorXd value = program.C * inside;
    for (int row = 0; row < shape.rows; ++row) {
      program.row_bounds.upper[row] = value[row] + std::abs(normal(engine));
      if (row % 2 == 0) program.row_bounds.lower[row] = value[row] - std::abs(normal(engine));
    }
  }
  return programs;
}

/// The same programs a moment later: cost and bounds have moved by about `change` of their size.
inline std::vector<sinew::QuadraticProgram> moved(std::vector<sinew::QuadraticProgram> programs, double change,
                                                  std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  for (sinew::QuadraticProgram& program : programs) {
    for (double& g : program.g) g += change * 3.0 * normal(engine);
    for (Eigen::Index row = 0; row < program.C.rows(); ++row) {
      program.row_bounds.upper[row] += change * std::abs(normal(engine));
      program.row_bounds.lower[row] -= change * std::abs(normal(engine));
    }
  }
  return programs;
}

}  // namespace sinew_bench
