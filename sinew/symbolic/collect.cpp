// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/collect.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace sinew {

namespace {

using Key = std::vector<std::pair<const Expr::Node*, int>>;

Key key_of(const std::vector<ReadableFactor>& factors) {
  Key key;
  for (const ReadableFactor& f : factors) key.emplace_back(f.base.node(), f.exponent);
  std::sort(key.begin(), key.end());
  return key;
}

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = key.size();
    for (const auto& [node, exponent] : key)
      hash = (hash ^ (std::size_t{node->id} * 131U + static_cast<std::size_t>(exponent + 1000))) * 0x9E3779B97F4A7C15U;
    return hash;
  }
};
template <class T>
using ByKey = std::unordered_map<Key, T, KeyHash>;

std::vector<ReadableFactor> without(const std::vector<ReadableFactor>& factors, std::size_t index, int powers) {
  std::vector<ReadableFactor> rest = factors;
  rest[index].exponent -= powers;
  if (rest[index].exponent == 0) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

bool is_rate(const Expr& base) {
  return sort_of(base) == FactorSort::Velocity || sort_of(base) == FactorSort::Acceleration;
}

/// May f and g stand in one bracket? Masses with masses, accelerations with accelerations, lengths with what slides.
int bracket_of(const ReadableFactor& f) {
  if (f.exponent != 1) return -1;
  switch (sort_of(f.base)) {
    case FactorSort::Acceleration:
      return 1;
    case FactorSort::Velocity:
      return 2;
    case FactorSort::Parameter:
      return f.base.op() == Expr::Op::Symbol ? 10 + rank_of(f.base.symbol()) : -1;
    default:
      return -1;
  }
}

/// What every term has.
std::vector<ReadableFactor> common_factors(const std::vector<ReadableTerm>& pieces) {
  std::vector<ReadableFactor> common = pieces.front().factors;
  for (const ReadableTerm& piece : pieces)
    for (ReadableFactor& f : common) {
      const auto same = std::find_if(piece.factors.begin(), piece.factors.end(),
                                     [&](const ReadableFactor& g) { return g.base == f.base; });
      const int there = same == piece.factors.end() ? 0 : same->exponent;
      f.exponent = f.exponent > 0 ? std::clamp(there, 0, f.exponent) : std::clamp(there, f.exponent, 0);
    }
  std::erase_if(common, [](const ReadableFactor& f) { return f.exponent == 0; });
  return common;
}

/// What stands in front of a bracket: the largest number that leaves whole ones inside, with the sign of the first.
Rational content(const std::vector<Rational>& numbers) {
  Rational divisor = magnitude(numbers.front());
  for (const Rational& x : numbers) divisor = common_divisor(divisor, x);
  return numbers.front().sign() < 0 ? -divisor : divisor;
}

class Collector {
 public:
  explicit Collector(ExprGraph& graph) : graph_(graph) {}

  Expr collected(std::vector<ReadableTerm> pieces, bool parameters_too = false) {
    if (pieces.empty()) return {};
    const auto outside = [&](const std::vector<ReadableFactor>& common, bool worth_it) -> std::optional<Expr> {
      if (pieces.size() < 2 || !worth_it) return {};
      for (ReadableTerm& piece : pieces)
        for (const ReadableFactor& f : common) piece.factors = times(std::move(piece.factors), f.base, -f.exponent);
      return times_bracket(graph_, collected(std::move(pieces)), common);
    };
    const auto any = [](const std::vector<ReadableFactor>& factors, const auto& test) {
      return std::any_of(factors.begin(), factors.end(), [&](const ReadableFactor& f) { return test(f.base); });
    };
    // a sine, a cosine or a rate in every term: it and all else in every term stands outside; so it does in m·(x² + y²)
    std::vector<ReadableFactor> common = common_factors(pieces);
    const bool powers_alone = std::all_of(pieces.begin(), pieces.end(), [&](const ReadableTerm& piece) {
      return piece.factors.size() == common.size() + 1 && piece.factors.back().exponent > 1;
    });
    if (const auto whole = outside(
            common, parameters_too ? !common.empty()
                                   : any(common, [](const Expr& x) { return sort_of(x) != FactorSort::Parameter; }) ||
                                         (!common.empty() && powers_alone)))
      return *whole;
    find_squares(pieces);
    while (merge(pieces)) {
    }
    merge_by_rates(pieces);
    // and a bracket that has come to stand in every term
    common = common_factors(pieces);
    if (const auto whole = outside(common, any(common, [](const Expr& x) { return x.op() == Expr::Op::Sum; })))
      return *whole;
    return sum_in_order(graph_, pieces);
  }

 private:
  /// k·u²·R + 2·√(k·l)·u·v·R + l·v²·R is R·(√k·u + √l·v)², and so on for more of them.
  void find_squares(std::vector<ReadableTerm>& pieces) {
    struct Square {
      Expr base;
      std::size_t piece;
    };
    ByKey<std::size_t> places;
    std::vector<std::pair<std::vector<ReadableFactor>, std::vector<Square>>> families;  // by R, in order of appearance
    ByKey<std::size_t> family_of;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      places[key_of(pieces[i].factors)] = i;
      for (std::size_t k = 0; k < pieces[i].factors.size(); ++k) {
        const ReadableFactor& f = pieces[i].factors[k];
        if (f.exponent != 2 || sort_of(f.base) == FactorSort::Trig) continue;
        std::vector<ReadableFactor> rest = without(pieces[i].factors, k, 2);
        const auto [found, is_new] = family_of.try_emplace(key_of(rest), families.size());
        if (is_new) families.emplace_back(std::move(rest), std::vector<Square>{});
        families[found->second].second.push_back({f.base, i});
      }
    }
    std::set<std::size_t> used;
    std::vector<ReadableTerm> squares;
    for (const auto& [rest, members] : families) {
      if (members.size() < 2) continue;
      for (const Square& first : members) {
        if (used.contains(first.piece)) continue;
        const Rational& k = pieces[first.piece].coefficient;
        struct Inside {
          Expr base;
          Rational factor;  // relative to the first
        };
        std::vector<Inside> inside{{first.base, Rational(1)}};
        std::set<std::size_t> taken{first.piece};
        for (const Square& next : members) {
          Rational root;
          if (next.piece == first.piece || used.contains(next.piece) ||
              !has_rational_root(pieces[next.piece].coefficient / k, root))
            continue;
          // every cross term must be there, with the right number
          std::set<std::size_t> crossing{next.piece};
          std::optional<Rational> factor;
          bool all = true;
          for (const Inside& other : inside) {
            const auto cross = places.find(key_of(times(times(rest, other.base, 1), next.base, 1)));
            if (cross == places.end() || used.contains(cross->second) || taken.contains(cross->second)) {
              all = false;
              break;
            }
            const Rational needed = pieces[cross->second].coefficient / (Rational(2) * k * other.factor);
            if (magnitude(needed) != root || (factor && *factor != needed)) {
              all = false;
              break;
            }
            factor = needed;
            crossing.insert(cross->second);
          }
          if (!all) continue;
          inside.push_back({next.base, *factor});
          taken.insert(crossing.begin(), crossing.end());
        }
        if (inside.size() < 2) continue;
        used.insert(taken.begin(), taken.end());
        std::sort(inside.begin(), inside.end(),
                  [](const Inside& a, const Inside& b) { return stands_before(a.base, b.base); });
        std::vector<Rational> numbers;
        for (const Inside& x : inside) numbers.push_back(x.factor);
        const Rational front = content(numbers);
        std::vector<Expr> sum;
        for (const Inside& x : inside) sum.push_back(graph_.product({Expr(x.factor / front), x.base}));
        squares.push_back({k * front * front, times(rest, graph_.sum(std::move(sum)), 2)});
      }
    }
    if (squares.empty()) return;
    std::vector<ReadableTerm> left;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (!used.contains(i)) left.push_back(std::move(pieces[i]));
    left.insert(left.end(), squares.begin(), squares.end());
    pieces = std::move(left);
  }

  /// Terms that differ in one factor become one term with a bracket; true if any did.
  bool merge(std::vector<ReadableTerm>& pieces) {
    struct Class {
      std::vector<ReadableFactor> rest;
      std::vector<std::pair<std::size_t, Expr>> members;
      double score = 0.0;
    };
    std::vector<Class> classes;
    std::map<std::pair<int, Key>, std::size_t> class_of;  // for lookups: its order means nothing
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t k = 0; k < pieces[i].factors.size(); ++k) {
        const ReadableFactor& f = pieces[i].factors[k];
        const int bracket = bracket_of(f);
        if (bracket < 0) continue;
        std::vector<ReadableFactor> rest = without(pieces[i].factors, k, 1);
        if (rest.empty()) continue;
        const auto [found, is_new] = class_of.try_emplace({bracket, key_of(rest)}, classes.size());
        if (is_new) classes.push_back({std::move(rest), {}, 0.0});
        classes[found->second].members.emplace_back(i, f.base);
      }
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      Class& candidate = classes[c];
      if (candidate.members.size() < 2) continue;
      candidate.score = static_cast<double>((candidate.members.size() - 1) * candidate.rest.size());
      if (is_rate(candidate.members.front().second)) candidate.score += 0.5;
      const Rational& number = pieces[candidate.members.front().first].coefficient;
      if (std::all_of(candidate.members.begin(), candidate.members.end(),
                      [&](const auto& m) { return pieces[m.first].coefficient == number; }))
        candidate.score += 0.25;
      order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return classes[a].score > classes[b].score; });
    std::vector<bool> used(pieces.size(), false);
    std::vector<ReadableTerm> merged;
    for (const std::size_t c : order) {
      Class& chosen = classes[c];
      if (std::any_of(chosen.members.begin(), chosen.members.end(), [&](const auto& m) { return used[m.first]; }))
        continue;
      std::sort(chosen.members.begin(), chosen.members.end(),
                [](const auto& a, const auto& b) { return stands_before(a.second, b.second); });
      std::vector<Rational> numbers;
      for (const auto& [piece, base] : chosen.members) numbers.push_back(pieces[piece].coefficient);
      const Rational front = content(numbers);
      std::vector<Expr> sum;
      for (std::size_t m = 0; m < numbers.size(); ++m) {
        sum.push_back(graph_.product({Expr(numbers[m] / front), chosen.members[m].second}));
        used[chosen.members[m].first] = true;
      }
      merged.push_back({front, times(chosen.rest, graph_.sum(std::move(sum)), 1)});
    }
    if (merged.empty()) return false;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (!used[i]) merged.push_back(std::move(pieces[i]));
    pieces = std::move(merged);
    return true;
  }

  /// (I2 + m2·l2²)·(q̈1 + q̈2): terms that have one rate, or a bracket of rates, in common and else parameters alone.
  void merge_by_rates(std::vector<ReadableTerm>& pieces) {
    std::map<Expr, std::vector<std::size_t>, decltype(&stands_before)> by_rate(&stands_before);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (const ReadableFactor& f : pieces[i].factors)
        if (is_rate(f.base) && f.exponent == 1) by_rate[f.base].push_back(i);
    std::set<std::size_t> used;
    std::vector<ReadableTerm> merged;
    for (const auto& [rate, members] : by_rate) {
      std::vector<ReadableTerm> inside;
      std::vector<std::size_t> from;
      for (const std::size_t i : members) {
        ReadableTerm piece = pieces[i];
        std::erase_if(piece.factors, [&, wanted = rate](const ReadableFactor& f) { return f.base == wanted; });
        const bool plain = std::all_of(piece.factors.begin(), piece.factors.end(), [](const ReadableFactor& f) {
          return sort_of(f.base) == FactorSort::Parameter;
        });
        if (!plain || used.contains(i)) continue;
        inside.push_back(std::move(piece));
        from.push_back(i);
      }
      if (inside.size() < 2) continue;
      used.insert(from.begin(), from.end());
      merged.push_back({Rational(1), {{collected(std::move(inside)), 1}, {rate, 1}}});
    }
    if (merged.empty()) return;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (!used.contains(i)) merged.push_back(std::move(pieces[i]));
    pieces = std::move(merged);
  }

  ExprGraph& graph_;
};

}  // namespace

Expr collected(ExprGraph& graph, std::vector<ReadableTerm> terms) {
  return Collector(graph).collected(std::move(terms));
}
Expr factored(ExprGraph& graph, std::vector<ReadableTerm> terms) {
  return Collector(graph).collected(std::move(terms), true);
}

}  // namespace sinew
