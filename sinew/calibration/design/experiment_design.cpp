// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/calibration/design/experiment_design.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "sinew/calibration/design/design_exchange.h"
#include "sinew/decompositions/symmetric.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/scalar/index.h"

namespace sinew {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

void check_design_question(const DesignQuestion& question) {
  question.candidates.check();
  Diagnostics problems("");
  const int candidates = static_cast<int>(question.candidates.measurements.size());
  if (question.count < 1 || question.count > candidates)
    problems.error({}, "there are " + std::to_string(question.count) + " measurements to choose",
                   "give a number from 1 to that of the candidates, " + std::to_string(candidates));
  if (question.starts < 1)
    problems.error({}, "there are " + std::to_string(question.starts) + " starts", "give at least one");
  if (question.random_choices < 0)
    problems.error({}, "there are " + std::to_string(question.random_choices) + " random choices to compare with",
                   "give a number that is not negative");
  const Eigen::MatrixXd& prior = question.prior_information;
  const Eigen::Index n = question.candidates.Phi.cols();
  if (prior.size() > 0 && (prior.rows() != n || prior.cols() != n))
    problems.error({}, "the prior information is " + std::to_string(prior.rows()) + "×" + std::to_string(prior.cols()),
                   "give one row and one column for each of the " + std::to_string(n) + " unknowns");
  else if (!prior.allFinite())
    problems.error({}, "the prior information has an entry that is not finite", "give finite numbers");
  else if (prior.size() > 0 && (prior - prior.transpose()).norm() > 1e-9 * prior.norm())
    problems.error({}, "the prior information is not symmetric", "give ΦᵀΦ, or the inverse of a covariance");
  problems.throw_if_errors();
}

/// Rows Q with QᵀQ = P. What of P is round-off beside its diagonal makes no row.
Eigen::MatrixXd rows_of_information(const Eigen::MatrixXd& P, Eigen::Index unknowns) {
  constexpr double round_off = 1e-12;
  if (P.size() == 0) return Eigen::MatrixXd(0, unknowns);
  const Eigen::VectorXd scale = P.diagonal().unaryExpr([](double p) { return p > 0.0 ? 1.0 / std::sqrt(p) : 0.0; });
  const SymmetricAxes axes = symmetric_axes(scale.asDiagonal() * P * scale.asDiagonal());
  const double largest = axes.values.maxCoeff();
  const bool has_rest = (scale.array() == 0.0).any() &&
                        !(scale.array() == 0.0).select(P.cwiseAbs().colwise().maxCoeff().transpose(), 0.0).isZero(0.0);
  if (axes.values.minCoeff() < -1e-9 * std::max(largest, 0.0) || P.diagonal().minCoeff() < 0.0 || has_rest)
    refuse("the prior information has a negative eigenvalue", "give ΦᵀΦ, or the inverse of a covariance");
  const Eigen::Index count = (axes.values.array() > round_off * largest).count();
  const Eigen::VectorXd lengths = axes.values.tail(count).cwiseSqrt();
  const Eigen::VectorXd back = scale.unaryExpr([](double s) { return s > 0.0 ? 1.0 / s : 0.0; });
  return lengths.asDiagonal() * axes.V.rightCols(count).transpose() * back.asDiagonal();
}

/// All candidates, with the prior as one more measurement.
Sensitivity with_prior(const Sensitivity& candidates, const Eigen::MatrixXd& prior_rows) {
  Sensitivity y = candidates;
  if (prior_rows.rows() == 0) return y;
  y.Phi.resize(candidates.Phi.rows() + prior_rows.rows(), candidates.Phi.cols());
  y.Phi << candidates.Phi, prior_rows;
  SensitivityRows measurement{"before", {}};
  for (Eigen::Index k = 0; k < prior_rows.rows(); ++k) measurement.names.push_back(std::to_string(k + 1));
  y.measurements.push_back(measurement);
  return y;
}

/// The columns of what is seen: the unknowns that cannot be told from others are held, and so left out.
Eigen::MatrixXd reduced_columns(const Eigen::MatrixXd& rows, const Identifiability& all) {
  Eigen::MatrixXd y(rows.rows(), static_cast<Eigen::Index>(all.seen.size()));
  for (Eigen::Index k = 0; k < y.cols(); ++k) y.col(k) = rows.col(all.seen[static_cast<std::size_t>(k)].what.leading);
  return y;
}

/// The starts of an exchange and the best choice that they came to.
class DesignSearch {
 public:
  DesignSearch(const DesignQuestion& question, const DesignBlocks& blocks)
      : question_(question), blocks_(blocks), generator_(question.seed) {}

  void run() {
    for (start_ = 1; start_ <= question_.starts && !is_stopped; ++start_) {
      DesignExchange exchange(blocks_, question_.criterion);
      if (!exchange.choose(first_choice()) && !exchange.choose(made_complete())) continue;
      keep(exchange.chosen());
      while (go_on() && exchange.improve()) keep(exchange.chosen());
    }
  }

  std::vector<int> best;  ///< empty if none was found
  double value = infinite;
  bool is_stopped = false;

