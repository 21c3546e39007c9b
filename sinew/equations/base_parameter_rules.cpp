// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/equations/base_parameter_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include "sinew/algorithms/inverse_dynamics.h"
#include "sinew/algorithms/mass_matrix.h"
#include "sinew/equations/names.h"
#include "sinew/symbolic/factorise.h"

namespace sinew {

namespace {

/// The ten parameters of a link, each with the name it goes by.
struct Entry {
  const char* stem;  ///< before the link's number
  const char* axes;  ///< after it
  Expr& (*of)(Inertia<Expr>&);
};
constexpr std::array inertia_entries{
    Entry{"I", "xx", [](Inertia<Expr>& b) -> Expr& { return b.I.xx; }},
    Entry{"I", "xy", [](Inertia<Expr>& b) -> Expr& { return b.I.xy; }},
    Entry{"I", "xz", [](Inertia<Expr>& b) -> Expr& { return b.I.xz; }},
    Entry{"I", "yy", [](Inertia<Expr>& b) -> Expr& { return b.I.yy; }},
    Entry{"I", "yz", [](Inertia<Expr>& b) -> Expr& { return b.I.yz; }},
    Entry{"I", "zz", [](Inertia<Expr>& b) -> Expr& { return b.I.zz; }},
    Entry{"h", "x", [](Inertia<Expr>& b) -> Expr& { return b.h.x; }},
    Entry{"h", "y", [](Inertia<Expr>& b) -> Expr& { return b.h.y; }},
    Entry{"h", "z", [](Inertia<Expr>& b) -> Expr& { return b.h.z; }},
    Entry{"m", "", [](Inertia<Expr>& b) -> Expr& { return b.m; }},
};

/// What a link may hand to the one before it without anybody noticing, taken out of it.
Inertia<Expr> handed_down(JointKind kind, Inertia<Expr>& body) {
  Inertia<Expr> part;
  if (kind == JointKind::Prismatic) {
    std::swap(part.I, body.I);
    return part;
  }
  if (kind == JointKind::Helical) return part;  // it turns and slides: nothing stays unseen
  part.m = std::exchange(body.m, Expr());
  part.h.z = std::exchange(body.h.z, Expr());
  part.I.xx = part.I.yy = std::exchange(body.I.yy, Expr());
  body.I.xx -= part.I.xx;
  return part;
}

/// One parameter that is left, under a symbol of its own.
struct Left {
  int link = 0;
  MathName name;
  Polynomial value;  ///< in the robot's symbols
  Expr symbol;
};

/// Where a parameter shows, with the geometry that multiplies it there.
using Place = std::tuple<int, Ring::PlainProduct, Ring::TrigProduct>;  // entry of M or g; product of positions; sines
using Row = std::map<Place, Polynomial>;
using Numbers = std::map<Place, Rational>;

/// Polynomials in the geometry's symbols, with numbers for these that nothing is likely to be special about.
class RandomGeometry {
 public:
  explicit RandomGeometry(const Ring& ring) : ring_(ring) {}
  Rational value(const Polynomial& p) {
    Rational sum;
    for (const Polynomial::Term& term : p.terms()) {
      Rational product = term.coefficient;
      for (const Ring::PlainFactor& f : ring_.plain(term.key.plain)) {
        const auto [found, is_new] = values_.try_emplace(f.generator, Rational());
        if (is_new) found->second = Rational(static_cast<std::int64_t>(random_() % 89 + 11), 7);
        product *= power(found->second, f.exponent);
      }
      for (const Ring::TrigFactor& f : ring_.trig(term.key.trig)) {
        const SinCos<Rational>& both = angle(f.angle);
        product *= power(both.cos, f.cosines) * power(both.sin, f.sines);
      }
      sum += product;
    }
    return sum;
  }

 private:
  /// A point of the circle with fractions for coordinates.
  const SinCos<Rational>& angle(std::uint16_t index) {
    const auto [found, is_new] = angles_.try_emplace(index);
    if (is_new) {
      const Rational t(static_cast<std::int64_t>(random_() % 89 + 11), 47), scale = Rational(1) / (Rational(1) + t * t);
      found->second = {Rational(2) * t * scale, (Rational(1) - t * t) * scale};
    }
    return found->second;
  }

