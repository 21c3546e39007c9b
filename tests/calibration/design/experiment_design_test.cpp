// SPDX-License-Identifier: BSD-3-Clause
/// The choice of measurements, against choices by trial of everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <numeric>

#include "sinew/calibration/design/design_exchange.h"
#include "tests/calibration/design/candidates.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"
#include "tests/support/soak.h"

namespace {

using namespace sinew;
using namespace sinew_test;
using testing::Contains;
using testing::HasSubstr;

DesignQuestion question_of(const Sensitivity& candidates, int count, DesignCriterion criterion) {
  DesignQuestion question;
  question.candidates = candidates;
  question.count = count;
  question.criterion = criterion;
  question.random_choices = 0;
  return question;
}

std::string name_of_criterion(DesignCriterion criterion) {
  return std::string("criterion ") + std::to_string(static_cast<int>(criterion));
}

TEST(ADesign, IsNearlyAsGoodAsTheBestOfAllChoices) {
  Random random(1);
  int best = 0, all = 0;
  for (int round = 0; round < case_count(3, 30); ++round)
    for (int unknowns = 3; unknowns <= 6; ++unknowns)
      for (const std::vector<int>& rows : {std::vector<int>{2}, {3, 1, 2}}) {
        const Sensitivity candidates = random_candidates(14, rows, unknowns, random);
        for (const DesignCriterion criterion : all_criteria) {
          double least = INFINITY;
          every_choice(14, 5, [&](const std::vector<int>& chosen) {
            least = std::min(least, value_of(candidates, chosen, criterion));
          });
          const ExperimentDesign design = experiment_design(question_of(candidates, 5, criterion));
          ASSERT_EQ(design.chosen.size(), 5U);
          EXPECT_NEAR(design.value / value_of(candidates, design.chosen, criterion), 1.0, 1e-9);
          EXPECT_LE(design.value, 1.05 * least) << name_of_criterion(criterion) << ", " << unknowns << " unknowns";
          best += design.value <= (1.0 + 1e-9) * least ? 1 : 0;
          ++all;
        }
      }
  EXPECT_GT(best, all * 9 / 10);
}

TEST(ADesign, OfSingleRowsForAsManyUnknownsIsNearlyTheBestOfAll) {
  Random random(2);
  for (int unknowns = 3; unknowns <= 5; ++unknowns) {
    const Sensitivity candidates = random_candidates(14, {1}, unknowns, random);
    for (const DesignCriterion criterion : all_criteria) {
      double least = INFINITY;
      every_choice(14, 5, [&](const std::vector<int>& chosen) {
        least = std::min(least, value_of(candidates, chosen, criterion));
      });
      EXPECT_LE(experiment_design(question_of(candidates, 5, criterion)).value, 1.05 * least)
          << name_of_criterion(criterion);
    }
  }
}

/// No exchange of one candidate of the design for another makes it better.
void expect_no_better_exchange(const DesignQuestion& question, const ExperimentDesign& design) {
  for (std::size_t place = 0; place < design.chosen.size(); ++place)
    for (int in = 0; in < static_cast<int>(question.candidates.measurements.size()); ++in) {
      if (std::count(design.chosen.begin(), design.chosen.end(), in) > 0) continue;
      std::vector<int> other = design.chosen;
      other[place] = in;
      EXPECT_GT(value_of(question.candidates, other, question.criterion, question.prior_information),
                design.value * (1.0 - 1e-7))
          << name_of_criterion(question.criterion) << ": " << design.chosen[place] << " for " << in;
    }
}

TEST(ADesign, IsNotImprovedByAnyExchange) {
  Random random(3);
  for (int round = 0; round < case_count(8, 100); ++round) {
    const Sensitivity candidates = random_candidates(40, {3, 2}, 12, random);
    Eigen::MatrixXd prior;
    if (round % 2 == 1) {
      const Sensitivity made = random_candidates(3, {2}, 12, random);
      prior = 4.0 * made.Phi.transpose() * made.Phi;
    }
    for (const DesignCriterion criterion : all_criteria) {
      DesignQuestion question = question_of(candidates, 8, criterion);
      question.prior_information = prior;
      question.starts = 1;
      const ExperimentDesign design = experiment_design(question);
      EXPECT_NEAR(design.value / value_of(candidates, design.chosen, criterion, prior), 1.0, 1e-9);
      expect_no_better_exchange(question, design);
    }
  }
}

TEST(ADesign, ChoosesTheOnlyCandidatesThatSeeAnUnknown) {
  Random random(4);
  Sensitivity candidates = random_candidates(60, {1}, 8, random);
  // x7 and x8 are each seen by one of sixty, and eight measurements for eight unknowns leave no choice
  candidates.Phi.rightCols(2).setZero();
  candidates.Phi(17, 6) = 0.5;
  candidates.Phi(41, 7) = 0.5;
  for (const DesignCriterion criterion : all_criteria) {
    DesignQuestion question = question_of(candidates, 8, criterion);
    question.random_choices = 100;
    const ExperimentDesign design = experiment_design(question);
    EXPECT_THAT(design.chosen, Contains(17));
    EXPECT_THAT(design.chosen, Contains(41));
    EXPECT_NEAR(design.value / value_of(candidates, design.chosen, criterion), 1.0, 1e-6);
    EXPECT_GT(design.random.incomplete, 90);
    EXPECT_TRUE(std::isinf(design.random.median));
    // from random starts alone, every one of which misses something
    const DesignBlocks blocks = design_blocks(candidates.Phi, candidates.first_rows(), Eigen::MatrixXd(0, 8));
    DesignExchange exchange(blocks, DesignCriterion::D);
    EXPECT_FALSE(exchange.choose({0, 1, 2, 3, 4, 5, 6, 7}));
    exchange.choose_with_ridge({0, 1, 2, 3, 4, 5, 6, 7}, 1e-6);
    while (exchange.improve()) {
    }
    EXPECT_THAT(exchange.chosen(), Contains(17));
    EXPECT_THAT(exchange.chosen(), Contains(41));
  }
}

TEST(ADesign, LeavesOutWhatNoCandidateSeesAndSaysSo) {
  Random random(5);
  Sensitivity candidates = random_candidates(30, {2}, 6, random);
  candidates.Phi.col(2).setZero();
  candidates.Phi.col(4) = -2.0 * candidates.Phi.col(1);
  const ExperimentDesign design = experiment_design(question_of(candidates, 5, DesignCriterion::MeanDeviation));
  EXPECT_EQ(design.all.rank, 4);
  EXPECT_THAT(design.all.dead, testing::ElementsAre(2));
  EXPECT_THAT(design.all.held, testing::ElementsAre(2, 4));
  ASSERT_EQ(design.all.entangled.size(), 1U);
  EXPECT_EQ(combination_text(design.all.entangled[0].seen[0], design.all.unknowns), "x2 − 2·x5");

  // the same without the two columns
  Sensitivity reduced = candidates;
  reduced.Phi.resize(60, 4);
  reduced.Phi << candidates.Phi.leftCols(2), candidates.Phi.col(3), candidates.Phi.col(5);
  reduced.unknowns = {candidates.unknowns[0], candidates.unknowns[1], candidates.unknowns[3], candidates.unknowns[5]};
  const ExperimentDesign plain = experiment_design(question_of(reduced, 5, DesignCriterion::MeanDeviation));
  EXPECT_EQ(design.chosen, plain.chosen);
  EXPECT_NEAR(design.value / plain.value, 1.0, 1e-12);
  EXPECT_NEAR(design.deviations[0] / plain.deviations[0], 1.0, 1e-9);
  EXPECT_TRUE(std::isnan(design.deviations[1]) && std::isnan(design.deviations[2]) && std::isnan(design.deviations[4]));
  ASSERT_EQ(design.seen.size(), 4U);
  EXPECT_NEAR(design.seen[1].deviation / plain.deviations[1], 1.0, 1e-9);
}

TEST(ADesign, ExpectsTheDeviationsOfItsMeasurements) {
  Random random(6);
  const Sensitivity candidates = random_candidates(30, {2}, 5, random);
  const ExperimentDesign design = experiment_design(question_of(candidates, 6, DesignCriterion::A));
  const Identifiability alone = identifiability(candidates.of(design.chosen));
  for (Eigen::Index k = 0; k < 5; ++k) EXPECT_NEAR(design.deviations[k] / alone.deviations[k], 1.0, 1e-9);
  EXPECT_NEAR(design.mean_deviation, value_of(candidates, design.chosen, DesignCriterion::MeanDeviation), 1e-9);
}

TEST(ADesign, KeepsItsDigitsWhereUnknownsAreHardToTellApart) {
  Random random(13);
  Sensitivity candidates = random_candidates(60, {3}, 6, random);
  const Eigen::VectorXd little = candidates.Phi.col(4);
  candidates.Phi.col(4) = candidates.Phi.col(1) + 1e-6 * little;
  const Sensitivity easy = [&] {
    Sensitivity y = candidates;
    y.Phi.col(4) = little;
    return y;
  }();
  // a change of unknowns, x2 + x5 and 1e-6·x5: D chooses the same, and its value is larger by the root of that factor
  const ExperimentDesign hard = experiment_design(question_of(candidates, 5, DesignCriterion::D));
  const ExperimentDesign plain = experiment_design(question_of(easy, 5, DesignCriterion::D));
  EXPECT_EQ(hard.all.rank, 6);
  EXPECT_EQ(hard.chosen, plain.chosen);
  EXPECT_NEAR(hard.value / plain.value, std::pow(1e6, 1.0 / 6.0), 1e-7);
  // by singular values of what was chosen
  for (const DesignCriterion criterion : all_criteria) {
    const ExperimentDesign design = experiment_design(question_of(candidates, 5, criterion));
    const Identifiability alone = identifiability(candidates.of(design.chosen));
    for (Eigen::Index k = 0; k < 6; ++k) EXPECT_NEAR(design.deviations[k] / alone.deviations[k], 1.0, 1e-6);
  }
}

TEST(ADesign, MeasuresWhatIsNotKnownYet) {
  // each candidate sees one unknown; x1 and x2 are known well
  Sensitivity candidates;
  candidates.Phi = Eigen::MatrixXd::Zero(12, 4);
  for (int i = 0; i < 12; ++i) {
    candidates.Phi(i, i % 4) = 1.0;
    candidates.measurements.push_back({std::to_string(i + 1), {"x"}});
  }
  for (int k = 0; k < 4; ++k) candidates.unknowns.push_back({"x" + std::to_string(k + 1), dimension::length, 0.0, 1.0});
  for (const DesignCriterion criterion : all_criteria) {
    DesignQuestion question = question_of(candidates, 4, criterion);
    question.prior_information = Eigen::Vector4d(100.0, 100.0, 0.0, 0.0).asDiagonal();
    const ExperimentDesign design = experiment_design(question);
    for (const int i : design.chosen) EXPECT_GE(i % 4, 2) << name_of_criterion(criterion);
  }
}

TEST(ADesign, WithLittleToMeasureLeansOnWhatIsKnown) {
  Random random(7);
  const Sensitivity candidates = random_candidates(20, {1}, 6, random);
  DesignQuestion question = question_of(candidates, 2, DesignCriterion::MeanDeviation);
  EXPECT_THAT(refusal([&] { experiment_design(question); }),
              HasSubstr("no choice of 2 of the 20 candidates was found that "
                        "sees all 6 quantities"));
  question.prior_information = Eigen::MatrixXd::Identity(6, 6);
  double least = INFINITY;
  every_choice(20, 2, [&](const std::vector<int>& chosen) {
    least = std::min(least, value_of(candidates, chosen, question.criterion, question.prior_information));
  });
  EXPECT_NEAR(experiment_design(question).value, least, 1e-9);
}

TEST(ADesign, CountsWhatOnlyThePriorTells) {
  Random random(14);
  Sensitivity candidates = random_candidates(20, {2}, 4, random);
  candidates.Phi.col(2).setZero();
  DesignQuestion question = question_of(candidates, 4, DesignCriterion::MeanDeviation);
  question.prior_information = Eigen::Vector4d(0.0, 0.0, 25.0, 0.0).asDiagonal();
  const ExperimentDesign design = experiment_design(question);
  EXPECT_EQ(design.all.rank, 4);
  // a fifth of the typical error, which is a millimetre
  EXPECT_NEAR(design.deviations[2], 2e-4, 1e-12);
}

TEST(ADesign, IsComparedWithTheMedianOfRandomChoices) {
  Random random(15);
  DesignQuestion question = question_of(random_candidates(40, {2}, 6, random), 6, DesignCriterion::A);
  question.random_choices = 2000;
  const ExperimentDesign design = experiment_design(question);
  std::vector<double> values, deviations;
  for (int round = 0; round < 2000; ++round) {
    std::vector<int> all(40);
    std::iota(all.begin(), all.end(), 0);
    for (int k = 0; k < 6; ++k)
      std::swap(all[static_cast<std::size_t>(k)], all[static_cast<std::size_t>(k + random.below(40 - k))]);
    all.resize(6);
    values.push_back(value_of(question.candidates, all, DesignCriterion::A));
    deviations.push_back(value_of(question.candidates, all, DesignCriterion::MeanDeviation));
  }
  for (auto* list : {&values, &deviations}) std::nth_element(list->begin(), list->begin() + 1000, list->end());
  EXPECT_NEAR(design.random.median / values[1000], 1.0, 0.05);
  EXPECT_NEAR(design.random.median_deviation / deviations[1000], 1.0, 0.05);
  EXPECT_EQ(design.random.incomplete, 0);
  // of all there are, there is one choice
  question.count = 40;
  const ExperimentDesign everything = experiment_design(question);
  EXPECT_NEAR(everything.random.median / everything.value, 1.0, 1e-9);
}

TEST(ADesign, IsTheSameForTheSameSeed) {
  Random random(8);
  DesignQuestion question = question_of(random_candidates(80, {3}, 12, random), 9, DesignCriterion::MeanDeviation);
  question.random_choices = 50;
  const ExperimentDesign one = experiment_design(question), again = experiment_design(question);
  EXPECT_EQ(one.chosen, again.chosen);
  EXPECT_EQ(one.random.median, again.random.median);
  question.seed = 2;
  EXPECT_NE(experiment_design(question).random.median, one.random.median);
}

TEST(ADesign, DoesNotDependOnTypicalErrorsByMeanDeviationAndD) {
  Random random(9);
  const Sensitivity plain = random_candidates(60, {3}, 10, random);
  Sensitivity scaled = plain;
  for (Eigen::Index k = 0; k < 10; ++k) {
    const double factor = std::pow(10.0, random.uniform(-4.0, 4.0));
    scaled.Phi.col(k) *= factor;
    scaled.unknowns[static_cast<std::size_t>(k)].typical_error *= factor;
  }
  for (const DesignCriterion criterion : {DesignCriterion::MeanDeviation, DesignCriterion::D}) {
    const ExperimentDesign one = experiment_design(question_of(plain, 8, criterion));
    const ExperimentDesign other = experiment_design(question_of(scaled, 8, criterion));
    EXPECT_EQ(one.chosen, other.chosen);
    EXPECT_LT((one.deviations - other.deviations).norm(), 1e-9 * one.deviations.norm());
  }
}

TEST(ADesign, CanBeStopped) {
  Random random(10);
  DesignQuestion question = question_of(random_candidates(80, {3}, 12, random), 9, DesignCriterion::MeanDeviation);
  int calls = 0, last_start = 0;
  double last = INFINITY;
  question.go_on = [&](const DesignProgress& progress) {
    EXPECT_EQ(progress.starts, question.starts);
    EXPECT_GE(progress.start, last_start);
    EXPECT_LE(progress.best, last);
    last_start = progress.start;
    last = progress.best;
    return ++calls < 5;
  };
  const ExperimentDesign stopped = experiment_design(question);
  EXPECT_EQ(calls, 5);
  EXPECT_TRUE(stopped.is_stopped);
  EXPECT_EQ(stopped.chosen.size(), 9U);
  EXPECT_EQ(stopped.value, last);
  EXPECT_NEAR(stopped.value / value_of(question.candidates, stopped.chosen, question.criterion), 1.0, 1e-9);
  question.go_on = [](const DesignProgress&) { return true; };
  const ExperimentDesign whole = experiment_design(question);
  EXPECT_FALSE(whole.is_stopped);
  EXPECT_LE(whole.value, stopped.value);
  // before anything was improved, and before anything was found
  question.go_on = [](const DesignProgress&) { return false; };
  EXPECT_GE(experiment_design(question).value, stopped.value);
  question.count = 3;
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("was stopped before it had a choice"));
}

