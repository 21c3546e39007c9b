// SPDX-License-Identifier: BSD-3-Clause
#include "sinew/tasks/objectives/obstacle_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sinew/readings/door.h"

namespace sinew {
namespace {

Separation separation_of(const Capsule& capsule, const Obstacle& obstacle) {
  if (const Ball* ball = std::get_if<Ball>(&obstacle.shape)) return separation(capsule, *ball);
  if (const Box* box = std::get_if<Box>(&obstacle.shape)) return separation(capsule, *box);
  return separation(capsule, *std::get_if<HalfSpace>(&obstacle.shape));
}

/// No more than the distance, and cheap: what a ball round the capsule's axis has to the box.
double least_possible(const Vec3<double>& middle, double reach, const Obstacle& obstacle) {
  const Box* box = std::get_if<Box>(&obstacle.shape);
  if (box == nullptr) return -std::numeric_limits<double>::infinity();
  const Vec3<double> x = box->X_WB.R.inverse_times(middle - box->X_WB.p);
  double d2 = 0.0;
  for (int j = 0; j < 3; ++j) {
    const double out = std::max(std::abs(x[j]) - 0.5 * box->size[j], 0.0);
    d2 += out * out;
  }
  const double d = std::sqrt(d2);
  return d > 0.0 ? d - reach : -std::numeric_limits<double>::infinity();
}

bool finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace

ObstacleDistance::ObstacleDistance(const Model<double>& model, std::vector<LinkShape> shapes,
                                   std::vector<Obstacle> obstacles, Workspace* work)
    : model_(model), shapes_(std::move(shapes)), obstacles_(std::move(obstacles)), motions_(model, work) {
  if (shapes_.empty()) refuse("the robot has no shapes", "give a link a capsule");
  if (obstacles_.empty()) refuse("there are no obstacles", "give one");
  for (const LinkShape& shape : shapes_) {
    const Frame<double>& frame = model.frame(shape.frame);
    check(shape);
    carried_.push_back({frame.link,
                        {frame.X_LF * shape.shape.a, frame.X_LF * shape.shape.b, shape.shape.radius},
                        joints_moving(model, frame.link)});
  }
  for (Obstacle& obstacle : obstacles_) check(obstacle);
}

void ObstacleDistance::refuse(const std::string& what, const std::string& remedy) const {
  numbers::refuse(model_, what, remedy);
}

void ObstacleDistance::check(const LinkShape& shape) const {
  const std::string who = "shape " + in_quotes(shape.name) + " on " + in_quotes(shape.frame);
  if (!finite(shape.shape.a) || !finite(shape.shape.b)) refuse(who + " has an end that is not finite", "give numbers");
  if (!(shape.shape.radius >= 0.0) || !std::isfinite(shape.shape.radius))
    refuse(who + " has a radius of " + shown(shape.shape.radius), "give a number that is not negative");
}

void ObstacleDistance::check(Obstacle& obstacle) const {
  const std::string who = "obstacle " + in_quotes(obstacle.name);
  if (Ball* ball = std::get_if<Ball>(&obstacle.shape)) {
    if (!finite(ball->centre)) refuse(who + " has a centre that is not finite", "give numbers");
    if (!(ball->radius >= 0.0) || !std::isfinite(ball->radius))
      refuse(who + " has a radius of " + shown(ball->radius), "give a number that is not negative");
  } else if (Box* box = std::get_if<Box>(&obstacle.shape)) {
    const Vec3<double>& size = box->size;
    if (!finite(size) || !(std::min({size.x, size.y, size.z}) >= 0.0))
      refuse(who + " has a size of " + shown(size.x) + " " + shown(size.y) + " " + shown(size.z),
             "give three lengths that are not negative");
    if (!finite(box->X_WB.p)) refuse(who + " has a place that is not finite", "give numbers");
    const Rotation<double> E = box->X_WB.R.inverse() * box->X_WB.R;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (!(std::abs(E(i, j) - (i == j ? 1.0 : 0.0)) < 1e-6))
          refuse(who + " has an orientation that is no rotation", "give orthonormal rows");
  } else if (HalfSpace* space = std::get_if<HalfSpace>(&obstacle.shape)) {
    const double length = norm(space->normal);
    if (!std::isfinite(length) || !(length > 0.0))
      refuse(who + " has a normal of length " + shown(length), "give a direction such as 0 0 1");
    if (!std::isfinite(space->offset)) refuse(who + " has an offset of " + shown(space->offset), "give a number");
    space->normal = space->normal / length;
  }
}

void ObstacleDistance::move_obstacle(int obstacle, const std::variant<Ball, Box, HalfSpace>& shape) {
  if (obstacle < 0 || at(obstacle) >= obstacles_.size())
    refuse("there is no obstacle number " + std::to_string(obstacle),
           "give one of 0 to " + std::to_string(obstacles_.size() - 1));
  Obstacle moved{obstacles_[at(obstacle)].name, shape};
  check(moved);
  obstacles_[at(obstacle)].shape = moved.shape;
}

Capsule ObstacleDistance::placed(const Carried& carried) const {
  const Pose<double>& X = motions_.pose(carried.link);
  return {X * carried.in_link.a, X * carried.in_link.b, carried.in_link.radius};
}

double ObstacleDistance::evaluate(In<double> q, Out<double> gradient) {
  numbers::expect_length(model_, "gradient", gradient.size(), at(model_.velocity_count()));
  motions_.read(q);
  nearest_.separation.distance = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < carried_.size(); ++s) {
    const Capsule capsule = placed(carried_[s]);
    const Vec3<double> middle = 0.5 * (capsule.a + capsule.b);
    const double reach = 0.5 * norm(capsule.b - capsule.a) + capsule.radius;
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
      if (least_possible(middle, reach, obstacles_[o]) > nearest_.separation.distance) continue;
      const Separation found = separation_of(capsule, obstacles_[o]);
      if (found.distance < nearest_.separation.distance) nearest_ = {static_cast<int>(s), static_cast<int>(o), found};
    }
  }
  numbers::expect_in_range(model_, {{"q", q}}, {In<double>(&nearest_.separation.distance, 1)});
  for (double& g : gradient) g = 0.0;
  const Separation& found = nearest_.separation;
  for (const PathJoint& joint : carried_[at(nearest_.shape)].path)
    gradient[at(joint.velocity)] += dot(found.normal, joint.motion_at(motions_, found.on_capsule).v);
  return found.distance;
}

void ObstacleDistance::all(In<double> q, Out<Proximity> pairs) {
  numbers::expect_length(model_, "pairs", pairs.size(), shapes_.size() * obstacles_.size());
  motions_.read(q);
  std::size_t k = 0;
  for (std::size_t s = 0; s < carried_.size(); ++s) {
    const Capsule capsule = placed(carried_[s]);
    for (std::size_t o = 0; o < obstacles_.size(); ++o)
      pairs[k++] = {static_cast<int>(s), static_cast<int>(o), separation_of(capsule, obstacles_[o])};
  }
}

}  // namespace sinew
