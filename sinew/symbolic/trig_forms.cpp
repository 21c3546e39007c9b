// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/trig_forms.h"

#include <algorithm>
#include <utility>

namespace sinew {

namespace {

// a sine or cosine costs 1; the numbers in front of them cost nothing, so that one function has one form everywhere
constexpr double cost_of_summed_angle = 1.4;
constexpr double cost_of_other_angle = 1.8;  // 3·q2, 2·q1 + 3·q2
constexpr double cost_of_square = 1.3;
constexpr double cost_of_another_term = 1.5;
constexpr int most_steps = 2000;  // of a search; sums that people write are found in a few dozen

}  // namespace

void TrigForms::add_wave(Series& series, Frequency frequency, const Wave& wave) {
  const auto first = std::find_if(frequency.begin(), frequency.end(), [](int k) { return k != 0; });
  const bool turned = first != frequency.end() && *first < 0;
  if (turned)
    for (int& k : frequency) k = -k;
  Wave& sum = series[frequency];
  sum.cosine += wave.cosine;
  if (first != frequency.end()) sum.sine += turned ? -wave.sine : wave.sine;
  if (sum.cosine.is_zero() && sum.sine.is_zero()) series.erase(frequency);
}

TrigForms::Series TrigForms::product(const Series& a, const Series& b) {
  Series result;
  const Rational half(1, 2);
  for (const auto& [k, x] : a)
    for (const auto& [l, y] : b) {
      Frequency sum(k.size()), difference(k.size());
      for (std::size_t i = 0; i < k.size(); ++i) {
        sum[i] = k[i] + l[i];
        difference[i] = k[i] - l[i];
      }
      add_wave(result, sum,
               {half * (x.cosine * y.cosine - x.sine * y.sine), half * (x.cosine * y.sine + x.sine * y.cosine)});
      add_wave(result, difference,
               {half * (x.cosine * y.cosine + x.sine * y.sine), half * (x.sine * y.cosine - x.cosine * y.sine)});
    }
  return result;
}

TrigForms::Series TrigForms::difference(const Series& a, const Rational& k, const Series& b) {
  Series result = a;
  for (const auto& [frequency, wave] : b) add_wave(result, frequency, {-(k * wave.cosine), -(k * wave.sine)});
  return result;
}

Rational TrigForms::leading(const Series& series) {
  const Wave& wave = series.rbegin()->second;
  return wave.cosine.is_zero() ? wave.sine : wave.cosine;
}

std::vector<Rational> TrigForms::shape(const Series& series, const Rational& scale) {
  std::vector<Rational> result;
  for (const auto& [frequency, wave] : series) {
    for (const int k : frequency) result.emplace_back(k);
    result.push_back(wave.cosine / scale);
    result.push_back(wave.sine / scale);
  }
  return result;
}

TrigForms::Series TrigForms::series_of(int group, const Ring::TrigProduct& product_of_group) const {
  const auto& members = ring_.groups()[static_cast<std::size_t>(group)];
  Series result;
  add_wave(result, Frequency(members.size(), 0), {Rational(1), Rational()});
  for (const Ring::TrigFactor& f : product_of_group) {
    Frequency own(members.size(), 0);
    own[static_cast<std::size_t>(ring_.angles()[f.angle].count - 1)] = 1;
    for (int i = 0; i < f.cosines; ++i) result = product(result, {{own, {Rational(1), Rational()}}});
    if (f.sines > 0) result = product(result, {{own, {Rational(), Rational(1)}}});
  }
  return result;
}

void TrigForms::add_entry(Dictionary& dictionary, Entry entry) const {
  const auto [found, is_new] =
      dictionary.by_shape.try_emplace(shape(entry.series, leading(entry.series)), dictionary.entries.size());
  if (!is_new) {
    if (dictionary.entries[found->second].cost > entry.cost) dictionary.entries[found->second] = std::move(entry);
    return;
  }
  for (const auto& [frequency, wave] : entry.series) dictionary.by_frequency[frequency].push_back(found->second);
  dictionary.entries.push_back(std::move(entry));
}

const TrigForms::Dictionary& TrigForms::dictionary(int group) {
  const auto [found, is_new] = dictionaries_.try_emplace(group);
  Dictionary& result = found->second;
  if (!is_new) return result;
  const auto& members = ring_.groups()[static_cast<std::size_t>(group)];
  const std::size_t count = members.size();
  // sums of neighbours: the ring's angle `last` less the one before `first`
  struct Atom {
    Frequency frequency;
    Expr angle;
    SinCos<Expr> expr;
  };
  std::vector<Atom> atoms, sums;
  for (std::size_t first = 0; first < count; ++first) {
    Expr angle;
    for (std::size_t last = first; last < count; ++last) {
      const Expr& own = members[last].expr;
      angle += members[last].sign > 0 ? own : -own;
      Frequency frequency(count, 0);
      frequency[last] += 1;
      if (first > 0) frequency[first - 1] -= 1;
      // an angle that begins with a minus is written the other way round
      const bool turned = members[first].sign < 0;
      if (turned)
        for (int& k : frequency) k = -k;
      const Expr written = turned ? -angle : angle;
      atoms.push_back({frequency, written, sincos(written)});
    }
  }
  for (std::size_t i = 0; i < atoms.size(); ++i)
    for (std::size_t j = i; j < atoms.size(); ++j) {
      Frequency frequency = atoms[i].frequency;
      for (std::size_t k = 0; k < count; ++k) frequency[k] += atoms[j].frequency[k];
      const Expr angle = ring_.readable_angle(group, frequency);
      sums.push_back({frequency, angle, sincos(angle)});
    }
  const auto single = [&](const Atom& atom, bool is_cosine) {
    Series series;
    add_wave(series, atom.frequency, {Rational(is_cosine ? 1 : 0), Rational(is_cosine ? 0 : 1)});
    return series;
  };
  add_entry(result, {single({Frequency(count, 0), {}, {}}, true), {}, 0.0});
  for (const Atom& atom : atoms)
    for (const bool is_cosine : {true, false})
      add_entry(result, {single(atom, is_cosine), {{is_cosine ? atom.expr.cos : atom.expr.sin, 1}}, 1.0});
  for (const Atom& atom : sums)
    for (const bool is_cosine : {true, false})
      add_entry(result,
                {single(atom, is_cosine), {{is_cosine ? atom.expr.cos : atom.expr.sin, 1}}, cost_of_summed_angle});
  for (std::size_t i = 0; i < 2 * atoms.size(); ++i)
    for (std::size_t j = i; j < 2 * atoms.size(); ++j) {
      const bool is_cosine_i = i % 2 == 0, is_cosine_j = j % 2 == 0;
      const Atom &a = atoms[i / 2], &b = atoms[j / 2];
      const Expr x = is_cosine_i ? a.expr.cos : a.expr.sin, y = is_cosine_j ? b.expr.cos : b.expr.sin;
      Series series = product(single(a, is_cosine_i), single(b, is_cosine_j));
      if (i == j)
        add_entry(result, {std::move(series), {{x, 2}}, cost_of_square});
      else
        add_entry(result, {std::move(series), {{x, 1}, {y, 1}}, 2.0});
    }
  return result;
}

/// Puts k·entry in front of `rest`, where that costs less than the best so far.
bool TrigForms::is_better(const Entry& entry, const Rational& k, double& cost_limit, Form rest, Form& best) {
  const double cost = rest.cost + entry.cost + (rest.terms.empty() ? 0.0 : cost_of_another_term);
  if (cost >= cost_limit) return false;
  cost_limit = cost;
  rest.terms.insert(rest.terms.begin(), ReadableTerm{k, entry.factors});
  rest.cost = cost;
  best = std::move(rest);
  return true;
}

/// How many numbers a series has, its constant apart.
int TrigForms::number_count(const Series& series) {
  int count = 0;
  for (const auto& [frequency, wave] : series) {
    const bool is_constant = std::all_of(frequency.begin(), frequency.end(), [](int k) { return k == 0; });
    if (!is_constant) count += (wave.cosine.is_zero() ? 0 : 1) + (wave.sine.is_zero() ? 0 : 1);
  }
  return count;
}

/// What can take care of a frequency: the dictionary's, or where it has none, the wave itself.
std::vector<TrigForms::Entry> TrigForms::entries_for(int group, const Frequency& frequency) {
  const Dictionary& known = dictionary(group);
  std::vector<Entry> entries;
  if (const auto found = known.by_frequency.find(frequency); found != known.by_frequency.end()) {
    for (const std::size_t index : found->second) entries.push_back(known.entries[index]);
    return entries;
  }
  const SinCos<Expr> both = sincos(ring_.readable_angle(group, frequency));
  entries.push_back({{{frequency, {Rational(1), Rational()}}}, {{both.cos, 1}}, cost_of_other_angle});
  const Scaled sine = split_coefficient(both.sin);  // of an angle that begins with a minus
  entries.push_back({{{frequency, {Rational(), sine.coefficient}}}, {{sine.rest, 1}}, cost_of_other_angle});
  return entries;
}

/// Looks for `series` as a sum of any number of entries, each of which takes all of its own waves away and brings none:
/// 6 + 4·c2 + 2·c23 + 2·c3, which has too many terms for a search among all entries.
bool TrigForms::peeled(int group, const Series& series, double cost_limit, int& steps_left, Form& best) {
  if (series.empty()) {
    best = {};
    return true;
  }
  if (--steps_left < 0) return false;
  const auto& [frequency, wave] = *series.rbegin();
  bool found = false;
  for (const Entry& entry : entries_for(group, frequency)) {
    if (entry.cost >= cost_limit) continue;
    const Wave& its = entry.series.at(frequency);
    const Rational k = its.cosine.is_zero() ? wave.sine / its.sine : wave.cosine / its.cosine;
    if (k.is_zero()) continue;
    const Series left = difference(series, k, entry.series);
    if (number_count(left) != number_count(series) - number_count(entry.series)) continue;
    const double cost = entry.cost + (left.empty() ? 0.0 : cost_of_another_term);
    Form rest;
    if (peeled(group, left, cost_limit - cost, steps_left, rest))
      found = is_better(entry, k, cost_limit, std::move(rest), best) || found;
  }
  return found;
}

/// Looks for `series` as a sum of up to `terms_left` entries that costs less than the best so far.
bool TrigForms::matched(const Dictionary& dictionary, const Series& series, int terms_left, double cost_limit,
                        Form& best) const {
  if (series.empty()) {
    best = {};
    return true;
  }
  const Rational scale = leading(series);
  bool found = false;
  const auto offer = [&](std::size_t index, const Rational& k, Form rest) {
    if (is_better(dictionary.entries[index], k, cost_limit, std::move(rest), best)) found = true;
  };
  if (const auto same = dictionary.by_shape.find(shape(series, scale)); same != dictionary.by_shape.end())
    offer(same->second, scale / leading(dictionary.entries[same->second].series), {});
  if (terms_left < 2) return found;
  // one entry takes care of the highest frequency
  const auto& [frequency, wave] = *series.rbegin();
  const auto candidates = dictionary.by_frequency.find(frequency);
  if (candidates == dictionary.by_frequency.end()) return found;
  for (const std::size_t index : candidates->second) {
    const Entry& entry = dictionary.entries[index];
    if (entry.cost >= cost_limit) continue;
    const Wave& its = entry.series.at(frequency);
    if (its.cosine.is_zero() != wave.cosine.is_zero() && its.sine.is_zero() != wave.sine.is_zero()) continue;
    const Rational k = its.cosine.is_zero() ? wave.sine / its.sine : wave.cosine / its.cosine;
    if (k.is_zero()) continue;
    Form rest;
    if (matched(dictionary, difference(series, k, entry.series), terms_left - 1, cost_limit - entry.cost, rest))
      offer(index, k, std::move(rest));
  }
  return found;
}

std::vector<ReadableTerm> TrigForms::shortest_in_group(int group,
                                                       const std::vector<std::pair<Ring::TrigProduct, Rational>>& sum) {
  // as the ring has it: the form to beat
  Form best;
  Series series;
  for (const auto& [factors, coefficient] : sum) {
    ReadableTerm term{coefficient, {}};
    for (const Ring::TrigFactor& f : factors) {
      const SinCos<Expr> both = sincos(ring_.expr_of_angle(f.angle));
      if (f.cosines > 0) term.factors.push_back({both.cos, f.cosines});
      if (f.sines > 0) term.factors.push_back({both.sin, 1});
      best.cost += f.sines + (f.cosines > 1 ? cost_of_square : f.cosines);
    }
    best.cost += best.terms.empty() ? 0.0 : cost_of_another_term;
    best.terms.push_back(std::move(term));
    series = difference(series, -coefficient, series_of(group, factors));
  }
  if (series.empty()) return {};
  const auto& known_forms = dictionary(group).known;
  const Rational scale = leading(series);
  std::vector<Rational> key = shape(series, scale);
  if (const auto found = known_forms.find(key); found != known_forms.end()) {
    std::vector<ReadableTerm> terms = found->second;
    for (ReadableTerm& term : terms) term.coefficient *= scale;
    return terms;
  }
  Form form;
  int steps = most_steps;
  if (peeled(group, series, best.cost, steps, form)) best = std::move(form);
  const int most_terms = series.size() > 12 ? 1 : 3;
  if (matched(dictionary(group), series, most_terms, best.cost, form)) best = std::move(form);
  std::vector<ReadableTerm> scaled = best.terms;
  for (ReadableTerm& term : scaled) term.coefficient /= scale;
  dictionaries_.at(group).known.emplace(std::move(key), std::move(scaled));
  return best.terms;
}

std::vector<ReadableTerm> TrigForms::shortest(const Sum& sum) {
  // a term on its way: some groups' sines and cosines as the ring has them, the others' rewritten already
  struct Open {
    Rational coefficient;
    std::map<int, Ring::TrigProduct> raw;
    std::vector<ReadableFactor> done;
  };
  std::vector<Open> terms;
  std::map<int, int> groups;
  for (const auto& [id, coefficient] : sum) {
    Open term{coefficient, {}, {}};
    for (const Ring::TrigFactor& f : ring_.trig(id)) {
      const int group = ring_.angles()[f.angle].group;
      term.raw[group].push_back(f);
      ++groups[group];
    }
    terms.push_back(std::move(term));
  }
  const auto same_factors = [](const std::vector<ReadableFactor>& a, const std::vector<ReadableFactor>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ReadableFactor& x, const ReadableFactor& y) {
      return x.base == y.base && x.exponent == y.exponent;
    });
  };
  for (const auto& [group, uses] : groups) {
    std::vector<Open> next;
    std::vector<bool> taken(terms.size(), false);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (taken[i]) continue;
      // all terms that differ from this one in this group alone
      Open rest = terms[i];
      rest.raw.erase(group);
      std::vector<std::pair<Ring::TrigProduct, Rational>> part;
      for (std::size_t j = i; j < terms.size(); ++j) {
        if (taken[j] || !same_factors(terms[j].done, rest.done)) continue;
        std::map<int, Ring::TrigProduct> others = terms[j].raw;
        others.erase(group);
        if (others != rest.raw) continue;
        taken[j] = true;
        const auto own = terms[j].raw.find(group);
        part.emplace_back(own == terms[j].raw.end() ? Ring::TrigProduct{} : own->second, terms[j].coefficient);
      }
      for (ReadableTerm& form : shortest_in_group(group, part)) {
        Open term = rest;
        term.coefficient = form.coefficient;
        term.done.insert(term.done.end(), form.factors.begin(), form.factors.end());
        next.push_back(std::move(term));
      }
    }
    terms = std::move(next);
  }
  std::vector<ReadableTerm> result;
  result.reserve(terms.size());
  for (Open& term : terms) result.push_back({std::move(term.coefficient), std::move(term.done)});
  return result;
}

}  // namespace sinew
