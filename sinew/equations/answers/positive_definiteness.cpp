// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/positive_definiteness.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "sinew/equations/answers/positivity.h"
#include "sinew/equations/names.h"
#include "sinew/equations/sampled_states.h"
#include "sinew/errors/diagnostic.h"
#include "sinew/symbolic/factorise.h"
#include "sinew/symbolic/readable.h"

namespace sinew {

namespace {

constexpr int most_samples = 2000;
constexpr int most_parameter_draws = 50;
constexpr std::size_t most_products = 200'000;  ///< in a determinant, before it is left to sampling
constexpr unsigned seed = 20;
constexpr double rounding = 1e-9;
constexpr double reach_of_slides = 100.0;  ///< in metres: beyond any robot's

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
  bool is_singular() const { return std::abs(eigenvalue) <= rounding * size; }
  bool is_worse_than(const Sample& other) const { return eigenvalue < other.eigenvalue; }
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
    for (const Symbol* symbol : symbols_in(entries_))
      if (symbol->kind == SymbolKind::Position) joints_.push_back(symbol->name);
    // without a robot a joint slides if it stands outside of sines and cosines
    for (const Polynomial& entry : own_.entries)
      for (const Polynomial::Term& t : entry.terms())
        for (const Ring::PlainFactor& f : own_angles_.plain(t.key.plain))
          if (const Symbol* s = own_angles_.generators()[f.generator].symbol;
              s != nullptr && s->kind == SymbolKind::Position)
            slides_.insert(s->name);
  }

  Property work() {
    const auto minors = trailing_minors();
    if (!minors) return by_samples();
    std::vector<PositivityCondition> conditions;
    std::vector<Polynomial> zeros, known;  // known: what was asked for already
    bool unknown = false;
    for (std::size_t k = 0; k < minors->size(); ++k) {
      const Polynomial rest = without_factors((*minors)[k], known);
      const Positivity p = positivity(own_angles_, rest, [&](const Symbol& s) { return is_positive(s); });
      if (p.kind == Positivity::Kind::Never) return by_minor(n_ - 1 - static_cast<int>(k), (*minors)[k]);
      unknown = unknown || p.kind == Positivity::Kind::Unknown;
      add_new(conditions, p.conditions);
      add_new(zeros, p.zeros);
      if (!rest.is_constant()) known.push_back(rest);
    }
    if (unknown) return by_samples();
    if (!conditions.empty()) return by_conditions(conditions, zeros);
    std::vector<Block> evidence;
    add_zeros(zeros, evidence);
    return {
        {true, claim_.letter + " is positive definite at every q" + but_where(zeros) + ", for all positive parameters"},
        std::move(evidence)};
  }

 private:
  bool is_positive(const Symbol& symbol) const {
    const auto found = claim_.parameters.find(symbol.name);
    return !claim_.has_robot || (found != claim_.parameters.end() && found->second > 0.0);
  }

  template <class T>
  static void add_new(std::vector<T>& list, const std::vector<T>& more) {
    for (const T& x : more)
      if (std::find(list.begin(), list.end(), x) == list.end()) list.push_back(x);
  }

  /// A minor divided by what is positive, or asked for, already.
  Polynomial without_factors(Polynomial minor, const std::vector<Polynomial>& factors) {
    for (const Polynomial& factor : factors)
      while (!minor.is_zero() && factor.terms().size() > 1) {  // a single product divides everything
        const auto quotient = exact_quotient(own_angles_, minor, factor);
        if (!quotient) break;
        minor = *quotient;
      }
    return minor;
  }

  static std::string but_where(const std::vector<Polynomial>& zeros) {
    if (zeros.empty()) return "";
    return std::string(" but where ") + (zeros.size() == 1 ? "what follows is" : "one of what follows is") +
           " zero, and singular there, as point masses and thin rods can make it";
  }

