// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/positive_definiteness.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sinew/equations/names.h"
#include "sinew/equations/positivity.h"
#include "sinew/equations/sampled_states.h"
#include "sinew/errors/problem.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

namespace {

constexpr int most_samples = 2000;
constexpr int most_parameter_draws = 50;
constexpr std::size_t most_products = 200'000;  ///< in a determinant, before it is left to sampling
constexpr unsigned seed = 20;
constexpr double rounding = 1e-9;

/// By elimination: all pivots are positive.
bool is_positive_definite(std::vector<double> a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (!(a[k * n + k] > 0.0)) return false;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j] / a[k * n + k];
  }
  return true;
}

/// Of a symmetric matrix, by bisection.
double smallest_eigenvalue(const std::vector<double>& a, std::size_t n) {
  double high = 0.0;
  for (const double x : a) high += std::abs(x);
  double low = -high;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    std::vector<double> shifted = a;
    for (std::size_t k = 0; k < n; ++k) shifted[k * n + k] -= middle;
    (is_positive_definite(std::move(shifted), n) ? low : high) = middle;
  }
  return low;
}

struct Sample {
  StateNumbers state;
  double eigenvalue = 0.0;
  double size = 0.0;  ///< of the matrix

  bool is_negative() const { return eigenvalue < -rounding * size; }
};

class Definiteness {
 public:
  Definiteness(Ring& ring, const MassMatrixClaim& claim)
      : ring_(ring), claim_(claim), n_(claim.matrix.rows), own_angles_(ring.graph()), readable_(own_angles_) {
    for (const Polynomial& entry : claim.matrix.entries) {
      entries_.push_back(ring.expr(entry));
      own_.entries.push_back(own_angles_.polynomial(entries_.back()));
    }
    own_.rows = own_.columns = n_;
  }

  Property work() {
    const auto minors = trailing_minors();
    if (!minors) return by_samples();
    std::vector<PositivityCondition> conditions;
    bool unknown = false;
    for (std::size_t k = 0; k < minors->size(); ++k) {
      const Positivity p = positivity(own_angles_, (*minors)[k], [&](const Symbol& s) { return is_positive(s); });
      if (p.kind == Positivity::Kind::Never) return by_minor(n_ - 1 - static_cast<int>(k), (*minors)[k]);
      unknown = unknown || p.kind == Positivity::Kind::Unknown;
      for (const PositivityCondition& condition : p.conditions)
        if (std::find(conditions.begin(), conditions.end(), condition) == conditions.end())
          conditions.push_back(condition);
    }
    if (unknown) return by_samples();
    if (!conditions.empty()) return by_conditions(conditions);
    return {{true, claim_.letter + " is positive definite at every q, for all positive parameters"}, {}};
  }

 private:
  bool is_positive(const Symbol& symbol) const {
    const auto found = claim_.parameters.find(symbol.name);
    return !claim_.has_robot() || (found != claim_.parameters.end() && found->second > 0.0);
  }

  /// Of the last rows and columns: they are the simplest, and all of them positive is as good as the leading ones.
  std::optional<std::vector<Polynomial>> trailing_minors() {
    std::size_t products = 1;
    for (int i = 0; i < n_; ++i) {
      std::size_t in_row = 0;
      for (int j = 0; j < n_; ++j) in_row += own_(i, j).terms().size();
      products *= std::max<std::size_t>(in_row, 1);
      if (products > most_products) return {};
    }
    std::vector<Polynomial> minors;
    for (int first = n_ - 1; first >= 0; --first) {
      PolynomialMatrix corner(n_ - first, n_ - first);
      for (int i = first; i < n_; ++i)
        for (int j = first; j < n_; ++j) corner(i - first, j - first) = own_(i, j);
      minors.push_back(determinant(own_angles_, corner));
    }
    return minors;
  }

  Property by_minor(int first, const Polynomial& minor) {
    const std::string which =
        first == n_ - 1 ? indexed(claim_.letter, n_, n_).unicode
        : first == 0    ? "det " + claim_.letter
                     : "the determinant of rows and columns " + std::to_string(first + 1) + " to " + std::to_string(n_);
    std::vector<Block> evidence{Paragraph{{which + " is ", as_name(readable_.factored(minor)), "."}}};
    add_counterexample(smallest_sample(), evidence);
    return {{false, claim_.letter + " is not positive definite: " + which +
                        " is not positive everywhere, whatever the parameters"},
            std::move(evidence)};
  }

  /// a − b > 0 as a > b.
  Paragraph inequality(const Polynomial& positive) {
    std::vector<Polynomial::Term> left, right;
    for (const Polynomial::Term& t : positive.terms()) {
      if (t.coefficient.sign() > 0)
        left.push_back(t);
      else
        right.push_back({t.key, -t.coefficient});
    }
    return {{as_name(readable_.expr(own_angles_.from_terms(std::move(left)))), " > ",
             as_name(readable_.expr(own_angles_.from_terms(std::move(right))))}};
  }

  Paragraph in_words(const PositivityCondition& condition) {
    Paragraph words = inequality(condition.positive);
    for (std::size_t k = 0; k < condition.guards.size(); ++k) {
      words.pieces.emplace_back(k == 0 ? ", at least where " : " and ");
      for (auto& piece : inequality(condition.guards[k]).pieces) words.pieces.push_back(std::move(piece));
    }
    return words;
  }

