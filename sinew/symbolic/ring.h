// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/symbolic/expr.h"
#include "sinew/symbolic/flat_table.h"
#include "sinew/symbolic/polynomial.h"

namespace sinew {

/// Angles of joints whose axes stay parallel: sums of neighbours among them are angles of their own, q2 + q3.
struct ParallelAngles {
  struct Member {
    const Symbol* symbol = nullptr;
    int sign = 1;  ///< −1 where the axis points the other way
  };
  std::vector<Member> members;  ///< from base to tip
};

/// The functions that robots are made of: polynomials, over the rationals, in symbols and in sines and cosines of
/// angles, with s² + c² = 1.
///
/// The angles are chosen so that equations are short: for joints with parallel axes not q1, q2, q3 but q1, q1 + q2,
/// q1 + q2 + q3, the angles that the links have. Every sine of a whole-number combination of angles is a
/// polynomial in these. Products are numbered once and multiplied by table.
class Ring {
 public:
  explicit Ring(ExprGraph& graph, const std::vector<ParallelAngles>& parallels = {});
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// What a plain factor is: a symbol, or a function of which the ring knows no rule: √x, sgn(x), eˣ.
  struct Generator {
    Expr expr;
    const Symbol* symbol = nullptr;  ///< where it is one

    bool is_parameter() const { return symbol != nullptr && symbol->kind == SymbolKind::Parameter; }
    bool is_rate() const {
      return symbol != nullptr && (symbol->kind == SymbolKind::Velocity || symbol->kind == SymbolKind::Acceleration);
    }
  };
  struct PlainFactor {
    std::uint16_t generator = 0;
    std::int16_t exponent = 0;  ///< may be negative
    friend bool operator==(const PlainFactor&, const PlainFactor&) = default;
    /// High powers first, as polynomials are written.
    friend std::strong_ordering operator<=>(const PlainFactor& a, const PlainFactor& b) {
      return a.generator != b.generator ? a.generator <=> b.generator : b.exponent <=> a.exponent;
    }
  };
  struct TrigFactor {
    std::uint16_t angle = 0;
    std::uint8_t cosines = 0;
    std::uint8_t sines = 0;  ///< 0 or 1
    friend auto operator<=>(const TrigFactor&,
                            const TrigFactor&) = default;  // NOLINT(modernize-use-nullptr): not meant
  };
  using PlainProduct = std::vector<PlainFactor>;  // by generator
  using TrigProduct = std::vector<TrigFactor>;    // by angle

  /// One of the angles that the ring works with: `group`'s first `count` members, added up.
  struct Angle {
    int group = 0;
    int count = 1;
  };
  /// A member of a group as the ring sees it; angles that nobody announced form groups of one.
  struct GroupMember {
    Expr expr;  ///< the joint's own angle
    int sign = 1;
    int angle = 0;  ///< the ring's angle that ends with it
  };

  /// Is the product of one key to stand before that of another? Decided by their factors alone, plain ones first.
  class KeyOrder {
   public:
    explicit KeyOrder(const Ring& ring) : ring_(&ring) {}
    bool operator()(Polynomial::Key a, Polynomial::Key b) const { return ring_->precedes(a, b); }

   private:
    const Ring* ring_;
  };

  /// Called after about every million products of terms, with how many there were so far: to show progress, or to
  /// throw where a closed form grows beyond all use.
  void watch(std::function<void(std::size_t products)> watcher) { watcher_ = std::move(watcher); }
  /// Throws std::length_error from the product on that exceeds so many more; nothing: as many as it takes.
  void allow_products(std::optional<std::size_t> count) {
    products_allowed_ = count ? products_ + *count : std::numeric_limits<std::size_t>::max();
  }
  /// Work that is not a product of this ring, but as long as so many of them.
  void note_products(std::size_t count);

  ExprGraph& graph() { return graph_; }
  const std::vector<Generator>& generators() const { return generators_; }
  const std::vector<Angle>& angles() const { return angles_; }
  const std::vector<std::vector<GroupMember>>& groups() const { return groups_; }
  const PlainProduct& plain(std::uint32_t id) const { return plains_[id]; }
  const TrigProduct& trig(std::uint32_t id) const { return trigs_[id]; }
  std::uint32_t plain_id(PlainProduct product);
  std::uint32_t trig_id(TrigProduct product);

  Polynomial constant(Rational value) { return {*this, std::move(value)}; }
  Polynomial generator(const Expr& expr);
  /// One product with its coefficient.
  Polynomial term(Polynomial::Key key, Rational coefficient);
  /// Sorted and summed from terms in any order.
  Polynomial from_terms(std::vector<Polynomial::Term> terms);
  /// The sine and cosine of Σ k·(the ring's angle).
  SinCos<Polynomial> sincos_of_angles(const std::vector<std::pair<int, int>>& angle_and_factor);