TEST(ADesign, OfManyCandidatesTakesLittleTime) {
#ifndef SINEW_SANITIZED
  Random random(11);
  const Sensitivity candidates = random_candidates(300, {3}, 31, random);
  for (const DesignCriterion criterion : all_criteria) {
    DesignQuestion question = question_of(candidates, 30, criterion);
    question.random_choices = 1000;
    const std::clock_t begin = std::clock();
    const ExperimentDesign design = experiment_design(question);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, 2.0) << name_of_criterion(criterion);
    RecordProperty(name_of_criterion(criterion), std::to_string(seconds));
    EXPECT_LT(design.value, design.random.median);
  }
#endif
}

TEST(ADesignQuestion, IsRefusedWithEverythingThatIsWrongWithIt) {
  Random random(12);
  DesignQuestion question = question_of(random_candidates(10, {2}, 3, random), 11, DesignCriterion::D);
  question.starts = 0;
  question.random_choices = -1;
  question.prior_information = Eigen::MatrixXd::Identity(2, 2);
  const std::string said = refusal([&] { experiment_design(question); });
  EXPECT_THAT(said,
              HasSubstr("there are 11 measurements to choose; give a number from 1 to that of the candidates, 10"));
  EXPECT_THAT(said, HasSubstr("there are 0 starts"));
  EXPECT_THAT(said, HasSubstr("there are -1 random choices"));
  EXPECT_THAT(said, HasSubstr("the prior information is 2×2"));

  question = question_of(question.candidates, 5, DesignCriterion::D);
  question.prior_information = Eigen::MatrixXd::Identity(3, 3);
  question.prior_information(0, 1) = 0.5;
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("is not symmetric"));
  question.prior_information(1, 0) = 0.5;
  EXPECT_EQ(refusal([&] { experiment_design(question); }), "");
  question.prior_information(0, 1) = question.prior_information(1, 0) = 2.0;
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("has a negative eigenvalue"));
  question.prior_information = Eigen::Vector3d(1.0, -1e-3, 1.0).asDiagonal();
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("has a negative eigenvalue"));
  question.prior_information = Eigen::Vector3d(1.0, 0.0, 1.0).asDiagonal();
  question.prior_information(0, 1) = question.prior_information(1, 0) = 0.1;
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("has a negative eigenvalue"));
  question.prior_information = Eigen::MatrixXd::Constant(3, 3, NAN);
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("not finite"));

  question = question_of(question.candidates, 5, DesignCriterion::D);
  question.candidates.Phi.setZero();
  EXPECT_THAT(refusal([&] { experiment_design(question); }), HasSubstr("the candidates see no unknown"));
}

TEST(ARandomChoice, TakesEveryCandidateEquallyOften) {
  std::mt19937 generator(1);
  std::vector<int> times(10, 0);
  for (int round = 0; round < 10000; ++round) {
    const std::vector<int> chosen = random_choice(10, 3, generator);
    ASSERT_EQ(chosen.size(), 3U);
    ASSERT_TRUE(chosen[0] < chosen[1] && chosen[1] < chosen[2]);
    for (const int i : chosen) ++times[static_cast<std::size_t>(i)];
  }
  // a binomial number of 3000 ± 46
  for (const int count : times) EXPECT_NEAR(count, 3000, 230);
}

}  // namespace
