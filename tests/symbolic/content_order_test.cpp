// SPDX-License-Identifier: BSD-3-Clause
// A compiler may evaluate the operands of a + b in either order. What is printed must not depend on its choice.
#include <gtest/gtest.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sinew/symbolic/factorise.h"
#include "sinew/symbolic/print/print.h"
#include "sinew/symbolic/print/program.h"
#include "sinew/symbolic/readable.h"
#include "tests/support/random.h"

namespace sinew {
namespace {

enum class First { Left, Right };

/// A graph, a ring, and expressions whose operands are made in a chosen order.
class Maker {
 public:
  explicit Maker(First first) : first_(first) {
    for (const char* name : {"m1", "m2", "l1", "l2", "alpha"}) leaves_.push_back(graph_.symbol(name));
    for (int joint = 0; joint < 3; ++joint) angles_.push_back(graph_.position(joint, true));
    for (int joint = 0; joint < 3; ++joint) leaves_.push_back(graph_.velocity(joint));
    for (int joint = 0; joint < 3; ++joint) leaves_.push_back(graph_.acceleration(joint));
    ring_.emplace(graph_, std::vector<ParallelAngles>{{{{&angles_[1].symbol(), 1}, {&angles_[2].symbol(), 1}}}});
  }

  Expr expr(std::uint64_t seed, int depth) {
    sinew_test::Random random(seed);
    const int kind = random.below(5);
    if (depth == 0) return kind < 2 ? trig(random) : leaves_[place(random, leaves_)];
    const auto [x, y] =
        both([&] { return expr(2 * seed + 1, depth - 1); }, [&] { return expr(2 * seed + 2, depth - 1); });
    if (kind == 0) return sqrt(x * x + y * y) * leaves_[place(random, leaves_)];
    return kind < 3 ? x + y : kind == 3 ? x - y : x * y;
  }

  /// Everything that is made of two expressions: their sum and product in normal form, and a program.
  std::vector<std::string> pages(std::uint64_t seed) {
    const auto [a, b] = both([&] { return expr(seed, 3); }, [&] { return expr(seed + 1000, 3); });
    const auto [p, r] = both([&, x = a] { return ring_->polynomial(x); }, [&, x = b] { return ring_->polynomial(x); });
    const auto [sum, product] = both([&, x = p, y = r] { return x + y; }, [&, x = p, y = r] { return x * y; });
    Readable readable(*ring_);
    std::vector<std::string> texts;
    for (const Expr& x : {a, b, a * b, readable.expr(sum), readable.torque(sum), readable.factored(product),
                          readable.by_rates(product), readable.expr(factorised(*ring_, product))})
      texts.push_back(printed(x, Language::Unicode));
    texts.push_back(printed(program(graph_, {{"x", a}, {"y", a - b}}), Language::C));
    return texts;
  }

 private:
  template <class A, class B>
  auto both(const A& left, const B& right) -> std::pair<decltype(left()), decltype(right())> {
    if (first_ == First::Left) {
      auto x = left();
      return {std::move(x), right()};
    }
    auto y = right();
    return {left(), std::move(y)};
  }
  static std::size_t place(sinew_test::Random& random, const std::vector<Expr>& list) {
    return static_cast<std::size_t>(random.below(static_cast<int>(list.size())));
  }
  Expr trig(sinew_test::Random& random) {
    const SinCos<Expr> both = sincos(angles_[place(random, angles_)] + angles_[place(random, angles_)]);
    return random.below(2) == 0 ? both.sin : both.cos;
  }

  First first_;
  ExprGraph graph_;
  std::vector<Expr> leaves_, angles_;
  std::optional<Ring> ring_;
};

TEST(ContentOrder, GivesTheSameTextWhicheverOperandIsMadeFirst) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(Maker(First::Left).pages(seed), Maker(First::Right).pages(seed)) << "seed " << seed;
}

TEST(ContentOrder, PutsConstantsBeforeSymbolsAndLowExpressionsBeforeHighOnes) {
  ExprGraph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b"), sum = b + a, angle = sincos(a).sin;
  EXPECT_TRUE(content_order(Expr(2.0), Expr(3.0)) < 0);
  EXPECT_TRUE(content_order(Expr(3.0), a) < 0);
  EXPECT_TRUE(content_order(a, b) < 0);
  EXPECT_TRUE(content_order(b, angle) < 0);
  EXPECT_TRUE(content_order(angle, sum * sum) < 0);
  EXPECT_EQ(content_order(sum, a + b), std::strong_ordering::equal);
}

TEST(ContentOrder, OfDeepExpressionsNeedsNoDeepStack) {
  ExprGraph graph;
  const Expr a = graph.symbol("a"), b = graph.symbol("b");
  Expr x = a, y = b;
  for (int i = 0; i < 200'000; ++i) {
    x = sqrt(x);
    y = sqrt(y);
  }
  EXPECT_TRUE(content_order(x, y) < 0);
}

}  // namespace
}  // namespace sinew