  const Ring& ring_;
  std::mt19937_64 random_{20240229};
  std::map<std::uint16_t, Rational> values_;
  std::map<std::uint16_t, SinCos<Rational>> angles_;
};

void subtract(Numbers& row, const Rational& k, const Numbers& other) {
  for (const auto& [place, value] : other) {
    Rational& entry = row[place];
    entry -= k * value;
    if (entry.is_zero()) row.erase(place);
  }
}

/// Which rows are sums of rows before them, and of which.
struct Dependency {
  std::size_t row = 0;
  std::vector<std::size_t> on;
};
struct Elimination {
  std::vector<std::size_t> independent;
  std::vector<Dependency> dependent;
};
Elimination eliminated(const std::vector<Numbers>& rows) {
  struct Basis {
    Numbers row;
    std::map<std::size_t, Rational> made_of;  // of the original rows
  };
  std::map<Place, Basis> basis;
  Elimination result;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Basis candidate{rows[r], {{r, Rational(1)}}};
    for (auto& [place, known] : basis) {
      const auto found = candidate.row.find(place);
      if (found == candidate.row.end()) continue;
      const Rational k = found->second;
      subtract(candidate.row, k, known.row);
      for (const auto& [index, factor] : known.made_of) candidate.made_of[index] -= k * factor;
    }
    if (candidate.row.empty()) {
      Dependency dependency{r, {}};
      for (const auto& [index, factor] : candidate.made_of)
        if (index != r && !factor.is_zero()) dependency.on.push_back(index);
      result.dependent.push_back(std::move(dependency));
      continue;
    }
    const Place pivot = candidate.row.begin()->first;
    const Rational lead = candidate.row.begin()->second;
    for (auto& [place, value] : candidate.row) value /= lead;
    for (auto& [index, factor] : candidate.made_of) factor /= lead;
    // keep the basis reduced, so that one pass over it is enough
    for (auto& [place, known] : basis) {
      const auto found = known.row.find(pivot);
      if (found == known.row.end()) continue;
      const Rational k = found->second;
      subtract(known.row, k, candidate.row);
      for (const auto& [index, factor] : candidate.made_of) known.made_of[index] -= k * factor;
    }
    basis.emplace(pivot, std::move(candidate));
    result.independent.push_back(r);
  }
  return result;
}

/// The same with symbols: row = Σ x·others, x by Cramer's rule on places where that is possible. Nothing where an x is
/// not a polynomial.
std::optional<std::vector<Polynomial>> combination(Ring& ring, const Row& row, const std::vector<const Row*>& others,
                                                   RandomGeometry& geometry) {
  const int n = static_cast<int>(others.size());
  std::vector<Place> places;
  for (const Row* other : others)
    for (const auto& [place, value] : *other) places.push_back(place);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const auto at = [](const Row& r, const Place& place) {
    const auto found = r.find(place);
    return found == r.end() ? Polynomial() : found->second;
  };
  // as many places as unknowns, with a determinant: taken greedily in numbers
  std::vector<Place> chosen;
  std::map<int, std::vector<Rational>> basis;
  for (const Place& place : places) {
    std::vector<Rational> column;
    for (const Row* other : others) column.push_back(geometry.value(at(*other, place)));
    for (const auto& [lead, known] : basis) {
      const Rational k = column[static_cast<std::size_t>(lead)];
      for (std::size_t i = 0; i < column.size(); ++i) column[i] -= k * known[i];
    }
    const auto first = std::find_if(column.begin(), column.end(), [](const Rational& x) { return !x.is_zero(); });
    if (first == column.end()) continue;
    const Rational scale = *first;
    const int lead = static_cast<int>(first - column.begin());
    for (Rational& x : column) x /= scale;
    for (auto& [other_lead, known] : basis) {
      const Rational k = known[static_cast<std::size_t>(lead)];
      for (std::size_t i = 0; i < known.size(); ++i) known[i] -= k * column[i];
    }
    basis.emplace(lead, std::move(column));
    chosen.push_back(place);
    if (static_cast<int>(chosen.size()) == n) break;
  }
  if (static_cast<int>(chosen.size()) < n) return {};
  PolynomialMatrix A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = at(*others[static_cast<std::size_t>(j)], chosen[static_cast<std::size_t>(i)]);
  const Polynomial det = determinant(ring, A);
  const PolynomialMatrix inverse = adjugate(ring, A);
  std::vector<Polynomial> x;
  for (int j = 0; j < n; ++j) {
    Polynomial sum;
    for (int i = 0; i < n; ++i) sum += inverse(j, i) * at(row, chosen[static_cast<std::size_t>(i)]);
    const auto quotient = sum.is_zero() ? std::optional(sum) : exact_quotient(ring, sum, det);
    if (!quotient) return {};
    x.push_back(*quotient);
  }
  return x;
}

}  // namespace

