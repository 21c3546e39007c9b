// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "sinew/calibration/fit/levenberg_marquardt.h"
#include "tests/calibration/fit/fit_problems.h"
#include "tests/support/refusal.h"

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace sinew;
using namespace sinew_test;
using testing::AllOf, testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two unknowns, blocks of two rows; what it answers can be spoilt.
class SpoiltProblem final : public LeastSquaresProblem {
 public:
  Index unknown_count() const override { return unknowns; }
  Index residual_count() const override { return residuals; }
  const Eigen::VectorXi& block_starts() const override { return starts; }
  bool is_measured(Index) const override { return true; }
  void evaluate(const VectorXd& x, VectorXd& r, MatrixXd* J) const override {
    ++evaluations;
    r = VectorXd::Constant(answered, x[0] - 1.0);
    r[1] = x[1] - 2.0;
    if (x[0] > wall) r[5] = nan;
    if (J == nullptr) return;
    *J = MatrixXd::Zero(answered, 2);
    J->col(0).setOnes();
    J->row(1) << 0.0, 1.0;
    if (spoils_derivative) (*J)(3, 1) = nan;
  }
  Index unknowns = 2, residuals = 6, answered = 6;
  Eigen::VectorXi starts = Eigen::Vector4i(0, 2, 4, 6);
  double wall = 100.0;
  bool spoils_derivative = false;
  mutable int evaluations = 0;
};

std::string refused(const SpoiltProblem& problem, const FitOptions& options = {}) {
  return refusal([&] { fit(problem, options); });
}

TEST(FitRefusals, NameTheBlockThatIsNotANumber) {
  SpoiltProblem problem;
  problem.wall = -1.0;
  EXPECT_THAT(refused(problem), HasSubstr("residual 1 of block 2 is nan where the fit begins"));
  FitOptions options;
  options.block_name = [](Index block) { return "arm.csv:" + std::to_string(10 + block); };
  EXPECT_THAT(refused(problem, options), HasSubstr("residual 1 of arm.csv:12 is nan"));
  problem.wall = 100.0;
  problem.spoils_derivative = true;
  EXPECT_THAT(refused(problem), HasSubstr("the derivative of residual 1 of block 1 by unknown 1 is nan"));
}

/// The minimum is behind a wall of NaN: steps are shortened up to it, and then the fit gives up with the block.
TEST(FitRefusals, EndAtAWallOfNumbersThatAreNone) {
  SpoiltProblem problem;
  problem.wall = 0.5;
  EXPECT_THAT(refused(problem), HasSubstr("residual 1 of block 2 is nan wherever the fit could go on to"));
  EXPECT_LT(problem.evaluations, 200);
  // bounds that keep it away from there are the remedy
  FitOptions options;
  options.bounds = {VectorXd::Constant(2, -infinity), VectorXd::Constant(2, infinity)};
  options.bounds.upper[0] = 0.5;
  const Fit result = fit(problem, options);
  EXPECT_EQ(result.x[0], 0.5);
  EXPECT_NEAR(result.x[1], 2.0, 1e-14);
}

/// A step that leads out of where logarithms exist is shortened; the minimum is inside.
TEST(FitRefusals, AreNotForAStepThatIsTooLong) {
  const auto residuals = [](const auto* x, auto* r) { r[0] = log(x[0]) + 3.0; };
  const FunctionProblem<decltype(residuals)> problem(1, 1, residuals);
  FitOptions options;
  options.start.setOnes(1);
  const Fit result = fit(problem, options);
  EXPECT_EQ(result.end, FitEnd::Converged);
  EXPECT_NEAR(result.x[0], std::exp(-3.0), 1e-13);
}

TEST(FitRefusals, TellWrongSizes) {
  SpoiltProblem problem;
  problem.answered = 7;
  EXPECT_THAT(refused(problem), HasSubstr("a problem of 6 residuals gave 7"));
  problem.answered = 6;
  problem.unknowns = 3;
  EXPECT_THAT(refused(problem), HasSubstr("6×2"));
  problem.unknowns = 0;
  EXPECT_THAT(refused(problem), HasSubstr("no unknown"));
  problem.unknowns = 2;
  problem.residuals = 0;
  EXPECT_THAT(refused(problem), HasSubstr("no residual"));
  problem.residuals = 6;
  problem.starts = Eigen::Vector4i(0, 4, 2, 6);
  EXPECT_THAT(refused(problem), HasSubstr("not in order"));
  problem.starts = Eigen::Vector3i(0, 2, 4);
  EXPECT_THAT(refused(problem), HasSubstr("not in order"));
}

