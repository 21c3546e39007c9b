// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "sinew/symbolic/readable_term.h"
#include "sinew/symbolic/ring.h"

namespace sinew {

/// Sines and cosines as people write them: c12 for c1·c2 − s1·s2, s2² for 1 − c2², 2·c2·c23, sin(2·q2).
///
/// A trigonometric polynomial has one Fourier series but many shapes. The shape is sought among products of up to two
/// sines and cosines of angles that mean something: sums of neighbours with parallel axes; or one of a sum of two such.
class TrigForms {
 public:
  explicit TrigForms(Ring& ring) : ring_(ring) {}

  using Sum = std::vector<std::pair<std::uint32_t, Rational>>;  ///< of the ring's trig products

  /// The shortest form found; equal to `sum`.
  std::vector<ReadableTerm> shortest(const Sum& sum);

 private:
  /// Σ a·cos(κ·φ) + b·sin(κ·φ) over the angles φ of one group; the first number of κ that is not zero is positive.
  using Frequency = std::vector<int>;
  struct Wave {
    Rational cosine, sine;
  };
  using Series = std::map<Frequency, Wave>;

  struct Entry {
    Series series;
    std::vector<ReadableFactor> factors;
    double cost = 0.0;
  };
  struct Dictionary {
    std::vector<Entry> entries;
    std::map<std::vector<Rational>, std::size_t> by_shape;  ///< scaled to a leading coefficient of one
    std::map<Frequency, std::vector<std::size_t>> by_frequency;
    std::map<std::vector<Rational>, std::vector<ReadableTerm>> known;
  };
  struct Form {
    std::vector<ReadableTerm> terms;
    double cost = 0.0;
  };

  const Dictionary& dictionary(int group);
  void add_entry(Dictionary& dictionary, Entry entry) const;
  Series series_of(int group, const Ring::TrigProduct& product) const;
  std::vector<ReadableTerm> shortest_in_group(int group,
                                              const std::vector<std::pair<Ring::TrigProduct, Rational>>& sum);
  bool matched(const Dictionary& dictionary, const Series& series, int terms_left, double cost_limit, Form& best) const;
  bool peeled(int group, const Series& series, double cost_limit, int& steps_left, Form& best);
  std::vector<Entry> entries_for(int group, const Frequency& frequency);
  static bool is_better(const Entry& entry, const Rational& k, double& cost_limit, Form rest, Form& best);
  static int number_count(const Series& series);

  static std::vector<Rational> shape(const Series& series, const Rational& scale);
  static Rational leading(const Series& series);
  static Series difference(const Series& a, const Rational& k, const Series& b);
  static Series product(const Series& a, const Series& b);
  static void add_wave(Series& series, Frequency frequency, const Wave& wave);

  Ring& ring_;
  std::unordered_map<int, Dictionary> dictionaries_;
};

}  // namespace sinew