 private:
  /// Little beside all candidates together, and so rows that see something new are worth most.
  static constexpr double ridge = 1e-6;

  bool go_on() {
    if (question_.go_on && !question_.go_on({start_, question_.starts, value})) is_stopped = true;
    return !is_stopped;
  }

  void keep(const std::vector<int>& chosen) {
    const auto covariance = covariance_of(information_of(blocks_, chosen));
    const double now = covariance ? design_value(question_.criterion, blocks_, *covariance) : infinite;
    if (!(now < value)) return;
    value = now;
    best = chosen;
  }

  std::vector<int> first_choice() {
    if (start_ > 1) return first_ = random_choice(blocks_.count(), question_.count, generator_);
    DesignExchange exchange(blocks_, DesignCriterion::D);
    exchange.choose_with_ridge({}, ridge);
    for (int k = 0; k < question_.count; ++k) exchange.add_best();
    return first_ = exchange.chosen();
  }

  /// The first choice did not see everything: exchanges by D with a ridge, until one does.
  std::vector<int> made_complete() {
    DesignExchange exchange(blocks_, DesignCriterion::D);
    exchange.choose_with_ridge(first_, ridge);
    while (go_on() && !covariance_of(information_of(blocks_, exchange.chosen())) && exchange.improve()) {
    }
    return exchange.chosen();
  }

  const DesignQuestion& question_;
  const DesignBlocks& blocks_;
  std::mt19937 generator_;
  int start_ = 0;
  std::vector<int> first_;
};

double median_of(std::vector<double> numbers) {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::size_t middle = numbers.size() / 2;
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() % 2 == 1 || numbers[middle] == infinite) return numbers[middle];
  return 0.5 * (numbers[middle - 1] + numbers[middle]);
}

RandomChoices random_choices(const DesignQuestion& question, const DesignBlocks& blocks) {
  RandomChoices y;
  std::mt19937 generator(question.seed + 1);
  std::vector<double> values, deviations;
  for (; y.count < question.random_choices; ++y.count) {
    const std::vector<int> chosen = random_choice(blocks.count(), question.count, generator);
    const auto covariance = covariance_of(information_of(blocks, chosen));
    if (!covariance) ++y.incomplete;
    values.push_back(covariance ? design_value(question.criterion, blocks, *covariance) : infinite);
    deviations.push_back(covariance ? design_value(DesignCriterion::MeanDeviation, blocks, *covariance) : infinite);
  }
  y.median = median_of(values);
  y.median_deviation = median_of(deviations);
  return y;
}

void expect_deviations_of_choice(const DesignBlocks& blocks, ExperimentDesign& y) {
  y.seen = y.all.seen;
  y.deviations = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(y.all.unknowns.size()),
                                           std::numeric_limits<double>::quiet_NaN());
  const auto covariance = covariance_of(information_of(blocks, y.chosen));
  y.mean_deviation = covariance ? design_value(DesignCriterion::MeanDeviation, blocks, *covariance) : infinite;
  const Eigen::VectorXd variance =
      covariance ? Eigen::VectorXd((blocks.T * *covariance * blocks.T.transpose()).diagonal()) : Eigen::VectorXd();
  for (std::size_t k = 0; k < y.seen.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const Combination& what = y.seen[k].what;
    const double unit = std::abs(what.coefficient_of(what.leading)) * y.all.unknowns[at(what.leading)].typical_error;
    y.seen[k].deviation = covariance ? unit * std::sqrt(variance[i]) : infinite;
    if (what.is_single()) y.deviations[what.leading] = y.seen[k].deviation;
  }
}

[[noreturn]] void refuse_incomplete(const DesignQuestion& question, const DesignBlocks& blocks, bool is_stopped) {
  if (is_stopped)
    refuse("the design was stopped before it had a choice that sees everything",
           "let it go on, or choose more measurements");
  refuse("no choice of " + std::to_string(question.count) + " of the " + std::to_string(blocks.count()) +
             " candidates was found that sees all " + std::to_string(blocks.quantities()) +
             " quantities that the candidates see together",
         "choose more measurements, or give what is known of the unknowns before");
}

}  // namespace

ExperimentDesign experiment_design(const DesignQuestion& question) {
  check_design_question(question);
  ExperimentDesign y;
  const Eigen::MatrixXd prior_rows = rows_of_information(question.prior_information, question.candidates.Phi.cols());
  y.all = identifiability(with_prior(question.candidates, prior_rows));
  if (y.all.seen.empty())
    refuse("the candidates see no unknown", "give candidates at which an unknown moves what is measured");
  const DesignBlocks blocks = design_blocks(reduced_columns(question.candidates.Phi, y.all),
                                            question.candidates.first_rows(), reduced_columns(prior_rows, y.all));

  DesignSearch search(question, blocks);
  search.run();
  y.is_stopped = search.is_stopped;
  if (search.best.empty()) refuse_incomplete(question, blocks, search.is_stopped);
  y.chosen = search.best;
  std::sort(y.chosen.begin(), y.chosen.end());
  y.value = search.value;
  expect_deviations_of_choice(blocks, y);
  if (!y.is_stopped) y.random = random_choices(question, blocks);
  return y;
}

}  // namespace sinew
