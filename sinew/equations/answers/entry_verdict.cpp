// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/answers/entry_verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sinew/equations/answers/angle_fractions.h"
#include "sinew/equations/term_units.h"
#include "sinew/formats/formula.h"
#include "sinew/symbolic/factorise.h"

namespace sinew {

namespace {

constexpr int states_to_try = 20;
constexpr unsigned seed_of_states = 7;
constexpr double agreement = 1e-9;         ///< of numbers, relative to the terms that they are sums of
constexpr double largest_rounding = 1e-6;  ///< of a decimal number in a formula, where the numbers agree

/// Neither joints nor rates in it.
bool is_still(const Ring& ring, const Polynomial& p) {
  return std::all_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& t) {
    const Ring::PlainProduct& product = ring.plain(t.key.plain);
    return t.key.trig == 0 && std::all_of(product.begin(), product.end(), [&](const Ring::PlainFactor& f) {
             const Symbol* symbol = ring.generators()[f.generator].symbol;
             return symbol != nullptr && symbol->kind == SymbolKind::Parameter;
           });
  });
}

/// Roots, signs and the like, which normal forms know no rules for.
bool has_functions(const Ring& ring, const Polynomial& p) {
  return std::any_of(p.terms().begin(), p.terms().end(), [&](const Polynomial::Term& t) {
    const Ring::PlainProduct& product = ring.plain(t.key.plain);
    return std::any_of(product.begin(), product.end(),
                       [&](const Ring::PlainFactor& f) { return ring.generators()[f.generator].symbol == nullptr; });
  });
}

double largest_number(const Polynomial& p) {
  double largest = 0.0;
  for (const Polynomial::Term& t : p.terms()) largest = std::max(largest, std::abs(t.coefficient.to_double()));
  return largest;
}

class EntryComparison {
 public:
  EntryComparison(EquationBook& book, const EntryQuestion& question)
      : book_(book),
        robot_(book.robot()),
        ring_(*robot_.ring),
        question_(question),
        fractions_(ring_, {question.yours}) {
    verdict_.name = question.name;
    own_parts_ = parts_of(question.yours);
    right_above_ = ring_.expr(question.right.numerator);
    right_below_ = ring_.expr(question.right.denominator);
    for (const Polynomial::Term& t : question.right.numerator.terms())
      right_terms_.push_back(Expr(t.coefficient) * ring_.expr_of_plain(t.key.plain));
  }

  EntryVerdict work() {
    const Fraction own = in_finer_angles(question_.yours), right = right_in_finer_angles();
    const Fraction difference = own + Fraction{-right.numerator, right.denominator};
    verdict_.equal = difference.numerator.is_zero();
    reconcile(disagreements(), difference);
    if (verdict_.equal) return std::move(verdict_);
    if (fractions_.left_alone())  // multiplied out, cos(0.37·q2) fills a page
      verdict_.difference =
          question_.yours - book_.readable().quotient(right.numerator, factorised(ring_, right.denominator));
    else if (const auto polynomial = as_polynomial(ring_, difference))
      explain(*polynomial, own, right);
    else
      verdict_.difference = book_.readable().quotient(difference.numerator, factorised(ring_, difference.denominator));
    if (!fractions_.none()) write_in_own_angles();
    return std::move(verdict_);
  }

 private:
  Fraction in_finer_angles(const Expr& formula) {
    return normal_form(ring_, fractions_.none() ? formula : fractions_.in_finer_angles(formula));
  }
  Fraction right_in_finer_angles() {
    if (fractions_.none()) return question_.right;
    const Fraction above = in_finer_angles(right_above_), below = in_finer_angles(right_below_);
    return {above.numerator * below.denominator, above.denominator * below.numerator};
  }
  void write_in_own_angles() {
    verdict_.difference = fractions_.back(verdict_.difference);
    for (TermRemark& remark : verdict_.terms) {
      remark.term = fractions_.back(remark.term);
      remark.yours = fractions_.back(remark.yours);
    }
  }

  void explain(const Polynomial& difference, const Fraction& own, const Fraction& right_fraction) {
    verdict_.difference = book_.readable().torque(difference);
    if (question_.up_to_a_constant && is_still(ring_, difference)) {
      verdict_.equal = true;
      verdict_.example.reset();
      verdict_.note = "It differs by a constant, and may: the zero of a potential is anyone's choice";
      return;
    }
    const auto yours = as_polynomial(ring_, own), right = as_polynomial(ring_, right_fraction);
    if (!yours || !right) return;
    verdict_.terms = term_remarks(book_.readable(), *yours, *right, question_.cause);
    if (question_.unit) note_wrong_units(robot_, *right, *question_.unit, verdict_.terms);
  }

  std::vector<const Symbol*> symbols_to_show(bool has_file_values) {
    // a sine of q1 + q2 minus q1, as the ring has it, contains no q1
    const Polynomial& right = question_.right.numerator;
    std::vector<Expr> formulas{question_.yours};
    for (const Symbol* symbol : symbols_in({right_above_}))
      if (!ring_.derivative(right, *symbol).is_zero()) formulas.push_back(robot_.graph->symbol(symbol->name));
    std::vector<const Symbol*> symbols = symbols_in(formulas);
    std::stable_sort(symbols.begin(), symbols.end(),
                     [](const Symbol* a, const Symbol* b) { return a->kind < b->kind; });
    if (has_file_values) std::erase_if(symbols, [](const Symbol* s) { return s->kind == SymbolKind::Parameter; });
    return symbols;
  }