BaseParameterRules base_parameter_rules(SymbolicRobot& robot) {
  Ring& ring = *robot.ring;
  BaseParameterRules result;
  if (!robot.model.rotors().empty())
    result.notes.emplace_back("Spinning rotors are left out: each adds a parameter of its own.");

  // from tip to base: what each link can hand down
  Model<Expr>::Parts parts = without(robot.model, {.friction = true, .springs = true}).parts();
  for (Link<Expr>& link : parts.links) link.motor.reset();
  for (int i = robot.model.link_count() - 1; i >= 0; --i) {
    Link<Expr>& link = parts.links[static_cast<std::size_t>(i)];
    if (link.follows) continue;  // seen through its leader: it hands nothing down
    const Inertia<Expr> part = link.X_PJ * handed_down(link.kind, link.inertia);
    if (link.parent != base_link) parts.links[static_cast<std::size_t>(link.parent)].inertia += part;
  }

  // what is left, each under a symbol of its own
  std::vector<Left> left;
  for (int i = 0; i < robot.model.link_count(); ++i) {
    Link<Expr>& link = parts.links[static_cast<std::size_t>(i)];
    for (const Entry& entry : inertia_entries) {
      Expr& x = entry.of(link.inertia);
      const Polynomial value = ring.polynomial(x);
      if (value.is_zero()) {
        x = Expr();
        continue;
      }
      const std::string k = std::to_string(i + 1);
      x = robot.graph->symbol("base parameter " + std::string(entry.stem) + k + entry.axes);
      left.push_back({i,
                      {entry.stem + k + entry.axes + "_R", entry.stem + subscript(k) + entry.axes + "ᴿ",
                       entry.stem + std::string("_{") + k + entry.axes + "}^{R}"},
                      value,
                      x});
    }
  }
  const Model<Expr> regrouped(parts);
  const std::size_t n = robot.q.size();
  const std::vector<Expr> still(n);
  std::vector<Expr> M(n * n), G(n);
  MassMatrixScratch<Expr> mass_scratch(regrouped);
  mass_matrix<Expr, Expr>(regrouped, robot.q, mass_scratch, M);
  InverseDynamicsScratch<Expr> scratch(regrouped);
  inverse_dynamics<Expr, Expr>(regrouped, robot.q, still, still, scratch, G);

  // where each of them shows
  std::vector<Row> rows(left.size());
  int block = 0;
  const auto add = [&](const Polynomial& entry) {
    for (std::size_t r = 0; r < left.size(); ++r) {
      const Polynomial slope = ring.derivative(entry, left[r].symbol.symbol());
      std::map<Polynomial::Key, std::vector<Polynomial::Term>, Ring::KeyOrder> sums{Ring::KeyOrder(ring)};
      for (const auto& [positions, rest] : ring.coefficients(slope, [](const Ring::Generator& g) {
             return g.symbol != nullptr && g.symbol->kind == SymbolKind::Position;
           }))
        for (const Polynomial::Term& term : rest.terms()) {
          const auto [joints, angles] = ring.split_by_joints(term.key.trig);
          sums[{positions, joints}].push_back({{term.key.plain, angles}, term.coefficient});
        }
      for (auto& [key, terms] : sums)
        rows[r][{block, ring.plain(key.plain), ring.trig(key.trig)}] = ring.from_terms(std::move(terms));
    }
    ++block;
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) add(ring.polynomial(M[i * n + j]));
  for (const Expr& entry : G) add(ring.polynomial(entry));

  // which of them the rest can stand for
  RandomGeometry geometry(ring);
  std::vector<Numbers> numbers(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const auto& [place, value] : rows[r])
      if (const Rational x = geometry.value(value); !x.is_zero()) numbers[r].emplace(place, x);
  const Elimination elimination = eliminated(numbers);
  for (const Dependency& dependency : elimination.dependent) {
    if (dependency.on.empty()) continue;  // shows nowhere
    std::vector<const Row*> others;
    for (const std::size_t index : dependency.on) others.push_back(&rows[index]);
    const auto x = combination(ring, rows[dependency.row], others, geometry);
    if (!x) {
      result.notes.push_back(left[dependency.row].name.unicode + " is not told apart from parameters before it.");
      continue;
    }
    for (std::size_t k = 0; k < dependency.on.size(); ++k)
      left[dependency.on[k]].value += (*x)[k] * left[dependency.row].value;
  }
  for (const std::size_t index : elimination.independent)
    result.parameters.push_back({left[index].name, left[index].value});
  return result;
}

}  // namespace sinew