  void add_zeros(const std::vector<Polynomial>& zeros, std::vector<Block>& evidence) {
    for (const Polynomial& zero : zeros)
      evidence.emplace_back(Paragraph{{"Singular where ", as_name(readable_.expr(zero)), " = 0."}});
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

  Property by_conditions(const std::vector<PositivityCondition>& conditions, const std::vector<Polynomial>& zeros) {
    std::vector<Block> evidence;
    add_zeros(zeros, evidence);
    for (const PositivityCondition& condition : conditions) evidence.emplace_back(in_words(condition));
    SampledStates drawn = states();
    bool holds = hold_at(conditions, drawn.next());
    if (!claim_.has_robot)
      for (int draw = 0; draw < most_samples && !holds; ++draw) {
        drawn.draw_parameters();
        holds = hold_at(conditions, drawn.next());
      }
    const std::string who = claim_.has_robot ? "the robot's parameters" : "positive parameters";
    if (claim_.has_robot) {
      const Sample smallest = smallest_sample();
      if (holds && smallest.is_negative())
        throw std::logic_error("a matrix that was shown to be positive definite is not, in numbers");
      if (!holds) add_counterexample(smallest, evidence);
    }
    const std::string meet = holds ? claim_.has_robot ? " meet it" : " can meet it" : " do not meet it";
    return {{holds, claim_.letter + " is positive definite at every q" + (zeros.empty() ? "" : but_where(zeros) + ",") +
                        " exactly if what follows holds, and " + who + meet},
            std::move(evidence)};
  }

  Sample sample_of(const StateNumbers& state) const {
    const std::vector<double> numbers = values_at(entries_, state);
    double size = 0.0;
    for (const double x : numbers) size += std::abs(x);
    return {state, smallest_eigenvalue(numbers, static_cast<std::size_t>(n_)), size};
  }

  SampledStates states() const {
    SampledStates states(ring_.graph(), claim_.parameters, seed);
    for (const std::string& slide : slides_) states.widen(slide, reach_of_slides);
    return states;
  }

  Sample smallest_sample() const {
    SampledStates drawn = states();
    Sample smallest = sample_of(drawn.next());
    for (int k = 1; k < most_samples; ++k)
      if (Sample next = sample_of(drawn.next()); next.is_worse_than(smallest)) smallest = std::move(next);
    return smallest;
  }

  /// A worse one next to it, joint by joint: a single place where M is singular is never drawn.
  Sample worst_near(Sample worst) const {
    constexpr double first_step = 0.5, last_step = 1e-9;
    for (double step = first_step; step > last_step;) {
      bool found = false;
      for (const std::string& joint : joints_)
        for (const double sign : {-1.0, 1.0}) {
          StateNumbers state = worst.state;
          double& place = state.at(joint);
          place += sign * step;
          if (std::abs(place) > reach_of_slides) continue;
          if (Sample next = sample_of(state); next.is_worse_than(worst)) {
            worst = std::move(next);
            found = true;
          }
        }
      if (!found) step /= 2.0;
    }
    return worst;
  }

  std::string where_tried() const { return slides_.empty() ? "" : ", slides within ±" + shown(reach_of_slides) + " m"; }

  std::string in_words(const StateNumbers& state) const {
    std::string text;
    for (const Symbol& symbol : ring_.graph().symbols()) {
      const bool is_shown =
          symbol.kind == SymbolKind::Position || (symbol.kind == SymbolKind::Parameter && !claim_.has_robot);
      if (is_shown && state.contains(symbol.name))
        text += (text.empty() ? "" : ", ") + name_of(symbol).unicode + " = " + shown(state.at(symbol.name));
    }
    return text;
  }

  void add_counterexample(const Sample& sample, std::vector<Block>& evidence) const {
    if (!sample.is_negative()) return;
    const std::string where = in_words(sample.state);
    evidence.emplace_back(Paragraph{{(where.empty() ? "Its" : "At " + where + " its") + " smallest eigenvalue is " +
                                     shown(sample.eigenvalue) + "."}});
  }

  Property by_samples() {
    if (!claim_.has_robot) return by_parameter_draws();
    const Sample worst = worst_near(smallest_sample());
    const std::string where = in_words(worst.state), at = where.empty() ? "" : ", at " + where;
    const std::string tried = " in all " + std::to_string(most_samples) + " states that were tried" + where_tried() +
                              ", with the robot's parameters";
    if (worst.is_negative())
      return {{false, claim_.letter +
                          " is not positive definite, with the robot's parameters: the smallest eigenvalue is " +
                          shown(worst.eigenvalue) + at},
              {}};
    if (worst.is_singular())
      return {
          {true, claim_.letter + " is positive definite" + tried +
                     ", but singular where a search from them ended, as point masses and thin rods can make it" + at},
          {}};
    return {{true, claim_.letter + " is positive definite" + tried + ": the smallest eigenvalue is " +
                       shown(worst.eigenvalue) + at},
            {}};
  }

  /// Without a robot, is there a choice of parameters with which it is positive definite in all states that are tried?
  Property by_parameter_draws() {
    SampledStates drawn = states();
    Sample worst = sample_of(drawn.next());
    int good = 0;
    for (int draw = 0; draw < most_parameter_draws; ++draw) {
      Sample worst_of_draw = sample_of(drawn.next());
      for (int k = 1; k < most_samples / most_parameter_draws; ++k)
        if (Sample next = sample_of(drawn.next()); next.is_worse_than(worst_of_draw)) worst_of_draw = std::move(next);
      const bool was_singular = worst_of_draw.is_singular();
      worst_of_draw = worst_near(std::move(worst_of_draw));
      good += was_singular || worst_of_draw.is_negative() ? 0 : 1;
      if (worst_of_draw.is_worse_than(worst)) worst = std::move(worst_of_draw);
      drawn.draw_parameters();
    }
    std::vector<Block> evidence;
    add_counterexample(worst, evidence);
    const std::string count = std::to_string(good) + " of " + std::to_string(most_parameter_draws);
    return {
        {good > 0, claim_.letter + " has no closed condition for being positive definite; it is, in all states that " +
                       "were tried" + where_tried() + ", for " + count + " random choices of positive parameters"},
        std::move(evidence)};
  }

  Ring& ring_;
  const MassMatrixClaim& claim_;
  int n_;
  Ring own_angles_;  ///< in the joints' own angles, so that a function of q2 alone is seen to be one
  Readable readable_;
  PolynomialMatrix own_;
  std::vector<Expr> entries_;
  std::vector<std::string> joints_;  ///< that M depends on
  std::set<std::string> slides_;     ///< those among them that slide
};

}  // namespace

Property positive_definiteness(Ring& ring, const MassMatrixClaim& claim) { return Definiteness(ring, claim).work(); }

}  // namespace sinew
