// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/symbolic/polynomial_matrix.h"

#include <algorithm>
#include <map>

namespace sinew {

namespace {

template <class Combine>
PolynomialMatrix entry_by_entry(const PolynomialMatrix& a, const PolynomialMatrix& b, const Combine& combine) {
  PolynomialMatrix result(a.rows, a.columns);
  for (std::size_t i = 0; i < a.entries.size(); ++i) result.entries[i] = combine(a.entries[i], b.entries[i]);
  return result;
}

/// Minors of the last rows, by their columns: a determinant by expansion, each minor once. Nothing is divided.
class Minors {
 public:
  Minors(Ring& ring, const PolynomialMatrix& a) : ring_(ring), a_(a) {}

  Polynomial of(std::vector<int> rows, unsigned columns) {
    if (rows.empty()) return ring_.constant(Rational(1));
    const auto found = known_.find({rows, columns});
    if (found != known_.end()) return found->second;
    const int row = rows.front();
    const std::vector<int> others(rows.begin() + 1, rows.end());
    Polynomial sum;
    bool positive = true;
    for (int c = 0; c < a_.columns; ++c) {
      if ((columns & (1U << c)) == 0) continue;
      if (!a_(row, c).is_zero()) {
        const Polynomial part = a_(row, c) * of(others, columns & ~(1U << c));
        sum = positive ? sum + part : sum - part;
      }
      positive = !positive;
    }
    known_.emplace(std::pair(std::move(rows), columns), sum);
    return sum;
  }

 private:
  Ring& ring_;
  const PolynomialMatrix& a_;
  std::map<std::pair<std::vector<int>, unsigned>, Polynomial> known_;
};

std::vector<int> all_but(int count, int left_out) {
  std::vector<int> rows;
  for (int i = 0; i < count; ++i)
    if (i != left_out) rows.push_back(i);
  return rows;
}

}  // namespace

bool PolynomialMatrix::is_zero() const {
  return std::all_of(entries.begin(), entries.end(), [](const Polynomial& p) { return p.is_zero(); });
}

PolynomialMatrix operator*(const PolynomialMatrix& a, const PolynomialMatrix& b) {
  PolynomialMatrix result(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j)
      for (int k = 0; k < a.columns; ++k) result(i, j) += a(i, k) * b(k, j);
  return result;
}

PolynomialMatrix operator+(const PolynomialMatrix& a, const PolynomialMatrix& b) {
  return entry_by_entry(a, b, [](const Polynomial& x, const Polynomial& y) { return x + y; });
}

PolynomialMatrix operator-(const PolynomialMatrix& a, const PolynomialMatrix& b) {
  return entry_by_entry(a, b, [](const Polynomial& x, const Polynomial& y) { return x - y; });
}

PolynomialMatrix operator*(const Polynomial& k, const PolynomialMatrix& a) {
  PolynomialMatrix result = a;
  for (Polynomial& entry : result.entries) entry = k * entry;
  return result;
}

PolynomialMatrix transposed(const PolynomialMatrix& a) {
  PolynomialMatrix result(a.columns, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j) result(j, i) = a(i, j);
  return result;
}

PolynomialMatrix time_derivative(Ring& ring, const PolynomialMatrix& a) {
  PolynomialMatrix result(a.rows, a.columns);
  for (std::size_t i = 0; i < a.entries.size(); ++i) result.entries[i] = ring.time_derivative(a.entries[i]);
  return result;
}

Polynomial determinant(Ring& ring, const PolynomialMatrix& a) {
  return Minors(ring, a).of(all_but(a.rows, -1), (1U << a.columns) - 1);
}

PolynomialMatrix adjugate(Ring& ring, const PolynomialMatrix& a) {
  Minors minors(ring, a);
  PolynomialMatrix result(a.rows, a.rows);
  const unsigned all = (1U << a.columns) - 1;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.rows; ++j) {
      const Polynomial minor = minors.of(all_but(a.rows, i), all & ~(1U << j));
      result(j, i) = (i + j) % 2 == 0 ? minor : -minor;
    }
  return result;
}

}  // namespace sinew
