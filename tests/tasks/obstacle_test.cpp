// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sinew/tasks/objectives/collision_shapes.h"
#include "sinew/tasks/objectives/obstacle_distance.h"
#include "tests/support/allocation_count.h"
#include "tests/support/refusal.h"
#include "tests/tasks/task_robots.h"

namespace {

using namespace sinew_test;
using sinew::Ball;
using sinew::Box;
using sinew::Capsule;
using sinew::HalfSpace;
using sinew::LinkShape;
using sinew::Model;
using sinew::Obstacle;
using sinew::ObstacleDistance;
using sinew::Pose;
using sinew::Proximity;
using sinew::Rotation;
using sinew::Separation;
using sinew::Vec3;
using testing::HasSubstr;
using Numbers = std::vector<double>;

double distance_to(const Box& box, const Vec3<double>& p) {
  const Vec3<double> x = box.X_WB.inverse() * p;
  Vec3<double> out;
  for (int j = 0; j < 3; ++j) out[j] = std::max(std::abs(x[j]) - 0.5 * box.size[j], 0.0);
  return norm(out);
}
double distance_to(const Ball& ball, const Vec3<double>& p) { return norm(p - ball.centre) - ball.radius; }
double distance_to(const HalfSpace& space, const Vec3<double>& p) { return dot(space.normal, p) - space.offset; }

/// The least distance of points along the axis, less the radius: never below the truth, and near it.
template <class Body>
double sampled(const Capsule& capsule, const Body& body) {
  constexpr int count = 4000;
  double least = INFINITY;
  for (int i = 0; i <= count; ++i)
    least = std::min(least, distance_to(body, capsule.a + (static_cast<double>(i) / count) * (capsule.b - capsule.a)));
  return least - capsule.radius;
}

/// A capsule by its nature: in general position, a ball, along an axis, on a diagonal.
Capsule some_capsule(Random& random, double spread) {
  Capsule c{random.vector(spread), {}, random.uniform(0.0, 0.2)};
  switch (random.below(5)) {
    case 0:
      c.b = c.a;
      break;
    case 1:
      c.b = c.a + Vec3<double>{0.0, random.uniform(-1.0, 1.0), 0.0};
      break;
    case 2:
      c.b = c.a + Vec3<double>{0.5, 0.5, 0.0};
      break;
    case 3:
      c.b = -c.a;
      break;
    default:
      c.b = random.vector(spread);
  }
  return c;
}

Box some_box(Random& random) {
  Box box{random.below(3) == 0 ? Pose<double>{} : random.pose(), {}};
  for (int j = 0; j < 3; ++j) box.size[j] = random.below(6) == 0 ? 0.0 : random.uniform(0.05, 1.2);
  return box;
}

TEST(ACapsule, IsAsFarFromABallOrAPlaneAsItsNearestSample) {
  Random random(41);
  for (int i = 0; i < 500; ++i) {
    const Capsule c = some_capsule(random, 1.0);
    const Ball ball{random.vector(), random.uniform(0.0, 0.5)};
    const HalfSpace space{random.direction(), random.uniform(-0.5, 0.5)};
    const double length = norm(c.b - c.a);
    EXPECT_LE(separation(c, ball).distance, sampled(c, ball) + 1e-14);
    EXPECT_NEAR(separation(c, ball).distance, sampled(c, ball), length / 4000 + 1e-14);
    EXPECT_LE(separation(c, space).distance, sampled(c, space) + 1e-14);
    EXPECT_NEAR(separation(c, space).distance, sampled(c, space), length / 4000 + 1e-14);
  }
}

TEST(ACapsule, OutsideABoxIsAsFarFromItAsItsNearestSample) {
  Random random(42);
  int outside = 0;
  for (int i = 0; i < 3000; ++i) {
    const Capsule c = some_capsule(random, 1.5);
    const Box box = some_box(random);
    const double expected = sampled(c, box);
    if (expected + c.radius < 1e-3) continue;
    ++outside;
    const Separation found = separation(c, box);
    EXPECT_LE(found.distance, expected + 1e-14);
    EXPECT_NEAR(found.distance, expected, norm(c.b - c.a) / 4000 + 1e-14);
  }
  EXPECT_GT(outside, 1000);
}

/// The least way that parts a segment and a box, over very many directions: never below the truth.
double sampled_depth(const Capsule& c, const Box& box, Random& random) {
  const Pose<double> X = box.X_WB.inverse();
  const Vec3<double> a = X * c.a, b = X * c.b, h = 0.5 * box.size;
  const auto way = [&](const Vec3<double>& n) {  // along n, until all of the segment is beyond all of the box
    return h.x * std::abs(n.x) + h.y * std::abs(n.y) + h.z * std::abs(n.z) - std::min(dot(a, n), dot(b, n));
  };
  Vec3<double> best = random.direction();
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> n = random.direction();
    if (way(n) < way(best)) best = n;
  }
  for (double step = 0.1; step > 1e-7; step *= 0.7)
    for (int i = 0; i < 40; ++i) {
      Vec3<double> n = best + random.vector(step);
      n = n / norm(n);
      if (way(n) < way(best)) best = n;
    }
  return way(best);
}

