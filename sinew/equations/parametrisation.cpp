// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/parametrisation.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace sinew {

namespace {

/// A place where parameters can show: an entry of M or g, and the product of sines, cosines and positions there.
struct Place {
  int block = 0;   ///< the entries of M by rows, then g
  int degree = 0;  ///< of the product; simple ones first
  std::size_t factors = 0;
  int sines = 0;
  Ring::TrigProduct trig;
  Ring::PlainProduct plain;
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr): not meant
};
using Row = std::map<Place, Rational>;
using RowByParameters = std::map<Polynomial::Key, Row, Ring::KeyOrder>;

/// What one product of parameters multiplies, everywhere in M and g.
RowByParameters rows_by_parameters(SymbolicRobot& robot, const MotionEquations& equations) {
  Ring& ring = *robot.ring;
  RowByParameters rows{Ring::KeyOrder(ring)};
  int block = 0;
  const auto add = [&](const Polynomial& entry) {
    for (const auto& [parameters, rest] : ring.coefficients(entry, &Ring::Generator::is_parameter))
      for (const Polynomial::Term& term : rest.terms()) {
        const auto [joints, geometry] = ring.split_by_joints(term.key.trig);
        const Ring::TrigProduct trig = ring.trig(joints);
        Place place{block, 0, trig.size(), 0, trig, ring.plain(term.key.plain)};
        for (const Ring::PlainFactor& f : place.plain) place.degree += f.exponent;
        for (const Ring::TrigFactor& f : trig) {
          place.degree += f.cosines + f.sines;
          place.sines += f.sines;
        }
        rows[{parameters, geometry}].emplace(place, term.coefficient);
      }
    ++block;
  };
  for (int i = 0; i < robot.size(); ++i)
    for (int j = i; j < robot.size(); ++j) add(equations.mass(i, j));
  for (int i = 0; i < robot.size(); ++i) add(equations.gravity(i, 0));
  return rows;
}

void subtract(Row& row, const Rational& k, const Row& other) {
  for (const auto& [place, value] : other) {
    Rational& entry = row[place];
    entry -= k * value;
    if (entry.is_zero()) row.erase(place);
  }
}

/// A basis of the rows in which each has a first place of its own, with 1, where all others have none.
std::vector<Row> reduced_basis(const RowByParameters& rows) {
  std::map<Place, Row> basis;  // by first place
  for (const auto& [parameters, original] : rows) {
    Row row = original;
    while (!row.empty()) {
      const auto known = basis.find(row.begin()->first);
      if (known == basis.end()) break;
      subtract(row, Rational(row.begin()->second), known->second);
    }
    if (row.empty()) continue;
    const Rational lead = row.begin()->second;
    for (auto& [place, value] : row) value /= lead;
    const Place first = row.begin()->first;
    basis.emplace(first, std::move(row));
  }
  for (auto below = basis.rbegin(); below != basis.rend(); ++below)
    for (auto& [first, row] : basis) {
      if (first == below->first) break;
      if (const auto found = row.find(below->first); found != row.end())
        subtract(row, Rational(found->second), below->second);
    }
  std::vector<Row> result;
  for (auto& [first, row] : basis) result.push_back(std::move(row));
  return result;
}

std::string free_letter(const ExprGraph& graph) {
  for (const char* letter : {"a", "p", "k", "sigma", "coefficient"})
    if (graph.find(letter + std::string("1")) == nullptr && graph.find(letter + std::string("2")) == nullptr)
      return letter;
  return "coefficient_";
}

}  // namespace

MinimalParametrisation minimal_parametrisation(SymbolicRobot& robot, const MotionEquations& equations) {
  Ring& ring = *robot.ring;
  const int n = robot.size();
  const auto rows = rows_by_parameters(robot, equations);
  std::vector<Row> basis = reduced_basis(rows);

  MinimalParametrisation result;
  result.letter = free_letter(*robot.graph);
  for (std::size_t k = 0; k < basis.size(); ++k) {
    // everything that shows at the basis row's own place, freed of a common number
    const Place& own = basis[k].begin()->first;
    std::vector<Polynomial::Term> terms;
    Rational divisor;
    for (const auto& [parameters, row] : rows) {
      const auto found = row.find(own);
      if (found == row.end()) continue;
      terms.push_back({parameters, found->second});
      divisor = divisor.is_zero() ? magnitude(found->second) : common_divisor(divisor, found->second);
    }
    // 5/2 + m·l²/3 stays as it is, 15 + 2·m·l² would mean nothing to anyone
    const bool frees_one = std::any_of(terms.begin(), terms.end(), [&](const Polynomial::Term& term) {
      return magnitude(term.coefficient) == divisor;
    });
    if (!frees_one && !divisor.is_whole()) divisor = Rational(1);
    for (Polynomial::Term& term : terms) term.coefficient /= divisor;
    for (auto& [place, value] : basis[k]) value *= divisor;
    result.coefficients.push_back(ring.from_terms(std::move(terms)));
    result.symbols.push_back(robot.graph->symbol(result.letter + std::to_string(k + 1), SymbolKind::Parameter, -1));
  }

  MotionEquations& motion = result.equations;
  motion.mass = PolynomialMatrix(n, n);
  motion.gravity = PolynomialMatrix(n, 1);
  std::vector<std::pair<int, int>> entry_of_block;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) entry_of_block.emplace_back(i, j);
  std::vector<std::vector<Polynomial::Term>> blocks(entry_of_block.size() + static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < basis.size(); ++k) {
    const Polynomial symbol = ring.generator(result.symbols[k]);
    for (const auto& [place, value] : basis[k]) {
      const Polynomial term =
          value * (symbol * ring.term({ring.plain_id(place.plain), ring.trig_id(place.trig)}, Rational(1)));
      blocks[static_cast<std::size_t>(place.block)].push_back(term.terms().front());
    }
  }
  for (std::size_t b = 0; b < entry_of_block.size(); ++b) {
    const auto [i, j] = entry_of_block[b];
    motion.mass(i, j) = motion.mass(j, i) = ring.from_terms(std::move(blocks[b]));
  }
  for (int i = 0; i < n; ++i)
    motion.gravity(i, 0) = ring.from_terms(std::move(blocks[entry_of_block.size() + static_cast<std::size_t>(i)]));
  complete_from_mass(robot, motion);

  result.regressor = PolynomialMatrix(n, result.size());
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < result.size(); ++k)
      result.regressor(i, k) =
          ring.derivative(motion.torque(i, 0), result.symbols[static_cast<std::size_t>(k)].symbol());
  return result;
}

}  // namespace sinew