  /// The normal form of an expression.
  Fraction fraction(const Expr& expr);
  /// The same where there is no division by a sum; throws std::domain_error if there is.
  Polynomial polynomial(const Expr& expr);
  /// As an expression again, product by product.
  Expr expr(const Polynomial& polynomial);
  Expr expr_of_plain(std::uint32_t plain);
  /// Does an angle turn with the joints, or is it one of the geometry's?
  bool is_joint_angle(int angle) const;
  /// A trig product as (joints', geometry's).
  std::pair<std::uint32_t, std::uint32_t> split_by_joints(std::uint32_t trig);
  /// cos or sin of the ring's angle, as an expression of the joints' own angles.
  Expr expr_of_angle(int angle) const;

  /// Σ frequency·(the group's angles of this ring) in terms of the joints' own angles: 2·q2 + q3.
  Expr readable_angle(int group, const std::vector<int>& frequency);

  /// ∂/∂symbol.
  Polynomial derivative(const Polynomial& p, const Symbol& symbol);
  /// d/dt: q moves with qd, qd with qdd.
  Polynomial time_derivative(const Polynomial& p);

  /// p = Σ selected product · rest, the selected generators on one side: its coefficients with respect to them.
  /// Each comes with the number of its selected product, in the order of these products.
  std::vector<std::pair<std::uint32_t, Polynomial>> coefficients(const Polynomial& p,
                                                                 const std::function<bool(const Generator&)>& selected);
  /// p with a number in place of each generator and each of the ring's angles (a sine and a cosine).
  template <class T>
  T evaluated(const Polynomial& p, std::span<const T> generator_values, std::span<const SinCos<T>> angle_values) const;

  Polynomial sum(const Polynomial& a, const Rational& k, const Polynomial& b);  ///< a + k·b
  Polynomial product(const Polynomial& a, const Polynomial& b);

 private:
  struct TrigTerm {
    int coefficient = 1;
    std::uint32_t id = 0;
  };
  struct PlainHash {
    std::size_t operator()(const PlainProduct& product) const;
  };
  struct TrigHash {
    std::size_t operator()(const TrigProduct& product) const;
  };

  bool precedes(Polynomial::Key a, Polynomial::Key b) const {
    if (a.plain != b.plain) {
      const std::uint64_t x = plain_beginnings_[a.plain], y = plain_beginnings_[b.plain];
      return x != y ? x < y : plains_[a.plain] < plains_[b.plain];
    }
    if (a.trig == b.trig) return false;
    const std::uint64_t x = trig_beginnings_[a.trig], y = trig_beginnings_[b.trig];
    return x != y ? x < y : trigs_[a.trig] < trigs_[b.trig];
  }
  void put_in_order(std::vector<Polynomial::Term>& terms) const;
  std::uint32_t product_of_plains(std::uint32_t a, std::uint32_t b);
  std::span<const TrigTerm> product_of_trigs(std::uint32_t a, std::uint32_t b);
  std::uint16_t generator_index(const Expr& expr);
  SinCos<Polynomial> sincos_of(const Polynomial& angle);
  /// The joint's own angle as a combination of the ring's.
  std::pair<int, int> place_of_angle(const Expr& expr);
  Fraction fraction_of_node(const Expr& expr);

  ExprGraph& graph_;
  std::vector<Generator> generators_;
  std::unordered_map<const Expr::Node*, std::uint16_t> generator_by_node_;
  std::vector<Angle> angles_;
  std::vector<std::vector<GroupMember>> groups_;
  std::unordered_map<const Expr::Node*, std::pair<int, int>> group_of_angle_;
  std::vector<PlainProduct> plains_;
  std::vector<TrigProduct> trigs_;
  std::vector<std::uint64_t> plain_beginnings_, trig_beginnings_;  // first factors of each product, ordered as they are
  std::unordered_map<PlainProduct, std::uint32_t, PlainHash> plain_ids_;
  std::unordered_map<TrigProduct, std::uint32_t, TrigHash> trig_ids_;
  FlatTable plain_products_;
  FlatTable trig_products_;  // to a range of trig_terms_
  std::vector<std::pair<std::uint32_t, std::uint32_t>> trig_ranges_;
  std::vector<TrigTerm> trig_terms_;
  std::unordered_map<const Expr::Node*, Fraction> known_;
  std::function<void(std::size_t)> watcher_;
  std::size_t products_ = 0, products_watched_ = 0;
  std::size_t products_allowed_ = std::numeric_limits<std::size_t>::max();
};

template <class T>
T Ring::evaluated(const Polynomial& p, std::span<const T> generator_values,
                  std::span<const SinCos<T>> angle_values) const {
  const auto to_the = [](const T& x, int n) {
    T y(1.0);
    for (int i = 0; i < (n < 0 ? -n : n); ++i) y *= x;
    return n < 0 ? T(1.0) / y : y;
  };
  T sum(0.0);
  for (const Polynomial::Term& term : p.terms()) {
    T product(term.coefficient.to_double());
    for (const PlainFactor& f : plain(term.key.plain)) product *= to_the(generator_values[f.generator], f.exponent);
    for (const TrigFactor& f : trig(term.key.trig)) {
      product *= to_the(angle_values[f.angle].cos, f.cosines);
      if (f.sines > 0) product *= angle_values[f.angle].sin;
    }
    sum += product;
  }
  return sum;
}

}  // namespace sinew
