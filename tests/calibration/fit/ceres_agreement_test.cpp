// SPDX-License-Identifier: BSD-3-Clause
#include <ceres/ceres.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "tests/calibration/fit/fit_problems.h"
#include "tests/calibration/results/imagined_robot.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;

/// A problem at the x that Ceres asks about, block by block.
class Remembered {
 public:
  explicit Remembered(const LeastSquaresProblem& problem) : problem_(problem) {}

  void look(const double* x) {
    const Eigen::Map<const VectorXd> at(x, problem_.unknown_count());
    if (x_.size() > 0 && x_ == at) return;
    x_ = at;
    problem_.evaluate(x_, r, &J);
  }
  VectorXd r;
  MatrixXd J;

 private:
  const LeastSquaresProblem& problem_;
  VectorXd x_;
};

class OneBlock final : public ceres::CostFunction {
 public:
  OneBlock(Remembered& all, Index first, int rows, int unknowns) : all_(all), first_(first) {
    set_num_residuals(rows);
    mutable_parameter_block_sizes()->push_back(unknowns);
  }
  bool Evaluate(const double* const* x, double* residuals, double** jacobians) const override {
    all_.look(x[0]);
    const Index rows = num_residuals(), unknowns = parameter_block_sizes()[0];
    Eigen::Map<VectorXd>(residuals, rows) = all_.r.segment(first_, rows);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    if (jacobians != nullptr && jacobians[0] != nullptr)
      Eigen::Map<RowMajor>(jacobians[0], rows, unknowns) = all_.J.middleRows(first_, rows);
    return true;
  }

 private:
  Remembered& all_;
  Index first_;
};

ceres::LossFunction* ceres_loss(Loss loss, double width) {
  if (loss == Loss::Huber) return new ceres::HuberLoss(width);
  return loss == Loss::Cauchy ? new ceres::CauchyLoss(width) : nullptr;
}

/// The solution with some unknowns kept where they start. Ceres knows bounds, but may call a point at them converged
/// that is not: its cost must not be lower than ours, and cannot be compared otherwise.
VectorXd solution_of_ceres(const LeastSquaresProblem& problem, const FitOptions& options, const VectorXd& start,
                           const std::vector<int>& kept, const Bounds& bounds = {}) {
  Remembered all(problem);
  ceres::Problem theirs;
  VectorXd x = start;
  const auto n = static_cast<int>(x.size());
  const double width = documented_width(options.loss);
  for (Index b = 0; b + 1 < problem.block_starts().size(); ++b) {
    const int first = problem.block_starts()[b], rows = problem.block_starts()[b + 1] - first;
    const Loss loss = problem.is_measured(b) ? options.loss : Loss::Linear;
    theirs.AddResidualBlock(new OneBlock(all, first, rows, n), ceres_loss(loss, width_of_block(loss, width, rows)),
                            x.data());
  }
  if (static_cast<int>(kept.size()) == n) return x;
  if (!kept.empty()) theirs.SetManifold(x.data(), new ceres::SubsetManifold(n, kept));
  for (int k = 0; k < bounds.lower.size(); ++k) theirs.SetParameterLowerBound(x.data(), k, bounds.lower[k]);
  for (int k = 0; k < bounds.upper.size(); ++k) theirs.SetParameterUpperBound(x.data(), k, bounds.upper[k]);
  ceres::Solver::Options how;
  how.linear_solver_type = ceres::DENSE_QR;
  how.logging_type = ceres::SILENT;
  how.max_num_iterations = 2000;
  how.function_tolerance = 1e-30;
  how.gradient_tolerance = 1e-14;
  how.parameter_tolerance = 1e-16;
  ceres::Solver::Summary summary;
  ceres::Solve(how, &theirs, &summary);
  return x;
}

double cost(const LeastSquaresProblem& problem, FitOptions options, const VectorXd& x) {
  options.start = options.bounds.lower = options.bounds.upper = x;
  return fit(problem, options).cost;
}

struct Sort {
  Loss loss;
  bool bounded;
};

class RandomFits : public testing::TestWithParam<Sort> {};

TEST_P(RandomFits, AgreeWithCeres) {
  RandomMatrices random(11);
  int held = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = random.whole(2, 9), blocks = random.whole(20, 60), rows = random.whole(1, 3);
    const VectorXd x_true = random.vector(n);
    const CurvedResiduals f = random_residuals(random, blocks, rows, x_true, {0.3, 0.1, 4.0});
    CurvedProblem problem(n, blocks * rows, f, rows);
    FitOptions options;
    options.start = x_true + 0.05 * random.vector(n);
    options.loss = GetParam().loss;
    if (GetParam().bounded) {
      options.bounds.lower = options.start.array() - 0.02;
      options.bounds.upper = options.start.array() + 0.02;
    }
    const Fit ours = fit(problem, options);
    EXPECT_EQ(ours.end, FitEnd::Converged) << trial;
    EXPECT_LT(kkt_error(ours), 1e-11) << trial;
    // the same unknowns held at their bounds, whose multipliers have the right signs: the same conditions
    std::vector<int> kept;
    VectorXd start = options.start;
    for (int k = 0; k < n; ++k) {
      if (ours.sides[static_cast<std::size_t>(k)] == FitSide::Free) continue;
      kept.push_back(k);
      start[k] = ours.x[k];
    }
    held += static_cast<int>(kept.size());
    const VectorXd theirs = solution_of_ceres(problem, options, start, kept);
    EXPECT_LT((ours.x - theirs).cwiseAbs().maxCoeff(), 1e-8) << trial << ", steps " << ours.step_count;
    if (GetParam().bounded) {
      const VectorXd bounded = solution_of_ceres(problem, options, options.start, {}, options.bounds);
      EXPECT_LE(ours.cost, (1.0 + 1e-12) * cost(problem, options, bounded)) << trial;
    }
  }
  EXPECT_EQ(held > 40, GetParam().bounded) << held;
}

TEST(AWholeCalibration, AgreesWithCeres) {
  for (const Loss loss : {Loss::Linear, Loss::Huber, Loss::Cauchy}) {
    ImaginedRobot imagined("panda", "panda_link8", ChainModel::ModifiedDh, 31);
    imagined.perturb(2e-3, 0.005);
    Calibration calibration = imagined.calibration({.loss = loss, .trust_deviations = true});
    for (int i = 0; i < 40; ++i) {
      Measurement m = imagined.measured_pose(1e-4, 1e-4);
      if (loss != Loss::Linear && i % 8 == 5) m.X_MF.p.y -= 0.02;
      calibration.add(m);
    }
    const CalibrationResult ours = calibration.solve();
    ASSERT_EQ(ours.fit.end, FitEnd::Converged);
    ASSERT_EQ(ours.fit.rank, ours.fit.x.size()) << "or the answer would not be the only one";
    const VectorXd start = VectorXd::Zero(ours.fit.x.size());
    const VectorXd theirs = solution_of_ceres(*ours.problem, {.loss = loss}, start, {});
    EXPECT_GT(ours.fit.x.cwiseAbs().maxCoeff(), 1.0);  // typical errors
    EXPECT_LT((ours.fit.x - theirs).cwiseAbs().maxCoeff(), 1e-8) << static_cast<int>(loss);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryLoss, RandomFits,
                         testing::Values(Sort{Loss::Linear, false}, Sort{Loss::Huber, false}, Sort{Loss::Cauchy, false},
                                         Sort{Loss::Linear, true}, Sort{Loss::Huber, true}, Sort{Loss::Cauchy, true}));

}  // namespace