TEST(ACapsule, WhoseAxisCutsABoxIsAsDeepInItAsTheLeastWayOut) {
  Random random(43);
  int inside = 0;
  for (int i = 0; i < 1500 && inside < 200; ++i) {
    const Capsule c = some_capsule(random, 0.6);
    const Box box = some_box(random);
    if (separation(c, box).distance > -c.radius) continue;
    ++inside;
    const double expected = -sampled_depth(c, box, random) - c.radius;
    const Separation found = separation(c, box);
    EXPECT_TRUE(found.overlaps());
    // no way of the many is shorter, and moved out by as much it touches
    EXPECT_GE(found.distance, expected - 1e-12);
    Capsule parted = c;
    parted.a += (-found.distance) * found.normal;
    parted.b += (-found.distance) * found.normal;
    EXPECT_NEAR(separation(parted, box).distance, 0.0, 1e-10);
  }
  EXPECT_EQ(inside, 200);
}

template <class Body>
void expect_witnesses(const Capsule& c, const Body& body) {
  const Separation s = separation(c, body);
  EXPECT_NEAR(norm(s.normal), 1.0, 1e-12);
  EXPECT_LT(norm(s.on_obstacle + s.distance * s.normal - s.on_capsule), 1e-9);
  // on the capsule's surface
  const Vec3<double> axis_point = s.on_capsule + c.radius * s.normal, along = c.b - c.a;
  const double length2 = dot(along, along);
  const double t = length2 > 0.0 ? dot(axis_point - c.a, along) / length2 : 0.0;
  EXPECT_GE(t, -1e-9);
  EXPECT_LE(t, 1.0 + 1e-9);
  EXPECT_LT(norm(c.a + t * along - axis_point), 1e-9);
  // on the body's
  EXPECT_NEAR(distance_to(body, s.on_obstacle), 0.0, 1e-9);
}

TEST(TheNearestPoints, LieOnBothSurfacesAndApartByTheDistance) {
  Random random(44);
  for (int i = 0; i < 2000; ++i) {
    const Capsule c = some_capsule(random, 1.0);
    expect_witnesses(c, Ball{random.vector(), random.uniform(0.0, 0.5)});
    expect_witnesses(c, HalfSpace{random.direction(), random.uniform(-0.5, 0.5)});
    expect_witnesses(c, some_box(random));
  }
}

TEST(ASeparation, MovesWithTheWorld) {
  Random random(45);
  for (int i = 0; i < 500; ++i) {
    const Capsule c = some_capsule(random, 1.0);
    const Box box = some_box(random);
    const Pose<double> X = random.pose();
    const Separation here = separation(c, box),
                     there = separation({X * c.a, X * c.b, c.radius}, Box{X * box.X_WB, box.size});
    EXPECT_NEAR(here.distance, there.distance, 1e-12);
  }
}

TEST(ASegmentAlongAFace, IsNearestInItsMiddle) {
  const Box box{{}, {2.0, 2.0, 2.0}};
  // half of it over the face: what counts is the middle of that half
  Separation s = separation(Capsule{{0.0, 0.0, 1.5}, {2.0, 0.0, 1.5}, 0.1}, box);
  EXPECT_DOUBLE_EQ(s.distance, 0.4);
  EXPECT_DOUBLE_EQ(s.on_obstacle.x, 0.5);
  EXPECT_DOUBLE_EQ(s.on_obstacle.z, 1.0);
  // along an edge, off its corner
  s = separation(Capsule{{-0.4, 1.3, 1.4}, {0.8, 1.3, 1.4}, 0.0}, box);
  EXPECT_DOUBLE_EQ(s.distance, 0.5);
  EXPECT_NEAR(s.on_obstacle.x, 0.2, 1e-15);
  // and over a plane
  s = separation(Capsule{{-1.0, 0.0, 0.3}, {3.0, 0.0, 0.3}, 0.1}, HalfSpace{{0.0, 0.0, 1.0}, 0.0});
  EXPECT_DOUBLE_EQ(s.distance, 0.2);
  EXPECT_DOUBLE_EQ(s.on_obstacle.x, 1.0);
}