  bool hold_at(const std::vector<PositivityCondition>& conditions, const StateNumbers& numbers) {
    const auto is_positive_there = [&](const Polynomial& p) {
      return values_at({own_angles_.expr(p)}, numbers)[0] > 0.0;
    };
    return std::all_of(conditions.begin(), conditions.end(), [&](const PositivityCondition& c) {
      return !std::all_of(c.guards.begin(), c.guards.end(), is_positive_there) || is_positive_there(c.positive);
    });
  }

  Property by_conditions(const std::vector<PositivityCondition>& conditions) {
    std::vector<Block> evidence;
    for (const PositivityCondition& condition : conditions) evidence.emplace_back(in_words(condition));
    SampledStates states(ring_.graph(), claim_.parameters, seed);
    bool holds = hold_at(conditions, states.next());
    if (!claim_.has_robot())
      for (int draw = 0; draw < most_samples && !holds; ++draw) {
        states.draw_parameters();
        holds = hold_at(conditions, states.next());
      }
    const std::string who = claim_.has_robot() ? "the robot's parameters" : "positive parameters";
    if (claim_.has_robot()) {
      const Sample smallest = smallest_sample();
      if (holds && smallest.is_negative())
        throw std::logic_error("a matrix that was shown to be positive definite is not, in numbers");
      if (!holds) add_counterexample(smallest, evidence);
    }
    const std::string meet = holds ? claim_.has_robot() ? " meet it" : " can meet it" : " do not meet it";
    return {
        {holds, claim_.letter + " is positive definite at every q exactly if what follows holds, and " + who + meet},
        std::move(evidence)};
  }

  Sample sample_of(const StateNumbers& state) const {
    const std::vector<double> numbers = values_at(entries_, state);
    double size = 0.0;
    for (const double x : numbers) size += std::abs(x);
    return {state, smallest_eigenvalue(numbers, static_cast<std::size_t>(n_)), size};
  }

  Sample smallest_sample() const {
    SampledStates states(ring_.graph(), claim_.parameters, seed);
    Sample smallest = sample_of(states.next());
    for (int k = 1; k < most_samples; ++k)
      if (Sample next = sample_of(states.next()); next.eigenvalue < smallest.eigenvalue) smallest = std::move(next);
    return smallest;
  }

  std::string in_words(const StateNumbers& state) const {
    std::string text;
    for (const Symbol& symbol : ring_.graph().symbols()) {
      const bool is_shown =
          symbol.kind == SymbolKind::Position || (symbol.kind == SymbolKind::Parameter && !claim_.has_robot());
      if (is_shown && state.contains(symbol.name))
        text += (text.empty() ? "" : ", ") + name_of(symbol).unicode + " = " + shown(state.at(symbol.name));
    }
    return text;
  }

  void add_counterexample(const Sample& sample, std::vector<Block>& evidence) const {
    if (sample.is_negative())
      evidence.emplace_back(Paragraph{
          {"At " + in_words(sample.state) + " its smallest eigenvalue is " + shown(sample.eigenvalue) + "."}});
  }

  Property by_samples() {
    if (!claim_.has_robot()) return by_parameter_draws();
    const Sample smallest = smallest_sample();
    const bool holds = smallest.eigenvalue > rounding * smallest.size;
    const std::string found =
        holds ? " is positive definite in all " + std::to_string(most_samples) + " states that were tried"
              : " is not positive definite";
    return {{holds, claim_.letter + found + ", with the robot's parameters: the smallest eigenvalue is " +
                        shown(smallest.eigenvalue) + ", at " + in_words(smallest.state)},
            {}};
  }

  /// Without a robot, is there a choice of parameters with which it is positive definite in all states that are tried?
  Property by_parameter_draws() {
    SampledStates states(ring_.graph(), {}, seed);
    Sample smallest = sample_of(states.next());
    int good = 0;
    for (int draw = 0; draw < most_parameter_draws; ++draw) {
      bool all = true;
      for (int k = 0; k < most_samples / most_parameter_draws; ++k) {
        Sample next = sample_of(states.next());
        all = all && next.eigenvalue > rounding * next.size;
        if (next.eigenvalue < smallest.eigenvalue) smallest = std::move(next);
      }
      good += all ? 1 : 0;
      states.draw_parameters();
    }
    std::vector<Block> evidence;
    add_counterexample(smallest, evidence);
    const std::string count = std::to_string(good) + " of " + std::to_string(most_parameter_draws);
    return {
        {good > 0, claim_.letter + " has no closed condition for being positive definite; it is, in all states that " +
                       "were tried, for " + count + " random choices of positive parameters"},
        std::move(evidence)};
  }

  Ring& ring_;
  const MassMatrixClaim& claim_;
  int n_;
  Ring own_angles_;  ///< in the joints' own angles, so that a function of q2 alone is seen to be one
  Readable readable_;
  PolynomialMatrix own_;
  std::vector<Expr> entries_;
};

}  // namespace

Property positive_definiteness(Ring& ring, const MassMatrixClaim& claim) { return Definiteness(ring, claim).work(); }

}  // namespace sinew