TEST(FitRefusals, TellEveryOptionThatMakesNoSense) {
  const SpoiltProblem problem;
  FitOptions options;
  options.loss_width = -1.0;
  options.most_steps = 0;
  options.first_step = 0.0;
  options.rank_tolerance = nan;
  options.outlier_probability = 0.0;
  options.outlier_weight = 2.0;
  options.start = VectorXd::Constant(2, 5.0);
  options.bounds = {Eigen::Vector2d(1.0, 6.0), Eigen::Vector2d(0.0, 7.0)};
  EXPECT_THAT(refused(problem, options),
              AllOf(HasSubstr("width of a loss is -1"), HasSubstr("0 steps"), HasSubstr("first step of a fit is 0"),
                    HasSubstr("rank tolerance of a fit is nan"), HasSubstr("outlier probability is 0"),
                    HasSubstr("outlier weight is 2"), HasSubstr("bounds of unknown 0 are 1 … 0"),
                    HasSubstr("start of unknown 1, 5, is not within its bounds, 6 … 7")));
  EXPECT_EQ(problem.evaluations, 0);
  FitOptions sizes;
  sizes.start = VectorXd::Zero(3);
  EXPECT_THAT(refused(problem, sizes), HasSubstr("for each of 2 unknowns"));
  FitOptions not_finite;
  not_finite.start = Eigen::Vector2d(0.0, nan);
  EXPECT_THAT(refused(problem, not_finite), HasSubstr("not finite"));
}

TEST(FitSteps, AreToldAndCanStopTheFit) {
  RandomMatrices random(1);
  const CurvedProblem problem(4, 30, random_residuals(random, 30, 1, random.vector(4), {1.0}));
  FitOptions options;
  options.record = true;
  std::vector<FitStep> told;
  options.on_step = [&](const FitStep& step) {
    told.push_back(step);
    return true;
  };
  const Fit whole = fit(problem, options);
  ASSERT_EQ(told.size(), whole.steps.size());
  EXPECT_EQ(static_cast<int>(told.size()), whole.step_count);
  double cost = whole.cost_at_start;
  for (std::size_t k = 0; k < told.size(); ++k) {
    EXPECT_EQ(told[k].number, static_cast<int>(k) + 1);
    EXPECT_EQ(told[k].x, whole.steps[k].x);
    VectorXd r;
    problem.evaluate(told[k].x, r, nullptr);
    EXPECT_EQ(told[k].cost, 0.5 * r.squaredNorm());
    if (told[k].accepted) {
      EXPECT_LE(told[k].cost, cost * (1.0 + 1e-9));
      cost = told[k].cost;
    }
  }
  EXPECT_EQ(whole.cost, cost);

  options.on_step = [&](const FitStep& step) { return step.number < 2; };
  const Fit stopped = fit(problem, options);
  EXPECT_EQ(stopped.end, FitEnd::Stopped);
  EXPECT_EQ(stopped.step_count, 2);
  EXPECT_LE(stopped.cost, stopped.cost_at_start);
  options.on_step = nullptr;
  options.record = false;
  options.most_steps = 1;
  const Fit limited = fit(problem, options);
  EXPECT_EQ(limited.end, FitEnd::StepLimit);
  EXPECT_EQ(limited.step_count, 1);
  EXPECT_TRUE(limited.steps.empty());
}

/// Residuals with a kink of which the derivatives tell nothing: no step lowers the cost, and that is what is said.
TEST(FitSteps, EndWhereDerivativesAreWrong) {
  class Wrong final : public LeastSquaresProblem {
   public:
    Index unknown_count() const override { return 1; }
    Index residual_count() const override { return 1; }
    const Eigen::VectorXi& block_starts() const override { return starts_; }
    bool is_measured(Index) const override { return true; }
    void evaluate(const VectorXd& x, VectorXd& r, MatrixXd* J) const override {
      r = VectorXd::Constant(1, 1.0 + std::abs(x[0]));
      if (J != nullptr) *J = MatrixXd::Ones(1, 1);
    }

   private:
    Eigen::VectorXi starts_ = Eigen::Vector2i(0, 1);
  };
  const Fit result = fit(Wrong());
  EXPECT_EQ(result.end, FitEnd::NoProgress);
  EXPECT_LT(result.step_count, 100);
}

}  // namespace