TEST(ASegmentThroughABox, IsPushedOutTheShortestWay) {
  const Box box{{}, {2.0, 2.0, 0.5}};
  Separation s = separation(Capsule{{-3.0, 0.2, 0.1}, {3.0, 0.2, 0.1}, 0.05}, box);
  EXPECT_NEAR(s.distance, -0.15 - 0.05, 1e-15);
  EXPECT_EQ(s.normal.z, 1.0);
  // across a corner: over the edge that it cuts
  s = separation(Capsule{{0.7, 1.2, 0.0}, {1.2, 0.7, 0.0}, 0.0}, Box{{}, {2.0, 2.0, 20.0}});
  EXPECT_NEAR(s.distance, -0.1 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(s.normal.x, std::sqrt(0.5), 1e-15);
  // a ball in the very centre: the first face in order
  s = separation(Capsule{{}, {}, 0.1}, Box{{}, {1.0, 1.0, 1.0}});
  EXPECT_NEAR(s.distance, -0.6, 1e-15);
  EXPECT_EQ(s.normal.x, 1.0);
}

TEST(AnAxisThroughTheCentreOfABall, StillHasADirection) {
  const Separation s = separation(Capsule{{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.1}, Ball{{}, 0.2});
  EXPECT_NEAR(s.distance, -0.3, 1e-15);
  EXPECT_NEAR(norm(s.normal), 1.0, 1e-15);
  EXPECT_NEAR(s.normal.x, 0.0, 1e-15);
  EXPECT_NEAR(norm(separation(Capsule{{}, {}, 0.1}, Ball{{}, 0.2}).normal), 1.0, 1e-15);
}

// ---- of a robot

std::vector<LinkShape> some_shapes(const Model<double>& model, Random& random) {
  std::vector<LinkShape> shapes;
  for (const sinew::Frame<double>& frame : model.frames())
    shapes.push_back({frame.name + " shape", frame.name, some_capsule(random, 0.2)});
  return shapes;
}

std::vector<Obstacle> some_obstacles(Random& random) {
  return {{"ball", Ball{random.vector(), 0.1}},
          {"box", some_box(random)},
          {"floor", HalfSpace{{0.0, 0.0, 2.0}, -1.0}},
          {"another box", Box{random.pose(), {0.3, 0.2, 0.4}}}};
}

TEST(TheDistanceToObstacles, GrowsAsItsGradientSays) {
  int checked = 0, deep = 0;
  for (const Model<double>& model : task_robots()) {
    Random random(46);
    const std::size_t n = static_cast<std::size_t>(model.velocity_count());
    for (int scene = 0; scene < 4; ++scene) {
      ObstacleDistance H(model, some_shapes(model, random), some_obstacles(random));
      for (int state = 0; state < 4; ++state) {
        const Numbers q = random_position(model, random);
        Numbers gradient(n), other(n);
        const double d = H.evaluate(q, gradient);
        const Proximity nearest = H.nearest();
        for (std::size_t k = 0; k < n; ++k) {
          constexpr double h = 1e-6;
          const double after = H.evaluate(moved(model, q, unit(n, k), h), other) - d;
          const double before = d - H.evaluate(moved(model, q, unit(n, k), -h), other);
          if (std::abs(after - before) > 1e-4 * h * 100) continue;  // another pair, or another face, is nearest
          EXPECT_NEAR(gradient[k], (after + before) / (2.0 * h), 5e-3) << model.name() << " by " << k;
          ++checked;
          if (nearest.separation.overlaps()) ++deep;
        }
      }
    }
  }
  EXPECT_GT(checked, 2000);
  EXPECT_GT(deep, 500);
}

TEST(TheDistanceToObstacles, IsTheLeastOfAllPairs) {
  for (const Model<double>& model : task_robots()) {
    Random random(47);
    ObstacleDistance H(model, some_shapes(model, random), some_obstacles(random));
    std::vector<Proximity> pairs(H.shapes().size() * H.obstacles().size());
    Numbers gradient(static_cast<std::size_t>(model.velocity_count()));
    for (int state = 0; state < 10; ++state) {
      const Numbers q = random_position(model, random);
      const double d = H.evaluate(q, gradient);
      H.all(q, pairs);
      const auto least = std::min_element(pairs.begin(), pairs.end(), [](const Proximity& a, const Proximity& b) {
        return a.separation.distance < b.separation.distance;
      });
      EXPECT_EQ(d, least->separation.distance);
      EXPECT_EQ(H.nearest().shape, least->shape);
      EXPECT_EQ(H.nearest().obstacle, least->obstacle);
    }
  }
}

TEST(APlane, MayHaveANormalOfAnyLength) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  ObstacleDistance H(model, {{"tip", "tip", {{}, {}, 0.1}}}, {{"wall", HalfSpace{{-3.0, 0.0, 0.0}, -2.5}}});
  Numbers gradient(2);
  EXPECT_NEAR(H.evaluate(Numbers{0.0, 0.5}, gradient), 2.5 - 1.0 - std::cos(0.5) - 0.1, 1e-15);
  EXPECT_NEAR(gradient[1], std::sin(0.5), 1e-15);
}

TEST(EquallyNearPairs, AreDecidedByTheirOrder) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  const LinkShape tip{"tip", "tip", {{}, {}, 0.1}};
  ObstacleDistance H(model, {tip, tip}, {{"left", Ball{{2.0, 1.0, 0.0}, 0.2}}, {"right", Ball{{2.0, -1.0, 0.0}, 0.2}}});
  Numbers gradient(2);
  EXPECT_NEAR(H.evaluate(Numbers{0.0, 0.0}, gradient), 0.7, 1e-15);
  EXPECT_EQ(H.nearest().shape, 0);
  EXPECT_EQ(H.nearest().obstacle, 0);
  EXPECT_NEAR(gradient[0], -2.0, 1e-15);
  EXPECT_NEAR(gradient[1], -1.0, 1e-15);
}