  struct Comparison {
    double yours = 0.0, right = 0.0;
    double size = 0.0;      ///< of the right one's terms
    double own_size = 0.0;  ///< of the largest number on the way to yours

    double difference() const { return std::abs(yours - right); }
    bool is_seen() const { return difference() > agreement * (std::abs(yours) + size); }
    bool is_beyond_rounding() const { return difference() > agreement * (own_size + size); }
    double clarity() const { return difference() / (std::abs(yours) + std::abs(right)); }
  };

  Comparison comparison_at(const StateNumbers& state) {
    const auto sizes = [&](const std::vector<Expr>& expressions) {
      std::vector<double> numbers = values_at(expressions, state);
      for (double& x : numbers) x = std::abs(x);
      return numbers;
    };
    const std::vector<double> own = sizes(own_parts_), terms = sizes(right_terms_);
    const std::vector<double> numbers = values_at({question_.yours, right_above_, right_below_}, state);
    return {numbers[0], numbers[1] / numbers[2],
            std::accumulate(terms.begin(), terms.end(), 0.0) / std::abs(numbers[2]),
            own.empty() ? 0.0 : *std::max_element(own.begin(), own.end())};
  }

  /// In how many random states the two differ.
  struct Disagreements {
    int seen = 0, beyond_rounding = 0;
  };

  /// The clearest one is kept, with the file's parameters if they show any.
  Disagreements disagreements() {
    SampledStates states(*robot_.graph, robot_.values, seed_of_states);
    Disagreements count;
    for (int k = 0; k < 2 * states_to_try; ++k) {
      const bool has_file_values = k < states_to_try;
      if (!has_file_values) states.draw_parameters();
      const StateNumbers state = states.next();
      const Comparison c = comparison_at(state);
      if (!std::isfinite(c.difference()) || !c.is_seen()) continue;
      ++count.seen;
      count.beyond_rounding += c.is_beyond_rounding() ? 1 : 0;
      keep_if_clearer(c, state, has_file_values);
    }
    return count;
  }

  void keep_if_clearer(const Comparison& c, const StateNumbers& state, bool has_file_values) {
    const bool is_shown_by_file = verdict_.example && verdict_.example->has_file_values;
    if (c.clarity() <= clearest_ || (!has_file_values && is_shown_by_file)) return;
    clearest_ = c.clarity();
    verdict_.example = NumericExample{state, symbols_to_show(has_file_values), has_file_values, c.yours, c.right};
  }

  /// Normal forms and numbers must say the same, but for functions and decimals, which normal forms take as they are.
  /// Near a singular state the numbers of equal formulas may differ, in most states not.
  void reconcile(const Disagreements& disagreements, const Fraction& difference) {
    if (verdict_.equal) {
      if (disagreements.beyond_rounding > states_to_try)
        throw std::logic_error(verdict_.name.plain + ": equal by normal forms, but not in numbers");
      verdict_.example.reset();
      return;
    }
    if (disagreements.seen > 0) return;
    const bool functions = has_functions(ring_, difference.numerator) || fractions_.left_alone();
    const double largest = largest_number(question_.right.numerator);
    if (!functions && largest_number(difference.numerator) > largest_rounding * largest)
      throw std::logic_error(verdict_.name.plain + ": different by normal forms, but not in numbers");
    verdict_.equal = true;
    verdict_.note = functions
                        ? "It agrees in numbers, in 40 states; its roots, signs or fractions of angles keep it from "
                          "being shown exactly"
                        : "It differs by no more than the rounding of a decimal number";
  }

  EquationBook& book_;
  SymbolicRobot& robot_;
  Ring& ring_;
  const EntryQuestion& question_;
  AngleFractions fractions_;                   ///< of yours, such as q2/2
  std::vector<Expr> own_parts_, right_terms_;  ///< what the sizes of numbers are told by
  Expr right_above_, right_below_;
  double clearest_ = 0.0;
  EntryVerdict verdict_;
};

/// While it lives, the ring refuses to multiply out more than a person can have written.
class WorkLimit {
 public:
  WorkLimit(Ring& ring, std::size_t products) : ring_(ring) { ring_.allow_products(products); }
  ~WorkLimit() { ring_.allow_products(std::nullopt); }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  Ring& ring_;
};

}  // namespace

std::optional<Polynomial> as_polynomial(Ring& ring, const Fraction& fraction) {
  if (fraction.denominator.is_constant()) return Rational(1) / fraction.denominator.constant() * fraction.numerator;
  return exact_quotient(ring, fraction.numerator, fraction.denominator);
}

Fraction normal_form(Ring& ring, const Expr& yours) {
  constexpr std::size_t most_products = 2'000'000;
  const WorkLimit limit(ring, most_products);
  try {
    return ring.fraction(yours);
  } catch (const std::length_error& e) {
    throw FormulaError(std::string("cannot be multiplied out: ") + e.what(), "write it with smaller powers");
  } catch (const std::domain_error&) {
    throw FormulaError("divides by zero", "correct it");
  }
}

EntryVerdict compared(EquationBook& book, const EntryQuestion& question) {
  return EntryComparison(book, question).work();
}

}  // namespace sinew
