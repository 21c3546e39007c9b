// SPDX-License-Identifier: BSD-3-Clause
/// Which states of a Panda to measure at: the shipped robot, its hand's position, modified Denavit-Hartenberg
/// parameters.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/arm/arm.h"
#include "sinew/calibration/design/candidate_states.h"
#include "sinew/calibration/design/experiment_design.h"
#include "sinew/formats/load.h"
#include "tests/calibration/dh_arm.h"

namespace {

using namespace sinew;
using namespace sinew_test;

const Arm& shipped_panda() {
  static const Arm arm(load_robot(std::string(SINEW_SOURCE_DIR) + "/robots/panda.yaml"));
  return arm;
}

TEST(ThePanda, OfTheTestIsTheShippedOne) {
  for (const Eigen::VectorXd& q : candidate_states(shipped_panda().model(), {.count = 20, .seed = 3}).states) {
    const Pose<double> X = shipped_panda().pose(q, "panda_hand");
    EXPECT_LT((panda_arm().place(q) - Eigen::Vector3d(X.p.x, X.p.y, X.p.z)).norm(), 1e-14);
  }
}

TEST(ThePanda, MovesByErrorsOfItsParametersAsTheirTwistsSay) {
  DhArm arm = panda_arm();
  const Eigen::VectorXd q = candidate_states(shipped_panda().model(), {.count = 1, .seed = 4}).states[0];
  const Eigen::MatrixXd J = arm.derivative(q);
  constexpr double h = 1e-6;
  for (std::size_t i = 0; i < arm.rows.size(); ++i) {
    double* const parameters[] = {&arm.rows[i].a, &arm.rows[i].alpha, &arm.rows[i].d, &arm.rows[i].theta};
    for (int k = 0; k < 4; ++k) {
      const double nominal = *parameters[k];
      *parameters[k] = nominal + h;
      const Eigen::Vector3d above = arm.place(q);
      *parameters[k] = nominal - h;
      const Eigen::Vector3d below = arm.place(q);
      *parameters[k] = nominal;
      EXPECT_LT(((above - below) / (2 * h) - J.col(static_cast<Eigen::Index>(4 * i) + k)).norm(), 1e-9);
    }
  }
}

struct DesignSize {
  int count;
  double least_gain;  ///< over the median of random choices; found were 1.7 and 1.27
};
constexpr DesignSize design_sizes[] = {{12, 1.5}, {30, 1.2}};

DesignQuestion panda_question(int count, unsigned seed) {
  DesignQuestion question;
  question.candidates =
      panda_arm().sensitivity(candidate_states(shipped_panda().model(), {.count = 300, .seed = seed}).states);
  question.count = count;
  return question;
}

TEST(APandaDesign, IsMuchBetterThanRandomChoices) {
  for (const auto& [count, least_gain] : design_sizes) {
    const DesignQuestion question = panda_question(count, 1);
    const ExperimentDesign design = experiment_design(question);
    EXPECT_EQ(design.all.rank, 25);
    EXPECT_EQ(design.random.count, 1000);
    EXPECT_GT(design.random.median_deviation / design.mean_deviation, least_gain);
    // measured so, it is as good as it says of itself
    const Identifiability measured = identifiability(question.candidates.of(design.chosen));
    ASSERT_EQ(measured.rank, 25);
    double sum = 0.0;
    for (const auto& [what, deviation] : measured.seen)
      sum += std::log(deviation / measured.unknowns[static_cast<std::size_t>(what.leading)].typical_error);
    EXPECT_NEAR(std::exp(sum / 25.0) / design.mean_deviation, 1.0, 1e-6);
  }
}

TEST(APandaDesign, ByAnotherCriterionIsBetterThanRandomChoicesAsWell) {
  for (const auto& [count, least_gain] : design_sizes)
    for (const DesignCriterion criterion : {DesignCriterion::D, DesignCriterion::A, DesignCriterion::E}) {
      DesignQuestion question = panda_question(count, 2);
      question.criterion = criterion;
      question.starts = 2;
      question.random_choices = 200;
      const ExperimentDesign design = experiment_design(question);
      EXPECT_GT(design.random.median / design.value, 1.1);
      EXPECT_GT(design.random.median_deviation / design.mean_deviation,
                criterion == DesignCriterion::D ? least_gain : 1.0);
    }
}

}  // namespace