TEST(AnObstacle, CanMove) {
  const Model<double> model = a_planar_arm({1.0, 1.0});
  ObstacleDistance H(model, {{"tip", "tip", {{}, {}, 0.1}}}, {{"ball", Ball{{2.0, 1.0, 0.0}, 0.2}}});
  Numbers gradient(2);
  H.move_obstacle(0, Ball{{2.0, 2.0, 0.0}, 0.2});
  EXPECT_NEAR(H.evaluate(Numbers{0.0, 0.0}, gradient), 1.7, 1e-15);
  EXPECT_THAT(refusal([&] { H.move_obstacle(0, Ball{{}, -1.0}); }), HasSubstr("'ball' has a radius of -1"));
  EXPECT_THAT(refusal([&] { H.move_obstacle(1, Ball{}); }), HasSubstr("no obstacle number 1"));
}

TEST(TheDistanceToObstacles, AllocatesNothing) {
  const Model<double> model = shipped_model("panda");
  Random random(48);
  ObstacleDistance H(model, some_shapes(model, random), some_obstacles(random));
  std::vector<Proximity> pairs(H.shapes().size() * H.obstacles().size());
  Numbers gradient(8);
  const Numbers q = random_position(model, random);
  const long before = allocation_count();
  H.evaluate(q, gradient);
  H.all(q, pairs);
  H.move_obstacle(1, Box{{}, {1.0, 1.0, 1.0}});
  EXPECT_EQ(allocation_count(), before);
}

TEST(AShapeThatCannotBe, IsRefused) {
  const Model<double> model = shipped_model("panda");
  const double nan = std::nan("");
  const LinkShape hand{"hand", "panda_hand", {{}, {0.0, 0.0, 0.1}, 0.05}};
  const Obstacle ball{"ball", Ball{{1.0, 0.0, 0.0}, 0.1}};
  const auto of = [&](const LinkShape& shape, const Obstacle& obstacle) {
    return refusal([&] { ObstacleDistance(model, {shape}, {obstacle}); });
  };
  EXPECT_THAT(of({"hand", "panda_hnd", hand.shape}, ball), HasSubstr("did you mean 'panda_hand'?"));
  EXPECT_THAT(of({"hand", "panda_hand", {{}, {}, -0.1}}, ball),
              HasSubstr("'hand' on 'panda_hand' has a radius of -0.1"));
  EXPECT_THAT(of({"hand", "panda_hand", {{}, {}, nan}}, ball), HasSubstr("radius of nan"));
  EXPECT_THAT(of({"hand", "panda_hand", {{nan, 0, 0}, {}, 0.1}}, ball), HasSubstr("not finite"));
  EXPECT_THAT(of(hand, {"ball", Ball{{}, -0.1}}), HasSubstr("radius of -0.1"));
  EXPECT_THAT(of(hand, {"box", Box{{}, {1.0, -1.0, 1.0}}}), HasSubstr("size of 1 -1 1"));
  EXPECT_THAT(of(hand, {"box", Box{{Rotation<double>::from_rows({2, 0, 0}, {0, 1, 0}, {0, 0, 1}), {}}, {1, 1, 1}}}),
              HasSubstr("no rotation"));
  EXPECT_THAT(of(hand, {"floor", HalfSpace{{}, 0.0}}), HasSubstr("normal of length 0"));
  EXPECT_THAT(of(hand, {"floor", HalfSpace{{0, 0, 1}, nan}}), HasSubstr("offset of nan"));
  EXPECT_THAT(refusal([&] { ObstacleDistance(model, {}, {ball}); }), HasSubstr("no shapes"));
  EXPECT_THAT(refusal([&] { ObstacleDistance(model, {hand}, {}); }), HasSubstr("no obstacles"));
}

}  // namespace
